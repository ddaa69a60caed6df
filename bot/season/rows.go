package season

import "reckon/storage"

const (
	// places is how many ranks of a month's board are stored.
	places = 3
	// mostWinners is how many people are stored for a month at most. It is more than places, because people with equal
	// points share a rank.
	mostWinners = 10
)

// A winner is a person with one of the first ranks on the board of a month.
type winner struct {
	// LastDay is the last day of the month, in days since 1970.
	LastDay  int
	PlayerID int64
	// Name and PlayerKey are empty if the player is forgotten.
	Name      string
	PlayerKey string
	Place     int
	Points    int
	// Told is the number of the daily that told the community who won; 0: no daily has told it yet.
	Told int
}

// keepWinners stores the winners of the month that has just been closed, on some boards. day is the last day of the
// month. If a board already has winners of that month, those stay.
func keepWinners(tx *storage.Tx, span storage.Span, day int, boards []int64) error {
	if span != storage.Month {
		return nil
	}
	for _, board := range boards {
		order := `b.points DESC, b.solved DESC, b.reached, b.player_id`
		where := `b.community_id = $1`
		if board == storage.World {
			order = `b.points DESC, b.hints, b.took, b.player_id`
			// This condition lets the databases use the index of the World's boards.
			where += ` AND b.community_id < 0`
		}
		// The statement takes the first people of the board (top), ranks them (best), and stores those with one of the
		// first ranks. On the board of a community hints and times are 0, so people with equal points share a rank.
		err := tx.Exec("keep winners", `
			INSERT INTO winners (community_id, period, player_id, place, points)
			SELECT community_id, period, player_id, place, points FROM (
				SELECT community_id, period, player_id, points, RANK() OVER (ORDER BY points DESC, hints, took) AS place FROM (
					SELECT b.community_id, b.period, b.player_id, b.points, b.hints, b.took FROM boards b
					WHERE `+where+` AND b.period = $2 AND b.game = '' AND b.points > 0
					ORDER BY `+order+` LIMIT $3
				) AS top
			) AS best WHERE place <= $4 AND NOT EXISTS (SELECT 1 FROM winners WHERE community_id = $1 AND period = $2)`,
			board, span.Period(day), mostWinners, places)
		if err != nil {
			return err
		}
	}
	return nil
}

// winnersOf returns the winners of months on a board, at most limit people. The latest month comes first, and the first
// rank of each month. The last day of a period is a quarter of its number: see storage.Span.Period.
func winnersOf(tx *storage.Tx, board int64, limit int) ([]winner, error) {
	return storage.List[winner](tx, "list winners", `
		SELECT w.period / 4, w.player_id, p.name, p.key, w.place, w.points, w.told
		FROM (SELECT period, player_id, place, points, told FROM winners WHERE community_id = $1 ORDER BY period DESC LIMIT $2) AS w
			JOIN players p ON p.id = w.player_id ORDER BY w.period DESC, w.place, p.name, w.player_id`, board, limit)
}

// setTold stores that the daily with a number tells a community who won a month. day is any day of that month, in days
// since 1970.
func setTold(tx *storage.Tx, communityID int64, day, number int) error {
	return tx.Exec("tell winners", `
		UPDATE winners SET told = $1 WHERE community_id = $2 AND period = $3`, number, communityID, storage.Month.Period(day))
}
