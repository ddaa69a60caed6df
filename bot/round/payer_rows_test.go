package round

import (
	"testing"

	"reckon/storage"
	"reckon/storage/storetest"
)

// One of the rounds of a class pays a player: the first that asks to, also where the class was seen
// in another round before.
func TestPayer(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		if err := MarkSeen(tx, ann, "class", 1); err != nil {
			return err
		}
		for _, c := range []struct {
			player, round int64
			want          bool
		}{{ann, 2, true}, {ann, 1, false}, {ann, 2, true}, {bo, 1, true}, {bo, 2, false}} {
			if got := must(claimPayment(tx, c.player, "class", c.round))(t); got != c.want {
				t.Errorf("round %d pays player %d: %v, want %v", c.round, c.player, got, c.want)
			}
		}
		if _, in, err := seenIn(tx, ann, "class"); in != 1 || err != nil {
			t.Errorf("seen in round %d, %v; what was noted first stands", in, err)
		}
		return nil
	})
}

// A round that paid a player pays nobody who is one person with them, unless it is the same
// one, a daily.
func TestPaysOnceForKin(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, elsewhere := player(t, tx, "ann").ID, must(tx.EnsurePlayer("elsewhere", "ann", "Ann", "", storetest.Noon))(t).ID
		if err := tx.Link(ann, elsewhere, storetest.Noon); err != nil {
			return err
		}
		for _, c := range []struct {
			player, round int64
			want          bool
		}{{ann, 1, true}, {elsewhere, 2, false}, {elsewhere, 1, true}, {elsewhere, 2, false}} {
			if got := must(claimPayment(tx, c.player, "class", c.round))(t); got != c.want {
				t.Errorf("round %d pays player %d: %v, want %v", c.round, c.player, got, c.want)
			}
		}
		// To have seen a solution is not to be paid.
		if err := MarkSeen(tx, elsewhere, "seen", 3); err != nil {
			return err
		}
		if got := must(claimPayment(tx, ann, "seen", 4))(t); !got {
			t.Error("what one player has seen, and was not paid for, does not pay the other")
		}
		return nil
	})
}
