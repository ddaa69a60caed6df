package storage

import "testing"

// Of the rounds of a class one pays a player: the first that asks to, also where
// the class was seen in another round before.
func TestPayer(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		if err := tx.MarkSeen(ann, "class", 1); err != nil {
			return err
		}
		for _, c := range []struct{ player, round, want int64 }{{ann, 2, 2}, {ann, 1, 2}, {ann, 2, 2}, {bo, 1, 1}, {bo, 2, 1}} {
			if got := must(tx.Payer(c.player, "class", c.round))(t); got != c.want {
				t.Errorf("round %d asks to pay player %d: round %d pays, want %d", c.round, c.player, got, c.want)
			}
		}
		if _, in, err := tx.Seen(ann, "class"); in != 1 || err != nil {
			t.Errorf("seen in round %d, %v; what was noted first stands", in, err)
		}
		return nil
	})
}
