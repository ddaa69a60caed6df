package round

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
	"reckon/storage/storetest"
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

// A person who is forgotten is in no open match any more, and no row has their name.
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

// This test finds matches: challenges that were never accepted, open matches of either side, and answers in
// the order in which they came. If a message is sent a second time, it does not replace the first one.
func TestFindingMatches(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, ann, bo := community(t, tx, "group").ID, player(t, tx, "ann").ID, player(t, tx, "bo").ID
		add := func(asker, rival int64, begun, ended time.Time) int64 {
			return must(AddMatch(tx, MatchRow{CommunityID: c, AskerID: asker, RivalID: rival, Rival: "hash", Kind: "duel", Game: "24",
				Length: 5, AskedAt: storetest.Noon, BegunAt: begun, EndedAt: ended}))(t)
		}
		never := add(ann, bo, time.Time{}, storetest.Noon)
		running := add(ann, bo, storetest.Noon, time.Time{})
		add(ann, bo, storetest.Noon, storetest.Noon)
		back := add(bo, ann, time.Time{}, time.Time{})
		add(bo, ann, storetest.Noon, storetest.Noon)
		if got := must(lastChallenge(tx, MatchRow{AskerID: ann, RivalID: bo}))(t); got.ID != never {
			t.Errorf("ann's last challenge is %d, want %d", got.ID, never)
		}
		for _, who := range []int64{ann, bo} {
			open := must(openMatchesOf(tx, who, 9))(t)
			if len(open) != 2 || open[0].ID != running || open[1].ID != back {
				t.Errorf("open for player %d: %+v", who, open)
			}
		}
		if err := SetMatchMessage(tx, running, "", "first"); err != nil {
			return err
		}
		if err := SetMatchMessage(tx, running, "", "second"); err != nil {
			return err
		}
		if got := must(MatchByID(tx, running))(t); got.Message != "first" {
			t.Errorf("it is shown by %q", got.Message)
		}
		one := round(t, tx, storage.Round{CommunityID: c, MatchID: running})
		two := round(t, tx, storage.Round{CommunityID: c, MatchID: running})
		for _, a := range []storage.Answer{{RoundID: two, PlayerID: bo, Text: "a"}, {RoundID: one, PlayerID: bo, Text: "b"}, {RoundID: one, PlayerID: ann, Text: "c"}} {
			a.At, a.Outcome = storetest.Noon, "right"
			if _, err := tx.AddAnswer(a, nil); err != nil {
				return err
			}
		}
		if got := texts(must(answersOfMatch(tx, running))(t)); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("answers %q", got)
		}
		return nil
	})
}

// When a person who was challenged is forgotten, the open challenges end, with the time at which they were
// made. Matches that were over keep their ends.
func TestForgetRival(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, ann := community(t, tx, "1"), player(t, tx, "ann").ID
		ended := storetest.Noon.Add(time.Hour)
		row := MatchRow{Kind: "duel", CommunityID: c.ID, AskerID: ann, Game: "24", Length: 5, AskedAt: storetest.Noon, Rival: "bo"}
		over, other := row, row
		over.EndedAt = ended
		over.Reason = Declined
		other.Rival = "cy"
		want := map[int64]time.Time{
			must(AddMatch(tx, row))(t): storetest.Noon, must(AddMatch(tx, over))(t): ended, must(AddMatch(tx, other))(t): {},
		}
		if err := forgetRival(tx, "bo"); err != nil {
			return err
		}
		for id, end := range want {
			m := must(MatchByID(tx, id))(t)
			if !m.EndedAt.Equal(end) || (m.Rival == "") == end.IsZero() {
				t.Errorf("rival %q, ended at %v, want %v", m.Rival, m.EndedAt, end)
			}
		}
		return nil
	})
}

// People who watch a place on the page are told of each change of its match, and of a round that is closed.
func TestWhoIsTold(t *testing.T) {
	s := openTemp(t)
	var told []storage.Touch
	s.OnCommit(func(c storage.Committed) { told = append(told, c.Touched...) })
	var here storage.Community
	var m MatchRow
	var r int64
	write(t, s, func(tx *storage.Tx) error {
		here = community(t, tx, "1")
		m = MatchRow{Kind: "duel", CommunityID: here.ID, AskerID: player(t, tx, "ann").ID, Game: "24", Length: 5, AskedAt: storetest.Noon}
		r = round(t, tx, storage.Round{CommunityID: here.ID})
		return nil
	})
	place := storage.Touch{Kind: storage.TouchCommunity, ID: here.ID}
	for _, c := range []struct {
		what string
		do   func(tx *storage.Tx) error
		want storage.Touch
	}{
		{"a new match", func(tx *storage.Tx) (err error) {
			m.ID, err = AddMatch(tx, m)
			return err
		}, place},
		{"a match that ends", func(tx *storage.Tx) error { return endMatch(tx, &m, storetest.Noon, Stopped) }, place},
		{"a round that nobody touched", func(tx *storage.Tx) error {
			return closeUntouched(tx, r, storetest.Noon)
		}, storage.Touch{Kind: storage.TouchRound, ID: r}},
	} {
		told = nil
		write(t, s, c.do)
		if !slices.Contains(told, c.want) {
			t.Errorf("%s: %+v", c.what, told)
		}
	}
}
