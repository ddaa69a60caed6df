package storage

import (
	"errors"
	"math"
	"os"
	"syscall"
	"time"
)

// A process has the database open to be written, or did not close it.
type process struct {
	ID, PID int64
	Host    string
	// Seen is when it last reported that it lives.
	Seen  time.Time
	Lives bool
}

// processLock is the first half of the advisory lock that a process holds on a server
// while it lives; the second is its number. It is "reck" in ASCII.
const processLock = 0x7265636b

// processes returns all that are stored.
//
// On a server a process lives while it holds its lock. There the last transaction of a killed
// process may be committed after others have forgotten it, so an owner without a row still counts
// as a process.
//
// On a file a process lives until it is silent for long or, on this machine, no process runs under
// its number. Another may run under it, above all after the machine was restarted: so silence
// counts there, too.
func (tx *Tx) processes(now time.Time, silent time.Duration) ([]process, error) {
	if tx.server {
		return List[process](tx, "list processes", `
			SELECT p.id, p.pid, p.host, p.seen_at, EXISTS (
				SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
				WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND d.datname = current_database()
					AND CAST(l.classid AS BIGINT) = $1 AND CAST(l.objid AS BIGINT) = p.id)
			FROM (SELECT id, pid, host, seen_at FROM processes
				UNION SELECT claimed_by, 0, '', 0 FROM outbox
					WHERE done_at IS NULL AND claimed_by NOT IN (SELECT id FROM processes)
				UNION SELECT claimed_by, 0, '', 0 FROM jobs
					WHERE claimed_by IS NOT NULL AND claimed_by NOT IN (SELECT id FROM processes)) AS p
			ORDER BY p.id`, processLock)
	}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	all, err := List[process](tx, "list processes", `SELECT id, pid, host, seen_at, 0 FROM processes ORDER BY id`)
	if err != nil {
		return nil, err
	}
	for i, p := range all {
		mayRun := p.Host != host || runs(int(p.PID))
		all[i].Lives = mayRun && now.Sub(p.Seen) < silent
	}
	return all, nil
}

// enter stores this process as one that makes claims on a file, and frees the claims of
// this machine's processes that are gone.
func (tx *Tx) enter(host string, pid int, now time.Time) (int64, error) {
	all, err := tx.processes(now, math.MaxInt64)
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		// A process opens a database once: an earlier one had the same number.
		isEarlier := p.Host == host && int(p.PID) == pid
		if p.Lives && !isEarlier {
			continue
		}
		if err := tx.leave(p.ID); err != nil {
			return 0, err
		}
	}
	return Get[int64](tx, "enter process",
		`INSERT INTO processes (host, pid, seen_at) VALUES ($1, $2, $3) RETURNING id`, host, pid, now)
}

// sweep frees the claims of processes that are gone. It returns how many live, and
// whether this one is among those that are stored.
func (tx *Tx) sweep(now time.Time, silent time.Duration) (living int, here bool, err error) {
	all, err := tx.processes(now, silent)
	if err != nil {
		return 0, false, err
	}
	for _, p := range all {
		isOwn := p.ID == tx.process
		here = here || isOwn
		if isOwn || p.Lives {
			living++
			continue
		}
		if err := tx.leave(p.ID); err != nil {
			return 0, false, err
		}
	}
	return living, here, nil
}

// StillHere stores that this process lives, and reports whether another declared it dead
// since it last did: then others may have taken over its claims. It frees the claims of
// processes that are gone: on a file also of those that were silent for that long.
func (tx *Tx) StillHere(now time.Time, silent time.Duration) (replaced bool, err error) {
	_, here, err := tx.sweep(now, silent)
	if err != nil {
		return false, err
	}
	host, err := os.Hostname()
	if err != nil {
		return false, err
	}
	return !here, tx.Exec("note process", `
		INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
		tx.process, host, os.Getpid(), now)
}

// leave frees the claims of a process and forgets it.
func (tx *Tx) leave(id int64) error {
	tx.committed.Jobs = true
	tx.committed.Unclaimed = true
	err := tx.putAll("forget process", []any{id},
		`UPDATE outbox SET claimed_by = NULL WHERE done_at IS NULL AND claimed_by = $1`,
		`UPDATE jobs SET claimed_by = NULL WHERE claimed_by = $1`,
		`DELETE FROM processes WHERE id = $1`)
	if err != nil || !tx.server {
		return err
	}
	return tx.Exec("forget facts", `DELETE FROM meta WHERE key LIKE $1`, "%"+tx.own(id, ""))
}

// runs reports whether a process of that number runs on this machine. Where nobody can
// tell, it does.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		// On Windows there is none.
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
