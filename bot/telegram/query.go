package telegram

import (
	"context"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

const (
	queryFor   = 15 * time.Second // a press must be answered within this
	queryGrace = 10 * time.Second // and is, silently, if the answer takes longer than this
	queryRest  = time.Second      // or than this once it is known: an alert waits for no turn
)

// queries are the presses that were not answered yet.
type queries struct {
	mu  sync.Mutex
	all map[string]*query
}

// open finds a press, or takes it up.
func (s *queries) open(work context.Context, c *client, id string) *query {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.all[id]; q != nil {
		return q
	}
	if s.all == nil {
		s.all = map[string]*query{}
	}
	q := newQuery(work, c, id)
	s.all[id] = q
	// A press that is known once more would be answered once more.
	context.AfterFunc(q.life, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, id)
	})
	return q
}

// find finds a press, nil if it is over.
func (s *queries) find(id string) *query {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[id]
}

// A query is a press of a button. Until it is answered the person's button shows
// that it is busy, so it always is, and once only. A nil *query is no press.
type query struct {
	c    *client
	id   string
	life context.Context // ends when Telegram no longer takes an answer
	late *time.Timer

	mu       sync.Mutex
	answered bool
}

func newQuery(work context.Context, c *client, id string) *query {
	q := &query{c: c, id: id}
	life, end := context.WithTimeout(context.WithoutCancel(work), queryFor)
	q.life = life
	context.AfterFunc(life, end)
	q.late = time.AfterFunc(queryGrace, func() { q.answer("") })
	return q
}

// answer ends the press, with an alert unless text is empty, and tells whether
// the person has seen it.
func (q *query) answer(text string) bool {
	if q == nil {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.answered {
		return false
	}
	q.answered = true
	a := tgbotapi.NewCallback(q.id, "")
	if text != "" {
		a = tgbotapi.NewCallbackWithAlert(q.id, text)
	}
	err := q.c.insist(q.life, func() error { return q.c.request(q.life, "answerCallbackQuery", a) })
	if err != nil {
		q.c.log.Info("a press was not answered in time", "err", err)
	}
	return err == nil
}

// hurry has the press over soon, whatever its reply waits for.
func (q *query) hurry() {
	if q != nil {
		q.late.Reset(queryRest)
	}
}

// close answers the press if nothing has, and ends its timer.
func (q *query) close() {
	if q == nil {
		return
	}
	q.late.Stop()
	q.answer("")
}
