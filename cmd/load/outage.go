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
	Down time.Duration `default:"25s" help:"How long each network is away (${default})."`
	Back time.Duration `default:"5s" help:"The promise is broken if people are answered later than this after an outage (${default})."`
}

func (*outageCmd) limits() bool { return false }

// An outage says which part of a network is away. Functions that are nil change nothing.
type outage struct {
	name string
	// network is where people wait for the bot.
	network
	// telegram and discord say how calls of the bot fail.
	telegram func(telegramtest.Call) *telegramtest.Fault
	discord  func(discordtest.Call) *discordtest.Fault
	// discordGateway says how the gateway receives the bot.
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
		{name: "Discord's gateway is away", network: g.discord, discordGateway: drop},
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
	t := o.seat(o.name, groupSize)
	// Telegram keeps what people ask meanwhile. On Discord this may fail.
	_ = t.do(0, deal, "24", asked)
	g.discord.Change(func(w *discordtest.World) {
		w.Gate = nil
		w.Fail = nil
	})
	g.telegram.Fail(nil)
	over := time.Now()
	isBack := until(ctx, 3*time.Minute, func() bool {
		// People ask again.
		if time.Since(asked) > time.Second/2 {
			asked = time.Now()
			_ = t.do(0, deal, "24", asked)
		}
		return t.newestPuzzle() != shownPuzzle{}
	})
	took := time.Since(over)
	if !isBack {
		g.promise(false, o.name, "for %s; nobody is answered %s after it", c.Down, brief(took))
		return
	}
	g.promise(took <= c.Back, o.name, "for %s; people are answered %s after it", c.Down, brief(took))
}

// muteWithin is how long the bot may take to connect again once its heartbeats are not acknowledged. The first
// such heartbeat comes within an interval, and the bot finds out an interval later. It has five seconds more to
// connect.
const muteWithin = 2*heartbeat + 5*time.Second

// muteGateway makes the gateway acknowledge no heartbeat, and reports when the bot connects again.
func (g *rig) muteGateway(ctx context.Context) {
	// After the first interval the bot sends heartbeats regularly.
	pause(ctx, heartbeat)
	var dialled atomic.Bool
	g.discord.Change(func(w *discordtest.World) {
		w.Mute = true
		// The greeting is the usual one.
		w.Gate = func(h discordtest.Hello) discordtest.Greeting {
			if h.Op == discordtest.Dialled {
				dialled.Store(true)
			}
			return discordtest.Greeting{}
		}
	})
	began := time.Now()
	isBack := until(ctx, 3*time.Minute, dialled.Load)
	took := time.Since(began)
	g.discord.Change(func(w *discordtest.World) {
		w.Mute = false
		w.Gate = nil
	})
	isKept := isBack && took <= muteWithin
	g.promise(isKept, "Discord's gateway is silent", "the bot connects again after %s; it sends a heartbeat every %s",
		brief(took), heartbeat)
}

type databaseCmd struct {
	Down time.Duration `default:"25s" help:"How long the PostgreSQL server is away (${default})."`
	Back time.Duration `default:"5s" help:"The promise is broken if people are not answered as usual this long after the outage (${default})."`
	Rate float64       `default:"40" help:"Acts a second (${default})."`
}

func (*databaseCmd) limits() bool { return false }

// Validate implements kong's check of a command.
func (c *databaseCmd) Validate() error { return checkRate(c.Rate) }

// play takes the server away while people play, and in the end compares what they did with what is stored.
func (c *databaseCmd) play(ctx context.Context, g *rig) error {
	if g.server == nil {
		return errors.New("there is a server only with --postgres")
	}
	crowd := seatCrowd(c.Rate, "database", enoughPlaces(c.Rate), g.telegram, g.discord)
	var over time.Time
	err := g.playDuring(ctx, crowd, time.Minute, func() error {
		pause(ctx, 5*time.Second)
		err := g.server.Kill(c.Down)
		over = time.Now()
		pause(ctx, c.Back)
		return err
	})
	if err != nil {
		return err
	}
	// People act until c.Back after the outage. In the first half of that time the bot makes up for what has
	// waited. What people do in the second half is measured.
	soonAfter := g.since(over.Add(c.Back / 2))
	took := spreadOf(waits(soonAfter))
	isKept := took.n > 0 && took.p99 <= c.Back
	g.promise(isKept, "the database is away", "for %s; from %s after it people are told in %s",
		c.Down, brief(c.Back/2), took)
	return g.balance(ctx, g.allActs(), nil)
}
