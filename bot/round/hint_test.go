package round

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A person who takes a hint takes part: at the end of the round they have seen its solution.
func TestHintIsTakingPart(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(time.Minute)
	x.hint("ann")
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		_, err = x.play.readAndEnd(tx, Act{At: noon.Add(25 * time.Hour)}, r, Expired, r.Puzzle.Solve(t.Context()))
		return err
	})
	x.write(func(tx *storage.Tx) error {
		for who, want := range map[string]bool{"ann": true, "bo": false} {
			f, err := FindFacts(tx, x.round, x.act(tx, who).Person.ID, IgnoreLocks, x.at, NoAnswers)
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

// If somebody who knew the puzzle told the solution to the bot alone, it is not found yet for the others:
// hints still lead to it.
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

// If a person has found the best answer of the solver, they still get hints if a record beats it.
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

// There is no hint in these cases: the puzzle is over or belongs to a match, nobody knows a solution, the
// person has given up, or they have the best answer.
func TestNoHint(t *testing.T) {
	for _, c := range []struct {
		what, puzzle string
		do           func(x *table)
		want         Hinting
	}{
		{"over", "24:1,2,3,4", func(x *table) {
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				_, err = x.play.readAndEnd(tx, Act{At: x.at}, r, GivenUp, engine.Solution{})
				return err
			})
		}, HintOver},
		{"its clock has run out", "24:1,2,3,4", func(x *table) {
			x.change(func(r *storage.Round) { r.EndsAt = noon })
		}, HintOver},
		{"without a solution", "24:1,1,1,1", func(*table) {}, HintNone},
		{"given up", "24:1,2,3,4", func(x *table) { x.giveUp("ann") }, HintGivenUp},
		{"given up by another", "24:1,2,3,4", func(x *table) { x.giveUp("bo") }, HintGiven},
		{"the only solution is found", "conundrum:CATBRIERS", func(x *table) { x.sends("bo", "catbriers", time.Minute, true) }, HintOver},
		{"the best is found", "tchisla:49#7", func(x *table) { x.sends("ann", "7*7", time.Minute, false) }, HintNothing},
		{"the best is found by another", "tchisla:49#7", func(x *table) { x.sends("bo", "7*7", time.Minute, false) }, HintGiven},
		{"a wrong answer", "conundrum:CATBRIERS", func(x *table) { x.sends("ann", "actbriers", time.Minute, true) }, HintGiven},
		{"all are found", hard, func(x *table) { x.sends("bo", "8/(3-8/3)", time.Minute, true) }, HintOver},
	} {
		x := newTable(t, c.puzzle, 0)
		c.do(x)
		x.at = noon.Add(3 * time.Minute)
		var h HintResult
		x.write(func(tx *storage.Tx) (err error) {
			h, err = x.play.Hint(tx, x.act(tx, "ann"), x.round, parsed(t, c.puzzle).Solve(t.Context()))
			return err
		})
		if h.What != c.want || len(h.Hints) > 0 != (c.want == HintGiven) {
			t.Errorf("%s: %s, %d hints", c.what, h.What, len(h.Hints))
		}
	}
	x, _ := bout(t, hard, raceOf("24"))
	if h := x.hint("ann"); h.What != HintMatch {
		t.Errorf("in a match: %s", h.What)
	}
}

// In a private chat a wrong answer leaves the hints as they are.
func TestWrongAnswerAloneKeepsTheHints(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "ann", true, x.act(tx, "ann").Person.ID, "", noon)
		return err
	})
	x.round = x.pose("conundrum:CATBRIERS")
	x.sends("ann", "actbriers", time.Minute, false)
	if h := x.hint("ann"); h.What != HintGiven || h.New != 1 {
		t.Errorf("after a wrong answer: %s", h.What)
	}
}

// Hints of a custom puzzle cost nothing. So there are none while the same puzzle is open for points.
func TestHintsOfTypedNumbers(t *testing.T) {
	for isPlayed, want := range map[bool]Hinting{true: HintPlayed, false: HintGiven} {
		x := newTable(t, hard, 0)
		x.at = noon.Add(time.Hour)
		x.change(func(r *storage.Round) { r.Custom = true })
		if !isPlayed {
			x.write(func(tx *storage.Tx) error {
				return tx.Exec("close", `UPDATE rounds SET closed_at = $1 WHERE own = 0`, noon)
			})
		}
		x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, x.at) })
		if h := x.hint("ann"); h.What != want {
			t.Errorf("the same puzzle is open for points, %t: %s", isPlayed, h.What)
		}
	}
}

// A person is charged once for each hint, and a charge never becomes smaller.
func TestHintIsChargedOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	delivered := func(number, want int) {
		t.Helper()
		x.write(func(tx *storage.Tx) error {
			ann := x.act(tx, "ann").Person.ID
			if err := x.play.HintDelivered(tx, x.round, ann, number, x.at); err != nil {
				return err
			}
			attempt, err := attemptOf(tx, x.round, ann)
			if attempt.Hints != want || !attempt.TookPart {
				t.Errorf("after hint %d: %+v", number, attempt)
			}
			return err
		})
	}
	delivered(2, 2)
	delivered(1, 2)
	delivered(2, 2)
	delivered(3, 3)
}

// The price of a hint is by how much it lowers what an answer is worth. It is 0 if the round pays the person
// nothing, or if they have all hints.
func TestPriceOfHints(t *testing.T) {
	for _, c := range []struct {
		h    HintResult
		want int
	}{
		{HintResult{Share: 100, Next: 70}, 30},
		{HintResult{Share: 70, Next: 40}, 30},
		{HintResult{Share: 10}, 0},
		{HintResult{Share: 100, Next: 70, IsFree: true}, 0},
	} {
		if got := c.h.Price(); got != c.want {
			t.Errorf("%+v costs %d", c.h, got)
		}
	}
	own := Round{Round: storage.Round{Custom: true}}
	if got := own.PriceOfFirstHint(); got != 0 {
		t.Errorf("a hint of typed numbers costs %d", got)
	}
	if got := (Round{}).PriceOfFirstHint(); got != 30 {
		t.Errorf("the first hint costs %d", got)
	}
}

// The price of the next hint depends on the hints that a person has. It is 0 for a person whom the round pays
// nothing.
func TestPriceOfTheNextHint(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.at = noon.Add(time.Hour)
	price := func(who string) (price int) {
		x.write(func(tx *storage.Tx) (err error) {
			price, err = x.play.PriceOfHint(tx, x.act(tx, who), x.round)
			return err
		})
		return price
	}
	for hints, want := range []int{30, 30, 30, 0} {
		if got := price("ann"); got != want {
			t.Errorf("after %d hints the next costs %d, want %d", hints, got, want)
		}
		h := x.hint("ann")
		isLast := len(h.Hints) == MaxHints
		if h.IsFree || (h.Next == 0) != isLast {
			t.Errorf("hint %d: free %t, the next leaves %d", h.New, h.IsFree, h.Next)
		}
	}
	x.giveUp("bo")
	x.write(func(tx *storage.Tx) error {
		return MarkSeen(tx, x.act(tx, "cy").Person.ID, parsed(t, "24:1,2,3,4").Face().Class(), 0)
	})
	for _, who := range []string{"bo", "cy"} {
		if got := price(who); got != 0 {
			t.Errorf("%s, whom it pays nothing, is asked %d", who, got)
		}
	}
	if h := x.hint("cy"); !h.IsFree || h.Price() != 0 {
		t.Errorf("a hint of a known puzzle: %+v", h)
	}
	x.change(func(r *storage.Round) { r.Custom = true })
	if got := price("ann"); got != 0 {
		t.Errorf("a hint of typed numbers costs %d", got)
	}
}

// In a person's figures the second hint of a puzzle counts as one more hint, not as two.
func TestHintsAreCountedOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		for _, number := range []int{1, 2, 2, 1} {
			if err := x.play.HintDelivered(tx, x.round, ann, number, noon); err != nil {
				return err
			}
		}
		if got := must(countDone(tx, ann))(t); got != 2 {
			t.Errorf("ann has had %d hints, want 2", got)
		}
		return nil
	})
}

// No hint leads to a solution that the person has found as another of their players: neither in a daily, which
// they play for themselves, nor in a race, where nobody else could read the answer.
func TestHintsLeadLinkedPlayersElsewhere(t *testing.T) {
	for _, daily := range []int{0, Number(noon)} {
		x := newTable(t, "24:2,3,4,5", daily)
		x.write(func(tx *storage.Tx) error {
			ann, twin := x.act(tx, "ann").Person.ID, x.elsewhere(tx, "ann").ID
			if daily == 0 {
				if err := MarkSeen(tx, ann, parsed(t, "24:2,3,4,5").Face().Class(), 0); err != nil {
					return err
				}
			}
			return x.play.Link(tx, ann, twin, noon)
		})
		if took := x.sends("ann", "4*(5+3-2)", time.Minute, false); took.Found != 1 && took.What != Practised {
			t.Fatalf("daily %d: %s", daily, took.What)
		}
		x.at = noon.Add(time.Hour)
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Person = x.elsewhere(tx, "ann")
			for range MaxHints {
				h, err := x.play.Hint(tx, a, x.round, parsed(t, "24:2,3,4,5").Solve(t.Context()))
				if err != nil {
					return err
				}
				text := fmt.Sprint(h.Hints[len(h.Hints)-1].Args["text"])
				if h.New == MaxHints && strings.HasPrefix(text, "4*(") {
					t.Errorf("daily %d: the last hint is %q", daily, text)
				}
				if err := x.play.HintDelivered(tx, x.round, a.Person.ID, h.New, x.at); err != nil {
					return err
				}
			}
			return nil
		})
		x.sends("ann", "2*(3+4+5)", 2*time.Hour, true)
		x.write(func(tx *storage.Tx) error {
			mine, err := PlayerAnswers(tx, x.round, x.act(tx, "ann").Person.ID)
			if last := mine[len(mine)-1]; last.Hints != MaxHints {
				t.Errorf("daily %d: %s was answered with %d hints", daily, last.Text, last.Hints)
			}
			return err
		})
	}
}
