package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// closes ends the round a day after noon, with the reason TimeUp.
func (x *table) closes() (e *Ending) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		e, err = x.play.readAndEnd(tx, Act{At: noon.Add(24 * time.Hour)}, r, TimeUp, r.Puzzle.Solve(x.t.Context()))
		return err
	})
	return e
}

// What a contest pays counts in its community alone if that is one of guests, or if the answer was hasty.
func TestWhereAContestPays(t *testing.T) {
	for _, c := range []struct {
		what   string
		guests string
		after  time.Duration
		want   bool
	}{{"a group", "page", time.Minute, false}, {"a room of guests", "net", time.Minute, true}, {"hasty", "page", time.Millisecond, true}} {
		x := newTable(t, "tchisla:49#7", 0)
		x.play.Guests = c.guests
		x.sends("ann", "7*7", c.after, false)
		x.closes()
		if a := x.awardOf("ann"); a.Points != 50 || a.Local != c.want || a.CommunityID != x.club.ID {
			t.Errorf("%s: %+v", c.what, a)
		}
	}
}

// If two contests have the same puzzle, the one that ends first pays a person. Their answer to the other
// has no points.
func TestTwoContestsPayOnce(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	first := x.round
	x.write(func(tx *storage.Tx) (err error) {
		x.club, err = tx.EnsureCommunity("net", "other", false, 0, "", noon)
		return err
	})
	rounds := []int64{first, x.pose("tchisla:49#7")}
	for _, id := range rounds {
		x.round = id
		x.sends("ann", "7*7", time.Minute, false)
	}
	for i, want := range []int{50, 0} {
		x.round = rounds[i]
		e := x.closes()
		a := x.awardOf("ann")
		x.write(func(tx *storage.Tx) error {
			mine, err := PlayerAnswers(tx, x.round, x.act(tx, "ann").Person.ID)
			if a.Points != want || mine[0].Points != want || e.Standings[0].Points != want {
				t.Errorf("contest %d pays %d; the answer has %d points, and is shown with %d", i+1, a.Points, mine[0].Points, e.Standings[0].Points)
			}
			return err
		})
	}
}

// An answer to a custom puzzle was sent in time and read after the end. It pays nothing, and the person has
// found the solution in that round.
func TestLateAnswerToChosenNumbers(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.change(func(r *storage.Round) { r.Custom = true })
	x.closes()
	if took := x.sends("ann", "7*7", time.Minute, false); took.What != Noted || took.Practice != Paid || took.Worth != 0 {
		t.Errorf("ann's answer: %s, practice %q, worth %d", took.What, took.Practice, took.Worth)
	}
	x.write(func(tx *storage.Tx) error {
		f, err := FindFacts(tx, x.round, x.act(tx, "ann").Person.ID, IgnoreLocks, noon, NoAnswers)
		if !f.Seen || f.SeenIn != x.round || f.Award.Points != 0 {
			t.Errorf("seen %t in round %d of %d, %d points", f.Seen, f.SeenIn, x.round, f.Award.Points)
		}
		return err
	})
}

// Nobody has seen the solution of a puzzle that was never delivered, not even the person who typed its numbers.
func TestNobodyReadsTheEndOfAnUndeliveredPuzzle(t *testing.T) {
	x := newTable(t, "24:3,3,8,8", 0)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		row := r.Round
		row.Custom = true
		row.AskerID = ann.ID
		row.Lasts = time.Minute
		id, err := tx.AddRound(row)
		if err != nil {
			return err
		}
		e, err := x.play.Undelivered(tx, id, noon.Add(time.Minute))
		if err != nil || e == nil {
			t.Errorf("it has not ended (%v)", err)
		}
		hasSeen, err := hasSeenAll(tx, ann.ID, []string{row.Class})
		if hasSeen {
			t.Errorf("she counts as having seen it")
		}
		return err
	})
}

// A message that is lost after the puzzle was shown ends nothing: the clock runs.
func TestShownPuzzleGoesOn(t *testing.T) {
	x := newTable(t, "24:3,3,8,8", 0)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		row := r.Round
		row.Lasts = time.Minute
		id, err := tx.AddRound(row)
		if err != nil {
			return err
		}
		if _, _, err := x.play.Delivered(tx, x.club.ID, "m", id, true, noon); err != nil {
			return err
		}
		e, err := x.play.Undelivered(tx, id, noon.Add(time.Second))
		if err != nil {
			return err
		}
		r, err = x.play.Round(tx, id)
		if e != nil || !r.ClosedAt.IsZero() {
			t.Errorf("it has ended (%s)", r.Reason)
		}
		return err
	})
}

// Who is shown the end of a contest is paid all the same for an answer that they sent before it, and that is read later.
func TestEndIsSeenBeforeTheAnswerIsRead(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		r.EndsAt = noon.Add(time.Hour)
		return tx.SaveRound(r.Round)
	})
	x.sends("bob", "7*7", time.Minute, false)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		a := x.act(tx, "ann")
		a.At = noon.Add(time.Hour + Grace)
		e, err := x.play.readAndEnd(tx, a, r, TimeUp, r.Puzzle.Solve(t.Context()))
		if err != nil {
			return err
		}
		return x.play.MarkEndSeen(tx, a, e)
	})
	took := x.sends("ann", "7*7", time.Hour-time.Second, false)
	if award := x.awardOf("ann"); took.Practice != Paid || award.Points != 50 {
		t.Errorf("it is %q practice, and %+v", took.Practice, award)
	}
}

// Whoever has a chat with the bot to themselves has read how a puzzle ended there, even if they never tried it. In a
// group somebody who did nothing may not have read it.
func TestOwnerReadsTheEndInTheirChat(t *testing.T) {
	for _, isPrivate := range []bool{true, false} {
		x := club(t)
		x.write(func(tx *storage.Tx) (err error) {
			if isPrivate {
				ann := x.act(tx, "ann").Person
				x.club, err = tx.EnsureCommunity("net", "ann", true, ann.ID, "", noon)
			}
			return err
		})
		x.round = x.pose(hard)
		x.closes()
		if got := x.seen("ann"); got != isPrivate {
			t.Errorf("private %t: ann has seen the solution: %t", isPrivate, got)
		}
	}
}
