package storage

// SetFocus stores what a plain answer in a chat and thread is meant for, and
// the chat whose leaderboard it counts in (0: that chat), in place of what was.
func (tx *Tx) SetFocus(chatID int64, thread string, roundID, creditID int64) error {
	_, err := tx.exec("set focus", `
		INSERT INTO focuses (chat_id, thread, round_id, credit_id) VALUES (?, ?, ?, ?)
		ON CONFLICT (chat_id, thread) DO UPDATE SET round_id = excluded.round_id, credit_id = excluded.credit_id`,
		chatID, thread, roundID, creditID)
	return err
}

// Focus returns what SetFocus stored, or ErrNotFound.
func (tx *Tx) Focus(chatID int64, thread string) (roundID, creditID int64, err error) {
	type focus struct{ round, credit int64 }
	f, err := get(tx, "find focus", func(scan scan) (f focus, err error) {
		err = scan(&f.round, &f.credit)
		return f, err
	}, `SELECT round_id, credit_id FROM focuses WHERE chat_id = ? AND thread = ?`, chatID, thread)
	return f.round, f.credit, err
}
