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

// play plays a short form of scenarios whose promises hold on any machine, also on one
// that is busy with other things. Those that mostly wait are played at the same time.
func (c *shortCmd) play(ctx context.Context, g *rig) error {
	slow := *g.setup
	slow.Latency = max(g.Latency, 150*time.Millisecond)
	posted := slow
	posted.Postgres, posted.Webhooks = true, true
	type part struct {
		name string
		setup
		scenario
	}
	for _, together := range [][]part{
		{
			{"kills", slow, &killsCmd{Kills: 3, Every: time.Second, Rate: 40, Settle: 20 * time.Second}},
			{"sigterm", slow, &killsCmd{Kills: 1, Gently: true, Every: time.Second, Rate: 40, Settle: 20 * time.Second}},
			{"beside", *g.setup, &besideCmd{For: 8 * time.Second, Places: 40, Rate: 10, Flood: 60, People: 20, Answers: 2, Dailies: 100, P99: time.Second, Right: 2 * time.Second}},
			{"storm", *g.setup, &stormCmd{Storm: 3 * time.Second, Own: 3 * time.Second, Rate: 20, Back: 3 * time.Second, P99: 2 * time.Second}},
			{"database", posted, &databaseCmd{Down: 3 * time.Second, Back: 10 * time.Second, Rate: 20}},
		},
		{{"steady", *g.setup, &steadyCmd{Rate: 100, Places: 400, For: 3 * time.Second, P99: time.Second, Written: 100_000}}},
	} {
		var all sync.WaitGroup
		texts, reports, errs := make([]strings.Builder, len(together)), make([]*report, len(together)), make([]error, len(together))
		for i, p := range together {
			reports[i] = &report{out: &texts[i], prefix: p.name + ": "}
			all.Go(func() { errs[i] = p.measure(ctx, reports[i], p.scenario) })
		}
		all.Wait()
		for i, of := range reports {
			if errors.Is(errs[i], dbtest.ErrMissing) {
				of.figure("SKIPPED", "%v", errs[i])
				errs[i] = nil
			}
			io.WriteString(g.out, texts[i].String())
			g.broken = append(g.broken, of.broken...)
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}
