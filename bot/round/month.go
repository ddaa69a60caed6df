// This file closes months. A month is closed once it is over everywhere: the PeriodOver functions of features are called
// for each board. Until then the boards of the month must not be cleared.

package round

import (
	"context"
	"strconv"
	"time"

	"reckon/storage"
)

// MonthJob is the kind of the job that closes a month, some boards at a time. Its key is the board that
// was closed last; empty: no board is closed yet.
const MonthJob = "months"

const (
	// monthDelay is the time from the end of a month in UTC until it is closed. By then the month is
	// over everywhere, and all answers that were sent in time are counted.
	monthDelay = 13 * time.Hour
	// wholeFor is how many days after a month all its points are still stored. A database that has closed no
	// month yet closes the last one only within these days.
	wholeFor = 3
	// longestMonth is how many days the longest months have.
	longestMonth = 31
	// monthPage is how many boards are closed in one transaction.
	monthPage = 80
	// monthPause is the time before the next transaction, in which others may use the database.
	monthPause = 400 * time.Millisecond
)

// endedMonth returns the last month that is over at a time. A month is known by its last day, in days
// since 1970.
func endedMonth(at time.Time) int {
	y, m, _ := at.Add(-monthDelay).UTC().Date()
	return UnixDay(Number(time.Date(y, m, 0, 0, 0, 0, 0, time.UTC)))
}

// MonthClosesAt returns when a month is closed. first is the first day of the month after it.
func MonthClosesAt(first time.Time) time.Time { return first.Add(monthDelay) }

// CloseMonth is the function of MonthJob. It closes some boards, and sets the job for the others, or for
// when the next month may be over. It drops a job whose key it cannot read.
func (p *Play) CloseMonth(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	after := storage.World
	if j.Key != "" {
		var err error
		after, err = strconv.ParseInt(j.Key, 10, 64)
		if err != nil {
			return func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }, nil
		}
	}
	return func(tx *storage.Tx) error {
		if err := tx.DropJob(j.Kind, j.Key); err != nil {
			return err
		}
		next, err := p.closeBoards(tx, after, now)
		if err != nil {
			return err
		}
		return tx.SetJob(next)
	}, nil
}

// closeBoards closes the next boards if a month is over and not closed yet: the World first, then the
// communities in the order of their IDs. after is the board that was closed last; storage.World: no
// community's board is closed yet. It returns the next job.
func (p *Play) closeBoards(tx *storage.Tx, after int64, now time.Time) (storage.Job, error) {
	later := storage.Job{Kind: MonthJob, At: now.Truncate(24 * time.Hour).Add(monthDelay)}
	if !later.At.After(now) {
		later.At = later.At.Add(24 * time.Hour)
	}
	month := endedMonth(now)
	closed, err := tx.ClosedMonth()
	if err != nil {
		return later, err
	}
	if closed > month+longestMonth {
		// The clock of a process was far ahead. Without this, no month would be closed until that
		// time.
		return later, tx.SetClosedMonth(month)
	}
	if closed >= month {
		// The month is closed already, perhaps by another process whose clock is a little ahead.
		return later, nil
	}
	isWhole := UnixDay(Number(now.UTC())) <= month+wholeFor
	isFirst := closed == 0
	if isFirst && !isWhole {
		return later, tx.SetClosedMonth(month)
	}
	boards := []int64{storage.World}
	if after != storage.World {
		boards, err = tx.CommunitiesAfter(after, monthPage)
		if err != nil {
			return later, err
		}
	}
	if len(boards) == 0 {
		return later, tx.SetClosedMonth(month)
	}
	for _, periodOver := range p.PeriodOver {
		if err := periodOver(tx, storage.Month, month, boards); err != nil {
			return later, err
		}
	}
	if after == storage.World {
		return storage.Job{Kind: MonthJob, Key: "0", At: now}, nil
	}
	last := boards[len(boards)-1]
	return storage.Job{Kind: MonthJob, Key: strconv.FormatInt(last, 10), At: now.Add(monthPause)}, nil
}
