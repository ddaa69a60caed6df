package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot"
)

const (
	// drainFor bounds how long answers in flight may take once Run is to end.
	drainFor = 10 * time.Second
	// lookAgain is how long the next fetch waits for answers under way, so that
	// one slow chat does not keep all others from being heard.
	lookAgain = 250 * time.Millisecond
)

// A poller fetches updates and confirms them. Telegram keeps an update until an
// offset above it is sent (for 24 hours), so an offset is sent only when
// everything below it has been answered: a crash loses nothing.
//
// What Telegram last returned is the window: at most 100 updates, which also
// bounds the work going on at once. Offsets follow the order of the window and
// never that of the numbers, since after a quiet week numbers start anew.
type poller struct {
	f      *FrontEnd
	h      bot.Handler
	window []*job
	offset int64 // the last one sent
	woken  chan struct{}
	lanes  bot.Lanes[int64]
}

// A job is an update on its way to being answered.
type job struct {
	update
	query   *query // nil if no button was pressed
	arrived time.Time
	done    atomic.Bool // answered, or given up: may be confirmed
}

func newPoller(f *FrontEnd, h bot.Handler) *poller {
	return &poller{f: f, h: h, woken: make(chan struct{}, 1)}
}

// run polls until ctx ends (nil) or Telegram no longer knows the token.
func (p *poller) run(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	failures := 0
	for ctx.Err() == nil {
		err := p.fetch(ctx, work)
		switch {
		case err == nil:
			failures = 0
			p.settle(ctx)
		case ctx.Err() != nil:
		case refusesToken(err):
			p.drain(work, stop)
			return errToken
		default:
			d := pause(failures, err)
			failures++
			p.f.log.Warn("no updates", "err", err, "pause", d)
			_ = sleep(ctx, d) // the loop looks at ctx
		}
	}
	p.drain(work, stop)
	return nil
}

// fetch confirms what is done, gets the window that follows, and sets to work
// what is new in it.
func (p *poller) fetch(ctx, work context.Context) error {
	p.offset = p.next()
	var raws []json.RawMessage
	err := p.f.callInto(ctx, &raws, "getUpdates", tgbotapi.Params{
		"offset":          decimal(p.offset),
		"timeout":         strconv.Itoa(int(pollFor / time.Second)),
		"allowed_updates": allowedUpdates,
	})
	if refusal(err) == 409 && strings.Contains(err.Error(), "webhook") {
		_, err = p.f.call(ctx, "deleteWebhook", nil)
	}
	if err != nil {
		return err
	}
	known := map[int64]*job{}
	for _, j := range p.window {
		known[j.ID] = j
	}
	if len(raws) > 0 {
		p.window = p.window[:0]
	}
	var unreadable error
	for _, raw := range raws {
		var u struct {
			ID int64 `json:"update_id"`
		}
		if err := json.Unmarshal(raw, &u); err != nil {
			unreadable = fmt.Errorf("an update without a number: %w", err)
			continue // it is confirmed with what follows it
		}
		j := known[u.ID]
		if j == nil {
			j = p.newJob(work, u.ID, raw)
			known[u.ID] = j
			p.lanes.Add(j.lane(), func() { p.process(ctx, work, j) })
		}
		p.window = append(p.window, j)
	}
	return unreadable
}

// newJob reads an update. One that is not formed as we know it is nothing to us
// but must still be confirmed, so its number is all that is kept.
func (p *poller) newJob(work context.Context, id int64, raw json.RawMessage) *job {
	j := &job{arrived: time.Now()}
	if err := json.Unmarshal(raw, &j.update); err != nil {
		p.f.log.Warn("an update cannot be read", "update", id, "err", err)
		j.update = update{ID: id}
	}
	if j.Press != nil {
		j.query = p.f.newQuery(work, j.Press.ID)
	}
	return j
}

// next is the offset that confirms all that is done, up to the first that is not.
func (p *poller) next() int64 {
	next := p.offset
	for _, j := range p.window {
		if !j.done.Load() {
			return j.ID
		}
		next = j.ID + 1
	}
	return next
}

// settle waits until all of the window is done, but not long.
func (p *poller) settle(ctx context.Context) {
	t := time.NewTimer(lookAgain)
	defer t.Stop()
	for !p.settled() {
		select {
		case <-p.woken:
		case <-t.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (p *poller) settled() bool {
	for _, j := range p.window {
		if !j.done.Load() {
			return false
		}
	}
	return true
}

func (p *poller) finish(j *job) {
	j.done.Store(true)
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// drain lets answers under way end, within drainFor, and confirms them.
func (p *poller) drain(work context.Context, stop context.CancelFunc) {
	defer time.AfterFunc(drainFor, stop).Stop()
	if !p.lanes.Wait(work) {
		p.f.log.Warn("some answers were not finished; they will be made again")
		return
	}
	next := p.next()
	if next == p.offset {
		return
	}
	ctx, cancel := context.WithTimeout(work, 2*time.Second)
	defer cancel()
	if _, err := p.f.call(ctx, "getUpdates", tgbotapi.Params{"offset": decimal(next), "limit": "1", "timeout": "0"}); err != nil {
		p.f.log.Info("the last updates were not confirmed and will be seen again", "err", err)
	}
}

// lane is the number of the chat an update is from: what happens in one chat
// happens in order.
func (u *update) lane() int64 {
	switch {
	case u.Message != nil:
		return u.Message.Chat.ID
	case u.Press != nil && u.Press.Message != nil:
		return u.Press.Message.Chat.ID
	case u.Member != nil:
		return u.Member.Chat.ID
	}
	return 0
}
