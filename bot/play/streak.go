package play

import (
	"slices"

	"reckon/storage"
)

const (
	// FreezeAfter is how many days in a row earn a freeze.
	FreezeAfter = 7
	// MaxFreezes is how many are kept.
	MaxFreezes = 2
	// maxDays is how many days are looked back on.
	maxDays = 1000
)

// A Streak is a row of days with a daily answered well.
type Streak struct {
	Days    int
	Freezes int // that are left
	Longest int
}

// StreakOf makes the streak of the numbers answered well, newest first, as it
// stands on a day: a day that has not passed is not missed yet.
func StreakOf(numbers []int, today int) Streak {
	var s Streak
	last := 0
	pass := func(n int) { // a freeze for each day missed before, or the row ends
		switch missed := n - last - 1; {
		case missed <= 0 || last == 0:
		case missed <= s.Freezes:
			s.Freezes -= missed
		default:
			s.Days, s.Freezes = 0, 0
		}
	}
	for _, n := range slices.Backward(numbers) {
		if n > today { // answered where the date is ahead
			break
		}
		pass(n)
		s.Days++
		if s.Days%FreezeAfter == 0 {
			s.Freezes = min(s.Freezes+1, MaxFreezes)
		}
		s.Longest = max(s.Longest, s.Days)
		last = n
	}
	pass(today)
	return s
}

// Streak is a person's streak.
func (p *Play) Streak(tx *storage.Tx, playerID int64, today int) (Streak, error) {
	days, err := tx.Days(playerID, maxDays)
	return StreakOf(days, today), err
}

// StreakEnds is a person's streak, if it ends with a day unless they answer well on it;
// zero if not: what a freeze keeps does not end.
func (p *Play) StreakEnds(tx *storage.Tx, playerID int64, today int) (Streak, error) {
	days, err := tx.Days(playerID, maxDays)
	if err != nil || slices.Contains(days, today) || StreakOf(days, today+1).Days > 0 {
		return Streak{}, err
	}
	return StreakOf(days, today), nil
}

// CommunityStreak is how many days in a row, up to a day, somebody of a community has
// answered a daily well: a day that has not passed is not missed yet.
func (p *Play) CommunityStreak(tx *storage.Tx, communityID int64, today int) (days int, err error) {
	numbers, err := tx.CommunityDays(communityID, maxDays)
	if err != nil {
		return 0, err
	}
	next := today
	for _, n := range numbers {
		switch {
		case n > today: // answered where the date is ahead
			continue
		case n == today-1 && days == 0:
		case n != next:
			return days, nil
		}
		days, next = days+1, n-1
	}
	return days, nil
}
