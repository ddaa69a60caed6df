package main

import (
	"context"
	"time"
)

type steadyCmd struct {
	Rate    float64       `default:"500" help:"Messages a second (${default})."`
	Chats   int           `default:"5000" help:"Private chats on Telegram they come from (${default})."`
	For     time.Duration `default:"20s" help:"For how long (${default})."`
	Latency time.Duration `help:"What each call to a network takes."`
	Limits  bool          `help:"Have the networks enforce their limits, such as 30 messages a second."`
	P99     time.Duration `name:"p99" default:"100ms" help:"Bound of the time within which 99 % are answered (${default})."`
	Written int64         `default:"30000" help:"Bound of the bytes written a message (${default})."`
}

func (c *steadyCmd) play(ctx context.Context, s *setup, r *report) error {
	opts := []string{"-latency", c.Latency.String()}
	if !c.Limits {
		opts = append(opts, "-no-flood")
	}
	g, err := s.open(ctx, r, opts...)
	if err != nil {
		return err
	}
	defer g.close()
	if err := g.start(ctx); err != nil {
		return err
	}
	crowd := &crowd{stage: g.stage, places: telegramChats("P:", "c", c.Chats), rate: c.Rate}
	if err := crowd.check(); err != nil {
		return err
	}
	if err := crowd.gather(ctx); err != nil {
		return err
	}
	before, err := g.spent()
	if err != nil {
		return err
	}
	began := time.Now()
	crowd.play(ctx, c.For)
	ended := time.Now()
	all, err := g.settled(ctx, crowd.places, time.Minute)
	if err != nil {
		return err
	}
	after, err := g.spent()
	if err != nil {
		return err
	}
	c.report(g, during(all, began, ended.Add(time.Minute)), ended.Sub(began), spending{after.written - before.written, after.processor - before.processor})
	if n := crowd.failed.Load(); n > 0 {
		g.figure("not said", "%d: %v", n, crowd.why.Load())
	}
	return g.lawful(ctx, nil)
}

func (c *steadyCmd) report(g *rig, said []*saying, lasted time.Duration, spent spending) {
	took := spreadOf(times(said))
	g.figure("offered", "%.0f messages a second from %d chats for %s", float64(len(said))/lasted.Seconds(), c.Chats, brief(lasted))
	g.promise(took.p99 <= c.P99, "answered in", "%s", took)
	unanswered, echoes := silence(said)
	g.none("lost", unanswered)
	g.none("told twice", echoes)
	n := max(len(said), 1)
	each := spent.written / int64(n)
	g.promise(each <= c.Written, "written a message", "%.1f kB", float64(each)/1000)
	g.figure("processor time a message", "%s", brief(spent.processor/time.Duration(n)))
	g.figure("memory at most", "%.0f MB", float64(g.memory())/(1<<20))
}
