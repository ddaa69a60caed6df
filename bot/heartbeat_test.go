package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/storage"
)

func (r *room) heartbeatAge() time.Duration {
	r.t.Helper()
	at, err := bot.LastHeartbeat(context.Background(), r.store)
	if err != nil {
		r.t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now.Sub(at)
}

// A heartbeat is that of the loop: it is there after each pass, and goes stale while
// a pass does not get on.
func TestHeartbeatIsOfTheLoop(t *testing.T) {
	r := newRoom(t)
	if _, err := bot.LastHeartbeat(t.Context(), r.store); !errors.Is(err, bot.ErrNoHeartbeat) {
		t.Errorf("a heartbeat before the first pass: %v", err)
	}
	r.tick()
	for range 3 {
		r.pass(bot.HeartbeatAge)
		if age := r.heartbeatAge(); age != 0 {
			t.Errorf("after a pass the heartbeat is %v old", age)
		}
	}

	r.command("ann", "settings", "hour 9 daily on") // something to be posted
	hangs := postFunc(func(context.Context) error {
		r.mu.Lock()
		r.now = r.now.Add(10 * time.Minute)
		r.mu.Unlock()
		if age := r.heartbeatAge(); age <= bot.HeartbeatAge {
			t.Errorf("the loop hangs, and its heartbeat is only %v old", age)
		}
		return nil
	})
	if err := r.bot.Tick(t.Context(), hangs); err != nil {
		t.Fatal(err)
	}
	if age := r.heartbeatAge(); age != 0 {
		t.Errorf("the loop is free again, and its heartbeat is %v old", age)
	}

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r.mu.Lock()
	r.now = r.now.Add(time.Hour)
	r.mu.Unlock()
	if err := r.bot.Tick(ended, r); err == nil || r.heartbeatAge() != time.Hour {
		t.Errorf("a pass that failed (%v) made the heartbeat %v old", err, r.heartbeatAge())
	}
}

// Between two heartbeats of an idle loop there is time for one to be missed.
func TestIdleLoopBeats(t *testing.T) {
	r := newRoom(t)
	if wait, err := r.bot.UntilDue(t.Context()); err != nil || wait > bot.HeartbeatAge/2 {
		t.Errorf("with nothing to do the loop waits %v, %v", wait, err)
	}
}

// A postFunc is a front end whose posts call it.
type postFunc func(context.Context) error

func (f postFunc) Network() string { return "net" }

func (f postFunc) Run(context.Context, bot.Handler) error { return nil }

func (f postFunc) Post(ctx context.Context, c bot.Chat, _ string, _ bot.Reply) (bot.Message, error) {
	return bot.Message{Chat: c, ID: "m"}, f(ctx)
}

func (f postFunc) Edit(ctx context.Context, _ bot.Message, _ bot.Reply) error { return f(ctx) }

// A due row that cannot be carried out is told of, is tried again, and keeps
// nothing else from happening.
func TestBadDueRowHoldsUpNothing(t *testing.T) {
	r := newRoom(t)
	r.command("ann", "settings", "hour 9 daily on")
	var bad int64
	err := r.store.Write(t.Context(), func(tx *storage.Tx) (err error) {
		bad, err = tx.AddRound(storage.Round{ChatID: 1, Game: "24", Puzzle: "24:no puzzle", PosedAt: r.now})
		if err != nil {
			return err
		}
		// Before all that is due.
		return errors.Join(
			tx.SetDue(storage.Due{Kind: "end", Key: "1", At: time.UnixMilli(1)}),
			tx.SetDue(storage.Due{Kind: "end", Key: "no number", At: time.UnixMilli(2)}))
	})
	if err != nil || bad != 1 {
		t.Fatal(bad, err)
	}
	r.tick()
	if got := strings.Join(r.posts, ", "); got != "room daily:1:61" {
		t.Errorf("posted %q", got)
	}
	var left []storage.Due
	err = r.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
		left, err = tx.DueBy(r.now.Add(5*time.Minute), 9)
		return err
	})
	if err != nil || len(left) != 2 || !left[0].At.After(r.now) || !left[1].At.After(r.now) {
		t.Errorf("to be tried again: %+v, %v", left, err)
	}
}
