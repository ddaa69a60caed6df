package round

import (
	"slices"

	"reckon/storage"
)

const (
	// FreezeAfter is how many days in a row earn a freeze.
	FreezeAfter = 7
	// MaxFreezes is how many are kept.
	MaxFreezes = 2
	// allDays is more than there are. A streak is made of all days that count: there is one a day, so
	// ten years of them are few pages, and nothing has to be kept right where players become one person,
	// or part.
	allDays = 1 << 30
)

// A Streak is a row of days with a daily answered well.
type Streak struct {
	Days int
	// Freezes are those that are left.
	Freezes int
	Longest int
}

// StreakOf makes the streak of the numbers answered well, newest first, as it is on a day: a day
// that has not passed is not missed yet.
func StreakOf(numbers []int, today int) Streak {
	var s Streak
	last := 0
	for _, n := range slices.Backward(numbers) {
		if n > today {
			// It was answered where the date is ahead.
			break
		}
		s.pass(last, n)
		s.Days++
		if s.Days%FreezeAfter == 0 {
			s.Freezes = min(s.Freezes+1, MaxFreezes)
		}
		s.Longest = max(s.Longest, s.Days)
		last = n
	}
	s.pass(last, today)
	return s
}

// pass spends a freeze for each day missed between the last day of the row, 0 if there is none,
// and another day. If there are too few the row ends.
func (s *Streak) pass(last, day int) {
	missed := day - last - 1
	if last == 0 || missed <= 0 {
		return
	}
	if missed <= s.Freezes {
		s.Freezes -= missed
		return
	}
	s.Days = 0
	s.Freezes = 0
}

// Streak is a person's streak.
func (p *Play) Streak(tx *storage.Tx, playerID int64, today int) (Streak, error) {
	days, err := Days(tx, playerID, allDays)
	return StreakOf(days, today), err
}

// StreakEnds is a person's streak, if it ends with a day unless they answer well on it; zero if
// not: what a freeze keeps does not end.
func (p *Play) StreakEnds(tx *storage.Tx, playerID int64, today int) (Streak, error) {
	days, err := Days(tx, playerID, allDays)
	if err != nil {
		return Streak{}, err
	}
	lastsAnyway := slices.Contains(days, today) || StreakOf(days, today+1).Days > 0
	if lastsAnyway {
		return Streak{}, nil
	}
	return StreakOf(days, today), nil
}

// CommunityStreak is how many days in a row, up to a day, somebody of a community has answered a
// daily well: a day that has not passed is not missed yet.
func (p *Play) CommunityStreak(tx *storage.Tx, communityID int64, today int) (int, error) {
	numbers, err := communityDays(tx, communityID, allDays)
	if err != nil {
		return 0, err
	}
	days := 0
	next := today
	for _, n := range numbers {
		if n > today {
			// It was answered where the date is ahead.
			continue
		}
		isTodayOpen := days == 0 && n == today-1
		if n != next && !isTodayOpen {
			break
		}
		days++
		next = n - 1
	}
	return days, nil
}
