package round

import (
	"time"

	"reckon/storage"
)

// A Summary is what a person has earned, on all networks where they are linked.
type Summary struct {
	Streak Streak
	// Month is the points of this month, as they count in the World.
	Month int
	// Solved is how many puzzles paid points.
	Solved int
}

// Summary returns what a person has earned by a time.
func (p *Play) Summary(tx *storage.Tx, playerID int64, at time.Time) (Summary, error) {
	today, _, err := p.Live(tx, Act{Person: storage.Player{ID: playerID}, At: at})
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
