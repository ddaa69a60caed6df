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
	read        []Community // as they are while they are locked
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
	if err := tx.put("lock", `SELECT pg_advisory_xact_lock(k) FROM unnest(CAST($1 AS BIGINT[])) AS k`, all); err != nil {
		return err
	}
	tx.locks.keys = append(tx.locks.keys, all...)
	return nil
}

// lockCommunity locks the chat of a community that was read, and tells whether it
// was not locked before: then it may have changed, and is to be read again.
func (tx *Tx) lockCommunity(c Community) (again bool, err error) {
	if !tx.locking() || c.ID == 0 {
		return false, nil
	}
	if !slices.Contains(tx.locks.communities, c.ID) {
		before := len(tx.locks.keys)
		if err := tx.LockChat(c.Network, c.Key); err != nil {
			return false, err
		}
		tx.locks.communities = append(tx.locks.communities, c.ID)
		if len(tx.locks.keys) > before {
			return true, nil
		}
	}
	tx.locks.read = append(tx.locks.read, c)
	return false, nil
}

// known finds a community that was read since it is locked: on a server each statement
// takes a way there and back.
func (tx *Tx) known(is func(Community) bool) (Community, bool) {
	if !tx.locking() {
		return Community{}, false
	}
	i := slices.IndexFunc(tx.locks.read, is)
	if i < 0 {
		return Community{}, false
	}
	return tx.locks.read[i], true
}

// forget has communities read again after a statement that may have changed them.
func (l *locks) forget(statement string) {
	if l != nil && strings.Contains(statement, "communities") {
		l.read = nil
	}
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

// lockPlayers makes this transaction the only one that counts for some players, and
// for those who are one person with them. The locks are on their rows: whoever
// refers to them waits for nothing.
func (tx *Tx) lockPlayers(ids ...int64) error {
	if !tx.locking() {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == 0 || slices.Contains(tx.locks.players, id) })
	if len(ids) == 0 {
		return nil
	}
	locked, err := list(tx, "lock players", one[int64], `
		SELECT id FROM players WHERE id = ANY (CAST($1 AS BIGINT[])) OR id IN (
			SELECT theirs.player_id FROM links mine JOIN links theirs ON theirs.person_id = mine.person_id WHERE mine.player_id = ANY (CAST($1 AS BIGINT[])))
		ORDER BY id FOR NO KEY UPDATE`, ids)
	if err != nil {
		return err
	}
	tx.locks.players = append(tx.locks.players, locked...)
	return nil
}

// lockedPlayer reads a player by the end of a query, and locks their row in doing so,
// and then those of who is one person with them.
func (tx *Tx) lockedPlayer(where string, args ...any) (Player, error) {
	if !tx.locking() {
		return get(tx, "find player", readPlayer, `SELECT `+playerColumns+` FROM players `+where, args...)
	}
	var linked bool
	p, err := get(tx, "find player", func(scan scan) (Player, error) {
		return readPlayer(func(dest ...any) error { return scan(append(dest, &linked)...) })
	}, `SELECT `+playerColumns+`, EXISTS (SELECT 1 FROM links l WHERE l.player_id = players.id) FROM players `+where+` FOR NO KEY UPDATE`, args...)
	if err != nil {
		return p, err
	}
	if linked {
		return p, tx.lockPlayers(p.ID)
	}
	if !slices.Contains(tx.locks.players, p.ID) {
		tx.locks.players = append(tx.locks.players, p.ID)
	}
	return p, nil
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
