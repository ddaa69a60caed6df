package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestMatchKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		want := Match{
			Kind: "duel", CommunityID: community(t, tx, "1").ID, Channel: "topic", AskerID: player(t, tx, "p").ID, Rival: "@rival",
			Game: "24", Wish: "3", Length: 5, AskedAt: noon, Message: "m1", AskerLocale: "en",
		}
		want.ID = must(tx.AddMatch(want))(t)
		if diff := cmp.Diff(want, must(tx.MatchByID(want.ID))(t)); diff != "" {
			t.Errorf("match (-want +got):\n%s", diff)
		}
		if _, err := tx.RunningMatch(want.CommunityID, "topic"); err != ErrNotFound {
			t.Errorf("one that has not begun runs: %v", err)
		}
		want.RivalID, want.Rival = player(t, tx, "q").ID, ""
		want.BegunAt, want.NextAt, want.Message = noon.Add(time.Second), noon.Add(time.Minute), "m2"
		if err := tx.SaveMatch(want); err != nil {
			t.Error(err)
		}
		if err := tx.SetMatchMessage(want.ID, "m1", "m2"); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, must(tx.RunningMatch(want.CommunityID, "topic"))(t)); diff != "" {
			t.Errorf("running match (-want +got):\n%s", diff)
		}
		for _, id := range []int64{want.AskerID, want.RivalID} {
			if open := must(tx.OpenMatches(id, 9))(t); len(open) != 1 || open[0].ID != want.ID {
				t.Errorf("open matches of %d: %+v", id, open)
			}
		}
		want.EndedAt, want.Reason = noon.Add(time.Hour), "done"
		if err := tx.SaveMatch(want); err != nil {
			t.Error(err)
		}
		if _, err := tx.RunningMatch(want.CommunityID, "topic"); err != ErrNotFound {
			t.Errorf("one that has ended runs: %v", err)
		}
		if open := must(tx.OpenMatches(want.AskerID, 9))(t); len(open) != 0 {
			t.Errorf("open matches: %+v", open)
		}
		if err := tx.SaveMatch(Match{ID: 99}); err != ErrNotFound {
			t.Errorf("an unknown match was saved: %v", err)
		}
		return nil
	})
}

func TestMatchRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		id := round(t, tx, Round{CommunityID: c.ID, MatchID: 7})
		other := round(t, tx, Round{CommunityID: c.ID, MatchID: 7})
		all := must(tx.MatchRounds(7))(t)
		if len(all) != 2 || all[0].ID != id || all[1].ID != other {
			t.Errorf("rounds of the match: %+v", all)
		}
		return nil
	})
}

// Who is forgotten plays no match any more, and no name of theirs stays.
func TestForgottenPlayersMatchesEnd(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, p, q := community(t, tx, "1"), player(t, tx, "p"), player(t, tx, "q")
		add := func(m Match) int64 {
			m.Kind, m.CommunityID, m.Game, m.Length, m.AskedAt = "duel", c.ID, "24", 5, noon
			return must(tx.AddMatch(m))(t)
		}
		mine, theirs, others := add(Match{AskerID: p.ID, Rival: "@q"}), add(Match{AskerID: q.ID, RivalID: p.ID}), add(Match{AskerID: q.ID})
		unknown := add(Match{AskerID: q.ID, Rival: "Pat"})
		for _, rival := range []string{"", "Pa", "Pat"} {
			if err := tx.ForgetRival(rival); err != nil {
				t.Error(err)
			}
			if m := must(tx.MatchByID(unknown))(t); (m.Rival == "") != (rival == "Pat") {
				t.Errorf("%q is forgotten: %+v", rival, m)
			}
		}
		if err := tx.ForgetPlayer(p.ID); err != nil {
			t.Error(err)
		}
		for id, ended := range map[int64]bool{mine: true, theirs: true, unknown: true, others: false} {
			m := must(tx.MatchByID(id))(t)
			if m.EndedAt.IsZero() == ended || m.Rival != "" {
				t.Errorf("match %d is %+v", id, m)
			}
		}
		if who := must(tx.PlayerByID(p.ID))(t); who.Key != "" || who.Name != "" {
			t.Errorf("the forgotten one is %+v", who)
		}
		return nil
	})
}
