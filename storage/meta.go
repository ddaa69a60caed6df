package storage

import (
	"crypto/rand"
	"errors"
	"os"
	"strconv"
)

// Secret returns the 32 random bytes that are stored under a name. If there are none yet, a transaction
// that writes makes and stores them, and one that only reads returns ErrNotFound.
func (tx *Tx) Secret(name string) ([]byte, error) {
	secret, err := Get[[]byte](tx, "find secret", `SELECT value FROM secrets WHERE name = $1`, name)
	isMissing := errors.Is(err, ErrNotFound)
	if !isMissing || !tx.write {
		return secret, err
	}
	secret = make([]byte, 32)
	// Read never fails, says its documentation.
	rand.Read(secret)
	return Get[[]byte](tx, "make secret", `
		INSERT INTO secrets (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`, name, secret)
}

// ownKey returns the key under which a process stores a fact about itself: on a server the given key and the
// process's ID. A file is served by one process, so there the key is not changed.
func (tx *Tx) ownKey(process int64, key string) string {
	if !tx.server {
		return key
	}
	return key + "@" + strconv.FormatInt(process, 10)
}

// SetOwnMeta stores a small fact about this process. On a server it is deleted when the process is
// gone.
func (tx *Tx) SetOwnMeta(key, value string) error {
	return tx.SetMeta(tx.ownKey(tx.process, key), value)
}

// OwnMeta returns the small fact that this process has stored under a key (SetOwnMeta). In read-only mode it
// returns the facts of all processes of this machine that have the database open for writing.
func (tx *Tx) OwnMeta(key string) ([]string, error) {
	if !tx.server {
		return List[string](tx, "find own meta", `SELECT value FROM meta WHERE key = $1`, key)
	}
	// In read-only mode this process has no ID: then $2 is 0.
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return List[string](tx, "find own meta", `
		SELECT m.value FROM processes p JOIN meta m ON m.key = CAST($1 AS TEXT) || '@' || p.id
		WHERE p.id = $2 OR $2 = 0 AND p.host = $3 ORDER BY p.id`, key, tx.process, host)
}

// SetMeta stores a small fact under a key. It replaces an earlier one.
func (tx *Tx) SetMeta(key, value string) error {
	return tx.Exec("set meta", `
		INSERT INTO meta (key, value) VALUES ($1, $2)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
}
