package storage

import (
	"crypto/rand"
	"errors"
)

// Secret returns the 32 random bytes of a name. In Write they are made if there
// are none, and kept for ever; in Read that is ErrNotFound.
func (tx *Tx) Secret(name string) ([]byte, error) {
	secret, err := get(tx, "find secret", one[[]byte], `SELECT value FROM secrets WHERE name = $1`, name)
	if !errors.Is(err, ErrNotFound) || !tx.write {
		return secret, err
	}
	secret = make([]byte, 32)
	rand.Read(secret) // never fails, says its documentation
	if _, err = tx.exec("make secret", `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, secret); err != nil {
		return nil, err
	}
	return get(tx, "find secret", one[[]byte], `SELECT value FROM secrets WHERE name = $1`, name)
}

// Meta returns the small fact stored under a key.
func (tx *Tx) Meta(key string) (string, error) {
	return get(tx, "find meta", one[string], `SELECT value FROM meta WHERE key = $1`, key)
}

// SetMeta stores a small fact in place of what was under the key.
func (tx *Tx) SetMeta(key, value string) error {
	_, err := tx.exec("set meta", `
		INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}
