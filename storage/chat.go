package storage

import (
	"errors"
	"time"
)

// A Chat is a place where people and the bot talk. {Network, Key} identify it.
type Chat struct {
	ID      int64
	Network string
	Key     string // the network's own ID, opaque
	Private bool   // one person and the bot
	Active  bool   // the bot can talk there
	Title   string
	Locale  string // BCP 47 tag; empty: that of each reader
	// HostLocale is the BCP 47 tag of who last changed the settings, for what
	// nobody has asked for; empty: unknown.
	HostLocale string
	Zone       string // IANA name of the time zone; empty: not set
	Hour       int    // 0..23, local time of the daily; 9 unless set
	Daily      bool   // the daily is posted by itself; off unless set
	Seconds    int    // length of a round on the clock; 0: as the game has it
}

const chatColumns = `id, network, key, private, active, title, locale, host_locale, zone, hour, daily, seconds`

func readChat(scan scan) (c Chat, err error) {
	err = scan(&c.ID, &c.Network, &c.Key, &c.Private, &c.Active, &c.Title, &c.Locale, &c.HostLocale, &c.Zone, &c.Hour, &c.Daily, &c.Seconds)
	return c, err
}

// EnsureChat returns the chat of this network and key, which it makes if it is
// new. It marks the chat as active, as private or not, and sets its title if
// one is given.
func (tx *Tx) EnsureChat(network, key string, private bool, title string, at time.Time) (Chat, error) {
	return get(tx, "ensure chat", readChat, `
		INSERT INTO chats (network, key, private, title, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (network, key) DO UPDATE SET private = excluded.private, active = 1,
			title = CASE WHEN excluded.title = '' THEN chats.title ELSE excluded.title END
		RETURNING `+chatColumns, network, key, private, title, instant(at))
}

// ChatByID returns a chat. After RekeyChat a chat may be gone.
func (tx *Tx) ChatByID(id int64) (Chat, error) {
	return get(tx, "find chat", readChat, `SELECT `+chatColumns+` FROM chats WHERE id = ?`, id)
}

// FindChat returns the chat of this network and key.
func (tx *Tx) FindChat(network, key string) (Chat, error) {
	return get(tx, "find chat", readChat,
		`SELECT `+chatColumns+` FROM chats WHERE network = ? AND key = ?`, network, key)
}

// SaveChat stores what can be set of the chat with c's ID: all but Network, Key
// and Private. It returns ErrNotFound if there is none.
func (tx *Tx) SaveChat(c Chat) error {
	n, err := tx.exec("save chat", `
		UPDATE chats SET active = ?, title = ?, locale = ?, host_locale = ?, zone = ?, hour = ?, daily = ?, seconds = ?
		WHERE id = ?`,
		c.Active, c.Title, c.Locale, c.HostLocale, c.Zone, c.Hour, c.Daily, c.Seconds, c.ID)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// RekeyChat gives the chat with the key from the key to: the network has moved
// it. If there is a chat with the key to already, which people have begun to
// use before the bot was told of the move, its rounds, answers and messages to
// be sent pass to the moved chat and it is deleted. The moved chat keeps its
// ID and its settings, and takes those it has not set from the other. No chat
// with the key from is no error, so the move may be told twice.
func (tx *Tx) RekeyChat(network, from, to string) error {
	old, err := tx.FindChat(network, from)
	if errors.Is(err, ErrNotFound) || (err == nil && from == to) {
		return nil
	}
	if err != nil {
		return err
	}
	twin, err := tx.FindChat(network, to)
	if err == nil {
		err = tx.mergeChat(old, twin)
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	_, err = tx.exec("rekey chat", `UPDATE chats SET key = ? WHERE id = ?`, to, old.ID)
	return err
}

// mergeChat moves everything of the chat from into the chat into.
func (tx *Tx) mergeChat(into, from Chat) error {
	for _, query := range []string{
		`UPDATE rounds SET chat_id = ? WHERE chat_id = ?`,
		`UPDATE answers SET chat_id = ? WHERE chat_id = ?`,
		`DELETE FROM totals WHERE chat_id IN (?, ?)`,
		`UPDATE outbox SET chat_id = ? WHERE chat_id = ?`,
		`UPDATE focuses SET credit_id = ? WHERE credit_id = ?`,
		// What people were at in the chat that is in use now goes before.
		`DELETE FROM focuses WHERE chat_id = ? AND EXISTS
			(SELECT 1 FROM focuses f WHERE f.chat_id = ? AND f.thread = focuses.thread)`,
		`UPDATE focuses SET chat_id = ? WHERE chat_id = ?`,
	} {
		if _, err := tx.exec("merge chats", query, into.ID, from.ID); err != nil {
			return err
		}
	}
	// The sums cannot be added up: a daily may have been solved from both.
	if _, err := tx.exec("sum up merged chats", `
		INSERT INTO totals (chat_id, player_id, points, solved, reached)
		SELECT chat_id, player_id, SUM(points),
			COUNT(DISTINCT CASE WHEN outcome = 'right' THEN round_id END),
			COALESCE(MAX(CASE WHEN points > 0 THEN at END), 0)
		FROM answers WHERE chat_id = ? AND (points > 0 OR outcome = 'right')
		GROUP BY chat_id, player_id`, into.ID); err != nil {
		return err
	}
	if _, err := tx.exec("merge chats", `DELETE FROM chats WHERE id = ?`, from.ID); err != nil {
		return err
	}
	into.Active = into.Active || from.Active
	if from.Title != "" {
		into.Title = from.Title
	}
	if into.Locale == "" {
		into.Locale = from.Locale
	}
	if into.HostLocale == "" {
		into.HostLocale = from.HostLocale
	}
	if into.Zone == "" && !into.Daily { // the three are set together
		into.Zone, into.Hour, into.Daily = from.Zone, from.Hour, from.Daily
	}
	if into.Seconds == 0 {
		into.Seconds = from.Seconds
	}
	return tx.SaveChat(into)
}
