package storage

import (
	"fmt"
	"time"
)

// A Player is an account of a person on one network. {Network, Key} identify it.
type Player struct {
	ID      int64
	Network string
	// Key is the network's own ID, opaque.
	Key string
	// Name is what others read.
	Name string
	// Locale is the BCP 47 tag last seen; empty: unknown.
	Locale string
}

const playerColumns = `id, network, key, name, locale`

// FindPlayer returns the player of this network and key.
func (tx *Tx) FindPlayer(network, key string) (Player, error) {
	return Get[Player](tx, "find player", `
		SELECT `+playerColumns+` FROM players WHERE network = $1 AND key = $2`, network, key)
}

// EnsurePlayer returns the player of this network and key, and adds them if they are new. It sets
// the name and the locale if they are given. It locks the rows of all players of the person.
func (tx *Tx) EnsurePlayer(network, key, name, locale string, at time.Time) (Player, error) {
	// With RETURNING, SQLite's plan would have a scan of each table that refers to players.
	err := tx.Exec("ensure player", `
		INSERT INTO players (network, key, name, locale, created_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (network, key) DO UPDATE SET
			name = CASE WHEN excluded.name = '' THEN players.name ELSE excluded.name END,
			locale = CASE WHEN excluded.locale = '' THEN players.locale ELSE excluded.locale END`,
		network, key, name, locale, at)
	if err != nil {
		return Player{}, err
	}
	p, err := tx.FindPlayer(network, key)
	if err != nil {
		return p, err
	}
	return p, tx.LockPlayers(p.ID)
}

// ForgetPlayer deletes everything that identifies a player: the name, the locale and the network's key.
// What happens to the rows of the other tables is declared there (Table.Forget). For example, the settings
// of the player's private communities are deleted, and so are the puzzles that the player has seen. Right
// answers and points stay, without a name. The private communities become inactive, and later jobs about
// these do nothing. A player who comes back is a new one. An unknown ID is no error.
func (tx *Tx) ForgetPlayer(id int64) error {
	if err := tx.ForgetName(id); err != nil {
		return err
	}
	var after int64
	for {
		last, more, err := tx.ForgetPage(id, after)
		if err != nil || !more {
			return err
		}
		after = last
	}
}

// ForgetName is ForgetPlayer without the puzzles that the player has seen, and without the texts that they have
// typed. These may be very many, so the caller deletes them in pages, with ForgetPage.
func (tx *Tx) ForgetName(id int64) error {
	own, err := List[int64](tx, "list own communities", `SELECT id FROM communities WHERE player_id = $1`, id)
	if err != nil {
		return err
	}
	if err := tx.lockCommunities(own...); err != nil {
		return err
	}
	if err := tx.LockPlayers(id); err != nil {
		return err
	}
	for _, t := range tx.tables {
		for _, statement := range t.forget() {
			if err := tx.Exec("forget player in "+t.Name, statement, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// forgetRows is how many rows of a table ForgetPage deletes at most.
const forgetRows = 100

// ForgetPage deletes some of what is stored about the puzzles that a forgotten player has seen. It also
// blanks some of the texts that they have typed: those for the next few rounds after the round afterRound. It
// returns the ID of the last of these rounds, and whether there may be more to delete or to blank.
//
// It blanks wrong and invalid answers, because people may have typed anything there, such as a name. A
// right answer is stored as the game prints it, and stays.
func (tx *Tx) ForgetPage(id, afterRound int64) (last int64, more bool, err error) {
	deleted := 0
	for _, statement := range []string{
		`DELETE FROM seen WHERE player_id = $1 AND class IN (SELECT class FROM seen WHERE player_id = $1 LIMIT $2)`,
		`DELETE FROM openings WHERE player_id = $1 AND round_id IN (SELECT round_id FROM openings WHERE player_id = $1 LIMIT $2)`,
	} {
		n, err := tx.exec("forget page", statement, id, forgetRows)
		if err != nil {
			return 0, false, err
		}
		deleted += int(n)
	}
	last, err = Get[int64](tx, "find end of page", `
		SELECT COALESCE(MAX(round_id), 0) FROM (
			SELECT round_id FROM answers WHERE player_id = $1 AND round_id > $2 ORDER BY round_id LIMIT $3) AS top`,
		id, afterRound, forgetRows)
	if err != nil {
		return 0, false, err
	}
	if last == 0 {
		return afterRound, deleted > 0, nil
	}
	return last, true, tx.Exec("blank texts", `
		UPDATE answers SET text = ''
		WHERE player_id = $1 AND round_id > $2 AND round_id <= $3 AND outcome IN ('wrong', 'invalid')`,
		id, afterRound, last)
}

// PlayerByID returns a player. If they are forgotten, Key and Name are empty.
func (tx *Tx) PlayerByID(id int64) (Player, error) {
	return Get[Player](tx, "find player", `SELECT `+playerColumns+` FROM players WHERE id = $1`, id)
}

// PlaysAlone reports whether a player has a private chat with the bot.
func (tx *Tx) PlaysAlone(id int64) (bool, error) {
	return Get[bool](tx, "find private chat", `SELECT EXISTS (SELECT 1 FROM communities WHERE player_id = $1)`, id)
}

const (
	// memberEvery is how often it is stored when a member last did something.
	memberEvery = 24 * time.Hour
	// memberDays is how many days without doing anything make a member lapse.
	memberDays = 91
	// solvedDays is how many days of dailies count when a new member is listed among the solvers. The last of
	// these days is the last one on which the member has played a daily.
	solvedDays = 30
	// endedDays is how many days a period's board is kept after its end.
	endedDays = 3
)

// A membership is what Join reads about a player in a community.
type membership struct {
	// At is when the player last did something there, as it was stored; zero: they are no member.
	At time.Time
	// Lapsed reports whether the player has left the boards.
	Lapsed bool
	// HasScores reports whether the player has points in the community or for dailies.
	HasScores bool
}

// Join stores that a player did something in a community, but only once a day. If the player is new
// there, or comes back after they had lapsed, Join puts them on the community's boards with all that
// they have earned. It also deletes some rows of ended periods, and takes some members who have lapsed
// off the boards.
func (tx *Tx) Join(communityID, playerID int64, at time.Time) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	m, err := Get[membership](tx, "find member", `
		SELECT (SELECT at FROM members WHERE community_id = $1 AND player_id = $2),
			EXISTS (SELECT 1 FROM members WHERE community_id = $1 AND player_id = $2 AND lapsed = 1),
			EXISTS (SELECT 1 FROM scores WHERE community_id IN (0, $1)
				AND player_id IN `+PersonPlayers("$2")+`)`, communityID, playerID)
	if err != nil {
		return err
	}
	if at.Sub(m.At) < memberEvery {
		return nil
	}
	err = tx.Exec("join community", `
		INSERT INTO members (community_id, player_id, at, since)
		VALUES ($1, $2, $3, $3)
		ON CONFLICT (community_id, player_id) DO UPDATE SET at = excluded.at, lapsed = 0`, communityID, playerID, at)
	if err != nil {
		return err
	}
	isOffBoards := m.At.IsZero() || m.Lapsed
	if isOffBoards && m.HasScores {
		err := tx.putOnBoards(at, `m.community_id = $1 AND m.player_id = $2`, communityID, playerID)
		if err != nil {
			return err
		}
	}
	if _, err := tx.clearEnded(communityID, at, endedRows); err != nil {
		return err
	}
	return tx.letLapse(communityID, at)
}

// letLapse takes some members off a community's boards who have done nothing there for memberDays. Their
// rows in members stay, so that they keep the time at which they joined.
func (tx *Tx) letLapse(communityID int64, at time.Time) error {
	const inactive = `
			SELECT player_id FROM members
			WHERE community_id = $1 AND at < $2 AND lapsed = 0
			ORDER BY at, player_id
			LIMIT $3`
	args := []any{communityID, at.AddDate(0, 0, -memberDays), lapsedRows}
	if err := tx.LockPlayersOf(inactive, args...); err != nil {
		return err
	}
	return tx.execAll("let members lapse", args,
		`DELETE FROM boards WHERE community_id = $1 AND player_id IN (`+inactive+`)`,
		`UPDATE members SET lapsed = 1 WHERE community_id = $1 AND player_id IN (`+inactive+`)`)
}

// IsMember reports whether a player did something in a community since a time.
func (tx *Tx) IsMember(communityID, playerID int64, since time.Time) (bool, error) {
	return Get[bool](tx, "look for member", `
		SELECT EXISTS (SELECT 1 FROM members WHERE community_id = $1 AND player_id = $2 AND at >= $3)`,
		communityID, playerID, since)
}

// CommunitiesOf returns the communities that are not private in which a person did
// something since a time, at most limit of them.
func (tx *Tx) CommunitiesOf(playerID int64, since time.Time, limit int) ([]Community, error) {
	return List[Community](tx, "list communities of player", `
		SELECT `+communityColumns+` FROM communities
		WHERE id IN (
			SELECT m.community_id FROM members m CROSS JOIN communities c
			WHERE m.player_id IN `+PersonPlayers("$1")+` AND m.at >= $2 AND c.id = m.community_id AND c.private = 0
			GROUP BY m.community_id
			ORDER BY MAX(m.at) DESC, m.community_id
			LIMIT $3)
		ORDER BY id`, playerID, since, limit)
}

// HomesOf returns the communities in whose time zones a person's days may begin. They are the
// person's private chats that have a zone, and one group: of the groups in which they did
// something since a time, the one that they joined first.
func (tx *Tx) HomesOf(playerID int64, since time.Time) ([]Community, error) {
	return List[Community](tx, "find homes of player", `
		SELECT `+communityColumns+` FROM communities
		WHERE private = 1 AND player_id IN `+PersonPlayers("$1")+` AND (zone <> '' OR zone_before <> '')
		UNION ALL
		SELECT `+communityColumns+` FROM communities
		WHERE id = (
			SELECT m.community_id FROM members m CROSS JOIN communities c
			WHERE m.player_id IN `+PersonPlayers("$1")+` AND m.at >= $2 AND c.id = m.community_id AND c.private = 0
			ORDER BY m.since, m.community_id
			LIMIT 1)`, playerID, since)
}

// ChatsOf returns the private chats of a person.
func (tx *Tx) ChatsOf(playerID int64) ([]Community, error) {
	return List[Community](tx, "list private chats of player", `
		SELECT `+communityColumns+` FROM communities
		WHERE private = 1 AND player_id IN `+PersonPlayers("$1")+` ORDER BY id`, playerID)
}

// KeepBest is the end of a statement that stores right answers to dailies. It makes the better
// answer stay.
const KeepBest = `
		ON CONFLICT (community_id, round_id) DO UPDATE SET
			measure = excluded.measure,
			at = excluded.at,
			player_id = excluded.player_id
		WHERE excluded.measure < bests.measure`

// putOnBoards puts members who are on no board yet on the boards of their communities: the boards of the
// periods that contain a moment. It also lists them among the solvers and the bests of dailies. A member
// gets all points that they have earned in the community, and those of the dailies since the day on which
// they joined it.
//
// The members are those for whose rows m of the table members a condition holds, and who have not lapsed.
// args are the arguments of the condition.
func (tx *Tx) putOnBoards(at time.Time, condition string, args ...any) error {
	members := membersWithPlayers(condition)
	if err := tx.fillBoards(at, members, args); err != nil {
		return err
	}
	if err := tx.listSolvers(members, args); err != nil {
		return err
	}
	return tx.listBests(members, args)
}

// membersWithPlayers returns a table with the name w. What all players of a person have earned counts for the
// player who is a member. So w has a row for each of the person's players. The column person_player is that
// player. The others are the member's community, the member's own player, and since when they are a member.
func membersWithPlayers(condition string) string {
	return `(
			SELECT m.community_id, m.player_id, m.since, theirs.id AS person_player
			FROM members m CROSS JOIN players mine CROSS JOIN players theirs
			WHERE ` + condition + ` AND m.lapsed = 0 AND mine.id = m.player_id AND theirs.person_id = mine.person_id
		) AS w`
}

// fillBoards puts the sums of members' scores on the boards of the periods that contain a moment. The argument
// members is the table w of membersWithPlayers, and args are its arguments.
func (tx *Tx) fillBoards(at time.Time, members string, args []any) error {
	span, args := spansAt(at, args...)
	// Scores of dailies are in community 0. So each member is looked up twice: in community 0 if twice.column1
	// is 0, and in their own community if it is 1. The last condition leaves out dailies from before the day
	// on which the member joined. A day has 86,400,000 milliseconds.
	return tx.Exec("put on boards", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
		SELECT w.community_id, w.player_id, s.game, span.period, SUM(s.points), SUM(s.solved),
			MAX(CASE WHEN s.points > 0 THEN s.reached ELSE 0 END)
		FROM `+members+` CROSS JOIN (VALUES (0), (1)) AS twice CROSS JOIN `+span+` CROSS JOIN scores s
		WHERE s.community_id = twice.column1 * w.community_id AND s.player_id = w.person_player
			AND s.day BETWEEN span.first_day AND span.last_day
			AND (s.community_id > 0 OR s.reached >= w.since - w.since % 86400000)
		GROUP BY w.community_id, w.player_id, s.game, span.period`, args...)
}

// These are conditions for listSolvers and listBests. inGroup says that the member's community is no private
// chat. isSolvedLately says that an award a is for a daily that a player has solved, less than solvedDays before
// the last day on which they have played a daily.
const inGroup = `c.id = w.community_id AND c.private = 0`

var isSolvedLately = fmt.Sprintf(`a.community_id = 0 AND a.player_id = w.person_player AND a.solved = 1
			AND a.day > (
				SELECT MAX(day) FROM awards WHERE community_id = 0 AND player_id = w.person_player) - %d`, solvedDays)

// listSolvers lists members among the solvers of dailies.
func (tx *Tx) listSolvers(members string, args []any) error {
	return tx.Exec("add solvers of dailies", `
		INSERT INTO solvers (community_id, round_id, at, player_id)
		SELECT w.community_id, a.round_id, MIN(a.at), w.player_id
		FROM `+members+` CROSS JOIN communities c CROSS JOIN awards a
		WHERE `+inGroup+` AND `+isSolvedLately+`
		GROUP BY w.community_id, a.round_id, w.player_id
		ON CONFLICT DO NOTHING`, args...)
}

// listBests stores members' answers to dailies that are better than the best of their community so far.
func (tx *Tx) listBests(members string, args []any) error {
	// The best answer of a community's members to a daily has place 1.
	return tx.Exec("add bests of dailies", `
		INSERT INTO bests (community_id, round_id, measure, at, player_id)
		SELECT community_id, round_id, measure, at, player_id
		FROM (
			SELECT w.community_id, a.round_id, x.measure, x.at, w.player_id,
				ROW_NUMBER() OVER (PARTITION BY w.community_id, a.round_id ORDER BY x.measure, x.at) AS place
			FROM `+members+` CROSS JOIN communities c CROSS JOIN awards a CROSS JOIN answers x
			WHERE `+inGroup+` AND `+isSolvedLately+`
				AND x.player_id = a.player_id AND x.round_id = a.round_id AND `+IsRight("x")+` AND x.practice = 0
		) AS best
		WHERE place = 1`+KeepBest, args...)
}

// clearEnded deletes rows of boards whose periods ended more than endedDays ago: at most limit rows, of
// one community or of the World. It returns how many it has deleted. The board of a month stays until
// the month is closed (ClosedMonth). A period has the number of a month if its remainder by 4 is 3: see
// Period.
func (tx *Tx) clearEnded(communityID int64, at time.Time, limit int) (int64, error) {
	return tx.exec("clear boards", `
		DELETE FROM boards WHERE (community_id, player_id, game, period) IN (
			SELECT community_id, player_id, game, period FROM boards
			WHERE community_id = $1 AND period > 0 AND period < $2 AND (
				period % 4 <> 3 OR period <= 3 + 4 * (
					SELECT COALESCE(MAX(CAST(value AS BIGINT)), 0) FROM meta WHERE key = $4))
			LIMIT $3)`, communityID, 4*(dayOf(at)-endedDays), limit, closedMonthKey)
}

// showAgain rebuilds a person's rows on the boards of the periods that contain a moment, and drops those of
// ended periods.
func (tx *Tx) showAgain(playerID int64, at time.Time) error {
	err := tx.Exec("take off boards", `
		DELETE FROM boards WHERE (community_id, player_id) IN (
			SELECT community_id, player_id FROM members WHERE player_id IN `+PersonPlayers("$1")+`)`, playerID)
	if err != nil {
		return err
	}
	if err := tx.putOnBoards(at, `m.player_id IN `+PersonPlayers("$1"), playerID); err != nil {
		return err
	}
	return tx.ShowInWorld(playerID, at)
}
