package round

import (
	"slices"

	"reckon/storage"
)

const (
	// FreezeAfter is how many days in a row earn a freeze.
	FreezeAfter = 7
	// MaxFreezes is how many freezes a person can have.
	MaxFreezes = 2
	// allDays is a limit that no number of days reaches. A streak is computed from all days each time: there is only
	// one row a day, and a stored streak would have to change when players are linked or unlinked.
	allDays = 1 << 30
)

// A Streak says for how many days in a row a person has answered a daily well. A freeze replaces a
// missed day.
type Streak struct {
	Days int
	// Freezes is how many freezes are left.
	Freezes int
	// Longest is how many days their longest streak has.
	Longest int
}

// StreakOf returns the streak as of today. numbers are the days that were answered well, the newest first.
// Today does not count as missed yet.
func StreakOf(numbers []int, today int) Streak {
	var s Streak
	last := 0
	for _, n := range slices.Backward(numbers) {
		if n > today {
			// The person answered in a time zone whose date is ahead.
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

// pass spends a freeze for each day that was missed between the last day of the streak and another day.
// If there are too few freezes, the streak ends. last is 0 if the streak has no day.
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

// Streak returns a person's streak as of today.
func (p *Play) Streak(tx *storage.Tx, playerID int64, today int) (Streak, error) {
	days, err := Days(tx, playerID, allDays)
	return StreakOf(days, today), err
}

// StreakEnds returns a person's streak if it will end unless they answer well today. It returns zero if
// they have answered well today, or if a freeze will keep the streak.
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

// CommunityStreak returns on how many days in a row somebody of a community has answered a daily well, up to
// today. Today does not count as missed yet.
func (p *Play) CommunityStreak(tx *storage.Tx, communityID int64, today int) (int, error) {
	numbers, err := communityDays(tx, communityID, allDays)
	if err != nil {
		return 0, err
	}
	days := 0
	next := today
	for _, n := range numbers {
		if n > today {
			// The daily was answered in a time zone whose date is ahead.
			continue
		}
		beginsYesterday := days == 0 && n == today-1
		if n != next && !beginsYesterday {
			break
		}
		days++
		next = n - 1
	}
	return days, nil
}
