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
)

// A query is a press of a button. Until it is answered the person's button shows
// that it is busy, so it always is, and once only. A nil *query is no press.
type query struct {
	c    *client
	id   string
	life context.Context // ends when Telegram no longer takes an answer
	end  context.CancelFunc
	late *time.Timer

	mu       sync.Mutex
	answered bool
}

func newQuery(work context.Context, c *client, id string) *query {
	q := &query{c: c, id: id}
	q.life, q.end = context.WithTimeout(work, queryFor)
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
	err := q.c.insist(q.life, time.Time{}, func() error { return q.c.request(q.life, "answerCallbackQuery", a) })
	if err != nil {
		q.c.log.Info("a press was not answered in time", "err", err)
	}
	return err == nil
}

// close answers the press if nothing has, and ends its timer.
func (q *query) close() {
	if q == nil {
		return
	}
	q.late.Stop()
	q.answer("")
	q.end()
}
