package storage

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// BestOfDay is how many rounds of a player's day count in a community.
const BestOfDay = 20

// An Award is what a player has earned on a round.
type Award struct {
	RoundID  int64
	PlayerID int64
	// CommunityID is the community on whose board the award counts. It is 0 if the award is for a
	// daily, which counts in every community of the player.
	CommunityID int64
	// Day is counted from 1970.
	Day int
	// Points are all points that the player has for the round. They are not negative.
	Points int
	// Solved reports whether the player gave a right answer.
	Solved bool
	// Local reports whether the award counts in the community alone, and not in the World.
	Local bool
	// At is when the award was earned; zero: there is no award.
	At time.Time
	// Hints is how many hints the player took before the answer, and Took is how long the answer took
	// after the puzzle was first shown. Both are 0 unless the award is for a daily.
	Hints int
	Took  time.Duration
}

// AwardColumns are the columns of an Award.
const AwardColumns = `round_id, player_id, community_id, day, points, solved, local, at, hints, took`

// tieBreak returns the hints and the time that order players with equal points in the World. An award
// without points has none.
func (a Award) tieBreak() (hints int, took time.Duration) {
	if a.Points == 0 {
		return 0, 0
	}
	return a.Hints, a.Took
}

// A Payment is what an answer earns a player: an award, new solutions for the board Hunt, or both.
type Payment struct {
	// Before is the player's award for the round before the answer, and Award is the award after it.
	// If the answer does not change the award, both have the same points, and Award has no At.
	Before Award
	Award  Award
	// Joins says to which share the award belongs. A share has the awards for one daily that a person earned
	// as several of their players: all of them count, or all are void. Joins is the ID of the player whose
	// award was the first of the share (see ShareOf); 0: this award is the first.
	Joins int64
	// Found is how many new solutions the answer finds. Last is how many puzzles it completes by
	// finding their last solution.
	Found int
	Last  int
	// Raised is by how much the payment raises the sum of the player's day in the community, where only the
	// best BestOfDay rounds count. AddAnswer sets it.
	Raised int
}

// pays reports whether the answer earns or changes an award.
func (p Payment) pays() bool { return !p.Award.At.IsZero() }

// award returns the award to store. If the player had an award for the round before, its community,
// its day and its Local stay.
func (p Payment) award() Award {
	a := p.Award
	if !p.Before.At.IsZero() {
		a.CommunityID = p.Before.CommunityID
		a.Day = p.Before.Day
		a.Local = p.Before.Local
	}
	return a
}

// moreTieBreak returns by how much the payment changes the hints and the time that order players with
// equal points.
func (p Payment) moreTieBreak() (hints int, took time.Duration) {
	if !p.pays() {
		return 0, 0
	}
	hints, took = p.Award.tieBreak()
	hintsBefore, tookBefore := p.Before.tieBreak()
	return hints - hintsBefore, took - tookBefore
}

// moreSolved returns by how much the payment changes the number of rounds that the player has solved.
func (p Payment) moreSolved() int {
	switch {
	case p.Award.Solved && !p.Before.Solved:
		return 1
	case p.Before.Solved && !p.Award.Solved:
		return -1
	}
	return 0
}

// SetAward replaces the award that a player had for a round by another, and counts the difference. The
// community, the day and Local of the award before stay.
func (tx *Tx) SetAward(before, a Award) error {
	p := Payment{Before: before, Award: a}
	if err := tx.storeAward(p, figures{}); err != nil {
		return err
	}
	_, err := tx.countAward(p, a.At)
	return err
}

// storeAward stores the award of a payment. It also adds the points and the solved round of the
// payment, and all that f counts, to the player's figures. The caller then calls countAward.
func (tx *Tx) storeAward(p Payment, f figures) error {
	a := p.award()
	if a.Points < 0 {
		return fmt.Errorf("award of %d points", a.Points)
	}
	if err := tx.LockPlayers(a.PlayerID); err != nil {
		return err
	}
	if p.pays() {
		// An award that was worth something before stays in its share.
		err := tx.Exec("set award", `
			INSERT INTO awards (`+AwardColumns+`, joins_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE CAST($11 AS BIGINT) WHEN 0 THEN NULL ELSE $11 END)
			ON CONFLICT (round_id, player_id) DO UPDATE SET
				points = excluded.points,
				solved = excluded.solved,
				at = excluded.at,
				hints = excluded.hints,
				took = excluded.took,
				joins_id = CASE WHEN awards.points = 0 AND awards.solved = 0 THEN excluded.joins_id ELSE awards.joins_id END`,
			a.RoundID, a.PlayerID, a.CommunityID, a.Day, a.Points, a.Solved, a.Local, a.At, a.Hints, a.Took, p.Joins)
		if err != nil {
			return err
		}
	}
	f.Solved = p.moreSolved()
	f.Points = a.Points - p.Before.Points
	return tx.count(a.RoundID, a.PlayerID, f)
}

// countAward counts a payment in the scores of the player and on the boards. If it is for a daily that
// the player solves, it lists the player among the solvers of the daily in each of their communities.
// It tells features about the day of a person in the World (see tellEarned). It returns by how much the payment
// raises the sum of the player's day: see Payment.Raised.
func (tx *Tx) countAward(p Payment, at time.Time) (raised int, err error) {
	a := p.award()
	isDaily := a.CommunityID == 0
	if isDaily && p.moreSolved() == 1 {
		err := tx.Exec("add solver of daily", `
			INSERT INTO solvers (community_id, round_id, at, player_id)
			SELECT m.community_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), m.player_id
			FROM members m CROSS JOIN communities c
			WHERE c.id = m.community_id AND m.player_id IN `+PersonPlayers("$3")+` AND m.lapsed = 0 AND c.private = 0
			ON CONFLICT DO NOTHING`, a.RoundID, a.At, a.PlayerID)
		if err != nil {
			return 0, err
		}
	}
	if !p.pays() && p.Found == 0 {
		return 0, nil
	}
	scores, err := tx.changedScores(p)
	if err != nil || len(scores) == 0 {
		return 0, err
	}
	if err := tx.setScores(a, at, scores); err != nil {
		return 0, err
	}
	if err := tx.addToBoards(p, at, scores); err != nil {
		return 0, err
	}
	for _, s := range scores {
		inAllGames := s.Game == ""
		if inAllGames {
			raised = s.MorePoints
		}
	}
	return raised, tx.tellEarned(scores)
}

// tellEarned tells features (Table.Earned) that a payment for a daily has changed the scores of a person's day, if
// the person is in the World and has points on that day.
func (tx *Tx) tellEarned(scores []score) error {
	i := slices.IndexFunc(scores, func(s score) bool { return s.Game == "" })
	if i < 0 {
		return nil
	}
	all := scores[i]
	hasPoints := all.Points > 0
	isInWorld := all.Shown != 0
	if !hasPoints || !isInWorld {
		return nil
	}
	for _, t := range tx.tables {
		if t.Earned == nil {
			continue
		}
		if err := t.Earned(tx, all.Shown, all.Day); err != nil {
			return err
		}
	}
	return nil
}

// A score is the sum of a player's awards of a day in a game, and how a payment changes it.
type score struct {
	Day int
	// Game is empty for all games.
	Game   string
	Points int
	Solved int
	// MorePoints and MoreSolved are by how much the payment changes Points and Solved.
	MorePoints int
	MoreSolved int
	// Shown is the ID of the player under whom the person is in the World; 0: the person is not there,
	// or the payment is not for a daily.
	Shown int64
}

// The three queries of changedScores each sum up a score of the player ($2) in the community ($1). A payment
// may change an award, of the day $3 ($6 is 1), or have new solutions, found on the day $7 ($9 is their
// number), or both. The award is of an earlier day than the new solutions if the player had it before:
// then it stays on the day when it was first earned (see Payment.award).
const (
	// sumOfDay sums up the awards of the day in all games. At most $4 awards count.
	sumOfDay = `
			SELECT CAST($3 AS BIGINT) AS day, '' AS game, SUM(points) AS points, SUM(solved) AS solved
			FROM (
				SELECT points, solved FROM awards
				WHERE community_id = $1 AND player_id = $2 AND day = $3
				ORDER BY points DESC, at
				LIMIT $4) AS top
			HAVING $6 = 1`
	// sumOfGame sums up the awards in the game of the round $5.
	sumOfGame = `
			SELECT CAST($3 AS BIGINT), game, SUM(points), SUM(solved)
			FROM (
				SELECT r.game, a.points, a.solved
				FROM rounds this CROSS JOIN awards a CROSS JOIN rounds r
				WHERE this.id = $5 AND a.community_id = $1 AND a.player_id = $2 AND a.day = $3
					AND r.id = a.round_id AND r.game = this.game
				ORDER BY a.points DESC, a.at
				LIMIT $4) AS top
			GROUP BY game
			HAVING $6 = 1`
	// sumOfHunt adds the new solutions to the score of the game Hunt ($8). $10 is how many puzzles they complete.
	sumOfHunt = `
			SELECT CAST($7 AS BIGINT), CAST($8 AS TEXT),
				CAST($9 AS BIGINT) + COALESCE(SUM(points), 0),
				CAST($10 AS BIGINT) + COALESCE(SUM(solved), 0)
			FROM scores
			WHERE community_id = $1 AND player_id = $2 AND day = $7 AND game = $8
			HAVING $9 > 0`
)

// changedScores returns the scores that a payment changes, which are up to three. It sums them up again, and
// compares them with the scores that are stored so far. Scores of dailies are in community 0. Only those have a
// Shown.
func (tx *Tx) changedScores(p Payment) ([]score, error) {
	a := p.award()
	limit := BestOfDay
	if a.CommunityID == 0 {
		// All dailies of a day count, and they are few.
		limit = anyNumber
	}
	return List[score](tx, "sum up day", `
		SELECT sums.day, sums.game, sums.points, sums.solved,
			sums.points - COALESCE(s.points, 0),
			sums.solved - COALESCE(s.solved, 0),
			CASE CAST($1 AS BIGINT) WHEN 0 THEN `+inWorld("$2")+` ELSE 0 END
		FROM (`+sumOfDay+`
			UNION ALL`+sumOfGame+`
			UNION ALL`+sumOfHunt+`
		) AS sums
			LEFT JOIN scores s
				ON s.community_id = $1 AND s.player_id = $2 AND s.day = sums.day AND s.game = sums.game`,
		a.CommunityID, a.PlayerID, a.Day, limit, a.RoundID, p.pays(), p.Award.Day, Hunt, p.Found, p.Last)
}

// setScores stores scores of the player of an award, in the award's community.
func (tx *Tx) setScores(a Award, at time.Time, scores []score) error {
	var rows []string
	args := []any{a.CommunityID, a.PlayerID, at}
	for _, s := range scores {
		rows = append(rows, "($1, $2, $3, "+Parameters(len(args)+1, 4)+")")
		args = append(args, s.Day, s.Game, s.Points, s.Solved)
	}
	return tx.Exec("set scores", `
		INSERT INTO scores (community_id, player_id, reached, day, game, points, solved)
		VALUES `+strings.Join(rows, ", ")+`
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = excluded.points,
			solved = excluded.solved,
			reached = CASE
				WHEN excluded.points > scores.points AND excluded.reached > scores.reached THEN excluded.reached
				ELSE scores.reached
			END`,
		args...)
}

// addToBoards adds to the boards by how much a payment changes scores. An award for a daily counts on
// the boards of all communities of the person. If the person is in the World and the award is not Local, it
// counts there, too. Any other award counts on the boards of its own community.
//
// Each changed score counts in each of the communities, on the boards of all time, of its day, of its week
// and of its month. The statement makes a row for each combination of these.
func (tx *Tx) addToBoards(p Payment, at time.Time, scores []score) error {
	a := p.award()
	args := []any{a.CommunityID, a.PlayerID, scores[0].Shown}
	// The table member has the communities on whose boards the payment counts, with the person's player in
	// each of them. For a daily ($1 is 0) these are all communities of the person and, if the person is
	// there under the player $3, the World, whose ID is -1.
	member := `(
			SELECT community_id, player_id FROM members
			WHERE player_id IN ` + PersonPlayers("$2") + ` AND lapsed = 0 AND CAST($1 AS BIGINT) IN (0, community_id)
			UNION ALL
			SELECT CAST(-1 AS BIGINT), CAST($3 AS BIGINT)
			WHERE CAST($3 AS BIGINT) > 0
		) AS member`
	change, args := changesOnBoards(p, at, scores, args)
	return tx.Exec("add to boards", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached, hints, took)
		SELECT member.community_id, member.player_id, change.game,
			CASE span.column1 WHEN 0 THEN 0 WHEN 1 THEN change.day WHEN 2 THEN change.week ELSE change.month END,
			change.points, change.solved, change.reached,
			CASE WHEN member.community_id < 0 THEN change.hints ELSE 0 END,
			CASE WHEN member.community_id < 0 THEN change.took ELSE 0 END
		FROM `+member+` CROSS JOIN `+change+` CROSS JOIN (VALUES (0), (1), (2), (3)) AS span
		WHERE member.community_id > 0 OR change.in_world = 1
		ON CONFLICT (community_id, player_id, game, period) DO UPDATE SET
			points = boards.points + excluded.points,
			solved = boards.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > boards.reached THEN excluded.reached ELSE boards.reached END,
			hints = boards.hints + excluded.hints,
			took = boards.took + excluded.took`,
		args...)
}

// changesOnBoards returns a table with the name change. It has a row for each changed score: by how much
// the boards change, and the numbers of the periods that contain the score's day. The table has parameters:
// args are the arguments of the statement so far, and changesOnBoards returns them with those of the table
// added.
func changesOnBoards(p Payment, at time.Time, scores []score, args []any) (table string, _ []any) {
	isLocal := p.award().Local
	moreHints, moreTook := p.moreTieBreak()
	var rows []string
	for _, s := range scores {
		// reached is when the player gains points; 0: the payment gives them none.
		var reached int64
		if s.MorePoints > 0 {
			reached = at.UnixMilli()
		}
		// New solutions (Hunt) count in the World even if the award does not count there. They break no
		// ties.
		inWorld := true
		var hints int
		var took time.Duration
		if s.Game != Hunt {
			inWorld = !isLocal
			hints = moreHints
			took = moreTook
		}
		// The first parameter of a row is the game. Nine numbers follow.
		game := len(args) + 1
		rows = append(rows, fmt.Sprintf("(CAST($%d AS TEXT), %s)", game, bigints(game, 9)))
		args = append(args,
			s.Game, s.MorePoints, s.MoreSolved, reached,
			Day.Period(s.Day), Week.Period(s.Day), Month.Period(s.Day), inWorld, hints, took)
	}
	return `(
			SELECT column1 AS game, column2 AS points, column3 AS solved, column4 AS reached,
				column5 AS day, column6 AS week, column7 AS month,
				column8 AS in_world, column9 AS hints, column10 AS took
			FROM (VALUES ` + strings.Join(rows, ", ") + `) AS each
		) AS change`, args
}

// Scorers returns the players who earned points with right answers to a round. Their Points are those of all
// time in the round's community, the most first. For a player who is not on the board of all time, Scorers adds
// up the scores of all days.
func (tx *Tx) Scorers(r Round) ([]Standing, error) {
	// $1 to $3 select this board ($3 is the game: all games), and $4 is the round.
	ofAllTime := Board{CommunityID: r.CommunityID, Span: Ever}
	return List[Standing](tx, "list who earned", `
		SELECT p.id, p.name, p.key,
			COALESCE(
				(SELECT b.points FROM boards b WHERE `+onBoard+` AND b.player_id IN `+PersonPlayers("p.id")+`),
				(SELECT SUM(s.points) FROM scores s
					WHERE s.community_id IN (0, $1) AND s.player_id IN `+PersonPlayers("p.id")+` AND s.game = $3),
				0) AS points,
			0, 0, 0
		FROM (
			SELECT player_id, MIN(id) AS id FROM answers
			WHERE round_id = $4 AND outcome = 'right' AND points > 0
			GROUP BY player_id) AS single
			CROSS JOIN players p
		WHERE p.id = single.player_id
		ORDER BY points DESC, single.id`, ofAllTime.args(r.ID)...)
}

// figures count what a player does in a game. count adds them to those that are stored.
type figures struct {
	Answers int
	Wrong   int
	Rights  int
	Hints   int
	Solved  int
	Points  int
	// RightsOnce means that Rights are added only if no right answer of the person to the round is stored
	// yet.
	RightsOnce bool
}

// count adds to a player's figures in the game of a round ($8). $9 is RightsOnce.
func (tx *Tx) count(roundID, playerID int64, f figures) error {
	if f == (figures{}) {
		return nil
	}
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	return tx.Exec("count figures", `
		INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
		SELECT CAST($1 AS BIGINT), game, CAST($2 AS BIGINT), CAST($3 AS BIGINT),
			CASE
				WHEN $9 = 1 AND EXISTS (
					SELECT 1 FROM answers
					WHERE player_id IN `+PersonPlayers("$1")+` AND round_id = $8 AND `+IsRight("answers")+`) THEN 0
				ELSE CAST($4 AS BIGINT)
			END,
			CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT)
		FROM rounds
		WHERE id = $8
		ON CONFLICT (player_id, game) DO UPDATE SET
			answers = figures.answers + excluded.answers,
			wrong = figures.wrong + excluded.wrong,
			rights = figures.rights + excluded.rights,
			hints = figures.hints + excluded.hints,
			solved = figures.solved + excluded.solved,
			points = figures.points + excluded.points`,
		playerID, f.Answers, f.Wrong, f.Rights, f.Hints, f.Solved, f.Points, roundID, f.RightsOnce)
}
