package bot_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"reckon/bot/chat"
)

// A poster is a front end. When the daily of a community was posted, it asks for that of the next one.
type poster struct {
	line
	posted chan struct{}
	ask    func(ctx context.Context, n int)
}

func (p poster) Network() string { return "net" }

func (p poster) Run(ctx context.Context, _ chat.Handler) error {
	for n := range 4 {
		p.ask(ctx, n)
		select {
		case <-p.posted:
		case <-time.After(10 * time.Second):
			return fmt.Errorf("what request %d has due waits until somebody looks", n)
		}
	}
	return nil
}

func (p poster) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	p.posted <- struct{}{}
	return chat.Message{Place: d.Place, ID: "m"}, nil
}

// If a request makes something due at once, it is done at once, and not when the loops look next.
func TestRequestsWakeTheLoops(t *testing.T) {
	r := newRoom(t)
	ask := func(ctx context.Context, n int) {
		r.bot.Answer(ctx, chat.Request{
			Key: fmt.Sprintf("net:event:%d", n), Place: chat.Place{Network: "net", Community: fmt.Sprintf("club %d", n)}, At: r.clock(), Locale: "en",
			Person: chat.Person{Network: "net", ID: "admin", Name: "Admin", Role: chat.RoleAdmin},
			Input:  chat.Input{Kind: chat.Command, Name: "settings", Text: "hour 8 daily on"},
		})
	}
	if err := r.bot.Serve(t.Context(), poster{posted: make(chan struct{}, 9), ask: ask}); err != nil {
		t.Error(err)
	}
}
