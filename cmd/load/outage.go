package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
)

type outageCmd struct {
	Down time.Duration `default:"25s" help:"For how long each network is away (${default})."`
	Back time.Duration `default:"5s" help:"Bound of the time until the bot is back (${default})."`
}

func (*outageCmd) limits() bool { return false }

// An outage says which part of a network is away.
type outage struct {
	name string
	network
	telegram       func(telegramtest.Call) *telegramtest.Fault
	discord        func(discordtest.Call) *discordtest.Fault
	discordGateway func(discordtest.Hello) discordtest.Greeting
}

func (c *outageCmd) play(ctx context.Context, g *rig) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	failDiscord := func(discordtest.Call) *discordtest.Fault { return &discordtest.Fault{} }
	failTelegram := func(telegramtest.Call) *telegramtest.Fault { return &telegramtest.Fault{} }
	drop := func(discordtest.Hello) discordtest.Greeting { return discordtest.Greeting{Drop: true} }
	for _, o := range []outage{
		{name: "Discord is away", network: g.discord, discord: failDiscord, discordGateway: drop},
		{name: "its gateway is away", network: g.discord, discordGateway: drop},
		{name: "Telegram is away", network: g.telegram, telegram: failTelegram},
	} {
		c.takeAway(ctx, g, o)
	}
	// If Discord posts to web hooks, the bot has no gateway.
	if g.proxy == nil {
		g.muteGateway(ctx)
	}
	return nil
}

// takeAway takes a network away for a while, and reports when people are answered again.
func (c *outageCmd) takeAway(ctx context.Context, g *rig, o outage) {
	g.discord.Change(func(w *discordtest.World) {
		w.Gate = o.discordGateway
		w.Fail = o.discord
	})
	g.telegram.Fail(o.telegram)
	if o.discordGateway != nil {
		g.discord.Cut()
	}
	pause(ctx, c.Down)
	asked := time.Now()
	t := o.seat(o.name, 3)
	// Telegram keeps what people ask while the bot is away.
	_ = t.do(0, deal, "24", asked)
	g.discord.Change(func(w *discordtest.World) {
		w.Gate = nil
		w.Fail = nil
	})
	g.telegram.Fail(nil)
	over := time.Now()
	isBack := until(ctx, 3*time.Minute, func() bool {
		// People keep asking.
		if time.Since(asked) > time.Second/2 {
			asked = time.Now()
			_ = t.do(0, deal, "24", asked)
		}
		return t.newestPuzzle() != shownPuzzle{}
	})
	took := time.Since(over)
	g.promise(isBack && took <= c.Back, o.name, "for %s; people are answered %s after it", c.Down, brief(took))
}

// muteGateway makes the gateway acknowledge no heartbeat, and reports when the bot connects again.
func (g *rig) muteGateway(ctx context.Context) {
	// After this pause the bot sends heartbeats regularly.
	pause(ctx, heartbeat)
	var dialled atomic.Bool
	g.discord.Change(func(w *discordtest.World) {
		w.Mute = true
		w.Gate = func(h discordtest.Hello) discordtest.Greeting {
			if h.Op == discordtest.Dialled {
				dialled.Store(true)
			}
			return discordtest.Greeting{}
		}
	})
	began := time.Now()
	until(ctx, 3*time.Minute, dialled.Load)
	took := time.Since(began)
	g.discord.Change(func(w *discordtest.World) {
		w.Mute = false
		w.Gate = nil
	})
	// The first heartbeat without an answer comes an interval later at most. After it, the bot still
	// waits for the answer.
	isInTime := took <= heartbeat+15*time.Second
	g.promise(isInTime, "its gateway is silent", "the bot connects anew after %s; heartbeats every %s", brief(took), heartbeat)
}

type databaseCmd struct {
	Down time.Duration `default:"25s" help:"For how long the PostgreSQL server is away (${default})."`
	Back time.Duration `default:"5s" help:"Bound of the time until people are answered (${default})."`
	Rate float64       `default:"40" help:"Acts a second (${default})."`
}

func (*databaseCmd) limits() bool { return false }

// play takes the server away while people play, and compares in the end what they did with
// what is stored.
func (c *databaseCmd) play(ctx context.Context, g *rig) error {
	if g.server == nil {
		return errors.New("only with --postgres there is a server that may be away")
	}
	crowd := seatCrowd(c.Rate, "d", 40*int(1+c.Rate/10), 4, g.telegram, g.discord)
	var over time.Time
	err := g.during(ctx, crowd, time.Minute, func() error {
		pause(ctx, 5*time.Second)
		err := g.server.Kill(c.Down)
		over = time.Now()
		pause(ctx, c.Back)
		return err
	})
	if err != nil {
		return err
	}
	soonAfter := only(g.since(over.Add(c.Back/2)), func(a *act) bool { return a.due.Before(over.Add(c.Back)) })
	took := spreadOf(waits(soonAfter))
	g.promise(took.p99 <= c.Back, "its database is away", "for %s; from %s after it people are told in %s",
		c.Down, brief(c.Back/2), took)
	return g.balance(ctx, g.since(time.Time{}), nil)
}
