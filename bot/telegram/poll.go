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
	holder chat.Holder
	takes  *taker
	window []*job
	offset int64 // the last one sent
}

// pollerName is held by the one process that polls: Telegram ends a poll when another
// one comes.
const pollerName = "telegram poller"

// run polls, while no other process does, until ctx ends (nil) or Telegram no longer
// knows the token.
func (p *poller) run(ctx context.Context) error {
	again := func(err error, pause time.Duration) bool {
		p.log.Warn("whether another process polls cannot be learnt", "err", err, "pause", pause)
		return true
	}
	for {
		var held context.Context
		var release func()
		err := chat.Retry(ctx, chat.Backoff(shortestPause, longestPollPause), again, func() (err error) {
			held, release, err = p.holder.Hold(ctx, pollerName)
			return err
		})
		if err != nil { // ctx has ended
			return nil
		}
		p.window, p.offset = nil, 0
		err = p.serve(ctx, held)
		release()
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// serve polls until held ends (nil) or Telegram no longer knows the token. If ctx has
// not ended by then, another process polls.
func (p *poller) serve(ctx, held context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(held))
	defer stop()
	again := func(err error, pause time.Duration) bool {
		if refusesToken(err) {
			return false
		}
		p.log.Warn("no updates", "err", err, "pause", pause)
		return true
	}
	try := func(fn func() error) error {
		return chat.Retry(held, chat.Backoff(shortestPause, longestPollPause), again, fn)
	}
	err := try(func() error { return p.removeWebhook(held) })
	for err == nil && held.Err() == nil {
		err = try(func() error { return p.fetch(held, work) })
		if err == nil {
			p.settle(held)
		}
	}
	p.drain(work, stop, ctx.Err() != nil)
	if refusesToken(err) {
		return errToken
	}
	return nil
}

// removeWebhook has updates wait to be fetched: while a web hook is set, every poll is
// refused.
func (c *client) removeWebhook(ctx context.Context) error {
	var hook tgbotapi.WebhookInfo
	if err := c.callInto(ctx, &hook, "getWebhookInfo", nil); err != nil || hook.URL == "" {
		return err
	}
	c.log.Info("the web hook is removed: updates are fetched")
	return c.request(ctx, "deleteWebhook", tgbotapi.DeleteWebhookConfig{})
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
			j = p.read(u.ID, raw)
			known[u.ID] = j
			p.takes.take(ctx, work, j)
		}
		p.window = append(p.window, j)
	}
	return unreadable
}

func (p *poller) read(id int, raw json.RawMessage) *job {
	u, err := readUpdate(id, raw)
	if err != nil {
		p.log.Warn("an update cannot be read", "update", id, "err", err)
	}
	return newJob(u)
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
	for _, j := range p.window {
		select {
		case <-j.over:
		case <-t.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// drain lets answers under way end, within drainFor, and confirms them, unless another
// process polls: that one is handed them anew, and knows them by their keys.
func (p *poller) drain(work context.Context, stop context.CancelFunc, confirm bool) {
	defer time.AfterFunc(drainFor, stop).Stop()
	if !p.takes.lanes.Wait(work) {
		p.log.Warn("some updates were not carried out; they will be seen again")
		return
	}
	next := p.next()
	if next == p.offset || !confirm {
		return
	}
	ctx, cancel := context.WithTimeout(work, 2*time.Second)
	defer cancel()
	if _, err := p.call(ctx, "getUpdates", tgbotapi.Params{"offset": decimal(next), "limit": "1", "timeout": "0"}); err != nil {
		p.log.Info("the last updates were not confirmed and will be seen again", "err", err)
	}
}
