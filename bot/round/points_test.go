package round

import (
	"testing"
	"time"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// The points of a day are its score out of 100, whatever the levels of its puzzles.
func TestMostOfDay(t *testing.T) {
	most := 0
	for _, g := range games.All() {
		for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
			r := Round{Game: g, Round: storage.Round{Level: int(level), Base: DailyBase}}
			if got := r.worth(g.Quality(0, 0), 0); got != DailyBase {
				t.Errorf("%s of level %d is worth %d", g.Name(), level, got)
			}
		}
		most += DailyBase
	}
	if most != MostOfDay {
		t.Errorf("a day pays %d at most, want %d", most, MostOfDay)
	}
}

// Further solutions of a puzzle of a day pay until the puzzle has paid all that it is worth. A day that began
// by the earlier rule keeps that rule.
func TestPartOfDayPaysNoMoreThanItsBase(t *testing.T) {
	for _, c := range []struct{ base, earned, points, want int }{
		{DailyBase, 0, 20, 20}, {DailyBase, 20, 4, 0}, {DailyBase, 14, 3, 3}, {DailyBase, 18, 4, 2}, {DailyBase, 26, 4, 0},
		{0, 20, 4, 4}, {0, 30, 6, 6},
	} {
		part := &submission{facts: Facts{Earned: c.earned}}
		part.outcome.Round = Round{Round: storage.Round{Daily: 9, Base: c.base, Level: 2}}
		if got := part.unpaid(c.points); got != c.want {
			t.Errorf("of base %d, after %d points, %d pay %d, want %d", c.base, c.earned, c.points, got, c.want)
		}
	}
	other := &submission{facts: Facts{Earned: 50}}
	other.outcome.Round = Round{Round: storage.Round{Level: 5}}
	if got := other.unpaid(10); got != 10 {
		t.Errorf("a further solution of a dealt puzzle pays %d, want 10", got)
	}
}

// StarsPaid computes stars from the points that were paid, by the base of the round.
func TestStarsPaid(t *testing.T) {
	for _, g := range games.All() {
		if !g.Rules().Records {
			continue
		}
		for _, base := range []int{10, 20, 30, 40, 50} {
			for hints := range MaxHints {
				for stars := 1; stars <= MaxStars; stars++ {
					points := worth(base, g.Quality(1+MaxStars-stars, 1), hints)
					if got := StarsPaid(g, base, hints, points); got != stars {
						t.Errorf("base %d, %d hints, %d points: %d stars, want %d", base, hints, points, got, stars)
					}
				}
			}
		}
	}
}

// Later ranks in a puzzle of a race are worth less, but never nothing.
func TestRankShare(t *testing.T) {
	for rank, want := range map[int]int{1: 100, 2: 60, 3: 30, 4: 20, 5: 20, 40: 20} {
		if got := RankShare(rank); got != want {
			t.Errorf("rank %d is worth %d %%, want %d", rank, got, want)
		}
	}
	for rank := 1; rank <= 50; rank++ {
		if RankShare(rank+1) > RankShare(rank) {
			t.Errorf("rank %d is worth more than the one before", rank+1)
		}
	}
}

// The grade of a part of a day is for all points, half of them or more, some, or none. A day that began by the
// earlier rule has a score, too.
func TestScoreOfDay(t *testing.T) {
	for score, want := range map[int]Grade{20: Full, 19: Much, 14: Much, 10: Much, 9: Some, 1: Some, 0: Nothing} {
		if got := (Part{Score: score}).Grade(); got != want {
			t.Errorf("%d points have grade %d, want %d", score, got, want)
		}
	}
	for _, c := range []struct{ base, level, earned, want int }{
		{20, 5, 20, 20}, {20, 1, 14, 14}, {20, 3, 0, 0},
		{0, 5, 50, 20}, {0, 5, 60, 20}, {0, 5, 35, 14}, {0, 1, 10, 20}, {0, 1, 7, 14}, {0, 3, 3, 2},
	} {
		r := Round{Round: storage.Round{Daily: 9, Base: c.base, Level: c.level}}
		if got := r.scoreOfPart(c.earned); got != c.want {
			t.Errorf("%d points of base %d, level %d: score %d, want %d", c.earned, c.base, c.level, got, c.want)
		}
	}
	day := Achievement{Parts: []Part{{Score: 20}, {Score: 14}, {}, {Score: 8}, {Score: 20}}}
	if day.Score() != 62 {
		t.Errorf("the day has %d", day.Score())
	}
}

// If an answer is worth as much as before, the award changes only if the puzzle counts as solved now and did
// not before, or the other way round. Otherwise the award keeps its time.
func TestPaidAnewWhereOnlySolvedChanges(t *testing.T) {
	later := noon.Add(time.Minute)
	for _, c := range []struct{ was, is bool }{{false, true}, {true, false}, {true, true}, {false, false}} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			had := storage.Award{PlayerID: x.act(tx, "ann").Person.ID, Points: 30, Solved: c.was, At: noon}
			earns, _, err := paymentFor(tx, r, had, storage.Award{Points: 30, Solved: c.is, At: later}, nil)
			got := earns.Award
			if isAnew := got.At.Equal(later); got.Points != 30 || got.Solved != c.is || isAnew != (c.was != c.is) {
				t.Errorf("solved before: %t, now: %t; the award is %+v", c.was, c.is, got)
			}
			return err
		})
	}
}

// A person who has solved a puzzle has seen its solution, whether it is a daily or was dealt. A person who has
// not solved it has not.
func TestSolvingIsSeeing(t *testing.T) {
	for _, daily := range []int{0, Number(noon)} {
		x := newTable(t, "24:2,3,4,5", daily)
		x.sends("ann", "2*(3+4+5)", time.Minute, false)
		x.sends("bo", "2+3+4+5", time.Minute, false)
		if !x.seen("ann") || x.seen("bo") {
			t.Errorf("daily %d: ann has seen a solution %t, bo %t", daily, x.seen("ann"), x.seen("bo"))
		}
	}
}

// If a puzzle comes on two days, it pays on both, though the person knows it on the second.
func TestPuzzleOfTwoDaysPaysTwice(t *testing.T) {
	x := newTable(t, hard, Number(noon))
	x.answer("ann", hardSolution)
	x.at = noon.Add(24 * time.Hour)
	x.write(func(tx *storage.Tx) (err error) {
		next := must(tx.RoundByID(x.round))(t)
		next.Daily++
		x.round, err = tx.AddRound(next)
		return err
	})
	if took := x.answer("ann", hardSolution); took.Practice != Paid || took.Points == 0 {
		t.Errorf("the next day: practice %q, %d points", took.Practice, took.Points)
	}
}

// If a person has an exact answer to a daily, they have solved it, whatever they send after that.
func TestSolvedStaysSolved(t *testing.T) {
	x := newTable(t, "countdown:1,3,5,7,25,50=312", Number(noon))
	x.answer("ann", "(50-5)*7-3")
	if took := x.answer("ann", "(50-5)*7-3-1"); took.What != NoBetter {
		t.Errorf("a worse answer is %s", took.What)
	}
	if a := x.awardOf("ann"); !a.Solved || a.Points == 0 {
		t.Errorf("the award is %+v", a)
	}
}
