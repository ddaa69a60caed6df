package round

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/storage"
)

// closeMonth runs the job that closes a month until it has closed all boards. It returns the job that is set
// then.
func (x *table) closeMonth(now time.Time) storage.Job {
	x.t.Helper()
	job := storage.Job{Kind: MonthJob}
	for range 5 {
		save, err := x.play.CloseMonth(context.Background(), job, now)
		if err != nil {
			x.t.Fatal(err)
		}
		x.write(save)
		x.write(func(tx *storage.Tx) error {
			all, err := tx.ClaimJobs([]string{MonthJob}, now.Add(25*time.Hour), 1)
			if err != nil || len(all) != 1 {
				x.t.Fatalf("jobs %v, %v", all, err)
			}
			job = all[0]
			return tx.DropJob(job.Kind, job.Key)
		})
	}
	return job
}

// A month is closed once, even if the clocks of two processes differ a little.
func TestMonthIsClosedOnce(t *testing.T) {
	x := newTable(t, hard, 0)
	told := 0
	x.play.PeriodOver = append(x.play.PeriodOver, func(_ *storage.Tx, _ storage.Span, _ int, boards []int64) error {
		if slices.Contains(boards, storage.World) {
			told++
		}
		return nil
	})
	due := time.Date(2026, time.August, 1, 13, 0, 0, 0, time.UTC)
	for _, now := range []time.Time{due, due.Add(-time.Second), due.Add(time.Second), due.Add(time.Hour)} {
		x.closeMonth(now)
	}
	if told != 1 {
		t.Errorf("features are told %d times that a month is over", told)
	}
}

// If a clock was far ahead once, months do not stay open until that time. A month after a closed one is closed
// when the bot runs again, however late.
func TestMonthsAfterWrongClock(t *testing.T) {
	x := newTable(t, hard, 0)
	var over []int
	x.play.PeriodOver = append(x.play.PeriodOver, func(_ *storage.Tx, _ storage.Span, day int, boards []int64) error {
		if slices.Contains(boards, storage.World) {
			over = append(over, day)
		}
		return nil
	})
	lastOf := func(year int, month time.Month) int {
		return UnixDay(Number(time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)))
	}
	june := time.Date(2026, time.July, 1, 13, 0, 0, 0, time.UTC)
	x.closeMonth(june)
	x.closeMonth(june.AddDate(4, 0, 0))
	x.closeMonth(june.Add(time.Hour))
	x.closeMonth(june.AddDate(0, 1, 0))
	// Nobody ran the bot for three weeks.
	x.closeMonth(june.AddDate(0, 2, 21))
	want := []int{lastOf(2026, time.June), lastOf(2030, time.June), lastOf(2026, time.July), lastOf(2026, time.August)}
	if !slices.Equal(over, want) {
		t.Errorf("the World's months that were closed end on %v, want %v", over, want)
	}
}

// When a month is over, features are told of the World and of each community, once. Only after that the month
// is closed.
func TestMonthsAreClosed(t *testing.T) {
	x := newTable(t, hard, 0)
	var communities []int64
	x.write(func(tx *storage.Tx) error {
		for i := range monthPage + 1 {
			if _, err := tx.EnsureCommunity("net", fmt.Sprint("club", i), false, 0, "", x.at); err != nil {
				return err
			}
		}
		var err error
		communities, err = tx.CommunitiesAfter(0, 2*monthPage)
		return err
	})
	var over []int64
	x.play.PeriodOver = append(x.play.PeriodOver, func(tx *storage.Tx, span storage.Span, day int, boards []int64) error {
		july := time.Date(2026, time.July, 31, 0, 0, 0, 0, time.UTC)
		if span != storage.Month || day != UnixDay(Number(july)) || len(boards) > monthPage {
			t.Errorf("told of span %d, day %d and %d boards", span, day, len(boards))
		}
		if closed, err := tx.ClosedMonth(); err != nil || closed != 0 {
			t.Errorf("the closed month is %d already, %v", closed, err)
		}
		over = append(over, boards...)
		return nil
	})
	job := x.closeMonth(time.Date(2026, time.August, 1, 13, 0, 0, 0, time.UTC))
	if want := append([]int64{storage.World}, communities...); !slices.Equal(over, want) {
		t.Errorf("told of %d boards, want %d", len(over), len(want))
	}
	x.write(func(tx *storage.Tx) error {
		closed, err := tx.ClosedMonth()
		if closed == 0 || job.Key != "" {
			t.Errorf("after the last page the closed month is %d, and the job's key %q", closed, job.Key)
		}
		return err
	})
}

// A month is over at 13:00 UTC on the first day of the next, whatever the zone of a clock. After that the job
// runs on the next day at that time.
func TestWhenAMonthIsOver(t *testing.T) {
	june := UnixDay(Number(time.Date(2026, time.June, 30, 0, 0, 0, 0, time.UTC)))
	july := UnixDay(Number(time.Date(2026, time.July, 31, 0, 0, 0, 0, time.UTC)))
	over := time.Date(2026, time.August, 1, 13, 0, 0, 0, time.UTC)
	for _, zone := range []*time.Location{time.UTC, firstZone, lastZone} {
		if before, then := endedMonth(over.Add(-1).In(zone)), endedMonth(over.In(zone)); before != june || then != july {
			t.Errorf("in %v: day %d, then %d, want %d and %d", zone, before, then, june, july)
		}
	}
	x := newTable(t, hard, 0)
	for now, want := range map[time.Time]time.Time{over.Add(-1): over, over: over.Add(24 * time.Hour)} {
		if next := x.closeMonth(now); !next.At.Equal(want) {
			t.Errorf("at %v it is looked again at %v", now, next.At)
		}
	}
}
