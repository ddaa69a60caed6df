package storage

import "time"

const (
	// DivisionSize is how many people a division of the league has at most.
	DivisionSize = 15
	// Tiers is how many tiers there are at most, of which the first is the top. Those below
	// the last that is needed stay empty.
	Tiers = 5
)

// A LeagueWeek is a week whose divisions were made. A week is named by its last day, a Sunday,
// in days since 1970.
type LeagueWeek struct {
	Week   int
	Lowest int // the lowest tier when it began
}

// A Leaguer is a person's week in the league, under the player by whom they are in the World.
type Leaguer struct {
	PlayerID       int64
	Week           int
	Tier, Division int  // tier 0: they wait until the divisions of the week are made
	Absent         bool // they earned nothing in the week before
	Place, Points  int  // how it ended; place 0: it goes on
	Reached        time.Time
	Next           int  // the tier they are in next
	Rests          bool // they are in no division until they come back
}

const leaguerColumns = `l.player_id, l.week, l.tier, l.division, l.absent, l.place, l.points, l.reached, l.next, l.rests`

// League returns the week that goes on, the latest, or ErrNotFound.
func (tx *Tx) League() (LeagueWeek, error) {
	return Get[LeagueWeek](tx, "find week of league", `SELECT week, lowest FROM league_weeks WHERE week = (SELECT MAX(week) FROM league_weeks)`)
}

// NextWeek returns the week after one for which divisions are made already, or ErrNotFound.
func (tx *Tx) NextWeek(week int) (int, error) {
	return Get[int](tx, "find next week of league", `SELECT week FROM league_divisions WHERE week > $1 ORDER BY week LIMIT 1`, week)
}

// Weeks returns a person's weeks in the league, the latest first, at most limit.
func (tx *Tx) Weeks(playerID int64, limit int) ([]Leaguer, error) {
	return List[Leaguer](tx, "list weeks of player", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.player_id IN `+kin("$1")+` ORDER BY l.week DESC, l.player_id LIMIT $2`, playerID, limit)
}

// enterLeague gives a person a place in the league of a week in which they earned something, if
// they have none: where they rest, or else at the bottom. Until the divisions of the week are
// made, they wait. The person is the player by whom they are in the World.
func (tx *Tx) enterLeague(playerID int64, week int) error {
	earned, err := Get[int](tx, "sum up week", `
		SELECT COALESCE(SUM(points), 0) FROM awards
		WHERE community_id = 0 AND player_id IN `+kin("$1")+` AND day BETWEEN $2 - 6 AND $2 AND local = 0`, playerID, week)
	if err != nil || earned == 0 {
		return err
	}
	if err := tx.lockLeague(); err != nil {
		return err
	}
	open, is, err := Found(tx.League())
	if err != nil {
		return err
	}
	if !is { // they are the first of all
		open.Week = week
		if err := tx.BeginLeague(week); err != nil {
			return err
		}
	}
	isOver := week < open.Week
	if isOver {
		return nil
	}
	has, err := Get[bool](tx, "look for place in league", `
		SELECT EXISTS (SELECT 1 FROM league WHERE player_id = $1 AND (week >= $2 OR week = $3 AND rests = 0))`, playerID, week, open.Week)
	if err != nil || has {
		return err
	}
	if week > open.Week {
		return tx.Exec("wait for league", `INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 0, 0)`, playerID, week)
	}
	return tx.seat(playerID, week)
}

// lockLeague makes this transaction the only one that gives people places in the league. It
// comes after the locks of players.
func (tx *Tx) lockLeague() error {
	if tx.locks == nil {
		return nil
	}
	return tx.lockKeys(lockKey("league"))
}

// seat puts a person into the fullest division that has room in the tier where they rest, or
// else in the lowest tier. Where none has room, there is one more: in a further tier as long
// as there may be one, and for those who rest in their own.
func (tx *Tx) seat(playerID int64, week int) error {
	rest, rests, err := Found(Get[int](tx, "find tier of rest",
		`SELECT next FROM league WHERE player_id = $1 AND next > 0 ORDER BY week DESC LIMIT 1`, playerID))
	if err != nil {
		return err
	}
	bottom, err := Get[int](tx, "find lowest tier", `SELECT COALESCE(MAX(tier), 0) FROM league_divisions WHERE week = $1`, week)
	if err != nil {
		return err
	}
	tier := bottom
	if rests {
		tier = min(rest, bottom)
	}
	division, free, err := Found(Get[int](tx, "find free division", `
		SELECT division FROM league_divisions WHERE week = $1 AND tier = $2 AND seats < $3 ORDER BY seats DESC LIMIT 1`, week, tier, DivisionSize))
	if err != nil {
		return err
	}
	if !free {
		if tier == 0 || !rests && tier < Tiers {
			tier++
		}
		if division, err = Get[int](tx, "count divisions", `SELECT COALESCE(MAX(division), 0) + 1 FROM league_divisions WHERE week = $1 AND tier = $2`, week, tier); err != nil {
			return err
		}
	}
	return tx.putAll("take place in league", []any{playerID, week, tier, division},
		`INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, $3, $4)
			ON CONFLICT (player_id, week) DO UPDATE SET tier = excluded.tier, division = excluded.division`,
		`INSERT INTO league_divisions (week, tier, division, seats) SELECT CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), 1 WHERE CAST($1 AS BIGINT) > 0
			ON CONFLICT (week, tier, division) DO UPDATE SET seats = league_divisions.seats + 1`)
}

// keepPlace takes a person out of the league, or leaves them one place in each week that goes
// on or comes, the best of those that their players have. shown is the player by whom they are
// in the World, 0 if they are not.
func (tx *Tx) keepPlace(playerID, shown int64) error {
	if shown == 0 {
		return tx.Exec("leave league", `DELETE FROM league WHERE player_id IN `+kin("$1"), playerID)
	}
	open, is, err := Found(tx.League())
	if err != nil || !is {
		return err
	}
	all, err := List[Leaguer](tx, "list places in league", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.player_id IN `+kin("$1")+` AND l.week >= $2
		ORDER BY l.week, CASE l.tier WHEN 0 THEN 1 ELSE 0 END, l.tier, l.player_id`, playerID, open.Week)
	if err != nil {
		return err
	}
	for i, l := range all {
		first := i == 0 || all[i-1].Week != l.Week
		if first && l.PlayerID == shown && (i+1 == len(all) || all[i+1].Week != l.Week) {
			continue
		}
		if first {
			if err := tx.putAll("keep place in league", []any{shown, l.Week, l.PlayerID},
				`DELETE FROM league WHERE player_id = $1 AND week = $2 AND player_id <> $3`,
				`UPDATE league SET player_id = $1 WHERE player_id = $3 AND week = $2`); err != nil {
				return err
			}
		} else if l.PlayerID != shown {
			if err := tx.Exec("drop place in league", `DELETE FROM league WHERE player_id = $1 AND week = $2`, l.PlayerID, l.Week); err != nil {
				return err
			}
		}
	}
	for _, week := range []int{open.Week, open.Week + 7} {
		if err := tx.enterLeague(shown, week); err != nil {
			return err
		}
	}
	return nil
}

// BeginLeague makes a week, whose divisions are made, the one that goes on.
func (tx *Tx) BeginLeague(week int) error {
	return tx.Exec("begin week of league", `
		INSERT INTO league_weeks (week, lowest) SELECT CAST($1 AS BIGINT), COALESCE(MAX(tier), 1) FROM league_divisions WHERE week = $1`, week)
}

// Untold returns how the latest week ended for a person who was not told yet, or ErrNotFound.
func (tx *Tx) Untold(playerID int64) (Leaguer, error) {
	return Get[Leaguer](tx, "find result of league", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.player_id IN `+kin("$1")+` AND l.place > 0 AND l.told = 0 ORDER BY l.week DESC LIMIT 1`, playerID)
}

// MarkTold notes that a person was told how the weeks until now ended for them.
func (tx *Tx) MarkTold(playerID int64) error {
	return tx.Exec("mark results as told", `UPDATE league SET told = 1 WHERE player_id IN `+kin("$1")+` AND place > 0 AND told = 0`, playerID)
}
