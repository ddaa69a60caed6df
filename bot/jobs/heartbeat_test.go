package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"reckon/bot/jobs"
	"reckon/storage"
	"reckon/storage/dbtest"
)

func (r *room) heartbeatAge() time.Duration {
	r.t.Helper()
	at, err := jobs.LastHeartbeat(context.Background(), r.store)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.clock().Sub(at)
}

// beating does once all that is due, for both loops to show a heartbeat.
func (r *room) beating(f postFunc) {
	r.t.Helper()
	r.kinds["do"] = new(tally).kind
	r.setJob("do", r.clock().String(), r.clock())
	r.enqueue(storage.Outgoing{Nonce: r.clock().String()})
	r.once(f)
}

// A heartbeat is that of the loops: it is there after each pass, and goes stale while
// one of them does not get on, though the other does.
func TestHeartbeatIsOfTheLoops(t *testing.T) {
	r := newRoom(t)
	if _, err := jobs.LastHeartbeat(t.Context(), r.store); !errors.Is(err, jobs.ErrNoHeartbeat) {
		t.Errorf("a heartbeat before the first pass: %v", err)
	}
	quick := postFunc(func(context.Context) error { return nil })
	r.beating(quick)
	for range 3 {
		r.pass(jobs.HeartbeatAge)
		r.beating(quick)
		if age := r.heartbeatAge(); age != 0 {
			t.Errorf("after a pass the heartbeat is %v old", age)
		}
	}

	r.pass(time.Minute)
	r.beating(func(context.Context) error {
		r.pass(10 * time.Minute)
		if age := r.heartbeatAge(); age <= jobs.HeartbeatAge {
			t.Errorf("the loop of posts hangs, and the heartbeat is only %v old", age)
		}
		return nil
	})
	r.beating(quick)
	if age := r.heartbeatAge(); age != 0 {
		t.Errorf("the loop is free again, and the heartbeat is %v old", age)
	}

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r.pass(time.Hour)
	if err := r.runner.Once(ended, r); err == nil || r.heartbeatAge() != time.Hour {
		t.Errorf("a pass that failed (%v) made the heartbeat %v old", err, r.heartbeatAge())
	}
}

// A first heartbeat is there before the loops have done anything.
func TestFirstHeartbeat(t *testing.T) {
	r := newRoom(t)
	if err := r.runner.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	if age := r.heartbeatAge(); age != 0 {
		t.Errorf("the first heartbeat is %v old", age)
	}
	if err := r.store.Close(); err != nil {
		t.Fatal(err)
	}
	r.pass(time.Hour)
	if err := r.runner.Heartbeat(t.Context()); err == nil {
		t.Error("a heartbeat in a database that cannot be written")
	}
}

// Between two heartbeats of an idle loop there is time for one to be missed.
func TestIdleLoopBeats(t *testing.T) {
	r := newRoom(t)
	if wait, err := r.runner.Wait(t.Context()); err != nil || wait > jobs.HeartbeatAge/2 {
		t.Errorf("with nothing to do the loop waits %v, %v", wait, err)
	}
}

// On a server each process has a heartbeat of its own, and is asked for its own; from
// outside it is that of the slowest on the machine, and one that does not serve counts
// for nothing.
func TestHeartbeatsOfProcesses(t *testing.T) {
	dbtest.OnlyServer(t)
	path := migrated(t)
	slow, quick, idle := openRoom(t, path), openRoom(t, path), openRoom(t, path)
	begun := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	for _, r := range []*room{slow, quick} {
		r.now = begun
		if err := r.runner.Heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	quick.pass(time.Hour)
	if err := quick.runner.Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	outside, err := storage.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	for name, x := range map[string]struct {
		store *storage.Store
		want  time.Time
	}{"slow": {slow.store, begun}, "quick": {quick.store, begun.Add(time.Hour)}, "outside": {outside, begun}} {
		if at, err := jobs.LastHeartbeat(t.Context(), x.store); err != nil || !at.Equal(x.want) {
			t.Errorf("%s: %v, %v", name, at, err)
		}
	}
	if _, err := jobs.LastHeartbeat(t.Context(), idle.store); !errors.Is(err, jobs.ErrNoHeartbeat) {
		t.Errorf("one that does not serve: %v", err)
	}
	if err := slow.store.Close(); err != nil {
		t.Fatal(err)
	}
	if at, err := jobs.LastHeartbeat(t.Context(), outside); err != nil || !at.Equal(begun.Add(time.Hour)) {
		t.Errorf("after the slow one has ended: %v, %v", at, err)
	}
}
