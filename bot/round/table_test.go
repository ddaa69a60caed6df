package round

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// A table is a place where people play, and the round that they play.
type table struct {
	t     *testing.T
	play  *Play
	store *storage.Store
	at    time.Time
	club  storage.Community
	round int64
	// taps is how many taps the next answers take; 0: they are typed.
	taps int
}

// newTable deals a puzzle in a group or, if daily is a number, as the daily of that number.
func newTable(t *testing.T, id string, daily int) *table {
	t.Helper()
	x := &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	puzzle, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	game, _, _ := strings.Cut(id, ":")
	x.write(func(tx *storage.Tx) (err error) {
		if x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon); err != nil {
			return err
		}
		r := storage.Round{Game: game, Puzzle: puzzle.ID(), Class: puzzle.Face().Class(), Daily: daily, DealtAt: noon, Level: 5}
		if daily == 0 {
			r.CommunityID = x.club.ID
		}
		x.round, err = tx.AddRound(r)
		return err
	})
	return x
}

func (x *table) write(fn func(*storage.Tx) error) {
	x.t.Helper()
	if err := x.store.Write(context.Background(), fn); err != nil {
		x.t.Fatal(err)
	}
}

// act returns the Act of a person.
func (x *table) act(tx *storage.Tx, who string) Act {
	x.t.Helper()
	p, err := tx.EnsurePlayer("net", who, who, "", x.at)
	if err != nil {
		x.t.Fatal(err)
	}
	return Act{Person: p, Community: x.club, At: x.at, Taps: x.taps}
}

// answer answers for a person, for all to read.
func (x *table) answer(who, text string) (took Outcome) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		took, err = x.play.Answer(tx, x.act(tx, who), x.play.Judge(context.Background(), r, text))
		return err
	})
	return took
}

// hint asks for a hint for a person, and delivers it.
func (x *table) hint(who string) (h HintResult) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, who)
		if h, err = x.play.Hint(tx, a, r.ID, r.Puzzle.Solve(context.Background())); err != nil {
			return err
		}
		return x.play.HintDelivered(tx, r.ID, a.Person.ID, h.New, x.at)
	})
	return h
}

// In a conundrum people may try as often as they like: wrong texts cost them nothing.
func TestConundrumSpendsNoTry(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	x.at = noon.Add(time.Hour)
	for _, text := range []string{"actbriers", "briers", "hint please", "barrister"} {
		if took := x.answer("ann", text); took.What != Wrong {
			t.Fatalf("%s: %s", text, took.What)
		}
	}
	if h := x.hint("ann"); h.What != HintGiven || h.New != 1 {
		t.Errorf("after a jumble there is %s %d", h.What, h.New)
	}
	if took := x.answer("ann", "catbriers"); took.What != First || took.Points == 0 {
		t.Errorf("the word after a jumble: %s, %d points", took.What, took.Points)
	}
}

// A wrong answer that was sent before the round was solved is judged and stored, however late it is read. If it was
// sent later, it is too late.
func TestEarlyMissIsJudged(t *testing.T) {
	x := newTable(t, "24:3,3,8,8", 0)
	solvedAt := noon.Add(time.Minute)
	x.at = solvedAt
	if took := x.answer("ann", "8/(3-8/3)"); took.Ending == nil {
		t.Fatalf("the only solution ends nothing: %s", took.What)
	}
	stored := func() int {
		n := 0
		x.write(func(tx *storage.Tx) error {
			var err error
			n, err = storage.Get[int](tx, "count answers", `SELECT COUNT(*) FROM answers WHERE round_id = $1`, x.round)
			return err
		})
		return n
	}
	before := stored()
	for _, c := range []struct {
		at   time.Time
		text string
		want What
	}{
		{solvedAt.Add(-time.Second), "8*3", Wrong},
		{solvedAt.Add(-time.Second), "what?", Wrong},
		{solvedAt, "8*3", TooLate},
		{solvedAt.Add(time.Second), "8*3", TooLate},
	} {
		x.at = c.at
		if took := x.answer("bo", c.text); took.What != c.want {
			t.Errorf("%s, %v after the end: %s, want %s", c.text, c.at.Sub(solvedAt), took.What, c.want)
		}
	}
	if got := stored() - before; got != 2 {
		t.Errorf("%d misses are stored, want 2", got)
	}
}

// A hint leads to a solution that is not found yet. If people play together, that means by anyone; in a daily, by the
// person.
func TestHintsLeadElsewhere(t *testing.T) {
	for daily, want := range map[int]string{0: "2*(", 61: "4*("} {
		x := newTable(t, "24:2,3,4,5", daily)
		x.at = noon.Add(time.Hour)
		if took := x.answer("ann", "4*(5+3-2)"); took.Points != 50 {
			t.Fatalf("%s, %d points", took.What, took.Points)
		}
		x.hint("bo")
		x.hint("bo")
		h := x.hint("bo")
		if text := fmt.Sprint(h.Hints[2].Args["text"]); h.New != 3 || !strings.HasPrefix(text, want) {
			t.Errorf("daily %d: the hint after 4*(5+3-2) was found is %q", daily, text)
		}
	}
}

// Each game says how good an answer must be for the streak.
func TestGoodEnoughForTheStreak(t *testing.T) {
	for _, c := range []struct {
		puzzle, answer string
		want           bool
	}{
		{"24:2,3,4,5", "2*(3+4+5)", true},
		{"24:2,3,4,5", "2+3+4+5", false},
		// One digit more than the best answer is good, and two are not.
		{"tchisla:49#7", "7*√(7*7)", true},
		{"tchisla:49#7", "7*7+7-7", false},
		// The best answer known has 6 digits.
		{"tchisla:100#7", "(777-77)/7", true},
		{"tchisla:100#7", "77+7+7+7+(7+7)/7", false},
		// Only an exact answer is good.
		{"countdown:1,3,5,7,25,50=312", "(50-5)*7-3", true},
		{"countdown:1,3,5,7,25,50=312", "(50-5)*7-3-1", false},
		// The best word that many people know has eight letters. One letter less is good, and two are not.
		{"letters:AEEGINRST", "reseating", true},
		{"letters:AEEGINRST", "steering", true},
		{"letters:AEEGINRST", "nastier", true},
		{"letters:AEEGINRST", "grease", false},
	} {
		x := newTable(t, c.puzzle, 61)
		if took := x.answer("ann", c.answer); (took.Streak != nil) != c.want {
			t.Errorf("%s %s (%s, %d): streak %+v", c.puzzle, c.answer, took.What, took.Verdict.Measure, took.Streak)
		}
	}
}

// If a round is awarded again and nothing has changed, the awards stay the same, with their times.
func TestAwardedAgain(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.sends("ann", "7*7", 0, false)
	x.at = noon.Add(time.Minute)
	x.answer("ann", "7*7+7-7")
	x.sends("bo", "7*7", time.Minute, false)
	x.answer("cy", "zzz")
	x.at = noon.Add(24 * time.Hour)
	var awards []storage.Award
	for i := range 2 {
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			s := engine.Solution{Best: "7*7", Measure: 2, Solvable: true, Settled: true}
			all, err := Answers(tx, r.ID, 0)
			if err != nil {
				return err
			}
			isAgain := i == 1
			if isAgain {
				err = award(tx, r, s, all)
			} else {
				_, err = x.play.endRound(tx, Act{At: x.at}, r, TimeUp, s, all)
			}
			if err != nil {
				return err
			}
			for _, who := range []string{"ann", "bo", "cy"} {
				f, err := FindFacts(tx, r.ID, x.act(tx, who).Person.ID, IgnoreLocks, x.at, NoAnswers)
				if err != nil {
					return err
				}
				awards = append(awards, f.Award)
				if !f.Seen {
					t.Errorf("%s took part, and has seen no solution", who)
				}
			}
			return nil
		})
	}
	first, again := awards[:3], awards[3:]
	if !slices.Equal(first, again) {
		t.Errorf("at first the awards are %+v, and then %+v", first, again)
	}
	ann, bo, cy := first[0], first[1], first[2]
	if ann.Points != 50 || bo.Points != 50 || cy.Points != 0 {
		t.Errorf("the awards are %+v", first)
	}
	if !ann.At.Equal(noon) || !bo.At.Equal(noon.Add(time.Minute)) {
		t.Errorf("the awards are of other times: %+v", first)
	}
}

// If two answers are worth the same, the earlier one is paid.
func TestEarlierAnswerIsPaid(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.answer("ann", "7*7")
	x.at = noon.Add(time.Minute)
	x.answer("ann", "(7*7)")
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		if _, err := x.play.readAndEnd(tx, Act{At: noon.Add(24 * time.Hour)}, r, TimeUp, r.Puzzle.Solve(context.Background())); err != nil {
			return err
		}
		all, err := PlayerAnswers(tx, r.ID, x.act(tx, "ann").Person.ID)
		if err == nil && (len(all) != 2 || all[0].Points != 50 || all[1].Points != 0) {
			t.Errorf("answers: %+v", all)
		}
		return err
	})
}

// An answer that is no better pays nothing, and the award keeps its time.
func TestNoBetterChangesNothing(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 61)
	x.answer("ann", "7*7")
	x.at = noon.Add(time.Minute)
	if took := x.answer("ann", "7*√(7*7)"); took.What != NoBetter || took.Points != 0 {
		t.Errorf("%s, %d points", took.What, took.Points)
	}
	x.write(func(tx *storage.Tx) error {
		f, err := FindFacts(tx, x.round, x.act(tx, "ann").Person.ID, IgnoreLocks, x.at, NoAnswers)
		if err == nil && (f.Award.Points != 50 || !f.Award.At.Equal(noon)) {
			t.Errorf("award: %+v", f.Award)
		}
		return err
	})
}

// If the only solution was found with two hints, the race stays open for a minute. Somebody who has given up, and
// sends the solution to the bot alone, does not end that minute.
func TestSecretPracticeEndsNoRace(t *testing.T) {
	x := newTable(t, "24:3,3,8,8", 0)
	x.at = noon.Add(65 * time.Second)
	x.hint("ann")
	x.hint("ann")
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, "bo")
		a.Ephemeral = true
		q, err := x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(context.Background()), Confirmed)
		if err == nil && q.What != QuitAlone {
			t.Errorf("giving up: %s", q.What)
		}
		return err
	})
	x.at = x.at.Add(10 * time.Second)
	if took := x.answer("ann", "8/(3-8/3)"); took.OpenFor != OpenFor || took.Ending != nil {
		t.Fatalf("ann's answer: %s, open for %s", took.What, took.OpenFor)
	}
	if took := x.sends("bo", "8/(3-8/3)", x.at.Add(10*time.Second).Sub(noon), false); took.What != Muted || took.Ending != nil {
		t.Errorf("bo's answer: %s, the round is over: %t", took.What, took.Ending != nil)
	}
	x.write(func(tx *storage.Tx) error {
		return MarkSeen(tx, x.act(tx, "dee").Person.ID, parsed(t, hard).Face().Class(), 0)
	})
	if took := x.sends("dee", hardSolution, x.at.Sub(noon), false); took.What != Practised || took.Ending != nil {
		t.Errorf("the answer of dee, who knew it: %s, the round is over: %t", took.What, took.Ending != nil)
	}
	x.at = x.at.Add(10 * time.Second)
	if took := x.answer("cy", "8/(3-8/3)"); took.What != First || took.Points == 0 {
		t.Errorf("cy's answer: %s, %d points", took.What, took.Points)
	}
}

// After a winner with two hints the race stays open for a minute. The winner does not win again in it.
func TestWinnerDoesNotWinTwice(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.at = noon.Add(65 * time.Second)
	x.hint("ann")
	x.hint("ann")
	x.sends("ann", "1*2*3*4", 70*time.Second, true)
	if took := x.sends("ann", "(1+2+3)*4", 80*time.Second, true); took.What != Further || took.Points != 50*20*40/10_000 {
		t.Errorf("ann's second solution: %s, %d points", took.What, took.Points)
	}
}

// If a puzzle has only one solution, the person who found it first has found the last one. Somebody who wins by the
// same solution in the minute after that has not.
func TestLastSolutionIsFoundOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(65 * time.Second)
	x.hint("ann")
	x.hint("ann")
	x.sends("ann", hardSolution, 70*time.Second, true)
	x.sends("bo", hardSolution, 80*time.Second, true)
	for who, want := range map[string]int{"ann": 1, "bo": 0} {
		x.write(func(tx *storage.Tx) error {
			id := x.act(tx, who).Person.ID
			if err := tx.Join(x.club.ID, id, x.at); err != nil {
				return err
			}
			s, err := tx.StandingOf(storage.Board{CommunityID: x.club.ID, Game: storage.Hunt}, id)
			if s.Points != 1 || s.Solved != want {
				t.Errorf("%s has found %d solutions, and the last of %d puzzles, want %d", who, s.Points, s.Solved, want)
			}
			return err
		})
	}
}

// On a clock the place is not told of every solution.
func TestRaceOnAClockIsQuiet(t *testing.T) {
	for isOnClock, want := range map[bool]bool{false: true, true: false} {
		x := newTable(t, "24:1,2,3,4", 0)
		if isOnClock {
			x.change(func(r *storage.Round) {
				r.Lasts = time.Hour
				r.EndsAt = noon.Add(time.Hour)
			})
		}
		if took := x.answer("ann", "1*2*3*4"); took.What != First || (took.Progress != nil) != want {
			t.Errorf("on a clock %t: %s, told %t", isOnClock, took.What, took.Progress != nil)
		}
	}
}

// The award for a daily has the number of hints before its answer, and the time from when the puzzle was first shown.
// Hints after the answer change nothing.
func TestAwardOfDailyHasHintsAndTime(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 61)
	x.write(func(tx *storage.Tx) error {
		return tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) VALUES ($1, $2, $3)`,
			x.round, x.act(tx, "ann").Person.ID, noon)
	})
	x.hint("ann")
	x.at = noon.Add(90 * time.Second)
	x.answer("ann", "4*(5+3-2)")
	x.hint("ann")
	x.at = noon.Add(2 * time.Minute)
	x.answer("ann", "24")
	a := x.awardOf("ann")
	if a.Points == 0 || a.Hints != 1 || a.Took != 90*time.Second {
		t.Errorf("the award is %+v", a)
	}
}

// If a person was never shown a daily where only they read, it is not known how long they took.
func TestAwardOfDailyNeverShown(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 61)
	x.at = noon.Add(90 * time.Second)
	x.answer("ann", "4*(5+3-2)")
	if a := x.awardOf("ann"); a.Points == 0 || a.Took != 0 {
		t.Errorf("the award is %+v", a)
	}
}

// In a race for one puzzle a person's first right answer is paid by its rank among the solutions found so far. Their
// further ones are paid like the last rank.
func TestPlacesInRace(t *testing.T) {
	type said struct {
		who, text string
		want      int
	}
	for name, all := range map[string][]said{
		"four people": {
			{"ann", "1*2*3*4", 50}, {"bo", "(1+2+3)*4", 30}, {"cy", "4*(3+1)+2*4", 0}, {"cy", "(1+3)*(2+4)", 15},
		},
		"one person is not paid for three ranks": {
			{"ann", "1*2*3*4", 50}, {"ann", "(1+2+3)*4", 10}, {"ann", "(1+3)*(2+4)", 10},
		},
		"further solutions of one person take ranks": {
			{"ann", "1*2*3*4", 50}, {"ann", "(1+2+3)*4", 10}, {"bo", "(1+3)*(2+4)", 15},
		},
		"a repeated solution takes no rank": {
			{"ann", "1*2*3*4", 50}, {"bo", "4*3*2*1", 0}, {"bo", "(1+2+3)*4", 30}, {"bo", "(1+3)*(2+4)", 10},
		},
	} {
		x := newTable(t, "24:1,2,3,4", 0)
		for _, s := range all {
			x.at = x.at.Add(20 * time.Second)
			if took := x.answer(s.who, s.text); took.Points != s.want {
				t.Errorf("%s: %s said %s (%s) for %d points, want %d", name, s.who, s.text, took.What, took.Points, s.want)
			}
		}
	}
}

// In the minute after an answer with two hints one other person wins, too, even by the same solution. Each answer
// takes a rank.
func TestPlacesAfterOpenMinute(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.at = noon.Add(65 * time.Second)
	x.hint("ann")
	x.hint("ann")
	for _, s := range []struct {
		who, text string
		want      int
	}{
		{"ann", "1*2*3*4", 20}, {"bo", "1*2*3*4", 50}, {"cy", "1*2*3*4", 0}, {"cy", "(1+2+3)*4", 15}, {"dee", "(1+3)*(2+4)", 10},
	} {
		x.at = x.at.Add(10 * time.Second)
		if took := x.answer(s.who, s.text); took.Points != s.want {
			t.Errorf("%s said %s (%s) for %d points, want %d", s.who, s.text, took.What, took.Points, s.want)
		}
	}
}

// In a contest the place is told of each better answer of a person, and on a clock only of their first one. An answer
// that is as good as their best is not better.
func TestBetterAnswersAreNews(t *testing.T) {
	for _, isOnClock := range []bool{false, true} {
		x := newTable(t, "tchisla:49#7", 0)
		if isOnClock {
			x.change(func(r *storage.Round) {
				r.Lasts = time.Hour
				r.EndsAt = noon.Add(time.Hour)
			})
		}
		for _, c := range []struct {
			text   string
			want   What
			isNews bool
		}{{"7*7+7-7", Noted, true}, {"7+7*7-7", NoBetter, false}, {"7*√(7*7)", Noted, !isOnClock}} {
			if took := x.answer("ann", c.text); took.What != c.want || (took.Progress != nil) != c.isNews {
				t.Errorf("on a clock %t, %s: %s, news %t", isOnClock, c.text, took.What, took.Progress != nil)
			}
		}
	}
}

// A practice answer is not the best answer of a community to a daily.
func TestPracticeIsNotTheBestOfADay(t *testing.T) {
	x := newTable(t, "tchisla:49#7", Number(noon))
	x.write(func(tx *storage.Tx) error {
		for _, who := range []string{"ann", "bo"} {
			if err := tx.Join(x.club.ID, x.act(tx, who).Person.ID, noon); err != nil {
				return err
			}
		}
		return nil
	})
	x.answer("ann", "7*√(7*7)")
	x.giveUp("bo")
	x.answer("bo", "7*7")
	x.write(func(tx *storage.Tx) error {
		best, err := bestSolver(tx, x.round, x.club.ID)
		if best.Name != "ann" || best.Measure != 3 {
			t.Errorf("the best is %s with %d", best.Name, best.Measure)
		}
		return err
	})
}
