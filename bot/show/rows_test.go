package show

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// addRound stores a round of a game, whose class is its puzzle.
func addRound(t *testing.T, tx *storage.Tx, c storage.Community, game, puzzle string) int64 {
	t.Helper()
	id, err := tx.AddRound(storage.Round{
		CommunityID: c.ID,
		Game:        game,
		Puzzle:      puzzle,
		Class:       puzzle,
		DealtAt:     storetest.Noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// A person meets the latest answers that others gave to puzzles of the same kind, if they do not know the puzzle under
// any of their accounts. Once a person is forgotten, nobody meets their answers any more.
func TestRecordings(t *testing.T) {
	storetest.Write(t, storetest.Open(t, tables...), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		me := storetest.Person(t, tx, "me").ID
		ann := storetest.Person(t, tx, "ann").ID
		bob := storetest.Person(t, tx, "bob").ID
		twin, err := tx.EnsurePlayer("elsewhere", "me", "", "", storetest.Noon)
		if err != nil {
			return err
		}
		if err := tx.Link(me, twin.ID, storetest.Noon); err != nil {
			return err
		}
		for _, r := range []struct {
			player       int64
			game, choice string
			puzzle       string
		}{
			{ann, "letters", "3", "first"},
			{bob, "letters", "3", "second"},
			{me, "letters", "3", "mine"},
			{twin.ID, "letters", "3", "my twin's"},
			{ann, "letters", "3", "seen"},
			{ann, "letters", "4", "of another kind"},
			{ann, "countdown", "3", "of another game"},
		} {
			id := addRound(t, tx, club, r.game, r.puzzle)
			stored := recording{PlayerID: r.player, Found: true, After: 3 * time.Second, Text: "word", Measure: 5}
			// A second one of the same person and round changes nothing.
			for range 2 {
				if err := addRecording(tx, id, r.game, r.choice, stored); err != nil {
					return err
				}
				stored.Text = "other"
			}
		}
		if err := round.MarkSeen(tx, twin.ID, "seen", 0); err != nil {
			return err
		}
		met := func() []string {
			found, err := listRecordings(tx, me, "letters", "3")
			if err != nil {
				t.Fatal(err)
			}
			var puzzles []string
			for _, r := range found {
				puzzles = append(puzzles, r.Puzzle)
				want := recording{
					PlayerID: r.PlayerID,
					Puzzle:   r.Puzzle,
					Found:    true,
					After:    3 * time.Second,
					Text:     "word",
					Measure:  5,
				}
				if r != want {
					t.Errorf("the recording is %+v, want %+v", r, want)
				}
			}
			return puzzles
		}
		if got := met(); !slices.Equal(got, []string{"second", "first"}) {
			t.Errorf("a person meets %q", got)
		}
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		if got := met(); !slices.Equal(got, []string{"second"}) {
			t.Errorf("after Ann is forgotten, a person meets %q", got)
		}
		// A show that she had left ends later.
		id := addRound(t, tx, club, "letters", "of a forgotten person")
		if err := addRecording(tx, id, "letters", "3", recording{PlayerID: ann, Found: true, Text: "word"}); err != nil {
			return err
		}
		if got := met(); !slices.Equal(got, []string{"second"}) {
			t.Errorf("after a forgotten person's show, a person meets %q", got)
		}
		for i := range latestRecordings {
			id := addRound(t, tx, club, "letters", fmt.Sprint("later ", i))
			if err := addRecording(tx, id, "letters", "3", recording{PlayerID: me}); err != nil {
				return err
			}
		}
		if got := met(); got != nil {
			t.Errorf("a person meets %q, which are not among the latest", got)
		}
		return nil
	})
}

// A show keeps the ghosts that a person has met, without their names. Once the person who gave an answer is forgotten,
// its words are gone, and what it scored stays.
func TestGhostsOfAShow(t *testing.T) {
	storetest.Write(t, storetest.Open(t, tables...), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		ann := storetest.Person(t, tx, "ann")
		id, err := tx.AddRound(storage.Round{
			CommunityID: club.ID, MatchID: 7, Game: "letters", Puzzle: "letters:AAEEILNRT", Class: "x", DealtAt: storetest.Noon,
		})
		if err != nil {
			return err
		}
		want := round.Opponent{
			After:    2 * time.Second,
			Recorded: true,
			PlayerID: ann.ID,
			Found:    true,
			Text:     "retinal",
			Measure:  2,
		}
		if err := addGhost(tx, id, want); err != nil {
			return err
		}
		check := func() {
			t.Helper()
			got, err := ghostsOf(tx, 7)
			if err != nil || len(got) != 1 || got[id] != want {
				t.Errorf("the ghosts are %+v, %v; want %+v", got, err, want)
			}
		}
		check()
		if err := tx.ForgetPlayer(ann.ID); err != nil {
			return err
		}
		want.PlayerID = 0
		want.Text = ""
		check()
		// A ghost whose person was forgotten after it was drawn is stored without them, and without the words.
		late, err := tx.AddRound(storage.Round{
			CommunityID: club.ID, MatchID: 8, Game: "letters", Puzzle: "late", Class: "late", DealtAt: storetest.Noon,
		})
		if err != nil {
			return err
		}
		if err := addGhost(tx, late, round.Opponent{Found: true, Text: "retinal", PlayerID: ann.ID}); err != nil {
			return err
		}
		got, err := ghostsOf(tx, 8)
		if err != nil {
			return err
		}
		if want := (round.Opponent{Found: true}); got[late] != want {
			t.Errorf("a ghost of a forgotten person is %+v", got[late])
		}
		return nil
	})
}
