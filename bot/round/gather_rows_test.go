package round

import (
	"slices"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// Who joins a match is listed once, in the order of joining. A person who is forgotten is no longer in the list.
func TestJoiners(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		ann := player(t, tx, "ann")
		bob := player(t, tx, "bob")
		row := MatchRow{Kind: "race", CommunityID: c.ID, AskerID: bob.ID, Game: "24", Length: 5, AskedAt: storetest.Noon}
		id := must(AddMatch(tx, row))(t)
		other := must(AddMatch(tx, row))(t)
		join := func(match int64, who storage.Player, at time.Time) {
			act := Act{Person: who, Community: c, At: at}
			if err := addJoiner(tx, match, act); err != nil {
				t.Error(err)
			}
		}
		list := func() (all []int64) {
			for _, p := range must(joinersOf(tx, id))(t) {
				all = append(all, p.ID)
			}
			return all
		}
		join(id, bob, storetest.Noon)
		join(id, ann, storetest.Noon.Add(time.Second))
		join(id, bob, storetest.Noon.Add(time.Minute))
		join(other, ann, storetest.Noon)
		if got := list(); !slices.Equal(got, []int64{bob.ID, ann.ID}) {
			t.Errorf("joined: %v, want Bob, who was first, and Ann", got)
		}
		if err := tx.ForgetPlayer(bob.ID); err != nil {
			t.Error(err)
		}
		if got := list(); !slices.Equal(got, []int64{ann.ID}) {
			t.Errorf("Bob is forgotten, and %v are listed", got)
		}
		return nil
	})
}

// The match before another is the last one that began at the same place.
func TestMatchBefore(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p")
		add := func(channel string, begun time.Time) MatchRow {
			row := MatchRow{Kind: "race", CommunityID: c.ID, Channel: channel, AskerID: p.ID, Game: "24", Length: 5, AskedAt: storetest.Noon, BegunAt: begun}
			row.ID = must(AddMatch(tx, row))(t)
			return row
		}
		add("a", storetest.Noon)
		last := add("a", storetest.Noon)
		add("a", time.Time{})
		add("b", storetest.Noon)
		now := add("a", storetest.Noon)
		add("a", storetest.Noon)
		if got := must(matchBefore(tx, now))(t); got.ID != last.ID {
			t.Errorf("before %d came %d, want %d", now.ID, got.ID, last.ID)
		}
		return nil
	})
}
