package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// A fleet keeps the connections of the shards that this process holds.
type fleet struct {
	rest     *rest
	holder   chat.Holder
	dispatch func(*discordgo.Event)

	serving context.Context // serve's
	buckets int             // max_concurrency
	here    chat.Alone      // among the shards of this process
	begun   sync.WaitGroup  // waits of a span after a session began
}

// serve keeps every shard connected, here or in another process, until ctx ends (nil) or
// Discord refuses the bot for good.
func (f *fleet) serve(ctx context.Context) error {
	f.serving = ctx
	defer f.begun.Wait()
	for least := 1; ; {
		how, err := f.recommended(ctx)
		if err != nil || ctx.Err() != nil {
			return refusal(err)
		}
		n := max(how.Shards, least)
		f.buckets = max(1, how.SessionStartLimit.MaxConcurrency)
		if err = f.keepAll(ctx, n); !errors.Is(err, errCrowded) {
			return err
		}
		f.rest.log.Warn("discord: more shards are demanded", "shards", n)
		least = 2 * n
	}
}

// recommended asks Discord for the gateway's address, for how many shards to use, and for
// the sessions that may still begin. It tries until ctx ends (nil) or Discord refuses the bot.
func (f *fleet) recommended(ctx context.Context) (how discordgo.GatewayBotResponse, err error) {
	err = chat.Insist(ctx, f.rest.timing.reconnecting(), f.rest.log.Warn, "discord: asking for the gateway", isFinal, func() error {
		return f.rest.get(ctx, discordgo.EndpointGatewayBot, &how)
	})
	if refusal(err) == nil {
		err = nil
	}
	return how, err
}

// keepAll keeps n shards. It returns when all have ended: nil if ctx has, or the error of
// the first that failed.
func (f *fleet) keepAll(ctx context.Context, n int) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var all sync.WaitGroup
	// Each process takes one after the other, as fast as sessions may begin, in an order
	// of its own: so those that start together share them.
	for i, id := range rand.Perm(n) {
		s, after := shard{id, n}, time.Duration(i/f.buckets)*f.rest.timing.identify
		all.Go(func() {
			if !chat.Pause(ctx, after) {
				return
			}
			if err := f.keep(ctx, s); err != nil {
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
func (f *fleet) keep(ctx context.Context, s shard) error {
	for {
		var held context.Context
		var release func()
		asked := time.Now()
		log := f.rest.log.With("shard", s.String())
		err := chat.Insist(ctx, f.rest.timing.reconnecting(), log.Warn, "discord: claiming a shard", nil, func() (err error) {
			held, release, err = f.holder.Hold(ctx, "discord shard "+s.String())
			return err
		})
		if err != nil { // ctx has ended
			return nil
		}
		if time.Since(asked) > f.rest.timing.takeover { // its last owner may just have begun a session
			chat.Pause(held, f.rest.timing.identify)
		}
		g := &gateway{rest: f.rest, shard: s, dispatch: f.dispatch}
		g.begin = func(ctx context.Context) (string, func(), error) { return f.begin(ctx, s) }
		err = g.serve(held)
		release()
		if err != nil || ctx.Err() != nil {
			return err
		}
		log.Warn("discord: a shard was lost to another process")
	}
}

// begin waits until a session of a shard may begin, and returns the gateway's address.
// Shards whose numbers leave the same remainder by max_concurrency share a bucket, in
// which one session begins in a span, whichever process begins it: the next one begins a
// span after done is called. Half of a day's sessions may begin at once, the others are
// spread: Discord resets the token of a bot that begins too many.
func (f *fleet) begin(ctx context.Context, s shard) (url string, done func(), err error) {
	bucket := fmt.Sprintf("discord identify %d", s.id%f.buckets)
	_, next, err := f.here.Hold(ctx, bucket)
	if err != nil {
		return "", nil, err
	}
	// The span after the beginning lasts longer than the shard may.
	holding, stop := context.WithCancel(context.WithoutCancel(ctx))
	waiting := context.AfterFunc(ctx, stop)
	_, release, err := f.holder.Hold(holding, bucket)
	waiting()
	if err != nil {
		stop()
		next()
		return "", nil, err
	}
	done = func() {
		f.begun.Go(func() {
			chat.Pause(f.serving, f.rest.timing.identify)
			release()
			stop()
			next()
		})
	}
	how, err := f.recommended(ctx)
	if limit := how.SessionStartLimit; err == nil && limit.Remaining < limit.Total/2 {
		pause := time.Duration(limit.ResetAfter) * time.Millisecond / time.Duration(limit.Remaining+1)
		f.rest.log.Error("discord: few sessions are left today; something has connected again and again", "left", limit.Remaining, "pause", pause)
		chat.Pause(ctx, pause)
	}
	if err = errors.Join(err, ctx.Err()); err != nil {
		done()
		return "", nil, err
	}
	return how.URL, done, nil
}
