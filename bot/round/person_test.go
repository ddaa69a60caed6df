package round

import (
	"slices"
	"testing"
	"time"

	"reckon/storage"
)

// When two players become one person, only the first of their attempts at a puzzle counts for the ability.
func TestLinkedPlayersLearnFromTheFirstAttempt(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		here, there := x.act(tx, "ann").Person.ID, x.elsewhere(tx, "ann").ID
		for _, attempt := range []RatedAttempt{rated(here, "both"), rated(there, "both"), rated(there, "other")} {
			if err := SaveRated(tx, attempt); err != nil {
				return err
			}
		}
		if err := x.play.Link(tx, here, there, x.at); err != nil {
			return err
		}
		for _, id := range []int64{here, there} {
			ability, err := findAbility(tx, id, "24")
			if err != nil {
				return err
			}
			if ability.Attempts != 2 {
				t.Errorf("player %d has learnt from %d attempts at two puzzles", id, ability.Attempts)
			}
		}
		return nil
	})
}

// A puzzle that is locked to a person pays them nothing until the lock ends.
func TestLockEnds(t *testing.T) {
	for until, want := range map[time.Duration]Practice{time.Minute: SeenBefore, -time.Minute: Paid} {
		x := newTable(t, hard, 0)
		x.at = noon.Add(time.Hour)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			return lockClass(tx, x.play.Hash("net", "ann"), r.Class, x.at.Add(until))
		})
		if took := x.answer("ann", "8/(3-8/3)"); took.Practice != want {
			t.Errorf("locked until %v after the answer: practice %q, want %q", until, took.Practice, want)
		}
	}
}

// If a person was shown a daily, was forgotten and comes back, the clock still runs from the first time.
func TestClockOfAForgottenPersonRunsOn(t *testing.T) {
	x := newTable(t, hard, Number(noon))
	seen := noon.Add(-time.Hour)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		return lockClass(tx, x.play.Hash("net", "ann"), ofDay(r.Daily, r.Class), seen.Add(lockFor))
	})
	x.show("ann")
	x.write(func(tx *storage.Tx) error {
		f, err := FindFacts(tx, x.round, x.act(tx, "ann").Person.ID, IgnoreLocks, x.at, NoAnswers)
		if !f.ShownAt.Equal(seen) {
			t.Errorf("the clock runs since %v, want %v", f.ShownAt, seen)
		}
		return err
	})
}

// isLocked reports whether a class of puzzles is locked to a player.
func (x *table) isLocked(player storage.Player, class string) bool {
	x.t.Helper()
	return !x.lockedUntil(player, class).IsZero()
}

// lockedUntil returns when the lock of a class to a player ends.
func (x *table) lockedUntil(player storage.Player, class string) (until time.Time) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) (err error) {
		until, err = classLockedUntil(tx, x.play.Hash(player.Network, player.Key), class, x.at)
		return err
	})
	return until
}

// When linked players are unlinked, a live puzzle that one of them took part in stays open to that one, and is
// locked to the other. When a person is forgotten, it is locked to all their players.
func TestPartingLocksToTheOther(t *testing.T) {
	for _, isForgotten := range []bool{false, true} {
		x := newTable(t, hard, 0)
		x.answer("ann", "8*3+3-8")
		var here, there storage.Player
		class := parsed(t, hard).Face().Class()
		x.write(func(tx *storage.Tx) error {
			here = x.act(tx, "ann").Person
			there = x.elsewhere(tx, "ann")
			if err := x.play.Link(tx, here.ID, there.ID, x.at); err != nil {
				return err
			}
			if isForgotten {
				return x.play.Forget(tx, x.act(tx, "ann"))
			}
			parted, err := x.play.Unlink(tx, x.act(tx, "ann"))
			if len(parted) != 1 || parted[0].ID != there.ID {
				t.Errorf("ann parts from %+v", parted)
			}
			return err
		})
		if x.isLocked(here, class) != isForgotten || !x.isLocked(there, class) {
			t.Errorf("forgotten %t: locked to who played %t, to the other %t", isForgotten, x.isLocked(here, class), x.isLocked(there, class))
		}
		if until := x.lockedUntil(there, class); !until.Equal(noon.Add(3 * 24 * time.Hour)) {
			t.Errorf("forgotten %t: locked until %v", isForgotten, until)
		}
	}
}

// If a person is linked to nobody, unlinking changes nothing, and nothing is locked.
func TestPartingFromNobody(t *testing.T) {
	x := newTable(t, hard, 0)
	x.answer("ann", "8*3+3-8")
	x.write(func(tx *storage.Tx) error {
		parted, err := x.play.Unlink(tx, x.act(tx, "ann"))
		if len(parted) != 0 {
			t.Errorf("ann parts from %+v", parted)
		}
		return err
	})
	if x.isLocked(storage.Player{Network: "net", Key: "ann"}, parsed(t, hard).Face().Class()) {
		t.Error("the puzzle is locked to ann")
	}
}

// If two linked players were shown a daily, the clock of both runs from when the first one saw it, even after
// they are unlinked.
func TestClockOfTwoRunsOnFromTheFirst(t *testing.T) {
	for _, isFirstHere := range []bool{true, false} {
		x := newTable(t, hard, Number(noon))
		var here, there storage.Player
		x.write(func(tx *storage.Tx) error {
			here = x.act(tx, "ann").Person
			there = x.elsewhere(tx, "ann")
			first, second := here.ID, there.ID
			if !isFirstHere {
				first, second = second, first
			}
			if err := addOpening(tx, x.round, first, noon); err != nil {
				return err
			}
			if err := addOpening(tx, x.round, second, noon.Add(time.Hour)); err != nil {
				return err
			}
			if err := x.play.Link(tx, here.ID, there.ID, x.at); err != nil {
				return err
			}
			_, err := x.play.Unlink(tx, x.act(tx, "ann"))
			return err
		})
		class := ofDay(Number(noon), parsed(t, hard).Face().Class())
		for _, p := range []storage.Player{here, there} {
			if until := x.lockedUntil(p, class); !until.Equal(noon.Add(3 * 24 * time.Hour)) {
				t.Errorf("shown here first %t: the clock of %s runs since %v", isFirstHere, p.Network, until.Add(-3*24*time.Hour))
			}
		}
	}
}

// When a person is forgotten, challenges that named them by their handle are removed, too. Features are told
// of each of their players.
func TestForgettingAPerson(t *testing.T) {
	x := newTable(t, hard, 0)
	var told []int64
	x.play.Forgotten = append(x.play.Forgotten, func(_ *storage.Tx, id int64, _ time.Time) error {
		told = append(told, id)
		return nil
	})
	byKey, err := x.challenge("bo", Rival{Key: "ann"}, "")
	if err != nil {
		t.Fatal(err)
	}
	byHandle, err := x.challenge("cy", Rival{Handle: "ann"}, "")
	if err != nil {
		t.Fatal(err)
	}
	of, err := x.challenge("dan", Rival{Handle: "eve"}, "")
	if err != nil {
		t.Fatal(err)
	}
	var here, there int64
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "ann")
		a.Handle = "ann"
		here = a.Person.ID
		there = x.elsewhere(tx, "ann").ID
		if err := x.play.Link(tx, here, there, x.at); err != nil {
			return err
		}
		if err := x.play.Forget(tx, a); err != nil {
			return err
		}
		for _, m := range []Match{byKey, byHandle, of} {
			row, err := MatchByID(tx, m.ID)
			if err != nil {
				return err
			}
			if isOver := !row.EndedAt.IsZero(); isOver == (m.ID == of.ID) || isOver != (row.Rival == "") {
				t.Errorf("match %d: rival %q, over %t", m.ID, row.Rival, isOver)
			}
		}
		return nil
	})
	if !slices.Equal(told, []int64{here, there}) {
		t.Errorf("features are told of %v, want %d and %d", told, here, there)
	}
}

// If a person was shown a solution in one round, that round is known. If their players were shown it in two
// rounds, it is only known that they have seen it.
func TestWhereASolutionWasSeen(t *testing.T) {
	x := newTable(t, hard, 0)
	second := x.pose(hard)
	x.write(func(tx *storage.Tx) error {
		class := parsed(t, hard).Face().Class()
		here, there := x.act(tx, "ann").Person.ID, x.elsewhere(tx, "ann").ID
		for i, step := range []struct {
			player, in, want int64
		}{{here, x.round, x.round}, {there, second, 0}} {
			if err := MarkSeen(tx, step.player, class, step.in); err != nil {
				return err
			}
			if i == 1 {
				if err := tx.Link(here, there, noon); err != nil {
					return err
				}
			}
			f, err := FindFacts(tx, second, here, IgnoreLocks, noon, NoAnswers)
			if err != nil {
				return err
			}
			if !f.Seen || f.SeenIn != step.want {
				t.Errorf("seen %t in round %d, want %d", f.Seen, f.SeenIn, step.want)
			}
		}
		return nil
	})
}

// If a person does something after their live puzzles were read, those are read again.
func TestLivePuzzlesAreReadAgain(t *testing.T) {
	x := newTable(t, hard, 0)
	ann := Act{}
	x.write(func(tx *storage.Tx) error {
		ann = x.act(tx, "ann")
		return nil
	})
	live, err := x.play.ReadLive(t.Context(), ann.Person.ID, noon)
	if err != nil {
		t.Fatal(err)
	}
	x.sends("ann", "8*3+3-8", time.Minute, true)
	x.write(func(tx *storage.Tx) error {
		classes, err := live.of(tx, ann.Person.ID, noon)
		if want := []string{parsed(t, hard).Face().Class()}; !slices.Equal(classes, want) {
			t.Errorf("live are %q, want %q", classes, want)
		}
		return err
	})
}
