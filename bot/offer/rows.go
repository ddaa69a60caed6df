package offer

import (
	"time"

	"reckon/storage"
)

// A guestMessage is a message with a puzzle in a chat where the bot is no member.
type guestMessage struct {
	// Token is made from the data of its button: see tokenFor.
	Token string
	// Message is the network's ID of the message.
	Message string
	// Locale is that of the person who sent it.
	Locale string
}

// addGuestMessage stores a message that was sent.
func addGuestMessage(tx *storage.Tx, g guestMessage, at time.Time) error {
	return tx.Exec("add guest message", `
		INSERT INTO guest_messages (token, message, locale, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT DO NOTHING`, g.Token, g.Message, g.Locale, at)
}

// addGuestRound notes that somebody came to a round by the button of the message with a token. If they come by the
// button of another message later, the first one stays noted.
func addGuestRound(tx *storage.Tx, roundID int64, token string, at time.Time) error {
	return tx.Exec("add guest round", `
		INSERT INTO guest_rounds (round_id, token, at) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, roundID, token, at)
}

// isUnsolved reports whether there is a message with a token, and nobody who came by it has solved the puzzle.
func isUnsolved(tx *storage.Tx, token string) (bool, error) {
	return storage.Get[bool](tx, "look for guest message", `
		SELECT EXISTS (SELECT 1 FROM guest_messages WHERE token = $1 AND solved = 0)`, token)
}

// unsolvedMessage returns the message by whose button somebody came to a round. It returns ErrNotFound if there is
// none, or if it says already who solved the puzzle.
func unsolvedMessage(tx *storage.Tx, roundID int64) (guestMessage, error) {
	return storage.Get[guestMessage](tx, "find guest message", `
		SELECT m.token, m.message, m.locale FROM guest_rounds r CROSS JOIN guest_messages m
		WHERE r.round_id = $1 AND m.token = r.token AND m.solved = 0`, roundID)
}

// setSolved notes that somebody has solved the puzzle of a message. isFirst is false if somebody else was quicker.
func setSolved(tx *storage.Tx, token string) (isFirst bool, err error) {
	changed, err := storage.List[string](tx, "set guest message solved", `
		UPDATE guest_messages SET solved = 1 WHERE token = $1 AND solved = 0 RETURNING token`, token)
	return len(changed) > 0, err
}
