package telegram

import (
	"context"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

const (
	// pressFor is the time within which Telegram takes the answer to a press.
	pressFor = 15 * time.Second
	// A press is answered silently if its reply takes longer than pressGrace, or if there is no alert
	// within pressRest after the bot has handled the press. No rate limit delays an alert.
	pressGrace = 10 * time.Second
	pressRest  = time.Second
)

// A press of a button is always answered, and only once. Until then the person's button
// shows that it is busy. The methods of a nil *press do nothing.
type press struct {
	client *client
	id     string
	// life ends when Telegram no longer takes an answer.
	life context.Context
	// late answers the press silently.
	late *time.Timer

	mu       sync.Mutex
	answered bool
}

// press returns the press with an ID. If there is none yet, it makes one.
func (s *sender) press(work context.Context, id string) *press {
	life, end := context.WithTimeout(context.WithoutCancel(work), pressFor)
	p := &press{client: s.client, id: id, life: life}
	p.late = time.AfterFunc(pressGrace, func() { p.answer("") })
	if known, found := s.presses.LoadOrStore(id, p); found {
		p.late.Stop()
		end()
		return known.(*press)
	}
	// The press stays known until its life ends: otherwise it would be answered again.
	context.AfterFunc(life, func() {
		end()
		s.presses.Delete(id)
	})
	return p
}

// answer ends the press, with an alert unless text is empty. It reports whether the person sees the
// alert: a press is answered only once, and Telegram takes no late answer.
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

// hurry makes the press end within pressRest.
func (p *press) hurry() {
	if p != nil {
		p.late.Reset(pressRest)
	}
}
