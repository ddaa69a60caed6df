package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// Who becomes one person with another player has met a puzzle once: of two attempts at it the first one
// counts for what they are able to.
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

// What is locked to a person pays them nothing until the lock ends.
func TestLockEnds(t *testing.T) {
	for until, want := range map[time.Duration]Practice{time.Minute: SeenBefore, -time.Minute: Paid} {
		x := newTable(t, hard, 0)
		x.at = noon.Add(time.Hour)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			return lockClass(tx, x.play.hash("net", "ann"), r.Class, x.at.Add(until))
		})
		if took := x.answer("ann", "8/(3-8/3)"); took.Practice != want {
			t.Errorf("locked until %v after the answer: practice %q, want %q", until, took.Practice, want)
		}
	}
}

// Who was shown a daily, was forgotten and comes back finds their clock running since then.
func TestClockOfAForgottenPersonRunsOn(t *testing.T) {
	x := newTable(t, hard, Number(noon))
	seen := noon.Add(-time.Hour)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		return lockClass(tx, x.play.hash("net", "ann"), ofDay(r.Daily, r.Class), seen.Add(lockFor))
	})
	x.show("ann")
	x.write(func(tx *storage.Tx) error {
		f, err := FindFacts(tx, x.round, x.act(tx, "ann").Person.ID, "", x.at, NoAnswers)
		if !f.OpenedAt.Equal(seen) {
			t.Errorf("the clock runs since %v, want %v", f.OpenedAt, seen)
		}
		return err
	})
}
