package round

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// achieved returns what a person has done on a day, and in the game of the round.
func (x *table) achieved(who string, number int) (part Part, all Achievement) {
	x.t.Helper()
	known, err := x.play.SolveMeasured(context.Background(), number)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		all, err = x.play.Achieved(tx, x.act(tx, who), number, known)
		for _, p := range all.Parts {
			if p.Game.Name() == r.Game.Name() {
				part = p
			}
		}
		return err
	})
	return part, all
}

func TestAchieved(t *testing.T) {
	number := Number(noon)
	for _, test := range []struct {
		what, puzzle string
		do           func(x *table)
		// want has no Game, no Answer, no Best and no Earned.
		want Part
		// isAnswered means that an answer counts.
		isAnswered bool
	}{
		{"nothing", "24:2,3,4,5", func(*table) {}, Part{}, false},
		{"a wrong answer", "24:2,3,4,5", func(x *table) { x.answer("ann", "2+3+4+5") }, Part{}, false},
		{"a right one", "24:2,3,4,5", func(x *table) { x.show("ann"); x.wait(); x.answer("ann", "2*(3+4+5)") },
			Part{IsBest: true, Elapsed: 40 * time.Second, Score: 20, Found: 1}, true},
		{"a second one", "24:2,3,4,5", func(x *table) {
			x.show("ann")
			x.wait()
			x.answer("ann", "2*(3+4+5)")
			x.wait()
			x.answer("ann", "4*(5+3-2)")
		}, Part{IsBest: true, Elapsed: 40 * time.Second, Score: 20, Found: 2}, true},
		{"with a hint", "24:2,3,4,5", func(x *table) { x.hint("ann"); x.answer("ann", "2*(3+4+5)") }, Part{IsBest: true, Hints: 1, Score: 14, Found: 1}, true},
		{"a hint after it", "24:2,3,4,5", func(x *table) { x.answer("ann", "2*(3+4+5)"); x.hint("ann") }, Part{IsBest: true, Score: 20, Found: 1}, true},
		{"given up", "24:2,3,4,5", func(x *table) { x.giveUp("ann") }, Part{Missed: true, GaveUp: true}, false},
		{"given up, then right", "24:2,3,4,5", func(x *table) { x.giveUp("ann"); x.answer("ann", "2*(3+4+5)") }, Part{Missed: true, GaveUp: true, Found: 1}, false},
		{"right, then given up", "24:2,3,4,5", func(x *table) { x.answer("ann", "2*(3+4+5)"); x.giveUp("ann") }, Part{IsBest: true, Score: 20, GaveUp: true, Found: 1}, true},
		{"a jumble", "conundrum:CATBRIERS", func(x *table) { x.answer("ann", "actbriers") }, Part{}, false},
		{"the best known", "tchisla:49#7", func(x *table) { x.answer("ann", "7*7") }, Part{IsBest: true, Stars: 3, Score: 20, Found: 1}, true},
		{"one more", "tchisla:49#7", func(x *table) { x.answer("ann", "7*√(7*7)") }, Part{Stars: 2, Score: 12, Found: 1}, true},
		{"the better of two", "tchisla:49#7", func(x *table) { x.answer("ann", "7*7+7-7"); x.answer("ann", "7*√(7*7)") }, Part{Stars: 2, Score: 12, Found: 2}, true},
		{"near", "countdown:1,3,5,7,25,50=312", func(x *table) { x.answer("ann", "(50-5)*7-3-1") }, Part{Score: 14}, true},
		{"exact", "countdown:1,3,5,7,25,50=312", func(x *table) { x.answer("ann", "(50-5)*7-3") }, Part{IsBest: true, Score: 20, Found: 1}, true},
	} {
		t.Run(test.what, func(t *testing.T) {
			x := newTable(t, test.puzzle, number)
			test.do(x)
			got, all := x.achieved("ann", number)
			isBegun := test.isAnswered || test.want.Missed
			if (got.Answer != nil) != test.isAnswered || all.Begun() != isBegun || all.Done() {
				t.Errorf("answer %+v; begun %v, done %v", got.Answer, all.Begun(), all.Done())
			}
			// Who has given up may still find a solution, which does not count as their answer.
			hasBest := test.isAnswered || test.want.Found > 0
			if (got.Best != nil) != hasBest {
				t.Errorf("the best of all is %+v", got.Best)
			}
			// These rounds are of level 5, as those of earlier versions are.
			if got.Score != min(20, got.Earned*20/50) {
				t.Errorf("the score is %d for %d points", got.Score, got.Earned)
			}
			got.Game = nil
			got.Answer = nil
			got.Best = nil
			got.Earned = 0
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
			if other, _ := x.achieved("bo", number); other.Done() {
				t.Errorf("who did nothing has done %+v", other)
			}
		})
	}
}

// show shows the round to a person where nobody else reads along.
func (x *table) show(who string) {
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, who)
		a.Ephemeral = true
		return x.play.StartClock(tx, a, r)
	})
}

// An answer to a puzzle of the archive counts as what the person did, but not for their streak.
func TestAchievedInTheArchive(t *testing.T) {
	number := Number(noon) - 9
	x := newTable(t, "24:2,3,4,5", number)
	x.show("ann")
	x.wait()
	x.answer("ann", "2*(3+4+5)")
	got, all := x.achieved("ann", number)
	if got.Answer == nil || got.Elapsed != 40*time.Second || all.Live || all.Streak.Days != 0 {
		t.Errorf("%+v of %+v", got, all)
	}
}

// Who has solved a puzzle of the archive, and then gives up to see the other solutions, has solved it. Who gives up
// first has not, however right they are later.
func TestGivenUpInTheArchive(t *testing.T) {
	number := Number(noon) - 9
	for _, isSolvedFirst := range []bool{true, false} {
		x := newTable(t, "24:2,3,4,5", number)
		x.show("ann")
		acts := []func(){func() { x.answer("ann", "2*(3+4+5)") }, func() { x.giveUp("ann") }}
		if !isSolvedFirst {
			slices.Reverse(acts)
		}
		for _, act := range acts {
			x.wait()
			act()
		}
		got, _ := x.achieved("ann", number)
		if got.Missed == isSolvedFirst || (got.Answer != nil) != isSolvedFirst || !got.GaveUp {
			t.Errorf("solved first %t: missed %t, answer %v", isSolvedFirst, got.Missed, got.Answer)
		}
	}
}

// A community's streak counts the days on which any member answered well, up to today or yesterday.
func TestCommunityStreak(t *testing.T) {
	number := Number(noon)
	for _, test := range []struct {
		// days are how long before today a daily was answered well.
		days []int
		want int
	}{{nil, 0}, {[]int{0}, 1}, {[]int{1}, 1}, {[]int{2}, 0}, {[]int{0, 1, 2}, 3}, {[]int{1, 2, 4}, 2}, {[]int{-1, 0, 1}, 2}, {[]int{-1, 1}, 1}} {
		x := newTable(t, "24:2,3,4,5", number)
		x.write(func(tx *storage.Tx) error {
			for i, before := range test.days {
				who := x.act(tx, []string{"ann", "bo"}[i%2]).Person.ID
				if err := tx.Join(x.club.ID, who, noon); err != nil {
					return err
				}
				if err := AddDay(tx, who, number-before, noon.Add(-BelongFor)); err != nil {
					return err
				}
			}
			got, err := x.play.CommunityStreak(tx, x.club.ID, number)
			if got != test.want {
				t.Errorf("%v days ago: %d days in a row, want %d", test.days, got, test.want)
			}
			return err
		})
	}
}

// A person who solved a daily is named with the time since they were first shown it.
func TestCommunityDay(t *testing.T) {
	number := Number(noon)
	x := newTable(t, "tchisla:49#7", number)
	x.write(func(tx *storage.Tx) error {
		for _, who := range []string{"ann", "bo", "cy"} {
			if err := tx.Join(x.club.ID, x.act(tx, who).Person.ID, noon); err != nil {
				return err
			}
		}
		return nil
	})
	x.write(func(tx *storage.Tx) error {
		return tx.Exec("pay", `UPDATE rounds SET base = $1 WHERE id = $2`, DailyBase, x.round)
	})
	x.show("ann")
	x.wait()
	x.answer("ann", "7*√(7*7)")
	x.answer("bo", "7*7")
	x.answer("cy", "zzz")
	x.write(func(tx *storage.Tx) error {
		day, err := x.play.CommunityDay(tx, x.club, number, number, x.play.Games)
		if err != nil {
			return err
		}
		if len(day.Games) != 1 || len(day.Games[0].Solvers) != 2 || day.Streak != 1 {
			t.Fatalf("%+v", day)
		}
		if len(day.Scores) != 2 || day.Scores[0].Key != "bo" || day.Scores[0].Points != DailyBase {
			t.Errorf("the scores are %+v", day.Scores)
		}
		at := slices.IndexFunc(x.play.Games, func(g engine.Game) bool { return g.Name() == "tchisla" })
		for i, grade := range []Grade{Full, Much} {
			want := make([]Grade, len(x.play.Games))
			want[at] = grade
			if got := day.Scores[i].Grades; !slices.Equal(got, want) {
				t.Errorf("%s has the grades %v, want %v", day.Scores[i].Key, got, want)
			}
		}
		for who, want := range map[string]DayPlace{"bo": {Rank: 1, Of: 2}, "ann": {Rank: 2, Of: 2}, "cy": {}} {
			if got := must(x.play.DayPlace(tx, x.club, number, x.act(tx, who).Person.ID))(t); got != want {
				t.Errorf("the place of %s is %+v, want %+v", who, got, want)
			}
		}
		private := x.club
		private.Private = true
		if got := must(x.play.DayPlace(tx, private, number, x.act(tx, "bo").Person.ID))(t); got != (DayPlace{}) {
			t.Errorf("in private there is a place: %+v", got)
		}
		g := day.Games[0]
		if g.Solvers[0].Name != "ann" || g.Solvers[0].SolvedAt.Sub(g.Solvers[0].ShownAt) != 40*time.Second || !g.Solvers[1].ShownAt.IsZero() || g.Best.Name != "bo" || g.Best.Measure != 2 || !g.Best.SolvedAt.Equal(x.at) {
			t.Errorf("%+v, best %+v", g.Solvers, g.Best)
		}
		return nil
	})
}

// A solver of a daily is named with the measure of their best right answer. A wrong one with a smaller measure
// does not count.
func TestSolversHaveTheirBestRightAnswer(t *testing.T) {
	number := Number(noon)
	x := newTable(t, "tchisla:49#7", number)
	x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, noon) })
	for _, text := range []string{"7+7", "7*7+7-7", "7*√(7*7)"} {
		x.answer("ann", text)
	}
	x.write(func(tx *storage.Tx) error {
		solvers, _, err := dailySolvers(tx, x.round, x.club.ID, 9)
		if err == nil && (len(solvers) != 1 || solvers[0].Measure != 3) {
			t.Errorf("solvers: %+v", solvers)
		}
		return err
	})
}

// BenchmarkSolveMeasured solves the puzzles of a day whose best answers a card shows.
func BenchmarkSolveMeasured(b *testing.B) {
	p, store := newPlay(b)
	number := Number(noon)
	err := store.Write(context.Background(), func(tx *storage.Tx) error {
		for n := number - 9; n <= number; n++ {
			for _, g := range p.Games {
				if _, err := p.DailyRound(tx, n, g, noon); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := p.SolveMeasured(context.Background(), number-i%10); err != nil {
			b.Fatal(err)
		}
	}
}

// A puzzle of a day is over for a person once they gave it up, or found the best answer. If solutions are
// collected, another one may always be left to find.
func TestWhenAPartIsOver(t *testing.T) {
	collected, _ := games.ByName("24")
	measured, _ := games.ByName("tchisla")
	for _, c := range []struct {
		part Part
		want bool
	}{
		{Part{Game: measured}, false},
		{Part{Game: measured, IsBest: true}, true},
		{Part{Game: collected, IsBest: true}, false},
		{Part{Game: collected, GaveUp: true}, true},
		{Part{Game: measured, GaveUp: true}, true},
	} {
		if got := c.part.Over(); got != c.want {
			t.Errorf("%+v is over: %t", c.part, got)
		}
	}
}

// A puzzle of a day is done if the person has answered or missed it, and the day is done if all its puzzles
// are.
func TestWhenADayIsDone(t *testing.T) {
	twentyFour, _ := games.ByName("24")
	tchisla, _ := games.ByName("tchisla")
	day := Achievement{Parts: []Part{{Game: twentyFour, Answer: &storage.Answer{}}, {Game: tchisla}}}
	if !day.IsDone(twentyFour) || day.IsDone(tchisla) || day.Done() || !day.Begun() {
		t.Errorf("one is answered: %t, %t, %t, %t", day.IsDone(twentyFour), day.IsDone(tchisla), day.Done(), day.Begun())
	}
	day.Parts[1].Missed = true
	if !day.IsDone(tchisla) || !day.Done() {
		t.Errorf("the other is missed: %t, %t", day.IsDone(tchisla), day.Done())
	}
}

// The grade of a part says whether it has all points, half of them or more, fewer, or none.
func TestGrade(t *testing.T) {
	for score, want := range map[int]Grade{0: Nothing, 1: Some, 9: Some, 10: Much, 19: Much, 20: Full} {
		if got := (Part{Score: score}).Grade(); got != want {
			t.Errorf("%d points: grade %d, want %d", score, got, want)
		}
	}
}

// A day is live until two hours after it has ended for the person.
func TestWhenAnAchievementIsLive(t *testing.T) {
	number := Number(noon)
	midnight := noon.Add(12 * time.Hour)
	for at, want := range map[time.Time]bool{midnight.Add(finishFor - 1): true, midnight.Add(finishFor): false} {
		x := newTable(t, hard, number)
		x.at = at
		if _, all := x.achieved("ann", number); all.Live != want || all.Number != number {
			t.Errorf("at %v day %d is live: %t", at, all.Number, all.Live)
		}
		if _, all := x.achieved("ann", number+1); !all.Live {
			t.Errorf("at %v the new day is not live", at)
		}
		if _, all := x.achieved("ann", number+2); all.Live {
			t.Errorf("at %v the day after is live", at)
		}
	}
}

// What a person did on an earlier day is shown with their streak as of today.
func TestEarlierDayHasTheStreakOfToday(t *testing.T) {
	today := Number(noon)
	x := newTable(t, "24:2,3,4,5", today-9)
	x.write(func(tx *storage.Tx) error { return AddDay(tx, x.act(tx, "ann").Person.ID, today, noon) })
	if _, all := x.achieved("ann", today-9); all.Streak.Days != 1 {
		t.Errorf("the streak is %+v", all.Streak)
	}
}

// The first twenty solvers of a day's puzzle are named, and the others are counted. The best five scores are
// named.
func TestHowManyAreNamed(t *testing.T) {
	number := Number(noon)
	x := newTable(t, "24:2,3,4,5", number)
	x.write(func(tx *storage.Tx) error {
		if err := tx.Exec("pay", `UPDATE rounds SET base = $1 WHERE id = $2`, DailyBase, x.round); err != nil {
			return err
		}
		for i := range 22 {
			who := player(t, tx, fmt.Sprint(i)).ID
			award := storage.Award{
				RoundID: x.round, PlayerID: who, Day: UnixDay(number), Points: 20, Solved: true,
				At: noon.Add(time.Duration(i) * time.Minute),
			}
			if err := errors.Join(tx.Join(x.club.ID, who, noon), setAward(tx, award)); err != nil {
				return err
			}
		}
		day, err := x.play.CommunityDay(tx, x.club, number, number, x.play.Games)
		if err == nil && (len(day.Games[0].Solvers) != 20 || day.Games[0].More != 2 || len(day.Scores) != 5) {
			t.Errorf("%d are named, %d more counted, %d scores named", len(day.Games[0].Solvers), day.Games[0].More, len(day.Scores))
		}
		place := must(x.play.DayPlace(tx, x.club, number, player(t, tx, "9").ID))(t)
		if want := (DayPlace{Rank: 1, Of: 22}); place != want {
			t.Errorf("where all have the same score, the place is %+v, want %+v", place, want)
		}
		return err
	})
}

// A person who finishes yesterday's daily after midnight learns the streak as of today.
func TestStreakAfterMidnight(t *testing.T) {
	yesterday := Number(noon)
	x := newTable(t, "24:2,3,4,5", yesterday)
	x.show("ann")
	x.at = noon.Add(13 * time.Hour)
	x.write(func(tx *storage.Tx) error { return AddDay(tx, x.act(tx, "ann").Person.ID, yesterday+1, noon) })
	if took := x.answer("ann", "2*(3+4+5)"); took.Streak == nil || took.Streak.Days != 2 {
		t.Errorf("the streak is %+v", took.Streak)
	}
}

// What a person has earned as another of their players is part of their day. If the network says that an
// answer was sent before the puzzle was shown, it took no time, or a second if the network gives whole seconds.
func TestAchievedAsTwoPlayers(t *testing.T) {
	x := newTable(t, "tchisla:49#7", Number(noon))
	x.answer("ann", "7*7")
	x.at = noon.Add(time.Minute)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann")
		ann.Ephemeral = true
		r := must(x.play.Round(tx, x.round))(t)
		if err := x.play.StartClock(tx, ann, r); err != nil {
			return err
		}
		twin := ann
		twin.Person = x.elsewhere(tx, "ann")
		if err := x.play.Link(tx, ann.Person.ID, twin.Person.ID, noon); err != nil {
			return err
		}
		day, err := x.play.Achieved(tx, twin, r.Daily, nil)
		part := day.Parts[slices.IndexFunc(day.Parts, func(p Part) bool { return p.Game.Name() == "tchisla" })]
		if part.Answer == nil || part.Score != DailyBase || part.Elapsed != time.Second {
			t.Errorf("score %d, answered %t after %v", part.Score, part.Answer != nil, part.Elapsed)
		}
		return err
	})
}

// If a network gives the time of an answer in whole seconds, how long a daily took is rounded up: to the person,
// in the list of a day, on the card, in the figures and, where points are equal, on the worldwide board. All
// are one number.
func TestDailyTookTheSameEverywhere(t *testing.T) {
	for _, c := range []struct{ after, want time.Duration }{
		{1600 * time.Millisecond, 2 * time.Second},
		{2 * time.Second, 2 * time.Second},
		{-300 * time.Millisecond, time.Second},
		{90*time.Second + 100*time.Millisecond, 91 * time.Second},
	} {
		x := newTable(t, "24:2,3,4,5", Number(noon))
		answered := noon.Add(time.Hour)
		x.at = answered.Add(-c.after)
		x.write(func(tx *storage.Tx) error {
			ann := x.act(tx, "ann")
			ann.Ephemeral = true
			if err := tx.Join(x.club.ID, ann.Person.ID, x.at); err != nil {
				return err
			}
			return x.play.StartClock(tx, ann, must(x.play.Round(tx, x.round))(t))
		})
		x.at = answered
		took := x.answer("ann", "2*(3+4+5)")
		x.write(func(tx *storage.Tx) error {
			ann := x.act(tx, "ann")
			day := must(x.play.Achieved(tx, ann, Number(noon), nil))(t)
			part := day.Parts[slices.IndexFunc(day.Parts, func(p Part) bool { return p.Game.Name() == "24" })]
			award := must(storage.Get[time.Duration](tx, "find award", `SELECT took FROM awards`))(t)
			rated, isRated, err := storage.Found(storage.Get[time.Duration](tx, "find rated", `SELECT millis FROM rated`))
			if err != nil {
				return err
			}
			if !isRated {
				// Nothing is learnt from an answer sooner than a hand can give it.
				rated = c.want
			}
			solvers, _, err := dailySolvers(tx, x.round, x.club.ID, 9)
			if err != nil || len(solvers) != 1 {
				t.Fatalf("%d solvers: %v", len(solvers), err)
			}
			listed := Took(solvers[0].ShownAt, solvers[0].SolvedAt)
			for what, got := range map[string]time.Duration{
				"the verdict": took.Elapsed, "the card": part.Elapsed, "the award": award, "the figures": rated, "the list": listed,
			} {
				if got != c.want {
					t.Errorf("after %v, %s has %v, want %v", c.after, what, got, c.want)
				}
			}
			return nil
		})
	}
}

// If a person has answered a day well as one of their players, it makes no news when they answer it as
// another. In a game without records nobody has the best answer of a day.
func TestDayOfTwoPlayers(t *testing.T) {
	x := newTable(t, "countdown:1,3,5,7,25,50=312", Number(noon))
	x.write(func(tx *storage.Tx) error {
		ann, twin := x.act(tx, "ann").Person.ID, x.elsewhere(tx, "ann").ID
		if err := errors.Join(x.play.Link(tx, ann, twin, noon), tx.Join(x.club.ID, ann, noon)); err != nil {
			return err
		}
		return AddDay(tx, twin, Number(noon), noon)
	})
	if took := x.answer("ann", "(50-5)*7-3"); took.Points == 0 || took.Streak != nil {
		t.Errorf("%s, %d points, streak %+v", took.What, took.Points, took.Streak)
	}
	x.write(func(tx *storage.Tx) error {
		day, err := x.play.CommunityDay(tx, x.club, Number(noon), Number(noon), x.play.Games)
		if len(day.Games) != 1 || len(day.Games[0].Solvers) != 1 || day.Games[0].Best != nil {
			t.Errorf("%+v", day.Games)
		}
		return err
	})
}
