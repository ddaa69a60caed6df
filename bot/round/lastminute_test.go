package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// After an answer with two hints the race is open to others for a minute. Telegram gives times in whole seconds. Who
// may have answered within the minute has, and who answers a second later has not.
func TestLastMinuteByRounding(t *testing.T) {
	for _, c := range []struct {
		first, second time.Duration
		isInTime      bool
	}{
		// Both are messages of Telegram. The first may have been sent at 999 ms.
		{0, 59_000, true},
		{0, 60_000, true},
		{0, 61_000, false},
		// Both are in milliseconds.
		{500, 60_499, true},
		{500, 60_500, true},
		{500, 60_501, false},
		{500, 61_500, false},
		// The first is a message, and the second is of the page.
		{0, 60_001, true},
		{0, 60_999, true},
		{0, 61_001, false},
		// The first is of the page. The second is too late if even the beginning of its second is.
		{500, 60_000, true},
		{500, 61_000, false},
		{999, 60_000, true},
		{1, 60_000, true},
		{1, 61_000, false},
	} {
		for _, puzzle := range []string{hard, "24:1,2,3,4"} {
			x := newTable(t, puzzle, 0)
			solution := parsed(t, puzzle).Solve(t.Context()).Best
			x.at = noon.Add(65 * time.Second)
			x.hint("ann")
			x.hint("ann")
			answered := 70 * time.Second
			if took := x.sends("ann", solution, answered+c.first*time.Millisecond, false); took.OpenFor != time.Minute {
				t.Fatalf("ann leaves it open for %v", took.OpenFor)
			}
			closes := lastMoment(x.at).Add(OpenFor)
			if at := x.job(EndJob, x.round); puzzle == hard && !at.Equal(closes.Add(Grace)) {
				t.Errorf("after %d ms the race ends %v after its last minute", c.first, at.Sub(closes))
			}
			sent := answered + c.second*time.Millisecond
			isOpen := x.endsBefore(noon.Add(sent).Add(Grace / 2))
			if !isOpen {
				t.Errorf("%s: after %d ms an answer at %d ms is not waited for", puzzle, c.first, c.second)
				continue
			}
			took := x.sends("bo", solution, sent, false)
			isWinner := took.What == First && took.Points > 0
			if isWinner != c.isInTime {
				t.Errorf("%s: after %d ms an answer at %d ms is %s, %d points", puzzle, c.first, c.second, took.What, took.Points)
			}
			if !c.isInTime && took.What != Known {
				t.Errorf("%s: after %d ms a late answer at %d ms is %s", puzzle, c.first, c.second, took.What)
			}
		}
	}
}

// endsBefore runs the job that ends the round, if it is due, and reports whether the round is still open.
func (x *table) endsBefore(now time.Time) (isOpen bool) {
	x.t.Helper()
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		e, err := x.play.End(tx, PendingEnd{Round: r, Solution: r.Puzzle.Solve(x.t.Context())}, now)
		isOpen = e == nil
		return err
	})
	return isOpen
}

// How long the last minute still lasts is counted in whole seconds, as the network gives them, and is never below zero.
func TestRestOfLastMinuteIsSaid(t *testing.T) {
	for second, want := range map[time.Duration]time.Duration{
		20_000: 40 * time.Second,
		59_000: time.Second,
		60_000: 0,
		60_500: 0,
	} {
		x := newTable(t, "24:1,2,3,4", 0)
		x.at = noon.Add(65 * time.Second)
		for _, who := range []string{"ann", "bo"} {
			x.hint(who)
			x.hint(who)
		}
		x.sends("ann", "1*2*3*4", 70*time.Second, true)
		if took := x.sends("bo", "(1+2+3)*4", 70*time.Second+second*time.Millisecond, true); took.What != First || took.OpenFor != want {
			t.Errorf("%d ms later: %s, open for %v", second, took.What, took.OpenFor)
		}
	}
}
