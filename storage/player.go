package storage

import (
	"errors"
	"fmt"
	"time"
)

// A Player is a person. {Network, Key} identify them.
type Player struct {
	ID      int64
	Network string
	Key     string // the network's own ID, opaque
	Name    string // to be shown
	Locale  string // BCP 47 tag last seen; empty: unknown
}

const playerColumns = `id, network, COALESCE(key, ''), name, locale`

func (p *Player) columns() []any {
	return []any{&p.ID, &p.Network, &p.Key, &p.Name, &p.Locale}
}

// FindPlayer returns the player of this network and key.
func (tx *Tx) FindPlayer(network, key string) (Player, error) {
	return get[Player](tx, "find player", `SELECT `+playerColumns+` FROM players WHERE network = $1 AND key = $2`, network, key)
}

// EnsurePlayer returns the player of this network and key, whom it makes if they are new,
// and sets the name and the locale if they are given. It locks their row, and those of the
// players who are one person with them. A row that says so already is not written.
func (tx *Tx) EnsurePlayer(network, key, name, locale string, at time.Time) (Player, error) {
	lock := ""
	if tx.locking() {
		lock = ` FOR NO KEY UPDATE`
	}
	linked := false // they are one person with others
	p, err := first(scan(tx, "find player", func(p *Player) []any { return append(p.columns(), &linked) }, `
		SELECT `+playerColumns+`, EXISTS (SELECT 1 FROM links l WHERE l.player_id = players.id) FROM players
		WHERE network = $1 AND key = $2`+lock, network, key))
	isNew := errors.Is(err, ErrNotFound)
	switch {
	case err != nil && !isNew:
		return Player{}, err
	case linked:
		if err := tx.lockPlayers(p.ID); err != nil {
			return Player{}, err
		}
	case !isNew && tx.locking():
		tx.locks.players = append(tx.locks.players, p.ID)
	}
	if !isNew && (name == "" || p.Name == name) && (locale == "" || p.Locale == locale) {
		return p, nil
	}
	p, err = get[Player](tx, "ensure player", `
		INSERT INTO players (network, key, name, locale, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (network, key) DO UPDATE SET
			name = CASE WHEN excluded.name = '' THEN players.name ELSE excluded.name END,
			locale = CASE WHEN excluded.locale = '' THEN players.locale ELSE excluded.locale END
		RETURNING `+playerColumns, network, key, name, locale, at)
	if err == nil && tx.locking() { // to write a row locks it
		tx.locks.players = append(tx.locks.players, p.ID)
	}
	return p, err
}

// ForgetPlayer deletes everything that identifies a player: name, locale and the
// network's key; the settings and messages of their private communities, and deliveries
// to them; the puzzles they have seen, and where they are members. Their answers and
// points stay, of nobody; jobs of their communities find those inactive. If they come
// back they are a new player. An unknown ID is no error.
func (tx *Tx) ForgetPlayer(id int64) error {
	own, err := list[int64](tx, "list own communities", `SELECT id FROM communities WHERE player_id = $1`, id)
	if err != nil {
		return err
	}
	if err := tx.LockCommunities(own...); err != nil {
		return err
	}
	if err := tx.lockPlayers(id); err != nil {
		return err
	}
	for _, query := range []string{
		`UPDATE players SET key = NULL, name = '', locale = '' WHERE id = $1`,
		`DELETE FROM outbox WHERE done_at IS NULL AND community_id IN (SELECT id FROM communities WHERE player_id = $1)`,
		`DELETE FROM outbox WHERE done_at IS NULL AND player_id = $1`,
		`DELETE FROM messages WHERE community_id IN (SELECT id FROM communities WHERE player_id = $1)`,
		`DELETE FROM currents WHERE community_id IN (SELECT id FROM communities WHERE player_id = $1)`,
		`DELETE FROM currents WHERE player_id = $1`,
		`DELETE FROM boards WHERE player_id = $1 AND community_id IN (SELECT community_id FROM members WHERE player_id = $1 UNION SELECT -1)`,
		`DELETE FROM scores WHERE player_id = $1 AND community_id = -1`,
		`DELETE FROM members WHERE player_id = $1`,
		`DELETE FROM link_codes WHERE player_id = $1`,
		`DELETE FROM doubles WHERE player_id = $1`,
		`DELETE FROM links WHERE player_id = $1`,
		`DELETE FROM seen WHERE player_id = $1`,
		`DELETE FROM openings WHERE player_id = $1`,
		`UPDATE rounds SET message = '', closed_at = COALESCE(closed_at, dealt_at)
			WHERE community_id IN (SELECT id FROM communities WHERE player_id = $1)`,
		`UPDATE matches SET ended_at = asked_at, rival = '', message = ''
			WHERE ended_at IS NULL AND community_id IN (SELECT id FROM communities WHERE player_id = $1)`,
		`UPDATE matches SET ended_at = asked_at, rival = '' WHERE ended_at IS NULL AND rival_id = $1`,
		`UPDATE matches SET ended_at = asked_at, rival = '' WHERE ended_at IS NULL AND player_id = $1`,
		`UPDATE communities SET key = 'forgotten:' || id, title = '', locale = '', host_locale = '', zone = '', hour = 9,
			daily = 0, daily_channel = '', seconds = 0, active = 0, reminder = 0, worldwide = 0, player_id = NULL WHERE player_id = $1`,
	} {
		if err := tx.put("forget player", query, id); err != nil {
			return err
		}
	}
	return nil
}

// Totals are a player's figures over all communities.
type Totals struct {
	Points  int
	Solved  int // rounds with a right answer
	Answers int // all answers
	Wrong   int // answers whose outcome is "wrong"; unreadable ones are not
	Hints   int
	ByGame  []GameTotal // by name of the game
	Times   []SolveTime // a few thousand at most
	Rounds  []Solved    // a few thousand at most
}

// GameTotal are a player's figures in one game.
type GameTotal struct {
	Game           string
	Solved, Points int
}

// mostHistory is how many of a person's rounds are looked back on.
const mostHistory = 3000

// A SolveTime is how long a solution took that was found without hints, at the first
// attempt.
type SolveTime struct {
	Game  string
	Level int
	Took  time.Duration
}

// A Solved is a round in which a person was paid for a right answer.
type Solved struct {
	RoundID              int64
	Game                 string
	Level, Hints, Points int
}

// PlayerTotals returns a person's figures; an unknown player's are zero.
func (tx *Tx) PlayerTotals(playerID int64) (t Totals, err error) {
	all, err := scan(tx, "sum up player", func(f *figures) []any {
		return []any{&f.game, &f.answers, &f.wrong, &f.rights, &f.hints, &f.solved, &f.points}
	}, `
		SELECT game, SUM(answers), SUM(wrong), SUM(rights), SUM(hints), SUM(solved), SUM(points)
		FROM figures WHERE player_id IN `+kin(1)+` GROUP BY game ORDER BY game`, playerID)
	if err != nil {
		return t, err
	}
	for _, f := range all {
		t.Points += f.points
		t.Solved += f.rights
		t.Answers += f.answers
		t.Wrong += f.wrong
		t.Hints += f.hints
		if f.solved != 0 || f.points != 0 {
			t.ByGame = append(t.ByGame, GameTotal{f.game, f.solved, f.points})
		}
	}
	t.Times, err = scan(tx, "list solve times", func(s *SolveTime) []any { return []any{&s.Game, &s.Level, &s.Took} }, `
		SELECT d.game, r.level, d.millis FROM rated d CROSS JOIN rounds r
		WHERE d.player_id IN `+kin(1)+` AND d.solved = 1 AND r.id = d.round_id LIMIT $2`, playerID, mostHistory)
	if err != nil {
		return t, err
	}
	t.Rounds, err = scan(tx, "list solved rounds", func(s *Solved) []any { return []any{&s.RoundID, &s.Game, &s.Level, &s.Hints, &s.Points} }, `
		SELECT t.round_id, r.game, r.level, t.hints, w.points FROM attempts t CROSS JOIN awards w CROSS JOIN rounds r
		WHERE t.player_id IN `+kin(1)+` AND w.round_id = t.round_id AND w.player_id = t.player_id AND w.solved = 1 AND w.points > 0
			AND r.id = t.round_id LIMIT $2`, playerID, mostHistory)
	return t, err
}

// PlayerByID returns a player; of a forgotten one Key and Name are empty.
func (tx *Tx) PlayerByID(id int64) (Player, error) {
	return get[Player](tx, "find player", `SELECT `+playerColumns+` FROM players WHERE id = $1`, id)
}

// kin is a subquery that returns a player, whose ID is parameter n, and those they are
// linked with: they are one person.
func kin(n int) string {
	return fmt.Sprintf(`(SELECT CAST($%d AS BIGINT) UNION
		SELECT theirs.player_id FROM links mine JOIN links theirs ON theirs.person_id = mine.person_id WHERE mine.player_id = $%d)`, n, n)
}

// figures are what a player has done in a game, or a change of it.
type figures struct {
	game                                          string
	answers, wrong, rights, hints, solved, points int
}

// count adds to a player's figures in the game of a round.
func (tx *Tx) count(roundID, playerID int64, f figures) error {
	if err := tx.lockPlayers(playerID); err != nil {
		return err
	}
	return tx.put("count figures", `
		INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
		SELECT CAST($1 AS BIGINT), game, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM rounds WHERE id = $8
		ON CONFLICT (player_id, game) DO UPDATE SET
			answers = figures.answers + excluded.answers, wrong = figures.wrong + excluded.wrong,
			rights = figures.rights + excluded.rights, hints = figures.hints + excluded.hints,
			solved = figures.solved + excluded.solved, points = figures.points + excluded.points`,
		playerID, f.answers, f.wrong, f.rights, f.hints, f.solved, f.points, roundID)
}
