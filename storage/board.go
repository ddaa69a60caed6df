package storage

import (
	"fmt"
	"time"
)

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

// World is, on boards, the community that everyone is in who wishes to.
const World int64 = -1

// A Board says which board is meant: of a community or the World, in a game or all
// (empty), of a span that has a day in it, in days since 1970, and is not over for
// more than three days.
type Board struct {
	CommunityID int64
	Game        string
	Span        Span
	Day         int
}

// table is where the rows of a board are: those of all games in a community, which
// are asked for most, have one of their own.
func (b Board) table() string {
	if b.CommunityID != World && b.Game == "" {
		return "boards"
	}
	return "game_boards"
}

// rows is the condition by which rows b are those of a board, whose first three
// parameters are its own: see args.
func (b Board) rows() string {
	if b.table() == "boards" {
		return `b.community_id = $1 AND b.period = $2 AND $3 = ''`
	}
	return `b.community_id = $1 AND b.period = $2 AND b.game = $3`
}

func (b Board) args(more ...any) []any {
	return append([]any{b.CommunityID, b.Span.period(b.Day), b.Game}, more...)
}

// A Standing is a row of a leaderboard.
type Standing struct {
	PlayerID        int64
	Name, PlayerKey string // empty if the player is forgotten
	Points          int
	Solved          int // rounds solved
}

func readStanding(scan scan) (s Standing, err error) {
	err = scan(&s.PlayerID, &s.Name, &s.PlayerKey, &s.Points, &s.Solved)
	return s, err
}

// Leaderboard returns those who were members of a community since a time, which is
// at most 91 days ago, and have points: in its rounds, and in dailies wherever they
// answered them. By most points, then most rounds solved, then whose last points
// are the oldest; behind the first so many at most limit of them, both a few hundred.
func (tx *Tx) Leaderboard(b Board, since time.Time, skip, limit int) ([]Standing, error) {
	members, args := `CROSS JOIN members m`, b.args(instant(since), limit, skip)
	belongs := `AND m.community_id = b.community_id AND m.player_id = b.player_id AND m.at >= $4`
	if b.CommunityID == World { // nobody lapses
		members, belongs = ``, `AND CAST($4 AS BIGINT) IS NOT NULL`
	}
	return list(tx, "make leaderboard", readStanding, `
		SELECT b.player_id, p.name, COALESCE(p.key, ''), b.points, b.solved
		FROM `+b.table()+` b `+members+` CROSS JOIN players p
		WHERE `+b.rows()+` `+belongs+` AND p.id = b.player_id AND b.points > 0
		ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id LIMIT $5 OFFSET $6`, args...)
}

// StandingOf returns what a person has on a board, or ErrNotFound.
func (tx *Tx) StandingOf(b Board, playerID int64) (Standing, error) {
	return get(tx, "find standing", readStanding, `
		SELECT b.player_id, p.name, COALESCE(p.key, ''), b.points, b.solved
		FROM `+b.table()+` b CROSS JOIN players p
		WHERE `+b.rows()+` AND b.player_id IN `+kin(4)+` AND p.id = b.player_id AND b.points > 0`, b.args(playerID)...)
}

// mostCounted is how many rows of a board are counted at most.
const mostCounted = 10_000

// Above counts those on a board who have more points, at most ten thousand.
func (tx *Tx) Above(b Board, since time.Time, points int) (int, error) {
	n, err := get(tx, "count those above", one[int], `
		SELECT COUNT(*) FROM (SELECT 1 FROM `+b.table()+` b WHERE `+b.rows()+` AND b.points > $4 LIMIT $5) AS best`,
		b.args(points, mostCounted)...)
	if err != nil || b.CommunityID == World || n == mostCounted {
		return n, err
	}
	lapsed, err := get(tx, "count lapsed above", one[int], `
		SELECT COUNT(*) FROM (SELECT player_id FROM members WHERE community_id = $1 AND at < $5 LIMIT $6) AS best
			CROSS JOIN `+b.table()+` b WHERE `+b.rows()+` AND b.player_id = best.player_id AND b.points > $4`,
		b.args(points, instant(since), lapsedRows)...)
	return n - lapsed, err
}

// PointsOf returns what a person has on the board of all time of a community,
// whether a member or not.
func (tx *Tx) PointsOf(communityID, playerID int64) (int, error) {
	return get(tx, "find points", one[int], `
		SELECT COALESCE(SUM(points), 0) FROM totals WHERE community_id IN (0, $1) AND player_id IN `+kin(2), communityID, playerID)
}

// A score is what of a player's awards counts on a day.
type score struct{ points, solved int }

// periodsOf are the periods of a day, as a table.
func periodsOf(day int) string {
	return fmt.Sprintf(`(SELECT %d AS period UNION ALL SELECT %d UNION ALL SELECT %d UNION ALL SELECT %d) AS ever`,
		Ever.period(day), Day.period(day), Week.period(day), Month.period(day))
}

// post adds what an award has changed to the boards it counts on: of its
// community or, if it is a daily, of all of which the person is a member.
func (tx *Tx) post(a Award, change score, reached time.Time) error {
	return tx.put("post on boards", `
		INSERT INTO boards (community_id, player_id, period, points, solved, reached)
		SELECT m.community_id, m.player_id, ever.period, CAST($1 AS BIGINT), CAST($2 AS BIGINT), COALESCE(CAST($3 AS BIGINT), 0)
		FROM members m CROSS JOIN `+periodsOf(a.Day)+` WHERE m.player_id IN `+kin(4)+` AND ($5 = 0 OR m.community_id = $5)
		ON CONFLICT (community_id, player_id, period) DO UPDATE SET
			points = boards.points + excluded.points, solved = boards.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > boards.reached THEN excluded.reached ELSE boards.reached END`,
		change.points, change.solved, instant(reached), a.PlayerID, a.CommunityID)
}

// putOnBoards puts a new member on the boards of a community as of a moment,
// with what they have already.
func (tx *Tx) putOnBoards(communityID, playerID int64, at time.Time) error {
	has, err := get(tx, "look for points", one[bool], `
		SELECT EXISTS (SELECT 1 FROM totals WHERE community_id IN (0, $1) AND player_id IN `+kin(2)+`)`, communityID, playerID)
	if err != nil || !has {
		return err
	}
	err = tx.put("put on board", `
		INSERT INTO boards (community_id, player_id, period, points, solved, reached)
		SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), 0, SUM(points), SUM(solved), MAX(CASE WHEN points > 0 THEN reached ELSE 0 END)
		FROM totals WHERE community_id IN (0, $1) AND player_id IN `+kin(2), communityID, playerID)
	if err != nil {
		return err
	}
	for period, days := range periodsAt(at) {
		err := tx.put("put on board", `
			INSERT INTO boards (community_id, player_id, period, points, solved, reached)
			SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), SUM(points), SUM(solved), MAX(CASE WHEN points > 0 THEN reached ELSE 0 END)
			FROM scores WHERE community_id IN (0, $1) AND player_id IN `+kin(2)+` AND day BETWEEN $4 AND $5
			HAVING COUNT(*) > 0`, communityID, playerID, period, days[0], days[1])
		if err != nil {
			return err
		}
	}
	if err := tx.putOnGameBoards(communityID, playerID, at); err != nil {
		return err
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
	if err := tx.clearEnded(communityID, at); err != nil {
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
			`DELETE FROM game_boards WHERE community_id = $1 AND player_id = $2`,
			`DELETE FROM members WHERE community_id = $1 AND player_id = $2`,
		} {
			if err := tx.put("let member lapse", query, communityID, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// clearEnded takes some periods that have ended off the boards of a community.
func (tx *Tx) clearEnded(communityID int64, at time.Time) error {
	kept, err := tx.SeasonKept()
	if err != nil {
		return err
	}
	for _, query := range []string{
		`DELETE FROM boards WHERE (community_id, player_id, period) IN (
			SELECT community_id, player_id, period FROM boards
			WHERE community_id = $1 AND period > 0 AND period < $2 AND (period % 4 <> 3 OR period <= $3) LIMIT $4)`,
		`DELETE FROM game_boards WHERE (community_id, player_id, game, period) IN (
			SELECT community_id, player_id, game, period FROM game_boards
			WHERE community_id = $1 AND period > 0 AND period < $2 AND (period % 4 <> 3 OR period <= $3) LIMIT $4)`,
	} {
		if err := tx.put("clear boards", query, communityID, 4*(dayOf(at)-endedDays), Month.period(kept), endedRows); err != nil {
			return err
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
			(SELECT player_id FROM members WHERE community_id = $1 UNION
			SELECT theirs.player_id FROM members m JOIN links mine ON mine.player_id = m.player_id
				JOIN links theirs ON theirs.person_id = mine.person_id WHERE m.community_id = $1)`, communityID)
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
