package play

import (
	"context"
	"slices"
	"testing"
	"time"

	"reckon/storage"
)

// What a person failed at comes again 1, 3 and 7 days after, not sooner, three times at most.
// It pays nothing, even if they had a hint alone and never saw a solution.
func TestFailedComesAgain(t *testing.T) {
	x := newTable(t, hard, 0)
	x.at = noon.Add(40 * time.Second)
	x.hint("ann")
	failed := x.at
	var own storage.Community
	x.write(func(tx *storage.Tx) (err error) {
		own, err = tx.EnsureCommunity("net", "ann", true, 0, "", noon)
		return err
	})
	var came []time.Duration
	for hour := range 24 * 20 {
		x.at = failed.Add(time.Duration(hour) * time.Hour)
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, "ann")
			a.Community = own
			return nil
		})
		for range 10 { // one in four is of those that failed
			d, err := x.play.Draw(context.Background(), a, x.play.Game("24"), 0, Practising)
			if err != nil {
				t.Fatal(err)
			}
			if d.Coaching.FailedAt.IsZero() {
				continue
			}
			came = append(came, x.at.Sub(failed)/(24*time.Hour))
			x.write(func(tx *storage.Tx) error {
				dealt, err := x.play.Deal(tx, a, d, 0)
				x.round = dealt.Round.ID
				return err
			})
			x.at = x.at.Add(time.Minute)
			if took := x.answer("ann", "8/(3-8/3)"); took.What != Practised || took.Points != 0 {
				t.Errorf("after %v it is %s and earns %d", x.at.Sub(failed), took.What, took.Points)
			}
			break
		}
	}
	if want := []time.Duration{1, 3, 7}; !slices.Equal(came, want) {
		t.Errorf("it came after %d days, want %d", came, want)
	}
	if got := x.rated(); len(got) != 1 {
		t.Errorf("practice is rated: %+v", got)
	}
}
