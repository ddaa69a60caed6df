package main

import (
	"context"
	"errors"
	"time"
)

type databaseCmd struct {
	Down time.Duration `default:"25s" help:"For how long the PostgreSQL server is away (${default})."`
	Back time.Duration `default:"5s" help:"Bound of the time until people are answered (${default})."`
	Rate float64       `default:"40" help:"Acts a second (${default})."`
}

// play takes the server away while people play, and compares in the end what they did with
// what is stored.
func (c *databaseCmd) play(ctx context.Context, g *rig) error {
	if g.server == nil {
		return errors.New("only with --postgres there is a server that may be away")
	}
	crowd := seatCrowd(c.Rate, "d", 40*int(1+c.Rate/10), 4, g.telegram, g.discord)
	var over time.Time
	if err := g.during(ctx, crowd, time.Minute, func() error {
		pause(ctx, 5*time.Second)
		err := g.server.Kill(c.Down)
		over = time.Now()
		pause(ctx, c.Back)
		return err
	}); err != nil {
		return err
	}
	took := spreadOf(waits(only(g.since(over.Add(c.Back/2)), func(a *act) bool { return a.due.Before(over.Add(c.Back)) })))
	g.promise(took.p99 <= c.Back, "its database is away", "for %s; from %s after it people are told in %s", c.Down, brief(c.Back/2), took)
	return g.balance(ctx, nil)
}
