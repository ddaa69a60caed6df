package storage

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// lockKey returns the number of the advisory lock of something, such as the chat with a network and a key.
// Two things may have the same number: then they share a lock, and one waits for the other.
func lockKey(kind string, of ...string) int64 {
	h := fnv.New64a()
	// Write never fails, says its documentation.
	_, _ = h.Write([]byte(kind + "\x00" + strings.Join(of, "\x00")))
	return int64(h.Sum64())
}

// LockChat makes this transaction the only one about a chat. The chat is given by the key of its
// community or, if it moves to another key, by both keys. Methods that read a community or its rounds
// in order to write take the lock by themselves. But if LockChat is called first, they need not read
// twice.
func (tx *Tx) LockChat(network string, keys ...string) error {
	if tx.IsAlone() {
		return nil
	}
	var all []int64
	for _, key := range keys {
		all = append(all, lockKey("chat", network, key))
	}
	return tx.lockKeys(all...)
}

// IsAlone reports whether this transaction needs no locks: on a file, and when it only reads.
func (tx *Tx) IsAlone() bool { return tx.locks == nil }

// LockName makes this transaction the only one that holds a lock with a name, such as "difficulty" of a
// class. Locks with names are taken after those of chats and players: see doc.go.
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

// LockPlayers locks some players and all other players of their persons, so that no other transaction
// changes what these have earned. The locks are on the rows of the players. They let others insert rows
// that refer to the players.
func (tx *Tx) LockPlayers(ids ...int64) error {
	if tx.IsAlone() {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), tx.locks.hasPlayer)
	if len(ids) == 0 {
		return nil
	}
	tx.locks.players = append(tx.locks.players, ids...)
	return tx.LockPlayersOf(`SELECT unnest(CAST($1 AS BIGINT[])) AS player_id`, ids)
}

// LockPlayersOf is LockPlayers for the players whose player_id a query returns.
//
// The query sees the links from before it waited for the locks. If a player was linked meanwhile, their person
// has players that it did not lock, and the transaction ends with ErrConflict. To find that out, it is enough to
// look for one player of the person: the one whose ID is the person_id. If each transaction about a person
// locks that player, no two of them run at the same time.
func (tx *Tx) LockPlayersOf(query string, args ...any) error {
	if tx.IsAlone() {
		return nil
	}
	return queueRows(tx, "lock players", `
		WITH best AS (`+query+`), locked AS (
			SELECT id, person_id FROM players WHERE id IN (
				SELECT player_id FROM best
				UNION SELECT theirs.id FROM best JOIN players mine ON mine.id = best.player_id
					JOIN players theirs ON theirs.person_id = mine.person_id)
			ORDER BY id FOR NO KEY UPDATE)
		SELECT id FROM locked WHERE person_id NOT IN (SELECT id FROM locked)`, args, func(id int64) error {
		return fmt.Errorf("player %d was linked meanwhile: %w", id, ErrConflict)
	})
}
