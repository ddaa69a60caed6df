package round

import (
	"errors"
	"strings"
	"testing"

	"reckon/engine/games"
	"reckon/storage"
)

// pose opens one more round at the place of a table, the newest there, and returns its ID.
func (x *table) pose(id string) (roundID int64) {
	x.t.Helper()
	puzzle, err := games.Parse(id)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		name, _, _ := strings.Cut(id, ":")
		game, _ := games.ByName(name)
		r := roundOf(game, puzzle, x.at)
		r.CommunityID = x.club.ID
		roundID, err = tx.AddRound(r)
		return err
	})
	return roundID
}

// An answer that does not fit the person's own round is for the other one that it fits. Where it fits two
// others nobody can say which, so it stays with their own.
func TestAnswerThatFitsTwoOthers(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	meant := func(text string) int64 {
		x.t.Helper()
		var r Round
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			visit, err := tx.Visit(storage.Origin{Network: "net", Community: a.Community.Key})
			if err != nil {
				return err
			}
			a.Near = visit.Near
			a.Near.Current = x.round
			r, err = x.play.Meant(tx, a, Pointer{Text: text})
			return err
		})
		return r.ID
	}
	letters := x.pose("letters:AEGHINRST")
	if got := meant("hearing"); got != letters {
		t.Errorf("a word is for round %d, want %d, the only one of letters", got, letters)
	}
	x.pose("letters:AEHINTGRS")
	if got := meant("hearing"); got != x.round {
		t.Errorf("a word that fits two others is for round %d, want %d, the person's own", got, x.round)
	}
}

// A sealed button opens a round of a group in the person's own conversation, but never a round of
// somebody else's.
func TestNobodyEntersAPrivateRound(t *testing.T) {
	for isPrivate, want := range map[bool]error{false: nil, true: ErrElsewhere} {
		x := newTable(t, "24:2,3,4,5", 0)
		x.write(func(tx *storage.Tx) error {
			if isPrivate {
				bos, err := tx.EnsureCommunity("net", "bo", true, x.act(tx, "bo").Person.ID, "", noon)
				if err != nil {
					return err
				}
				x.club = bos
			}
			return nil
		})
		theirs := x.pose("24:1,2,3,4")
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			own, err := tx.EnsureCommunity("net", "ann", true, a.Person.ID, "", noon)
			if err != nil {
				return err
			}
			a.Community = own
			if _, err := x.play.Meant(tx, a, Pointer{RoundID: theirs, Sealed: true}); !errors.Is(err, want) {
				t.Errorf("a sealed button of a private round, %t: %v, want %v", isPrivate, err, want)
			}
			return nil
		})
	}
}
