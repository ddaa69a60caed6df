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

// A part is one of several scenarios that are played together.
type part struct {
	name string
	setup
	scenario
}

// play plays short forms of scenarios. Their promises hold on any machine, even on one that is busy with
// other things. Scenarios that mostly wait are played at the same time.
func (c *shortCmd) play(ctx context.Context, g *rig) error {
	slow := *g.setup
	slow.Latency = max(g.Latency, 150*time.Millisecond)
	posted := slow
	posted.Postgres = true
	posted.Webhooks = true
	kills := &killsCmd{Kills: 3, Every: time.Second, Rate: 40, Settle: 20 * time.Second}
	sigterm := &killsCmd{Kills: 1, Gently: true, Every: time.Second, Rate: 40, Settle: 20 * time.Second}
	database := &databaseCmd{Down: 3 * time.Second, Back: 10 * time.Second, Rate: 20}
	beside := &steadyCmd{
		Rate:    10,
		Places:  40,
		For:     16 * time.Second,
		Discord: true,
		Limits:  true,
		P99:     2 * time.Second,
		Dailies: 100,
		trouble: trouble{Flood: 60, Lively: 20, Hang: true, Storm: 3 * time.Second, StormPlaces: 2},
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
		{"kills", slow, kills},
		{"sigterm", slow, sigterm},
		{"beside", *g.setup, beside},
		{"storm", *g.setup, storm},
		{"database", posted, database},
	}
	if err := playTogether(ctx, g.report, waiting); err != nil {
		return err
	}
	steady := &steadyCmd{Rate: 100, Places: 400, For: 3 * time.Second, P99: time.Second, Written: 100_000}
	return playTogether(ctx, g.report, []part{{"steady", *g.setup, steady}})
}

// playTogether plays parts at the same time, and reports them one after another.
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
