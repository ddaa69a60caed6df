package storage

import (
	"crypto/rand"
	"errors"
	"os"
	"strconv"
)

// Secret returns the 32 random bytes of a name. In Write they are made if there
// are none, and kept for ever; in Read that is ErrNotFound.
func (tx *Tx) Secret(name string) ([]byte, error) {
	secret, err := Get[[]byte](tx, "find secret", `SELECT value FROM secrets WHERE name = $1`, name)
	isMissing := errors.Is(err, ErrNotFound)
	if !isMissing || !tx.write {
		return secret, err
	}
	secret = make([]byte, 32)
	// It never fails, says its documentation.
	rand.Read(secret)
	return Get[[]byte](tx, "make secret", `
		INSERT INTO secrets (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`, name, secret)
}

// own is the key of a fact of a process: on a file, which one serves, that of the fact.
func (tx *Tx) own(process int64, key string) string {
	if !tx.server {
		return key
	}
	return key + "@" + strconv.FormatInt(process, 10)
}

// SetOwnMeta stores a small fact of this process, which is forgotten with it on a
// server.
func (tx *Tx) SetOwnMeta(key, value string) error {
	return tx.SetMeta(tx.own(tx.process, key), value)
}

// OwnMeta returns the small fact that this process has stored under a key or, if the
// database is open read only, those of all processes of this machine that serve it.
func (tx *Tx) OwnMeta(key string) ([]string, error) {
	if !tx.server {
		return List[string](tx, "find own meta", `SELECT value FROM meta WHERE key = $1`, key)
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	return List[string](tx, "find own meta", `
		SELECT m.value FROM processes p JOIN meta m ON m.key = CAST($1 AS TEXT) || '@' || p.id
		WHERE p.id = $2 OR $2 = 0 AND p.host = $3 ORDER BY p.id`, key, tx.process, host)
}

// SetMeta stores a small fact under a key, and replaces an earlier one.
func (tx *Tx) SetMeta(key, value string) error {
	return tx.Exec("set meta", `
		INSERT INTO meta (key, value) VALUES ($1, $2)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
}
