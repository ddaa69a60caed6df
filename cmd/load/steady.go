package main

import (
	"context"
	"time"
)

type steadyCmd struct {
	Rate    float64       `default:"500" help:"Acts a second (${default})."`
	Places  int           `default:"5000" help:"Chats on Telegram: four in five private, one a group of five (${default})."`
	For     time.Duration `default:"20s" help:"For how long (${default})."`
	P99     time.Duration `name:"p99" default:"100ms" help:"Bound of the time within which 99 % are told what came of an act (${default})."`
	Written int64         `default:"30000" help:"Bound of the bytes written an act (${default})."`
}

func (c *steadyCmd) play(ctx context.Context, g *rig) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	crowd := seatCrowd(c.Rate, "c", c.Places, 5, g.telegram)
	if err := crowd.gather(ctx, 5*time.Millisecond); err != nil {
		return err
	}
	before, err := g.usage()
	if err != nil {
		return err
	}
	began := time.Now()
	playing, end := context.WithTimeout(ctx, c.For)
	defer end()
	crowd.play(playing)
	g.settle(ctx, time.Minute)
	all := g.since(began)
	g.figure("played", "%.0f acts a second at %d places for %s: of five, a deal, three wrong answers, a right one", float64(len(all))/c.For.Seconds(), c.Places, c.For)
	took := spreadOf(waits(all))
	g.promise(took.p99 <= c.P99, "told in", "%s", took)
	for _, what := range []string{deal, wrong, right} {
		g.figure("    "+what, "%s", spreadOf(waits(kindOf(all, what))))
	}
	after, err := g.usage()
	if err != nil {
		return err
	}
	n := max(len(all), 1)
	written := (after.written - before.written) / int64(n)
	g.promise(written <= c.Written, "written an act", "%.1f kB", float64(written)/1000)
	for i, who := range users {
		g.figure("processor time an act", "%s %s", brief((after.processor[i]-before.processor[i])/time.Duration(n)), who)
	}
	return g.balance(ctx, nil)
}
