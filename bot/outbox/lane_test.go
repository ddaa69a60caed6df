package outbox_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/outbox"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// answer stores the reply to an event, which this process owns, and sends it. Unless change is nil, it may change
// the delivery before.
func (r *room) answer(key string, priority int, change func(*chat.Delivery)) {
	r.t.Helper()
	r.answerAbout(storage.Outgoing{CommunityID: r.group.ID}, key, priority, change)
}

// answerAbout is answer for a reply whose row has the other fields of o.
func (r *room) answerAbout(o storage.Outgoing, key string, priority int, change func(*chat.Delivery)) {
	r.t.Helper()
	d := chat.Delivery{
		Key: key, Event: []byte("{}"), Priority: priority, At: r.clock(), Name: "Ann",
		Place: chat.Place{Network: "net", Community: "group"}, Reply: chat.Reply{Text: []chat.Line{{{Text: key}}}},
	}
	if change != nil {
		change(&d)
	}
	o.Nonce = d.Key
	o.Event = d.Event
	o.Channel = d.Place.Channel
	o.Priority = d.Priority
	o.Expires = d.Until
	o.Unordered = r.box.IsUnordered(d)
	r.write(func(tx *storage.Tx) error { return r.box.Post(tx, &o, d.Reply, r.clock()) })
	r.box.Send(d, o)
}

// held returns a room with an open outlet, whose network holds everything back.
func held(t *testing.T) *room {
	r := newRoom(t)
	r.box.Open(r)
	r.pace = time.Hour
	return r
}

// hold makes the network hold everything back.
func (r *room) hold() {
	r.mu.Lock()
	r.pace = time.Hour
	r.mu.Unlock()
}

func (r *room) letGo() {
	r.mu.Lock()
	r.pace = 0
	r.mu.Unlock()
	r.once()
}

// More urgent deliveries go first, and equal ones in the order in which they came.
func TestUrgentFirst(t *testing.T) {
	r := held(t)
	for _, x := range []struct {
		key      string
		priority int
	}{{"result", outbox.Result}, {"right", outbox.Play}, {"right again", outbox.Play}, {"result again", outbox.Result}, {"alert", outbox.Press}} {
		r.answer(x.key, x.priority, nil)
	}
	r.once()
	r.wantSent()
	r.letGo()
	r.wantSent("group alert", "group right", "group right again", "group result", "group result again")
}

// Deliveries that wait in a lane delay later ones, unless a later one is more urgent.
func TestDelay(t *testing.T) {
	r := held(t)
	r.answer("right", outbox.Play, nil)
	r.answer("result", outbox.Result, nil)
	for priority, want := range map[int]int{outbox.Press: 0, outbox.Play: 1, outbox.Result: 2} {
		r.box.Delay(chat.Delivery{Place: chat.Place{Network: "net", Community: "group"}, Priority: priority})
		if r.behind != want {
			t.Errorf("priority %d goes behind %d deliveries, not %d", priority, r.behind, want)
		}
	}
}

// An expired delivery is dropped even while it waits behind a more urgent one.
func TestExpiredBehindUrgent(t *testing.T) {
	r := held(t)
	r.answer("right", outbox.Play, nil)
	r.answer("result", outbox.Result, func(d *chat.Delivery) { d.Until = r.clock().Add(time.Minute) })
	r.pass(2 * time.Minute)
	r.once()
	if r.state("right") != "open" || r.state("result") != "done" {
		t.Errorf("right is %s, result %s", r.state("right"), r.state("result"))
	}
}

// Of posts, a puzzle goes first, and a post without a priority later.
func TestPostsHavePriorities(t *testing.T) {
	r := held(t)
	for _, o := range []storage.Outgoing{{Nonce: "board"}, {Nonce: "puzzle", Priority: outbox.Play}} {
		o.CommunityID = r.group.ID
		r.write(func(tx *storage.Tx) error {
			return r.box.Post(tx, &o, chat.Reply{}, r.clock())
		})
	}
	r.letGo()
	r.wantSent("group puzzle", "group board")
}

// Replies to one person come in the order in which the person asked, even if a later one is more urgent.
// Verdicts do not count.
func TestOnePersonInOrder(t *testing.T) {
	r := held(t)
	var who [2]int64
	r.write(func(tx *storage.Tx) error {
		for i := range who {
			p, err := tx.EnsurePlayer("net", fmt.Sprint(i), "Ann", "en", r.clock())
			if err != nil {
				return err
			}
			who[i] = p.ID
		}
		return nil
	})
	for _, x := range []struct {
		player   int
		key      string
		priority int
	}{
		{0, "wrong", outbox.Verdict}, {0, "refusal", outbox.Result}, {1, "board", outbox.Result}, {0, "puzzle", outbox.Play}, {1, "right", outbox.Play},
	} {
		r.answerAbout(storage.Outgoing{CommunityID: r.group.ID, PlayerID: who[x.player]}, x.key, x.priority, nil)
	}
	r.letGo()
	r.wantSent("group refusal", "group puzzle", "group board", "group right", "group wrong")
}

// A delivery without a lane is sent while all others are held back.
func TestNoLaneWaits(t *testing.T) {
	r := held(t)
	r.answer("text", outbox.Play, nil)
	r.answer("form", outbox.Press, func(d *chat.Delivery) { d.Reply = chat.Reply{Ask: &chat.Ask{}} })
	r.once()
	r.wantSent("group form")
}

// Verdicts that wait for one chat share a message, and each of them has then ended. One that has expired
// is not in the message.
func TestVerdictsAreMerged(t *testing.T) {
	r := held(t)
	start := r.clock()
	r.answer("old", outbox.Verdict, func(d *chat.Delivery) { d.Until = start.Add(time.Second) })
	r.answer("one", outbox.Verdict, nil)
	r.answer("right", outbox.Play, nil)
	r.answer("two", outbox.Verdict, func(d *chat.Delivery) { d.Name = "Bo" })
	r.answer("private", outbox.Verdict, func(d *chat.Delivery) { d.Place.Private = true })
	r.pass(2 * time.Second)
	r.mu.Lock()
	r.pace = 0
	r.mu.Unlock()
	r.once()
	want := []string{"right", "Ann one|Bo two", "private"}
	if !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
	for _, key := range []string{"old", "one", "two", "right", "private"} {
		if r.state(key) != "done" {
			t.Errorf("%s is still to be delivered", key)
		}
	}
	r.delivered.want(t, "right as p1", "one as p2", "two as ", "private as p3")
}

// A verdict that has failed waits for its next try, and later ones are sent without it.
func TestFailedVerdictIsNotMerged(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.fail = []error{errors.New("502")}
	r.answer("one", outbox.Verdict, nil)
	r.once()
	r.answer("two", outbox.Verdict, nil)
	r.once()
	r.pass(time.Second)
	r.once()
	if want := []string{"one", "two", "one"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// A verdict that only one person may read shares no message.
func TestSecretVerdictIsNotMerged(t *testing.T) {
	r := held(t)
	r.answer("one", outbox.Verdict, nil)
	r.answer("secret", outbox.Verdict, func(d *chat.Delivery) { d.Reply.Audience = chat.Secret })
	r.answer("two", outbox.Verdict, nil)
	r.letGo()
	if want := []string{"Ann one|Ann two", "secret"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// A message that several verdicts share is no reply to any event, so the front end posts it.
func TestMergedVerdictsAnswerNobody(t *testing.T) {
	r := held(t)
	r.answer("one", outbox.Verdict, nil)
	r.answer("two", outbox.Verdict, nil)
	r.answer("right", outbox.Play, nil)
	r.letGo()
	if want := []bool{true, false}; !slices.Equal(r.replied, want) {
		t.Errorf("replies: %v, want %v", r.replied, want)
	}
}

// A new delivery waits for the one that is being sent.
func TestDelayBehindTheOneUnderWay(t *testing.T) {
	r := newRoom(t)
	behind := -1
	r.onDeliver = func() {
		r.box.Delay(chat.Delivery{Place: chat.Place{Network: "net", Community: "group"}, Priority: outbox.Press})
		behind = r.behind
	}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	if behind != 1 {
		t.Errorf("what comes during a delivery goes behind %d", behind)
	}
}

// A new delivery waits for one that has failed and waits for its next try, and that one counts once.
func TestDelayBehindTheOneThatFailed(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{errors.New("502")}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	r.box.Delay(chat.Delivery{Place: chat.Place{Network: "net", Community: "group"}, Priority: outbox.Daily})
	if r.behind != 1 {
		t.Errorf("what comes after a failure goes behind %d", r.behind)
	}
}

// A new delivery waits at least as long as the network has asked the lane to pause.
func TestDelayOfAPause(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.RetryError{After: time.Minute, Err: errors.New("429")}}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	r.pass(20 * time.Second)
	d := chat.Delivery{Place: chat.Place{Network: "net", Community: "group"}, Priority: outbox.Play}
	if delay := r.box.Delay(d); delay != 40*time.Second {
		t.Errorf("it is held back for %v", delay)
	}
}

// However often a form fails, the network does not count as down: later deliveries are not sent one at a
// time.
func TestFailedFormsAreNoOutage(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.fail = slices.Repeat([]error{errors.New("502")}, 4)
	for i := range 4 {
		r.answer(fmt.Sprint("form ", i), outbox.Press, func(d *chat.Delivery) { d.Reply.Ask = &chat.Ask{} })
	}
	r.once()
	// The first post is no success, so it does not show that the network is up.
	r.fail = []error{&chat.RetryError{After: time.Hour, Err: errors.New("429")}}
	r.enqueueEach(2)
	r.once()
	if len(r.sent) != 6 {
		t.Errorf("tried %q, want four forms and two posts", r.sent)
	}
}

// A reply that another process owns is not delivered by this one.
func TestReplyOfAnother(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	reply := chat.Delivery{Key: "reply", Event: []byte("{}"), Place: chat.Place{Network: "net", Community: "group"}}
	r.box.Send(reply, storage.Outgoing{ID: 1, CommunityID: r.group.ID, Mine: false})
	r.once()
	r.wantSent()
}

// A reply is delivered once, also if the outlet gets it twice: a search for doubtful rows may find its row while it is
// being sent.
func TestReplyThatTheOutletHasAlready(t *testing.T) {
	r := held(t)
	r.answer("first", outbox.Play, nil)
	reply := chat.Delivery{Key: "first", Event: []byte("{}"), Place: chat.Place{Network: "net", Community: "group"}}
	var row storage.Outgoing
	r.write(func(tx *storage.Tx) error {
		waiting, err := tx.Waiting("")
		if err != nil || len(waiting) != 1 {
			return fmt.Errorf("%d deliveries wait: %w", len(waiting), err)
		}
		row, err = tx.Outgoing(waiting[0].ID)
		return err
	})
	r.box.Send(reply, row)
	r.letGo()
	r.wantSent("group first")
}

// A process that does not deliver yet owns no posts: another process may deliver them sooner.
func TestNothingIsOwnedBeforeRun(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	post := storage.Outgoing{Nonce: "hi", CommunityID: r.group.ID}
	r.write(func(tx *storage.Tx) error { return r.box.Post(tx, &post, chat.Reply{}, r.clock()) })
	if post.Mine {
		t.Error("it is owned before the start")
	}
	r.once()
	r.wantSent("group hi")
}

// A newer edit does not replace one that is being delivered: both are shown, and noted as delivered.
func TestStateUnderWayIsNotReplaced(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.onDeliver = func() {
		r.onDeliver = nil
		r.write(func(tx *storage.Tx) error {
			return r.box.Post(tx, &storage.Outgoing{Nonce: "new", CommunityID: r.group.ID, Message: "m1"}, chat.Reply{}, r.clock())
		})
	}
	r.enqueue(storage.Outgoing{Nonce: "old", Message: "m1"})
	r.once()
	r.delivered.wantAll(t, "old as p1", "new as p2")
}

// A newer edit does not replace a reply that edits the message: the reply is somebody's answer.
func TestReplyIsNotReplaced(t *testing.T) {
	r := held(t)
	r.answerAbout(storage.Outgoing{CommunityID: r.group.ID, Message: "m1"}, "reply", outbox.Play, nil)
	r.enqueue(storage.Outgoing{Nonce: "new", Message: "m1"})
	r.once()
	r.letGo()
	r.wantSent("group reply", "group edit m1")
	r.delivered.wantAll(t, "reply as p1", "new as p2")
}

// Bulk deliveries have lanes of their own, so neither they nor others wait for a pause of the other lane.
func TestBulkHasItsOwnLane(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.fail = []error{&chat.RetryError{After: time.Hour, Err: errors.New("429")}}
	r.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	r.once()
	r.answer("reply", outbox.Play, nil)
	r.once()
	r.wantSent("group daily", "group reply")
}

// A newer edit replaces one that waits, whether the newer one is a post or the reply to a press.
func TestNewerStateReplaces(t *testing.T) {
	r := held(t)
	delivers := func(string) bool { return true }
	err := r.store.Write(t.Context(), func(tx *storage.Tx) error {
		for _, nonce := range []string{"edit 1", "edit 2"} {
			if err := tx.Enqueue(&storage.Outgoing{Nonce: nonce, CommunityID: r.group.ID, Message: "m1", Body: []byte("{}")}, delivers, r.clock()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r.once()
	if r.state("edit 1") != "done" || r.state("edit 2") != "open" {
		t.Error("of two states that wait the newer one is not kept")
	}
	r.answerAbout(storage.Outgoing{CommunityID: r.group.ID, Message: "m1"}, "reply", outbox.Play, nil)
	r.letGo()
	r.wantSent("group reply")
	if r.state("edit 1") != "done" || r.state("edit 2") != "done" {
		t.Error("an old state waits")
	}
}

// The next process delivers what a dead one owned, replies too, whether or not the network recognizes
// repeated deliveries. Only a bulk delivery that people may have seen is not delivered again if it would
// show twice.
func TestNextProcessDeliversTheRest(t *testing.T) {
	for _, forgetful := range []bool{false, true} {
		path := storetest.Database(t)
		first := openRoom(t, path)
		first.box.Open(first)
		first.pace = time.Hour
		first.answer("reply", outbox.Play, nil)
		first.enqueue(storage.Outgoing{Nonce: "daily 1", Bulk: true})
		first.enqueue(storage.Outgoing{Nonce: "daily 2", Bulk: true})
		first.once()
		first.write(func(tx *storage.Tx) error {
			waiting, err := tx.Waiting("daily 1")
			if err != nil {
				return err
			}
			_, err = tx.NoteBegun(waiting[0].ID)
			return err
		})
		if err := first.store.Close(); err != nil {
			t.Fatal(err)
		}
		r := openRoom(t, path)
		r.forgetful = forgetful
		r.once()
		want := []string{"group reply", "group daily 1", "group daily 2"}
		if forgetful {
			want = slices.Delete(want, 1, 2)
		}
		// Bulk deliveries keep no order with others.
		slices.Sort(r.sent)
		slices.Sort(want)
		r.wantSent(want...)
	}
}

// If a bulk delivery would show twice on the network, it is stored as begun before people may see it.
// When the network has refused it for now, it no longer is.
func TestBulkIsMarked(t *testing.T) {
	r := newRoom(t)
	r.forgetful = true
	marked := func(want bool) {
		t.Helper()
		r.write(func(tx *storage.Tx) error {
			waiting, err := tx.Waiting("daily")
			if len(waiting) != 1 || waiting[0].Begun != want {
				t.Errorf("waiting: %+v, want it marked: %v", waiting, want)
			}
			return err
		})
	}
	r.onDeliver = func() { marked(true) }
	r.fail = []error{&chat.RetryError{After: time.Minute, Err: errors.New("429")}}
	r.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	r.once()
	marked(false)
	r.pass(time.Minute)
	r.once()
	r.wantSent("group daily", "group daily")
}

// If a delivery is ended while it is being sent, its end is not noted again.
func TestEndedMeanwhile(t *testing.T) {
	r := newRoom(t)
	r.onDeliver = func() {
		r.write(func(tx *storage.Tx) error {
			waiting, err := tx.Waiting("hi")
			if err != nil {
				return err
			}
			_, err = tx.Done(waiting[0], storage.Replaced, "", "", r.clock()).List()
			return err
		})
	}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	r.wantSent("group hi")
	r.delivered.want(t)
}

// If a delivery has changed and reading it again fails, it is read again before the next try.
func TestRereadAfterFailure(t *testing.T) {
	// The test needs a fault of SQLite's.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r := openRoom(t, path)
	r.now = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	r.box.Open(r)
	r.pace = time.Hour
	r.answer("told", outbox.Play, nil)
	r.write(func(tx *storage.Tx) error {
		waiting, err := tx.Waiting("told")
		r.box.Reread([]int64{waiting[0].ID})
		return err
	})
	r.pace = 0
	if _, err := db.Exec(`ALTER TABLE outbox RENAME TO away`); err != nil {
		t.Fatal(err)
	}
	r.box.Run(endedContext(t))
	if _, err := db.Exec(`ALTER TABLE away RENAME TO outbox`); err != nil {
		t.Fatal(err)
	}
	r.write(func(tx *storage.Tx) error {
		waiting, err := tx.Waiting("told")
		if err != nil {
			return err
		}
		_, err = tx.Done(waiting[0], storage.Replaced, "", "", r.clock()).List()
		return err
	})
	r.pass(time.Minute)
	r.once()
	r.wantSent()
}

// If a request has ended a delivery or changed its text, the delivery is read again before it is sent.
func TestReread(t *testing.T) {
	r := held(t)
	reread := map[string]func(int64){
		"told":    func(id int64) { r.box.Reread([]int64{id}) },
		"expired": func(id int64) { r.box.Committed(storage.Committed{Expired: []int64{id}}) },
		"renamed": func(id int64) { r.box.Reread([]int64{id}) },
	}
	for key, notes := range reread {
		r.answer(key, outbox.Play, nil)
		r.write(func(tx *storage.Tx) error {
			waiting, err := tx.Waiting(key)
			if err != nil {
				return err
			}
			id := waiting[0].ID
			defer notes(id)
			if key == "renamed" {
				return tx.PutBody(id, []byte(`{"text":[[{"text":"somebody"}]]}`))
			}
			_, err = tx.Done(waiting[0], storage.Replaced, "", "", r.clock()).List()
			return err
		})
	}
	r.letGo()
	if want := []string{"somebody"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// A reply that the network refuses is not tried again, and the person reads an apology. If that is
// refused, too, it is not tried again either.
func TestRefusedReply(t *testing.T) {
	refused := &chat.RefusedError{Err: errors.New("400")}
	for _, fail := range [][]error{{refused}, {refused, refused}, {refused, refused, refused}} {
		r := held(t)
		r.fail = fail
		r.answer("odd", outbox.Play, nil)
		r.letGo()
		if want := []string{"odd", "broken"}; !slices.Equal(r.texts, want) {
			t.Errorf("sent %q, want %q", r.texts, want)
		}
		if want := []chat.Audience{chat.Everyone, chat.Asker}; !slices.Equal(r.readers, want) {
			t.Errorf("it is read by %v, want %v", r.readers, want)
		}
		if r.state("odd") != "done" {
			t.Error("it is still to be delivered")
		}
	}
}

// If two topics share a lane, the verdicts of each go to their own topic.
func TestVerdictsOfTwoTopics(t *testing.T) {
	r := held(t)
	in := func(topic string) func(*chat.Delivery) {
		return func(d *chat.Delivery) { d.Place.Channel = topic }
	}
	r.answer("one", outbox.Verdict, in("a"))
	r.answer("two", outbox.Verdict, in("b"))
	r.letGo()
	if want := []string{"one", "two"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// An edit that has failed is replaced by a newer one of the same message, whichever of them is tried
// first: the old state never replaces the new one.
func TestFailedEditGivesWay(t *testing.T) {
	for name, err := range map[string]error{
		"failed": errors.New("502"),
		"paused": &chat.RetryError{After: time.Millisecond, Err: errors.New("429")},
	} {
		r := held(t)
		r.fail = []error{err}
		r.pace = 0
		// The newer edit comes while the older is being delivered. The older one then fails.
		r.onDeliver = func() {
			r.onDeliver = nil
			row := storage.Outgoing{Nonce: "new", CommunityID: r.group.ID, Message: "m1"}
			reply := chat.Reply{Text: []chat.Line{{{Text: "new"}}}}
			r.write(func(tx *storage.Tx) error { return r.box.Post(tx, &row, reply, r.clock()) })
		}
		r.enqueue(storage.Outgoing{Nonce: "old", Message: "m1"})
		r.once()
		r.pass(time.Minute)
		r.once()
		if want := []string{"old", "new"}; !slices.Equal(r.texts, want) {
			t.Errorf("%s: sent %q, want %q", name, r.texts, want)
		}
		if r.state("old") != "done" || r.state("new") != "done" {
			t.Errorf("%s: one of them waits", name)
		}
	}
}

// If a reply that edits a message has failed, a newer edit of that message waits for it, however urgent
// the newer one is.
func TestNewerEditWaitsForReply(t *testing.T) {
	r := held(t)
	r.fail = []error{errors.New("502")}
	r.answerAbout(storage.Outgoing{CommunityID: r.group.ID, Message: "m1"}, "reply", outbox.Result, nil)
	r.letGo()
	r.enqueue(storage.Outgoing{Nonce: "new", Message: "m1", Priority: outbox.Play})
	r.once()
	r.pass(time.Second)
	r.once()
	if want := []string{"reply", "reply", "new"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// If replies would edit a message in the same way, such as when a button is pressed again and again, only
// one of them waits. A reply with another content is sent, and so is one that comes after that.
func TestEqualEditsWaitOnce(t *testing.T) {
	r := held(t)
	var who, somebody storage.Player
	r.write(func(tx *storage.Tx) (err error) {
		if who, err = tx.EnsurePlayer("net", "ann", "Ann", "en", r.clock()); err != nil {
			return err
		}
		somebody, err = tx.EnsurePlayer("net", "bob", "Bob", "en", r.clock())
		return err
	})
	press := func(key, text string) {
		o := storage.Outgoing{CommunityID: r.group.ID, Message: "m1", PlayerID: who.ID}
		r.answerAbout(o, key, outbox.Result, func(d *chat.Delivery) { d.Reply.Text = []chat.Line{{{Text: text}}} })
	}
	press("1", "a hint")
	press("2", "a hint")
	press("3", "a hint")
	press("4", "given up")
	press("5", "given up")
	press("6", "a hint")
	// Somebody else has pressed the button, and is answered, too.
	who = somebody
	press("7", "a hint")
	r.letGo()
	if want := []string{"a hint", "given up", "a hint", "a hint"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// Edits of two messages are not equal, although their contents are. What repeats an edit that waits is not sent, even
// behind an edit of another message.
func TestEqualEditsOfTwoMessages(t *testing.T) {
	r := held(t)
	var who storage.Player
	r.write(func(tx *storage.Tx) (err error) {
		who, err = tx.EnsurePlayer("net", "ann", "Ann", "en", r.clock())
		return err
	})
	for i, message := range []string{"m1", "m2", "m1", "m2", "m3"} {
		o := storage.Outgoing{CommunityID: r.group.ID, Message: message, PlayerID: who.ID}
		r.answerAbout(o, fmt.Sprint(i), outbox.Result, func(d *chat.Delivery) { d.Reply.Text = []chat.Line{{{Text: message[:1]}}} })
	}
	r.letGo()
	r.wantSent("group 0", "group 1", "group 4")
}

// A crowded network sends nothing that comes behind something else.
type crowded struct{ *room }

func (c crowded) Pace(_ chat.Delivery, behind int) time.Duration {
	return time.Duration(behind) * time.Hour
}

// The first delivery of a lane is behind nothing.
func TestFirstIsBehindNothing(t *testing.T) {
	r := newRoom(t)
	r.box.Open(crowded{r})
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	r.wantSent("group hi")
}

// A failure of the database is no failure of the network. However long it lasts, no message is given up,
// and deliveries that need no database are sent.
func TestDatabaseIsNotTheNetwork(t *testing.T) {
	// The fault is made by a trigger of SQLite's.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`CREATE TRIGGER fault BEFORE UPDATE OF begun ON outbox WHEN EXISTS (SELECT 1 FROM meta WHERE key = 'fault' AND value = 'on')
		BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	r := openRoom(t, path)
	r.now = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	// So a bulk delivery is stored as begun before it is sent.
	r.forgetful = true
	fault := func(value string) {
		r.write(func(tx *storage.Tx) error { return tx.SetMeta("fault", value) })
	}
	fault("on")
	r.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	for range 10 {
		r.once()
		r.pass(5 * time.Hour)
	}
	if !strings.Contains(r.log.String(), "message could not be prepared") {
		t.Errorf("logged %q", r.log.String())
	}
	// The network does not count as down: neither of two posts waits for the other.
	r.fail = []error{&chat.RetryError{After: time.Hour, Err: errors.New("429")}}
	r.enqueueEach(2)
	r.once()
	if len(r.sent) != 2 {
		t.Errorf("sent %q, want two posts", r.sent)
	}
	r.sent = nil
	r.answer("reply", outbox.Play, nil)
	r.once()
	r.wantSent("group reply")
	fault("off")
	r.pass(time.Minute)
	r.once()
	r.wantSent("group reply", "group daily")
}

// Replies and edits need no right to post. So when one is delivered, the trouble of a post is not
// cleared.
func TestOnlyPostClearsTrouble(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.fail = []error{&chat.RefusedError{Gone: chat.GoneRight, Err: errors.New("refused")}}
	trouble := func(want string) {
		t.Helper()
		r.write(func(tx *storage.Tx) error {
			c, err := tx.CommunityByID(r.group.ID)
			if c.Trouble != want {
				t.Errorf("trouble %q, want %q", c.Trouble, want)
			}
			return err
		})
	}
	r.enqueue(storage.Outgoing{Nonce: "post"})
	r.once()
	trouble("right")
	r.answer("reply", outbox.Play, nil)
	r.once()
	trouble("right")
	r.enqueue(storage.Outgoing{Nonce: "edit", Message: "1"})
	r.once()
	trouble("right")
	r.enqueue(storage.Outgoing{Nonce: "again"})
	r.once()
	trouble("")
}

// Bulk deliveries are claimed in batches: only when memory has room for half of a batch.
func TestBulkIsClaimedInBatches(t *testing.T) {
	r := held(t)
	r.now = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	all := 0
	for _, c := range []struct{ more, owned int }{{32, 32}, {1, 33}, {40, 33}} {
		for range c.more {
			r.enqueue(storage.Outgoing{Nonce: fmt.Sprint("daily ", all), Bulk: true, Expires: r.clock().Add(time.Minute)})
			all++
		}
		r.once()
		owned := r.owned()
		if owned != c.owned {
			t.Errorf("of %d it owns %d, want %d", all, owned, c.owned)
		}
	}
	// The deliveries expire, which makes room.
	r.pass(2 * time.Minute)
	r.once()
	if r.waiting() != 0 {
		t.Errorf("%d wait", r.waiting())
	}
}

// A post has the priority that it was given, or else that of a result. A bulk delivery has the last one.
func TestPriorityOfAPost(t *testing.T) {
	r := newRoom(t)
	for _, c := range []struct{ row, want storage.Outgoing }{
		{storage.Outgoing{Nonce: "a"}, storage.Outgoing{Priority: outbox.Result}},
		{storage.Outgoing{Nonce: "b", Priority: outbox.Play}, storage.Outgoing{Priority: outbox.Play}},
		{storage.Outgoing{Nonce: "c", Bulk: true}, storage.Outgoing{Priority: outbox.Daily}},
		{storage.Outgoing{Nonce: "d", Bulk: true, Priority: outbox.Play}, storage.Outgoing{Priority: outbox.Daily}},
	} {
		c.row.CommunityID = r.group.ID
		r.write(func(tx *storage.Tx) error { return r.box.Post(tx, &c.row, chat.Reply{}, r.clock()) })
		r.write(func(tx *storage.Tx) error {
			stored, err := tx.Outgoing(c.row.ID)
			if stored.Priority != c.want.Priority || c.row.Priority != c.want.Priority {
				t.Errorf("%s has the priority %d, want %d", c.row.Nonce, stored.Priority, c.want.Priority)
			}
			return err
		})
	}
}

// An edit that has failed and waits is replaced by a newer one.
func TestFailedEditThatWaitsIsReplaced(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	r.fail = []error{errors.New("502")}
	r.enqueue(storage.Outgoing{Nonce: "old", Message: "m1", Body: []byte(`{"text":[[{"text":"old"}]]}`)})
	r.once()
	r.enqueue(storage.Outgoing{Nonce: "new", Message: "m1", Body: []byte(`{"text":[[{"text":"new"}]]}`)})
	r.once()
	r.pass(time.Minute)
	r.once()
	if want := []string{"old", "new"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
	r.delivered.want(t, "new as p2")
}

// If it cannot be stored that a community has moved, the message is tried again as after a failure, but
// that does not count as a failure of the network.
func TestMoveThatIsNotStored(t *testing.T) {
	r := newRoom(t)
	r.badMoves = 1
	r.fail = []error{&chat.MovedError{To: "new"}, &chat.MovedError{To: "new"}}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	r.wantSent("group hi")
	if r.state("hi") != "open" || !strings.Contains(r.log.String(), "community not moved") {
		t.Errorf("afterwards it is %s; logged %q", r.state("hi"), r.log.String())
	}
	r.pass(time.Second)
	r.once()
	r.wantSent("group hi", "group hi", "new hi")
	if r.state("hi") != "done" {
		t.Error("it waits still")
	}
}

// Only verdicts are minor.
func TestVerdictsAreMinor(t *testing.T) {
	r := newRoom(t)
	r.enqueue(storage.Outgoing{Nonce: "result", Priority: outbox.Result})
	r.enqueue(storage.Outgoing{Nonce: "verdict", Priority: outbox.Verdict})
	r.once()
	if want := []bool{false, true}; !slices.Equal(r.minor, want) {
		t.Errorf("minor are %v, want %v", r.minor, want)
	}
}

// A process owns no deliveries for a network that it does not serve, and none after its end. A reply to
// such a network is dropped.
func TestNothingIsOwnedWithoutAFrontEnd(t *testing.T) {
	r := newRoom(t)
	owns := func(c storage.Community, nonce string) bool {
		post := storage.Outgoing{Nonce: nonce, CommunityID: c.ID}
		r.write(func(tx *storage.Tx) error { return r.box.Post(tx, &post, chat.Reply{}, r.clock()) })
		return post.Mine
	}
	var other storage.Community
	r.write(func(tx *storage.Tx) (err error) {
		other, err = tx.EnsureCommunity("other", "1", false, 0, "", r.clock())
		return err
	})
	r.onDeliver = func() {
		r.onDeliver = nil
		if owns(other, "of another network") || !owns(r.group, "of ours") {
			t.Error("while it runs it does not own what it serves, or more")
		}
	}
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	if owns(r.group, "after the end") {
		t.Error("it owns what comes after its end")
	}
	d := chat.Delivery{Place: chat.Place{Network: "other", Community: "1"}, Event: []byte("{}"), Priority: outbox.Play}
	if r.box.Send(d, storage.Outgoing{}); !r.box.IsUnordered(d) || r.box.Delay(d) != 0 {
		t.Error("it would wait for others")
	}
	r.wantSent("group hi", "group of ours")
}

// Bulk deliveries to one place do not wait for those to another.
func TestBulkOfEachPlaceHasItsOwnLane(t *testing.T) {
	r := newRoom(t)
	r.box.Open(r)
	var other storage.Community
	r.write(func(tx *storage.Tx) error {
		var err error
		other, err = tx.EnsureCommunity("net", "other", false, 0, "", r.clock())
		return err
	})
	r.fail = []error{&chat.RetryError{After: time.Hour, Err: errors.New("429")}}
	r.enqueue(storage.Outgoing{Nonce: "daily 1", Bulk: true})
	r.once()
	r.enqueue(storage.Outgoing{Nonce: "daily 2", CommunityID: other.ID, Bulk: true})
	r.once()
	r.wantSent("group daily 1", "other daily 2")
}

// The apology for a refused verdict is in the person's language, and disturbs them.
func TestApologyForAVerdict(t *testing.T) {
	r := held(t)
	r.fail = []error{&chat.RefusedError{Err: errors.New("400")}}
	r.answer("odd", outbox.Verdict, func(d *chat.Delivery) { d.Locale = " zh" })
	r.letGo()
	if want := []string{"odd", "broken zh"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
	if want := []bool{true, false}; !slices.Equal(r.minor, want) {
		t.Errorf("minor are %v, want %v", r.minor, want)
	}
}

// A reply follows its community to the new key.
func TestReplyMoves(t *testing.T) {
	r := held(t)
	r.fail = []error{&chat.MovedError{To: "new"}}
	r.answer("reply", outbox.Play, nil)
	r.letGo()
	r.wantSent("group reply", "new reply")
}

// A reply that has followed its community is sent even if another process owns it meanwhile: better twice than never.
func TestMovedReplyIsSentAnyway(t *testing.T) {
	r := held(t)
	r.fail = []error{&chat.MovedError{To: "new"}}
	r.answer("reply", outbox.Play, nil)
	r.onDeliver = func() {
		r.onDeliver = nil
		r.write(func(tx *storage.Tx) error {
			return tx.Exec("take", `UPDATE outbox SET claimed_by = claimed_by + 1 WHERE nonce = 'reply'`)
		})
	}
	r.letGo()
	r.wantSent("group reply", "new reply")
}

// Rows change while others are added. The race detector watches this test.
func TestRereadAtOnce(t *testing.T) {
	r := held(t)
	var rereading sync.WaitGroup
	rereading.Go(func() {
		for id := range int64(1000) {
			r.box.Reread([]int64{id})
		}
	})
	var want []string
	for i := range 20 {
		key := fmt.Sprint(i)
		r.answer(key, outbox.Play, nil)
		want = append(want, "group "+key)
	}
	rereading.Wait()
	r.letGo()
	r.wantSent(want...)
}

// Messages in two channels or communities may have the same ID. Their edits do not replace each other.
func TestEditsInTwoPlaces(t *testing.T) {
	r := held(t)
	var other storage.Community
	r.write(func(tx *storage.Tx) (err error) {
		other, err = tx.EnsureCommunity("net", "other", false, 0, "", r.clock())
		return err
	})
	r.enqueue(storage.Outgoing{Nonce: "one", Channel: "a", Message: "m1"})
	r.enqueue(storage.Outgoing{Nonce: "three", Channel: "a", Message: "m1", CommunityID: other.ID})
	r.enqueue(storage.Outgoing{Nonce: "two", Channel: "b", Message: "m1"})
	r.once()
	r.letGo()
	// The texts of the two communities come in any order.
	slices.Sort(r.texts)
	if want := []string{"one", "three", "two"}; !slices.Equal(r.texts, want) {
		t.Errorf("sent %q, want %q", r.texts, want)
	}
}

// In an empty lane a delivery waits for no other.
func TestDelayOfAnEmptyLane(t *testing.T) {
	r := held(t)
	r.behind = -1
	d := chat.Delivery{Place: chat.Place{Network: "net", Community: "group"}, Priority: outbox.Daily}
	if delay := r.box.Delay(d); delay != time.Hour || r.behind != 0 {
		t.Errorf("it is held back for %v behind %d", delay, r.behind)
	}
}

// A message to a private chat is known to be private.
func TestPrivateMessage(t *testing.T) {
	r := newRoom(t)
	var own storage.Community
	r.write(func(tx *storage.Tx) error {
		p, err := tx.EnsurePlayer("net", "ann", "Ann", "en", r.clock())
		if err != nil {
			return err
		}
		own, err = tx.EnsureCommunity("net", "ann", true, p.ID, "", r.clock())
		return err
	})
	f := &recorder{}
	r.box.Open(f)
	r.enqueue(storage.Outgoing{Nonce: "hi", CommunityID: own.ID, Body: []byte("{}")})
	r.once()
	if want := []string{show(chat.Place{Network: "net", Community: "ann", Private: true}, "hi", chat.Reply{})}; !slices.Equal(f.sent, want) {
		t.Errorf("sent %q, want %q", f.sent, want)
	}
}

// endedContext returns a context that has ended.
func endedContext(t *testing.T) context.Context {
	ended, end := context.WithCancel(t.Context())
	end()
	return ended
}
