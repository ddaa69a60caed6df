package discord

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// A fleet keeps the connections of the shards that this process holds.
type fleet struct {
	rest     *rest
	pace     *pace
	holder   chat.Holder
	dispatch func(*discordgo.Event)

	mu   sync.Mutex
	left []func() // what is to be done when the last events have been taken
}

// serve keeps every shard connected, here or in another process, until ctx ends (nil)
// or Discord refuses the bot for good. The connections stay open until leave.
func (f *fleet) serve(ctx context.Context) error {
	t := &turns{holder: f.holder, span: f.pace.identify, serving: ctx}
	defer t.after.Wait()
	least := 1
	for {
		how, err := f.recommended(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		n, limit := max(how.Shards, least), how.SessionStartLimit
		t.buckets, t.daily = limit.MaxConcurrency, newDaily(limit.Total, n)
		err = f.keepAll(ctx, n, t)
		if !errors.Is(err, errCrowded) {
			return err
		}
		f.rest.log.Warn("discord: more shards are demanded", "shards", n)
		f.leave()
		least = 2 * n
	}
}

// recommended asks how many shards there should be and how they may begin. It returns
// nil with a context that has ended.
func (f *fleet) recommended(ctx context.Context) (how discordgo.GatewayBotResponse, err error) {
	again := func(err error, pause time.Duration) bool {
		if refusal(err) != nil {
			return false
		}
		f.rest.log.Warn("discord: the gateway cannot be asked for", "err", err, "pause", pause)
		return true
	}
	err = chat.Retry(ctx, f.pace.dials(), again, func() error { return f.rest.get(ctx, discordgo.EndpointGatewayBot, &how) })
	if final := refusal(err); final != nil {
		return how, final
	}
	limit := &how.SessionStartLimit
	if err == nil && limit.Total > 0 && limit.Remaining == 0 {
		pause := time.Duration(limit.ResetAfter) * time.Millisecond
		f.rest.log.Error("discord: no session is left today; something has connected again and again", "pause", pause)
		chat.Pause(ctx, pause)
	}
	if limit.Total < 2 {
		limit.Total = startsADay
	}
	limit.MaxConcurrency = max(1, limit.MaxConcurrency)
	return how, nil
}

// keepAll keeps n shards. It returns when all have ended, since ctx has (nil) or for
// what one of them came to.
func (f *fleet) keepAll(ctx context.Context, n int, t *turns) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var all sync.WaitGroup
	// Each process takes one after the other, as fast as sessions may begin, in an order
	// of its own: so those that start together share them.
	for i, id := range rand.Perm(n) {
		s, after := shard{id, n}, time.Duration(i/t.buckets)*f.pace.identify
		all.Go(func() {
			if !chat.Pause(ctx, after) {
				return
			}
			if err := f.keep(ctx, s, t); err != nil {
				end(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// keep keeps a shard connected while this process holds it, until ctx ends (nil) or
// Discord refuses it.
func (f *fleet) keep(ctx context.Context, s shard, t *turns) error {
	again := func(err error, pause time.Duration) bool {
		f.rest.log.Warn("discord: whether another process has a shard cannot be learnt", "shard", s.String(), "err", err, "pause", pause)
		return true
	}
	for {
		var held context.Context
		var release func()
		asked := time.Now()
		err := chat.Retry(ctx, f.pace.dials(), again, func() (err error) {
			held, release, err = f.holder.Hold(ctx, "discord shard "+s.String())
			return err
		})
		if err != nil { // ctx has ended
			return nil
		}
		if time.Since(asked) > f.pace.takeover { // whoever had it may just have begun a session, and have ended with its turn
			chat.Pause(held, f.pace.identify)
		}
		g, err := newGateway(f.rest, f.pace, s, t, f.dispatch)
		if err != nil {
			release()
			return err
		}
		err = g.stayConnected(held)
		if err != nil || ctx.Err() != nil {
			f.leaveLater(func() { g.leave(); release() })
			return err
		}
		f.rest.log.Warn("discord: a shard was lost to another process", "shard", s.String())
		g.leave()
		release()
	}
}

func (f *fleet) leaveLater(leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left = append(f.left, leave)
}

// leave closes what is still open, when serve has returned.
func (f *fleet) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all sync.WaitGroup
	for _, leave := range f.left {
		all.Go(leave)
	}
	all.Wait()
	f.left = nil
}
