package round

import (
	"slices"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// A person who types that they give up a daily must confirm it while it pays them, since it may cost a streak.
// In the archive it costs nothing.
func TestGivingUpADailyAsks(t *testing.T) {
	for ago, want := range map[int]bool{0: true, 5: false} {
		x := newTable(t, hard, Number(noon)-ago)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, "ann")
			a.Ephemeral = true
			q, err := x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(t.Context()), Typed)
			if got := q.What == QuitAsk; got != want {
				t.Errorf("a daily of %d days ago: %s", ago, q.What)
			}
			return err
		})
	}
}

// If a person gives up a second time, the first time counts.
func TestGivingUpAgainKeepsTheTime(t *testing.T) {
	x := newTable(t, hard, 0)
	for range 2 {
		x.at = x.at.Add(time.Minute)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, "ann")
			a.Ephemeral = true
			if _, err := x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(t.Context()), Confirmed); err != nil {
				return err
			}
			f, err := FindFacts(tx, r.ID, a.Person.ID, IgnoreLocks, x.at, NoAnswers)
			if got, want := f.Attempt.GaveUpAt, noon.Add(time.Minute); !got.Equal(want) {
				t.Errorf("at %v ann has given up at %v, want %v", x.at, got, want)
			}
			return err
		})
	}
}

// quits gives up the round for a person. isAlone reports whether nobody else reads along.
func (x *table) quits(who string, how Resolve, isAlone bool) (q Quit) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, who)
		a.Ephemeral = isAlone
		q, err = x.play.GiveUp(tx, a, r.ID, r.Puzzle.Solve(x.t.Context()), how)
		return err
	})
	return q
}

// ownRace makes a race that ann asked for.
func ownRace(t *testing.T, id string) *table {
	t.Helper()
	x := newTable(t, id, 0)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		return tx.Exec("ask", `UPDATE rounds SET asker_id = $1 WHERE id = $2`, ann, x.round)
	})
	return x
}

// A double press asks once, so a third press confirms a second after the first.
func TestPressedThrice(t *testing.T) {
	x := ownRace(t, "24:1,2,3,4")
	for after, want := range []Quitting{QuitAsk, QuitAsk, QuitForAll} {
		x.at = noon.Add(time.Duration(after) * 600 * time.Millisecond)
		if q := x.quits("ann", Pressed, true); q.What != want {
			t.Errorf("press %d: %s, want %s", after+1, q.What, want)
		}
	}
}

// A press may be a mistake, so the person is asked. A second press gives up, unless it is part of a double
// press, or comes after a minute.
func TestPressedTwice(t *testing.T) {
	for after, want := range map[time.Duration]Quitting{
		time.Second - 1: QuitAsk, time.Second: QuitForAll, time.Minute - 1: QuitForAll, time.Minute: QuitAsk,
	} {
		x := ownRace(t, "24:1,2,3,4")
		if q := x.quits("ann", Pressed, true); q.What != QuitAsk || !q.ForAll {
			t.Fatalf("ann presses: %s, for all %t", q.What, q.ForAll)
		}
		x.at = noon.Add(after)
		if q := x.quits("ann", Pressed, true); q.What != want {
			t.Errorf("ann presses again after %v: %s, want %s", after, q.What, want)
		}
	}
}

// An answer withdraws the question whether a person gives up.
func TestAnswerWithdrawsTheQuestion(t *testing.T) {
	x := ownRace(t, hard)
	x.quits("ann", Pressed, true)
	x.at = noon.Add(10 * time.Second)
	x.answer("ann", "8*3+3-8")
	x.at = noon.Add(20 * time.Second)
	if q := x.quits("ann", Pressed, true); q.What != QuitAsk {
		t.Errorf("ann presses after an answer: %s", q.What)
	}
}

// Where others read along, nobody can be shown a solution alone. So a person who gives up there has not given
// up. If they may end the race for all, they may do so anywhere.
func TestGivingUpWhereOthersRead(t *testing.T) {
	x := ownRace(t, hard)
	if q := x.quits("bo", Confirmed, false); q.What != QuitPrivate {
		t.Errorf("bo gives up where others read: %s", q.What)
	}
	if x.seen("bo") {
		t.Error("bo has seen a solution")
	}
	if q := x.quits("bo", Confirmed, true); q.What != QuitAlone || q.Best.Best == "" || q.ForAll {
		t.Errorf("bo gives up alone: %s, %q", q.What, q.Best.Best)
	}
	if !x.seen("bo") {
		t.Error("bo has seen no solution")
	}
	if q := x.quits("ann", Typed, false); q.What != QuitForAll || q.Ending == nil || q.Ending.Round.Reason != GivenUp {
		t.Errorf("ann gives up: %s", q.What)
	}
	if q := x.quits("cy", Confirmed, true); q.What != QuitOver {
		t.Errorf("cy gives up what is over: %s", q.What)
	}
}

// In a race in which solutions are collected, a person who gives up is shown those that nobody has found.
func TestGivingUpShowsWhatNobodyFound(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	x.sends("bo", "2*(3+4+5)", time.Minute, true)
	q := x.quits("ann", Confirmed, true)
	if q.What != QuitAlone || q.Solved || len(q.Missed) != len(q.Best.All)-1 || slices.Contains(q.Missed, "2*(3+4+5)") {
		t.Errorf("ann: %s, solved %t, missed %q of %q", q.What, q.Solved, q.Missed, q.Best.All)
	}
	if q := x.quits("bo", Confirmed, true); !q.Solved {
		t.Errorf("bo has solved it: %+v", q)
	}
}

// A person cannot give up a puzzle that is played for points in another of their groups, or that is one of a
// live daily: they would be shown its solution.
func TestGivingUpWhatIsPlayedElsewhere(t *testing.T) {
	for _, isDaily := range []bool{false, true} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			if isDaily {
				return AddDaily(tx, Number(noon), "24", hard, parsed(t, hard).Face().Class())
			}
			other, err := tx.EnsureCommunity("net", "other", false, 0, "", noon)
			if err != nil {
				return err
			}
			r, err := tx.RoundByID(x.round)
			if err != nil {
				return err
			}
			r.CommunityID = other.ID
			if _, err := tx.AddRound(r); err != nil {
				return err
			}
			return tx.Join(other.ID, x.act(tx, "ann").Person.ID, noon)
		})
		if q := x.quits("ann", Confirmed, true); q.What != QuitPlayed {
			t.Errorf("ann, a live daily %t: %s", isDaily, q.What)
		}
		want := QuitAlone
		if isDaily {
			want = QuitPlayed
		}
		if q := x.quits("bo", Confirmed, true); q.What != want {
			t.Errorf("bo, a live daily %t: %s", isDaily, q.What)
		}
	}
}

// A puzzle that is also played elsewhere may be given up only in a match. A round that is closed cannot be
// given up.
func TestGivingUpAPuzzleOfAMatch(t *testing.T) {
	r := Round{Mode: mode.Mode{GiveUp: mode.QuitResigns}}
	if got := refuseQuit(Act{At: noon}, r, true); got != QuitPlayed {
		t.Errorf("outside a match it is refused with %q", got)
	}
	over := r
	over.Reason = Replaced
	over.ClosedAt = noon.Add(time.Second)
	if got := refuseQuit(Act{At: noon}, over, false); got != QuitOver {
		t.Errorf("what was over when it was read is refused with %q", got)
	}
	r.Match = &MatchRow{}
	if got := refuseQuit(Act{At: noon}, r, true); got != "" {
		t.Errorf("in a match it is refused with %q", got)
	}
}

// A person who has earned something by a daily loses nothing by giving up the rest, so they are not asked.
// They see the solutions when the day is over.
func TestGivingUpTheRestOfADaily(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", Number(noon))
	x.show("ann")
	x.wait()
	x.answer("ann", "2*(3+4+5)")
	q := x.quits("ann", Typed, true)
	if q.What != QuitDay || !q.Solved || !q.Shown.Equal(SolutionsFrom(Number(noon))) || x.seenElsewhere("ann") {
		t.Errorf("ann: %s, solved %t, shown from %v", q.What, q.Solved, q.Shown)
	}
	x.at = SolutionsFrom(Number(noon))
	if q := x.quits("bo", Confirmed, true); q.What != QuitAlone || !q.Shown.IsZero() {
		t.Errorf("bo gives it up when it is over: %s", q.What)
	}
}

// seenElsewhere reports whether a person was shown a solution of the puzzle that they did not find in the
// round.
func (x *table) seenElsewhere(who string) (is bool) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		is, err = wasShown(tx, r, x.act(tx, who).Person.ID)
		return err
	})
	return is
}

// On a clock or in a contest, a person who gives up earns nothing more, and sees the solution at the end with
// the others.
func TestGivingUpAContest(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.change(func(r *storage.Round) { r.EndsAt = noon.Add(idleFor) })
	if q := x.quits("ann", Confirmed, true); q.What != QuitOut || q.Ending != nil {
		t.Errorf("ann: %s", q.What)
	}
	if x.seenElsewhere("ann") {
		t.Error("ann, who is out, was shown a solution")
	}
	if took := x.sends("ann", "7*7", time.Minute, false); took.Practice != QuitBefore {
		t.Errorf("ann answers: practice %q", took.Practice)
	}
}

// If a person gives up twice, the attempt is rated once.
func TestGivingUpRatesOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(time.Minute)
	x.giveUp("ann")
	x.at = noon.Add(2 * time.Minute)
	x.giveUp("ann")
	if got := x.rated(); len(got) != 1 || got[0].Solved || got[0].After != time.Minute {
		t.Errorf("rated: %+v", got)
	}
}

// A person who gives up keeps what they have solved, whether or not it paid them points.
func TestGivingUpKeepsWhatWasSolved(t *testing.T) {
	for what, award := range map[string]storage.Award{"solved for nothing": {Solved: true}, "points, not solved": {Points: 3}} {
		x := newTable(t, "tchisla:49#7", 0)
		x.write(func(tx *storage.Tx) error {
			award.RoundID = x.round
			award.PlayerID = x.act(tx, "ann").Person.ID
			award.CommunityID = x.club.ID
			award.At = noon
			return tx.SetAward(storage.Award{}, award)
		})
		if q := x.quits("ann", Confirmed, true); q.Solved != award.Solved {
			t.Errorf("%s: solved %v", what, q.Solved)
		}
	}
}

// If a person asks for the next puzzle in one group, their round in another group does not end.
func TestLeavingARoundElsewhere(t *testing.T) {
	x := ownRace(t, hard)
	x.write(func(tx *storage.Tx) error {
		other, err := tx.EnsureCommunity("net", "other", false, 0, "", noon)
		if err != nil {
			return err
		}
		for _, place := range []storage.Community{other, x.club} {
			a := x.act(tx, "ann")
			a.Community = place
			e, err := x.play.Leave(tx, a, x.round, parsed(t, hard).Solve(t.Context()))
			if err != nil || (e != nil) != (place.ID == x.club.ID) {
				t.Errorf("in %s: it ends: %v, %v", place.Key, e != nil, err)
			}
		}
		return nil
	})
}
