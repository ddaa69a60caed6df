package league

import (
	"strings"
	"time"

	"reckon/storage"
)

// A contender is a leaguer with what they earned on each day of their week, and of the next.
type contender struct {
	leaguer
	// Name and PlayerKey are empty if the player is forgotten.
	Name      string
	PlayerKey string
	Days      []leagueDay
}

// A leagueDay is what a person earned with the dailies of a day, as the World counts them.
type leagueDay struct {
	Day    int
	Points int
	// Hints and Took are sums over awards, as on the boards of the World: how many hints were taken
	// before the answer, and how long the answer took after the puzzle was first shown.
	Hints   int
	Took    time.Duration
	Reached time.Time
}

// contendersOf returns the people of some divisions of a week. Each has the days of that week, and of the
// next, on which they earned something.
func contendersOf(tx *storage.Tx, w week, divisions ...divisionKey) ([]contender, error) {
	if len(divisions) == 0 {
		return nil, nil
	}
	keys, args := divisionRows(w, divisions)
	people, err := storage.List[struct {
		leaguer
		Name      string
		PlayerKey string
	}](tx, "list contenders", `
		SELECT `+leaguerColumns+`,
			(SELECT name FROM players WHERE id = l.player_id),
			(SELECT key FROM players WHERE id = l.player_id)
		FROM (VALUES `+keys+`) AS each CROSS JOIN league l
		WHERE l.week = $1 AND l.tier = each.column1 AND l.division = each.column2
		ORDER BY l.tier, l.division, l.player_id`, args...)
	if err != nil || len(people) == 0 {
		return nil, err
	}
	all := make([]contender, len(people))
	// indexes has for each leaguer's player the index in all.
	indexes := map[int64]int{}
	var ids []int64
	for i, x := range people {
		all[i] = contender{leaguer: x.leaguer, Name: x.Name, PlayerKey: x.PlayerKey}
		indexes[x.PlayerID] = i
		ids = append(ids, x.PlayerID)
	}
	leaguerOf, err := linkedPlayers(tx, ids)
	if err != nil {
		return nil, err
	}
	days, err := daysOf(tx, w, leaguerOf)
	if err != nil {
		return nil, err
	}
	for _, d := range days {
		index := indexes[leaguerOf[d.PlayerID]]
		all[index].add(d.leagueDay)
	}
	return all, nil
}

// add adds what one of a person's players earned on a day. It is called in the order of the days.
func (c *contender) add(d leagueDay) {
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

// A playerDay is a leagueDay of one player.
type playerDay struct {
	PlayerID int64
	leagueDay
}

// daysOf returns the days of a week, and of the next, on which some players earned something. The keys of the map
// players are their IDs.
func daysOf(tx *storage.Tx, w week, players map[int64]int64) ([]playerDay, error) {
	args := []any{w}
	for id := range players {
		args = append(args, id)
	}
	return storage.List[playerDay](tx, "list days of contenders", `
		SELECT a.player_id, a.day, SUM(a.points), SUM(a.hints), SUM(a.took), MAX(a.at)
		FROM awards a
		WHERE a.community_id = 0 AND a.player_id IN (`+storage.Parameters(2, len(args)-1)+`)
			AND a.day BETWEEN $1 - 6 AND $1 + 7 AND a.points > 0 AND a.local = 0
		GROUP BY a.player_id, a.day
		ORDER BY a.day`, args...)
}

// linkedPlayers finds all players of the persons to whom some given players belong. The map leads from each player
// that it finds to the given player of the same person. Two given players may be one person, if they were linked
// after their week was closed. Then each of the two leads to itself.
func linkedPlayers(tx *storage.Tx, ids []int64) (map[int64]int64, error) {
	// There are two statements because PostgreSQL may carry out a single one by reading all players.
	type player struct {
		ID       int64
		PersonID int64
	}
	given, err := storage.List[player](tx, "list persons", `
		SELECT id, person_id FROM players WHERE id IN (`+storage.Parameters(1, len(ids))+`)`, anys(ids)...)
	if err != nil {
		return nil, err
	}
	byPerson := map[int64]int64{}
	var persons []any
	for _, p := range given {
		byPerson[p.PersonID] = p.ID
		persons = append(persons, p.PersonID)
	}
	all, err := storage.List[player](tx, "list players of persons", `
		SELECT id, person_id FROM players WHERE person_id IN (`+storage.Parameters(1, len(persons))+`)`, persons...)
	if err != nil {
		return nil, err
	}
	givenOf := map[int64]int64{}
	for _, p := range all {
		givenOf[p.ID] = byPerson[p.PersonID]
	}
	for _, id := range ids {
		givenOf[id] = id
	}
	return givenOf, nil
}

// openDivisions returns divisions of a week that are not closed, at most limit of them.
func openDivisions(tx *storage.Tx, w week, limit int) ([]divisionKey, error) {
	return storage.List[divisionKey](tx, "list open divisions", `
		SELECT tier, division FROM league_divisions
		WHERE week = $1 AND closed = 0
		ORDER BY tier, division
		LIMIT $2`, w, limit)
}

// storeResults closes divisions of a week, and stores how the week ended for their people. The Reached of somebody who
// earned nothing is zero, which the statement gets as NULL, and stores as 0.
func storeResults(tx *storage.Tx, w week, divisions []divisionKey, results []leaguer) error {
	keys, args := divisionRows(w, divisions)
	err := tx.Exec("close divisions", `
		UPDATE league_divisions SET closed = 1
		WHERE week = $1 AND (tier, division) IN (VALUES `+keys+`)`, args...)
	if err != nil || len(results) == 0 {
		return err
	}
	var rows []string
	args = []any{w}
	for _, l := range results {
		rows = append(rows, storage.Bigints(len(args), 6))
		args = append(args, l.PlayerID, l.Place, l.Points, l.Reached, l.Next, l.Rests)
	}
	return tx.Exec("set results", `
		UPDATE league SET
			place = each.column2,
			points = each.column3,
			reached = COALESCE(each.column4, 0),
			next = each.column5,
			rests = each.column6
		FROM (VALUES `+strings.Join(rows, ", ")+`) AS each
		WHERE league.player_id = each.column1 AND league.week = $1`, args...)
}

// fillTiers fills tiers that would have too few people for a whole division next week, because people have left or
// rest. The best of those who would stay in the tier below move up. Nobody moves up from a division of fewer than
// leastMoving people who do not rest. fillTiers is called when all divisions of the week are closed. If it is called
// again, it changes nothing.
func fillTiers(tx *storage.Tx, w week) error {
	for tier := 1; tier < tiers; tier++ {
		people, err := storage.Get[int](tx, "count tier", `
			SELECT COUNT(*)
			FROM (SELECT 1 FROM league WHERE week = $1 AND next = $2 AND rests = 0 LIMIT $3) AS each`,
			w, tier, divisionSize)
		if err != nil {
			return err
		}
		missing := divisionSize - people
		if missing == 0 {
			continue
		}
		below := tier + 1
		err = tx.Exec("fill tier", `
			UPDATE league SET next = $2
			WHERE week = $1 AND player_id IN (
				SELECT l.player_id FROM league l
				WHERE l.week = $1 AND l.next = $3 AND l.rests = 0 AND l.points > 0 AND l.tier = l.next AND $5 <= (
					SELECT COUNT(*) FROM league other
					WHERE other.week = $1 AND other.tier = $3 AND other.division = l.division
						AND other.place > 0 AND other.rests = 0)
				ORDER BY l.points DESC, l.reached, l.player_id
				LIMIT $4)`, w, tier, below, missing, leastMoving)
		if err != nil {
			return err
		}
	}
	return nil
}

// unseated returns people of a closed week who will be in a tier next week and have no seat there yet, at most limit of
// them. Those with the most points come first.
func unseated(tx *storage.Tx, w week, tier, limit int) ([]leaguer, error) {
	return storage.List[leaguer](tx, "list tier", `
		SELECT `+leaguerColumns+` FROM league l
		WHERE l.week = $1 AND l.next = $2 AND l.rests = 0 AND l.seated = 0
		ORDER BY l.points DESC, l.reached, l.player_id
		LIMIT $3`, w, tier, limit)
}

// seatAll gives people of a closed week seats in new divisions of the week w: the Tier and the Division of each are
// those of the new seat. It leaves out people who were forgotten or have left since. The first statement stores the
// seats, the second notes in the closed week who has one, and the third stores the new divisions.
func seatAll(tx *storage.Tx, w week, all []leaguer) error {
	closed := all[0].Week
	var rows []string
	var ids []int64
	args := []any{w, closed}
	seats := map[divisionKey]int{}
	for _, l := range all {
		rows = append(rows, storage.Bigints(len(args), 4))
		args = append(args, l.PlayerID, l.Tier, l.Division, l.Absent)
		ids = append(ids, l.PlayerID)
		seats[divisionKey{l.Tier, l.Division}]++
	}
	if err := tx.LockPlayers(ids...); err != nil {
		return err
	}
	err := tx.Exec("make divisions", `
		INSERT INTO league (player_id, week, tier, division, absent)
		SELECT each.column1, CAST($1 AS BIGINT), each.column2, each.column3, each.column4
		FROM (VALUES `+strings.Join(rows, ", ")+`) AS each CROSS JOIN league l
		WHERE l.player_id = each.column1 AND l.week = $2
		ON CONFLICT (player_id, week) DO UPDATE SET
			tier = excluded.tier,
			division = excluded.division,
			absent = excluded.absent`, args...)
	if err != nil {
		return err
	}
	err = tx.Exec("note seats", `
		UPDATE league SET seated = 1
		WHERE week = $1 AND player_id IN (`+storage.Parameters(2, len(ids))+`)`, append([]any{closed}, anys(ids)...)...)
	if err != nil {
		return err
	}
	var divisions []string
	args = []any{w}
	for d, n := range seats {
		divisions = append(divisions, "($1, "+storage.Parameters(len(args)+1, 3)+")")
		args = append(args, d.Tier, d.Division, n)
	}
	return tx.Exec("count seats", `
		INSERT INTO league_divisions (week, tier, division, seats) VALUES `+strings.Join(divisions, ", "), args...)
}

// seatWaiting gives seats to people who wait for the divisions of a week, at most limit of them. It returns how many
// got one.
func seatWaiting(tx *storage.Tx, w week, limit int) (int, error) {
	waiting := `
		SELECT player_id FROM league
		WHERE week = $1 AND tier = 0 AND division = 0
		ORDER BY player_id
		LIMIT $2`
	if err := tx.LockPlayersOf(waiting, w, limit); err != nil {
		return 0, err
	}
	if err := lock(tx); err != nil {
		return 0, err
	}
	all, err := storage.List[int64](tx, "list waiting", waiting, w, limit)
	if err != nil {
		return 0, err
	}
	for _, id := range all {
		if err := seat(tx, id, w); err != nil {
			return 0, err
		}
	}
	return len(all), nil
}

// divisionRows returns the keys of divisions as rows of a VALUES clause, with parameters from $2 on. args are the
// arguments of the statement: the week and the keys.
func divisionRows(w week, divisions []divisionKey) (values string, args []any) {
	var rows []string
	args = []any{w}
	for _, d := range divisions {
		rows = append(rows, storage.Bigints(len(args), 2))
		args = append(args, d.Tier, d.Division)
	}
	return strings.Join(rows, ", "), args
}

// anys returns IDs as arguments of a statement.
func anys(ids []int64) []any {
	var all []any
	for _, id := range ids {
		all = append(all, id)
	}
	return all
}
