package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/outbox"
	"reckon/storage"
	"reckon/storage/storetest"
)

// event is what a person did: its transaction makes a post and an edit in the group, and then the reply. The
// reply is not given to the outbox yet.
func (r *room) event(key string) (reply chat.Delivery, row storage.Outgoing) {
	r.t.Helper()
	reply = chat.Delivery{
		Key: key, Event: []byte("{}"), Priority: outbox.Verdict, At: r.clock(),
		Place: chat.Place{Network: "net", Community: "group"}, Reply: chat.Reply{Text: []chat.Line{{{Text: key}}}},
	}
	row = storage.Outgoing{Nonce: key, CommunityID: r.group.ID, Event: reply.Event, Priority: outbox.Verdict}
	r.write(func(tx *storage.Tx) error {
		if err := tx.SaveRequest(key, r.clock()); err != nil {
			return err
		}
		for _, o := range []storage.Outgoing{{Nonce: key + " end"}, {Nonce: key + " edit", Message: "m " + key}} {
			o.CommunityID = r.group.ID
			if err := r.box.Post(tx, &o, chat.Reply{}, r.clock()); err != nil {
				return err
			}
		}
		return r.box.Post(tx, &row, reply.Reply, r.clock())
	})
	return reply, row
}

// A slow front end takes long for replies, which have lanes of their own if isApart is true, as on Discord.
type slow struct {
	*room
	isApart bool
	takes   time.Duration
}

func (s *slow) Lane(d chat.Delivery) string {
	if s.isApart && d.IsReply() {
		return ""
	}
	return s.room.Lane(d)
}

func (s *slow) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	if d.IsReply() {
		time.Sleep(s.takes)
	}
	return s.room.Deliver(ctx, d)
}

// What an event has made is delivered after the reply to the event, whether both share a lane or not, but a few
// seconds later at most.
func TestWhatAnEventMadeFollowsItsReply(t *testing.T) {
	for _, c := range []struct {
		isApart bool
		takes   time.Duration
		want    []string
	}{
		{false, time.Second, []string{"group hi", "group hi end", "group edit m hi"}},
		{true, time.Second, []string{"group hi", "group hi end", "group edit m hi"}},
		{true, 2900 * time.Millisecond, []string{"group hi", "group hi end", "group edit m hi"}},
		{true, 10 * time.Second, []string{"group hi end", "group edit m hi", "group hi"}},
	} {
		t.Run(fmt.Sprint(c.isApart, " ", c.takes), func(t *testing.T) {
			running(t, &slow{isApart: c.isApart, takes: c.takes}, func(t *testing.T, r *room, _ func()) {
				after(time.Second)
				d, row := r.event("hi")
				after(moment)
				r.wantSent()
				r.box.Send(d, row)
				after(20 * time.Second)
				r.wantSent(c.want...)
				if kept := r.box.Kept(); kept != 0 {
					t.Errorf("%d things are kept", kept)
				}
			})
		})
	}
}

// An edit that replaces an older one of the same event waits for the reply, too.
func TestNewerEditFollowsTheReply(t *testing.T) {
	for _, takes := range []time.Duration{time.Second, 2900 * time.Millisecond, 10 * time.Second} {
		t.Run(takes.String(), func(t *testing.T) {
			running(t, &slow{isApart: true, takes: takes}, func(t *testing.T, r *room, _ func()) {
				after(time.Second)
				reply := chat.Delivery{
					Key: "hi", Event: []byte("{}"), Priority: outbox.Verdict, At: r.clock(),
					Place: chat.Place{Network: "net", Community: "group"}, Reply: chat.Reply{Text: []chat.Line{{{Text: "hi"}}}},
				}
				row := storage.Outgoing{Nonce: "hi", CommunityID: r.group.ID, Event: reply.Event, Priority: outbox.Verdict}
				r.write(func(tx *storage.Tx) error {
					if err := tx.SaveRequest("hi", r.clock()); err != nil {
						return err
					}
					for _, nonce := range []string{"first", "second", "third"} {
						o := storage.Outgoing{Nonce: nonce, Message: "m", CommunityID: r.group.ID}
						if err := r.box.Post(tx, &o, chat.Reply{}, r.clock()); err != nil {
							return err
						}
					}
					return r.box.Post(tx, &row, reply.Reply, r.clock())
				})
				after(moment)
				r.wantSent()
				r.box.Send(reply, row)
				after(20 * time.Second)
				want := []string{"group hi", "group edit m"}
				if takes > 3*time.Second {
					slices.Reverse(want)
				}
				r.wantSent(want...)
				if kept := r.box.Kept(); kept != 0 {
					t.Errorf("%d things are kept", kept)
				}
			})
		})
	}
}

// While a post waits for its reply, later posts of the place wait behind it, and neither replies to others nor
// other places do.
func TestWhoWaitsForAReply(t *testing.T) {
	running(t, &slow{isApart: true}, func(t *testing.T, r *room, _ func()) {
		after(time.Second)
		d, row := r.event("slow")
		r.write(func(tx *storage.Tx) error {
			later := storage.Outgoing{Nonce: "later", CommunityID: r.group.ID}
			return r.box.Post(tx, &later, chat.Reply{}, r.clock())
		})
		r.enqueueEach(1)
		after(moment)
		r.box.Send(r.event("quick"))
		after(time.Second)
		r.wantSent("0 0", "group quick")
		r.box.Send(d, row)
		after(time.Second)
		r.wantSent("0 0", "group quick", "group slow",
			"group slow end", "group edit m slow", "group later", "group quick end", "group edit m quick")
	})
}

// A reply that the network refuses, or that is dropped, holds nothing back.
func TestRefusedReplyIsFollowed(t *testing.T) {
	running(t, &slow{isApart: true, takes: time.Second}, func(t *testing.T, r *room, _ func()) {
		after(time.Second)
		r.fail = []error{&chat.RefusedError{Err: errors.New("400")}}
		r.box.Send(r.event("hi"))
		after(1100 * time.Millisecond)
		r.mu.Lock()
		sent := len(r.sent)
		r.mu.Unlock()
		if sent < 3 {
			t.Errorf("after the refusal only %q are sent", r.sent)
		}
	})
}

// If the outbox is told to end while a reply is under way, what follows the reply is still delivered, unless the reply
// takes longer than the outbox goes on. Then it is left to the next process.
func TestReplyIsFollowedAtTheEnd(t *testing.T) {
	for takes, want := range map[time.Duration][]string{
		time.Second:     {"group hi", "group hi end", "group edit m hi"},
		3 * time.Second: {"group hi"},
	} {
		t.Run(takes.String(), func(t *testing.T) {
			running(t, &slow{isApart: true, takes: takes}, func(t *testing.T, r *room, end func()) {
				after(time.Second)
				r.box.Send(r.event("hi"))
				after(moment)
				end()
				r.wantSent(want...)
			})
		})
	}
}

// The next process keeps the order, too, whatever it claims first.
func TestReplyIsFollowedAfterARestart(t *testing.T) {
	for _, isApart := range []bool{false, true} {
		t.Run(fmt.Sprint("apart ", isApart), func(t *testing.T) {
			// It waits for two seconds.
			t.Parallel()
			path := storetest.Database(t)
			first := openRoom(t, path)
			first.box.Open(first)
			first.pace = time.Hour
			first.box.Send(first.event("hi"))
			first.once()
			first.wantSent()
			if err := first.store.Close(); err != nil {
				t.Fatal(err)
			}
			r := openRoom(t, path)
			next := &slow{room: r, isApart: isApart, takes: 50 * time.Millisecond}
			r.box.Open(next)
			r.once()
			r.wantSent("group hi", "group hi end", "group edit m hi")
		})
	}
}
