package outbox_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/outbox"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// ended returns how a post ended, as it is stored: the outcome, the message that it became, and why it failed.
func (r *room) ended(nonce string) (how string) {
	r.t.Helper()
	err := r.store.Read(r.t.Context(), func(tx *storage.Tx) (err error) {
		how, err = storage.Get[string](tx, "find end", `SELECT outcome || ',' || posted || ',' || reason FROM outbox WHERE nonce = $1`, nonce)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return how
}

// The next process delivers a reply exactly as the process that has ended would have: in the same place,
// as a reply, in the person's language, with the same priority and the same time of expiry.
func TestReplyOfAnEndedProcessIsWhole(t *testing.T) {
	path := storetest.Database(t)
	first := openRoom(t, path)
	expires := first.clock().Add(time.Hour).UTC().Truncate(time.Millisecond)
	at := expires.Add(-2 * time.Hour)
	event := []byte(`{"message":7}`)
	first.write(func(tx *storage.Tx) error {
		c, err := tx.EnsureCommunity("net", "ann", true, 0, "", at)
		if err != nil {
			return err
		}
		return tx.Enqueue(&storage.Outgoing{
			Nonce: "reply", CommunityID: c.ID, Channel: "topic", Event: event, Locale: "de", Priority: outbox.Verdict,
			Body: []byte(`{"silent":true}`), Expires: expires,
		}, nil, at)
	})
	if err := first.store.Close(); err != nil {
		t.Fatal(err)
	}
	r := openRoom(t, path)
	r.once()
	want := []chat.Delivery{{
		Key:   "reply",
		Place: chat.Place{Network: "net", Community: "ann", Channel: "topic", Private: true},
		Event: event, Locale: "de", At: at, Until: expires, Priority: outbox.Verdict, Minor: true,
		Reply: chat.Reply{Silent: true},
	}}
	if diff := cmp.Diff(want, r.made); diff != "" {
		t.Errorf("delivered (-want +got):\n%s", diff)
	}
}

// The database has how a post ended: the message that it became, or why it was given up, and the time.
func TestHowItEnded(t *testing.T) {
	for _, c := range []struct {
		name string
		fail error
		row  storage.Outgoing
		want string
	}{
		{"posted", nil, storage.Outgoing{}, "delivered,p1,"},
		{"told elsewhere", chat.ErrElsewhere, storage.Outgoing{}, "delivered,,"},
		{"refused", &chat.RefusedError{Err: errors.New("400: too long")}, storage.Outgoing{}, "failed,,400: too long"},
		{"expired", nil, storage.Outgoing{Expires: time.Unix(1, 0)}, "failed,,it has expired"},
		{"unreadable", nil, storage.Outgoing{Body: []byte("{")}, "failed,,its body cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t)
			r.fail = []error{c.fail}
			c.row.Nonce = "hi"
			r.enqueue(c.row)
			r.pass(5 * time.Second)
			r.once()
			if got := r.ended("hi"); got != c.want {
				t.Errorf("it is stored as %q, want %q", got, c.want)
			}
			if c.name != "posted" {
				r.delivered.want(t)
			}
			if c.name == "posted" && !slices.Equal(r.times, []time.Time{r.now}) {
				t.Errorf("delivered at %v, want %v", r.times, r.now)
			}
		})
	}
}

// An edit that nobody saw because of a newer one counts as replaced. It may have waited, or it may have
// failed after the newer one had come.
func TestEditsThatAreReplaced(t *testing.T) {
	r := held(t)
	delivers := func(string) bool { return true }
	edit := func(nonce string) {
		r.write(func(tx *storage.Tx) error {
			return tx.Enqueue(&storage.Outgoing{Nonce: nonce, CommunityID: r.group.ID, Message: "m1", Body: []byte("{}")}, delivers, r.clock())
		})
	}
	edit("waited")
	edit("failed")
	r.fail = []error{errors.New("502")}
	r.onDeliver = func() {
		r.onDeliver = nil
		edit("newest")
	}
	r.letGo()
	for nonce, want := range map[string]string{"waited": "replaced,,", "failed": "replaced,,", "newest": "delivered,p2,"} {
		if got := r.ended(nonce); got != want {
			t.Errorf("%s is stored as %q, want %q", nonce, got, want)
		}
	}
	if n := r.box.Kept(); n != 0 {
		t.Errorf("memory keeps %d of them", n)
	}
}

// After a reply has replaced an edit, later edits of that message are delivered as before, and the newest
// one that waits replaces the others.
func TestEditsAfterAReply(t *testing.T) {
	r := held(t)
	delivers := func(string) bool { return true }
	edit := func(nonce string) {
		r.write(func(tx *storage.Tx) error {
			return tx.Enqueue(&storage.Outgoing{Nonce: nonce, CommunityID: r.group.ID, Message: "m1", Body: []byte("{}")}, delivers, r.clock())
		})
	}
	reply := func(key string) {
		r.answerAbout(storage.Outgoing{CommunityID: r.group.ID, Message: "m1"}, key, outbox.Play, nil)
	}
	edit("old")
	reply("reply")
	r.letGo()
	edit("later")
	r.once()
	r.wantSent("group reply", "group edit m1")

	r.hold()
	reply("again")
	edit("newer")
	r.onDeliver = r.hold
	r.letGo()
	edit("newest")
	r.letGo()
	r.wantSent("group reply", "group edit m1", "group again", "group edit m1")
	if r.ended("newer") != "replaced,," || r.ended("newest") != "delivered,p4," {
		t.Errorf("newer is stored as %q, newest %q", r.ended("newer"), r.ended("newest"))
	}
	if n := r.box.Kept(); n != 0 {
		t.Errorf("memory keeps %d of them", n)
	}
}

// Memory keeps nothing about deliveries that have ended.
func TestNothingIsKept(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.answer("form", outbox.Press, func(d *chat.Delivery) { d.Reply.Ask = &chat.Ask{} })
	r.answer("reply", outbox.Play, nil)
	r.enqueue(storage.Outgoing{Nonce: "edit", Message: "m1"})
	r.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	r.enqueue(storage.Outgoing{Nonce: "late", Expires: r.clock().Add(-time.Second)})
	r.once()
	if n := r.box.Kept(); n != 0 || r.waiting() != 0 {
		t.Errorf("memory keeps %d of them, and %d wait", n, r.waiting())
	}
}

// If something is out of reach, the log says so once, with the community.
func TestOutOfReachIsLogged(t *testing.T) {
	r := newRoom(t)
	var other storage.Community
	r.write(func(tx *storage.Tx) (err error) {
		other, err = tx.EnsureCommunity("net", "other", false, 0, "", r.clock())
		return err
	})
	for i := range 2 {
		r.fail = []error{&chat.RefusedError{Gone: chat.GoneRight, Err: errors.New("403")}}
		r.enqueue(storage.Outgoing{Nonce: fmt.Sprint(i), CommunityID: other.ID})
		r.once()
	}
	logged := r.log.String()
	want := fmt.Sprintf(`msg="out of reach" what=right community=%d error=`, other.ID)
	if strings.Count(logged, "\n") != 1 || !strings.Contains(logged, want) || !strings.Contains(logged, "403") {
		t.Errorf("logged %q, want once %q", logged, want)
	}
	r.fail = []error{errors.New("502")}
	r.enqueue(storage.Outgoing{Nonce: "third", CommunityID: other.ID})
	r.once()
	want = fmt.Sprintf(`msg="message not delivered yet" community=%d nonce=third error=502`, other.ID)
	if logged := r.log.String(); !strings.Contains(logged, want) {
		t.Errorf("logged %q, want %q", logged, want)
	}
}

// Moved is called with the time of the move.
func TestWhenACommunityMoves(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.MovedError{To: "new"}}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.pass(time.Minute)
	r.once()
	if want := []time.Time{r.now, r.now}; !slices.Equal(r.times, want) {
		t.Errorf("moved and delivered at %v, want %v", r.times, want)
	}
}

// Some verdicts do not share a message: those that have ended, have no name, or go to a private chat. A
// verdict that was only read again does.
func TestWhichVerdictsAreMerged(t *testing.T) {
	verdict := func(r *room, key, name string) {
		r.answer(key, outbox.Verdict, func(d *chat.Delivery) { d.Name = name })
	}
	rowOf := func(r *room, key string) (row storage.Outgoing) {
		r.write(func(tx *storage.Tx) error {
			waiting, err := tx.Waiting(key)
			row = waiting[0]
			return err
		})
		return row
	}
	for _, dropped := range []string{"one", "two"} {
		r := held(t)
		verdict(r, "one", "Ann")
		verdict(r, "two", "Bo")
		row := rowOf(r, dropped)
		r.write(func(tx *storage.Tx) error {
			_, err := tx.Done(row, storage.Replaced, "", "", r.clock()).List()
			return err
		})
		r.box.Reread([]int64{row.ID})
		r.letGo()
		if len(r.texts) != 1 || r.texts[0] == dropped || strings.Contains(r.texts[0], "|") {
			t.Errorf("without %s: sent %q", dropped, r.texts)
		}
	}

	r := held(t)
	verdict(r, "one", "Ann")
	verdict(r, "two", "")
	r.letGo()
	if want := []string{"one", "two"}; !slices.Equal(r.texts, want) {
		t.Errorf("without a name: sent %q, want %q", r.texts, want)
	}

	r = held(t)
	for _, key := range []string{"one", "two"} {
		r.answer(key, outbox.Verdict, func(d *chat.Delivery) { d.Place.Private = true })
	}
	r.letGo()
	if want := []string{"one", "two"}; !slices.Equal(r.texts, want) {
		t.Errorf("in a private chat: sent %q, want %q", r.texts, want)
	}

	r = held(t)
	verdict(r, "one", "Ann")
	r.box.Reread([]int64{rowOf(r, "one").ID})
	r.fail = []error{&chat.RetryError{After: time.Second, Err: errors.New("429")}}
	r.letGo()
	verdict(r, "two", "Bo")
	r.pass(time.Second)
	r.once()
	if want := []string{"one", "Ann one|Bo two"}; !slices.Equal(r.texts, want) {
		t.Errorf("read again: sent %q, want %q", r.texts, want)
	}
}

// An apology comes before all that waits.
func TestApologyComesFirst(t *testing.T) {
	r := held(t)
	r.fail = []error{&chat.RefusedError{Err: errors.New("400")}}
	r.answer("odd", outbox.Play, nil)
	r.answer("next", outbox.Play, nil)
	r.letGo()
	if want := []string{"odd", "broken", "next"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// Only replies keep the order in which a person asked. A post about the person goes by its priority.
func TestPostsAboutAPersonKeepNoOrder(t *testing.T) {
	for _, isReply := range []bool{false, true} {
		r := held(t)
		var who storage.Player
		r.write(func(tx *storage.Tx) (err error) {
			who, err = tx.EnsurePlayer("net", "ann", "Ann", "en", r.clock())
			return err
		})
		o := storage.Outgoing{CommunityID: r.group.ID, PlayerID: who.ID}
		say := func(key string, priority int, isReply bool) {
			if isReply {
				r.answerAbout(o, key, priority, nil)
				return
			}
			post := o
			post.Nonce = key
			post.Priority = priority
			post.Body = []byte("{}")
			r.write(func(tx *storage.Tx) error {
				return tx.Enqueue(&post, func(string) bool { return true }, r.clock())
			})
		}
		say("result", outbox.Result, isReply)
		say("puzzle", outbox.Play, !isReply)
		r.letGo()
		r.wantSent("group puzzle", "group result")
	}
}

// Deliveries that have ended do not delay later ones.
func TestDelayBehindWhatHasEnded(t *testing.T) {
	r := held(t)
	r.answer("one", outbox.Play, nil)
	r.answer("two", outbox.Play, nil)
	r.onDeliver = r.hold
	r.letGo()
	r.box.Delay(chat.Delivery{Place: chat.Place{Network: "net", Community: "group"}, Priority: outbox.Daily})
	if r.wantSent("group one"); r.behind != 1 {
		t.Errorf("what comes then goes behind %d", r.behind)
	}
}

// A reply that waits in memory is delivered while the database is away. A post waits, because another
// process may own it by now.
func TestReplyNeedsNoDatabase(t *testing.T) {
	// The test needs a fault of SQLite's.
	dbtest.OnlyFile(t)
	r := held(t)
	r.enqueue(storage.Outgoing{Nonce: "post"})
	r.once()
	r.answer("reply", outbox.Play, nil)
	// This is longer than the lease is trusted.
	r.pass(time.Minute)
	rename := func(table, name string) {
		r.write(func(tx *storage.Tx) error { return tx.Exec("rename", "ALTER TABLE "+table+" RENAME TO "+name) })
	}
	rename("processes", "away")
	r.pace = 0
	r.box.Run(endedContext(t))
	r.wantSent("group reply")
	rename("away", "processes")
	r.pass(time.Minute)
	r.once()
	r.wantSent("group reply", "group post")
}

// Memory holds 20,000 deliveries that somebody waits for: so many are owned, claimed or not.
func TestHowManyAreHeld(t *testing.T) {
	r := held(t)
	d := chat.Delivery{Event: []byte("{}"), Priority: outbox.Daily, Place: chat.Place{Network: "net", Community: "group"}}
	for range 19_997 {
		r.box.Send(d, storage.Outgoing{})
	}
	var other storage.Community
	r.write(func(tx *storage.Tx) (err error) {
		other, err = tx.EnsureCommunity("net", "other", false, 0, "", r.clock())
		return err
	})
	post := func(nonce string) (o storage.Outgoing) {
		o = storage.Outgoing{Nonce: nonce, CommunityID: r.group.ID}
		r.write(func(tx *storage.Tx) error { return r.box.Post(tx, &o, chat.Reply{}, r.clock()) })
		return o
	}
	r.onDeliver = func() {
		r.onDeliver = nil
		// The form is one, too.
		for i, want := range []bool{true, true, false} {
			if o := post(fmt.Sprint(i)); o.Mine != want {
				t.Errorf("of number %d it is the owner: %v", 19_999+i, o.Mine)
			}
		}
	}
	d.Reply.Ask = &chat.Ask{}
	r.box.Send(d, storage.Outgoing{})
	r.once()
	for _, nonce := range []string{"a", "b"} {
		r.enqueue(storage.Outgoing{Nonce: nonce, CommunityID: other.ID})
	}
	r.once()
	owned := r.owned()
	if owned != 3 {
		t.Errorf("%d posts are owned, want the two and one in the place of the form", owned)
	}
}

// At most so many deliveries are sent at the same time.
func TestHowManyAtATime(t *testing.T) {
	for bulk, want := range map[bool]int32{false: 512, true: 16} {
		running(t, nil, func(t *testing.T, r *room, _ func()) {
			release := make(chan struct{})
			var now atomic.Int32
			r.onDeliver = func() {
				now.Add(1)
				<-release
			}
			d := chat.Delivery{Bulk: bulk, Place: chat.Place{Network: "net", Community: "group"}, Reply: chat.Reply{Ask: &chat.Ask{}}}
			after(moment)
			for range want + 1 {
				r.box.Send(d, storage.Outgoing{})
			}
			after(moment)
			if n := now.Load(); n != want {
				t.Errorf("bulk %v: %d at a time, want %d", bulk, n, want)
			}
			close(release)
		})
	}
}

// Deliveries that another process has left are claimed five seconds later. Those that wait behind one
// that the other process still owns are not.
func TestWhatOthersLeaveIsClaimed(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.write(func(tx *storage.Tx) error {
			for i, nonce := range []string{"kept", "behind"} {
				o := storage.Outgoing{Nonce: nonce, CommunityID: r.group.ID, Body: []byte("{}")}
				if err := tx.Enqueue(&o, nil, r.clock()); err != nil {
					return err
				}
				if i == 0 {
					if err := tx.Exec("keep", `UPDATE outbox SET claimed_by = 99`); err != nil {
						return err
					}
				}
			}
			return nil
		})
		after(time.Second)
		r.write(func(tx *storage.Tx) error { return tx.Exec("leave", `UPDATE outbox SET claimed_by = NULL`) })
		after(3900 * time.Millisecond)
		r.wantSent()
		after(200 * time.Millisecond)
		r.wantSent("group kept", "group behind")
	})
}

// A note waits 50 ms, to be written together with later ones. While the database is away, the outbox tries
// again to write it, first after 100 ms, and in the end every two seconds.
func TestWhenNotesAreWritten(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.away.Store(1000)
		tried := func() int32 { return 1000 - r.away.Load() }
		after(time.Second)
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		after(45 * time.Millisecond)
		if n := tried(); n != 0 {
			t.Errorf("it is written at once")
		}
		after(15 * time.Millisecond)
		if n := tried(); n != 1 {
			t.Errorf("tried %d times at first", n)
		}
		// The pause is 100 ms, and at most a quarter more.
		after(130 * time.Millisecond)
		if n := tried(); n != 2 {
			t.Errorf("tried %d times when the first pause is over", n)
		}
		after(10 * time.Second)
		before := tried()
		after(time.Minute)
		if n := tried() - before; n < 23 || n > 41 {
			t.Errorf("tried %d times in a minute", n)
		}
		r.away.Store(0)
	})
}

// If a claim fails, the log says so, with the name of the loop.
func TestClaimThatFails(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		r.write(func(tx *storage.Tx) error {
			return tx.Exec("fault", `CREATE TRIGGER fault BEFORE UPDATE OF claimed_by ON outbox WHEN NEW.bulk = 1 AND OLD.claimed_by IS NULL
				BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
		})
		r.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
		after(moment)
		if logged := r.log.String(); strings.Contains(logged, "loop=net ") || !strings.Contains(logged, `loop="net bulk"`) {
			t.Errorf("logged %q", logged)
		}
	})
}

// A reply goes after the rows that are being claimed when it comes. A form does not wait for the claim.
func TestWhileRowsAreClaimed(t *testing.T) {
	running(t, nil, func(t *testing.T, r *room, _ func()) {
		after(time.Second)
		place := chat.Place{Network: "net", Community: "group"}
		form := chat.Delivery{Key: "form", Event: []byte("{}"), Place: place, Reply: chat.Reply{Ask: &chat.Ask{}}}
		reply := chat.Delivery{Key: "reply", Event: []byte("{}"), Place: place, Priority: outbox.Result}
		isSent := func() bool {
			r.mu.Lock()
			defer r.mu.Unlock()
			return len(r.sent) > 0
		}
		var writes atomic.Int32
		r.store.Observe(func(isWrite bool, _ time.Duration, _ int) {
			if !isWrite || writes.Add(1) != 2 {
				return
			}
			// The first was the post. This is its claim.
			go r.box.Send(reply, storage.Outgoing{})
			go r.box.Send(form, storage.Outgoing{Unordered: true})
			// On a busy machine it takes a while until the goroutines run.
			for i := 0; i < 10_000_000 && !isSent(); i++ {
				runtime.Gosched()
			}
			if !isSent() {
				t.Error("the form waits")
			}
		})
		r.enqueue(storage.Outgoing{Nonce: "post", Priority: outbox.Result})
		after(time.Second)
		r.wantSent("group form", "group post", "group reply")
	})
}
