package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"reckon/storage/dbtest"
)

type shortCmd struct{}

func (*shortCmd) limits() bool { return true }

// A part is one of several scenarios that are played at the same time, each on a rig of its own.
type part struct {
	name string
	setup
	scenario
}

// play plays short forms of scenarios. Their bounds are wide, so that they hold on a busy machine, too.
// Scenarios that mostly wait are played at the same time, and the one that needs the machine comes last.
func (c *shortCmd) play(ctx context.Context, g *rig) error {
	slowNetworks := *g.setup
	slowNetworks.Latency = max(g.Latency, 150*time.Millisecond)
	onPostgres := slowNetworks
	onPostgres.Postgres = true
	onPostgres.Webhooks = true
	kills := &killsCmd{
		Kills:  3,
		Every:  time.Second,
		Rate:   40,
		Settle: 20 * time.Second,
	}
	sigterm := &killsCmd{
		Kills:  1,
		Gently: true,
		Every:  time.Second,
		Rate:   40,
		Settle: 20 * time.Second,
	}
	database := &databaseCmd{
		Down: 3 * time.Second,
		Back: 10 * time.Second,
		Rate: 20,
	}
	troubled := &steadyCmd{
		Rate:    10,
		Places:  40,
		For:     16 * time.Second,
		Discord: true,
		Limits:  true,
		P99:     2 * time.Second,
		Dailies: 100,
		trouble: trouble{
			Flood:       60,
			Lively:      20,
			Hang:        true,
			Storm:       3 * time.Second,
			StormPlaces: 2,
		},
	}
	storm := &steadyCmd{
		Rate:    10,
		Places:  40,
		For:     16 * time.Second,
		Limits:  true,
		P99:     2 * time.Second,
		trouble: trouble{Storm: 3 * time.Second},
	}
	waiting := []part{
		{name: "kills", setup: slowNetworks, scenario: kills},
		{name: "sigterm", setup: slowNetworks, scenario: sigterm},
		{name: "trouble", setup: *g.setup, scenario: troubled},
		{name: "storm", setup: *g.setup, scenario: storm},
		{name: "database", setup: onPostgres, scenario: database},
	}
	if err := playTogether(ctx, g.report, waiting); err != nil {
		return err
	}
	steady := &steadyCmd{
		Rate:    100,
		Places:  400,
		For:     3 * time.Second,
		P99:     time.Second,
		Written: 100_000,
	}
	last := part{name: "steady", setup: *g.setup, scenario: steady}
	return playTogether(ctx, g.report, []part{last})
}

// playTogether plays parts at the same time. When all are over, it prints the figures of one part after another.
func playTogether(ctx context.Context, whole *report, parts []part) error {
	var all sync.WaitGroup
	texts := make([]strings.Builder, len(parts))
	reports := make([]*report, len(parts))
	errs := make([]error, len(parts))
	for i, p := range parts {
		reports[i] = &report{out: &texts[i], prefix: p.name + ": "}
		all.Go(func() { errs[i] = p.measure(ctx, reports[i], p.scenario) })
	}
	all.Wait()
	for i, r := range reports {
		// Without PostgreSQL on the machine, its part is left out.
		if errors.Is(errs[i], dbtest.ErrMissing) {
			r.figure("SKIPPED", "%v", errs[i])
			errs[i] = nil
		}
		if _, err := io.WriteString(whole.out, texts[i].String()); err != nil {
			return err
		}
		whole.broken = append(whole.broken, r.broken...)
	}
	return errors.Join(errs...)
}
