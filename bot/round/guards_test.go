package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// If a message shows the puzzle of a round at another place, it does not become the round's message, and
// starts no clock.
func TestShownElsewhere(t *testing.T) {
	x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
	x.change(func(r *storage.Round) { r.Lasts = time.Minute })
	x.write(func(tx *storage.Tx) error {
		own, err := tx.EnsureCommunity("net", "ann", true, 0, "", noon)
		if err != nil {
			return err
		}
		for _, c := range []struct {
			in      storage.Community
			message string
		}{{own, ""}, {x.club, "shown"}} {
			if _, _, err := x.play.Delivered(tx, c.in.ID, "shown", x.round, true, noon); err != nil {
				return err
			}
			r, err := tx.RoundByID(x.round)
			if err != nil {
				return err
			}
			if r.Message != c.message || r.EndsAt.IsZero() != (c.message == "") {
				t.Errorf("delivered to %s: message %q, its clock ends %v", c.in.Key, r.Message, r.EndsAt)
			}
		}
		return nil
	})
}

// The first message that shows the puzzle starts the clock, if there is one and the round is open. The newest
// message becomes the round's message.
func TestDeliveredTwice(t *testing.T) {
	for name, c := range map[string]struct {
		lasts  time.Duration
		closed time.Time
		ends   time.Time
	}{
		"on the clock": {time.Minute, time.Time{}, noon.Add(time.Minute)}, "without a clock": {}, "closed": {time.Minute, noon, time.Time{}},
	} {
		x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
		x.change(func(r *storage.Round) { r.Lasts, r.ClosedAt = c.lasts, c.closed })
		x.write(func(tx *storage.Tx) error {
			for i, message := range []string{"m1", "m2"} {
				if _, _, err := x.play.Delivered(tx, x.club.ID, message, x.round, true, noon.Add(time.Duration(i)*time.Second)); err != nil {
					return err
				}
			}
			r, err := tx.RoundByID(x.round)
			if r.Message != "m2" || !r.EndsAt.Equal(c.ends) {
				t.Errorf("%s: message %q, its clock ends %v", name, r.Message, r.EndsAt)
			}
			return err
		})
	}
}

// hasten makes a clock run out sooner, but never later, and not before the clock began.
func TestHasten(t *testing.T) {
	x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
	x.change(func(r *storage.Round) { r.Lasts, r.EndsAt = time.Minute, noon.Add(time.Minute) })
	x.write(func(tx *storage.Tx) error {
		for _, c := range []struct{ end, want time.Duration }{
			{90 * time.Second, time.Minute}, {20 * time.Second, 20 * time.Second}, {40 * time.Second, 20 * time.Second}, {-time.Second, time.Millisecond},
		} {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			if err := hasten(tx, r, noon.Add(c.end)); err != nil {
				return err
			}
			if r, err = x.play.Round(tx, x.round); err != nil {
				return err
			}
			if !r.EndsAt.Equal(noon.Add(c.want)) || !r.begun().Equal(noon) {
				t.Errorf("hastened to %v, it ends after %v and began %v after noon", c.end, r.EndsAt.Sub(noon), r.begun().Sub(noon))
			}
		}
		return nil
	})
}

// A race that was won ends when anyone asks for the next puzzle, but not in the minute after an answer with
// two hints. A race without an answer ends only if an administrator asks. A round on a clock ends by itself,
// and one that is played elsewhere goes on.
func TestLeave(t *testing.T) {
	clock := func(x *table) {
		x.write(func(tx *storage.Tx) error {
			r, err := tx.RoundByID(x.round)
			if err != nil {
				return err
			}
			r.Lasts, r.EndsAt = time.Hour, noon.Add(time.Hour)
			return tx.SaveRound(r)
		})
	}
	elsewhere := func(x *table) {
		x.write(func(tx *storage.Tx) error {
			other, err := tx.EnsureCommunity("net", "other", false, 0, "", noon)
			if err != nil {
				return err
			}
			r, err := tx.RoundByID(x.round)
			if err != nil {
				return err
			}
			r.ID, r.CommunityID = 0, other.ID
			if _, err = tx.AddRound(r); err != nil {
				return err
			}
			return tx.Join(other.ID, x.act(tx, "bo").Person.ID, noon)
		})
	}
	for _, c := range []struct {
		what   string
		set    func(*table)
		admin  bool
		hints  int
		answer bool
		after  time.Duration
		ends   bool
		// isKept reports whether the end keeps the solutions that nobody has found.
		isKept bool
	}{
		{"nobody has answered", nil, false, 0, false, time.Second, false, false},
		{"won", nil, false, 0, true, time.Second, true, false},
		{"won with two hints", nil, false, 2, true, time.Minute - time.Second, false, false},
		{"more than a minute after", nil, false, 2, true, time.Minute + time.Second, true, false},
		{"nobody has answered; an administrator", nil, true, 0, false, time.Second, true, false},
		{"won on a clock", clock, false, 0, true, time.Second, false, false},
		{"won, and played in another group of theirs", elsewhere, false, 0, true, time.Second, true, true},
	} {
		x := newTable(t, "24:2,3,4,5", 0)
		if c.set != nil {
			c.set(x)
		}
		x.at = noon.Add(90 * time.Second)
		for range c.hints {
			x.hint("ann")
		}
		if c.answer {
			x.answer("ann", "2*(3+4+5)")
		}
		x.at = x.at.Add(c.after)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			a := x.act(tx, "bo")
			a.Admin = c.admin
			e, err := x.play.Leave(tx, a, r.ID, r.Puzzle.Solve(t.Context()))
			if (e != nil) != c.ends {
				t.Errorf("%s: it ends: %v, want %v", c.what, e != nil, c.ends)
			}
			if e != nil && (e.IsKept != c.isKept || (len(e.Missed) > 0) == c.isKept) {
				t.Errorf("%s: solutions kept: %v, missed: %q", c.what, e.IsKept, e.Missed)
			}
			return err
		})
	}
}

// A message that is edited after the end is no answer, even if the round has not been awarded yet.
func TestEditedInTime(t *testing.T) {
	for after, want := range map[time.Duration]bool{59 * time.Second: true, 61 * time.Second: false} {
		x := newTable(t, "countdown:100,75,50,25,6,3=952", 0)
		x.change(func(r *storage.Round) { r.Lasts, r.EndsAt = time.Minute, noon.Add(time.Minute) })
		x.answer("ann", "1+1")
		x.at = noon.Add(after)
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			v, err := tx.Visit(storage.Origin{Network: "net", Community: a.Community.Key})
			if err != nil {
				return err
			}
			a.Candidates = v.Candidates
			_, ok, err := x.play.EditedRound(tx, a, noon, "100*(6+3)+50")
			if ok != want {
				t.Errorf("changed %v after it was dealt: %v, want %v", after, ok, want)
			}
			return err
		})
	}
}

// An edited message is no answer to a daily where others read along.
func TestEditedDaily(t *testing.T) {
	x := newTable(t, "24:1,5,10,10", Number(noon))
	x.answer("ann", "1+5")
	for _, alone := range []bool{true, false} {
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Ephemeral = alone
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			if err := x.play.MakeCurrent(tx, a, r); err != nil {
				return err
			}
			v, err := tx.Visit(storage.Origin{Network: "net", Community: a.Community.Key, PlayerNetwork: "net", Player: a.Person.Key})
			if err != nil {
				return err
			}
			a.Candidates = v.Candidates
			if _, ok, err := x.play.EditedRound(tx, a, x.at, "10+10+5-1"); ok != alone || err != nil {
				t.Errorf("alone %v: %v, %v", alone, ok, err)
			}
			return nil
		})
	}
}

// If a person saw a hint of a daily before the puzzle was shown where only they read, giving up later is not
// rated: they had help.
func TestHintBeforeShownIsNotRated(t *testing.T) {
	for hinted, want := range map[bool]int{true: 0, false: 1} {
		x := newTable(t, hard, Number(noon))
		x.at = noon.Add(time.Minute)
		if hinted {
			x.hint("ann")
		}
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			a.Ephemeral = true
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			return x.play.StartClock(tx, a, r)
		})
		x.at = x.at.Add(time.Minute)
		x.giveUp("ann")
		if got := len(x.rated()); got != want {
			t.Errorf("a hint before: %v, %d are rated, want %d", hinted, got, want)
		}
	}
}
