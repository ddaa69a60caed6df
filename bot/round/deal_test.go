package round

import (
	"errors"
	"strings"
	"testing"
	"time"

	"reckon/engine/games"
	"reckon/storage"
)

// dealt has a person ask for a puzzle; own says that they typed it.
func (x *table) dealt(who, id string, own bool) (d Deal, err error) {
	x.t.Helper()
	puzzle, e := games.Parse(id)
	if e != nil {
		x.t.Fatal(e)
	}
	x.write(func(tx *storage.Tx) error {
		name, _, _ := strings.Cut(id, ":")
		game, _ := games.ByName(name)
		d, err = x.play.Deal(tx, x.act(tx, who), Pick{Game: game, Puzzle: puzzle, Own: own, Solvable: true}, 0)
		return nil
	})
	return d, err
}

// A contest is shown again to whoever asks for a puzzle of its game, but not to those who typed numbers:
// they learn how long it lasts.
func TestTypedNumbersBesideAContest(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	contest, err := x.dealt("ann", "tchisla:49#7", false)
	if err != nil || !contest.Round.IsContest() {
		t.Fatalf("no contest is dealt: %v", err)
	}
	x.at = noon.Add(time.Hour)
	again, err := x.dealt("bo", "tchisla:100#7", false)
	if err != nil || !again.Again || again.Round.ID != contest.Round.ID {
		t.Errorf("asked for another one: round %d, again %v, %v", again.Round.ID, again.Again, err)
	}
	_, err = x.dealt("bo", "tchisla:100#7", true)
	var running *RunningError
	if !errors.As(err, &running) || !running.Contest || running.Left != 23*time.Hour {
		t.Errorf("typed numbers: %v", err)
	}
}

// A puzzle on a clock ends by itself, so it is none of the two that a person may have open.
func TestClockIsNoOpenDeal(t *testing.T) {
	x := newTable(t, "conundrum:CATBRIERS", 0)
	// The one that is open gives way.
	x.at = noon.Add(quitFor)
	for _, id := range []string{"24:2,3,4,5", "countdown:100,75,50,25,6,3=952"} {
		if _, err := x.dealt("ann", id, false); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	if _, err := x.dealt("ann", hard, false); err != nil {
		t.Errorf("a second race beside a clock: %v", err)
	}
}

// A race gives way once nobody has touched it for two minutes: neither the last answer nor the last
// press, whichever was later.
func TestGivesWay(t *testing.T) {
	for _, c := range []struct{ pressed, answered, asked time.Duration }{
		{time.Minute, 10 * time.Minute, 12 * time.Minute},
		{10 * time.Minute, time.Minute, 12 * time.Minute},
	} {
		for early, want := range map[time.Duration]bool{time.Second: false, 0: true} {
			x := newTable(t, hard, 0)
			x.at = noon.Add(c.pressed)
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				return x.play.LookAt(tx, x.act(tx, "ann"), r)
			})
			x.sends("bo", "8*3+3-8", c.answered, true)
			x.at = noon.Add(c.asked - early)
			x.write(func(tx *storage.Tx) error {
				r, err := x.play.Round(tx, x.round)
				if err != nil {
					return err
				}
				got, err := givesWay(tx, x.act(tx, "cy"), r)
				if got != want {
					t.Errorf("pressed after %v and answered after %v, at %v it gives way: %v", c.pressed, c.answered, c.asked-early, got)
				}
				return err
			})
		}
	}
}

// Typed numbers of a live daily lead to it once it has begun for the person. Before, they are dealt: to
// refuse them would tell tomorrow's puzzle.
func TestTypedNumbersOfADaily(t *testing.T) {
	for ahead, want := range map[int]bool{0: true, 1: false} {
		x := newTable(t, "conundrum:CATBRIERS", 0)
		x.write(func(tx *storage.Tx) error {
			puzzle, err := games.Parse(hard)
			if err != nil {
				return err
			}
			return AddDaily(tx, Number(noon)+ahead, "24", hard, puzzle.Face().Class())
		})
		_, err := x.dealt("ann", hard, true)
		var ofDay *DailyError
		if got := errors.As(err, &ofDay); got != want {
			t.Errorf("the daily of %d days ahead: %v", ahead, err)
		}
	}
}
