package storage

import "time"

// A Span is how long a leaderboard goes back.
type Span int

const (
	Ever  Span = iota
	Day        // one day
	Week       // from a Monday
	Month      // a calendar month
)

// period is the number under which boards keep a span with a day in it, in days
// since 1970. It grows with the last day.
func (s Span) period(day int) int {
	_, last := s.days(day)
	return 4*last + int(s)
}

// days are the first and the last day of a span with a day in it; 0 of Ever.
func (s Span) days(day int) (first, last int) {
	switch s {
	case Day:
		return day, day
	case Week:
		first = day - (day+3)%7 // 1970 began on a Thursday
		return first, first + 6
	case Month:
		t := time.Unix(int64(day)*secondsOfDay, 0).UTC()
		first = day - t.Day() + 1
		return first, first + t.AddDate(0, 1, -t.Day()).Day() - 1
	}
	return 0, 0
}

const secondsOfDay = 24 * 60 * 60

// dayOf is that of a moment in UTC.
func dayOf(t time.Time) int { return int(t.Unix() / secondsOfDay) }

// Of who lapsed and of what ended so much is cleared away when a member does
// something, once a day. So a board stays as long as its community is lively.
const (
	lapsedRows = 100
	endedRows  = 10
	// memberDays is how long a member may do nothing before they have lapsed.
	memberDays = 91
	// endedDays is how long ago a period ended that nobody asks for any more.
	endedDays = 3
)

// A Standing is a row of a leaderboard.
type Standing struct {
	PlayerID        int64
	Name, PlayerKey string // empty if the player is forgotten
	Points          int
	Solved          int // rounds solved
}

// Leaderboard returns those who were members of a community since a time, which is
// at most 91 days ago, and have points: in its rounds, and in dailies wherever they
// answered them. What counts is the span that has the day in it, in days since
// 1970, and is not over for more than three days. By most points, then most rounds
// solved, then whose last points are the oldest; at most limit of them.
func (tx *Tx) Leaderboard(communityID int64, since time.Time, span Span, day, limit int) ([]Standing, error) {
	return list(tx, "make leaderboard", func(scan scan) (s Standing, err error) {
		err = scan(&s.PlayerID, &s.Name, &s.PlayerKey, &s.Points, &s.Solved)
		return s, err
	}, `
		SELECT b.player_id, p.name, COALESCE(p.key, ''), b.points, b.solved
		FROM boards b CROSS JOIN members m JOIN players p ON p.id = b.player_id
		WHERE m.community_id = b.community_id AND m.player_id = b.player_id AND b.community_id = $1 AND b.period = $2 AND b.points > 0 AND m.at >= $3
		ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id LIMIT $4`,
		communityID, span.period(day), instant(since), limit)
}

// PointsOf returns what a player has on the board of all time of a community,
// whether a member or not.
func (tx *Tx) PointsOf(communityID, playerID int64) (int, error) {
	return get(tx, "find points", one[int], `
		SELECT COALESCE(SUM(points), 0) FROM totals WHERE community_id IN (0, $1) AND player_id = $2`, communityID, playerID)
}

// A score is what of a player's awards counts on a day.
type score struct{ points, solved int }

// post adds what an award has changed to the boards it counts on: of its
// community or, if it is a daily, of all of which the player is a member.
func (tx *Tx) post(a Award, change score, reached time.Time) error {
	_, err := tx.exec("post on boards", `
		INSERT INTO boards (community_id, player_id, period, points, solved, reached)
		SELECT m.community_id, m.player_id, s.period, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT)
		FROM members m CROSS JOIN (
			SELECT CAST($4 AS BIGINT) AS period UNION ALL SELECT CAST($5 AS BIGINT) UNION ALL SELECT CAST($6 AS BIGINT) UNION ALL SELECT CAST($7 AS BIGINT)
		) AS s WHERE m.player_id = $8 AND (CAST($9 AS BIGINT) = 0 OR m.community_id = $9)
		ON CONFLICT (community_id, player_id, period) DO UPDATE SET
			points = boards.points + excluded.points, solved = boards.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > boards.reached THEN excluded.reached ELSE boards.reached END`,
		change.points, change.solved, reachedOf(reached), Ever.period(a.Day), Day.period(a.Day), Week.period(a.Day), Month.period(a.Day),
		a.PlayerID, a.CommunityID)
	return err
}

// reachedOf is a time in Unix ms, 0 for none.
func reachedOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

// putOnBoards puts a new member on the boards of a community as of a moment,
// with what they have already.
func (tx *Tx) putOnBoards(communityID, playerID int64, at time.Time) error {
	has, err := get(tx, "look for points", one[bool], `
		SELECT EXISTS (SELECT 1 FROM totals WHERE community_id IN (0, $1) AND player_id = $2)`, communityID, playerID)
	if err != nil || !has {
		return err
	}
	_, err = tx.exec("put on board", `
		INSERT INTO boards (community_id, player_id, period, points, solved, reached)
		SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), 0, SUM(points), SUM(solved), MAX(CASE WHEN points > 0 THEN reached ELSE 0 END)
		FROM totals WHERE community_id IN (0, $1) AND player_id = $2`, communityID, playerID)
	if err != nil {
		return err
	}
	for period, days := range periodsAt(at) {
		_, err := tx.exec("put on board", `
			INSERT INTO boards (community_id, player_id, period, points, solved, reached)
			SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), SUM(points), SUM(solved), MAX(CASE WHEN points > 0 THEN reached ELSE 0 END)
			FROM scores WHERE community_id IN (0, $1) AND player_id = $2 AND day BETWEEN $4 AND $5
			HAVING COUNT(*) > 0`, communityID, playerID, period, days[0], days[1])
		if err != nil {
			return err
		}
	}
	return tx.putAmongSolvers(communityID, playerID)
}

// periodsAt are the periods that go on somewhere on Earth, with their days.
func periodsAt(at time.Time) map[int][2]int {
	out := map[int][2]int{}
	for _, span := range []Span{Day, Week, Month} {
		for around := -1; around <= 1; around++ {
			day := dayOf(at) + around
			first, last := span.days(day)
			out[span.period(day)] = [2]int{first, last}
		}
	}
	return out
}

// clearBoards takes some of those who have lapsed, and some periods that have
// ended, off the boards of a community.
func (tx *Tx) clearBoards(communityID int64, at time.Time) error {
	_, err := tx.exec("clear boards", `
		DELETE FROM boards WHERE (community_id, player_id, period) IN (
			SELECT community_id, player_id, period FROM boards WHERE community_id = $1 AND period > 0 AND period < $2 LIMIT $3)`,
		communityID, 4*(dayOf(at)-endedDays), endedRows)
	if err != nil {
		return err
	}
	lapsed, err := list(tx, "list lapsed members", one[int64], `
		SELECT player_id FROM members WHERE community_id = $1 AND at < $2 ORDER BY at LIMIT $3`,
		communityID, instant(at.AddDate(0, 0, -memberDays)), lapsedRows)
	if err != nil {
		return err
	}
	if err := tx.lockPlayers(lapsed...); err != nil {
		return err
	}
	for _, id := range lapsed {
		for _, query := range []string{
			`DELETE FROM boards WHERE community_id = $1 AND player_id = $2`,
			`DELETE FROM members WHERE community_id = $1 AND player_id = $2`,
		} {
			if _, err := tx.exec("let member lapse", query, communityID, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// boardsAgain makes the boards of a community anew, of the days up to its latest.
func (tx *Tx) boardsAgain(communityID int64) error {
	players, err := list(tx, "list members", one[int64], `SELECT player_id FROM members WHERE community_id = $1`, communityID)
	if err != nil {
		return err
	}
	latest, err := get(tx, "find latest day", one[int], `
		SELECT COALESCE(MAX(day), 0) FROM scores WHERE community_id IN (0, $1) AND player_id IN
			(SELECT player_id FROM members WHERE community_id = $2)`, communityID, communityID)
	if err != nil {
		return err
	}
	if err := tx.lockPlayers(players...); err != nil {
		return err
	}
	for _, id := range players {
		if err := tx.putOnBoards(communityID, id, time.Unix(int64(latest)*secondsOfDay, 0)); err != nil {
			return err
		}
	}
	return nil
}
