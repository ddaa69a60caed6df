package stats

import (
	"time"

	"reckon/storage"
)

// totals are what a person did in all communities. Times and Rounds have mostRounds rounds at most.
type totals struct {
	Points int
	// Right is how many rounds they answered rightly.
	Right   int
	Answers int
	// Wrong is how many answers were wrong. Answers that could not be read are not among them.
	Wrong int
	Hints int
	// Solved is how many of the Right rounds paid them. The others were practice.
	Solved int
	ByGame []gameTotal
	Times  []solveTime
	Rounds []paidRound
}

// A gameTotal is what a person earned in a game.
type gameTotal struct {
	Game string
	// Solved is how many rounds paid them for a right answer.
	Solved int
	Points int
}

// A solveTime is how long a solution took that was found without hints, at the first attempt.
type solveTime struct {
	Game  string
	Level int
	Took  time.Duration
}

// A paidRound is a round in which a person was paid. If they answered as several players, Points are what all of
// these were paid.
type paidRound struct {
	RoundID int64
	Game    string
	Level   int
	// Base is how many points a right answer was worth; 0: that depends on the level.
	Base int
	// Hints is how many hints they had taken before the best of their right answers. Later hints did not lower what
	// it was paid.
	Hints  int
	Points int
	// Solved reports whether they gave a right answer. An answer that is only near is paid, too.
	Solved bool
}

// gameFigures has the sums of a person's rows of the table figures, for one game.
type gameFigures struct {
	Game    string
	Answers int
	Wrong   int
	Rights  int
	Hints   int
	Solved  int
	Points  int
}

// mostRounds is how many of a person's rounds are read at most. If there are more, the database chooses which
// are read: to find the latest, it would have to sort all of them.
const mostRounds = 3000

// totalsOf returns what a person did. The totals of an unknown player are zero.
func totalsOf(tx *storage.Tx, playerID int64) (totals, error) {
	games, err := storage.List[gameFigures](tx, "sum up player", `
		SELECT game, SUM(answers), SUM(wrong), SUM(rights), SUM(hints), SUM(solved), SUM(points)
		FROM figures WHERE player_id IN `+storage.PersonPlayers("$1")+` GROUP BY game ORDER BY game`, playerID)
	if err != nil {
		return totals{}, err
	}
	var t totals
	for _, g := range games {
		t.Points += g.Points
		t.Right += g.Rights
		t.Answers += g.Answers
		t.Wrong += g.Wrong
		t.Hints += g.Hints
		t.Solved += g.Solved
		if g.Solved != 0 || g.Points != 0 {
			t.ByGame = append(t.ByGame, gameTotal{Game: g.Game, Solved: g.Solved, Points: g.Points})
		}
	}
	t.Times, err = storage.List[solveTime](tx, "list solve times", `
		SELECT d.game, r.level, d.millis FROM rated d CROSS JOIN rounds r
		WHERE d.player_id IN `+storage.PersonPlayers("$1")+` AND d.solved = 1 AND r.id = d.round_id
		LIMIT $2`, playerID, mostRounds)
	if err != nil {
		return totals{}, err
	}
	paid, err := storage.List[paidRound](tx, "list paid rounds", `
		SELECT t.round_id, r.game, r.level, r.base,
			COALESCE((
				SELECT a.hints FROM answers a
				WHERE a.round_id = t.round_id AND a.player_id IN `+storage.PersonPlayers("$1")+`
					AND `+storage.IsRight("a")+` AND a.practice = 0
				ORDER BY a.measure, a.id LIMIT 1), t.hints),
			w.points, w.solved
		FROM attempts t CROSS JOIN awards w CROSS JOIN rounds r
		WHERE t.player_id IN `+storage.PersonPlayers("$1")+` AND w.round_id = t.round_id AND w.player_id = t.player_id
			AND w.points > 0 AND r.id = t.round_id LIMIT $2`, playerID, mostRounds)
	if err != nil {
		return totals{}, err
	}
	t.Rounds = mergeRounds(paid)
	return t, nil
}

// mergeRounds sums up what a person's players were paid in each round. A round counts once, even if two players were
// paid for it.
func mergeRounds(paid []paidRound) []paidRound {
	var all []paidRound
	places := map[int64]int{}
	for _, p := range paid {
		place, isListed := places[p.RoundID]
		if !isListed {
			places[p.RoundID] = len(all)
			all = append(all, p)
			continue
		}
		all[place].Points += p.Points
		all[place].Solved = all[place].Solved || p.Solved
	}
	return all
}

// membersOf returns members of a community who did something there since a time, the latest first,
// at most limit of them.
func membersOf(tx *storage.Tx, communityID int64, since time.Time, limit int) ([]storage.Player, error) {
	return storage.List[storage.Player](tx, "list members of community", `
		SELECT p.id, p.network, p.key, p.name, p.locale FROM members m CROSS JOIN players p
		WHERE m.community_id = $1 AND m.at >= $2 AND p.id = m.player_id
		ORDER BY m.at DESC LIMIT $3`, communityID, since, limit)
}
