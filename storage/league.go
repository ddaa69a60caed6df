package storage

import (
	"fmt"
	"strings"
	"time"
)

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
	Lowest int    // the lowest tier when it began
	Step   string // how far it is on its way to the next week, opaque
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

// A Contender is a Leaguer with what they earned.
type Contender struct {
	Leaguer
	Name, PlayerKey string // empty if the player is forgotten
	Days            []LeagueDay
}

// A LeagueDay is what a person earned by the dailies of a day, without what counts nowhere in
// the World.
type LeagueDay struct {
	Day     int
	Points  int
	Reached time.Time
}

// League returns the week that goes on, the latest, or ErrNotFound.
func (tx *Tx) League() (LeagueWeek, error) {
	return get[LeagueWeek](tx, "find week of league", `SELECT week, lowest, step FROM league_weeks WHERE week = (SELECT MAX(week) FROM league_weeks)`)
}

// SetLeagueStep notes how far a week is on its way to the next.
func (tx *Tx) SetLeagueStep(week int, step string) error {
	return tx.put("set step of league", `UPDATE league_weeks SET step = $1 WHERE week = $2`, step, week)
}

// Weeks returns a person's weeks in the league, the latest first, at most limit.
func (tx *Tx) Weeks(playerID int64, limit int) ([]Leaguer, error) {
	return list[Leaguer](tx, "list weeks of player", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.player_id IN `+kin("$1")+` ORDER BY l.week DESC, l.player_id LIMIT $2`, playerID, limit)
}

// Division returns the people of a division, with the days of its week and the next.
func (tx *Tx) Division(week, tier, division int) ([]Contender, error) {
	return tx.contenders(week, `l.week = $1 AND l.tier = $2 AND l.division = $3`, week, tier, division)
}

// teamOf is how many people of a community, the first on its board of the week, may be of its
// team.
const teamOf = 50

// Team returns the people of a community who are in the league in a week, which has ended at
// most three days ago.
func (tx *Tx) Team(communityID int64, week int) ([]Contender, error) {
	ids, err := list[int64](tx, "list team", `
		SELECT b.player_id FROM boards b WHERE `+onBoard+` AND b.points > 0
		ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id LIMIT $4`, Board{CommunityID: communityID, Span: Week, Day: week}.args(teamOf)...)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	same, err := tx.kinOf(ids)
	if err != nil {
		return nil, err
	}
	args := []any{week}
	for id := range same {
		args = append(args, id)
	}
	// The sign keeps SQLite from reading the whole week by its index.
	return tx.contenders(week, `+l.week = $1 AND l.tier > 0 AND l.player_id IN (`+parameters(2, len(args)-1)+`)`, args...)
}

// kinOf returns players, and those who are one person with one of them, by ID.
func (tx *Tx) kinOf(ids []int64) (map[int64]int64, error) {
	same := map[int64]int64{}
	var args []any
	for _, id := range ids {
		args = append(args, id)
		same[id] = id
	}
	linked, err := list[struct{ ID, Of int64 }](tx, "list kin", `
		SELECT theirs.player_id, mine.player_id FROM links mine CROSS JOIN links theirs
		WHERE mine.player_id IN (`+parameters(1, len(args))+`) AND theirs.person_id = mine.person_id`, args...)
	for _, l := range linked {
		if _, is := same[l.ID]; !is {
			same[l.ID] = l.Of
		}
	}
	return same, err
}

// contenders returns the people l in a week whom a condition selects, with the days of that
// week and the next.
func (tx *Tx) contenders(week int, where string, args ...any) ([]Contender, error) {
	people, err := list[struct {
		Leaguer
		Name, PlayerKey string
	}](tx, "list contenders", `
		SELECT `+leaguerColumns+`, (SELECT name FROM players WHERE id = l.player_id), (SELECT key FROM players WHERE id = l.player_id)
		FROM league l WHERE `+where+` ORDER BY l.player_id`, args...)
	if err != nil || len(people) == 0 {
		return nil, err
	}
	all, ids, places := make([]Contender, len(people)), make([]int64, len(people)), map[int64]int{}
	for i, x := range people {
		all[i] = Contender{Leaguer: x.Leaguer, Name: x.Name, PlayerKey: x.PlayerKey}
		ids[i], places[x.PlayerID] = x.PlayerID, i
	}
	same, err := tx.kinOf(ids)
	if err != nil {
		return nil, err
	}
	earners := []any{week}
	for id := range same {
		earners = append(earners, id)
	}
	days, err := list[struct {
		PlayerID int64
		LeagueDay
	}](tx, "list days of contenders", `
		SELECT s.player_id, s.day, `+worldly("points")+`, s.reached FROM scores s
		WHERE s.community_id = 0 AND s.player_id IN (`+parameters(2, len(earners)-1)+`) AND s.day BETWEEN $1 - 6 AND $1 + 7 AND s.game = '' ORDER BY s.day`, earners...)
	for _, d := range days {
		c := &all[places[same[d.PlayerID]]]
		switch n := len(c.Days); {
		case d.Points == 0:
		case n > 0 && c.Days[n-1].Day == d.Day: // of another player of theirs
			last := &c.Days[n-1]
			last.Points += d.Points
			if d.Reached.After(last.Reached) {
				last.Reached = d.Reached
			}
		default:
			c.Days = append(c.Days, d.LeagueDay)
		}
	}
	return all, err
}

// enterLeague gives a person a place in the league of a week in which they earned something, if
// they have none: where they rest, or else at the bottom. Until the divisions of the week are
// made, they wait. The person is the player by whom they are in the World.
func (tx *Tx) enterLeague(playerID int64, week int) error {
	earned, err := get[int](tx, "sum up week", `
		SELECT COALESCE(SUM(points), 0) FROM (SELECT `+worldly("points")+` FROM scores s
			WHERE s.community_id = 0 AND s.player_id IN `+kin("$1")+` AND s.day BETWEEN $2 - 6 AND $2 AND s.game = '') AS best`, playerID, week)
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
	has, err := get[bool](tx, "look for place in league", `
		SELECT EXISTS (SELECT 1 FROM league WHERE player_id = $1 AND (week >= $2 OR week = $3 AND rests = 0))`, playerID, week, open.Week)
	switch {
	case err != nil || has || week < open.Week: // that week is over
		return err
	case week > open.Week:
		return tx.put("wait for league", `INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 0, 0)`, playerID, week)
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
	rest, rests, err := Found(get[int](tx, "find tier of rest",
		`SELECT next FROM league WHERE player_id = $1 AND next > 0 ORDER BY week DESC LIMIT 1`, playerID))
	if err != nil {
		return err
	}
	bottom, err := get[int](tx, "find lowest tier", `SELECT COALESCE(MAX(tier), 0) FROM league_divisions WHERE week = $1`, week)
	if err != nil {
		return err
	}
	tier := bottom
	if rests {
		tier = min(rest, bottom)
	}
	division, free, err := Found(get[int](tx, "find free division", `
		SELECT division FROM league_divisions WHERE week = $1 AND tier = $2 AND seats < $3 ORDER BY seats DESC LIMIT 1`, week, tier, DivisionSize))
	if err != nil {
		return err
	}
	if !free {
		if tier == 0 || !rests && tier < Tiers {
			tier++
		}
		if division, err = get[int](tx, "count divisions", `SELECT COALESCE(MAX(division), 0) + 1 FROM league_divisions WHERE week = $1 AND tier = $2`, week, tier); err != nil {
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
		return tx.put("leave league", `DELETE FROM league WHERE player_id IN `+kin("$1"), playerID)
	}
	open, is, err := Found(tx.League())
	if err != nil || !is {
		return err
	}
	all, err := list[Leaguer](tx, "list places in league", `
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
			if err := tx.put("drop place in league", `DELETE FROM league WHERE player_id = $1 AND week = $2`, l.PlayerID, l.Week); err != nil {
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

// A DivisionKey names a division of a week.
type DivisionKey struct{ Tier, Division int }

// Divisions returns the divisions of a week behind one, at most limit of them.
func (tx *Tx) Divisions(week int, after DivisionKey, limit int) ([]DivisionKey, error) {
	return list[DivisionKey](tx, "list divisions", `
		SELECT tier, division FROM league_divisions WHERE week = $1 AND (tier, division) > ($2, $3) ORDER BY tier, division LIMIT $4`,
		week, after.Tier, after.Division, limit)
}

// SetResults stores how a week ended for some people who are in it.
func (tx *Tx) SetResults(week int, all []Leaguer) error {
	if len(all) == 0 {
		return nil
	}
	var rows []string
	args := []any{week}
	for _, l := range all {
		rows = append(rows, bigints(len(args), 6))
		args = append(args, l.PlayerID, l.Place, l.Points, l.Reached, l.Next, l.Rests)
	}
	return tx.put("set results", `
		UPDATE league SET place = best.column2, points = best.column3, reached = COALESCE(best.column4, 0), next = best.column5, rests = best.column6
		FROM (VALUES `+strings.Join(rows, ", ")+`) AS best WHERE league.player_id = best.column1 AND league.week = $1`, args...)
}

// bigints is a row of so many numbers, which are parameters behind a number of them.
func bigints(behind, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("CAST($%d AS BIGINT)", behind+i+1))
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// FillTiers lets the next best of each tier of a week move up where the tier above would not
// fill a division: people have left it, or rest.
func (tx *Tx) FillTiers(week int) error {
	for tier := range Tiers - 1 {
		n, err := get[int](tx, "count tier", `
			SELECT COUNT(*) FROM (SELECT 1 FROM league WHERE week = $1 AND next = $2 AND rests = 0 LIMIT $3) AS best`, week, tier+1, DivisionSize)
		if err != nil {
			return err
		}
		if n == DivisionSize {
			continue
		}
		if _, err := tx.exec("fill tier", `
			UPDATE league SET next = $2 - 1 WHERE week = $1 AND player_id IN (
				SELECT player_id FROM league WHERE week = $1 AND next = $2 AND rests = 0 AND points > 0 AND tier = next
				ORDER BY points DESC, reached, player_id LIMIT $3)`, week, tier+2, DivisionSize-n); err != nil {
			return err
		}
	}
	return nil
}

// Promised returns the people of a week who are in a tier next, behind one, by their points, at
// most limit of them. A zero after is before all.
func (tx *Tx) Promised(week, tier int, after Leaguer, limit int) ([]Leaguer, error) {
	if after == (Leaguer{}) {
		after.Points = anyNumber
	}
	return list[Leaguer](tx, "list tier", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.week = $1 AND l.next = $2 AND l.rests = 0
			AND l.points <= $4 AND (l.points < $4 OR (l.reached, l.player_id) > ($5, $3))
		ORDER BY l.points DESC, l.reached, l.player_id LIMIT $6`, week, tier, after.PlayerID, after.Points, after.Reached, limit)
}

// SeatAll puts people of a week into divisions of a later one, where those are new. It leaves
// out people who were forgotten or have left since.
func (tx *Tx) SeatAll(week int, all []Leaguer) error {
	if len(all) == 0 {
		return nil
	}
	var rows []string
	var ids []int64
	args := []any{week, all[0].Week}
	for _, l := range all {
		rows = append(rows, bigints(len(args), 4))
		args = append(args, l.PlayerID, l.Tier, l.Division, l.Absent)
		ids = append(ids, l.PlayerID)
	}
	if err := tx.lockPlayers(ids...); err != nil {
		return err
	}
	if err := tx.put("make divisions", `
		INSERT INTO league (player_id, week, tier, division, absent)
		SELECT best.column1, CAST($1 AS BIGINT), best.column2, best.column3, best.column4 FROM (VALUES `+strings.Join(rows, ", ")+`) AS best
			CROSS JOIN league l WHERE l.player_id = best.column1 AND l.week = $2
		ON CONFLICT (player_id, week) DO UPDATE SET tier = excluded.tier, division = excluded.division, absent = excluded.absent`, args...); err != nil {
		return err
	}
	seats := map[DivisionKey]int{}
	for _, l := range all {
		seats[DivisionKey{l.Tier, l.Division}]++
	}
	for d, n := range seats {
		if err := tx.put("count seats", `INSERT INTO league_divisions (week, tier, division, seats) VALUES ($1, $2, $3, $4)`, week, d.Tier, d.Division, n); err != nil {
			return err
		}
	}
	return nil
}

// SeatWaiting puts people who wait for the divisions of a week into them, at most limit, and
// returns how many there were.
func (tx *Tx) SeatWaiting(week, limit int) (int, error) {
	waiting := `SELECT player_id FROM league WHERE week = $1 AND tier = 0 AND division = 0 ORDER BY player_id LIMIT $2`
	if err := tx.lockPlayersOf(waiting, week, limit); err != nil {
		return 0, err
	}
	if err := tx.lockLeague(); err != nil {
		return 0, err
	}
	all, err := list[int64](tx, "list waiting", waiting, week, limit)
	for _, id := range all {
		if err == nil {
			err = tx.seat(id, week)
		}
	}
	return len(all), err
}

// BeginLeague makes a week, whose divisions are made, the one that goes on.
func (tx *Tx) BeginLeague(week int) error {
	return tx.put("begin week of league", `
		INSERT INTO league_weeks (week, lowest) SELECT CAST($1 AS BIGINT), COALESCE(MAX(tier), 1) FROM league_divisions WHERE week = $1`, week)
}

// LowestTier returns the lowest tier when a week began, or ErrNotFound.
func (tx *Tx) LowestTier(week int) (int, error) {
	return get[int](tx, "find week of league", `SELECT lowest FROM league_weeks WHERE week = $1`, week)
}

// Untold returns how the latest week ended for a person who was not told yet, or ErrNotFound.
func (tx *Tx) Untold(playerID int64) (Leaguer, error) {
	return get[Leaguer](tx, "find result of league", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.player_id IN `+kin("$1")+` AND l.place > 0 AND l.told = 0 ORDER BY l.week DESC LIMIT 1`, playerID)
}

// MarkTold notes that a person was told how the weeks until now ended for them.
func (tx *Tx) MarkTold(playerID int64) error {
	return tx.put("mark results as told", `UPDATE league SET told = 1 WHERE player_id IN `+kin("$1")+` AND place > 0 AND told = 0`, playerID)
}

// A TeamScore is what a community has in a week of the league.
type TeamScore struct {
	CommunityID int64
	Title       string // empty if others may not read it
	Points      int
	People      int // how many were counted, at most teamOf
}

// SetTeam stores what a community has in a week. Without points it is in no table.
func (tx *Tx) SetTeam(week int, t TeamScore) error {
	if t.Points == 0 {
		return tx.put("drop team", `DELETE FROM league_teams WHERE community_id = $1 AND week = $2`, t.CommunityID, week)
	}
	return tx.put("set team", `
		INSERT INTO league_teams (community_id, week, points, people) VALUES ($1, $2, $3, $4)
		ON CONFLICT (community_id, week) DO UPDATE SET points = excluded.points, people = excluded.people`, t.CommunityID, week, t.Points, t.People)
}

// TeamsBeside returns the teams of a week that have more than so many points, the nearest
// first, or at most as many, the most first; of each at most limit. above is how many have
// more, at most ten thousand.
func (tx *Tx) TeamsBeside(week, points, limit int) (more, others []TeamScore, above int, err error) {
	find := func(than, order string) ([]TeamScore, error) {
		return list[TeamScore](tx, "list teams", `
			SELECT t.community_id, CASE c.listed WHEN 1 THEN c.title ELSE '' END, t.points, t.people FROM league_teams t CROSS JOIN communities c
			WHERE t.week = $1 AND t.points `+than+` $2 AND c.id = t.community_id ORDER BY `+order+` LIMIT $3`, week, points, limit)
	}
	if more, err = find(`>`, `t.points, t.community_id DESC`); err == nil {
		others, err = find(`<=`, `t.points DESC, t.community_id`)
	}
	if err == nil {
		above, err = get[int](tx, "count teams above", `
			SELECT COUNT(*) FROM (SELECT 1 FROM league_teams WHERE week = $1 AND points > $2 LIMIT $3) AS best`, week, points, mostCounted)
	}
	return more, others, above, err
}

// TeamOf returns what a community has in a week, or ErrNotFound.
func (tx *Tx) TeamOf(communityID int64, week int) (TeamScore, error) {
	return get[TeamScore](tx, "find team", `
		SELECT t.community_id, c.title, t.points, t.people FROM league_teams t CROSS JOIN communities c
		WHERE t.community_id = $1 AND t.week = $2 AND c.id = t.community_id`, communityID, week)
}

// GroupsAfter returns the communities with several people that are not of a network, with IDs
// greater than one, of at most limit communities. last is where to go on if there are more.
func (tx *Tx) GroupsAfter(after int64, limit int, network string) (groups []int64, last int64, more bool, err error) {
	all, err := list[struct {
		ID   int64
		Team bool
	}](tx, "list communities", `
		SELECT id, CASE WHEN private = 0 AND active = 1 AND network <> $3 THEN 1 ELSE 0 END FROM communities WHERE id > $1 ORDER BY id LIMIT $2`, after, limit, network)
	for _, c := range all {
		if last = c.ID; c.Team {
			groups = append(groups, c.ID)
		}
	}
	return groups, last, len(all) == limit, err
}

// clearLeague deletes weeks of the league that ended before a day, at most limit rows of each
// kind, and returns the most that it deleted of one.
func (tx *Tx) clearLeague(day, limit int) (most int64, err error) {
	for table, key := range map[string]string{
		"league": "player_id, week", "league_divisions": "week, tier, division", "league_teams": "community_id, week", "league_weeks": "week",
	} {
		n, err := tx.exec("prune league", `DELETE FROM `+table+` WHERE (`+key+`) IN (SELECT `+key+` FROM `+table+` WHERE week < $1 LIMIT $2)`, day, limit)
		if err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	return most, nil
}
