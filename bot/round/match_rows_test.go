package round

import (
	"reckon/storage"
	"reckon/storage/storetest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestMatchKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		want := MatchRow{
			Kind: "duel", CommunityID: community(t, tx, "1").ID, Channel: "topic", AskerID: player(t, tx, "p").ID, Rival: "@rival",
			Game: "24", Wish: "3", Length: 5, AskedAt: storetest.Noon, Message: "m1", AskerLocale: "en",
		}
		want.ID = must(AddMatch(tx, want))(t)
		if diff := cmp.Diff(want, must(MatchByID(tx, want.ID))(t)); diff != "" {
			t.Errorf("match (-want +got):\n%s", diff)
		}
		if _, err := runningMatch(tx, want.CommunityID, "topic"); err != storage.ErrNotFound {
			t.Errorf("one that has not begun runs: %v", err)
		}
		want.RivalID, want.Rival = player(t, tx, "q").ID, ""
		want.BegunAt, want.NextAt, want.Message = storetest.Noon.Add(time.Second), storetest.Noon.Add(time.Minute), "m2"
		if err := saveMatch(tx, want); err != nil {
			t.Error(err)
		}
		if err := SetMatchMessage(tx, want.ID, "m1", "m2"); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, must(runningMatch(tx, want.CommunityID, "topic"))(t)); diff != "" {
			t.Errorf("running match (-want +got):\n%s", diff)
		}
		for _, id := range []int64{want.AskerID, want.RivalID} {
			if open := must(openMatchesOf(tx, id, 9))(t); len(open) != 1 || open[0].ID != want.ID {
				t.Errorf("open matches of %d: %+v", id, open)
			}
		}
		want.EndedAt, want.Reason = storetest.Noon.Add(time.Hour), "done"
		if err := saveMatch(tx, want); err != nil {
			t.Error(err)
		}
		if _, err := runningMatch(tx, want.CommunityID, "topic"); err != storage.ErrNotFound {
			t.Errorf("one that has ended runs: %v", err)
		}
		if open := must(openMatchesOf(tx, want.AskerID, 9))(t); len(open) != 0 {
			t.Errorf("open matches: %+v", open)
		}
		if err := saveMatch(tx, MatchRow{ID: 99}); err != storage.ErrNotFound {
			t.Errorf("an unknown match was saved: %v", err)
		}
		return nil
	})
}

func TestMatchRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		id := round(t, tx, storage.Round{CommunityID: c.ID, MatchID: 7})
		other := round(t, tx, storage.Round{CommunityID: c.ID, MatchID: 7})
		all := must(roundsOfMatch(tx, 7))(t)
		if len(all) != 2 || all[0].ID != id || all[1].ID != other {
			t.Errorf("rounds of the match: %+v", all)
		}
		return nil
	})
}

// Who is forgotten plays no match any more, and no name of theirs stays.
func TestForgottenPlayersMatchesEnd(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, p, q := community(t, tx, "1"), player(t, tx, "p"), player(t, tx, "q")
		add := func(m MatchRow) int64 {
			m.Kind, m.CommunityID, m.Game, m.Length, m.AskedAt = "duel", c.ID, "24", 5, storetest.Noon
			return must(AddMatch(tx, m))(t)
		}
		mine, theirs, others := add(MatchRow{AskerID: p.ID, Rival: "@q"}), add(MatchRow{AskerID: q.ID, RivalID: p.ID}), add(MatchRow{AskerID: q.ID})
		unknown := add(MatchRow{AskerID: q.ID, Rival: "Pat"})
		for _, rival := range []string{"", "Pa", "Pat"} {
			if err := forgetRival(tx, rival); err != nil {
				t.Error(err)
			}
			if m := must(MatchByID(tx, unknown))(t); (m.Rival == "") != (rival == "Pat") {
				t.Errorf("%q is forgotten: %+v", rival, m)
			}
		}
		if err := tx.ForgetPlayer(p.ID); err != nil {
			t.Error(err)
		}
		for id, ended := range map[int64]bool{mine: true, theirs: true, unknown: true, others: false} {
			m := must(MatchByID(tx, id))(t)
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
