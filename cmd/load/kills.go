package main

import (
	"context"
	"math/rand/v2"
	"time"
)

type killsCmd struct {
	Kills   int           `default:"10" help:"How many (${default})."`
	Every   time.Duration `default:"1500ms" help:"Mean time from when the bot is back to the next (${default})."`
	Latency time.Duration `default:"150ms" help:"What each call to a network takes (${default})."`
	Rate    float64       `default:"30" help:"Things said a second, on both networks together (${default})."`
	Settle  time.Duration `default:"1m" help:"How long the bot has at the end for what is left to be said (${default})."`
}

func (c *killsCmd) play(ctx context.Context, s *setup, r *report) error {
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
	gaps, err := c.kill(ctx, g, rand.New(rand.NewPCG(s.Seed, 2)))
	hall.close()
	if err != nil {
		return err
	}
	var away []time.Duration
	for _, a := range gaps {
		away = append(away, a.to.Sub(a.from))
	}
	g.figure("killed", "%d times, ready again in %s", len(gaps), spreadOf(away))
	if err := hall.account(ctx, gaps, c.Settle); err != nil {
		return err
	}
	return g.lawful(ctx, gaps)
}

// kill kills the bot, or one of its processes, at random moments and starts it
// again, and tells when it was away. Now and then something is delivered to it twice.
func (c *killsCmd) kill(ctx context.Context, g *rig, random *rand.Rand) (gaps []gap, err error) {
	for range c.Kills {
		for _, twice := range []string{"fault tg-twice", "fault dc-twice"} {
			if random.IntN(2) == 0 {
				continue
			}
			if _, err := g.order(ctx, twice, nil); err != nil {
				return nil, err
			}
		}
		if err := pause(ctx, time.Duration(random.Int64N(int64(2*c.Every)))); err != nil {
			return nil, err
		}
		killed := time.Now()
		if err := g.kill(random.IntN(len(g.bots))); err != nil {
			return nil, err
		}
		if err := g.start(ctx); err != nil {
			return nil, err
		}
		gaps = append(gaps, gap{killed, time.Now()})
	}
	return gaps, pause(ctx, c.Every)
}
