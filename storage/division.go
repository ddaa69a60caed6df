package storage

import (
	"fmt"
	"strings"
	"time"
)

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

// Division returns the people of a division, with the days of its week and the next.
func (tx *Tx) Division(week, tier, division int) ([]Contender, error) {
	return tx.contenders(week, `l.week = $1 AND l.tier = $2 AND l.division = $3`, week, tier, division)
}

// kinOf returns players, and those who are one person with one of them, by ID.
func (tx *Tx) kinOf(ids []int64) (map[int64]int64, error) {
	same := map[int64]int64{}
	var args []any
	for _, id := range ids {
		args = append(args, id)
		same[id] = id
	}
	linked, err := List[struct{ ID, Of int64 }](tx, "list kin", `
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
	people, err := List[struct {
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
	days, err := List[struct {
		PlayerID int64
		LeagueDay
	}](tx, "list days of contenders", `
		SELECT s.player_id, s.day, `+withoutLocal("points")+`, s.reached FROM scores s
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

// A DivisionKey names a division of a week.
type DivisionKey struct{ Tier, Division int }

// Divisions returns the divisions of a week behind one, at most limit of them.
func (tx *Tx) Divisions(week int, after DivisionKey, limit int) ([]DivisionKey, error) {
	return List[DivisionKey](tx, "list divisions", `
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
	return tx.Exec("set results", `
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
		n, err := Get[int](tx, "count tier", `
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
	return List[Leaguer](tx, "list tier", `
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
	if err := tx.LockPlayers(ids...); err != nil {
		return err
	}
	if err := tx.Exec("make divisions", `
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
		if err := tx.Exec("count seats", `INSERT INTO league_divisions (week, tier, division, seats) VALUES ($1, $2, $3, $4)`, week, d.Tier, d.Division, n); err != nil {
			return err
		}
	}
	return nil
}

// SeatWaiting puts people who wait for the divisions of a week into them, at most limit, and
// returns how many there were.
func (tx *Tx) SeatWaiting(week, limit int) (int, error) {
	waiting := `SELECT player_id FROM league WHERE week = $1 AND tier = 0 AND division = 0 ORDER BY player_id LIMIT $2`
	if err := tx.LockPlayersOf(waiting, week, limit); err != nil {
		return 0, err
	}
	if err := tx.lockLeague(); err != nil {
		return 0, err
	}
	all, err := List[int64](tx, "list waiting", waiting, week, limit)
	for _, id := range all {
		if err == nil {
			err = tx.seat(id, week)
		}
	}
	return len(all), err
}
