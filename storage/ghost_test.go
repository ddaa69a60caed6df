package storage

import (
	"slices"
	"testing"
	"time"
)

// Recordings are first solutions of people within reach, the latest of each, of puzzles that
// the person does not know; those of a forgotten person are gone.
func TestRecordings(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		club := community(t, tx, "club")
		me, near, far, twin := player(t, tx, "me").ID, player(t, tx, "near").ID, player(t, tx, "far").ID, must(tx.EnsurePlayer("elsewhere", "me", "", "", noon))(t).ID
		solve := func(who int64, class string, solved bool, took time.Duration, ability float64) {
			r := rated(who, class)
			r.RoundID = must(tx.AddRound(Round{CommunityID: club.ID, Game: "24", Puzzle: "24:" + class, Class: class, Level: 2, DealtAt: noon}))(t)
			r.Solved, r.After, r.Ability = solved, took, Learnt{ability, 1, 5}
			if err := tx.SaveRated(r); err != nil {
				t.Fatal(err)
			}
		}
		for _, class := range []string{"a", "b", "c", "d", "e"} {
			solve(near, class, true, 10*time.Second, 0.2)
		}
		solve(near, "hinted", false, 10*time.Second, 0.2)
		solve(near, "long", true, time.Hour, 0.2)
		solve(far, "f", true, 10*time.Second, 2)
		solve(me, "d", false, time.Second, 0)
		if err := tx.Link(me, twin, noon); err != nil {
			t.Fatal(err)
		}
		if err := tx.MarkSeen(twin, "c", 0); err != nil {
			t.Fatal(err)
		}
		of := Reach{Distance: 0.7, Players: 2, Solutions: 5, Longest: time.Minute}
		for _, want := range []struct {
			what    string
			level   int
			ability float64
			puzzles []string
		}{
			{"of those near 0, the latest five solutions", 0, 0, []string{"24:e", "24:b"}},
			{"the same from above", 2, 0.5, []string{"24:e", "24:b"}},
			{"of another level", 3, 0, nil},
			{"of those near 2", 0, 2.1, []string{"24:f"}},
			{"of nobody", 0, -2, nil},
		} {
			of.Ability = want.ability
			var got []string
			for _, x := range must(tx.Recordings(me, "24", want.level, of))(t) {
				if got = append(got, x.Puzzle); x.After != 10*time.Second || x.Difficulty.Attempts == 0 {
					t.Errorf("%s: %+v", want.what, x)
				}
			}
			if !slices.Equal(got, want.puzzles) {
				t.Errorf("%s: %q, want %q", want.what, got, want.puzzles)
			}
		}
		of.Ability = 0
		if err := tx.ForgetPlayer(near); err != nil {
			t.Fatal(err)
		}
		if got := must(tx.Recordings(me, "24", 0, of))(t); len(got) > 0 {
			t.Errorf("recordings of a forgotten person: %+v", got)
		}
		return nil
	})
}

// A ghost has a name if its person allows that in any private chat of theirs, and while they are
// not forgotten; its time stays.
func TestGhosts(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		club := community(t, tx, "club")
		ann, bob := player(t, tx, "ann").ID, must(tx.EnsurePlayer("test", "bob", "Bob", "", noon))(t).ID
		own := must(tx.EnsureCommunity("test", "bob", true, bob, "", noon))(t)
		match := must(tx.AddMatch(Match{Kind: "ghost", CommunityID: club.ID, AskerID: ann, Game: "24", Length: 3, AskedAt: noon}))(t)
		first := round(t, tx, Round{CommunityID: club.ID, MatchID: match})
		second := round(t, tx, Round{CommunityID: club.ID, MatchID: match})
		for _, g := range []Ghost{{RoundID: first, After: 1500 * time.Millisecond, Recorded: true, PlayerID: bob}, {RoundID: second, After: time.Second}} {
			if err := tx.AddGhost(g); err != nil {
				t.Fatal(err)
			}
		}
		want := []Ghost{{RoundID: first, After: 1500 * time.Millisecond, Recorded: true, PlayerID: bob}, {RoundID: second, After: time.Second}}
		check := func(when string) {
			t.Helper()
			if got := must(tx.Ghosts(match))(t); !slices.Equal(got, want) {
				t.Errorf("%s: %+v, want %+v", when, got, want)
			}
		}
		check("at first")
		own.Recordings = true
		if err := tx.SaveCommunity(own); err != nil {
			t.Fatal(err)
		}
		want[0].Name, want[0].Network, want[0].Key = "Bob", "test", "bob"
		check("where bob allows it")
		if err := tx.ForgetPlayer(bob); err != nil {
			t.Fatal(err)
		}
		want[0] = Ghost{RoundID: first, After: 1500 * time.Millisecond, Recorded: true}
		check("once bob is forgotten")
		if err := tx.AddGhost(Ghost{RoundID: round(t, tx, Round{CommunityID: club.ID, MatchID: match}), After: time.Second, Recorded: true, PlayerID: bob}); err != nil {
			t.Fatal(err)
		}
		if got := must(tx.Ghosts(match))(t); len(got) != 3 || got[2].PlayerID != 0 {
			t.Errorf("a recording that was read before its person was forgotten: %+v", got)
		}
		return nil
	})
}
