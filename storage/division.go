package storage

import (
	"fmt"
	"strings"
	"time"
)

// A Contender is a Leaguer with what they earned.
type Contender struct {
	Leaguer
	// Name and PlayerKey are empty if the player is forgotten.
	Name, PlayerKey string
	Days            []LeagueDay
}

// A LeagueDay is what a person earned by the dailies of a day, as the World counts them.
type LeagueDay struct {
	Day    int
	Points int
	// Hints and Took are sums of the puzzles that were paid: how many hints were taken, and how
	// long it was from when the puzzle was first shown until it was paid last.
	Hints   int
	Took    time.Duration
	Reached time.Time
}

// A DivisionKey names a division of a week.
type DivisionKey struct{ Tier, Division int }

// Contenders returns the people of divisions of a week, with the days of that week and the next.
func (tx *Tx) Contenders(week int, divisions ...DivisionKey) ([]Contender, error) {
	if len(divisions) == 0 {
		return nil, nil
	}
	var keys []string
	args := []any{week}
	for _, d := range divisions {
		keys = append(keys, bigints(len(args), 2))
		args = append(args, d.Tier, d.Division)
	}
	people, err := List[struct {
		Leaguer
		Name, PlayerKey string
	}](tx, "list contenders", `
		SELECT `+leaguerColumns+`, (SELECT name FROM players WHERE id = l.player_id), (SELECT key FROM players WHERE id = l.player_id)
		FROM (VALUES `+strings.Join(keys, ", ")+`) AS best CROSS JOIN league l
		WHERE l.week = $1 AND l.tier = best.column1 AND l.division = best.column2 ORDER BY l.tier, l.division, l.player_id`, args...)
	if err != nil || len(people) == 0 {
		return nil, err
	}
	all := make([]Contender, len(people))
	places := map[int64]int{}
	var ids []int64
	for i, x := range people {
		all[i] = Contender{Leaguer: x.Leaguer, Name: x.Name, PlayerKey: x.PlayerKey}
		places[x.PlayerID] = i
		ids = append(ids, x.PlayerID)
	}
	same, err := tx.kinOf(ids)
	if err != nil {
		return nil, err
	}
	days, err := tx.leagueDays(week, same)
	if err != nil {
		return nil, err
	}
	for _, d := range days {
		all[places[same[d.PlayerID]]].add(d.LeagueDay)
	}
	return all, nil
}

// add adds what one of a person's players earned on a day. Days come in their order.
func (c *Contender) add(d LeagueDay) {
	if len(c.Days) == 0 || c.Days[len(c.Days)-1].Day != d.Day {
		c.Days = append(c.Days, d)
		return
	}
	last := &c.Days[len(c.Days)-1]
	last.Points += d.Points
	last.Hints += d.Hints
	last.Took += d.Took
	if d.Reached.After(last.Reached) {
		last.Reached = d.Reached
	}
}

// playerDay is a LeagueDay of a player.
type playerDay struct {
	PlayerID int64
	LeagueDay
}

// leagueDays returns the days of a week and the next on which some players earned something.
func (tx *Tx) leagueDays(week int, players map[int64]int64) ([]playerDay, error) {
	args := []any{week}
	for id := range players {
		args = append(args, id)
	}
	const theirs = `round_id = a.round_id AND player_id IN `
	return List[playerDay](tx, "list days of contenders", `
		SELECT a.player_id, a.day, SUM(a.points),
			SUM(COALESCE((SELECT MAX(hints) FROM attempts WHERE `+theirs+kin("a.player_id")+`), 0)),
			SUM(a.at - COALESCE((SELECT MIN(at) FROM openings WHERE `+theirs+kin("a.player_id")+`), a.at)), MAX(a.at)
		FROM awards a
		WHERE a.community_id = 0 AND a.player_id IN (`+parameters(2, len(args)-1)+`) AND a.day BETWEEN $1 - 6 AND $1 + 7 AND a.points > 0 AND a.local = 0
		GROUP BY a.player_id, a.day ORDER BY a.day`, args...)
}

// kinOf returns players, and those who are one person with one of them, by ID.
func (tx *Tx) kinOf(ids []int64) (map[int64]int64, error) {
	var args []any
	for _, id := range ids {
		args = append(args, id)
	}
	// In one statement with the next PostgreSQL may join them by reading all players.
	type member struct{ ID, PersonID int64 }
	given, err := List[member](tx, "list persons", `
		SELECT id, person_id FROM players WHERE id IN (`+parameters(1, len(args))+`)`, args...)
	if err != nil {
		return nil, err
	}
	of := map[int64]int64{}
	var persons []any
	for _, m := range given {
		of[m.PersonID] = m.ID
		persons = append(persons, m.PersonID)
	}
	all, err := List[member](tx, "list kin", `
		SELECT id, person_id FROM players WHERE person_id IN (`+parameters(1, len(persons))+`)`, persons...)
	if err != nil {
		return nil, err
	}
	same := map[int64]int64{}
	for _, m := range all {
		same[m.ID] = of[m.PersonID]
	}
	for _, id := range ids {
		same[id] = id
	}
	return same, nil
}

// OpenDivisions returns divisions of a week that are not closed, at most limit of them.
func (tx *Tx) OpenDivisions(week, limit int) ([]DivisionKey, error) {
	return List[DivisionKey](tx, "list open divisions", `
		SELECT tier, division FROM league_divisions WHERE week = $1 AND closed = 0 ORDER BY tier, division LIMIT $2`, week, limit)
}

// CloseDivisions closes divisions of a week, and stores how it ended for their people.
func (tx *Tx) CloseDivisions(week int, divisions []DivisionKey, results []Leaguer) error {
	var keys []string
	args := []any{week}
	for _, d := range divisions {
		keys = append(keys, bigints(len(args), 2))
		args = append(args, d.Tier, d.Division)
	}
	if err := tx.Exec("close divisions", `
		UPDATE league_divisions SET closed = 1 WHERE week = $1 AND (tier, division) IN (VALUES `+strings.Join(keys, ", ")+`)`, args...); err != nil {
		return err
	}
	if len(results) == 0 {
		return nil
	}
	var rows []string
	args = []any{week}
	for _, l := range results {
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
// fill a division: people have left it, or rest. All divisions are closed; to call it twice
// changes nothing.
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
		if err := tx.Exec("fill tier", `
			UPDATE league SET next = $2 - 1 WHERE week = $1 AND player_id IN (
				SELECT player_id FROM league WHERE week = $1 AND next = $2 AND rests = 0 AND points > 0 AND tier = next
				ORDER BY points DESC, reached, player_id LIMIT $3)`, week, tier+2, DivisionSize-n); err != nil {
			return err
		}
	}
	return nil
}

// Unseated returns the people of a closed week who are in a tier next and have no seat there yet,
// by their points, at most limit of them.
func (tx *Tx) Unseated(week, tier, limit int) ([]Leaguer, error) {
	return List[Leaguer](tx, "list tier", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.week = $1 AND l.next = $2 AND l.rests = 0 AND l.seated = 0
		ORDER BY l.points DESC, l.reached, l.player_id LIMIT $3`, week, tier, limit)
}

// DivisionCount returns how many divisions a tier of a week has.
func (tx *Tx) DivisionCount(week, tier int) (int, error) {
	return Get[int](tx, "count divisions", `SELECT COALESCE(MAX(division), 0) FROM league_divisions WHERE week = $1 AND tier = $2`, week, tier)
}

// SeatAll puts people of a week into divisions of a later one, where those are new. It leaves
// out people who were forgotten or have left since.
func (tx *Tx) SeatAll(week int, all []Leaguer) error {
	var rows, divisions []string
	var ids []int64
	args := []any{week, all[0].Week}
	seats := map[DivisionKey]int{}
	for _, l := range all {
		rows = append(rows, bigints(len(args), 4))
		args = append(args, l.PlayerID, l.Tier, l.Division, l.Absent)
		ids = append(ids, l.PlayerID)
		seats[DivisionKey{l.Tier, l.Division}]++
	}
	if err := tx.LockPlayers(ids...); err != nil {
		return err
	}
	best := `(VALUES ` + strings.Join(rows, ", ") + `) AS best`
	if err := tx.Exec("make divisions", `
		INSERT INTO league (player_id, week, tier, division, absent)
		SELECT best.column1, CAST($1 AS BIGINT), best.column2, best.column3, best.column4 FROM `+best+`
			CROSS JOIN league l WHERE l.player_id = best.column1 AND l.week = $2
		ON CONFLICT (player_id, week) DO UPDATE SET tier = excluded.tier, division = excluded.division, absent = excluded.absent`, args...); err != nil {
		return err
	}
	if err := tx.Exec("note seats", `
		UPDATE league SET seated = 1 WHERE week = $1 AND player_id IN (`+parameters(2, len(ids))+`)`, append([]any{all[0].Week}, anys(ids)...)...); err != nil {
		return err
	}
	args = []any{week}
	for d, n := range seats {
		divisions = append(divisions, "($1, "+parameters(len(args)+1, 3)+")")
		args = append(args, d.Tier, d.Division, n)
	}
	return tx.Exec("count seats", `INSERT INTO league_divisions (week, tier, division, seats) VALUES `+strings.Join(divisions, ", "), args...)
}

// anys are IDs as arguments.
func anys(ids []int64) []any {
	var all []any
	for _, id := range ids {
		all = append(all, id)
	}
	return all
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
	if err != nil {
		return 0, err
	}
	for _, id := range all {
		if err := tx.seat(id, week); err != nil {
			return 0, err
		}
	}
	return len(all), nil
}
