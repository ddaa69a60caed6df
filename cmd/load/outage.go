package main

import (
	"context"
	"sync/atomic"
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
	drop := func(discordtest.Hello) discordtest.Greeting { return discordtest.Greeting{Drop: true} }
	for _, part := range []struct {
		name string
		network
		gate     func(discordtest.Hello) discordtest.Greeting
		discord  func(discordtest.Call) *discordtest.Fault
		telegram func(telegramtest.Call) *telegramtest.Fault
	}{
		{"Discord is away", g.discord, drop, func(discordtest.Call) *discordtest.Fault { return &discordtest.Fault{} }, nil},
		{"its gateway is away", g.discord, drop, nil, nil},
		{"Telegram is away", g.telegram, nil, nil, func(telegramtest.Call) *telegramtest.Fault { return &telegramtest.Fault{} }},
	} {
		g.discord.Change(func(w *discordtest.World) { w.Gate, w.Fail = part.gate, part.discord })
		g.telegram.Fail(part.telegram)
		if part.gate != nil {
			g.discord.Cut()
		}
		pause(ctx, c.Down)
		asked, t := time.Now(), part.seat(part.name, 3)
		_ = t.do(0, deal, "24", asked) // Telegram keeps it
		g.discord.Change(func(w *discordtest.World) { w.Gate, w.Fail = nil, nil })
		g.telegram.Fail(nil)
		over := time.Now()
		back := until(ctx, 3*time.Minute, func() bool { // they keep asking
			if time.Since(asked) > time.Second/2 {
				asked = time.Now()
				_ = t.do(0, deal, "24", asked)
			}
			return t.last(deal) != shown{}
		})
		took := time.Since(over)
		g.promise(back && took <= c.Back, part.name, "for %s; people are answered %s after it", c.Down, brief(took))
	}
	if g.proxy == nil { // else the bot has no gateway
		c.silence(ctx, g)
	}
	return nil
}

// silence lets the gateway acknowledge nothing, and reports when the bot connects anew.
func (c *outageCmd) silence(ctx context.Context, g *rig) {
	pause(ctx, heartbeat) // so that it beats regularly
	var dialled atomic.Bool
	g.discord.Change(func(w *discordtest.World) {
		w.Mute = true
		w.Gate = func(h discordtest.Hello) (as discordtest.Greeting) {
			if h.Op == discordtest.Dialled {
				dialled.Store(true)
			}
			return as
		}
	})
	began := time.Now()
	until(ctx, 3*time.Minute, dialled.Load)
	left := time.Since(began)
	g.discord.Change(func(w *discordtest.World) { w.Mute, w.Gate = false, nil })
	// The first heartbeat without an answer comes an interval later at most.
	g.promise(left <= heartbeat+c.Silent, "its gateway is silent", "the bot connects anew after %s; heartbeats every %s", brief(left), heartbeat)
}
