package main

import (
	"context"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
)

type outageCmd struct {
	Down   time.Duration `default:"25s" help:"For how long each network is away (${default})."`
	Back   time.Duration `default:"5s" help:"Bound of the time until the bot is back (${default})."`
	Silent time.Duration `default:"15s" help:"Bound of the time from the first heartbeat without an answer until the bot connects anew (${default})."`
}

func (c *outageCmd) play(ctx context.Context, g *rig) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	discord := func(change func(*discordtest.World)) func() {
		return func() {
			g.discord.Change(change)
			g.discord.Cut()
		}
	}
	back := func() {
		g.discord.Change(func(w *discordtest.World) { w.Gate, w.Fail = nil, nil })
		g.telegram.Fail(nil)
	}
	refuse := func(discordtest.Hello) discordtest.Greeting { return discordtest.Greeting{Drop: true} }
	for _, part := range []struct {
		name string
		network
		leave func()
	}{
		{"Discord is away", g.discord, discord(func(w *discordtest.World) {
			w.Gate, w.Fail = refuse, func(discordtest.Call) *discordtest.Fault { return &discordtest.Fault{} }
		})},
		{"its gateway is away", g.discord, discord(func(w *discordtest.World) { w.Gate = refuse })},
		{"Telegram is away", g.telegram, func() {
			g.telegram.Fail(func(telegramtest.Call) *telegramtest.Fault { return &telegramtest.Fault{} })
		}},
	} {
		part.leave()
		if err := pause(ctx, c.Down); err != nil {
			return err
		}
		asked, t := time.Now(), part.seat(part.name, 3)
		_ = t.do(0, deal, "24", asked) // Telegram keeps it
		back()
		over := time.Now()
		err := g.until(ctx, 3*time.Minute, func() bool { // they keep asking
			if time.Since(asked) > time.Second/2 {
				asked = time.Now()
				_ = t.do(0, deal, "24", asked)
			}
			return t.count() > 0
		})
		took := time.Since(over)
		g.promise(err == nil && took <= c.Back, part.name, "for %s; people are answered %s after it", c.Down, brief(took))
	}
	return c.silence(ctx, g)
}

// silence lets the gateway acknowledge nothing, and reports when the bot connects anew.
func (c *outageCmd) silence(ctx context.Context, g *rig) error {
	dialled := make(chan struct{}, 16)
	if err := pause(ctx, heartbeat); err != nil { // so that it beats regularly
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
	g.promise(left <= heartbeat+c.Silent, "its gateway is silent", "the bot connects anew after %s; heartbeats every %s", brief(left), heartbeat)
	return nil
}
