package main

import (
	"context"
	"time"
)

type sigtermCmd struct {
	For     time.Duration `default:"8s" help:"For how long there is load before (${default})."`
	Latency time.Duration `default:"150ms" help:"What each call to a network takes (${default})."`
	Rate    float64       `default:"30" help:"Things said a second, on both networks together (${default})."`
	Within  time.Duration `default:"8s" help:"Bound of the time until the bot has ended (${default})."`
	Away    time.Duration `default:"1s" help:"How long it is away (${default})."`
	Settle  time.Duration `default:"1m" help:"How long it has for what is left to be said (${default})."`
}

func (c *sigtermCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(ctx, r, "-latency", c.Latency.String())
	if err != nil {
		return err
	}
	defer g.close()
	if err := g.start(ctx); err != nil {
		return err
	}
	hall := newHall(g, c.Rate)
	hall.open(ctx)
	if err := pause(ctx, c.For); err != nil {
		return err
	}
	asked := time.Now()
	took, failed := g.stop()
	g.promise(took <= c.Within && failed == nil, "SIGTERM ends it in", "%s%s", brief(took), because(failed))
	if err := pause(ctx, c.Away); err != nil {
		return err
	}
	if err := g.start(ctx); err != nil {
		return err
	}
	away := gap{asked, time.Now()}
	if err := pause(ctx, c.For/2); err != nil {
		return err
	}
	hall.close()
	if err := hall.account(ctx, []gap{away}, c.Settle); err != nil {
		return err
	}
	return g.lawful(ctx, []gap{away})
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}
