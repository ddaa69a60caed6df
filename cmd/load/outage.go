package main

import (
	"context"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
)

type outageCmd struct {
	Down      time.Duration `default:"25s" help:"For how long each network is away (${default})."`
	Heartbeat time.Duration `default:"10s" help:"Interval of the heartbeats that Discord asks for (${default})."`
	Back      time.Duration `default:"5s" help:"Bound of the time until the bot is back (${default})."`
	Silent    time.Duration `default:"15s" help:"Bound of the time from the first heartbeat without an answer until the bot connects anew (${default})."`
}

func (c *outageCmd) play(ctx context.Context, s *setup, r *report) error {
	g, err := s.open(r, rules{heartbeat: c.Heartbeat})
	if err != nil {
		return err
	}
	defer g.close()
	if err := g.start(ctx); err != nil {
		return err
	}
	away := func(discordtest.Call) *discordtest.Fault { return &discordtest.Fault{} }
	refuse := func(discordtest.Hello) discordtest.Greeting { return discordtest.Greeting{Drop: true} }
	for _, part := range []struct {
		name string
		fail func(discordtest.Call) *discordtest.Fault
	}{{"Discord is away", away}, {"its gateway is away", nil}} {
		g.discord.Change(func(w *discordtest.World) { w.Gate, w.Fail = refuse, part.fail })
		g.discord.Cut()
		if err := pause(ctx, c.Down); err != nil {
			return err
		}
		g.discord.Change(func(w *discordtest.World) { w.Gate, w.Fail = nil, nil })
		if err := c.back(ctx, g, part.name, g.discord.seat(part.name, 3), time.Now()); err != nil {
			return err
		}
	}
	if err := c.silence(ctx, g); err != nil {
		return err
	}
	g.telegram.Fail(func(telegramtest.Call) *telegramtest.Fault { return &telegramtest.Fault{} })
	t := g.telegram.seat("patient", 1)
	if err := pause(ctx, c.Down/2); err != nil {
		return err
	}
	if err := t.step(ctx, g.record, time.Now()); err != nil {
		return err
	}
	if err := pause(ctx, c.Down/2); err != nil {
		return err
	}
	g.telegram.Fail(nil)
	return c.shown(ctx, g, "Telegram is away", t, time.Now())
}

// back reports how soon after an outage a person who keeps asking is answered.
func (c *outageCmd) back(ctx context.Context, g *rig, name string, t *table, over time.Time) error {
	go func() {
		for ctx.Err() == nil && time.Since(over) < 3*time.Minute && t.count() == 0 {
			_ = t.step(ctx, g.record, time.Now()) // it is tried again
			_ = pause(ctx, time.Second/2)
		}
	}()
	return c.shown(ctx, g, name, t, over)
}

// shown reports how long after an outage a table has its puzzle.
func (c *outageCmd) shown(ctx context.Context, g *rig, name string, t *table, over time.Time) error {
	err := g.until(ctx, 3*time.Minute, func() bool { return t.count() > 0 })
	took := time.Since(over)
	g.promise(err == nil && took <= c.Back, name, "for %s; people are answered %s after it", c.Down, brief(took))
	return ctx.Err()
}

// silence lets the gateway acknowledge nothing, and reports when the bot connects anew.
func (c *outageCmd) silence(ctx context.Context, g *rig) error {
	dialled := make(chan struct{}, 16)
	if err := pause(ctx, c.Heartbeat); err != nil { // so that it beats regularly
		return err
	}
	heard := func(h discordtest.Hello) (as discordtest.Greeting) {
		if h.Op == discordtest.Dialled {
			select {
			case dialled <- struct{}{}:
			default:
			}
		}
		return as
	}
	g.discord.Change(func(w *discordtest.World) { w.Mute, w.Gate = true, heard })
	began := time.Now()
	select {
	case <-dialled:
	case <-time.After(3 * time.Minute):
	case <-ctx.Done():
		return ctx.Err()
	}
	left := time.Since(began)
	g.discord.Change(func(w *discordtest.World) { w.Mute, w.Gate = false, nil })
	// The first heartbeat without an answer comes an interval later at most.
	g.promise(left <= c.Heartbeat+c.Silent, "its gateway is silent", "the bot connects anew after %s; heartbeats every %s", brief(left), c.Heartbeat)
	return nil
}
