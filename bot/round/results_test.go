package round

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// results returns what people did in the latest matches at the place. Each line is one person's result in one
// puzzle.
func (x *table) results() (lines []string) {
	x.t.Helper()
	all, err := x.play.Results(x.t.Context(), Act{Community: x.club, At: x.at})
	if err != nil {
		x.t.Fatal(err)
	}
	for _, r := range all {
		line := fmt.Sprintf("%d.%d %s %s", r.Match, r.Bout, r.Puzzle, r.Person.Name)
		if r.Answer.Text != "" {
			line += fmt.Sprintf(": %s, %t, %v", r.Answer.Text, r.IsRight, r.Took)
		}
		lines = append(lines, line)
	}
	return lines
}

// stop stops a match.
func (x *table) stop(m Match) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error { return endMatch(tx, &m.MatchRow, x.at, Stopped) })
}

// For each puzzle that is over, Results has everybody who answered in its match: with their first right
// answer, or their last one, or none.
func TestResultsOfMatches(t *testing.T) {
	x, first := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("cat", "2+3+4+5", time.Second, false)
	x.sends("bob", "5+4", 2*time.Second, false)
	x.sends("bob", "5+4+3", 3*time.Second, false)
	x.sends("ann", "5*4", 4*time.Second, false)
	x.sends("ann", "2*(3+4+5)", 5*time.Second, false)
	x.sends("ann", "5*4*3", 6*time.Second, false)
	x.ends(noon.Add(time.Hour))
	x.at = noon.Add(2 * time.Hour)
	x.deal(first, "24:3,3,8,8")
	x.sends("cat", "8/(3-8/3)", 2*time.Hour+7*time.Second, false)
	x.ends(noon.Add(3 * time.Hour))
	x.at = noon.Add(4 * time.Hour)
	x.deal(first, "24:1,2,3,4")
	x.sends("bob", "1*2*3*4", 4*time.Hour+time.Second, false)
	want := []string{
		"1.1 24:2,3,4,5 ann: 2*(3+4+5), true, 5s",
		"1.1 24:2,3,4,5 bob: 5+4+3, false, 3s",
		"1.1 24:2,3,4,5 cat: 2+3+4+5, false, 1s",
		"1.2 24:3,3,8,8 ann",
		"1.2 24:3,3,8,8 bob",
		"1.2 24:3,3,8,8 cat: 8/(3-8/3), true, 7s",
	}
	if got := x.results(); !slices.Equal(got, want) {
		t.Fatalf("with one match: %q", got)
	}
	x.stop(first)
	x.at = noon.Add(5 * time.Hour)
	var second Match
	x.write(func(tx *storage.Tx) (err error) {
		second, err = raceOf("24")(x, tx)
		return err
	})
	x.at = second.NextAt
	x.deal(second, "24:3,3,8,8")
	x.sends("dan", "8/(3-8/3)", second.NextAt.Add(time.Second).Sub(noon), false)
	x.ends(noon.Add(6 * time.Hour))
	got := x.results()
	if len(got) == 0 || got[0] != want[0] || got[len(got)-1] != "2.1 24:3,3,8,8 dan: 8/(3-8/3), true, 1s" {
		t.Errorf("with a second match: %q", got)
	}
}

// Results covers ten matches. Those that never began are not counted.
func TestResultsGoBackTenMatches(t *testing.T) {
	for later, want := range map[int]int{9: 1, 10: 0} {
		x, first := bout(t, "24:2,3,4,5", raceOf("24"))
		x.sends("ann", "2*(3+4+5)", time.Second, false)
		x.ends(noon.Add(time.Hour))
		x.stop(first)
		x.write(func(tx *storage.Tx) error {
			row := MatchRow{Kind: mode.Race, CommunityID: x.club.ID, AskerID: first.AskerID, Game: "24", Length: 5, AskedAt: noon}
			if _, err := AddMatch(tx, row); err != nil {
				return err
			}
			row.BegunAt = noon
			for range later {
				if _, err := AddMatch(tx, row); err != nil {
					return err
				}
			}
			return nil
		})
		if got := len(x.results()); got != want {
			t.Errorf("after %d later matches there are %d results, want %d", later, got, want)
		}
	}
}

// If two people have the same name, each has a line of their own. The person who came first has the first
// line.
func TestResultsOfNamesakes(t *testing.T) {
	r := Round{Round: storage.Round{ID: 1, DealtAt: noon}, Puzzle: parsed(t, hard)}
	answer := func(player int64, text string) storage.Answer {
		return storage.Answer{RoundID: 1, PlayerID: player, PlayerName: "Ann", Text: text, At: noon.Add(time.Second)}
	}
	for range 10 {
		got := puzzleResults(1, 1, r, []storage.Answer{answer(9, "9"), answer(2, "2"), answer(5, "5")})
		if len(got) != 3 || got[0].Person.ID != 2 || got[1].Person.ID != 5 || got[2].Person.ID != 9 {
			t.Fatalf("three of one name: %+v", got)
		}
	}
}

// The time of an answer is counted from the delivery of the puzzle.
func TestResultsCountFromTheDelivery(t *testing.T) {
	r := Round{Puzzle: parsed(t, hard), Round: storage.Round{ID: 1, DealtAt: noon, Lasts: time.Minute, EndsAt: noon.Add(90 * time.Second)}}
	got := puzzleResults(1, 1, r, []storage.Answer{{RoundID: 1, PlayerID: 1, At: noon.Add(40 * time.Second), Outcome: "right"}})
	if len(got) != 1 || got[0].Took != 10*time.Second {
		t.Errorf("%+v", got)
	}
}

// The puzzle that was open when a match was stopped is over, so Results has it.
func TestStoppedMatchHasItsLastPuzzle(t *testing.T) {
	x, m := bout(t, "24:2,3,4,5", raceOf("24"))
	x.write(func(tx *storage.Tx) error {
		open := PendingEnd{Round: must(x.play.Round(tx, x.round))(t)}
		stopped, e, err := x.play.Stop(tx, x.act(tx, "ann"), m.ID, open)
		if err != nil {
			return err
		}
		if last := stopped.Bouts[0].Round; last.Reason != Stopped || e.Round.ID != last.ID || stopped.Reason != Stopped {
			t.Errorf("the puzzle ended as %q, the match as %q", last.Reason, stopped.Reason)
		}
		return nil
	})
}

// While members of the group race on the puzzle of a match again, neither its end, nor the board of the match, nor Results
// shows the answers that others could not read.
func TestResultsKeepWhatOthersPlay(t *testing.T) {
	x, _ := bout(t, "24:2,3,4,5", raceOf("24"))
	x.sends("ann", "2*(3+4+5)", 4*time.Second, true)
	x.sends("bob", "4*(5+3-2)", 5*time.Second, false)
	x.sends("cat", "2+3+4+5", 6*time.Second, false)
	x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, x.at) })
	again := x.pose("24:2,3,4,5")
	x.ends(noon.Add(time.Hour))
	x.at = noon.Add(time.Hour)
	want := []string{
		"1.1 24:2,3,4,5 ann: 2*(3+4+5), true, 4s",
		"1.1 24:2,3,4,5 bob",
		"1.1 24:2,3,4,5 cat: 2+3+4+5, false, 6s",
	}
	if got := x.results(); !slices.Equal(got, want) {
		t.Errorf("while others play it: %q", got)
	}
	wantShown := func(when string, want ...string) {
		t.Helper()
		v := x.view("dan", x.round)
		for what, standings := range map[string][]Standing{"end": v.Standings, "board": v.Match.Bouts[0].Standings} {
			var texts []string
			for _, row := range standings {
				texts = append(texts, row.Text)
			}
			if !slices.Equal(texts, want) {
				t.Errorf("%s the %s shows %q, want %q", when, what, texts, want)
			}
		}
	}
	wantShown("while others play it", "2*(3+4+5)", "")
	x.write(func(tx *storage.Tx) error {
		return tx.Exec("close", `UPDATE rounds SET closed_at = $1, reason = 'time' WHERE id = $2`, x.at, again)
	})
	want[1] = "1.1 24:2,3,4,5 bob: 4*(5+3-2), true, 5s"
	if got := x.results(); !slices.Equal(got, want) {
		t.Errorf("when it is over there: %q", got)
	}
	wantShown("when it is over there", "2*(3+4+5)", "4*(5+3-2)")
}
