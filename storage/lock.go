package storage

import (
	"hash/fnv"
	"slices"
	"strings"
)

// locks are what a transaction has locked on a server: there several change things
// at the same time. Nil on a file, where one does. All are free when it ends.
type locks struct {
	keys        []int64 // of advisory locks
	communities []int64
	players     []int64
}

func newLocks() *locks { return new(locks) }

// lockKey is the number of an advisory lock. Two names may share one: then one waits
// for the other.
func lockKey(kind string, of ...string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(kind + "\x00" + strings.Join(of, "\x00"))) // never fails, says its documentation
	return int64(h.Sum64())
}

// locking tells whether this transaction may have others beside it that change
// things.
func (tx *Tx) locking() bool { return tx.locks != nil && tx.write }

// LockChat makes this transaction the only one about a chat, by the keys of its
// community: all that it moves between, where it moves. It comes before
// anything else is read or written about it. Locks of communities are taken by
// themselves by whatever reads one, or a round of one, to write; taken first, nothing
// is read twice.
func (tx *Tx) LockChat(network string, keys ...string) error {
	if !tx.locking() {
		return nil
	}
	var all []int64
	for _, key := range keys {
		all = append(all, lockKey("chat", network, key))
	}
	return tx.lockKeys(all)
}

// lockShared makes this transaction the only one about something that is of no chat
// and no person.
func (tx *Tx) lockShared(kind string, of ...string) error {
	if !tx.locking() {
		return nil
	}
	return tx.lockKeys([]int64{lockKey(kind, of...)})
}

// lockKeys takes those locks it has not, in ascending order.
func (tx *Tx) lockKeys(all []int64) error {
	slices.Sort(all)
	all = slices.DeleteFunc(slices.Compact(all), func(k int64) bool { return slices.Contains(tx.locks.keys, k) })
	if len(all) == 0 {
		return nil
	}
	if _, err := tx.exec("lock", `SELECT pg_advisory_xact_lock(k) FROM unnest(CAST($1 AS BIGINT[])) AS k`, all); err != nil {
		return err
	}
	tx.locks.keys = append(tx.locks.keys, all...)
	return nil
}

// lockCommunity locks the chat of a community that was read, and tells whether it
// was not locked before: then it may have changed, and is to be read again.
func (tx *Tx) lockCommunity(c Community) (again bool, err error) {
	if !tx.locking() || c.ID == 0 || slices.Contains(tx.locks.communities, c.ID) {
		return false, nil
	}
	before := len(tx.locks.keys)
	if err := tx.LockChat(c.Network, c.Key); err != nil {
		return false, err
	}
	tx.locks.communities = append(tx.locks.communities, c.ID)
	return len(tx.locks.keys) > before, nil
}

// lockCommunities locks the chats of communities, whatever their order.
func (tx *Tx) lockCommunities(ids []int64) error {
	if !tx.locking() {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == 0 || slices.Contains(tx.locks.communities, id) })
	if len(ids) == 0 {
		return nil
	}
	keys, err := list(tx, "find chats to lock", func(scan scan) (int64, error) {
		var network, key string
		err := scan(&network, &key)
		return lockKey("chat", network, key), err
	}, `SELECT network, key FROM communities WHERE id = ANY (CAST($1 AS BIGINT[]))`, ids)
	if err != nil {
		return err
	}
	if err := tx.lockKeys(keys); err != nil {
		return err
	}
	tx.locks.communities = append(tx.locks.communities, ids...)
	return nil
}

// LockCommunities makes this transaction the only one about some communities, which
// it names all at once: of two that lock one after the other, each may wait for the
// other.
func (tx *Tx) LockCommunities(ids ...int64) error { return tx.lockCommunities(ids) }

// lockPlayers makes this transaction the only one that counts for some players. The
// lock is on their rows: whoever refers to them waits for nothing.
func (tx *Tx) lockPlayers(ids ...int64) error {
	if !tx.locking() {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == 0 || slices.Contains(tx.locks.players, id) })
	if len(ids) == 0 {
		return nil
	}
	if _, err := tx.exec("lock players", `
		SELECT id FROM players WHERE id = ANY (CAST($1 AS BIGINT[])) ORDER BY id FOR NO KEY UPDATE`, ids); err != nil {
		return err
	}
	tx.locks.players = append(tx.locks.players, ids...)
	return nil
}

// lockedPlayer reads a player by a query, and locks their row in doing so.
func (tx *Tx) lockedPlayer(query string, args ...any) (Player, error) {
	if tx.locking() {
		query += ` FOR NO KEY UPDATE`
	}
	p, err := get(tx, "find player", readPlayer, query, args...)
	if err == nil && tx.locking() && !slices.Contains(tx.locks.players, p.ID) {
		tx.locks.players = append(tx.locks.players, p.ID)
	}
	return p, err
}

// settled reads something until it was read under the locks it takes: read again
// when that had to be waited for.
func settled[T any](read func() (T, error), lock func(T) (again bool, err error)) (T, error) {
	var none T
	for {
		v, err := read()
		if err != nil {
			return none, err
		}
		again, err := lock(v)
		if err != nil {
			return none, err
		}
		if !again {
			return v, nil
		}
	}
}

// lockRound locks the chat of a round's community.
func (tx *Tx) lockRound(r Round) (again bool, err error) {
	if !tx.locking() || r.CommunityID == 0 || slices.Contains(tx.locks.communities, r.CommunityID) {
		return false, nil
	}
	before := len(tx.locks.keys)
	err = tx.lockCommunities([]int64{r.CommunityID})
	return len(tx.locks.keys) > before, err
}
