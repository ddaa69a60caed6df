package storage

import (
	"errors"
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

// EnsurePlayer returns the player of this network and key, whom it makes if
// they are new, and updates the name and the locale if they are given.
func (tx *Tx) EnsurePlayer(network, key, name, locale string, at time.Time) (Player, error) {
	return get(tx, "ensure player", func(scan scan) (p Player, err error) {
		err = scan(&p.ID, &p.Network, &p.Key, &p.Name, &p.Locale)
		return p, err
	}, `
		INSERT INTO players (network, key, name, locale, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (network, key) DO UPDATE SET
			name = CASE WHEN excluded.name = '' THEN players.name ELSE excluded.name END,
			locale = CASE WHEN excluded.locale = '' THEN players.locale ELSE excluded.locale END
		RETURNING id, network, key, name, locale`, network, key, name, locale, instant(at))
}

// PlayerLocale returns a player's locale, empty if it is unknown or there is no
// such player.
func (tx *Tx) PlayerLocale(id int64) (string, error) {
	locale, err := get(tx, "find locale of player", one[string], `SELECT locale FROM players WHERE id = ?`, id)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return locale, err
}

// ForgetPlayer deletes what tells who a player is: name, locale and the
// network's key, and those of their private chats, whose keys may tell it too:
// of the chat with the ID here, if it is private, and of those they played in.
// Nothing is posted there any more. Their answers and points stay, of nobody. If
// they come back they are a new player in a new chat. Bodies of requests and of
// the outbox, which may hold the name too, go when they are pruned. An unknown
// ID is no error.
func (tx *Tx) ForgetPlayer(id, here int64) error {
	if _, err := tx.exec("forget player", `UPDATE players SET key = NULL, name = '', locale = '' WHERE id = ?`, id); err != nil {
		return err
	}
	_, err := tx.exec("forget private chats", `
		UPDATE chats SET key = 'forgotten:' || id, title = '', locale = '', host_locale = '', zone = '', daily = 0, active = 0
		WHERE private = 1 AND id IN (
			SELECT ? UNION SELECT chat_id FROM rounds WHERE poser_id = ? UNION SELECT chat_id FROM answers WHERE player_id = ?)`,
		here, id, id)
	return err
}

// Totals are a player's figures over all chats.
type Totals struct {
	Points  int
	Solved  int // rounds with a right answer
	Answers int // all answers
	Wrong   int // answers whose outcome is "wrong"; unreadable ones are not
	Hints   int
	ByGame  []GameTotal // by name of the game
	First   time.Time   // the first answer; zero: none yet
}

// GameTotal are a player's figures in one game.
type GameTotal struct {
	Game           string
	Solved, Points int
}

// PlayerTotals returns a player's figures; an unknown player's are zero.
func (tx *Tx) PlayerTotals(playerID int64) (Totals, error) {
	t, err := get(tx, "sum up player", func(scan scan) (t Totals, err error) {
		err = scan(&t.Points, &t.Solved, &t.Answers, &t.Wrong, (*instant)(&t.First))
		return t, err
	}, `
		SELECT COALESCE(SUM(points), 0), COUNT(DISTINCT CASE WHEN outcome = 'right' THEN round_id END),
			COUNT(*), COUNT(CASE WHEN outcome = 'wrong' THEN 1 END), MIN(at)
		FROM answers WHERE player_id = ?`, playerID)
	if err != nil {
		return Totals{}, err
	}
	t.Hints, err = get(tx, "sum up hints", one[int],
		`SELECT COALESCE(SUM(hints), 0) FROM attempts WHERE player_id = ?`, playerID)
	if err != nil {
		return Totals{}, err
	}
	t.ByGame, err = list(tx, "sum up games", func(scan scan) (g GameTotal, err error) {
		err = scan(&g.Game, &g.Solved, &g.Points)
		return g, err
	}, `
		SELECT r.game, COUNT(DISTINCT CASE WHEN a.outcome = 'right' THEN a.round_id END), SUM(a.points)
		FROM answers a JOIN rounds r ON r.id = a.round_id
		WHERE a.player_id = ? GROUP BY r.game ORDER BY r.game`, playerID)
	return t, err
}

// SolvedDailies returns the numbers of the dailies of which the player has
// solved at least one game, newest first.
func (tx *Tx) SolvedDailies(playerID int64) ([]int, error) {
	return list(tx, "list solved dailies", one[int], `
		SELECT DISTINCT r.daily FROM answers a JOIN rounds r ON r.id = a.round_id
		WHERE a.player_id = ? AND a.outcome = 'right' AND r.daily > 0 ORDER BY r.daily DESC`, playerID)
}
