package storage

import (
	"testing"
	"time"
)

// What a person was shown counts before what everyone was, if it came later, and
// is nobody else's.
func TestCurrent(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		first, second, third := round(t, tx, Round{}), round(t, tx, Round{}), round(t, tx, Round{})
		want := func(channel string, who, want int64) {
			t.Helper()
			got, err := tx.Current(c.ID, channel, who)
			if err != nil && err != ErrNotFound || got != want {
				t.Errorf("player %d in %q is at round %d (%v), want %d", who, channel, got, err, want)
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
		set("", ann, second, 1)
		want("", ann, second)
		want("", bo, first)
		set("", 0, third, 2)
		want("", ann, third)
		want("", bo, third)
		set("", ann, second, 2) // in the same millisecond the person's own
		want("", ann, second)
		return nil
	})
}
