package round

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

// rated returns all attempts that something was learnt from.
func (x *table) rated() (all []RatedAttempt) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		all, err = RatedAfter(tx, 0, 1000)
		return err
	})
	return all
}

// giveUp gives up for a person where nobody else reads along.
func (x *table) giveUp(who string) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, who)
		a.Ephemeral = true
		_, err = x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(context.Background()), Confirmed)
		return err
	})
}

// change stores a changed copy of the round, which is played from then on.
func (x *table) change(fn func(*storage.Round)) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := tx.RoundByID(x.round)
		if err != nil {
			return err
		}
		fn(&r)
		x.round, err = tx.AddRound(r)
		return err
	})
}

// again deals the same puzzle again now.
func (x *table) again() {
	x.change(func(r *storage.Round) { r.DealtAt = x.at; r.SolvedAt = time.Time{} })
}

// hard has one solution.
const (
	hard         = "24:3,3,8,8"
	hardSolution = "8/(3-8/3)"
)

func TestFirstEndIsRated(t *testing.T) {
	for _, test := range []struct {
		what string
		do   func(x *table)
		// want says for each attempt that is rated whether it is solved.
		want []bool
	}{
		{"solved", func(x *table) { x.answer("ann", "8/(3-8/3)") }, []bool{true}},
		{"wrong, then solved", func(x *table) { x.answer("ann", "8*3"); x.answer("ann", "8/(3-8/3)") }, []bool{true}},
		{"wrong", func(x *table) { x.answer("ann", "8*3+3-8") }, nil},
		{"given up", func(x *table) { x.giveUp("ann") }, []bool{false}},
		{"given up, then solved", func(x *table) { x.giveUp("ann"); x.answer("ann", "8/(3-8/3)") }, []bool{false}},
		{"a hint, then solved", func(x *table) { x.hint("ann"); x.answer("ann", "8/(3-8/3)") }, []bool{false}},
		{"hints, then given up", func(x *table) { x.hint("ann"); x.at = x.at.Add(time.Minute); x.hint("ann"); x.giveUp("ann") }, []bool{false}},
		{"solved twice", func(x *table) {
			x.answer("ann", "8/(3-8/3)")
			x.again()
			x.at = x.at.Add(time.Minute)
			x.answer("ann", "8/(3-8/3)")
		}, []bool{true}},
		{"solved by somebody else before", func(x *table) { x.answer("ann", "8/(3-8/3)"); x.giveUp("bo"); x.answer("bo", "8/(3-8/3)") }, []bool{true}},
		{"each of two", func(x *table) { x.giveUp("ann"); x.answer("bo", "8/(3-8/3)") }, []bool{false, true}},
		{"numbers of one's own", func(x *table) {
			x.change(func(r *storage.Round) { r.Custom = true })
			x.answer("ann", "8/(3-8/3)")
		}, nil},
		{"just within an hour", func(x *table) { x.at = noon.Add(time.Hour); x.answer("ann", "8/(3-8/3)") }, []bool{true}},
		{"in just over an hour", func(x *table) { x.at = noon.Add(time.Hour + time.Second); x.answer("ann", "8/(3-8/3)") }, nil},
		{"left for the night", func(x *table) { x.at = x.at.Add(8 * time.Hour); x.answer("ann", "8/(3-8/3)") }, nil},
	} {
		t.Run(test.what, func(t *testing.T) {
			x := newTable(t, hard, 0)
			x.at = noon.Add(40 * time.Second)
			test.do(x)
			var got []bool
			for _, r := range x.rated() {
				got = append(got, r.Solved)
				if r.Game != "24" || r.After != 40*time.Second && r.After != x.at.Sub(noon) || r.Predicted <= 0 || r.Deviation <= 0 {
					t.Errorf("rated as %+v", r)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("rated (-want +got):\n%s", diff)
			}
		})
	}
}

// A conundrum without a clock is rated. The time that is expected for it is a guess.
func TestConundrumIsRated(t *testing.T) {
	x := newTable(t, "conundrum:TNEETRNAI", 0)
	x.at = noon.Add(40 * time.Second)
	x.answer("bo", "entertain")
	if got := x.rated(); len(got) != 1 || !got[0].Solved || got[0].Deviation != 0 {
		t.Errorf("rated as %+v", got)
	}
}

// A measured puzzle whose time is guessed is rated where one person plays it: by whether they came to the best answer
// before another answer, a hint, giving up and the end of the clock, even if they sent nothing.
func TestMeasuredIsRated(t *testing.T) {
	const puzzle = "countdown:25,50,75,100,3,6=952"
	const exact = "((100+6)*3*75-50)/25"
	const near = "(100+6)*3*75/25"
	withoutClock := func(x *table) {
		x.change(func(r *storage.Round) {
			r.Lasts = 0
			r.EndsAt = time.Time{}
		})
	}
	timeRunsOut := func(x *table) {
		x.at = noon.Add(30 * time.Second)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			_, err = x.play.readAndEnd(tx, Act{At: r.EndsAt.Add(Grace)}, r, TimeUp, r.Puzzle.Solve(x.t.Context()))
			return err
		})
	}
	for _, test := range []struct {
		what   string
		puzzle string
		do     func(x *table)
		want   string
	}{
		{"exact", puzzle, func(x *table) { x.answer("ann", exact) }, "[solved 12s]"},
		{"near, then exact", puzzle, func(x *table) { x.answer("ann", near); x.answer("ann", exact) }, "[unsolved 12s]"},
		{"near", puzzle, func(x *table) { x.answer("ann", near); timeRunsOut(x) }, "[unsolved 12s]"},
		{"nothing", puzzle, timeRunsOut, "[unsolved 30s]"},
		{"a hint, then exact", puzzle, func(x *table) { x.hint("ann"); x.answer("ann", exact) }, "[unsolved 12s]"},
		{"given up", puzzle, func(x *table) { x.giveUp("ann") }, "[unsolved 12s]"},
		{"numbers of one's own", puzzle, func(x *table) {
			x.change(func(r *storage.Round) { r.Custom = true })
			x.answer("ann", exact)
		}, "[]"},
		{"exact, without a clock", puzzle, func(x *table) { withoutClock(x); x.answer("ann", exact) }, "[solved 12s]"},
		{"near, without a clock", puzzle, func(x *table) { withoutClock(x); x.answer("ann", near) }, "[unsolved 12s]"},
		{"near, then exact, without a clock", puzzle, func(x *table) {
			withoutClock(x)
			x.answer("ann", near)
			x.at = x.at.Add(time.Second)
			x.answer("ann", exact)
		}, "[unsolved 12s]"},
		{"a hint, then near, without a clock", puzzle, func(x *table) {
			withoutClock(x)
			x.hint("ann")
			x.at = x.at.Add(time.Second)
			x.answer("ann", near)
		}, "[unsolved 12s]"},
		{"given up, without a clock", puzzle, func(x *table) { withoutClock(x); x.giveUp("ann") }, "[unsolved 12s]"},
		{"wrong, without a clock", puzzle, func(x *table) { withoutClock(x); x.answer("ann", "(100+6)*3*3") }, "[]"},
		{"seen before", puzzle, func(x *table) {
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				return MarkSeen(tx, x.act(tx, "ann").Person.ID, r.Class, 0)
			})
			timeRunsOut(x)
		}, "[]"},
		{"a target that nobody can make", "countdown:1,1,2,2,3,3=999", timeRunsOut, "[]"},
		{"a game that guesses no time", "letters:AAEEILNRT", func(x *table) { x.answer("ann", "alienate") }, "[]"},
		{"in a group", puzzle, func(x *table) {
			x.write(func(tx *storage.Tx) error {
				club, err := tx.EnsureCommunity("net", "club", false, 0, "", noon)
				x.club = club
				return err
			})
			x.change(func(r *storage.Round) { r.CommunityID = x.club.ID })
			x.answer("ann", exact)
			timeRunsOut(x)
		}, "[]"},
	} {
		t.Run(test.what, func(t *testing.T) {
			x := newTable(t, test.puzzle, 0)
			x.write(func(tx *storage.Tx) error {
				ann := x.act(tx, "ann").Person.ID
				own, err := tx.EnsureCommunity("net", "ann", true, ann, "", noon)
				x.club = own
				return err
			})
			x.change(func(r *storage.Round) {
				r.CommunityID = x.club.ID
				r.AskerID = x.club.OwnerID
				r.Lasts = 30 * time.Second
				r.EndsAt = noon.Add(r.Lasts)
			})
			x.at = noon.Add(12 * time.Second)
			test.do(x)
			var got []string
			for _, r := range x.rated() {
				what := "unsolved"
				if r.Solved {
					what = "solved"
				}
				got = append(got, fmt.Sprint(what, " ", r.After))
				if r.Predicted <= 0 || r.Deviation != 0 {
					t.Errorf("rated as %+v", r)
				}
			}
			if fmt.Sprint(got) != test.want {
				t.Errorf("rated: %v, want %s", got, test.want)
			}
		})
	}
}

// The times of a level are those of its puzzles. Attempts that are not solved count as well.
func TestLevelTimes(t *testing.T) {
	x := newTable(t, hard, 0)
	if all, err := LevelTimes(t.Context(), x.store); err != nil || all != nil {
		t.Errorf("without attempts there are %+v, %v", all, err)
	}
	for i, who := range []string{"ann", "bo", "cy", "dee"} {
		x.at = noon.Add(time.Duration(10+20*i) * time.Second)
		if i == 3 {
			x.answer(who, hardSolution)
		} else {
			x.giveUp(who)
		}
	}
	all, err := LevelTimes(t.Context(), x.store)
	if err != nil || len(all) != 1 {
		t.Fatalf("the times are %+v, %v", all, err)
	}
	got := all[0]
	isRight := got.Game == "24" && got.Level == 5 && got.Attempts == 4 && got.Solved == 1
	if !isRight || math.Abs(got.Expected-x.rated()[0].Predicted) > 1e-9 || got.Needed < 40 || got.Deviation <= 0 || got.Deviation >= 1 {
		t.Errorf("the times are %+v", got)
	}
}

// The times come by game and level.
func TestOrderOfLevelTimes(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		for level := 5; level > 0; level-- {
			for _, game := range []string{"tchisla", "24"} {
				round := storage.Round{CommunityID: x.club.ID, Game: game, Puzzle: hard, DealtAt: noon, Level: level}
				id, err := tx.AddRound(round)
				if err != nil {
					return err
				}
				err = AddRated(tx, RatedAttempt{
					PlayerID: ann, RoundID: id, Game: game, Class: fmt.Sprint(id), At: noon, After: time.Minute, Solved: true, Predicted: 10,
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	all, err := LevelTimes(t.Context(), x.store)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, level := range all {
		got = append(got, fmt.Sprint(level.Game, " ", level.Level))
	}
	want := []string{
		"24 1", "24 2", "24 3", "24 4", "24 5",
		"tchisla 1", "tchisla 2", "tchisla 3", "tchisla 4", "tchisla 5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the times are those of %q, want %q", got, want)
	}
}

// Nothing is learnt from a daily that a person was never shown where only they read, from games on their
// clock, and from games that predict no time.
func TestNotRated(t *testing.T) {
	for id, daily := range map[string]int{hard: Number(noon), "conundrum:CATBRIERS": 0, "countdown:25,50,75,100,3,6=952": 0} {
		x := newTable(t, id, daily)
		if daily == 0 {
			x.change(func(r *storage.Round) { r.Lasts = time.Minute })
		}
		x.at = noon.Add(40 * time.Second)
		x.hint("ann")
		x.giveUp("ann")
		x.answer("bo", "8/(3-8/3)")
		if got := x.rated(); got != nil {
			t.Errorf("%s is rated as %+v", id, got)
		}
	}
}

// An attempt changes both the difficulty and the ability. After enough attempts the ability is shown.
func TestAbility(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(5 * time.Second)
	x.answer("ann", "8/(3-8/3)")
	r := x.rated()[0]
	if r.DifficultyBefore != math.Log(r.Predicted) || r.Difficulty.Value >= r.DifficultyBefore || r.AbilityBefore != 0 || r.Ability.Value <= 0 {
		t.Errorf("solved in 5 of %.0f seconds: %+v", r.Predicted, r)
	}
	x.write(func(tx *storage.Tx) error {
		a, shown, err := x.play.Ability(tx, r.PlayerID, "24")
		if a.Value != r.Ability.Value || a.Attempts != 1 || shown {
			t.Errorf("the ability is %+v, shown %v", a, shown)
		}
		if err != nil {
			return err
		}
		if a, shown, err = x.play.Ability(tx, r.PlayerID+1, "24"); a != rating.NewAbility() || shown {
			t.Errorf("the ability of nobody is %+v, shown %v", a, shown)
		}
		return err
	})
}

// If all is learnt again from the attempts, the ratings are the same as before, even if they were damaged.
func TestRelearn(t *testing.T) {
	x := newTable(t, hard, 0)
	for i, who := range []string{"ann", "bo", "cy", "dee"} {
		x.at = noon.Add(time.Duration(10+20*i) * time.Second)
		if i == 3 {
			x.answer(who, "8/(3-8/3)")
		} else {
			x.giveUp(who)
		}
	}
	want := x.rated()
	if len(want) != 4 {
		t.Fatalf("%d attempts are rated", len(want))
	}
	learnt := func() (all []Learnt) {
		x.write(func(tx *storage.Tx) error {
			for _, r := range want {
				known, err := LearningOf(tx, r)
				if err != nil {
					return err
				}
				got, err := known.Get()
				if err != nil {
					return err
				}
				all = append(all, got.Difficulty, got.Ability)
			}
			return nil
		})
		return all
	}
	before := learnt()
	x.write(func(tx *storage.Tx) error {
		bad := want[2]
		bad.DifficultyBefore, bad.Difficulty, bad.AbilityBefore, bad.Ability = 9, Learnt{Value: -7, Prior: 1, Attempts: 3}, 9, Learnt{Value: 5, Prior: 1, Attempts: 8}
		return SaveRated(tx, bad)
	})
	if cmp.Equal(before, learnt()) {
		t.Fatal("the damage is not seen")
	}
	n, err := Relearn(t.Context(), x.store)
	if err != nil || n != len(want) {
		t.Fatalf("learnt from %d attempts: %v", n, err)
	}
	if diff := cmp.Diff(want, x.rated()); diff != "" {
		t.Errorf("attempts (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(before, learnt()); diff != "" {
		t.Errorf("learnt (-before +after):\n%s", diff)
	}
}

// If enough is known about a person, they are dealt puzzles that take them about half a minute. Other people,
// and those who wish a level, get any puzzle of the level.
func TestDealsNearAbility(t *testing.T) {
	x := newTable(t, hard, 0)
	game := x.play.Game("24")
	// mean is of ln seconds of what a person of an ability is dealt.
	mean := func(who string, ability float64, attempts int, level engine.Level) (sum float64) {
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, who)
			// In a group the first puzzles are easy for all.
			a.Community.Private = true
			return SaveRated(tx, RatedAttempt{
				PlayerID: a.Person.ID, Game: "24", Class: "x", At: x.at, Predicted: 1,
				Difficulty: Learnt{Prior: 1, Attempts: 1}, Ability: Learnt{Value: ability, Prior: 1, Attempts: attempts},
			})
		})
		const n = 40
		for range n {
			d, err := x.play.Draw(t.Context(), a, game, level, "")
			if err != nil {
				t.Fatal(err)
			}
			sum += math.Log(d.Puzzle.Rating().Seconds) / n
		}
		return sum
	}
	slow := mean("slow", -1.2, rating.ShownFrom, engine.AnyLevel)
	quick := mean("quick", 0, rating.ShownFrom, engine.AnyLevel)
	if want := math.Log(30) - 1.2; math.Abs(slow-want) > 0.3 {
		t.Errorf("the slow are dealt %.1f seconds, want about %.1f", math.Exp(slow), math.Exp(want))
	}
	if math.Abs(quick-math.Log(30)) > 0.6 {
		t.Errorf("the quick are dealt %.1f seconds, want about 30", math.Exp(quick))
	}
	if little := mean("new", 0, rating.ShownFrom-1, engine.AnyLevel); little > quick-0.3 {
		t.Errorf("people with few attempts are dealt %.1f seconds", math.Exp(little))
	}
	if easy := mean("easy", 0, rating.ShownFrom, 1); easy > math.Log(7) {
		t.Errorf("who wishes an easy one is dealt %.1f seconds", math.Exp(easy))
	}
}

// A person's time for a live daily begins when they are first shown it where only they read. If they were
// shown it elsewhere, the attempt is not rated.
func TestDailyIsRated(t *testing.T) {
	shown := func(x *table, who string, ephemeral bool) {
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, who)
			a.Ephemeral = ephemeral
			return x.play.StartClock(tx, a, r)
		})
	}
	for _, test := range []struct {
		what   string
		number int
		do     func(x *table)
		// want says for each attempt that is rated whether it is solved.
		want []bool
	}{
		{"solved", Number(noon), func(x *table) { shown(x, "ann", true); x.wait(); x.answer("ann", "8/(3-8/3)") }, []bool{true}},
		{"shown twice", Number(noon), func(x *table) {
			shown(x, "ann", true)
			x.wait()
			shown(x, "ann", true)
			x.answer("ann", "8/(3-8/3)")
		}, []bool{true}},
		{"a hint, then solved", Number(noon), func(x *table) {
			shown(x, "ann", true)
			x.wait()
			x.hint("ann")
			x.wait()
			x.answer("ann", "8/(3-8/3)")
		}, []bool{false}},
		{"never shown alone", Number(noon), func(x *table) { shown(x, "ann", false); x.wait(); x.answer("ann", "8/(3-8/3)") }, nil},
		{"shown to another", Number(noon), func(x *table) { shown(x, "bo", true); x.wait(); x.answer("ann", "8/(3-8/3)") }, nil},
		{"of the past", Number(noon) - 3, func(x *table) {
			shown(x, "ann", true)
			x.wait()
			x.hint("ann")
			x.answer("bo", "8/(3-8/3)")
		}, nil},
	} {
		t.Run(test.what, func(t *testing.T) {
			x := newTable(t, hard, test.number)
			x.at = noon.Add(time.Hour)
			test.do(x)
			var got []bool
			for _, r := range x.rated() {
				got = append(got, r.Solved)
				if r.After != 40*time.Second {
					t.Errorf("rated as %+v", r)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("rated (-want +got):\n%s", diff)
			}
		})
	}
}

// wait lets some time pass.
func (x *table) wait() { x.at = x.at.Add(40 * time.Second) }

// Nothing is learnt from a person who is suspected of having a program, until they are trusted and all is
// learnt again.
func TestCheckedTeachNothing(t *testing.T) {
	x := newTable(t, hard, 0)
	learn := func(class string, check storage.Check) (teaches bool) {
		x.write(func(tx *storage.Tx) error {
			ann := x.act(tx, "ann").Person.ID
			if err := tx.SetChecked(ann, check); err != nil {
				return err
			}
			l, err := newLesson(tx, RatedAttempt{
				PlayerID:  ann,
				RoundID:   x.round,
				Game:      "24",
				Class:     class,
				At:        x.at,
				Solved:    true,
				After:     time.Minute,
				Predicted: 12,
			})
			if err != nil {
				return err
			}
			teaches, err = l.learn(tx)
			return err
		})
		return teaches
	}
	for i, step := range []struct {
		check storage.Check
		want  bool
	}{{storage.Trusted, true}, {storage.Checked, false}, {storage.Barred, false}, {storage.Trusted, true}} {
		if got := learn(fmt.Sprint("numbers:", i), step.check); got != step.want {
			t.Errorf("with the check %d a time teaches: %v", step.check, got)
		}
	}
	for i, a := range x.rated() {
		// What was known before is known after.
		isTaught := a.Difficulty.Value != a.DifficultyBefore && a.Ability.Value != a.AbilityBefore
		isKept := a.Difficulty.Value == a.DifficultyBefore && a.Ability.Value == a.AbilityBefore
		if isChecked := i == 1 || i == 2; isKept != isChecked || isTaught == isChecked {
			t.Errorf("attempt %d: %+v", i, a)
		}
	}
	if _, err := Relearn(context.Background(), x.store); err != nil {
		t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		ability, err := findAbility(tx, x.act(tx, "ann").Person.ID, "24")
		if ability.Attempts != 4 {
			t.Errorf("learnt again is %+v, of 4 attempts", ability)
		}
		return err
	})
	// While she is suspected again, her attempts stay, and teach nothing.
	x.write(func(tx *storage.Tx) error { return tx.SetChecked(x.act(tx, "ann").Person.ID, storage.Checked) })
	if n, err := Relearn(context.Background(), x.store); n != 0 || err != nil {
		t.Errorf("%d attempts teach while she is suspected (%v)", n, err)
	}
	if n := len(x.rated()); n != 4 {
		t.Errorf("%d attempts are left, want 4", n)
	}
}

// If a person's ability is learnt again from their attempts, it is the same as before, even if a puzzle has
// turned out to be harder than the game expected.
func TestAbilityLearntAgainIsTheSame(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(time.Minute)
	for _, who := range []string{"bo", "cy", "dee"} {
		x.giveUp(who)
	}
	x.answer("ann", "8/(3-8/3)")
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		before, err := findAbility(tx, ann, "24")
		if err != nil {
			return err
		}
		if err := relearnAbilities(tx, ann); err != nil {
			return err
		}
		after, err := findAbility(tx, ann, "24")
		if math.Abs(after.Value-before.Value) > 1e-9 || after.Attempts != before.Attempts {
			t.Errorf("it was %+v and is %+v", before, after)
		}
		return err
	})
}

// The less certain a game is about a puzzle, the more the first attempt changes the difficulty.
func TestSurePredictionsChangeLess(t *testing.T) {
	x := newTable(t, hard, 0)
	change := func(deviation float64) (change float64) {
		x.write(func(tx *storage.Tx) error {
			attempt := RatedAttempt{
				PlayerID: x.act(tx, "ann").Person.ID, RoundID: x.round, Game: "24", Class: fmt.Sprint(deviation), At: noon, Solved: true,
				After: time.Second, Predicted: 100, Deviation: deviation,
			}
			l, err := newLesson(tx, attempt)
			if err != nil {
				return err
			}
			if _, err := l.learn(tx); err != nil {
				return err
			}
			all, err := RatedAfter(tx, 0, 9)
			last := all[len(all)-1]
			change = math.Abs(last.Difficulty.Value - last.DifficultyBefore)
			return err
		})
		return change
	}
	if sure, unsure := change(0.1), change(1); sure >= unsure {
		t.Errorf("what is sure changes by %.3f, what is not by %.3f", sure, unsure)
	}
}

// The last attempt of a person may be in any of their games.
func TestLastRatedAttempt(t *testing.T) {
	x := newTable(t, hard, 0)
	x.sends("ann", hardSolution, time.Minute, true)
	x.write(func(tx *storage.Tx) error {
		for who, want := range map[string]int64{"ann": 1, "bo": 0} {
			if got := must(lastRatedOf(tx, x.act(tx, who).Person.ID))(t); got != want {
				t.Errorf("%s: %d, want %d", who, got, want)
			}
		}
		return nil
	})
}
