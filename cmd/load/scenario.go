package main

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
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
func (s *setup) measure(ctx context.Context, r *report, of scenario) (err error) {
	limits := true // the stand-ins refuse what comes faster than the network allows
	switch of.(type) {
	case *steadyCmd, *searchesCmd, *outageCmd, *databaseCmd:
		limits = false
	}
	g := &rig{setup: s, report: r, record: &record{shows: map[string]func(message){}}, random: rand.New(rand.NewPCG(s.Seed, 0)), bots: make([]*exec.Cmd, s.Processes)}
	dir, err := os.MkdirTemp(s.dir, "rig")
	if err != nil {
		return err
	}
	if g.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		return err
	}
	g.telegram = newTelegram(g.record, telegramtest.Options{Latency: s.Latency, Limits: limits})
	g.discord = newDiscord(g.record, discordtest.Options{Latency: s.Latency, Limits: limits, Heartbeat: heartbeat})
	defer g.close()
	telegramURL, noTelegram := g.telegram.Listen()
	discordURL, noDiscord := g.discord.Listen()
	if err := errors.Join(noTelegram, noDiscord); err != nil {
		return err
	}
	g.db = filepath.Join(dir, "reckon.db")
	if s.Postgres {
		if g.server, err = dbtest.Start(dbtest.Options{Sync: true, Afar: s.Afar}); err != nil {
			return err
		}
		g.db = g.server.URL
	}
	g.env = append(os.Environ(), "RECKON_DB="+g.db, "TELEGRAM_API_URL="+telegramURL, "TELEGRAM_TOKEN="+telegramtest.Token,
		"DISCORD_API_URL="+discordURL+"/", "DISCORD_TOKEN="+discordtest.Token)
	if !limits {
		g.env = append(g.env, "TELEGRAM_RATE=1000")
	}
	if err := g.spread(); err != nil {
		return err
	}
	err = of.play(ctx, g)
	return cmp.Or(ctx.Err(), err) // what was broken off tells nothing
}
