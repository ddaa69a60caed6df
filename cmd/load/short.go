package main

import (
	"context"
	"time"
)

type shortCmd struct{}

// play plays a short form of scenarios whose promises hold on any machine, also on one
// that is busy with other things.
func (c *shortCmd) play(ctx context.Context, s *setup, r *report) error {
	slow := *s
	slow.Latency = max(s.Latency, 150*time.Millisecond)
	for _, part := range []struct {
		name string
		setup
		scenario
	}{
		{"steady", *s, &steadyCmd{Rate: 100, Places: 400, For: 3 * time.Second, P99: time.Second, Written: 100_000}},
		{"kills", slow, &killsCmd{Kills: 3, Every: time.Second, Rate: 40, Settle: 20 * time.Second}},
		{"sigterm", slow, &killsCmd{Kills: 1, Gently: true, Every: time.Second, Rate: 40, Within: 8 * time.Second, Settle: 20 * time.Second}},
		{"beside", *s, &besideCmd{For: 8 * time.Second, Places: 40, Rate: 10, Flood: 60, People: 20, Answers: 2, Dailies: 100, P99: time.Second, Right: 2 * time.Second}},
	} {
		r.prefix = part.name + ": "
		if err := part.play(ctx, &part.setup, r); err != nil {
			return err
		}
	}
	return nil
}
