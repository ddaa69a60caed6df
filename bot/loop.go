package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"reckon/storage"
)

const (
	// stale is when a claim of the outbox is taken up again: whoever made it
	// has been killed.
	stale = 2 * time.Minute
	// batch is how many rows are taken at a time.
	batch = 64
	// posters is how many messages are on their way at once.
	posters = 8
	// keepRequests is how long a request's key is remembered: a network
	// delivers an event again for a day at most.
	keepRequests = 48 * time.Hour
	// giveUpAfter is how often an unasked message is tried.
	giveUpAfter = 10
	// lastCall is how long a post that was begun may go on after the end has
	// come: broken off, it might have been seen and be posted again.
	lastCall = 5 * time.Second
	// dueAgain is when a due row that failed is tried again.
	dueAgain = time.Minute
)

// loop does what is due, until ctx ends.
func (b *Bot) loop(ctx context.Context, fronts []FrontEnd) {
	if err := b.store.Write(ctx, func(tx *storage.Tx) error { return keepPruning(tx, b.now()) }); err != nil && ctx.Err() == nil {
		b.log.Error("old rows will not be cleared away", "error", err)
	}
	for ctx.Err() == nil {
		wait, err := b.tick(ctx, fronts)
		if err != nil && ctx.Err() == nil {
			b.log.Error("loop of due things", "error", err)
			wait = 5 * time.Second
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-b.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// tick does all that is due now, and tells how long nothing more is.
func (b *Bot) tick(ctx context.Context, fronts []FrontEnd) (wait time.Duration, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for {
		wait, err := b.untilDue(ctx)
		if err != nil {
			return 0, err
		}
		if wait > 0 {
			return wait, b.beat(ctx)
		}
		n, err := b.takeDue(ctx)
		if err != nil {
			return 0, err
		}
		m, err := b.deliver(ctx, fronts)
		if err != nil {
			return 0, err
		}
		if n+m == 0 { // it waits for somebody else: another process's claim
			return time.Second, b.beat(ctx)
		}
	}
}

// untilDue is the time until something is due, at most that to the next
// heartbeat, so that a clock that was set is noticed too. Zero or less: something
// is.
func (b *Bot) untilDue(ctx context.Context) (time.Duration, error) {
	wait := heartbeatEvery
	err := b.store.Read(ctx, func(tx *storage.Tx) error {
		next, err := tx.NextDue()
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		wait = min(wait, next.Sub(b.now()))
		return err
	})
	return wait, err
}

// takeDue carries out due rows, each in a transaction of its own with the row
// it leaves behind. One that fails holds up no other: it is tried again later.
func (b *Bot) takeDue(ctx context.Context) (int, error) {
	var rows []storage.Due
	now := b.now()
	err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		rows, err = tx.DueBy(now, batch)
		return err
	})
	if err != nil {
		return 0, err
	}
	for _, d := range rows {
		if err := b.takeOne(ctx, d, now); err != nil {
			if ctx.Err() != nil {
				return 0, err
			}
			b.log.Error("due row failed", "kind", d.Kind, "key", d.Key, "error", err)
			d.At = now.Add(dueAgain)
			if err := b.store.Write(ctx, func(tx *storage.Tx) error { return tx.SetDue(d) }); err != nil {
				return 0, err
			}
		}
		if err := b.beat(ctx); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

func (b *Bot) takeOne(ctx context.Context, d storage.Due, now time.Time) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	do := func(tx *storage.Tx) error { return b.doDue(tx, d, now) }
	if d.Kind == dueEnd {
		if do, err = b.endRound(ctx, d, now); err != nil {
			return err
		}
	}
	return b.store.Write(ctx, do)
}

func (b *Bot) doDue(tx *storage.Tx, d storage.Due, now time.Time) error {
	id, _ := strconv.ParseInt(d.Key, 10, 64)
	switch d.Kind {
	case dueExpiry:
		if _, err := tx.CloseRound(id, now, closedExpired); err != nil {
			return err
		}
		return tx.DropDue(d.Kind, d.Key)
	case dueDaily:
		return b.postDaily(tx, id, now)
	case duePrune:
		if _, err := tx.PruneRequests(now.Add(-keepRequests)); err != nil {
			return err
		}
		if _, err := tx.PruneOutgoing(now.Add(-keepRequests)); err != nil {
			return err
		}
		return tx.SetDue(storage.Due{Kind: duePrune, At: now.Add(time.Hour)})
	}
	b.log.Error("due row of no kind we know", "kind", d.Kind, "key", d.Key)
	return tx.DropDue(d.Kind, d.Key)
}

// deliver posts what the outbox holds, different chats at once.
func (b *Bot) deliver(ctx context.Context, fronts []FrontEnd) (int, error) {
	var out []storage.Outgoing
	err := b.store.Write(ctx, func(tx *storage.Tx) (err error) {
		out, err = tx.ClaimOutgoing(b.now(), stale, batch)
		return err
	})
	if err != nil {
		return 0, err
	}
	var (
		wg    sync.WaitGroup
		slots = make(chan struct{}, posters)
		errs  = make([]error, len(out))
	)
	for i, o := range out {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			errs[i] = b.post(ctx, fronts, o)
		})
	}
	wg.Wait()
	return len(out), errors.Join(errs...)
}

// post delivers one row of the outbox and records how it went.
func (b *Bot) post(ctx context.Context, fronts []FrontEnd, o storage.Outgoing) error {
	// What was begun is finished and recorded, also during a shutdown.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastCall, abandon) })()
	var m Message
	var sendErr error = errEnding
	if ctx.Err() == nil {
		m, sendErr = b.send(work, fronts, o)
	}
	ctx = context.WithoutCancel(ctx)
	err := b.store.Write(ctx, func(tx *storage.Tx) error { return b.recordPost(tx, o, m, sendErr) })
	return errors.Join(err, b.beat(ctx))
}

var (
	errNoFrontEnd = errors.New("its network is not served")
	errEnding     = errors.New("the program is about to end")
)

func (b *Bot) send(ctx context.Context, fronts []FrontEnd, o storage.Outgoing) (m Message, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	var reply Reply
	if err := json.Unmarshal(o.Body, &reply); err != nil {
		return Message{}, err
	}
	chat := Chat{Network: o.Network, ID: o.ChatKey, Thread: o.Thread, Private: o.Private}
	for _, f := range fronts {
		if f.Network() != o.Network {
			continue
		}
		if o.Message != "" {
			m = Message{Chat: chat, ID: o.Message}
			return m, f.Edit(ctx, m, reply)
		}
		return f.Post(ctx, chat, o.Nonce, reply)
	}
	return Message{}, errNoFrontEnd
}

func (b *Bot) recordPost(tx *storage.Tx, o storage.Outgoing, m Message, sendErr error) error {
	var retry *RetryError
	var moved *MovedError
	now := b.now()
	switch {
	case sendErr == nil:
		return tx.Delivered(o.ID, m.ID, now)
	case errors.As(sendErr, &retry):
		return tx.Postpone(o.ID, now.Add(retry.After), sendErr.Error())
	case errors.As(sendErr, &moved):
		if err := rekey(tx, o.Network, o.ChatKey, moved.To, now); err != nil {
			return err
		}
		return tx.Postpone(o.ID, now, sendErr.Error())
	case errors.Is(sendErr, ErrGone):
		if o.Message == "" {
			if err := b.silence(tx, o.ChatID); err != nil {
				return err
			}
		}
		return tx.Fail(o.ID, sendErr.Error(), now)
	case errors.Is(sendErr, errEnding):
		return tx.Postpone(o.ID, now, sendErr.Error())
	case errors.Is(sendErr, errNoFrontEnd):
		return tx.Postpone(o.ID, now.Add(time.Hour), sendErr.Error())
	case o.Tries+1 >= giveUpAfter:
		b.log.Error("message given up", "chat", o.ChatID, "nonce", o.Nonce, "error", sendErr)
		return tx.Fail(o.ID, sendErr.Error(), now)
	}
	b.log.Warn("message not delivered yet", "chat", o.ChatID, "nonce", o.Nonce, "error", sendErr)
	return tx.Postpone(o.ID, now.Add(time.Second<<o.Tries), sendErr.Error())
}

// silence stops what is posted unasked into a chat that is out of reach. Its
// next request makes it active again.
func (b *Bot) silence(tx *storage.Tx, chatID int64) error {
	chat, err := tx.ChatByID(chatID)
	if err != nil {
		return err
	}
	chat.Active = false
	if err := tx.SaveChat(chat); err != nil {
		return err
	}
	return tx.DropDue(dueDaily, key(chatID))
}

// keepPruning makes sure that old rows are cleared away, at once and from time
// to time, however often the program is started anew.
func keepPruning(tx *storage.Tx, now time.Time) error {
	return tx.SetDue(storage.Due{Kind: duePrune, At: now})
}
