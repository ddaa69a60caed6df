package round

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Who takes a hint takes part: at the end of the round they have seen its solution.
func TestHintIsTakingPart(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(time.Minute)
	x.hint("ann")
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		_, err = x.play.endNow(tx, r, Expired, noon.Add(25*time.Hour), r.Puzzle.Solve(t.Context()))
		return err
	})
	x.write(func(tx *storage.Tx) error {
		for who, want := range map[string]bool{"ann": true, "bo": false} {
			f, err := FindFacts(tx, x.round, x.act(tx, who).Person.ID, "", x.at, NoAnswers)
			if err != nil {
				return err
			}
			if f.Seen != want {
				t.Errorf("%s has seen the solution: %v, want %v", who, f.Seen, want)
			}
		}
		return nil
	})
}

// What somebody who knew the puzzle told the bot alone is not found yet for the others: their hints
// still lead there.
func TestHintsLeadToWhatNobodyCouldRead(t *testing.T) {
	for openly, want := range map[bool]string{false: "4*(", true: "2*("} {
		x := newTable(t, "24:2,3,4,5", 0)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			return MarkSeen(tx, x.act(tx, "bo").Person.ID, r.Class, 0)
		})
		if took := x.sends("bo", "4*(5+3-2)", time.Minute, openly); took.What != Practised {
			t.Fatalf("bo, who knew it: %s", took.What)
		}
		x.at = noon.Add(time.Hour)
		x.hint("cy")
		x.hint("cy")
		h := x.hint("cy")
		text := fmt.Sprint(h.Hints[2].Args["text"])
		if !strings.HasPrefix(text, want) {
			t.Errorf("after an answer that all could read: %v, the hint is %q", openly, text)
		}
	}
}

// Who has found the best that the solver knows gets hints where a record beats it.
func TestHintsWhereARecordIsBetter(t *testing.T) {
	known := engine.Solution{Best: "7*√(7*7)", Measure: 3, Solvable: true, Settled: true}
	for isBeaten, want := range map[bool]Hinting{false: HintNothing, true: HintGiven} {
		x := newTable(t, "tchisla:49#7", 0)
		x.answer("ann", "7*√(7*7)")
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			if isBeaten {
				bo := x.act(tx, "bo").Person.ID
				r := Record{Puzzle: "tchisla:49#7", Game: "tchisla", Measure: 2, Was: 3, Text: "7*7", PlayerID: bo, At: noon}
				if err := SaveRecord(tx, r); err != nil {
					return err
				}
			}
			h, err := x.play.Hint(tx, a, x.round, known)
			if h.What != want {
				t.Errorf("the solver's best is beaten: %t; ann, who has it, gets %q, want %q", isBeaten, h.What, want)
			}
			return err
		})
	}
}
