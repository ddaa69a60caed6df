package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
	"reckon/storage/dbtest"
)

// A scenario plays and reports. Its error says that it could not be played.
type scenario interface {
	play(ctx context.Context, g *rig) error
}

// measure plays a scenario on a rig whose bot does not run yet.
func (s *setup) measure(ctx context.Context, r *report, of scenario) error {
	limits := true // the stand-ins refuse what comes faster than the network allows
	switch of.(type) {
	case *steadyCmd, *searchesCmd, *outageCmd:
		limits = false
	}
	g, err := s.open(r, limits)
	if err != nil {
		return err
	}
	defer g.close()
	return of.play(ctx, g)
}

func (s *setup) open(r *report, limits bool) (_ *rig, err error) {
	g := &rig{setup: s, report: r, record: &record{}, random: rand.New(rand.NewPCG(s.Seed, 0)), bots: make([]*process, s.Processes)}
	dir, err := os.MkdirTemp(s.dir, "rig")
	if err != nil {
		return nil, err
	}
	if g.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		return nil, err
	}
	g.telegram = newTelegram(g.record, telegramtest.Options{Latency: s.Latency, Limits: limits})
	g.discord = newDiscord(g.record, discordtest.Options{Latency: s.Latency, Limits: limits, Heartbeat: heartbeat})
	defer func() {
		if err != nil {
			g.close()
		}
	}()
	telegramURL, err := g.telegram.Listen()
	if err != nil {
		return nil, err
	}
	discordURL, err := g.discord.Listen()
	if err != nil {
		return nil, err
	}
	g.db = filepath.Join(dir, "reckon.db")
	if s.Postgres {
		if g.server, err = dbtest.Start(dbtest.Options{Sync: true, Afar: s.Afar}); err != nil {
			return nil, err
		}
		g.db = g.server.URL
	}
	g.env = append(os.Environ(), "RECKON_DB="+g.db, "TELEGRAM_API_URL="+telegramURL, "TELEGRAM_TOKEN="+telegramtest.Token,
		"DISCORD_API_URL="+discordURL+"/", "DISCORD_TOKEN="+discordtest.Token)
	if !limits {
		g.env = append(g.env, "TELEGRAM_RATE=1000")
	}
	return g, g.spread()
}
