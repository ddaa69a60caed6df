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
