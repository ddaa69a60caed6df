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
	f    *FrontEnd
	id   string
	life context.Context // ends when Telegram no longer takes an answer
	end  context.CancelFunc
	late *time.Timer

	mu       sync.Mutex
	answered bool
}

func (f *FrontEnd) newQuery(work context.Context, id string) *query {
	q := &query{f: f, id: id}
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
	p := tgbotapi.Params{"callback_query_id": q.id}
	if text != "" {
		p["text"], p["show_alert"] = text, "true"
	}
	err := q.f.insist(q.life, time.Time{}, func() error {
		_, err := q.f.call(q.life, "answerCallbackQuery", p)
		return err
	})
	if err != nil {
		q.f.log.Info("a press was not answered in time", "err", err)
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
