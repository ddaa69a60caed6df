package main

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
)

type outageCmd struct {
	limitless
	Down time.Duration `default:"25s" help:"For how long each network is away (${default})."`
	Back time.Duration `default:"5s" help:"Bound of the time until the bot is back (${default})."`
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
		g.muteGateway(ctx)
	}
	return nil
}

// muteGateway lets the gateway acknowledge nothing, and reports when the bot connects anew.
func (g *rig) muteGateway(ctx context.Context) {
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
	// The first heartbeat without an answer comes an interval later at most, and is waited for.
	g.promise(left <= heartbeat+15*time.Second, "its gateway is silent", "the bot connects anew after %s; heartbeats every %s", brief(left), heartbeat)
}

type stormCmd struct {
	Storm time.Duration `default:"10s" help:"For how long all calls are refused (${default})."`
	Own   time.Duration `default:"30s" help:"For how long two chats are refused (${default})."`
	Rate  float64       `default:"10" help:"Acts a second (${default}); the network takes 30, so twice as many cannot be made up for sooner."`
	Back  time.Duration `default:"5s" help:"Bound of the time after the storm until people are served as before (${default})."`
	P99   time.Duration `name:"p99" default:"1s" help:"Bound of the time within which 99 % are told then, and beside the two chats (${default})."`
}

// play refuses all calls for a while, and later those of two chats.
func (c *stormCmd) play(ctx context.Context, g *rig) error {
	crowd := seatCrowd(c.Rate, "s", 20*int(1+c.Rate/5), 4, g.telegram)
	if err := g.during(ctx, crowd, time.Minute, func() error {
		c.refuse(ctx, g, "all calls are refused", nil, c.Storm, c.Storm+c.Back)
		c.refuse(ctx, g, "two chats are refused", []string{crowd.tables[0].chat, crowd.tables[3].chat}, c.Own, 0)
		return nil
	}); err != nil {
		return err
	}
	return g.balance(ctx, nil)
}

// refuse refuses the calls of some chats, of all if they are nil, and promises that everybody
// else is served as before from a while after it began.
func (c *stormCmd) refuse(ctx context.Context, g *rig, name string, chats []string, lasts, from time.Duration) {
	pause(ctx, c.Back)
	began := time.Now()
	g.telegram.Fail(func(call telegramtest.Call) *telegramtest.Fault {
		left := lasts - time.Since(began)
		if call.Method == "getUpdates" || left <= 0 || chats != nil && !slices.Contains(chats, call.Get("chat_id")) {
			return nil
		}
		return telegramtest.TooMany(int(math.Ceil(left.Seconds())))
	})
	pause(ctx, lasts+c.Back+2*c.P99+c.Back)
	some := only(g.since(began.Add(from)), func(a *act) bool { return !slices.Contains(chats, a.chat) && time.Since(a.due) > c.P99 })
	silent, _ := silence(some)
	took := spreadOf(waits(some))
	g.promise(took.p99 <= c.P99 && len(silent) == 0, name, "%s; %d were told nothing within %s", took, len(silent), brief(c.P99))
	g.telegram.Fail(nil)
}

type databaseCmd struct {
	limitless
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
