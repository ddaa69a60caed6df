package main

import (
	"context"
	"errors"
	"syscall"
	"time"
)

type killsCmd struct {
	Kills  int           `default:"10" help:"How many times the bot is ended (${default})."`
	Server int           `placeholder:"N" help:"Every Nth time end the PostgreSQL server instead, which is then away for two seconds."`
	Gently bool          `help:"Send SIGTERM instead of SIGKILL."`
	Every  time.Duration `default:"1500ms" help:"The mean time from when the bot is back until it is ended again (${default})."`
	Rate   float64       `default:"40" help:"Acts a second on both networks together (${default})."`
	Settle time.Duration `default:"1m" help:"How long the bot has at the end to tell what it has not told (${default})."`
}

func (*killsCmd) limits() bool { return true }

// Validate implements kong's check of a command.
func (c *killsCmd) Validate() error {
	if c.Every <= 0 {
		return errors.New("--every must be more than 0")
	}
	return checkRate(c.Rate)
}

// termWithin is how long a process may take to end after SIGTERM.
const termWithin = 8 * time.Second

// play ends a process of the bot or the server at random moments while people play, and starts it again.
func (c *killsCmd) play(ctx context.Context, g *rig) error {
	if c.Server > 0 && g.server == nil {
		return errors.New("only with --postgres there is a server to kill")
	}
	crowd := seatCrowd(c.Rate, "kills", enoughPlaces(c.Rate), g.telegram, g.discord)
	var gaps []gap
	var longest time.Duration
	err := g.playDuring(ctx, crowd, c.Settle, func() error {
		for i := range c.Kills {
			// The mean of these pauses is c.Every.
			untilNext := time.Duration(g.random.Int64N(int64(2 * c.Every)))
			pause(ctx, untilNext)
			killed := time.Now()
			isOfServer := c.Server > 0 && (i+1)%c.Server == 0
			if isOfServer {
				err := killServer(ctx, g)
				if err != nil {
					return err
				}
				gaps = append(gaps, gap{from: killed, to: time.Now()})
				continue
			}
			took, err := g.stop(c.signal(), g.random.IntN(len(g.bots)))
			if err != nil {
				return err
			}
			longest = max(longest, took)
			if err := g.start(ctx); err != nil {
				return err
			}
			gaps = append(gaps, gap{from: killed, to: time.Now()})
		}
		pause(ctx, c.Every)
		return nil
	})
	if err != nil {
		return err
	}
	g.figure("ended and started again", "%d times", len(gaps))
	if c.Gently {
		g.promise(longest <= termWithin, "SIGTERM ends it in", "%s at most", brief(longest))
	}
	return g.balance(ctx, g.allActs(), gaps)
}

// signal returns the signal that ends a process.
func (c *killsCmd) signal() syscall.Signal {
	if c.Gently {
		return syscall.SIGTERM
	}
	return syscall.SIGKILL
}

// killServer takes the PostgreSQL server away for two seconds, and waits until every process of the bot serves
// again. The processes do not end meanwhile.
func killServer(ctx context.Context, g *rig) error {
	if err := g.server.Kill(2 * time.Second); err != nil {
		return err
	}
	for i := range g.bots {
		isBack := until(ctx, readyFor, func() bool { return g.serves(i) })
		if !isBack {
			return g.notReady(i)
		}
	}
	return nil
}
