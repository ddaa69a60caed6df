package league

import (
	"time"

	"reckon/storage"
)

// A leagueWeek is a week that has begun.
type leagueWeek struct {
	Week week
	// Lowest is the lowest tier when the week began.
	Lowest int
}

// A leaguer is a person with a seat in the league for a week, and how that week ended for them.
type leaguer struct {
	// PlayerID is the player under whom the person is in the World.
	PlayerID int64
	Week     week
	// Tier is 0 while they wait until the divisions of the week are made.
	Tier     int
	Division int
	// Absent reports whether they earned nothing in the week before.
	Absent bool
	// Place is their rank when the week was closed; 0: it is not closed yet. The fields below are set then, too.
	Place int
	// Points are what they had when the week was closed.
	Points int
	// Reached is the time at which they had earned these points.
	Reached time.Time
	// Next is their tier in the next week.
	Next int
	// Rests reports whether they are in no division after this week, until they earn something.
	Rests bool
}

// A divisionKey names a division of a week.
type divisionKey struct {
	Tier     int
	Division int
}

// division returns the key of the division of a seat.
func (l leaguer) division() divisionKey { return divisionKey{Tier: l.Tier, Division: l.Division} }

const leaguerColumns = `l.player_id, l.week, l.tier, l.division, l.absent, l.place, l.points, l.reached, l.next, l.rests`

// openWeek returns the latest week that has begun, or ErrNotFound. It is not closed yet.
func openWeek(tx *storage.Tx) (leagueWeek, error) {
	return storage.Get[leagueWeek](tx, "find week of league", `
		SELECT week, lowest FROM league_weeks WHERE week = (SELECT MAX(week) FROM league_weeks)`)
}

// nextWeek returns the first later week that has divisions already, or ErrNotFound.
func nextWeek(tx *storage.Tx, w week) (week, error) {
	return storage.Get[week](tx, "find next week of league", `
		SELECT week FROM league_divisions WHERE week > $1 ORDER BY week LIMIT 1`, w)
}

// weeksOf returns a person's weeks in the league, the latest first, at most limit.
func weeksOf(tx *storage.Tx, playerID int64, limit int) ([]leaguer, error) {
	return storage.List[leaguer](tx, "list weeks of player", `
		SELECT `+leaguerColumns+` FROM league l
		WHERE l.player_id IN `+storage.PersonPlayers("$1")+`
		ORDER BY l.week DESC, l.player_id
		LIMIT $2`, playerID, limit)
}

// earned gives a person who has earned something on a day a seat in the week of that day, unless they
// have one. shown is the player under whom they are in the World.
func earned(tx *storage.Tx, shown int64, day int) error {
	weeks, err := storage.Get[struct{ Open, LastSeat week }](tx, "look for seat in league", `
		SELECT (SELECT MAX(week) FROM league_weeks),
			(SELECT MAX(l.week) FROM league l WHERE l.player_id IN `+storage.PersonPlayers("$1")+`
				AND l.rests = 0)`, shown)
	if err != nil {
		return err
	}
	w := weekOfDay(day)
	hasSeat := weeks.LastSeat != 0 && weeks.LastSeat >= weeks.Open
	isOver := w < weeks.Open
	if hasSeat || isOver {
		return nil
	}
	return enter(tx, shown, w)
}

// enter gives a person a seat in a week, if they earned something in it and have no seat. The seat is in the tier into
// which they come back from a rest, or else in the lowest. If the divisions of the week are not made yet, they wait for
// them. playerID is the player under whom they are in the World.
func enter(tx *storage.Tx, playerID int64, w week) error {
	points, err := storage.Get[int](tx, "sum up week", `
		SELECT COALESCE(SUM(points), 0) FROM awards
		WHERE community_id = 0 AND player_id IN `+storage.PersonPlayers("$1")+` AND day BETWEEN $2 - 6 AND $2
			AND local = 0`, playerID, w)
	if err != nil || points == 0 {
		return err
	}
	if err := lock(tx); err != nil {
		return err
	}
	open, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil {
		return err
	}
	if !hasBegun {
		// The person is the first in the league.
		open.Week = w
		if err := begin(tx, w); err != nil {
			return err
		}
	}
	isOver := w < open.Week
	if isOver {
		return nil
	}
	hasSeat, err := storage.Get[bool](tx, "look for seat in league", `
		SELECT EXISTS (
			SELECT 1 FROM league WHERE player_id = $1 AND (week >= $2 OR week = $3 AND rests = 0))`, playerID, w, open.Week)
	if err != nil || hasSeat {
		return err
	}
	if w > open.Week {
		return tx.Exec("wait for league", `
			INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 0, 0)`, playerID, w)
	}
	return seat(tx, playerID, w)
}

// lock makes this transaction the only one that gives people seats in the league. A transaction that also locks players
// must lock them first, or two transactions could wait for each other.
func lock(tx *storage.Tx) error {
	return tx.LockName("league")
}

// seat gives a person a seat in a division of a week.
func seat(tx *storage.Tx, playerID int64, w week) error {
	d, err := divisionFor(tx, playerID, w)
	if err != nil {
		return err
	}
	err = tx.Exec("take seat in league", `
		INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, $3, $4)
		ON CONFLICT (player_id, week) DO UPDATE SET tier = excluded.tier, division = excluded.division`,
		playerID, w, d.Tier, d.Division)
	if err != nil {
		return err
	}
	return tx.Exec("count seat", `
		INSERT INTO league_divisions (week, tier, division, seats) VALUES ($1, $2, $3, 1)
		ON CONFLICT (week, tier, division) DO UPDATE SET seats = league_divisions.seats + 1`, w, d.Tier, d.Division)
}

// divisionFor returns the division in which a person gets a seat. A person who rests comes back into their tier, and a
// newcomer into the lowest. Of that tier it is the fullest division that has room. If no division has room, it is a new
// one.
func divisionFor(tx *storage.Tx, playerID int64, w week) (divisionKey, error) {
	restTier, rests, err := storage.Found(storage.Get[int](tx, "find tier of rest",
		`SELECT next FROM league WHERE player_id = $1 AND next > 0 ORDER BY week DESC LIMIT 1`, playerID))
	if err != nil {
		return divisionKey{}, err
	}
	// lowest is 0 if the week has no divisions yet.
	lowest, err := storage.Get[int](tx, "find lowest tier", `
		SELECT COALESCE(MAX(tier), 0) FROM league_divisions WHERE week = $1`, w)
	if err != nil {
		return divisionKey{}, err
	}
	tier := lowest
	if rests {
		tier = min(restTier, lowest)
	}
	division, hasRoom, err := storage.Found(storage.Get[int](tx, "find free division", `
		SELECT division FROM league_divisions
		WHERE week = $1 AND tier = $2 AND seats < $3
		ORDER BY seats DESC
		LIMIT 1`, w, tier, divisionSize))
	if err != nil || hasRoom {
		return divisionKey{tier, division}, err
	}
	isFirstOfWeek := tier == 0
	// A newcomer opens a tier below the lowest, while there may be more tiers.
	opensTier := !rests && tier < tiers
	if isFirstOfWeek || opensTier {
		tier++
	}
	count, err := divisionCount(tx, w, tier)
	return divisionKey{tier, count + 1}, err
}

// divisionCount returns how many divisions a tier of a week has.
func divisionCount(tx *storage.Tx, w week, tier int) (int, error) {
	return storage.Get[int](tx, "count divisions", `
		SELECT COALESCE(MAX(division), 0) FROM league_divisions WHERE week = $1 AND tier = $2`, w, tier)
}

// keepSeat is called when a person may have come into the World, left it, or changed the player under whom they are
// there. playerID is one of their players. shown is the player under whom they are in the World now; 0: they are not
// in it, and keepSeat takes them out of the league. Otherwise it leaves the person one seat in the present week, and
// one in each later week: the best of the seats that their players have.
func keepSeat(tx *storage.Tx, playerID, shown int64) error {
	if shown == 0 {
		return tx.Exec("leave league", `DELETE FROM league WHERE player_id IN `+storage.PersonPlayers("$1"), playerID)
	}
	open, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil {
		return err
	}
	if !hasBegun {
		return enterFirst(tx, shown)
	}
	all, err := storage.List[leaguer](tx, "list seats in league", `
		SELECT `+leaguerColumns+` FROM league l WHERE l.player_id IN `+storage.PersonPlayers("$1")+` AND l.week >= $2
		ORDER BY l.week, CASE l.tier WHEN 0 THEN 1 ELSE 0 END, l.tier, l.player_id`, playerID, open.Week)
	if err != nil {
		return err
	}
	// The seats of a week follow each other, the best first. Only the best one stays. giveSeat gives it to the player
	// shown, who loses their own seat by that.
	for i, l := range all {
		isBest := i == 0 || all[i-1].Week != l.Week
		if isBest {
			err = giveSeat(tx, l, shown)
		} else if l.PlayerID != shown {
			err = dropSeat(tx, l)
		}
		if err != nil {
			return err
		}
	}
	for _, w := range []week{open.Week, open.Week.next()} {
		if err := enter(tx, shown, w); err != nil {
			return err
		}
	}
	return nil
}

// enterFirst gives a person the first seat of the league, in the week of their last daily. They have just
// joined the World, and what they earned before counts.
func enterFirst(tx *storage.Tx, playerID int64) error {
	day, err := storage.Get[int](tx, "find last daily", `
		SELECT COALESCE(MAX(day), 0) FROM awards
		WHERE community_id = 0 AND player_id IN `+storage.PersonPlayers("$1")+` AND points > 0 AND local = 0`, playerID)
	if err != nil || day == 0 {
		return err
	}
	return enter(tx, playerID, weekOfDay(day))
}

// A reason is why nothing that a day has earned a person counts in the World; empty: something counts, or the day
// has earned them nothing.
type reason string

const (
	// hasty: each answer came sooner than a hand can give it, or to a daily that they had not opened.
	hasty reason = "hasty"
	// asGuest: they earned it as a guest of the page.
	asGuest reason = "as-guest"
	// hastyOrAsGuest: they earned some of it as a guest, and the rest by answers that were hasty.
	hastyOrAsGuest reason = "hasty-or-as-guest"
)

// whyUncounted returns why nothing that a day has earned a person counts in the World. guests is the network of the
// page's guests.
func whyUncounted(tx *storage.Tx, playerID int64, day int, guests string) (reason, error) {
	n, err := storage.Get[struct{ Counted, AsGuest, Hasty int }](tx, "count what does not count", `
		SELECT
			COALESCE(SUM(CASE WHEN a.local = 0 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN a.local = 1 AND p.network = $3 THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN a.local = 1 AND p.network <> $3 THEN 1 ELSE 0 END), 0)
		FROM awards a JOIN players p ON p.id = a.player_id
		WHERE a.community_id = 0 AND a.player_id IN `+storage.PersonPlayers("$1")+` AND a.day = $2 AND a.points > 0`,
		playerID, day, guests)
	if err != nil {
		return "", err
	}
	switch {
	case n.Counted > 0:
		return "", nil
	case n.AsGuest > 0 && n.Hasty > 0:
		return hastyOrAsGuest, nil
	case n.AsGuest > 0:
		return asGuest, nil
	case n.Hasty > 0:
		return hasty, nil
	}
	return "", nil
}

// giveSeat gives a player's seat to another player of the same person. That player loses their own seat.
func giveSeat(tx *storage.Tx, l leaguer, to int64) error {
	if l.PlayerID == to {
		return nil
	}
	own := l
	own.PlayerID = to
	if err := dropSeat(tx, own); err != nil {
		return err
	}
	return tx.Exec("keep seat in league", `
		UPDATE league SET player_id = $1 WHERE player_id = $2 AND week = $3`, to, l.PlayerID, l.Week)
}

// dropSeat takes a seat from a player.
func dropSeat(tx *storage.Tx, l leaguer) error {
	return tx.Exec("drop seat in league", `
		DELETE FROM league WHERE player_id = $1 AND week = $2`, l.PlayerID, l.Week)
}

// begin makes a week the open one. Its divisions are made already, except in the first week of the league.
func begin(tx *storage.Tx, w week) error {
	return tx.Exec("begin week of league", `
		INSERT INTO league_weeks (week, lowest)
		SELECT CAST($1 AS BIGINT), COALESCE(MAX(tier), 1) FROM league_divisions WHERE week = $1`, w)
}

// pullBack repairs the league after a process whose clock was ahead has begun a week in the future. ahead is that week.
// Its seats become seats of the current week or, if that is closed already, of the week after it.
func pullBack(tx *storage.Tx, ahead, current week) error {
	if err := tx.Exec("take back weeks of league", `DELETE FROM league_weeks WHERE week > $1`, current); err != nil {
		return err
	}
	latest, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil {
		return err
	}
	// A week is closed before a later one begins. So if the current week had begun, it is closed.
	isClosed := hasBegun && latest.Week == current
	target := current
	if isClosed {
		target = current.next()
	}
	// This also drops the rows of people who wait for other weeks. They get a seat when they earn something in those.
	for _, statement := range []string{
		`DELETE FROM league WHERE week >= $1 AND week <> $2`,
		`DELETE FROM league_divisions WHERE week >= $1 AND week <> $2`,
	} {
		if err := tx.Exec("drop seats in weeks ahead", statement, target, ahead); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`UPDATE league SET week = $1 WHERE week = $2`,
		`UPDATE league_divisions SET week = $1 WHERE week = $2`,
	} {
		if err := tx.Exec("pull back week of league", statement, target, ahead); err != nil {
			return err
		}
	}
	if isClosed {
		// The next week begins when the job finds nothing left to do for the closed one.
		return nil
	}
	return begin(tx, target)
}

// untold returns how the latest closed week ended for a person. If they were told, it returns ErrNotFound: markTold
// marks earlier weeks, too.
func untold(tx *storage.Tx, playerID int64) (leaguer, error) {
	return storage.Get[leaguer](tx, "find result of league", `
		SELECT `+leaguerColumns+` FROM league l
		WHERE l.player_id IN `+storage.PersonPlayers("$1")+` AND l.place > 0 AND l.told = 0
		ORDER BY l.week DESC
		LIMIT 1`, playerID)
}

// countPlaces returns how many places a closed division has: the number of its people. If some of them were forgotten
// since, it is at least the place of the last one who is left.
func countPlaces(tx *storage.Tx, w week, d divisionKey) (int, error) {
	n, err := storage.Get[struct{ People, Last int }](tx, "count places", `
		SELECT COUNT(*), COALESCE(MAX(place), 0) FROM league
		WHERE week = $1 AND tier = $2 AND division = $3 AND place > 0`, w, d.Tier, d.Division)
	return max(n.People, n.Last), err
}

// markTold notes that a person was told how all closed weeks ended for them.
func markTold(tx *storage.Tx, playerID int64) error {
	return tx.Exec("mark results as told", `
		UPDATE league SET told = 1 WHERE player_id IN `+storage.PersonPlayers("$1")+` AND place > 0
			AND told = 0`, playerID)
}
