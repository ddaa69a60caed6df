package round

import (
	"slices"
	"testing"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// daySolutions returns the solutions of a day that a person is shown.
func (x *table) daySolutions(who string, number int) (day DaySolutions) {
	x.t.Helper()
	var a Act
	x.write(func(tx *storage.Tx) error {
		a = x.act(tx, who)
		return nil
	})
	show, err := x.play.AskSolutions(x.t.Context(), a, number, x.play.Games)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		day, err = show(tx)
		return err
	})
	return day
}

// seen reports whether a person has been shown a solution of the puzzle.
func (x *table) seen(who string) (isSeen bool) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		f, err := FindFacts(tx, x.round, x.act(tx, who).Person.ID, IgnoreLocks, x.at, NoAnswers)
		isSeen = f.Seen
		return err
	})
	return isSeen
}

// The solutions of a day are shown once it is over everywhere, also for the puzzles that nobody has asked for.
// Before that the person is told when.
func TestSolutionsOfADay(t *testing.T) {
	const number = 61
	x := newTable(t, hard, number)
	x.at = SolutionsFrom(number).Add(-1)
	if day := x.daySolutions("ann", number); len(day.Parts) != 0 || !day.Shown.Equal(SolutionsFrom(number)) || day.Number != number {
		t.Errorf("before the day is over: %+v", day)
	}
	if x.seen("ann") {
		t.Error("who was shown nothing has seen a solution")
	}
	x.at = SolutionsFrom(number)
	day := x.daySolutions("ann", number)
	if len(day.Parts) != len(x.play.Games) || day.Parts[0].Round.ID != x.round {
		t.Errorf("when it is over: %+v", day.Parts)
	}
	for _, part := range day.Parts {
		if part.Solution.Best == "" {
			t.Errorf("a puzzle without its solution: %+v", part)
		}
	}
	if !x.seen("ann") {
		t.Error("who was shown the solution has not seen it")
	}
}

// A day's solution is not shown while the same puzzle is open for points in a group of the person, or in their
// private chat.
func TestSolutionsOfADayKeptBack(t *testing.T) {
	const number = 61
	for _, isOwn := range []bool{false, true} {
		x := newTable(t, hard, number)
		x.at = SolutionsFrom(number)
		x.write(func(tx *storage.Tx) (err error) {
			ann := x.act(tx, "ann").Person.ID
			if isOwn {
				x.club, err = tx.EnsureCommunity("net", "ann", true, ann, "", noon)
				return err
			}
			return tx.Join(x.club.ID, ann, x.at)
		})
		open := x.pose(hard)
		part := x.daySolutions("ann", number).Parts[0]
		isBarred := part.Barrier.IsPlayed() || part.Barrier.Alone != nil
		if part.Solution.Best != "" || !isBarred || x.seen("ann") {
			t.Errorf("open in ann's own chat, %t: %+v, %q", isOwn, part.Barrier, part.Solution.Best)
		}
		if isOwn && part.Barrier.Alone.ID != open {
			t.Errorf("round %d is in the way, want %d", part.Barrier.Alone.ID, open)
		}
		if bo := x.daySolutions("bo", number).Parts[0]; bo.Solution.Best == "" {
			t.Errorf("bo is not shown what is open to ann alone: %+v", bo.Barrier)
		}
	}
}

// The time at which solutions are shown is in the zone of the person's private chat or, if that has none, of
// the community that they came to first.
func TestSolutionsShownByThePersonsClock(t *testing.T) {
	x := newTable(t, hard, 61)
	x.write(func(tx *storage.Tx) error {
		x.club.Zone = "Asia/Tokyo"
		if err := tx.SaveCommunity(x.club); err != nil {
			return err
		}
		return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, noon)
	})
	for who, want := range map[string]string{"ann": "Asia/Tokyo", "bo": "UTC"} {
		x.club.Zone = ""
		if got := x.daySolutions(who, 61).Shown.Location().String(); got != want {
			t.Errorf("%s is told in %s, want %s", who, got, want)
		}
	}
	x.club.Zone = "Europe/Berlin"
	for who, want := range map[string]string{"ann": "Asia/Tokyo", "bo": "Europe/Berlin"} {
		if got := x.daySolutions(who, 61).Shown.Location().String(); got != want {
			t.Errorf("at a place in Berlin %s is told in %s, want %s", who, got, want)
		}
	}
	x.club.Zone = ""
	x.at = noon.Add(BelongFor + time.Second)
	if got := x.daySolutions("ann", 61).Shown.Location().String(); got != "UTC" {
		t.Errorf("who belongs there no more is told in %s", got)
	}
}

// If a record beats what the solver found, the record is the solution of the day.
func TestRecordIsTheSolutionOfADay(t *testing.T) {
	const number = 61
	x := newTable(t, "tchisla:49#7", number)
	known, err := x.play.SolveMeasured(t.Context(), number)
	if err != nil {
		t.Fatal(err)
	}
	best := known["tchisla"].Measure
	x.write(func(tx *storage.Tx) error {
		record := Record{Puzzle: "tchisla:49#7", Game: "tchisla", Measure: best - 1, Text: "7", PlayerID: x.act(tx, "bo").Person.ID, At: noon}
		return SaveRecord(tx, record)
	})
	x.at = SolutionsFrom(number)
	if day := x.daySolutions("ann", number); day.Parts[1].Solution.Measure != best-1 {
		t.Errorf("when it is over: %+v", day.Parts[1].Solution)
	}
}

// Who looks at the solutions of a day again is shown those of a round that was opened in the meantime, too: their
// answer there does not end it for the others.
func TestSolutionsAreShownForLaterRounds(t *testing.T) {
	const number = 61
	for name, open := range map[string]func(x *table) int64{
		"the same puzzle": func(x *table) int64 { return x.pose(hard) },
		"none":            func(x *table) int64 { return 0 },
	} {
		x := newTable(t, hard, number)
		x.at = SolutionsFrom(number)
		view := func() {
			var a Act
			x.write(func(tx *storage.Tx) error {
				a = x.act(tx, "ann")
				a.Community = storage.Community{}
				return nil
			})
			day, err := x.play.SolutionsToView(t.Context(), a, number, x.play.Games)
			if err != nil || len(day.Parts) != len(x.play.Games) || day.Parts[0].Solution.Best == "" {
				t.Fatalf("%+v, %v", day.Parts, err)
			}
		}
		shown := func() (rounds int) {
			x.write(func(tx *storage.Tx) (err error) {
				rounds, err = storage.Get[int](tx, "count shown", `SELECT COUNT(*) FROM shown`)
				return err
			})
			return rounds
		}
		view()
		want := 0
		if open(x) != 0 {
			want = 1
		}
		for range 3 {
			view()
			if got := shown(); got != want {
				t.Errorf("%s is open: %d rounds are marked, want %d", name, got, want)
			}
		}
	}
}

// A person who is not stored is shown no solutions, since nobody could note that they know them.
func TestStrangerSeesNoSolutions(t *testing.T) {
	const number = 61
	x := newTable(t, hard, number)
	x.at = SolutionsFrom(number)
	for name, want := range map[string]bool{"ann": true, "": false} {
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, "ann")
			a.Community = storage.Community{}
			return nil
		})
		if name == "" {
			a.Person = storage.Player{}
		}
		day, err := x.play.SolutionsToView(t.Context(), a, number, x.play.Games)
		if err != nil {
			t.Fatal(err)
		}
		isSolved := func(p SolvedPart) bool { return p.Solution.Best != "" }
		if got := slices.ContainsFunc(day.Parts, isSolved); got != want {
			t.Errorf("%q is shown solutions: %v", name, got)
		}
	}
}

// An Ending gives a solution away if it shows one, and the person has not found any. Solutions that all could read are
// shown though the others are kept.
func TestWhatAnEndingGivesAway(t *testing.T) {
	const ann, bo = 1, 2
	of := func(playerID int64, outcome, text string) Standing {
		return Standing{Answer: storage.Answer{PlayerID: playerID, Outcome: outcome, Text: text}}
	}
	best := engine.Solution{Best: "8/(3-8/3)"}
	for name, c := range map[string]struct {
		e    Ending
		want bool
	}{
		"nothing is known":              {Ending{}, false},
		"the best":                      {Ending{Best: best}, true},
		"what nobody found":             {Ending{Missed: []string{"1"}}, true},
		"another's":                     {Ending{Standings: []Standing{of(bo, "right", "1")}}, true},
		"another's, kept":               {Ending{IsKept: true, Standings: []Standing{of(bo, "right", "1")}}, true},
		"another's, kept and hidden":    {Ending{IsKept: true, Standings: []Standing{of(bo, "right", "")}}, false},
		"another's near one":            {Ending{Standings: []Standing{of(bo, near, "1")}}, false},
		"the person's":                  {Ending{Best: best, Standings: []Standing{of(bo, "right", "1"), of(ann, "right", "1")}}, false},
		"the best, near the person's":   {Ending{Best: best, Standings: []Standing{of(ann, near, "1")}}, true},
		"kept, and the person was near": {Ending{IsKept: true, Standings: []Standing{of(ann, near, "1")}}, false},
	} {
		if got := c.e.givesAway(ann); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Who looks again and again is noted once. If the puzzle is open somewhere since, they are noted for that, too.
func TestViewNotesOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "bo").Person.ID, noon) })
	x.sends("ann", hardSolution, time.Minute, true)
	ended := x.round
	shown := func() (n int) {
		x.write(func(tx *storage.Tx) (err error) {
			n, err = storage.Get[int](tx, "count shown", `SELECT COUNT(*) FROM shown`)
			return err
		})
		return n
	}
	writes := 0
	x.store.Observe(func(write bool, _ time.Duration, _ int) {
		if write {
			writes++
		}
	})
	look := func(who string) int {
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, who)
			return nil
		})
		before := writes
		if _, err := x.play.View(t.Context(), a, Pointer{RoundID: ended}); err != nil {
			t.Fatal(err)
		}
		return writes - before
	}
	if x.seen("bo") || look("bo") != 1 || !x.seen("bo") || look("bo") != 0 || shown() != 0 {
		t.Error("bo, who has looked, is not noted once")
	}
	x.pose(hard)
	if look("bo") != 1 || look("bo") != 0 || shown() != 1 {
		t.Errorf("after it was dealt again, %d are noted", shown())
	}
	if look("ann") != 0 {
		t.Error("ann, who has found it, is noted")
	}
}
