package season

import (
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

const (
	// monthRows is how many winners are read: those of a year, if each month has three.
	monthRows = 36
	// newsFor is how many days after a month a daily may still tell who won it.
	newsFor = 7
)

// A month is a month that is closed.
type month struct {
	// first is its first day.
	first   time.Time
	winners []winner
}

// monthsOf returns the closed months of a community or the World, the latest first.
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

// untilClosed returns how long it takes until the last month is closed, and the first day of that month. Where the
// person is, the month is over, but it may still go on in other time zones. The wait is 0 if the month is closed, or
// if nobody has points in it.
func untilClosed(tx *storage.Tx, act round.Act, board int64) (wait time.Duration, first time.Time, err error) {
	thisMonth, err := presentMonth(tx, act)
	if err != nil {
		return 0, first, err
	}
	first = thisMonth.AddDate(0, -1, 0)
	wait = round.MonthClosesAt(thisMonth).Sub(act.At)
	if wait <= 0 {
		return 0, first, nil
	}
	last := storage.Board{
		CommunityID: board,
		Span:        storage.Month,
		Day:         dayOf(first),
	}
	people, err := tx.Leaderboard(last, first, 0, 1)
	if err != nil || len(people) == 0 {
		return 0, first, err
	}
	return wait, first, nil
}

// presentMonth returns the first day of the month in which a person acts, by the calendar of the place. In a private
// chat that is the calendar of the person.
func presentMonth(tx *storage.Tx, act round.Act) (time.Time, error) {
	days, err := round.CalendarAt(tx, act.Community, act.At)
	if err != nil {
		return time.Time{}, err
	}
	return firstOf(round.UnixDay(days.NumberAt(act.At))), nil
}

// secondsADay is how many seconds a day has.
const secondsADay = 24 * 60 * 60

// dateOf returns the date of a day, which is given in days since 1970.
func dateOf(day int) time.Time { return time.Unix(int64(day)*secondsADay, 0).UTC() }

// dayOf returns the day of a date, in days since 1970.
func dayOf(date time.Time) int { return int(date.Unix() / secondsADay) }

// firstOf returns the date of the first day in the month of a day, which is given in days since 1970.
func firstOf(day int) time.Time {
	y, m, _ := dateOf(day).Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// tellOnce is called before a daily is posted in a community. If no daily has told yet who won the last closed month,
// it notes that this daily tells so. Whether a month has ended is not asked of the clock: the winners may be stored a
// moment after the daily is posted, or later if no process ran.
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
