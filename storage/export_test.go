package storage

// Meta returns the small fact stored under a key.
func (tx *Tx) Meta(key string) (string, error) {
	return get[string](tx, "find meta", `SELECT value FROM meta WHERE key = $1`, key)
}

// ReplyTo returns the reply to the event of a key, if it was not delivered yet.
func (tx *Tx) ReplyTo(key string) (Outgoing, error) {
	return get[Outgoing](tx, "find reply", `
		SELECT `+outgoingColumns+` FROM outbox o JOIN communities c ON c.id = o.community_id
		WHERE o.nonce = $1 AND o.event IS NOT NULL AND o.done_at IS NULL`, key)
}
