package telegramtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Updates are updates that a test has written itself: the number of each, and its
// fields in JSON without the braces, such as `"message":{…}`.
type Updates []struct {
	ID   int64
	Body string
}

// Push queues an update that a test has written itself.
func (s *Server) Push(id int64, body string) { s.PushAll(Updates{{id, body}}) }

// PushAll queues updates that come together: no poll sees only some of them.
func (s *Server) PushAll(all Updates) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range all {
		s.updates.last = max(s.updates.last, u.ID)
		raw := fmt.Appendf(nil, `{"update_id":%d,%s}`, u.ID, u.Body)
		s.updates.queue = append(s.updates.queue, queuedUpdate{u.ID, 0, raw})
	}
	s.announce(0)
}

// announce wakes the waiting poll, and posts the chat's waiting updates to the web hook.
func (s *Server) announce(chat int64) {
	close(s.updates.news)
	s.updates.news = make(chan struct{})
	s.post(chat)
}

// Pending returns the numbers of the updates that the bot has not confirmed.
func (s *Server) Pending() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []int64
	for _, q := range s.updates.queue {
		ids = append(ids, q.id)
	}
	return ids
}

const (
	hookActive = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
	otherPoll  = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
)

// getUpdates confirms the updates before the offset, in the order of the queue, and returns
// those that follow, as soon as there is one.
func (s *Server) getUpdates(ctx context.Context, c *Call) (any, *Fault) {
	timeout := time.NewTimer(time.Duration(c.number("timeout")) * time.Second)
	defer timeout.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &s.updates
	if u.hook.URL != "" {
		return nil, Refusal(http.StatusConflict, hookActive)
	}
	close(u.poll)
	u.poll = make(chan struct{})
	poll := u.poll
	u.confirm(c.number("offset"))
	for len(u.queue) == 0 {
		more, fault := s.waitForNews(ctx, poll, timeout.C)
		if !more {
			return []any{}, fault
		}
	}
	most := c.number("limit")
	if most == 0 {
		most = 100
	}
	var all []json.RawMessage
	for _, q := range u.queue[:min(int(most), len(u.queue))] {
		all = append(all, q.raw)
	}
	return all, nil
}

// waitForNews releases mu and waits until something is queued. more is false if the poll ends
// before: its time is over, or there is a fault.
func (s *Server) waitForNews(ctx context.Context, poll <-chan struct{}, timeout <-chan time.Time) (more bool, fault *Fault) {
	news := s.updates.news
	s.mu.Unlock()
	defer s.mu.Lock()
	select {
	case <-news:
		return true, nil
	case <-timeout:
		return false, nil
	case <-poll:
		return false, Refusal(http.StatusConflict, otherPoll)
	case <-ctx.Done():
		return false, &Fault{}
	}
}

// confirm drops the updates before the offset, if the queue has the update of that number or of the
// one before.
func (u *updates) confirm(offset int64) {
	i := slices.IndexFunc(u.queue, func(q queuedUpdate) bool { return q.id == offset || q.id == offset-1 })
	if i < 0 {
		return
	}
	for i < len(u.queue) && u.queue[i].id == offset-1 {
		i++
	}
	u.queue = u.queue[i:]
}

// Webhook returns the web hook, whose URL is empty if none is set.
func (s *Server) Webhook() Webhook {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updates.hook
}

// SetWebhook sets the web hook as another program of the bot's would.
func (s *Server) SetWebhook(h Webhook) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hook(h)
}

func (s *Server) hook(h Webhook) {
	s.updates.hook = h
	for _, q := range s.updates.queue {
		s.post(q.chat)
	}
}

func (s *Server) setWebhook(c *Call, _ Message) (any, *Fault) {
	h := Webhook{URL: c.Get("url"), Most: int(c.number("max_connections")), Secret: c.Get("secret_token")}
	// A field that cannot be read is empty.
	_ = json.Unmarshal([]byte(c.Get("allowed_updates")), &h.Allowed)
	s.hook(h)
	return true, nil
}

// post posts a chat's waiting updates, one after the other, unless it does so already. It is
// called with mu held.
func (s *Server) post(chat int64) {
	u := &s.updates
	if u.hook.URL == "" || u.posting[chat] {
		return
	}
	u.posting[chat] = true
	go s.postAll(chat)
}

func (s *Server) postAll(chat int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &s.updates
	defer delete(u.posting, chat)
	again := time.Second
	for u.hook.URL != "" && s.ctx.Err() == nil {
		i := slices.IndexFunc(u.queue, func(q queuedUpdate) bool { return q.chat == chat })
		if i < 0 {
			return
		}
		q := u.queue[i]
		hook := u.hook
		s.mu.Unlock()
		err := s.postOne(q, hook)
		s.mu.Lock()
		if err != nil {
			u.hook.Failed = time.Now().Unix()
			u.hook.Failure = err.Error()
			s.mu.Unlock()
			pause(s.ctx, again)
			s.mu.Lock()
			again = min(2*again, time.Minute)
			continue
		}
		u.queue = slices.DeleteFunc(u.queue, func(x queuedUpdate) bool { return x.id == q.id })
		again = time.Second
	}
}

// postOne posts an update. It returns nil if the bot took it.
func (s *Server) postOne(q queuedUpdate, h Webhook) error {
	ctx, cancel := context.WithTimeout(s.ctx, time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(q.raw))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Telegram-Bot-Api-Secret-Token", h.Secret)
	response, err := s.options.Hook.RoundTrip(r)
	if err != nil {
		return err
	}
	response.Body.Close()
	if response.StatusCode/100 != 2 {
		//lint:ignore ST1005 these are Telegram's words
		return fmt.Errorf("Wrong response from the webhook: %s", response.Status)
	}
	return nil
}
