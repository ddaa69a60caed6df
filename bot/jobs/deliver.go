package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

const (
	// stale is when a claim of the outbox is taken up again: whoever made it
	// has been killed.
	stale = 2 * time.Minute
	// keepTrying is for how long a message is tried that fails for no known reason.
	keepTrying = 24 * time.Hour
	// maxPause is the longest pause between two tries.
	maxPause = time.Minute
	// breakAfter is after how many failures of unknown cause in a row a lane takes
	// its network for down, and tries one message at a time.
	breakAfter = 4
	// lastCall is how long a post that was begun may go on after the end has
	// come: broken off, it might have been seen and be posted again.
	lastCall = 5 * time.Second
)

// deliver delivers what a lane has, different communities at once, and tells how
// long nothing more may go out. It waits for no message but for a free slot.
func (r *Runner) deliver(ctx context.Context, l *lane) (time.Duration, error) {
	for ctx.Err() == nil {
		wait, err := r.until(ctx, func(tx *storage.Tx) (time.Time, error) { return tx.NextOutgoing(l.front.Network(), l.bulk) })
		if err != nil || wait > 0 {
			return wait, err
		}
		n, err := r.deliverSome(ctx, l)
		if err != nil {
			return 0, err
		}
		if n == 0 { // all slots are taken, or it waits for another process's claim
			l.waitForSlot(ctx)
			return time.Second, nil
		}
	}
	return 0, nil
}

// deliverSome begins to deliver as many messages as there are free slots, or one
// where the network seems to be down.
func (r *Runner) deliverSome(ctx context.Context, l *lane) (int, error) {
	free := cap(l.slots) - len(l.slots)
	if l.fails.Load() >= breakAfter {
		free = max(0, min(free, 1-len(l.slots)))
	}
	if free == 0 {
		return 0, nil
	}
	var out []storage.Outgoing
	err := r.Store.Write(ctx, func(tx *storage.Tx) (err error) {
		out, err = tx.ClaimOutgoing(l.front.Network(), l.bulk, r.Now(), stale, free)
		return err
	})
	if err != nil {
		return 0, err
	}
	for _, o := range out {
		l.slots <- struct{}{}
		go func() {
			defer func() {
				<-l.slots
				l.wakeUp()
			}()
			if err := r.deliverOne(ctx, l, o); err != nil && ctx.Err() == nil {
				r.Logger.Error("delivery not recorded", "nonce", o.Nonce, "error", err)
			}
		}()
	}
	return len(out), nil
}

// waitForSlot returns when a slot is free, or ctx ends. While all messages on their
// way are stuck the lane does not get on.
func (l *lane) waitForSlot(ctx context.Context) {
	select {
	case l.slots <- struct{}{}:
		<-l.slots
	case <-ctx.Done():
	}
}

// wait returns when no message is on its way.
func (l *lane) wait() {
	for range cap(l.slots) {
		l.slots <- struct{}{}
	}
	for range cap(l.slots) {
		<-l.slots
	}
}

// deliverOne delivers one message and records how it went.
func (r *Runner) deliverOne(ctx context.Context, l *lane, o storage.Outgoing) error {
	// What was begun is finished and recorded, also during a shutdown.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastCall, abandon) })()
	var m chat.Message
	var sendErr error
	switch {
	case ctx.Err() != nil:
		sendErr = errEnding
	case !o.BestBefore.IsZero() && r.Now().After(o.BestBefore):
		sendErr = errStale
	default:
		m, sendErr = r.send(work, l.front, o)
	}
	ctx = context.WithoutCancel(ctx)
	return r.Store.Write(ctx, func(tx *storage.Tx) error { return r.record(tx, l, o, m, sendErr) })
}

var (
	errEnding = errors.New("the program is about to end")
	errStale  = errors.New("it is of no use any more")
	errBody   = errors.New("its body cannot be read")
)

func (r *Runner) send(ctx context.Context, front chat.FrontEnd, o storage.Outgoing) (m chat.Message, err error) {
	defer recovered(&err)
	var reply chat.Reply
	if err := json.Unmarshal(o.Body, &reply); err != nil {
		return chat.Message{}, fmt.Errorf("%w: %w", errBody, err)
	}
	place := chat.Place{Network: o.Network, Community: o.CommunityKey, Channel: o.Channel, Private: o.Private}
	if o.Message != "" {
		m = chat.Message{Place: place, ID: o.Message}
		return m, front.Edit(ctx, m, reply)
	}
	return front.Post(ctx, place, o.Nonce, reply)
}

func (r *Runner) record(tx *storage.Tx, l *lane, o storage.Outgoing, m chat.Message, sendErr error) error {
	var retry *chat.RetryError
	var moved *chat.MovedError
	now := r.Now()
	if sendErr == nil || errors.Is(sendErr, chat.ErrGone) {
		l.fails.Store(0)
	}
	switch {
	case sendErr == nil:
		if err := tx.Delivered(o.ID, m.ID, now); err != nil {
			return err
		}
		return r.Delivered(tx, o, m, now)
	case errors.As(sendErr, &retry):
		return tx.Postpone(o.ID, now.Add(retry.After), sendErr.Error(), false)
	case errors.As(sendErr, &moved):
		if err := r.Moved(tx, o.Network, o.CommunityKey, moved.To, now); err != nil {
			return err
		}
		return tx.Postpone(o.ID, now, sendErr.Error(), false)
	case errors.Is(sendErr, chat.ErrGone):
		return r.gone(tx, o, sendErr, now)
	case errors.Is(sendErr, errEnding):
		return tx.Postpone(o.ID, now, sendErr.Error(), false)
	case errors.Is(sendErr, errStale):
		return tx.Fail(o.ID, sendErr.Error(), now)
	case errors.Is(sendErr, errBody), now.Sub(o.CreatedAt) > keepTrying:
		r.Logger.Error("message given up", "community", o.CommunityID, "nonce", o.Nonce, "error", sendErr)
		return tx.Fail(o.ID, sendErr.Error(), now)
	}
	l.fails.Add(1)
	r.Logger.Warn("message not delivered yet", "community", o.CommunityID, "nonce", o.Nonce, "error", sendErr)
	pause := min(time.Second<<min(o.Failures, 10), maxPause)
	return tx.Postpone(o.ID, now.Add(pause), sendErr.Error(), true)
}

// gone gives up a message that cannot be reached, and nothing more than what is
// gone: to a community that is out of reach nothing unsolicited goes until its next
// request; a daily whose channel is gone goes to the community's main place from
// now on. It is logged once.
func (r *Runner) gone(tx *storage.Tx, o storage.Outgoing, sendErr error, now time.Time) error {
	what := chat.GoneCommunity
	var precise *chat.GoneError
	if errors.As(sendErr, &precise) {
		what = precise.What
	}
	if o.Message == "" && what != chat.GoneMessage {
		c, err := tx.CommunityByID(o.CommunityID)
		if err != nil {
			return err
		}
		before := c
		switch {
		case what == chat.GoneCommunity:
			c.Active = false
		case what == chat.GoneThread && o.Channel == c.DailyChannel:
			c.DailyChannel = ""
		}
		if c != before {
			r.Logger.Warn("out of reach", "what", what, "community", o.CommunityID, "error", sendErr)
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
		}
	}
	return tx.Fail(o.ID, sendErr.Error(), now)
}
