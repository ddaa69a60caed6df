package storage

import (
	"errors"
	"slices"
	"testing"
)

// DailyDays counts the dailies of all players of the person, and of nobody else. Other rounds do not
// count.
func TestDailyDays(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
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

// A past is long if all players of the person together have more than three hundred attempts.
func TestHasLongPast(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
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
		for i := range 300 {
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

// ShowPage rebuilds one community's boards after another: those of the communities of all players of the
// person, by their IDs, and then those of the World. Rows of others do not change.
func TestShowPage(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := worldly(t, tx, "ann")
		bob := worldly(t, tx, "bob")
		anna := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		own := must(tx.FindCommunity("test", "own ann"))(t)
		first := community(t, tx, "first")
		bobs := community(t, tx, "bobs")
		last := community(t, tx, "last")
		err := errors.Join(
			tx.LinkPlayers(ann, anna, noon),
			tx.Join(last.ID, ann, noon),
			tx.Join(first.ID, anna, noon),
			tx.Join(first.ID, bob, noon),
			tx.Join(bobs.ID, bob, noon),
		)
		if err != nil {
			return err
		}
		for _, p := range []int64{ann, bob} {
			a := Award{RoundID: round(t, tx, Round{Daily: int(p)}), PlayerID: p, Day: dayOf(noon), Points: 10, Solved: true, At: noon}
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		err = errors.Join(
			tx.Exec("spoil", `UPDATE boards SET points = 99`),
			tx.Exec("spoil", `DELETE FROM solvers`),
		)
		if err != nil {
			return err
		}
		points := func(place, p int64) int {
			t.Helper()
			return must(tx.StandingOf(Board{CommunityID: place}, p))(t).Points
		}
		var pages []int64
		var rebuilt [][]int
		for page := int64(0); len(pages) == 0 || page != 0; {
			page = must(tx.ShowPage(ann, page, noon))(t)
			pages = append(pages, page)
			rebuilt = append(rebuilt, []int{points(own.ID, ann), points(first.ID, ann), points(last.ID, ann), points(World, ann)})
		}
		if want := []int64{own.ID, first.ID, last.ID, 0}; !slices.Equal(pages, want) {
			t.Errorf("the pages are %v, want %v", pages, want)
		}
		want := [][]int{{10, 99, 99, 99}, {10, 10, 99, 99}, {10, 10, 10, 99}, {10, 10, 10, 10}}
		if !slices.EqualFunc(rebuilt, want, slices.Equal) {
			t.Errorf("after each page the points are %v, want %v", rebuilt, want)
		}
		type solver struct{ CommunityID, PlayerID int64 }
		solvers := must(List[solver](tx, "list solvers", `SELECT community_id, player_id FROM solvers ORDER BY community_id`))(t)
		if want := []solver{{first.ID, anna}, {last.ID, ann}}; !slices.Equal(solvers, want) {
			t.Errorf("solvers are listed again as %v, want %v", solvers, want)
		}
		for _, place := range []int64{first.ID, bobs.ID, World} {
			if got := points(place, bob); got != 99 {
				t.Errorf("Bob has %d points in %d", got, place)
			}
		}
		return nil
	})
}
