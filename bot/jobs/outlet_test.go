package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// answer is the reply to an event, stored and in this process's hands.
func (r *room) answer(key string, urgency int, change func(*jobs.Item)) {
	r.t.Helper()
	it := &jobs.Item{
		Place: chat.Place{Network: "net", Community: "group"}, At: r.clock(), Name: "Ann",
		Reply: chat.Reply{Text: []chat.Line{{{Text: key}}}},
	}
	it.Row = storage.Outgoing{Nonce: key, CommunityID: r.group.ID, Event: []byte("{}"), Urgency: urgency, Body: []byte(`{"text":[[{"text":"` + key + `"}]]}`)}
	if change != nil {
		change(it)
	}
	r.write(func(tx *storage.Tx) error {
		o, err := tx.Enqueue(it.Row, nil, r.clock())
		it.Row = o
		return err
	})
	r.runner.Say(it)
}

// held opens the room's outlet while the network holds everything back.
func held(t *testing.T) *room {
	r := newRoom(t)
	r.runner.Open(r)
	r.pace = time.Hour
	return r
}

func (r *room) letGo() {
	r.mu.Lock()
	r.pace = 0
	r.mu.Unlock()
	r.once()
}

// The urgent is said first, and what is as urgent in the order of coming.
func TestUrgentFirst(t *testing.T) {
	r := held(t)
	for _, x := range []struct {
		key     string
		urgency int
	}{{"result", jobs.Result}, {"right", jobs.Play}, {"right again", jobs.Play}, {"result again", jobs.Result}, {"alert", jobs.Press}} {
		r.answer(x.key, x.urgency, nil)
	}
	r.once()
	r.wantSaid()
	r.letGo()
	r.wantSaid("group alert", "group right", "group right again", "group result", "group result again")
}

// What waits for no lane is said while everything else is held back.
func TestNoLaneWaits(t *testing.T) {
	r := held(t)
	r.answer("text", jobs.Play, nil)
	r.answer("form", jobs.Press, func(it *jobs.Item) { it.Reply = chat.Reply{Ask: &chat.Ask{}} })
	r.once()
	r.wantSaid("group form")
}

// Verdicts that wait for one chat are told in one message, and each is done then;
// one that has grown stale is not told.
func TestVerdictsAreMerged(t *testing.T) {
	r := held(t)
	start := r.clock()
	r.answer("old", jobs.Verdict, func(it *jobs.Item) { it.Row.BestBefore = start.Add(time.Second) })
	r.answer("one", jobs.Verdict, nil)
	r.answer("right", jobs.Play, nil)
	r.answer("two", jobs.Verdict, func(it *jobs.Item) { it.Name = "Bo" })
	r.answer("private", jobs.Verdict, func(it *jobs.Item) { it.Place.Private = true })
	f := &keeper{room: r}
	r.runner.Open(f)
	r.pass(2 * time.Second)
	r.mu.Lock()
	r.pace = 0
	r.mu.Unlock()
	r.once(f)
	want := []string{"right", "Ann one|Bo two", "private"}
	if !slices.Equal(f.texts, want) {
		t.Errorf("said %q, want %q", f.texts, want)
	}
	for _, key := range []string{"old", "one", "two", "right", "private"} {
		if r.state(key) != "done" {
			t.Errorf("%s is still to be said", key)
		}
	}
	r.delivered.want(t, "right as p1", "one as p2", "two as ", "private as p3")
}

// A keeper keeps what people read.
type keeper struct {
	*room
	texts []string
}

func (k *keeper) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	var lines []string
	for _, line := range d.Reply.Text {
		text := ""
		for _, s := range line {
			text += s.Text
		}
		lines = append(lines, text)
	}
	k.texts = append(k.texts, strings.Join(lines, "|"))
	return k.room.Deliver(ctx, d)
}

// A newer state of a message takes the place of one that waits, whether it is an
// edit or the reply to a press.
func TestNewerStateReplaces(t *testing.T) {
	r := held(t)
	hands := func(string) bool { return true }
	err := r.store.Write(t.Context(), func(tx *storage.Tx) error {
		for _, nonce := range []string{"edit 1", "edit 2"} {
			if _, err := tx.Enqueue(storage.Outgoing{Nonce: nonce, CommunityID: r.group.ID, Message: "m1", Body: []byte("{}")}, hands, r.clock()); err != nil {
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
	r.answer("reply", jobs.Play, func(it *jobs.Item) { it.Row.Message = "m1" })
	r.letGo()
	r.wantSaid("group reply")
	if r.state("edit 1") != "done" || r.state("edit 2") != "done" {
		t.Error("an old state waits")
	}
}

// What a process had in hand that is gone is said by the next one, replies too, on
// a network that tells repetitions or not. Only bulk that may have been seen is
// rather missed than doubled where it would be.
func TestNextProcessSaysTheRest(t *testing.T) {
	for _, forgetful := range []bool{false, true} {
		path := migrated(t)
		first := openRoom(t, path)
		first.runner.Open(first)
		first.pace = time.Hour
		first.answer("reply", jobs.Play, nil)
		first.enqueue(storage.Outgoing{Nonce: "daily 1", Bulk: true})
		first.enqueue(storage.Outgoing{Nonce: "daily 2", Bulk: true})
		first.once()
		first.write(func(tx *storage.Tx) error {
			waiting, err := tx.Waiting("daily 1")
			if err != nil {
				return err
			}
			_, err = tx.Begin(waiting[0].ID, true)
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
		r.wantSaid(want...)
	}
}

// A network that fails again and again is tried with one message at a time, and
// what waits is said at once when it is up again.
func TestNetworkDown(t *testing.T) {
	dbtest.OnlyFile(t) // the clock of a bubble does not wait for a server
	path := migrated(t)
	synctest.Test(t, func(t *testing.T) {
		r := openRoom(t, path)
		down := true
		tries := 0
		front := postFunc(func(context.Context) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			if tries++; down {
				return errors.New("502")
			}
			return nil
		})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		r.runner.Open(front)
		go func() { defer close(ended); r.runner.Run(ctx) }()
		for i := range 100 {
			var c storage.Community
			r.write(func(tx *storage.Tx) (err error) {
				c, err = tx.EnsureCommunity("net", fmt.Sprint(i), false, 0, "", r.clock())
				return err
			})
			r.enqueue(storage.Outgoing{Nonce: fmt.Sprint(i), CommunityID: c.ID})
		}
		r.runner.Wake()
		after(5 * time.Minute)
		r.mu.Lock()
		// A hundred at first; then one a second at most.
		if tries > 100+310 {
			t.Errorf("tried %d times in five minutes", tries)
		}
		tries, down = 0, false
		r.mu.Unlock()
		after(35 * time.Second)
		if n := len(r.delivered.list()); n != 100 {
			t.Errorf("%d of 100 went out half a minute after the network was up", n)
		}
		cancel()
		<-ended
	})
}

// A reply that a network refuses is not tried again; who asked is told.
func TestRefusedReply(t *testing.T) {
	r := newRoom(t)
	f := &keeper{room: r}
	r.runner.Open(f)
	r.fail = []error{&chat.RefusedError{Err: errors.New("400")}}
	r.answer("odd", jobs.Play, nil)
	r.once(f)
	if want := []string{"odd", "broken"}; !slices.Equal(f.texts, want) {
		t.Errorf("said %q, want %q", f.texts, want)
	}
	if r.state("odd") != "done" {
		t.Error("it is still to be said")
	}
}
