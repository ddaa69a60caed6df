package round

import (
	"time"

	"reckon/storage"
)

// A Summary is what a person has earned, on all their linked networks together.
type Summary struct {
	Streak Streak
	// Month is how many points they have this month, as the World counts them.
	Month int
	// Solved is how many puzzles they were ever paid for.
	Solved int
}

// Summary returns what a person has earned, with the streak and the month as of a time.
func (p *Play) Summary(tx *storage.Tx, playerID int64, at time.Time) (Summary, error) {
	today, _, err := p.LiveDaily(tx, Act{Person: storage.Player{ID: playerID}, At: at})
	if err != nil {
		return Summary{}, err
	}
	streak, err := p.Streak(tx, playerID, today)
	if err != nil {
		return Summary{}, err
	}
	month, solved, err := tx.Earned(playerID, today+dayZero)
	return Summary{Streak: streak, Month: month, Solved: solved}, err
}
