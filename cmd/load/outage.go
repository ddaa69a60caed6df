package main

import (
	"context"
	"time"
)

type outageCmd struct {
	Down      time.Duration `default:"25s" help:"For how long each network is away (${default})."`
	Latency   time.Duration `default:"100ms" help:"What each call to a network takes (${default})."`
	Heartbeat time.Duration `default:"10s" help:"Interval of the heartbeats that Discord asks for (${default})."`
	Back      time.Duration `default:"5s" help:"Bound of the time until the bot is back (${default})."`
	Silent    time.Duration `default:"15s" help:"Bound of the time from when a heartbeat was not acknowledged until the bot has left (${default})."`
}

func (c *outageCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(ctx, r, "-latency", c.Latency.String(), "-dc-heartbeat", c.Heartbeat.String())
	if err != nil {
		return err
	}
	defer g.close()
	if err := g.start(ctx); err != nil {
		return err
	}
	for _, part := range []func(context.Context, *rig) error{c.discord, c.gateway, c.silence, c.telegram} {
		if err := part(ctx, g); err != nil {
			return err
		}
	}
	return g.lawful(ctx, nil)
}

// discord takes all of Discord away.
func (c *outageCmd) discord(ctx context.Context, g *rig) error {
	if _, err := g.order(ctx, "fault dc-rest", options{"cut": "before", "for": c.Down}); err != nil {
		return err
	}
	return c.drop(ctx, g, "Discord is away")
}

// gateway takes away its gateway alone.
func (c *outageCmd) gateway(ctx context.Context, g *rig) error {
	return c.drop(ctx, g, "its gateway is away")
}

// drop cuts the gateway, refuses connections for a while, and reports how long
// after it the bot is back.
func (c *outageCmd) drop(ctx context.Context, g *rig, name string) error {
	if _, err := g.order(ctx, "fault dc-drop", options{"refuse": c.Down}); err != nil {
		return err
	}
	over := time.Now().Add(c.Down)
	if err := pause(ctx, c.Down); err != nil {
		return err
	}
	_, err := g.order(ctx, "dc ready", options{"timeout": 3 * time.Minute})
	g.promise(err == nil && time.Since(over) <= c.Back, name, "for %s; the bot is back %s after it%s", c.Down, brief(time.Since(over)), because(err))
	return nil
}

// silence has the gateway acknowledge nothing, and reports when the bot leaves:
// that is when it connects anew.
func (c *outageCmd) silence(ctx context.Context, g *rig) error {
	if err := pause(ctx, c.Heartbeat); err != nil { // so that it beats regularly
		return err
	}
	before, err := g.counts(ctx)
	if err != nil {
		return err
	}
	if _, err := g.order(ctx, "fault dc-noack", nil, "on"); err != nil {
		return err
	}
	began := time.Now()
	const connections = "dc gateway connections"
	for now := before; now.Counters[connections] == before.Counters[connections]; {
		if time.Since(began) > 3*time.Minute {
			break
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
		if now, err = g.counts(ctx); err != nil {
			return err
		}
	}
	left := time.Since(began)
	if _, err := g.order(ctx, "fault dc-noack", nil, "off"); err != nil {
		return err
	}
	// The first heartbeat that can go unacknowledged comes an interval later at most.
	g.promise(left <= c.Heartbeat+c.Silent, "its gateway is silent", "the bot left after %s; heartbeats every %s", brief(left), c.Heartbeat)
	_, err = g.order(ctx, "dc ready", options{"timeout": time.Minute})
	return err
}

// telegram takes Telegram away; somebody says something meanwhile.
func (c *outageCmd) telegram(ctx context.Context, g *rig) error {
	over := time.Now().Add(c.Down)
	for _, match := range []string{"getUpdates", ""} { // a poll is cut only if it is named
		if _, err := g.order(ctx, "fault tg-rest", options{"cut": "before", "for": c.Down, "match": match}); err != nil {
			return err
		}
	}
	p := place{"telegram", "P:patient"}
	if err := pause(ctx, c.Down/2); err != nil {
		return err
	}
	if err := g.pose(ctx, p, p.person(0), "24", hand); err != nil {
		return err
	}
	e, err := g.await(ctx, p, "make 24", false, c.Down+time.Minute)
	g.promise(err == nil && e.At.Sub(over) <= c.Back, "Telegram is away", "for %s; who spoke meanwhile is answered %s after it%s", c.Down, brief(e.At.Sub(over)), because(err))
	return nil
}
