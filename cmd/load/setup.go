package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
	"reckon/storage/dbtest"
)

// A setup is what all scenarios have in common.
type setup struct {
	Reckon    string        `group:"setup" placeholder:"PROGRAM" help:"The program to be measured; without it, it is built."`
	Keep      string        `group:"setup" placeholder:"DIR" help:"Keep databases and logs in this folder."`
	Seed      uint64        `group:"setup" default:"1" help:"Seed of everything random (${default})."`
	Processes int           `group:"setup" default:"1" placeholder:"N" help:"So many processes of the bot on one database, which the networks post to in turn (${default}: one, by its own connections)."`
	Webhooks  bool          `group:"setup" help:"The networks post to one process, too."`
	Postgres  bool          `group:"setup" help:"On a PostgreSQL server of its own, with fsync on, in place of a file."`
	Afar      time.Duration `group:"setup" placeholder:"TIME" help:"How far away the PostgreSQL server is, there and back."`
	SyncDelay time.Duration `group:"setup" placeholder:"TIME" help:"Emulate a disk whose syncs take so much longer, with strace."`
	Latency   time.Duration `group:"setup" placeholder:"TIME" help:"How long each call of a network takes."`

	dir string // of everything that is made
}

// build makes the folder for everything, and the program unless one is given.
func (s *setup) build(ctx context.Context) (err error) {
	s.dir = s.Keep
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "load")
	} else {
		err = os.MkdirAll(s.dir, 0o755)
	}
	if err != nil {
		return err
	}
	if s.SyncDelay > 0 {
		if _, err := exec.LookPath("strace"); err != nil {
			return errors.New("a slower disk is emulated with strace, which is not installed")
		}
	}
	if s.Reckon != "" {
		return nil
	}
	if s.Reckon, err = filepath.Abs(filepath.Join(s.dir, "reckon")); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", s.Reckon, "reckon/cmd/reckon")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building reckon: %w", err)
	}
	return nil
}

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
	telegramURL, err := g.telegram.Listen()
	if err != nil {
		return err
	}
	discordURL, err := g.discord.Listen()
	if err != nil {
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
	return of.play(ctx, g)
}
