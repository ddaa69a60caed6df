package discord

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

// A shard is a part of the servers that the bot is in, which has a connection of its
// own.
type shard struct{ id, of int }

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.id, s.of) }

// turns give sessions their turns to begin. Shards whose numbers leave the same
// remainder by max_concurrency share a bucket, in which one session begins in a span,
// whichever process begins it.
type turns struct {
	holder  chat.Holder
	span    time.Duration
	buckets int             // max_concurrency
	daily   *rate.Limiter   // sessions of a day
	serving context.Context // ends with all of them
	here    chat.Alone      // among the shards of this process
	after   sync.WaitGroup
}

// wait waits for a shard's turn. It lasts until done is called, and the next begins a
// span after that, whatever becomes of the shard.
func (t *turns) wait(ctx context.Context, s shard) (done func(), err error) {
	bucket := fmt.Sprintf("discord identify %d", s.id%t.buckets)
	_, next, err := t.here.Hold(ctx, bucket)
	if err != nil {
		return nil, err
	}
	holding, stop := context.WithCancel(t.serving)
	waiting := context.AfterFunc(ctx, stop)
	_, release, err := t.holder.Hold(holding, bucket)
	waiting() // from here on the turn does not end with the shard
	if err != nil {
		stop()
		next()
		return nil, err
	}
	return func() {
		t.after.Go(func() {
			chat.Pause(t.serving, t.span)
			release()
			stop()
			next()
		})
	}, nil
}
