package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	// drainFor is how long updates that have begun may take after Run has been told to end.
	drainFor = 4 * time.Second
	// settleFor is how long the next fetch waits for updates that have begun. It is short, so that
	// one slow chat does not make all others wait.
	settleFor = 250 * time.Millisecond
	// Telegram gives maxUpdates at once. After each response that the bot could not read, it asks for
	// half as many. After maxHalvings it asks for one.
	maxUpdates  = 100
	maxHalvings = 6
	// unreadFor is how long the bot tries to read an update that it asks for alone, before it skips
	// the update.
	unreadFor = 5 * time.Minute
)

// A poller fetches updates and confirms them. Telegram keeps an update for 24 hours, or until the bot
// sends an offset above its number: that confirms it. So the bot sends an offset only when everything
// below it has been carried out, and a crash loses nothing.
//
// Its methods have three contexts. The first, ctx, ends when this process is to end. held ends then, too, and
// also when another process may begin to poll: then this one stops polling. In work, updates are carried out.
// It outlasts held by drainFor, so that updates that have begun can end.
type poller struct {
	*client
	holder chat.Holder
	taker  *taker
	// window has the updates that Telegram returned last, at most maxUpdates. No others are carried out
	// meanwhile. Offsets follow the order of the window, and not that of the numbers: after a quiet week
	// Telegram begins again with any number.
	window []*job
	// offset is the last offset that was sent.
	offset int64
	// halved is how often the number of updates that the bot asks for was halved.
	halved int
	// unread is the number of an update that cannot be read even alone; 0: there is none.
	unread int
	// unreadSince is when it first could not be read.
	unreadSince time.Time
}

// run polls until ctx ends (then it returns nil) or Telegram refuses the token. It polls only while no
// other process does, since Telegram ends a poll when another one begins.
func (p *poller) run(ctx context.Context) error {
	for {
		held, release, err := p.hold(ctx)
		if err != nil {
			// ctx has ended.
			return nil
		}
		p.window = nil
		p.offset = 0
		err = p.serve(ctx, held)
		release()
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// hold waits until no other process polls. It fails only when ctx ends.
func (p *poller) hold(ctx context.Context) (held context.Context, release func(), err error) {
	pauses := chat.Backoff(shortestPause, longestPause)
	err = chat.Insist(ctx, pauses, p.log.Warn, "it is not known whether another process polls", nil, func() error {
		var err error
		held, release, err = p.holder.Hold(ctx, "telegram poller")
		return err
	})
	return held, release, err
}

// serve polls until held ends (then it returns nil) or Telegram refuses the token. If held has ended and ctx has
// not, another process polls.
func (p *poller) serve(ctx, held context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(held))
	defer stop()
	err := p.poll(held, work)
	isEnding := ctx.Err() != nil
	p.drain(work, stop, isEnding)
	if refusesToken(err) {
		return errToken
	}
	return nil
}

// poll fetches updates and carries them out in the context work, until held ends or Telegram refuses the
// token. It returns the error of held or of the refusal.
func (p *poller) poll(held, work context.Context) error {
	if err := p.try(held, func() error { return p.removeWebhook(held) }); err != nil {
		return err
	}
	for held.Err() == nil {
		if err := p.try(held, func() error { return p.fetch(held, work) }); err != nil {
			return err
		}
		p.settle(held)
	}
	return held.Err()
}

func (p *poller) try(held context.Context, fn func() error) error {
	return chat.Insist(held, chat.Backoff(shortestPause, longestPause), p.log.Warn, "no updates", refusesToken, fn)
}

// removeWebhook removes a web hook. While one is set, Telegram refuses every poll.
func (p *poller) removeWebhook(ctx context.Context) error {
	var hook tgbotapi.WebhookInfo
	if err := p.call(ctx, &hook, "getWebhookInfo", nil); err != nil || hook.URL == "" {
		return err
	}
	p.log.Info("the web hook is removed: updates are fetched")
	return p.call(ctx, nil, "deleteWebhook", nil)
}

// fetch confirms updates that were carried out, gets the next window, and begins its new updates.
func (p *poller) fetch(held, work context.Context) error {
	p.offset = p.next()
	var raws []json.RawMessage
	err := p.call(held, &raws, "getUpdates", tgbotapi.Params{
		"offset":          decimal(p.offset),
		"limit":           strconv.Itoa(maxUpdates >> p.halved),
		"timeout":         strconv.Itoa(int(pollFor / time.Second)),
		"allowed_updates": allowedUpdates,
	})
	if statusOf(err) == http.StatusConflict && strings.Contains(err.Error(), "webhook") {
		// Somebody has set a web hook since removeWebhook. The next fetch gets updates.
		return p.call(held, nil, "deleteWebhook", nil)
	}
	if err != nil {
		return p.askForLess(err)
	}
	p.halved = max(0, p.halved-1)
	p.unread = 0
	return p.beginWindow(held, work, raws)
}

// beginWindow makes the fetched updates the window, and begins those that are new. If an update has no number,
// it leaves that update out, and returns an error when it is done with the others. The error is logged, and makes
// a pause before the next fetch. Without the pause, Telegram would return such an update again and again at once:
// if none came after it, nothing confirms it.
func (p *poller) beginWindow(held, work context.Context, raws []json.RawMessage) error {
	known := map[int]*job{}
	for _, j := range p.window {
		known[j.UpdateID] = j
	}
	p.window = p.window[:0]
	var unreadable error
	for _, raw := range raws {
		id, err := updateID(raw)
		if err != nil {
			// It is confirmed together with the updates that came after it.
			unreadable = err
			continue
		}
		j := known[id]
		if j == nil {
			j = p.newJob(id, raw)
			known[id] = j
			p.taker.take(held, work, j)
		}
		p.window = append(p.window, j)
	}
	return unreadable
}

// askForLess handles the error of a fetch. If the response could not be read, the bot asks for fewer
// updates next time. If an update cannot be read even alone, the bot skips it: otherwise Telegram would
// send it again and again, and nothing after it. askForLess returns nil only if the bot skips one.
func (p *poller) askForLess(err error) error {
	if !mayBeTooMuch(err) {
		return err
	}
	if p.halved < maxHalvings {
		p.halved++
		return err
	}
	id, isUnreadable := p.unreadableAlone(err)
	if !isUnreadable {
		return err
	}
	p.log.Error("an update cannot be read; it is passed over", "update", id, "err", err)
	// The next fetch confirms the update, because its job is done.
	p.window = []*job{doneJob(id)}
	return nil
}

// mayBeTooMuch reports whether a fetch may have failed because Telegram returned too much: the response could not be
// read, or did not come in time.
func mayBeTooMuch(err error) bool {
	return errors.As(err, new(*responseError)) || errors.Is(err, context.DeadlineExceeded)
}

// unreadableAlone returns the number of the update that a fetch of a single update failed to read. ok is false
// while another fetch may be able to read it.
func (p *poller) unreadableAlone(err error) (id int, ok bool) {
	failure, isResponse := errors.AsType[*responseError](err)
	if !isResponse {
		return 0, false
	}
	id, ok = firstUpdate(failure.head)
	if !ok || p.isKnown(id) {
		return 0, false
	}
	if id != p.unread {
		p.unread = id
		p.unreadSince = time.Now()
	}
	mayArrive := failure.isCut() && time.Since(p.unreadSince) < unreadFor
	return id, !mayArrive
}

// isKnown reports whether an update is in the window, because it was read before.
func (p *poller) isKnown(id int) bool {
	return slices.ContainsFunc(p.window, func(j *job) bool { return j.UpdateID == id })
}

var reUpdateID = regexp.MustCompile(`"update_id":\s*([0-9]+)`)

// firstUpdate returns the number of the first update in a response, from the response's beginning.
func firstUpdate(head []byte) (int, bool) {
	found := reUpdateID.FindSubmatch(head)
	if found == nil {
		return 0, false
	}
	id, err := strconv.Atoi(string(found[1]))
	return id, err == nil
}

func updateID(raw json.RawMessage) (int, error) {
	var u struct {
		ID int `json:"update_id"`
	}
	if err := json.Unmarshal(raw, &u); err != nil {
		return 0, fmt.Errorf("an update without a number: %w", err)
	}
	return u.ID, nil
}

// next returns the offset to send next. It confirms all updates before the first that is not done.
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

// settle waits until no update of the window is being carried out any more, but no longer than settleFor. Then
// each is done, or left to another process.
func (p *poller) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, settleFor)
	defer cancel()
	for _, j := range p.window {
		select {
		case <-j.over:
		case <-ctx.Done():
			return
		}
	}
}

// drain waits until the updates that have begun are done, but no longer than drainFor. If this process
// ends, drain then confirms them. If it does not end, another process polls now: that process gets the
// updates again, and recognizes them by their keys.
func (p *poller) drain(work context.Context, stop context.CancelFunc, isEnding bool) {
	tooLate := time.AfterFunc(drainFor, stop)
	defer tooLate.Stop()
	if !p.taker.chats.Wait(work) {
		p.log.Warn("some updates were not carried out; they will be seen again")
		return
	}
	next := p.next()
	if next == p.offset || !isEnding {
		return
	}
	ctx, cancel := context.WithTimeout(work, 2*time.Second)
	defer cancel()
	last := tgbotapi.Params{"offset": decimal(next), "limit": "1", "timeout": "0"}
	if err := p.call(ctx, nil, "getUpdates", last); err != nil {
		p.log.Info("the last updates were not confirmed and will be seen again", "err", err)
	}
}
