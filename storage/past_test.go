package storage

import (
	"testing"
)

// The days of a person's dailies are those of all their players, and of nobody else; other rounds have none.
func TestDailyDays(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann, bob := player(t, tx, "ann").ID, player(t, tx, "bob").ID
		elsewhere := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		if err := tx.Link(ann, elsewhere, noon); err != nil {
			return err
		}
		if first, last, err := tx.DailyDays(ann); err != nil || first != 0 || last != 0 {
			t.Errorf("without dailies: %d to %d (%v)", first, last, err)
		}
		c := community(t, tx, "1")
		for _, a := range []Award{
			{PlayerID: ann, Day: 12}, {PlayerID: ann, Day: 14}, {PlayerID: elsewhere, Day: 10}, {PlayerID: elsewhere, Day: 13},
			{PlayerID: bob, Day: 1}, {PlayerID: bob, Day: 99}, {PlayerID: ann, CommunityID: c.ID, Day: 2}, {PlayerID: ann, CommunityID: c.ID, Day: 98},
		} {
			a.RoundID = round(t, tx, Round{CommunityID: c.ID})
			a.Points = 1
			a.At = noon
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		if first, last, err := tx.DailyDays(ann); err != nil || first != 10 || last != 14 {
			t.Errorf("the days are %d to %d, want 10 to 14 (%v)", first, last, err)
		}
		return nil
	})
}

// A past is long with more than three hundred attempts of all players of the person.
func TestHasLongPast(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann, bob := player(t, tx, "ann").ID, player(t, tx, "bob").ID
		elsewhere := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		if err := tx.Link(ann, elsewhere, noon); err != nil {
			return err
		}
		attempt := func(p int64) {
			t.Helper()
			if err := tx.SaveAttempt(Attempt{RoundID: round(t, tx, Round{}), PlayerID: p}, 0); err != nil {
				t.Fatal(err)
			}
		}
		for i := range longPast {
			attempt([]int64{ann, elsewhere}[i%2])
		}
		attempt(bob)
		if must(tx.HasLongPast(ann))(t) {
			t.Error("300 attempts are many")
		}
		attempt(elsewhere)
		if !must(tx.HasLongPast(ann))(t) || must(tx.HasLongPast(bob))(t) {
			t.Error("301 attempts are few, or those of others count")
		}
		return nil
	})
}
