package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/outbox"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// running calls play while an outbox runs in a bubble, whose clock stands still until every goroutine waits.
// Then it ends the outbox, unless play has called end before. If front is nil, the room is the front end.
func running(t *testing.T, front chat.FrontEnd, play func(t *testing.T, r *room, end func())) {
	// The clock of the bubble does not wait for a server.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	synctest.Test(t, func(t *testing.T) {
		r := openRoom(t, path)
		switch f := front.(type) {
		case nil:
			front = r
		case *eyes:
			f.room = r
		case *slow:
			f.room = r
		}
		r.box.Open(front)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r.box.Run(ctx)
		}()
		end := func() {
			cancel()
			<-ended
		}
		defer end()
		play(t, r, end)
	})
}

// moment is long enough for what the outbox does without a pause. A transaction that writes may take 10 ms,
// because it waits for others to share its commit.
const moment = 10 * time.Millisecond

// after lets time pass in the bubble. In truth that takes no time.
func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// enqueueEach enqueues a message in each of n communities.
func (r *room) enqueueEach(n int) {
	r.t.Helper()
	for i := range n {
		var c storage.Community
		r.write(func(tx *storage.Tx) (err error) {
			c, err = tx.EnsureCommunity("net", fmt.Sprint(i), false, 0, "", r.clock())
			return err
		})
		r.enqueue(storage.Outgoing{Nonce: fmt.Sprint(i), CommunityID: c.ID})
	}
}

// A delivery without an owner is claimed and delivered at once.
func TestUnclaimedIsDeliveredAtOnce(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		after(time.Minute)
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		after(moment)
		r.wantSent("group hi")
	})
}

// All deliveries without an owner are claimed, one batch after another without a pause.
func TestNoPauseBetweenBatches(t *testing.T) {
	for _, bulk := range []bool{false, true} {
		running(t, nil, func(t *testing.T, r *room, _ func()) {
			r.write(func(tx *storage.Tx) error {
				for n := range 150 {
					o := storage.Outgoing{Nonce: fmt.Sprint(n), CommunityID: r.group.ID, Bulk: bulk, Body: []byte("{}")}
					if err := tx.Enqueue(&o, nil, r.clock()); err != nil {
						return err
					}
				}
				return nil
			})
			// This includes the time that notes wait.
			after(time.Second)
			if n := r.waiting(); n != 0 {
				t.Errorf("bulk %v: %d wait", bulk, n)
			}
		})
	}
}

// A delivery whose claim cannot be stored is not sent, and is sent once when it can.
func TestClaimThatIsNotStored(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.write(func(tx *storage.Tx) error {
			return errors.Join(
				tx.Exec("make parents", `CREATE TABLE parents (id INTEGER PRIMARY KEY)`),
				tx.Exec("make children", `CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`),
				// A child without a parent makes the commit fail.
				tx.Exec("make fault", `CREATE TRIGGER fault AFTER UPDATE ON outbox BEGIN INSERT INTO children VALUES (7); END`))
		})
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		after(time.Minute)
		r.wantSent()
		r.write(func(tx *storage.Tx) error { return tx.Exec("drop fault", `DROP TRIGGER fault`) })
		after(time.Minute)
		r.wantSent("group hi")
		if r.state("hi") != "done" {
			t.Errorf("the delivery is %s", r.state("hi"))
		}
	})
}

// What was delivered while the database was away is noted when the database is back.
func TestNotesWaitForTheDatabase(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, end func()) {
		r.away.Store(6)
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		after(time.Second)
		r.wantSent("group hi")
		if r.state("hi") != "open" {
			t.Error("it is noted while the database is away")
		}
		after(10 * time.Second)
		if r.state("hi") != "done" {
			t.Error("it is not noted when the database is back")
		}
		r.delivered.want(t, "hi as p1")
	})
}

// The outbox ends even if the database is away. Then deliveries are not noted, and the log says so.
func TestEndWithoutTheDatabase(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, end func()) {
		r.away.Store(1000)
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		after(time.Minute)
		began := time.Now()
		end()
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("the end took %v", took)
		}
		if r.state("hi") != "open" || !strings.Contains(r.log.String(), "delivery not recorded") {
			t.Errorf("it is %s, logged %q", r.state("hi"), r.log.String())
		}
	})
}

// The end of the outbox interrupts no delivery that can still succeed, so that it is not sent twice. One
// that cannot is tried again later.
func TestEndFinishesDeliveries(t *testing.T) {
	for takes, want := range map[time.Duration]string{4 * time.Second: "done", time.Hour: "open"} {
		slow := postFunc(func(ctx context.Context) error {
			if !chat.Pause(ctx, takes) {
				return errors.New("broken off")
			}
			return nil
		})
		running(t, slow, func(t *testing.T, r *room, end func()) {
			r.enqueue(storage.Outgoing{Nonce: "hi"})
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

// For two seconds after the end has come, prompt deliveries are still begun, and bulk ones are not.
func TestLastWords(t *testing.T) {
	for bulk, want := range map[bool]int32{false: 3, true: 1} {
		var tries atomic.Int32
		front := postFunc(func(ctx context.Context) error {
			tries.Add(1)
			chat.Pause(ctx, 900*time.Millisecond)
			return nil
		})
		running(t, front, func(t *testing.T, r *room, end func()) {
			for i := range 10 {
				r.enqueue(storage.Outgoing{Nonce: fmt.Sprint(i), Bulk: bulk})
			}
			after(moment)
			end()
			if n := tries.Load(); n != want {
				t.Errorf("bulk %v: %d were begun, want %d", bulk, n, want)
			}
		})
	}
}

// After four failures in a row one message at a time is tried. When the network is up again, all that
// wait are delivered at once.
func TestNetworkDown(t *testing.T) {
	var tries atomic.Int32
	var up atomic.Bool
	front := postFunc(func(context.Context) error {
		if tries.Add(1); up.Load() {
			return nil
		}
		return errors.New("502")
	})
	running(t, front, func(t *testing.T, r *room, _ func()) {
		r.enqueueEach(100)
		after(5 * time.Minute)
		// There were a hundred tries at first, and then about one a second.
		if n := tries.Load(); n < 100+200 || n > 100+310 {
			t.Errorf("tried %d times in five minutes", n)
		}
		tries.Store(0)
		up.Store(true)
		after(35 * time.Second)
		if n := len(r.delivered.list()); n != 100 {
			t.Errorf("%d of 100 went out half a minute after the network was up", n)
		}
	})
}

// The network counts as down after the fourth failure in a row, and not after the third.
func TestHowManyFailuresAreDown(t *testing.T) {
	for failures, down := range map[int]bool{3: false, 4: true} {
		var tries atomic.Int32
		var isDown atomic.Bool
		front := postFunc(func(context.Context) error {
			if !isDown.Load() {
				return nil
			}
			tries.Add(1)
			return errors.New("502")
		})
		running(t, front, func(t *testing.T, r *room, _ func()) {
			r.enqueue(storage.Outgoing{Nonce: "success"})
			after(moment)
			isDown.Store(true)
			r.enqueueEach(failures)
			after(moment)
			if n := int(tries.Load()); n != failures {
				t.Fatalf("%d of %d failed", n, failures)
			}
			tries.Store(0)
			// Each of them is tried again, unless the network is down.
			after(shortestPause + moment)
			if n := int(tries.Load()); down != (n == 1) {
				t.Errorf("after %d failures %d are tried at once", failures, n)
			}
		})
	}
}

// While the network is down, one message at a time is tried, even if a try takes long.
func TestOneTryAtATimeWhileDown(t *testing.T) {
	var tries, now, most atomic.Int32
	front := postFunc(func(ctx context.Context) error {
		if tries.Add(1) > 20 {
			most.Store(max(most.Load(), now.Add(1)))
			chat.Pause(ctx, 10*time.Second)
			now.Add(-1)
		}
		return errors.New("502")
	})
	running(t, front, func(t *testing.T, r *room, _ func()) {
		r.enqueueEach(20)
		after(time.Minute)
		if n := most.Load(); n != 1 {
			t.Errorf("%d tries at a time", n)
		}
	})
}

// Failures with a success between them do not mean that the network is down.
func TestFailuresInARow(t *testing.T) {
	var tries, now, most atomic.Int32
	front := postFunc(func(ctx context.Context) error {
		n := tries.Add(1)
		if n <= 3 || n == 5 {
			return errors.New("502")
		}
		if n > 5 {
			most.Store(max(most.Load(), now.Add(1)))
			chat.Pause(ctx, 10*time.Second)
			now.Add(-1)
		}
		return nil
	})
	running(t, front, func(t *testing.T, r *room, _ func()) {
		r.enqueue(storage.Outgoing{Nonce: "late"})
		after(time.Minute)
		r.enqueueEach(3)
		after(5 * time.Second)
		if n := most.Load(); n < 2 {
			t.Errorf("%d deliveries at a time", n)
		}
	})
}

// If the network answers again after just as many failures as mean that it is down, all that wait are
// delivered at once.
func TestUpAfterFewFailures(t *testing.T) {
	var up atomic.Bool
	front := postFunc(func(context.Context) error {
		if up.Load() {
			return nil
		}
		return errors.New("502")
	})
	running(t, front, func(t *testing.T, r *room, _ func()) {
		r.enqueueEach(1)
		// The delivery has failed three times, and waits for two seconds.
		after(1600 * time.Millisecond)
		r.enqueue(storage.Outgoing{Nonce: "fourth"})
		after(moment)
		up.Store(true)
		after(shortestPause + 4*moment + noted)
		if want := []string{"0 as m", "fourth as m"}; !slices.Equal(slices.Sorted(slices.Values(r.delivered.list())), want) {
			t.Errorf("delivered %q, want %q", r.delivered.list(), want)
		}
	})
}

// Each failed delivery of a lane is tried again when its own pause is over.
func TestPausesOfALaneOverlap(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.fail = slices.Repeat([]error{errors.New("502")}, 3)
		r.enqueue(storage.Outgoing{Nonce: "long"})
		// The delivery has failed twice, and waits for a second.
		after(600 * time.Millisecond)
		r.enqueue(storage.Outgoing{Nonce: "short"})
		after(shortestPause + 10*moment)
		r.wantSent("group long", "group long", "group short", "group short")
	})
}

// However long the network's pace holds a lane back, the lane asks for the pace each second.
func TestPaceIsAskedAgain(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		pace := func(d time.Duration) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.pace = d
		}
		pace(time.Hour)
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		after(time.Minute)
		r.wantSent()
		pace(0)
		after(time.Second + moment)
		r.wantSent("group hi")
	})
}

// noted is how long it takes at most until a delivery is noted.
const noted = 100 * time.Millisecond

// shortestPause is the pause before the second try.
const shortestPause = 500 * time.Millisecond

// If a delivery expires while the network is down, that is no answer of the network: still one message at
// a time is tried.
func TestExpiryClosesNoBreaker(t *testing.T) {
	var tries atomic.Int32
	front := postFunc(func(context.Context) error {
		tries.Add(1)
		return errors.New("502")
	})
	running(t, front, func(t *testing.T, r *room, _ func()) {
		r.enqueueEach(20)
		after(time.Minute)
		tries.Store(0)
		for i := range 30 {
			r.enqueue(storage.Outgoing{Nonce: fmt.Sprint("late ", i), Expires: r.clock().Add(-time.Second)})
			after(time.Second)
			if r.state(fmt.Sprint("late ", i)) != "done" {
				t.Fatal("what has expired waits")
			}
		}
		if n := tries.Load(); n > 32 {
			t.Errorf("tried %d times in half a minute", n)
		}
	})
}

// eyes is a front end that shows people which requests it has read.
type eyes struct {
	*room
	seen []string
}

func (e *eyes) Notice(_ context.Context, d chat.Delivery) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seen = append(e.seen, d.Key)
}

// If a reply has to wait, the front end shows at once that it has read the request. It does not for a
// verdict, or for a reply that comes at once or soon.
func TestLateReplyIsNoticed(t *testing.T) {
	e := &eyes{}
	running(t, e, func(t *testing.T, r *room, _ func()) {
		pace := func(d time.Duration) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.pace = d
		}
		after(time.Second)
		pace(2 * time.Second)
		r.answer("soon", outbox.Play, nil)
		pace(3*time.Second - 1)
		r.answer("just soon enough", outbox.Play, nil)
		pace(3 * time.Second)
		r.answer("just late", outbox.Play, nil)
		pace(35 * time.Second)
		r.answer("late", outbox.Play, nil)
		r.answer("late result", outbox.Result, nil)
		r.answer("verdict", outbox.Verdict, nil)
		r.answer("form", outbox.Press, func(d *chat.Delivery) { d.Reply.Ask = &chat.Ask{} })
		after(time.Second)
		e.mu.Lock()
		defer e.mu.Unlock()
		// They are shown at the same moment, in any order.
		slices.Sort(e.seen)
		if want := []string{"just late", "late", "late result"}; !slices.Equal(e.seen, want) {
			t.Errorf("noticed %q, want %q", e.seen, want)
		}
		r.pace = 0
	})
}

// If a delivery cannot be noted, the log says so, and others are still noted, even while the outbox goes
// on.
func TestOneNoteFailsWhileItRuns(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.bad = "bad"
		r.enqueue(storage.Outgoing{Nonce: "bad"})
		after(10 * time.Second)
		r.bad = ""
		r.enqueue(storage.Outgoing{Nonce: "after"})
		after(10 * time.Second)
		if r.state("after") != "done" || !strings.Contains(r.log.String(), "delivery not recorded") {
			t.Errorf("after it is %s, logged %q", r.state("after"), r.log.String())
		}
	})
}

// Forms wait for nothing at their place, not even for another form that takes long.
func TestFormsDoNotWaitForEachOther(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		release := make(chan struct{})
		var isBusy atomic.Bool
		r.onDeliver = func() {
			if isBusy.CompareAndSwap(false, true) {
				<-release
			}
		}
		after(time.Second)
		for _, key := range []string{"slow", "quick"} {
			r.answer(key, outbox.Press, func(d *chat.Delivery) { d.Reply.Ask = &chat.Ask{} })
			after(time.Second)
		}
		r.wantSent("group quick")
		close(release)
		after(time.Second)
		r.wantSent("group quick", "group slow")
	})
}

// While the lease cannot be renewed, nobody knows who owns a post. A post that expires then is tried no more often than
// others, and ends when the lease is renewed again.
func TestPostExpiresWithoutALease(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.fail = slices.Repeat([]error{errors.New("502")}, 100)
		r.enqueue(storage.Outgoing{Nonce: "post", Expires: r.clock().Add(5 * time.Minute)})
		after(time.Second)
		r.write(func(tx *storage.Tx) error {
			return tx.Exec("make fault", `CREATE TRIGGER fault BEFORE UPDATE ON processes BEGIN SELECT RAISE(ABORT, 'fault'); END`)
		})
		after(10 * time.Minute)
		if n := strings.Count(r.log.String(), "could not be prepared"); n > 60 {
			t.Errorf("tried %d times in ten minutes", n)
		}
		r.write(func(tx *storage.Tx) error { return tx.Exec("drop fault", `DROP TRIGGER fault`) })
		after(time.Minute)
		if state := r.state("post"); state != "done" {
			t.Errorf("the post is %s", state)
		}
	})
}
