package season

import (
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

const (
	// monthRows is how many winners are read: a year of them, as a rule.
	monthRows = 36
	// newsFor is for how many days after a month a community wants to read who won it.
	newsFor = 7
)

// A month is one that is over.
type month struct {
	first   time.Time // its first day
	winners []winner
}

// monthsOf returns the months of a community or the World that are over, the latest first.
func monthsOf(tx *storage.Tx, board int64) ([]month, error) {
	rows, err := winnersOf(tx, board, monthRows)
	if err != nil {
		return nil, err
	}
	var months []month
	for i, w := range rows {
		if i == 0 || w.LastDay != rows[i-1].LastDay {
			months = append(months, month{first: firstOf(w.LastDay)})
		}
		last := &months[len(months)-1]
		last.winners = append(last.winners, w)
	}
	return months, nil
}

// untilClosed returns for how long the winners of the last month are not known yet, though it is over
// at a place, and the first day of that month. It is 0 if they are known, or if nobody won.
func untilClosed(tx *storage.Tx, act round.Act, board int64) (wait time.Duration, first time.Time, err error) {
	now := firstOf(round.UnixDay(round.NumberIn(act.Community, act.At)))
	first = now.AddDate(0, -1, 0)
	wait = round.MonthClosesAt(now).Sub(act.At)
	if wait <= 0 {
		return 0, first, nil
	}
	last := storage.Board{
		CommunityID: board,
		Span:        storage.Month,
		Day:         int(first.Unix() / (24 * 60 * 60)),
	}
	best, err := tx.Leaderboard(last, first, 0, 1)
	if err != nil || len(best) == 0 {
		return 0, first, err
	}
	return wait, first, nil
}

// firstOf returns the first of the month of a day, in days since 1970.
func firstOf(day int) time.Time {
	y, m, _ := time.Unix(int64(day)*24*60*60, 0).UTC().Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// tellOnce notes that the daily of a number, which a community is about to read, tells who won the
// last month, unless one before it did. It asks what is kept and no clock: the daily may be due at
// the moment at which winners are kept, before them, and a process may have been away.
func tellOnce(tx *storage.Tx, c storage.Community, number int) error {
	if c.Private {
		return nil
	}
	months, err := monthsOf(tx, c.ID)
	if err != nil || len(months) == 0 {
		return err
	}
	first := months[0].winners[0]
	isNews := round.UnixDay(number) <= first.LastDay+newsFor
	if first.Told != 0 || !isNews {
		return nil
	}
	return setTold(tx, c.ID, first.LastDay, number)
}
