package round

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"reckon/storage"
)

// While a race is open, a practice answer is shown to the person who gave it, and to nobody else.
func TestViewHidesPracticeOfOthers(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		return MarkSeen(tx, x.act(tx, "bo").Person.ID, r.Class, 0)
	})
	if took := x.sends("bo", "1*2*3*4", time.Minute, true); took.What != Practised {
		t.Fatalf("bo, who knew it: %s", took.What)
	}
	x.sends("cy", "(1+2+3)*4", 2*time.Minute, true)
	for who, want := range map[string]int{"ann": 1, "bo": 2, "cy": 1} {
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, who)
			return nil
		})
		v, err := x.play.View(t.Context(), a, Pointer{RoundID: x.round})
		if err != nil {
			t.Fatal(err)
		}
		if v.Over || len(v.Standings) != want {
			t.Errorf("%s sees %d places, want %d; the race is over: %t", who, len(v.Standings), want, v.Over)
		}
	}
}

// candidates returns the rounds at the place that a person's request may be about.
func (x *table) candidates(tx *storage.Tx, a Act) storage.Candidates {
	x.t.Helper()
	visit, err := tx.Visit(storage.Origin{
		Network: a.Community.Network, Community: a.Community.Key, Channel: a.Channel,
		PlayerNetwork: a.Person.Network, Player: a.Person.Key,
	})
	if err != nil {
		x.t.Fatal(err)
	}
	return visit.Candidates
}

// view returns what a person may see of the place, and of a round; 0: their current one.
func (x *table) view(who string, roundID int64) View {
	x.t.Helper()
	var a Act
	x.write(func(tx *storage.Tx) error {
		a = x.act(tx, who)
		a.Ephemeral = true
		a.Candidates = x.candidates(tx, a)
		return nil
	})
	v, err := x.play.View(x.t.Context(), a, Pointer{RoundID: roundID})
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}

// A View lists the newest five of the other rounds that are open in the same channel.
func TestViewListsOthers(t *testing.T) {
	x := newTable(t, hard, 0)
	var posed []int64
	for range 6 {
		posed = append(posed, x.pose("24:1,2,3,4"))
	}
	side := x.pose("24:1,2,3,4")
	x.write(func(tx *storage.Tx) error {
		return tx.Exec("move", `UPDATE rounds SET channel = 'side' WHERE id = $1`, side)
	})
	for seen, want := range map[int64][]int64{x.round: posed[1:], posed[5]: posed[:5]} {
		var others []int64
		for _, r := range x.view("ann", seen).Others {
			others = append(others, r.ID)
		}
		if !slices.Equal(others, want) {
			t.Errorf("beside round %d are %v, want %v", seen, others, want)
		}
	}
}

// If a person may not enter a round, View shows their current one or, if there is none, no round.
func TestViewOfARefusedRound(t *testing.T) {
	x := newTable(t, hard, 0)
	const unknown = 999
	if v := x.view("ann", unknown); v.Round.ID != 0 {
		t.Errorf("where ann is at no round she sees %d", v.Round.ID)
	}
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		return x.play.MakeCurrent(tx, x.act(tx, "ann"), r)
	})
	if v := x.view("ann", unknown); v.Round.ID != x.round {
		t.Errorf("where ann is at round %d she sees %d", x.round, v.Round.ID)
	}
}

// While a contest is open, others see how good a person's best answer is, but neither its text nor its time.
// When the contest is over they see all.
func TestViewOfAContest(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.sends("bo", "7*√(7*7)", time.Minute, false)
	x.sends("ann", "7*7+7-7", 2*time.Minute, false)
	x.sends("ann", "7*7", 3*time.Minute, false)
	v := x.view("ann", x.round)
	if v.Blind || v.KnowsSolutions || v.Ending.Best.Best != "" || len(v.Standings) != 2 || v.Standings[0].Text != "7*7" {
		t.Fatalf("ann sees %+v", v.Standings)
	}
	if bo := v.Standings[1]; bo.Measure != 3 || bo.Stars != 2 || bo.PlayerName != "bo" || bo.Text != "" || bo.Form != "" || bo.Elapsed != 0 {
		t.Errorf("ann sees of bo's answer %+v", bo)
	}
	if len(v.Mine) != 2 || v.OwnBest != 2 {
		t.Errorf("of %+v number %d is ann's best", v.Mine, v.OwnBest)
	}
	x.sends("ann", "(7*7)", 4*time.Minute, false)
	if v := x.view("ann", x.round); v.OwnBest != 2 {
		t.Errorf("the first of two that are as good is best, not %d", v.OwnBest)
	}
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		_, err = x.play.readAndEnd(tx, Act{At: x.at}, r, TimeUp, r.Puzzle.Solve(t.Context()))
		return err
	})
	v = x.view("ann", x.round)
	if bo := v.Standings[1]; !v.KnowsSolutions || !v.Over || !v.Done || bo.Text != "7*√(7*7)" || v.Ending.Best.Best == "" {
		t.Errorf("when it is over ann sees %+v, best %q", bo, v.Ending.Best.Best)
	}
}

// While a race is open, others see when somebody found a solution and for how many points, but not which.
func TestViewOfARace(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.sends("bo", "1*2*3*4", time.Minute, true)
	v := x.view("ann", x.round)
	bo := v.Standings[0]
	if bo.Text != "" || bo.Form != "" || bo.Points != 50 || bo.Elapsed != time.Minute || v.Missed != nil || v.Left == 0 {
		t.Errorf("ann sees %+v, missed %q, left %d", bo, v.Missed, v.Left)
	}
	if v := x.view("bo", x.round); v.Standings[0].Text != "1*2*3*4" || v.Earned != 50 || v.OwnBest != 1 {
		t.Errorf("bo sees %+v, earned %d, best %d", v.Standings[0], v.Earned, v.OwnBest)
	}
}

// If answers are hidden on a clock, a person sees only who else has answered, in the order of names.
func TestViewOnAHiddenClock(t *testing.T) {
	x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
	x.change(func(r *storage.Round) { r.Lasts = time.Hour })
	if v := x.view("ann", x.round); !v.Begun.IsZero() {
		t.Errorf("a clock that does not run yet began at %v", v.Begun)
	}
	x.write(func(tx *storage.Tx) error {
		_, _, err := x.play.Delivered(tx, x.club.ID, "m", x.round, true, noon)
		return err
	})
	x.sends("dan", "100*(6+3)+50", time.Minute, false)
	x.sends("bo", "100*(6+3)+75-25", 2*time.Minute, false)
	x.sends("cy", "100*(6+3)+50", 3*time.Minute, false)
	v := x.view("ann", x.round)
	var names []string
	for _, p := range v.Standings {
		names = append(names, p.PlayerName)
		if p.Measure != 0 || p.Points != 0 || p.Elapsed != 0 || p.Text != "" {
			t.Errorf("ann sees %+v", p)
		}
	}
	if !v.Blind || !v.Begun.Equal(noon) || !slices.IsSorted(names) || len(names) < 2 {
		t.Errorf("ann sees %q, blind %t, begun %v", names, v.Blind, v.Begun)
	}
}

// A person who gives up a daily is shown its solutions when its day is over everywhere. Until then they are
// told when that is. A person who gives up a contest is shown the solutions at its end.
func TestViewAfterGivingUp(t *testing.T) {
	number := Number(noon)
	x := newTable(t, hard, number)
	if v := x.view("ann", x.round); v.Done || !v.ShownFrom.IsZero() {
		t.Errorf("before: done %t, shown %v", v.Done, v.ShownFrom)
	}
	x.giveUp("ann")
	if v := x.view("ann", x.round); !v.GaveUp || !v.Done || v.KnowsSolutions || !v.ShownFrom.Equal(SolutionsFrom(number)) {
		t.Errorf("on its day: gave up %t, knows %t, shown from %v", v.GaveUp, v.KnowsSolutions, v.ShownFrom)
	}
	x.at = SolutionsFrom(number)
	if v := x.view("ann", x.round); !v.KnowsSolutions || !v.ShownFrom.IsZero() || v.Ending.Best.Best == "" {
		t.Errorf("after it: knows %t, shown from %v, %q", v.KnowsSolutions, v.ShownFrom, v.Ending.Best.Best)
	}
	x = newTable(t, "tchisla:49#7", 0)
	x.change(func(r *storage.Round) { r.EndsAt = noon.Add(idleFor) })
	x.giveUp("ann")
	if v := x.view("ann", x.round); !v.GaveUp || v.KnowsSolutions || v.Ending.Best.Best != "" {
		t.Errorf("a contest: knows %t, %q", v.KnowsSolutions, v.Ending.Best.Best)
	}
	x = newTable(t, "24:1,2,3,4", 0)
	x.giveUp("ann")
	if v := x.view("ann", x.round); !v.KnowsSolutions || v.Ending.Best.Best == "" || len(v.Missed) == 0 {
		t.Errorf("a race: knows %t, %q, missed %q", v.KnowsSolutions, v.Ending.Best.Best, v.Missed)
	}
}

// A View has the hints that a person has taken. It says that the next one is open, without showing it.
func TestViewHasTheHintsTaken(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(HintEvery)
	if v := x.view("ann", x.round); v.Hinted.New != 1 || len(v.Hinted.Hints) != 0 || v.Hinted.Share != 100 || v.Hinted.Next != HintShare(1) {
		t.Errorf("before: %+v", v.Hinted)
	}
	x.hint("ann")
	if v := x.view("ann", x.round); v.Hinted.New != 0 || len(v.Hinted.Hints) != 1 || v.Hinted.Wait != HintEvery || v.Hinted.Share != HintShare(1) {
		t.Errorf("after one: %+v", v.Hinted)
	}
	x.at = noon.Add(2 * HintEvery)
	if v := x.view("ann", x.round); v.Hinted.New != 2 || len(v.Hinted.Hints) != 1 || v.Hinted.Share != HintShare(1) || v.Hinted.Next != HintShare(2) {
		t.Errorf("when the second is open: %+v", v.Hinted)
	}
}

// A View has the match that goes on at the place, even before its first puzzle. If the round belongs to a
// match and is over, the View shows the latest round of the match.
func TestViewHasTheMatch(t *testing.T) {
	x := &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	var m Match
	x.write(func(tx *storage.Tx) (err error) {
		if x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon); err != nil {
			return err
		}
		m, err = raceOf("24")(x, tx)
		return err
	})
	if v := x.view("ann", 0); v.PlaceMatch == nil || v.PlaceMatch.ID != m.ID || v.Round.ID != 0 {
		t.Errorf("before the first puzzle: %+v", v.PlaceMatch)
	}
	x.at = m.NextAt
	x.deal(m, "24:2,3,4,5")
	first := x.round
	x.write(func(tx *storage.Tx) error {
		_, err := x.play.End(tx, PendingEnd{Round: Round{Round: storage.Round{ID: first}}}, x.at.Add(time.Hour))
		return err
	})
	x.at = x.at.Add(2 * time.Hour)
	x.deal(m, hard)
	if v := x.view("ann", first); v.Round.ID != x.round || v.PlaceMatch == nil || v.PlaceMatch.ID != m.ID {
		t.Errorf("instead of the first puzzle, %d, ann sees %d, not %d", first, v.Round.ID, x.round)
	}
	x.stop(m)
	if v := x.view("ann", 0); v.Round.ID != x.round || v.PlaceMatch == nil || v.PlaceMatch.ID != m.ID || !v.PlaceMatch.IsOver() {
		t.Errorf("after the match ann sees round %d of %+v", v.Round.ID, v.PlaceMatch)
	}
	x.at = x.at.Add(time.Hour)
	x.write(func(tx *storage.Tx) error {
		_, err := x.play.End(tx, PendingEnd{Round: Round{Round: storage.Round{ID: x.round}}}, x.at)
		return err
	})
	var rematch Match
	x.write(func(tx *storage.Tx) (err error) {
		rematch, err = raceOf("24")(x, tx)
		return err
	})
	if v := x.view("bo", x.round); v.Round.ID != x.round || v.PlaceMatch == nil || v.PlaceMatch.ID != rematch.ID {
		t.Errorf("before the first puzzle of the rematch, the match beside round %d is not %d", v.Round.ID, rematch.ID)
	} else if v.Match == nil || v.Match.ID != m.ID {
		t.Errorf("the round of match %d ended in match %+v", m.ID, v.Match)
	}
}

// In a contest others see that somebody has practised, since that gives no solution away. In a daily a person
// sees what they have earned as another of their players.
func TestViewOfPractice(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.write(func(tx *storage.Tx) error {
		return MarkSeen(tx, x.act(tx, "bo").Person.ID, parsed(t, "tchisla:49#7").Face().Class(), 0)
	})
	x.sends("bo", "7*7", time.Minute, false)
	if v := x.view("ann", x.round); len(v.Standings) != 1 || v.Standings[0].PlayerName != "bo" || v.Standings[0].Text != "" {
		t.Errorf("ann sees %+v", v.Standings)
	}
	x = newTable(t, hard, Number(noon))
	x.sends("ann", hardSolution, time.Minute, false)
	if v := x.view("ann", x.round); !v.Done || v.Over {
		t.Errorf("ann, who has found all: done %t, over %t", v.Done, v.Over)
	}
	var twin Act
	x.write(func(tx *storage.Tx) error {
		twin = x.act(tx, "ann")
		other := x.elsewhere(tx, "ann")
		err := x.play.Link(tx, twin.Person.ID, other.ID, noon)
		twin.Person = other
		twin.Ephemeral = true
		return err
	})
	if v, err := x.play.View(t.Context(), twin, Pointer{RoundID: x.round}); err != nil || v.Earned != x.awardOf("ann").Points || v.Earned == 0 {
		t.Errorf("ann's other player has earned %d (%v)", v.Earned, err)
	}
}

// A hint stays as it was shown when somebody else has found the only solution, and that has ended the race.
func TestHintsStayWhenOthersFindTheRest(t *testing.T) {
	x := newTable(t, "24:3,3,8,8", 0)
	x.at = noon.Add(time.Hour)
	want := x.hint("ann").Hints
	x.sends("bo", "8/(3-8/3)", 2*time.Hour, true)
	v := x.view("ann", x.round)
	if !v.Over || len(want) != 1 || !reflect.DeepEqual(v.Hinted.Hints, want) {
		t.Errorf("over %t: the hints are %v, want %v", v.Over, v.Hinted.Hints, want)
	}
}

// The page says what a right answer would earn a person: less after a hint, and nothing if they knew the puzzle. After
// the first right answer a further one earns something else.
func TestWorthOfARound(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(*table)
		want int
	}{
		{"open", func(*table) {}, 50},
		{"after a hint", func(x *table) {
			x.write(func(tx *storage.Tx) error {
				a := x.act(tx, "ann")
				return x.play.HintDelivered(tx, x.round, a.Person.ID, 1, x.at.Add(time.Minute))
			})
		}, 35},
		{"of a custom puzzle", func(x *table) { x.change(func(r *storage.Round) { r.Custom = true }) }, 0},
		{"seen before", func(x *table) {
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				return MarkSeen(tx, x.act(tx, "ann").Person.ID, r.Class, 0)
			})
		}, 0},
		{"solved by another", func(x *table) { x.sends("bo", "1*2*3*4", time.Minute, true) }, 0},
		{"solved", func(x *table) { x.sends("ann", "1*2*3*4", time.Minute, true) }, 0},
	} {
		x := newTable(t, "24:1,2,3,4", 0)
		test.do(x)
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, "ann")
			return nil
		})
		v, err := x.play.View(t.Context(), a, Pointer{RoundID: x.round})
		if err != nil || v.Worth != test.want {
			t.Errorf("%s: %d points, want %d (%v)", test.name, v.Worth, test.want, err)
		}
	}
}
