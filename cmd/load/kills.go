package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"
)

type killsCmd struct {
	Kills  int           `default:"10" help:"How many (${default})."`
	Server int           `placeholder:"N" help:"Every Nth kill is of the PostgreSQL server, which is away for two seconds."`
	Gently bool          `help:"Send SIGTERM instead of SIGKILL."`
	Every  time.Duration `default:"1500ms" help:"Mean time from when the bot is back to the next (${default})."`
	Rate   float64       `default:"40" help:"Acts a second, on both networks together (${default})."`
	Settle time.Duration `default:"1m" help:"How long the bot has at the end to tell what it has not told (${default})."`
}

func (*killsCmd) limits() bool { return true }

// play ends the bot, or one of its processes, at random moments while people play, and starts
// it again.
func (c *killsCmd) play(ctx context.Context, g *rig) error {
	if c.Server > 0 && g.server == nil {
		return errors.New("only with --postgres there is a server to kill")
	}
	crowd := seatCrowd(c.Rate, "k", 40*int(1+c.Rate/10), 4, g.telegram, g.discord)
	var gaps []gap
	var longest time.Duration
	err := g.during(ctx, crowd, c.Settle, func() error {
		for i := range c.Kills {
			pause(ctx, time.Duration(g.random.Int64N(int64(2*c.Every))))
			killed := time.Now()
			took, err := c.kill(ctx, g, i)
			if err != nil {
				return err
			}
			longest = max(longest, took)
			// The processes that were stopped, or have ended with the server, start again.
			if err := g.start(ctx); err != nil {
				return err
			}
			gaps = append(gaps, gap{killed, time.Now()})
		}
		pause(ctx, c.Every)
		return nil
	})
	if err != nil {
		return err
	}
	g.figure("ended and started again", "%d times", len(gaps))
	if c.Gently {
		g.promise(longest <= 8*time.Second, "SIGTERM ends it in", "%s at most", brief(longest))
	}
	return g.balance(ctx, g.since(time.Time{}), gaps)
}

// kill ends a process of the bot, and returns how long that took, or restarts the server.
func (c *killsCmd) kill(ctx context.Context, g *rig, i int) (took time.Duration, err error) {
	if c.Server == 0 || i%c.Server != c.Server-1 {
		signal := syscall.SIGKILL
		if c.Gently {
			signal = syscall.SIGTERM
		}
		return g.stop(signal, g.random.IntN(len(g.bots)))
	}
	if err := g.server.Kill(2 * time.Second); err != nil {
		return 0, err
	}
	for i := range g.bots {
		if !until(ctx, readyFor, func() bool { return g.serves(i) }) {
			return 0, fmt.Errorf("process %d is not back; see %s", i, g.log.Name())
		}
	}
	return 0, nil
}
