package storage

import (
	"database/sql"
	"testing"

	"reckon/storage/dbtest"
)

// send sends what waits for a later statement.
func (tx *Tx) send() error {
	_, err := Get[int](tx, "send", `SELECT 1`)
	return err
}

// Meta returns the small fact stored under a key.
func (tx *Tx) Meta(key string) (string, error) {
	return Get[string](tx, "find meta", `SELECT value FROM meta WHERE key = $1`, key)
}

// ReplyTo returns the reply to the event of a key, if it was not delivered yet.
func (tx *Tx) ReplyTo(key string) (Outgoing, error) {
	return Get[Outgoing](tx, "find reply", `
		SELECT `+outgoingColumns+` FROM outbox o JOIN communities c ON c.id = o.community_id
		WHERE o.nonce = $1 AND o.event IS NOT NULL AND o.done_at IS NULL`, key)
}

// emptyServer makes a database without a table on a server.
func emptyServer(t *testing.T) string {
	t.Helper()
	return dbtest.Database(t, "empty", func(string) error { return nil })
}

// executeOn runs a statement on a server's database, unnoticed by the Store.
func executeOn(t *testing.T, url, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
