package telegram

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat/pace"
)

const (
	// pressFor is the time within which Telegram takes the answer to a press.
	pressFor = 15 * time.Second
	// A press is answered silently if its reply takes longer than pressGrace, or pressRest
	// from when it is known: an alert waits for no rate limit.
	pressGrace = 10 * time.Second
	pressRest  = time.Second
)

// A sender makes the calls that people see.
type sender struct {
	*client
	limit *pace.Limiter
	// me is nil until connected.
	me atomic.Pointer[account]
	// presses has a *press by the ID of each.
	presses sync.Map
}

// A press of a button is always answered, and once only: until then the person's button
// shows that it is busy. The methods of a nil *press do nothing.
type press struct {
	client *client
	id     string
	// life ends when Telegram takes no answer any more.
	life context.Context
	late *time.Timer

	mu       sync.Mutex
	answered bool
}

// press returns the press of that ID, a new one if it is unknown.
func (s *sender) press(work context.Context, id string) *press {
	life, end := context.WithTimeout(context.WithoutCancel(work), pressFor)
	p := &press{client: s.client, id: id, life: life}
	p.late = time.AfterFunc(pressGrace, func() { p.answer("") })
	if known, found := s.presses.LoadOrStore(id, p); found {
		p.late.Stop()
		end()
		return known.(*press)
	}
	// It stays until then, since a press that is forgotten would be answered again.
	context.AfterFunc(life, func() {
		end()
		s.presses.Delete(id)
	})
	return p
}

// answer ends the press, with an alert unless text is empty, and reports whether the
// person has seen it.
func (p *press) answer(text string) bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.answered {
		return false
	}
	p.answered = true
	p.late.Stop()
	params := tgbotapi.Params{"callback_query_id": p.id}
	params.AddNonEmpty("text", text)
	params.AddBool("show_alert", text != "")
	if err := p.client.insist(p.life, nil, "answerCallbackQuery", params); err != nil {
		p.client.log.Info("a press was not answered in time", "err", err)
		return false
	}
	return true
}

// hurry ends the press soon, whatever its reply waits for.
func (p *press) hurry() {
	if p != nil {
		p.late.Reset(pressRest)
	}
}
