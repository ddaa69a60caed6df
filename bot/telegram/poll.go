package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	// drainFor bounds how long what was begun may take once Run is to end.
	drainFor = 4 * time.Second
	// lookAgain is how long the next fetch waits for what is under way, so that
	// one slow chat does not keep all others from being heard.
	lookAgain = 250 * time.Millisecond
	// longestPollPause bounds for how long after an outage nobody is heard.
	longestPollPause = 4 * time.Second
)

// A poller fetches updates and confirms them. Telegram keeps an update until an
// offset above it is sent (for 24 hours), so an offset is sent only when
// everything below it has been carried out: a crash loses nothing.
//
// What Telegram last returned is the window: at most 100 updates, which also
// bounds the work going on at once. Offsets follow the order of the window and
// never that of the numbers, since after a quiet week numbers start anew.
type poller struct {
	*client
	takes  *taker
	window []*job
	offset int64 // the last one sent
	woken  chan struct{}
}

func newPoller(t *taker) *poller {
	return &poller{client: t.client, takes: t, woken: make(chan struct{}, 1)}
}

// run polls until ctx ends (nil) or Telegram no longer knows the token.
func (p *poller) run(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	again := func(err error, pause time.Duration) bool {
		if refusesToken(err) {
			return false
		}
		p.log.Warn("no updates", "err", err, "pause", pause)
		return true
	}
	var err error
	for err == nil && ctx.Err() == nil {
		err = chat.Retry(ctx, chat.Backoff(shortestPause, longestPollPause), again, func() error { return p.fetch(ctx, work) })
		if err == nil {
			p.settle(ctx)
		}
	}
	p.drain(work, stop)
	if refusesToken(err) {
		return errToken
	}
	return nil
}

// fetch confirms what is done, gets the window that follows, and sets to work
// what is new in it.
func (p *poller) fetch(ctx, work context.Context) error {
	p.offset = p.next()
	var raws []json.RawMessage
	err := p.callInto(ctx, &raws, "getUpdates", tgbotapi.Params{
		"offset":          decimal(p.offset),
		"timeout":         strconv.Itoa(int(pollFor / time.Second)),
		"allowed_updates": allowedUpdates,
	})
	if refusal(err) == 409 && strings.Contains(err.Error(), "webhook") {
		err = p.request(ctx, "deleteWebhook", tgbotapi.DeleteWebhookConfig{})
	}
	if err != nil {
		return err
	}
	known := map[int]*job{}
	for _, j := range p.window {
		known[j.UpdateID] = j
	}
	if len(raws) > 0 {
		p.window = p.window[:0]
	}
	var unreadable error
	for _, raw := range raws {
		var u struct {
			ID int `json:"update_id"`
		}
		if err := json.Unmarshal(raw, &u); err != nil {
			unreadable = fmt.Errorf("an update without a number: %w", err)
			continue // it is confirmed with what follows it
		}
		j := known[u.ID]
		if j == nil {
			j = p.newJob(u.ID, raw)
			known[u.ID] = j
			p.takes.take(ctx, work, j)
		}
		p.window = append(p.window, j)
	}
	return unreadable
}

// newJob reads an update. One that is not formed as we know it is nothing to us
// but must still be confirmed, so its number is all that is kept.
func (p *poller) newJob(id int, raw json.RawMessage) *job {
	j := &job{arrived: time.Now(), woken: p.woken}
	if err := json.Unmarshal(raw, &j.update); err != nil {
		p.log.Warn("an update cannot be read", "update", id, "err", err)
		j.update = update{Update: tgbotapi.Update{UpdateID: id}}
	}
	return j
}

// next is the offset that confirms all that is done, up to the first that is not.
func (p *poller) next() int64 {
	next := p.offset
	for _, j := range p.window {
		if !j.done.Load() {
			return int64(j.UpdateID)
		}
		next = int64(j.UpdateID) + 1
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

// drain lets answers under way end, within drainFor, and confirms them.
func (p *poller) drain(work context.Context, stop context.CancelFunc) {
	defer time.AfterFunc(drainFor, stop).Stop()
	if !p.takes.lanes.Wait(work) {
		p.log.Warn("some updates were not carried out; they will be seen again")
		return
	}
	next := p.next()
	if next == p.offset {
		return
	}
	ctx, cancel := context.WithTimeout(work, 2*time.Second)
	defer cancel()
	if _, err := p.call(ctx, "getUpdates", tgbotapi.Params{"offset": decimal(next), "limit": "1", "timeout": "0"}); err != nil {
		p.log.Info("the last updates were not confirmed and will be seen again", "err", err)
	}
}
