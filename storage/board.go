package storage

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// A Span is the length of time that a board covers.
type Span int

const (
	// Ever is all time.
	Ever Span = iota
	Day
	// Week begins on a Monday.
	Week
	// Month is a calendar month.
	Month
)

// Period returns the number of the period that contains a day: for Week, the number of that day's week.
// The column period of boards holds such numbers. A period that ends later has a larger number. Ever has
// the number 0.
func (s Span) Period(day int) int {
	_, last := s.days(day)
	return 4*last + int(s)
}

// days returns the first and the last day of the period that contains a day; both are 0 for Ever.
func (s Span) days(day int) (first, last int) {
	switch s {
	case Day:
		return day, day
	case Week:
		// 1970 began on a Thursday.
		first = day - (day+3)%7
		return first, first + 6
	case Month:
		t := time.Unix(int64(day)*secondsOfDay, 0).UTC()
		first = day - t.Day() + 1
		// Day 0 of the next month is the last of this one.
		length := t.AddDate(0, 1, -t.Day()).Day()
		return first, first + length - 1
	}
	return 0, 0
}

const secondsOfDay = 24 * 60 * 60

// dayOf returns the day of a moment in UTC.
func dayOf(t time.Time) int { return int(t.Unix() / secondsOfDay) }

// anyNumber is larger than any number of rows, or of days.
const anyNumber = 1 << 30

// spansAt returns a table with the name span. It has all periods that a moment may belong to: all time, the
// day in UTC with the days before and after it, and the weeks and months of these days. It is not the same
// day everywhere on Earth.
//
// The table has parameters: args are the arguments of the statement so far, and spansAt returns them with those
// of the table added.
func spansAt(at time.Time, args ...any) (table string, _ []any) {
	periods := shortPeriodsAt(at)
	periods[0] = [2]int{0, anyNumber}
	return spanTable(periods, args)
}

// shortSpansAt returns the table of spansAt without all time.
func shortSpansAt(at time.Time, args ...any) (table string, _ []any) {
	return spanTable(shortPeriodsAt(at), args)
}

// shortPeriodsAt returns all days, weeks and months that a moment may belong to: by the number of the period (see
// Period) its first and its last day.
func shortPeriodsAt(at time.Time) map[int][2]int {
	periods := map[int][2]int{}
	for _, span := range []Span{Day, Week, Month} {
		for day := dayOf(at) - 1; day <= dayOf(at)+1; day++ {
			first, last := span.days(day)
			periods[span.Period(day)] = [2]int{first, last}
		}
	}
	return periods
}

// spanTable returns the table of spansAt for some periods.
func spanTable(periods map[int][2]int, args []any) (table string, _ []any) {
	var rows []string
	for _, period := range slices.Sorted(maps.Keys(periods)) {
		rows = append(rows, Bigints(len(args), 3))
		args = append(args, period, periods[period][0], periods[period][1])
	}
	return `(
			SELECT column1 AS period, column2 AS first_day, column3 AS last_day
			FROM (VALUES ` + strings.Join(rows, ", ") + `) AS each
		) AS span`, args
}

const (
	// World is the community's ID on boards of the World.
	World int64 = -1
	// Hunt is the game of boards that count solutions. There the points are how many different
	// solutions a player found. Solved counts the puzzles whose last missing solution the player found.
	Hunt = "hunt"
)

// A Board is the leaderboard of a community or the World for a period.
type Board struct {
	CommunityID int64
	// Game is empty for all games.
	Game string
	Span Span
	// Day is a day in the period. The rows of a period are deleted soon after its end (endedDays).
	Day int
}

// args returns the arguments of onBoard, followed by others.
func (b Board) args(more ...any) []any {
	return append([]any{b.CommunityID, b.Span.Period(b.Day), b.Game}, more...)
}

// onBoard is the condition that selects the rows b of a board.
const onBoard = `b.community_id = $1 AND b.period = $2 AND b.game = $3`

// onWorld is onBoard for boards of the World. Its last part is the condition of an index that has only
// those boards. The databases use the index because the query repeats the condition.
const onWorld = onBoard + ` AND b.community_id < 0`

// A Standing is a row of a board.
type Standing struct {
	PlayerID int64
	// Name and PlayerKey are empty if the player is forgotten.
	Name      string
	PlayerKey string
	Points    int
	// Solved is how many rounds the player has solved.
	Solved int
	// Hints and Took are sums over the dailies that earned points. They order players with equal points
	// in the World. On other boards they are 0, and players with equal points share a rank.
	Hints int
	Took  time.Duration
}

// IsLevel reports whether the players of two standings share a rank.
func (s Standing) IsLevel(other Standing) bool {
	return s.Points == other.Points && s.Hints == other.Hints && s.Took == other.Took
}

// standingColumns are the columns of a Standing, from a row b of a board and its player p.
const standingColumns = `b.player_id, p.name, p.key, b.points, b.solved, b.hints, b.took`

// Leaderboard returns players on a board who have points. It skips the first skip of them and returns at
// most limit; both numbers are a few hundred at most.
//
// On a community's board it returns only players who have done something there since a time, which is at
// most 91 days ago. The others have lapsed. Players are sorted by the most points, then by the most rounds
// solved, and then by who reached their points first. In the World nobody lapses. There players with equal
// points are sorted by the fewest hints, and then by the least time.
func (tx *Tx) Leaderboard(b Board, since time.Time, skip, limit int) ([]Standing, error) {
	if b.CommunityID == World {
		return List[Standing](tx, "make leaderboard of the world", `
			SELECT `+standingColumns+`
			FROM boards b CROSS JOIN players p
			WHERE `+onWorld+` AND p.id = b.player_id AND b.points > 0
			ORDER BY b.points DESC, b.hints, b.took, b.player_id
			LIMIT $4 OFFSET $5`, b.args(limit, skip)...)
	}
	return List[Standing](tx, "make leaderboard", `
		SELECT `+standingColumns+`
		FROM boards b CROSS JOIN players p
		WHERE `+onBoard+` AND b.points > 0 AND p.id = b.player_id AND (
			SELECT m.at FROM members m WHERE m.community_id = b.community_id AND m.player_id = b.player_id) >= $4
		ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id
		LIMIT $5 OFFSET $6`, b.args(since, limit, skip)...)
}

// StandingOf returns a person's row of a board, or ErrNotFound.
func (tx *Tx) StandingOf(b Board, playerID int64) (Standing, error) {
	return Get[Standing](tx, "find standing", `
		SELECT `+standingColumns+`
		FROM players p CROSS JOIN boards b
		WHERE `+onBoard+` AND p.id IN `+PersonPlayers("$4")+` AND b.player_id = p.id AND b.points > 0`,
		b.args(playerID)...)
}

// mostAbove is how many players Above counts at most.
const mostAbove = 10_000

// Above counts the players on a board who have a better rank than a standing, up to mostAbove. Those who
// have done nothing in the community since a time are not counted.
//
// In the World it adds up those with more points, those with as many points and fewer hints, and those
// with as many points and hints and less time. In a community it counts those with more points. Then it
// subtracts those of them who have lapsed but are still on the board, up to lapsedRows. Join takes
// members who have lapsed off the board, and sets their column lapsed. So there are seldom more than
// lapsedRows. If there are more, the count is a little too large.
func (tx *Tx) Above(b Board, since time.Time, s Standing) (int, error) {
	if b.CommunityID == World {
		return Get[int](tx, "count those above in the world", `
			SELECT COUNT(*) FROM (
				SELECT 1 FROM boards b WHERE `+onWorld+` AND b.points > $4
				UNION ALL
				SELECT 1 FROM boards b WHERE `+onWorld+` AND b.points = $4 AND b.hints < $5
				UNION ALL
				SELECT 1 FROM boards b WHERE `+onWorld+` AND b.points = $4 AND b.hints = $5 AND b.took < $6
				LIMIT $7) AS best`, b.args(s.Points, s.Hints, s.Took, mostAbove)...)
	}
	above, err := Get[int](tx, "count those above", `
		SELECT COUNT(*) FROM (
			SELECT 1 FROM boards b
			WHERE `+onBoard+` AND b.points > $4
			LIMIT $5) AS best`, b.args(s.Points, mostAbove)...)
	if err != nil || above == mostAbove {
		return above, err
	}
	lapsed, err := Get[int](tx, "count lapsed above", `
		SELECT COUNT(*) FROM (
			SELECT player_id FROM members
			WHERE community_id = $1 AND at < $5 AND lapsed = 0
			LIMIT $6) AS away
			CROSS JOIN boards b
		WHERE `+onBoard+` AND b.player_id = away.player_id AND b.points > $4`, b.args(s.Points, since, lapsedRows)...)
	if err != nil {
		return 0, err
	}
	return above - lapsed, nil
}

// When Join stores that a member has done something, it also tidies up the boards of the community, a few
// rows at a time: it takes members who have lapsed off the boards, and deletes rows of periods that have ended.
const (
	// lapsedRows is how many members Join takes off the boards at once.
	lapsedRows = 100
	// endedRows is how many rows of ended periods Join deletes at once.
	endedRows = 20
)
