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

// A shardManager holds shards for this process, and keeps them connected.
type shardManager struct {
	rest     *rest
	holder   chat.Holder
	dispatch func(*discordgo.Event)

	// serving is the context of serve.
	serving context.Context
	// buckets is Discord's max_concurrency: see begin.
	buckets int
	// local lets one shard of this process at a time wait for a bucket.
	local chat.Alone
	// pauses waits for the pauses that follow the beginnings of sessions.
	pauses sync.WaitGroup
}

// serve keeps every shard connected, in this process or in another, until ctx ends (then it returns nil)
// or Discord refuses the bot for good.
func (m *shardManager) serve(ctx context.Context) error {
	m.serving = ctx
	defer m.pauses.Wait()
	least := 1
	for {
		advice, err := m.gatewayAdvice(ctx)
		if err != nil {
			return refusal(err)
		}
		if ctx.Err() != nil {
			return nil
		}
		n := max(advice.Shards, least)
		m.buckets = max(1, advice.SessionStartLimit.MaxConcurrency)
		err = m.keepAll(ctx, n)
		if !errors.Is(err, errCrowded) {
			return err
		}
		m.rest.log.Warn("discord: more shards are demanded", "shards", n)
		least = 2 * n
	}
}

// gatewayAdvice asks Discord for the gateway's address, how many shards to use, and how many sessions may
// still begin. It tries until ctx ends (then the error is nil) or Discord refuses the bot.
func (m *shardManager) gatewayAdvice(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	var advice discordgo.GatewayBotResponse
	const complaint = "discord: asking for the gateway"
	err := chat.Insist(ctx, m.rest.timing.reconnecting(), m.rest.log.Warn, complaint, isFinal, func() error {
		return m.rest.get(ctx, discordgo.EndpointGatewayBot, &advice)
	})
	if isFinal(err) {
		return advice, err
	}
	return advice, nil
}

// keepAll keeps n shards connected. It returns when all have ended: nil if ctx has ended, or the error of
// the first shard that failed.
func (m *shardManager) keepAll(ctx context.Context, n int) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var all sync.WaitGroup
	// Each process claims one shard after the other, as fast as sessions may begin. The order is random,
	// so that processes that start together share the shards.
	for i, id := range rand.Perm(n) {
		s := shard{id, n}
		after := time.Duration(i/m.buckets) * m.rest.timing.identify
		all.Go(func() {
			if !chat.Pause(ctx, after) {
				return
			}
			if err := m.keep(ctx, s); err != nil {
				end(err)
			}
		})
	}
	all.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// keep keeps a shard connected while this process holds it, until ctx ends (then it returns nil) or
// Discord refuses the shard.
func (m *shardManager) keep(ctx context.Context, s shard) error {
	log := m.rest.log.With("shard", s.String())
	g := &gateway{
		rest:     m.rest,
		shard:    s,
		begin:    func(ctx context.Context) (string, func(), error) { return m.begin(ctx, s) },
		dispatch: m.dispatch,
		ending:   func() bool { return ctx.Err() != nil },
	}
	for {
		held, release, err := m.claim(ctx, s)
		if err != nil {
			// Only the end of ctx ends a claim.
			return nil
		}
		err = g.serve(held)
		release()
		if err != nil || ctx.Err() != nil {
			return err
		}
		log.Warn("discord: a shard was lost to another process")
	}
}

// claim waits until this process holds a shard.
func (m *shardManager) claim(ctx context.Context, s shard) (held context.Context, release func(), err error) {
	asked := time.Now()
	log := m.rest.log.With("shard", s.String())
	const complaint = "discord: claiming a shard"
	err = chat.Insist(ctx, m.rest.timing.reconnecting(), log.Warn, complaint, nil, func() error {
		var err error
		held, release, err = m.holder.Hold(ctx, "discord shard "+s.String())
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	// If this process had to wait, another one has held the shard until now, and may have begun a session just now.
	isTakenOver := time.Since(asked) > m.rest.timing.takeover
	if isTakenOver {
		chat.Pause(held, m.rest.timing.identify)
	}
	return held, release, nil
}

// begin waits until a session of a shard may begin, and returns the gateway's address. The caller calls done
// when the session has begun, or has failed to begin.
//
// Shards whose numbers leave the same remainder when divided by max_concurrency share a bucket. In a bucket only one
// session may begin at a time, in any of the processes. The next one begins some seconds (identify) after the
// caller has called done.
func (m *shardManager) begin(ctx context.Context, s shard) (url string, done func(), err error) {
	leave, err := m.enterBucket(ctx, s.id%m.buckets)
	if err != nil {
		return "", nil, err
	}
	done = func() {
		m.pauses.Go(func() {
			chat.Pause(m.serving, m.rest.timing.identify)
			leave()
		})
	}
	url, err = m.waitForSession(ctx)
	if err != nil {
		done()
		return "", nil, err
	}
	return url, done, nil
}

// enterBucket waits until no other shard is in a bucket, in this process or in another. If ctx ends before
// the shard is in the bucket, that is an error. After that the end of ctx changes nothing: the shard is in
// the bucket until it leaves.
func (m *shardManager) enterBucket(ctx context.Context, bucket int) (leave func(), err error) {
	name := fmt.Sprintf("discord identify %d", bucket)
	// A process must not ask the holder for a name that it holds already. So the shards of this process come
	// one after the other.
	_, leaveLocal, err := m.local.Hold(ctx, name)
	if err != nil {
		return nil, err
	}
	// The end of ctx ends the wait for the name, but not the hold on it.
	holding, stopHolding := context.WithCancel(context.WithoutCancel(ctx))
	stopFollowing := context.AfterFunc(ctx, stopHolding)
	_, release, err := m.holder.Hold(holding, name)
	stopFollowing()
	if err != nil {
		stopHolding()
		leaveLocal()
		return nil, err
	}
	return func() {
		release()
		stopHolding()
		leaveLocal()
	}, nil
}

// waitForSession asks Discord how many sessions may still begin today, and returns the gateway's address.
// Discord resets the token of a bot that begins too many sessions in a day. So half of them may begin at
// once, and the others are spread over the day.
func (m *shardManager) waitForSession(ctx context.Context) (url string, err error) {
	advice, err := m.gatewayAdvice(ctx)
	if err != nil {
		return "", err
	}
	limit := advice.SessionStartLimit
	if limit.Remaining < limit.Total/2 {
		pause := time.Duration(limit.ResetAfter) * time.Millisecond / time.Duration(limit.Remaining+1)
		m.rest.log.Error("discord: few sessions are left today; something has connected again and again",
			"left", limit.Remaining, "pause", pause)
		chat.Pause(ctx, pause)
	}
	return advice.URL, ctx.Err()
}
