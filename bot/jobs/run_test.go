package jobs_test

import (
	"context"
	"errors"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// running runs the loops in a bubble, whose clock stands still until all wait, and
// ends them.
func running(t *testing.T, kinds map[string]jobs.Kind, front func(*room) chat.FrontEnd, play func(t *testing.T, r *room, end func())) {
	dbtest.OnlyFile(t) // the clock of the bubble does not wait for a server
	path := migrated(t)
	synctest.Test(t, func(t *testing.T) {
		r := openRoom(t, path)
		maps.Copy(r.kinds, kinds)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r.runner.Open(front(r))
			r.runner.Run(ctx)
		}()
		end := func() { cancel(); <-ended }
		defer end()
		play(t, r, end)
	})
}

func itself(r *room) chat.FrontEnd { return r }

// moment is as long as the database lets a writer wait for others.
const moment = 10 * time.Millisecond

// after lets time pass in the bubble.
func after(d time.Duration) {
	time.Sleep(d) // of the bubble's clock: it takes no time
	synctest.Wait()
}

// The loops do what is due on time, at once what they are woken for, and show all
// the while that they get on.
func TestRun(t *testing.T) {
	var done tally
	running(t, map[string]jobs.Kind{"do": done.kind}, itself, func(t *testing.T, r *room, _ func()) {
		r.setJob("do", "1", time.Now().Add(10*time.Second))
		r.runner.Wake()
		after(10*time.Second - 100*time.Millisecond) // writing takes a little of the bubble's time
		done.want(t)
		after(100 * time.Millisecond)
		done.want(t, "do 1")
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		r.runner.Wake()
		after(moment)
		r.wantSaid("group hi")
		for range 50 {
			after(7 * time.Second)
			at, err := jobs.LastHeartbeat(context.Background(), r.store)
			if err != nil || time.Since(at) > jobs.HeartbeatAge/2 {
				t.Fatalf("after a while of nothing to do the heartbeat is %v old, %v", time.Since(at), err)
			}
		}
	})
}

// A post that takes long holds up no job.
func TestPostsHoldUpNoJob(t *testing.T) {
	slow := func(*room) chat.FrontEnd {
		return postFunc(func(ctx context.Context) error { chat.Pause(ctx, 10*time.Second); return nil })
	}
	var done tally
	running(t, map[string]jobs.Kind{"do": done.kind}, slow, func(t *testing.T, r *room, _ func()) {
		r.enqueue(storage.Outgoing{Nonce: "slow"})
		r.runner.Wake()
		after(moment)
		r.setJob("do", "1", time.Now())
		r.runner.Wake()
		after(moment)
		done.want(t, "do 1")
		r.delivered.want(t)                          // it is on its way
		after(10*time.Second + 100*time.Millisecond) // notes are written together
		r.delivered.want(t, "slow as m")
	})
}

// The end breaks off no post that can still be finished, so that it is not posted
// again; one that cannot is tried again later.
func TestEndFinishesPosts(t *testing.T) {
	for takes, want := range map[time.Duration]string{4 * time.Second: "done", time.Hour: "open"} {
		slow := func(*room) chat.FrontEnd {
			return postFunc(func(ctx context.Context) error {
				if !chat.Pause(ctx, takes) {
					return errors.New("broken off")
				}
				return nil
			})
		}
		running(t, nil, slow, func(t *testing.T, r *room, end func()) {
			r.enqueue(storage.Outgoing{Nonce: "hi"})
			r.runner.Wake()
			after(moment)
			began := time.Now()
			end()
			if took := time.Since(began); took > 5100*time.Millisecond {
				t.Errorf("the end took %v", took)
			}
			if got := r.state("hi"); got != want {
				t.Errorf("a post of %v is %s, want %s", takes, got, want)
			}
		})
	}
}

// A job that panics each time ends neither loop.
func TestPanicsEndNoLoop(t *testing.T) {
	var tries tally
	bad := func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) {
		tries.add("again")
		panic("in a kind")
	}
	running(t, map[string]jobs.Kind{"panic": bad}, itself, func(t *testing.T, r *room, _ func()) {
		r.setJob("panic", "1", time.Now())
		r.runner.Wake()
		after(5 * time.Minute)
		if n := len(tries.list()); n < 5 || n > 6 {
			t.Errorf("tried %d times in five minutes", n)
		}
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		r.runner.Wake()
		after(moment)
		r.wantSaid("group hi")
	})
}
