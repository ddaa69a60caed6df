package round

import (
	"math"
	"time"

	"reckon/bot/round/rating"
	"reckon/storage"
)

// A DuelRating is a person's rating after a duel that has moved it.
type DuelRating struct {
	MatchID  int64
	PlayerID int64
	// At is when the duel ended.
	At time.Time
	// Games is how many puzzles of the duel moved the rating.
	Games int
	// Puzzles is how many puzzles of duels have moved it so far, with those of this duel.
	Puzzles int
	// Before is the rating before the duel.
	Before float64
	rating.Duelist
}

// DuelShownFrom is how many puzzles must have moved a DuelRating before it is shown.
const DuelShownFrom = 10

// IsShown reports whether enough is known to show the rating.
func (d DuelRating) IsShown() bool { return d.Puzzles >= DuelShownFrom }

// WasShown reports whether enough was known before the duel, too.
func (d DuelRating) WasShown() bool { return d.Puzzles-d.Games >= DuelShownFrom }

// Points returns the rating as people read it.
func (d DuelRating) Points() int { return int(math.Round(d.Rating)) }

// Change returns by how many points the duel has moved the rating, as people read it.
func (d DuelRating) Change() int { return d.Points() - int(math.Round(d.Before)) }

const duelRatingColumns = `d.match_id, d.player_id, d.at, d.games, d.puzzles, d.rating_before, d.rating, d.deviation, d.volatility`

// DuelRatingOf returns a person's rating, or ErrNotFound if no duel has moved it. If they have several players, it is
// the rating of the player whose rating the most puzzles have moved.
func DuelRatingOf(tx *storage.Tx, playerID int64) (DuelRating, error) {
	return storage.Get[DuelRating](tx, "find duel rating", `
		SELECT `+duelRatingColumns+` FROM players p CROSS JOIN duel_ratings d
		WHERE p.id IN `+storage.PersonPlayers("$1")+` AND d.player_id = p.id
			AND d.puzzles = (SELECT MAX(puzzles) FROM duel_ratings WHERE player_id = p.id)
		ORDER BY d.puzzles DESC, d.match_id DESC
		LIMIT 1`, playerID)
}

// duelRatingsAfter returns the ratings that a match has moved.
func duelRatingsAfter(tx *storage.Tx, matchID int64) ([]DuelRating, error) {
	return storage.List[DuelRating](tx, "list duel ratings", `
		SELECT `+duelRatingColumns+` FROM duel_ratings d WHERE d.match_id = $1`, matchID)
}

// addDuelRating stores the rating of a person after a duel.
func addDuelRating(tx *storage.Tx, d DuelRating) error {
	return tx.Exec("add duel rating", `
		INSERT INTO duel_ratings (match_id, player_id, at, games, puzzles, rating_before, rating, deviation, volatility)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		d.MatchID, d.PlayerID, d.At, d.Games, d.Puzzles, d.Before, d.Rating, d.Deviation, d.Volatility)
}

// dropDuelRatings deletes the ratings that a match has moved.
func dropDuelRatings(tx *storage.Tx, matchID int64) error {
	return tx.Exec("drop duel ratings", `DELETE FROM duel_ratings WHERE match_id = $1`, matchID)
}

// areRated reports whether a duel between two players may move ratings: they are two persons, and neither is
// suspected of having a program (see storage.Check).
func areRated(tx *storage.Tx, one, other int64) (bool, error) {
	return storage.Get[bool](tx, "find whether a duel counts", `
		SELECT a.person_id <> b.person_id AND NOT `+storage.IsChecked("$1")+` AND NOT `+storage.IsChecked("$2")+`
		FROM players a CROSS JOIN players b WHERE a.id = $1 AND b.id = $2`, one, other)
}
