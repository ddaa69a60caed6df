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
		s.updates.queue = append(s.updates.queue, queued{u.ID, 0, fmt.Appendf(nil, `{"update_id":%d,%s}`, u.ID, u.Body)})
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

// getUpdates confirms the updates before the offset, in the order of the queue, and returns
// those that follow, as soon as there is one.
func (s *Server) getUpdates(ctx context.Context, c *Call) (any, *Fault) {
	timeout := time.NewTimer(time.Duration(c.number("timeout")) * time.Second)
	defer timeout.Stop()
	s.mu.Lock()
	u := &s.updates
	if u.hook.URL != "" {
		s.mu.Unlock()
		return nil, Refusal(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first")
	}
	close(u.poll)
	u.poll = make(chan struct{})
	poll := u.poll
	offset := c.number("offset")
	if i := slices.IndexFunc(u.queue, func(q queued) bool { return q.id == offset || q.id == offset-1 }); i >= 0 {
		for i < len(u.queue) && u.queue[i].id == offset-1 {
			i++
		}
		u.queue = u.queue[i:]
	}
	for len(u.queue) == 0 {
		news := u.news
		s.mu.Unlock()
		select {
		case <-news:
		case <-timeout.C:
			return []any{}, nil
		case <-poll:
			return nil, Refusal(409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running")
		case <-ctx.Done():
			return nil, &Fault{}
		}
		s.mu.Lock()
	}
	defer s.mu.Unlock()
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
	go func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		defer delete(u.posting, chat)
		for again := time.Second; u.hook.URL != "" && s.ctx.Err() == nil; {
			i := slices.IndexFunc(u.queue, func(q queued) bool { return q.chat == chat })
			if i < 0 {
				return
			}
			q, hook := u.queue[i], u.hook
			s.mu.Unlock()
			err := s.postOne(q, hook)
			s.mu.Lock()
			if err == nil {
				u.queue = slices.DeleteFunc(u.queue, func(x queued) bool { return x.id == q.id })
				again = time.Second
				continue
			}
			u.hook.Failed, u.hook.Failure = time.Now().Unix(), err.Error()
			s.mu.Unlock()
			pause(s.ctx, again)
			s.mu.Lock()
			again = min(2*again, time.Minute)
		}
	}()
}

// postOne posts an update. It returns nil if the bot took it.
func (s *Server) postOne(q queued, h Webhook) error {
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
