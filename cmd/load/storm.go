package main

import (
	"context"
	"math"
	"slices"
	"time"

	"reckon/bot/telegram/telegramtest"
)

type stormCmd struct {
	Storm time.Duration `default:"10s" help:"For how long all calls are refused (${default})."`
	Own   time.Duration `default:"30s" help:"For how long two chats are refused (${default})."`
	Rate  float64       `default:"10" help:"Acts a second (${default}); the network takes 30, so twice as many cannot be made up for sooner."`
	Back  time.Duration `default:"5s" help:"Bound of the time after the storm until people are served as before (${default})."`
	P99   time.Duration `name:"p99" default:"1s" help:"Bound of the time within which 99 % are told then, and beside the two chats (${default})."`
}

func (c *stormCmd) play(ctx context.Context, g *rig) error {
	if err := g.start(ctx); err != nil {
		return err
	}
	crowd := g.crowd(c.Rate, "s", 20*int(1+c.Rate/5), 4, g.telegram)
	if err := crowd.during(ctx, func() error { return c.refuse(ctx, g, crowd) }); err != nil {
		return err
	}
	if err := g.settle(ctx, time.Minute); err != nil {
		return err
	}
	return g.balance(ctx, nil)
}

// refuse refuses all calls for a while, and later those of two chats.
func (c *stormCmd) refuse(ctx context.Context, g *rig, crowd *crowd) error {
	for _, part := range []struct {
		name  string
		chats []string // whose calls are refused; nil: all are
		lasts time.Duration
		from  time.Duration // when people are served as before
	}{
		{"all calls are refused", nil, c.Storm, c.Storm + c.Back},
		{"two chats are refused", []string{crowd.tables[0].chat, crowd.tables[3].chat}, c.Own, 0},
	} {
		if err := pause(ctx, c.Back); err != nil {
			return err
		}
		began := time.Now()
		g.telegram.Fail(func(call telegramtest.Call) *telegramtest.Fault {
			left := part.lasts - time.Since(began)
			if call.Method == "getUpdates" || left <= 0 || part.chats != nil && !slices.Contains(part.chats, call.Get("chat_id")) {
				return nil
			}
			return telegramtest.TooMany(int(math.Ceil(left.Seconds())))
		})
		if err := pause(ctx, part.lasts+c.Back+2*c.P99+c.Back); err != nil {
			return err
		}
		some := only(g.since(began.Add(part.from)), func(a *act) bool { return !slices.Contains(part.chats, a.chat) && time.Since(a.due) > c.P99 })
		silent, _ := silence(some)
		took := spreadOf(waits(some))
		g.promise(took.p99 <= c.P99 && len(silent) == 0, part.name, "%s; %d were told nothing within %s", took, len(silent), brief(c.P99))
		g.telegram.Fail(nil)
	}
	return nil
}
