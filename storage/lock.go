package storage

import (
	"hash/fnv"
	"slices"
	"strings"
)

// lockKey is the number of an advisory lock. Two names may share one: then one waits
// for the other.
func lockKey(kind string, of ...string) int64 {
	h := fnv.New64a()
	// Write never fails, says its documentation.
	_, _ = h.Write([]byte(kind + "\x00" + strings.Join(of, "\x00")))
	return int64(h.Sum64())
}

// LockChat makes this transaction the only one about a chat, by the key of its
// community; of one that moves, by all its keys. A method that reads a community, or a
// round of one, to write takes the lock by itself; if LockChat comes first, nothing is
// read twice.
func (tx *Tx) LockChat(network string, keys ...string) error {
	if tx.locks == nil {
		return nil
	}
	var all []int64
	for _, key := range keys {
		all = append(all, lockKey("chat", network, key))
	}
	return tx.lockKeys(all...)
}

// IsAlone reports whether no other transaction can write what this one reads: on a file, and where
// nothing is written.
func (tx *Tx) IsAlone() bool { return tx.locks == nil }

// LockName makes this transaction the only one that holds the lock of a name, and of what it is of.
// It comes after the locks of players.
func (tx *Tx) LockName(name string, of ...string) error {
	if tx.IsAlone() {
		return nil
	}
	return tx.lockKeys(lockKey(name, of...))
}

// lockKeys takes the locks that this transaction does not hold yet, in ascending order.
func (tx *Tx) lockKeys(all ...int64) error {
	slices.Sort(all)
	all = slices.DeleteFunc(slices.Compact(all), tx.locks.hasKey)
	if len(all) == 0 {
		return nil
	}
	const lock = `SELECT pg_advisory_xact_lock(k) FROM unnest(CAST($1 AS BIGINT[])) AS k`
	if err := tx.Exec("lock", lock, all); err != nil {
		return err
	}
	tx.locks.keys = append(tx.locks.keys, all...)
	return nil
}

// LockPlayers makes this transaction the only one that counts for some players, and
// for those who are one person with them. The locks are on their rows, in a mode for
// which rows that refer to them do not wait.
func (tx *Tx) LockPlayers(ids ...int64) error {
	if tx.locks == nil {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), tx.locks.hasPlayer)
	if len(ids) == 0 {
		return nil
	}
	tx.locks.players = append(tx.locks.players, ids...)
	return tx.LockPlayersOf(`SELECT unnest(CAST($1 AS BIGINT[])) AS player_id`, ids)
}

// LockPlayersOf is LockPlayers for those whose player_id a query returns.
func (tx *Tx) LockPlayersOf(query string, args ...any) error {
	if tx.locks == nil {
		return nil
	}
	return tx.Exec("lock players", `
		WITH best AS (`+query+`) SELECT id FROM players WHERE id IN (
			SELECT player_id FROM best
			UNION SELECT theirs.id FROM best JOIN players mine ON mine.id = best.player_id
				JOIN players theirs ON theirs.person_id = mine.person_id)
		ORDER BY id FOR NO KEY UPDATE`, args...)
}
