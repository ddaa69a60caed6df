package practice

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature/featuretest"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/storetest"
)

var noon = time.Date(2026, 10, 30, 12, 0, 0, 0, time.UTC)

// A learner is a person who practises in a private chat.
type learner struct {
	t        *testing.T
	practice practice
	act      round.Act
}

// newLearner makes a learner on a new database.
func newLearner(t *testing.T) *learner {
	t.Helper()
	x := &learner{t: t, practice: practice{Kernel: featuretest.Kernel(t)}, act: round.Act{At: noon}}
	x.write(func(tx *storage.Tx) error {
		var err error
		x.act.Person, err = tx.EnsurePlayer("net", "ann", "Ann", "", noon)
		if err != nil {
			return err
		}
		x.act.Community, err = tx.EnsureCommunity("net", "ann", true, x.act.Person.ID, "", noon)
		return err
	})
	return x
}

func (x *learner) write(fn func(*storage.Tx) error) {
	x.t.Helper()
	if err := x.practice.Store.Write(context.Background(), fn); err != nil {
		x.t.Fatal(err)
	}
}

// deal opens a round of a puzzle.
func (x *learner) deal(drawn round.Pick) round.Round {
	x.t.Helper()
	var dealt round.Deal
	x.write(func(tx *storage.Tx) error {
		var err error
		dealt, err = x.practice.Play.Deal(tx, x.act, drawn, 0)
		return err
	})
	return dealt.Round
}

// hint asks for a hint, which is delivered.
func (x *learner) hint(r round.Round) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		h, err := x.practice.Play.Hint(tx, x.act, r.ID, r.Puzzle.Solve(context.Background()))
		if err != nil {
			return err
		}
		return x.practice.Play.HintDelivered(tx, r.ID, x.act.Person.ID, h.New, x.act.At)
	})
}

// A puzzle that a person failed at comes again after 1, 3 and 7 days, not earlier, and three times at most.
// It pays nothing, even if they only took a hint and never saw a solution.
func TestFailedComesAgain(t *testing.T) {
	const answer = "8/(3-8/3)"
	x := newLearner(t)
	game := x.practice.Play.Game("24")
	puzzle, err := games.Parse("24:3,3,8,8")
	if err != nil {
		t.Fatal(err)
	}
	own := x.act.Community
	x.write(func(tx *storage.Tx) error {
		var err error
		x.act.Community, err = tx.EnsureCommunity("net", "club", false, 0, "", noon)
		return err
	})
	failed := x.deal(round.Pick{Game: game, Puzzle: puzzle, Solvable: true})
	x.act.At = noon.Add(40 * time.Second)
	x.hint(failed)
	failedAt := x.act.At
	x.act.Community = own

	var came []time.Duration
	for hour := 0; hour < 24*20; hour += property.Step(3) {
		x.act.At = failedAt.Add(time.Duration(hour) * time.Hour)
		// On average, one puzzle in four is one that the person failed at.
		for range 10 {
			again, err := x.practice.draw(t.Context(), x.act, game)
			if err != nil {
				t.Fatal(err)
			}
			if !again.Known {
				continue
			}
			came = append(came, x.act.At.Sub(failedAt)/(24*time.Hour))
			r := x.deal(again)
			x.act.At = x.act.At.Add(time.Minute)
			x.write(func(tx *storage.Tx) error {
				took, err := x.practice.Play.Answer(tx, x.act, x.practice.Play.Judge(context.Background(), r, answer))
				if err != nil {
					return err
				}
				if took.What != round.Practised || took.Points != 0 {
					t.Errorf("the answer after %v is %s and earns %d", x.act.At.Sub(failedAt), took.What, took.Points)
				}
				return nil
			})
			break
		}
	}
	if want := []time.Duration{1, 3, 7}; !slices.Equal(came, want) {
		t.Errorf("the puzzle came after %d days, want %d", came, want)
	}
	x.write(func(tx *storage.Tx) error {
		attempts, err := round.LastRated(tx, x.act.Person.ID, "24", 10)
		if err != nil {
			return err
		}
		if len(attempts) != 1 {
			t.Errorf("practice is rated: %+v", attempts)
		}
		return nil
	})
}

// The last puzzles of a game in a community are read, the newest first.
func TestLastDealt(t *testing.T) {
	x := newLearner(t)
	x.write(func(tx *storage.Tx) error {
		for i, class := range []string{"a", "b", "c"} {
			r := storage.Round{
				CommunityID: x.act.Community.ID,
				Game:        "24",
				Puzzle:      "24:" + class,
				Class:       class,
				DealtAt:     noon.Add(time.Duration(i) * time.Minute),
			}
			if _, err := tx.AddRound(r); err != nil {
				return err
			}
		}
		club := storetest.Community(t, tx, "club")
		for _, other := range []storage.Round{
			{CommunityID: club.ID, Game: "24"},
			{CommunityID: x.act.Community.ID, Game: "countdown"},
		} {
			other.Puzzle = "24:d"
			other.Class = "d"
			other.DealtAt = noon
			if _, err := tx.AddRound(other); err != nil {
				return err
			}
		}
		got, err := lastDealt(tx, x.act.Community.ID, "24", 2)
		if err != nil {
			return err
		}
		want := []dealtPuzzle{{Class: "c", At: noon.Add(2 * time.Minute)}, {Class: "b", At: noon.Add(time.Minute)}}
		if !slices.Equal(got, want) {
			t.Errorf("last dealt %+v, want %+v", got, want)
		}
		return nil
	})
}

// A puzzle that a person failed at does not come again while it is part of a day that is live for anybody.
func TestFailedWaitsForTheDaily(t *testing.T) {
	x := newLearner(t)
	failed := round.PuzzleAttempt{Puzzle: "24:3,3,8,8", RatedAttempt: round.RatedAttempt{Class: "class", At: noon}}
	for days, comes := range map[int]bool{0: false, 3: true, -3: true} {
		act := x.act
		act.At = noon.AddDate(0, 0, 10-days)
		x.write(func(tx *storage.Tx) error {
			if err := round.AddDaily(tx, round.Number(noon)+10, "24", failed.Puzzle, failed.Class); err != nil {
				return err
			}
			again, err := dueAgain(tx, act, []round.PuzzleAttempt{failed}, nil)
			if err != nil {
				return err
			}
			if (again != nil) != comes {
				t.Errorf("%d days before its daily the puzzle comes again: %v, want %v", days, again != nil, comes)
			}
			return nil
		})
	}
}

// A puzzle comes again from the moment at which it is due. The wait is counted from the latest attempt that
// counts.
func TestWhenFailedIsDue(t *testing.T) {
	x := newLearner(t)
	failed := round.PuzzleAttempt{Puzzle: "24:3,3,8,8", RatedAttempt: round.RatedAttempt{Class: "class", At: noon}}
	const day = 24 * time.Hour
	came := func(days ...time.Duration) (all []dealtPuzzle) {
		for _, d := range days {
			all = append(all, dealtPuzzle{Class: "class", At: noon.Add(d * day)})
		}
		return all
	}
	for _, test := range []struct {
		name   string
		after  time.Duration
		lately []dealtPuzzle
		solved bool
		want   bool
	}{
		{"just before a day is over", day - 1, nil, false, false},
		{"after a day", day, nil, false, true},
		{"after a day, since it was dealt before", day, came(0, -1), false, true},
		{"after a day, since it came since", day, came(1), false, false},
		{"after a day, since another came", day, []dealtPuzzle{{Class: "another", At: noon.Add(time.Hour)}}, false, true},
		{"just before three days are over", 3*day - 1, came(1), false, false},
		{"after three days", 3 * day, came(1), false, true},
		{"after a week", 7 * day, came(1, 3), false, true},
		{"after a year, as it has come three times", 365 * day, came(1, 3, 7), false, false},
		{"after a year, as it has come more often", 365 * day, came(1, 3, 7, 9), false, false},
		{"what was solved", day, nil, true, false},
	} {
		act := x.act
		act.At = noon.Add(test.after)
		attempt := failed
		attempt.Solved = test.solved
		x.write(func(tx *storage.Tx) error {
			again, err := dueAgain(tx, act, []round.PuzzleAttempt{attempt}, test.lately)
			if err != nil {
				return err
			}
			if (again != nil) != test.want {
				t.Errorf("%s: the puzzle comes again: %t, want %t", test.name, again != nil, test.want)
			}
			return nil
		})
	}
}

// If two puzzles are due, the one that has been due longer comes first.
func TestLongestWaitComesFirst(t *testing.T) {
	x := newLearner(t)
	attempts := []round.PuzzleAttempt{
		{RatedAttempt: round.RatedAttempt{Class: "solved", At: noon, Solved: true}},
		{RatedAttempt: round.RatedAttempt{Class: "first", At: noon}},
		{RatedAttempt: round.RatedAttempt{Class: "second", At: noon.Add(time.Hour)}},
	}
	act := x.act
	act.At = noon.AddDate(0, 0, 2)
	x.write(func(tx *storage.Tx) error {
		again, err := dueAgain(tx, act, attempts, nil)
		if err != nil {
			return err
		}
		if again == nil || again.Class != "first" {
			t.Errorf("the puzzle that comes again is %+v, want that of class first", again)
		}
		return nil
	})
}

// The note says why a puzzle was drawn: when the person failed at it, how many attempts are missing, or
// what the chance is.
func TestReason(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	chance := v.Line("practice.chance", say.With{"share": 7, "of": 10, "time": v.Duration(rating.TimeToSolve)})
	for name, test := range map[string]struct {
		why  reason
		want chat.Line
	}{
		"failed three days ago": {
			reason{failedAt: noon.AddDate(0, 0, -3), attemptsMissing: 2}, v.Line("practice.again", say.With{"n": 3}),
		},
		"failed almost four days ago": {
			reason{failedAt: noon.AddDate(0, 0, -4).Add(time.Hour)}, v.Line("practice.again", say.With{"n": 3}),
		},
		"one attempt is missing": {reason{attemptsMissing: 1, chance: 0.7}, v.Line("practice.unknown", say.With{"n": 1})},
		"none is missing":        {reason{chance: 0.7}, chance},
	} {
		if got := say.Plain(test.why.line(v, noon)); got != say.Plain(test.want) {
			t.Errorf("%s: %q, want %q", name, got, say.Plain(test.want))
		}
	}
}

// A chance is told in tenths. It is never 0 or 10 of them.
func TestChanceIsNeverSure(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	for chance, want := range map[float64]string{0.01: "1", 0.34: "3", 0.5: "5", 0.99: "9"} {
		told := say.Plain(reason{chance: chance}.line(v, noon))
		if !strings.Contains(told, want+" times in 10") && !strings.Contains(told, want+" time in 10") {
			t.Errorf("a chance of %v is told as %q, want %s in 10", chance, told, want)
		}
	}
}

// A puzzle that came again three times does not come again, even if a person has had a hundred other puzzles
// since.
func TestThreeTimesAreRemembered(t *testing.T) {
	x := newLearner(t)
	x.write(func(tx *storage.Tx) error {
		add := func(class string, day int) (int64, error) {
			return tx.AddRound(storage.Round{
				CommunityID: x.act.Community.ID,
				Game:        "24",
				Puzzle:      "24:3,3,8,8",
				Class:       class,
				DealtAt:     noon.AddDate(0, 0, day),
			})
		}
		first, err := add("failed", -1)
		if err != nil {
			return err
		}
		failed := round.RatedAttempt{
			PlayerID:  x.act.Person.ID,
			RoundID:   first,
			Game:      "24",
			Class:     "failed",
			At:        noon,
			Predicted: 9,
		}
		if err := round.AddRated(tx, failed); err != nil {
			return err
		}
		for _, day := range []int{1, 3, 7} {
			if _, err := add("failed", day); err != nil {
				return err
			}
		}
		for range 100 {
			if _, err := add("another", 8); err != nil {
				return err
			}
		}
		return nil
	})
	act := x.act
	act.At = noon.AddDate(0, 1, 0)
	for range 20 {
		drawn, err := x.practice.draw(t.Context(), act, x.practice.Play.Game("24"))
		if err != nil {
			t.Fatal(err)
		}
		if drawn.Known {
			t.Fatal("the failed puzzle comes a fourth time")
		}
	}
}
