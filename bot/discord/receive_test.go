package discord

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
)

// A taker is a chat.Handler that counts the requests that it takes.
type taker struct {
	chat.Handler
	taken atomic.Int32
}

func (h *taker) Take(context.Context, chat.Request) { h.taken.Add(1) }

// The greeting of a server waits until the commands that it names are known, but not for ever. That the bot was
// removed from a server waits for nothing.
func TestGreetingAwaitsNames(t *testing.T) {
	for _, c := range []struct {
		name           string
		kind           chat.Kind
		isNamed        bool
		before, during int32
	}{
		{"joined", chat.Joined, true, 0, 1},
		{"joined while commands cannot be registered", chat.Joined, false, 0, 0},
		{"left", chat.Left, false, 1, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			handler := &taker{}
			in := &receiver{
				rest:    &rest{named: make(chan struct{}), timing: timing{naming: time.Second}, log: slog.New(slog.DiscardHandler)},
				handler: handler,
			}
			in.news(t.Context(), chat.Request{Place: chat.Place{Community: "7"}, Input: chat.Input{Kind: c.kind}})
			synctest.Wait()
			if got := handler.taken.Load(); got != c.before {
				t.Errorf("%s: %d requests are taken at once, want %d", c.name, got, c.before)
			}
			if c.isNamed {
				close(in.rest.named)
			}
			synctest.Wait()
			if got := handler.taken.Load(); got != c.during {
				t.Errorf("%s: then %d requests are taken, want %d", c.name, got, c.during)
			}
			<-time.After(2 * time.Second)
			if got := handler.taken.Load(); got != 1 {
				t.Errorf("%s: at last %d requests are taken, want 1", c.name, got)
			}
		})
	}
}
