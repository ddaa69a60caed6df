package storage

import (
	"fmt"
	"testing"
	"time"
)

// The round that a person was shown counts for them instead of the round that everyone was shown, if it
// was shown later. It does not count for others.
func TestCurrent(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		ann := player(t, tx, "ann")
		bo := player(t, tx, "bo")
		first := round(t, tx, Round{})
		second := round(t, tx, Round{})
		third := round(t, tx, Round{})
		want := func(channel string, who Player, want int64) {
			t.Helper()
			if got := current(t, tx, c, channel, who.Key); got != want {
				t.Errorf("%s in %q is at round %d, want %d", who.Key, channel, got, want)
			}
		}
		set := func(channel string, who, round int64, second int) {
			t.Helper()
			if err := tx.SetCurrent(c.ID, channel, who, round, noon.Add(time.Duration(second)*time.Second)); err != nil {
				t.Fatal(err)
			}
		}
		want("", ann, 0)
		set("", 0, first, 0)
		want("", ann, first)
		want("topic", ann, 0)
		set("", ann.ID, second, 1)
		want("", ann, second)
		want("", bo, first)
		set("", 0, third, 2)
		want("", ann, third)
		want("", bo, third)
		// If both are set in the same millisecond, the person's own counts.
		set("", ann.ID, second, 2)
		want("", ann, second)
		return nil
	})
}

// LastPressAt returns the latest press in the round's channel.
func TestLastPressAt(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		r := Round{CommunityID: c.ID, Channel: "a"}
		r.ID = round(t, tx, r)
		another := round(t, tx, Round{CommunityID: c.ID, Channel: "a"})
		if _, err := tx.LastPressAt(r); err != ErrNotFound {
			t.Errorf("before the first: %v", err)
		}
		for i, set := range []struct {
			community int64
			channel   string
			round     int64
		}{{c.ID, "a", r.ID}, {c.ID, "a", r.ID}, {c.ID, "a", another}, {c.ID, "b", r.ID}, {other.ID, "a", r.ID}} {
			p := player(t, tx, fmt.Sprint(9-i)).ID
			err := tx.SetCurrent(set.community, set.channel, p, set.round, noon.Add(time.Duration(i)*time.Minute))
			if err != nil {
				return err
			}
		}
		if got := must(tx.LastPressAt(r))(t); !got.Equal(noon.Add(time.Minute)) {
			t.Errorf("the last press was at %v, want that of the second person", got)
		}
		return nil
	})
}
