package main

import (
	"context"
	"time"
)

// shortCmd plays a short form of the scenarios whose promises hold on any machine.
type shortCmd struct {
	P99     time.Duration `name:"p99" default:"1s" help:"Bound of the time within which 99 % are answered, on a machine that is busy with other things (${default})."`
	Written int64         `default:"100000" help:"Bound of the bytes written a message, of few a second (${default})."`
}

func (c *shortCmd) play(ctx context.Context, s *setup, r *report) error {
	for _, part := range []struct {
		name string
		scenario
	}{
		{"steady", &steadyCmd{Rate: 100, Chats: 400, For: 3 * time.Second, P99: c.P99, Written: c.Written}},
		{"kills", &killsCmd{Kills: 3, Every: 1500 * time.Millisecond, Latency: 150 * time.Millisecond, Rate: 40, Settle: 20 * time.Second}},
		{"sigterm", &sigtermCmd{For: 4 * time.Second, Latency: 150 * time.Millisecond, Rate: 40, Within: 8 * time.Second, Settle: 20 * time.Second}},
		{"beside", &besideCmd{For: 8 * time.Second, Chats: 30, Rate: 6, Flood: 60, People: 20, Answers: 2, Hold: 7 * time.Second, Dailies: 100, P99: c.P99, Right: 2 * time.Second}},
	} {
		r.prefix = part.name + ": "
		if err := part.play(ctx, s, r); err != nil {
			return err
		}
	}
	return nil
}
