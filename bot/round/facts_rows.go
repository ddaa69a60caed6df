package round

import (
	"time"

	"reckon/storage"
)

// Facts are what is stored of a round and of a person's part in it.
type Facts struct {
	Round storage.Round
	// Attempt is the attempt of the whole person: a hint that one of their players took counts for
	// all.
	Attempt storage.Attempt
	// Saved is the attempt of the player alone, as it is stored.
	Saved storage.Attempt
	// Award is the award of the player alone.
	Award storage.Award
	// Earned is how many points the person's players have earned in the round together.
	Earned int
	// ShownAt is when the person was first shown the puzzle of a daily; zero: not known.
	ShownAt time.Time
	// Seen reports whether the person has been shown a solution of the class.
	Seen bool
	// SeenIn is the round in which they were shown that solution; 0: there is no such round, or
	// there are several.
	SeenIn int64
	// PaidElsewhere reports whether another round pays the person for the class: see claimPayment.
	PaidElsewhere bool
	// Locked reports whether lockClass keeps the class from paying the person.
	Locked bool
	// Answers are answers to the round, as far as Which asked for them.
	Answers []storage.Answer
}

// Which says which answers FindFacts reads.
type Which int

const (
	NoAnswers Which = iota
	// OwnAnswers are read as PlayerAnswers returns them.
	OwnAnswers
	// AllAnswers are read as Answers returns them.
	AllAnswers
	// AnswersUnlessDaily are AllAnswers for a round of a community, and NoAnswers for a daily, which the
	// whole world answers.
	AnswersUnlessDaily
)

// IgnoreLocks is given to FindFacts where nobody asks whether a lock keeps the person from being paid. Then
// Locked is false.
const IgnoreLocks = ""

// FindFacts returns what is stored of a round and of a player's part in it, as of a time. lockHash is the hash
// under which lockClass stores the person, or IgnoreLocks.
func FindFacts(tx *storage.Tx, roundID, playerID int64, lockHash string, now time.Time, which Which) (Facts, error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return Facts{}, err
	}
	var f Facts
	err := tx.ReadLocked(func() (int64, error) {
		answers := queueAnswers(tx, roundID, playerID, which)
		var err error
		f, err = storage.Get[Facts](tx, "find round and attempt", factsQuery, roundID, playerID, lockHash, now)
		if err != nil {
			return 0, err
		}
		if answers == nil {
			return f.Round.CommunityID, nil
		}
		f.Answers, err = answers.List()
		return f.Round.CommunityID, err
	})
	return f, err
}

// queueAnswers queues a query for the answers that which names; nil if it names none.
func queueAnswers(tx *storage.Tx, roundID, playerID int64, which Which) *storage.Query[storage.Answer] {
	switch which {
	case OwnAnswers:
		return storage.Queue[storage.Answer](tx, "list answers of player", playerAnswersQuery, roundID, playerID)
	case AllAnswers:
		return storage.Queue[storage.Answer](tx, "list answers", allAnswersQuery, roundID, playerID)
	case AnswersUnlessDaily:
		return storage.Queue[storage.Answer](tx, "list answers unless daily", answersUnlessDailyQuery, roundID, playerID)
	}
	return nil
}

// factsQuery reads the fields of Facts in their order: the round (r), the attempt of the person (w), the
// attempt (t) and the award (a) of the player, what the person has earned, when they were first shown
// the puzzle, what they have seen of the class (s), and whether it is locked to them. w and s have one
// row each, which sums up the rows of all players of the person.
//
// SQLite estimates how many rows equal a number differently for 0 and 1 than for others, and so it compiles a statement
// again when an argument changes from or to one of these. It does not look into a CAST.
var factsQuery = `
	SELECT r.*, r.id, CAST($2 AS BIGINT), w.hints, w.gave_up_at, w.asked_at, w.took_part,
		r.id, CAST($2 AS BIGINT), t.hints, t.gave_up_at, t.asked_at, t.took_part,
		r.id, CAST($2 AS BIGINT), a.community_id, a.day, a.points, a.solved, a.local, a.at, a.hints, a.took,
		(SELECT SUM(points) FROM awards WHERE ` + partOfPerson + `), (SELECT MIN(at) FROM openings WHERE ` + partOfPerson + `),
		s.low IS NOT NULL, CASE WHEN s.low = s.high THEN s.low ELSE 0 END, COALESCE(s.paid_else, 0),
		EXISTS (SELECT 1 FROM locks WHERE person = $3 AND class = r.class AND until > $4)
	FROM (SELECT ` + storage.RoundColumns + ` FROM rounds WHERE id = CAST($1 AS BIGINT)) AS r
		LEFT JOIN attempts t ON t.round_id = CAST($1 AS BIGINT) AND t.player_id = CAST($2 AS BIGINT)
		LEFT JOIN awards a ON a.round_id = CAST($1 AS BIGINT) AND a.player_id = CAST($2 AS BIGINT)
		LEFT JOIN (SELECT MIN(round_id) AS low, MAX(round_id) AS high,
				MAX(CASE WHEN paid IN (0, CAST($1 AS BIGINT)) THEN 0 ELSE 1 END) AS paid_else FROM seen
			WHERE player_id IN ` + storage.PersonPlayers("CAST($2 AS BIGINT)") + `
				AND class = (SELECT class FROM rounds WHERE id = CAST($1 AS BIGINT))) AS s ON 1 = 1
		LEFT JOIN (SELECT MAX(hints) AS hints, MIN(gave_up_at) AS gave_up_at, MAX(asked_at) AS asked_at,
				MAX(took_part) AS took_part
			FROM attempts WHERE ` + partOfPerson + `) AS w ON 1 = 1`

// partOfPerson is the condition with which factsQuery selects a person's rows of the round.
var partOfPerson = `round_id = CAST($1 AS BIGINT) AND player_id IN ` + storage.PersonPlayers("CAST($2 AS BIGINT)")
