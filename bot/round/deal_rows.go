package round

import "reckon/storage"

// isMetBy reports whether a daily with a number from first to last has a puzzle of a class, or one of
// the players was shown a solution of such a puzzle.
func isMetBy(tx *storage.Tx, class string, first, last int, players ...int64) (bool, error) {
	all := []*storage.Query[bool]{storage.Queue[bool](tx, "look for class in dailies", isDailyQuery, class, first, last)}
	for _, id := range players {
		all = append(all, storage.Queue[bool](tx, "look for seen", `
			SELECT EXISTS (SELECT 1 FROM seen WHERE player_id IN `+storage.PersonPlayers("$1")+`
				AND class = $2)`, id, class))
	}
	for _, queued := range all {
		isMet, err := queued.Get()
		if err != nil || isMet {
			return isMet, err
		}
	}
	return false, nil
}

// OpenRounds returns the newest open rounds of a community's channel, at most limit of them, the
// oldest first.
func OpenRounds(tx *storage.Tx, communityID int64, channel string, limit int) ([]storage.Round, error) {
	return storage.List[storage.Round](tx, "list open rounds", openRoundsQuery, communityID, channel, limit)
}

const openRoundsQuery = `
	SELECT ` + storage.RoundColumns + ` FROM rounds
	WHERE id IN (
		SELECT id FROM (
			SELECT id FROM rounds
			WHERE community_id = $1 AND channel = $2 AND closed_at IS NULL
			ORDER BY id DESC
			LIMIT $3) AS newest)
	ORDER BY id`

// lastRounds are the last rounds of a game in a community, and a player's ability in the game.
type lastRounds struct {
	Ability Learnt
	// Puzzles has the newest puzzle first. A puzzle that was dealt twice is in it twice.
	Puzzles []string
	// Paid is how many of these rounds have paid somebody.
	Paid int
}

// findLastRounds returns the last n rounds of a game in a community, and a player's ability in it.
func findLastRounds(tx *storage.Tx, communityID, playerID int64, game string, n int) (lastRounds, error) {
	// If there are no rounds, the query returns a row without a puzzle.
	rows, err := storage.List[struct {
		Ability Learnt
		Puzzle  string
		Paid    bool
	}](tx, "list recent puzzles", `
		SELECT a.value, a.prior, a.attempts, top.puzzle,
			EXISTS (SELECT 1 FROM awards p WHERE p.round_id = top.id AND p.points > 0)
		FROM (SELECT 1 AS one) AS best
			LEFT JOIN abilities a ON a.player_id = $2 AND a.game = $3
			LEFT JOIN (
				SELECT id, puzzle FROM rounds
				WHERE community_id = $1 AND game = $3
				ORDER BY id DESC
				LIMIT $4) AS top ON 1 = 1
		ORDER BY top.id DESC`, communityID, playerID, game, n)
	if err != nil {
		return lastRounds{}, err
	}
	var l lastRounds
	for _, row := range rows {
		l.Ability = row.Ability
		if row.Puzzle != "" {
			l.Puzzles = append(l.Puzzles, row.Puzzle)
		}
		if row.Paid {
			l.Paid++
		}
	}
	return l, nil
}

// A scene is what must be known of a place to decide whether a puzzle may be dealt there.
type scene struct {
	// Match is the match that goes on there; its ID is 0 if there is none.
	Match MatchRow
	// Rounds are the open rounds there, as OpenRounds returns them.
	Rounds []storage.Round
	// Live reports whether a live daily has a puzzle of the same class.
	Live bool
}

// findScene returns the scene at a place for a puzzle of a class, with at most limit open rounds. The
// live dailies are those with the numbers from first to last.
func findScene(tx *storage.Tx, communityID int64, channel, class string, first, last, limit int) (scene, error) {
	// The queued queries are sent together with the next one, which is that of isDailyClass. PostgreSQL
	// answers all three in one round trip.
	queuedMatch := storage.Queue[MatchRow](tx, "find running match", runningMatchQuery, communityID, channel)
	queuedRounds := storage.Queue[storage.Round](tx, "list open rounds", openRoundsQuery, communityID, channel, limit)
	live, err := isDailyClass(tx, class, first, last)
	if err != nil {
		return scene{}, err
	}
	rounds, err := queuedRounds.List()
	if err != nil {
		return scene{}, err
	}
	match, _, err := storage.Found(queuedMatch.Get())
	if err != nil {
		return scene{}, err
	}
	return scene{Match: match, Rounds: rounds, Live: live}, nil
}

// askerAfter returns the person who asked for the round that r had to make room for: the oldest open round at the place
// that was dealt when r was to end, or later. If there is none, it returns ErrNotFound.
func askerAfter(tx *storage.Tx, r Round) (storage.Player, error) {
	return storage.Get[storage.Player](tx, "find who asked for next round", `
		SELECT p.id, p.network, p.key, p.name, p.locale FROM rounds n CROSS JOIN players p
		WHERE n.community_id = $1 AND n.channel = $2 AND n.closed_at IS NULL AND n.id > $3 AND n.dealt_at >= $4
			AND p.id = n.asker_id AND p.key IS NOT NULL
		ORDER BY n.id
		LIMIT 1`, r.CommunityID, r.Channel, r.ID, r.EndsAt)
}
