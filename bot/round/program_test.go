package round

import (
	"errors"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine/games"
	"reckon/storage"
)

// mixed is a kind of match whose puzzles are of two games. Something is chosen for all but the second.
func mixed(pair bool) mode.Kind {
	return mode.Kind{
		Name: "mixed",
		Mode: func(_ mode.Setting, measured bool) mode.Mode {
			m := mode.Mode{Name: "mixed", Shared: true, BestOnly: true, CountsKnown: true, Pause: time.Second, ChooseFor: time.Minute, Length: 4, Pair: pair}
			m.Pay = mode.PayByRank
			if measured {
				m.Pay = mode.PayBest
			}
			if pair {
				m.Players = func(both []int64) []int64 { return both }
			} else {
				m.Gather = mode.GatherFor
			}
			return m
		},
		Program: func(int) []mode.Part {
			vowels := []string{"3", "4"}
			return []mode.Part{{Game: "letters", Choices: vowels}, {Game: "conundrum"}, {Game: "letters", Choices: vowels}, {Game: "countdown", Choices: []string{"0"}}}
		},
		Lengths: []int{4},
	}
}

// mixedMatch begins such a match: one that ann and bob have joined, or one of the two as a pair.
func mixedMatch(t *testing.T, pair bool) (*table, Match) {
	t.Helper()
	x := &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	x.play.AddMatch(mixed(pair), nil)
	var m Match
	x.write(func(tx *storage.Tx) error {
		var err error
		x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon)
		if err != nil {
			return err
		}
		g, _ := games.ByName("letters")
		if pair {
			m, err = x.play.Challenge(tx, x.act(tx, "ann"), "mixed", Rival{Key: "bob"}, g, 0, 4)
			if err != nil {
				return err
			}
			m, err = x.play.Accept(tx, x.act(tx, "bob"), m.ID)
			return err
		}
		m, err = x.play.BeginMatch(tx, x.act(tx, "ann"), "mixed", g, 0, "", 4)
		if err != nil {
			return err
		}
		m, err = x.play.Join(tx, x.act(tx, "bob"), m.ID)
		return err
	})
	return x, m
}

// matchNow returns the match as it is stored.
func (x *table) matchNow(id int64) (m Match) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		m, err = x.play.Match(tx, id)
		return err
	})
	return m
}

// chooses chooses the kind of a puzzle for a person.
func (x *table) chooses(who string, m Match, number int, choice string) (Match, error) {
	x.t.Helper()
	var chosen Match
	var refused error
	x.write(func(tx *storage.Tx) error {
		chosen, refused = x.play.Choose(tx, x.act(tx, who), m.ID, number, choice)
		return nil
	})
	return chosen, refused
}

// People choose in turn, each only at their turn, only what may be chosen, and only until the puzzle comes. Puzzles for
// which nothing is chosen are nobody's turn.
func TestChoose(t *testing.T) {
	for _, pair := range []bool{false, true} {
		x, m := mixedMatch(t, pair)
		if got := m.Chooser().Name; got != "ann" {
			t.Errorf("pair %t: %q chooses first", pair, got)
		}
		for _, test := range []struct {
			who, choice string
			number      int
			want        error
		}{
			{"bob", "3", 1, ErrNotYours},
			{"cat", "3", 1, ErrNotYours},
			{"ann", "5", 1, ErrNoChoice},
			{"ann", "", 1, ErrNoChoice},
			{"ann", "3", 0, ErrBegun},
			{"ann", "3", 1, nil},
		} {
			if _, err := x.chooses(test.who, m, test.number, test.choice); !errors.Is(err, test.want) {
				t.Errorf("%s chooses %q for %d: %v, want %v", test.who, test.choice, test.number, err, test.want)
			}
		}
		m = x.matchNow(m.ID)
		if m.Choice != "3" || m.Choices() != nil {
			t.Errorf("%q is chosen, and these may be chosen still: %v", m.Choice, m.Choices())
		}
		if drawn, err := x.play.DrawNext(t.Context(), Act{At: x.at}, m); err != nil || drawn.Game.Name() != "letters" || drawn.Option != "3" {
			t.Errorf("the next puzzle is %+v, %v", drawn, err)
		}
		x.at = noon.Add(time.Minute)
		x.deal(m, "letters:AAEEILNRT")
		if _, err := x.chooses("ann", m, 1, "4"); !errors.Is(err, ErrBegun) {
			t.Errorf("chosen too late: %v", err)
		}
		m = x.matchNow(m.ID)
		if m.Choice != "" || m.NextGame() != "conundrum" || m.Chooser().ID != 0 {
			t.Errorf("before the second puzzle, of %s, %q is chosen, and %q chooses", m.NextGame(), m.Choice, m.Chooser().Name)
		}
		x.ends(x.at.Add(time.Minute))
		m = x.matchNow(m.ID)
		if _, err := x.chooses("bob", m, 2, "3"); !errors.Is(err, ErrNoChoice) {
			t.Errorf("there is nothing to choose: %v", err)
		}
		if wait := m.NextAt.Sub(m.Bouts[0].Round.ClosedAt); wait != time.Second {
			t.Errorf("with nothing to choose, the next puzzle waits for %v", wait)
		}
		x.at = m.NextAt
		x.deal(m, "conundrum:TNEETRNAI")
		x.sends("ann", "entertain", x.at.Sub(noon)+5*time.Second, true)
		x.ends(x.at.Add(time.Minute))
		m = x.matchNow(m.ID)
		if got := m.Chooser().Name; got != "bob" {
			t.Errorf("pair %t: %q chooses second", pair, got)
		}
		if wait := m.NextAt.Sub(m.Bouts[1].Round.ClosedAt); wait != time.Minute {
			t.Errorf("with something to choose, the next puzzle waits for %v", wait)
		}
		chosen, err := x.chooses("bob", m, 3, "4")
		if err != nil || chosen.Wait != mode.Ready {
			t.Errorf("once it is chosen, the next puzzle waits for %v: %v", chosen.Wait, err)
		}
	}
}

// Only the best answers to a puzzle score, and they score what the game gives. Equally good ones all score.
func TestBestOnlyScores(t *testing.T) {
	x, m := mixedMatch(t, false)
	x.at = noon.Add(time.Minute)
	play := func(id string, answers map[string]string) string {
		t.Helper()
		x.deal(m, id)
		dealt := x.at.Sub(noon)
		for _, who := range []string{"ann", "bob", "cat"} {
			dealt += time.Second
			if text := answers[who]; text != "" {
				x.sends(who, text, dealt, false)
			}
		}
		score := x.ends(x.at.Add(time.Minute))
		m = x.matchNow(m.ID)
		x.at = x.at.Add(2 * time.Minute)
		return score
	}
	for _, test := range []struct {
		puzzle  string
		answers map[string]string
		want    string
	}{
		{"letters:AAEEILNRT", map[string]string{"ann": "retinal", "bob": "latrine", "cat": "nail"}, "ann 7, bob 7, cat 0"},
		{"conundrum:TNEETRNAI", map[string]string{"cat": "entertain", "bob": "entertain"}, "bob 17, ann 7, cat 0"},
		{"letters:ENTERTAIN", map[string]string{"ann": "entertain", "bob": "trainee"}, "ann 25, bob 17, cat 0"},
		{"countdown:75,50,8,7,3,2=812", map[string]string{"ann": "75*(8+3)-50/2", "cat": "75*(8+3)-2*7"}, "ann 25, bob 17, cat 7"},
	} {
		if got := play(test.puzzle, test.answers); got != test.want {
			t.Errorf("after %s: %s, want %s", test.puzzle, got, test.want)
		}
	}
	if !m.IsOver() || m.Reason != AllPlayed {
		t.Errorf("over at %v because %q", m.EndedAt, m.Reason)
	}
	// A match that is stopped changes nothing about who has won the last one.
	for range 2 {
		x.write(func(tx *storage.Tx) error {
			g, _ := games.ByName("letters")
			next, err := x.play.BeginMatch(tx, x.act(tx, "cat"), "mixed", g, 0, "", 4)
			if err != nil {
				return err
			}
			if next.Champion.Name != "ann" {
				t.Errorf("%q is said to have won the last match", next.Champion.Name)
			}
			return endMatch(tx, &next.MatchRow, x.at, Stopped)
		})
	}
}
