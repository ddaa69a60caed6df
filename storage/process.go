package storage

import (
	"errors"
	"math"
	"os"
	"slices"
	"syscall"
	"time"
)

// A process is a running program that has the database open for writing, or one that ended without closing
// the database.
type process struct {
	ID int64
	// PID is the number that the program has on the machine named Host.
	PID  int64
	Host string
	// Seen is when the process last reported that it lives.
	Seen time.Time
	// Lives reports whether the program still runs: see the method processes.
	Lives bool
}

// processLock is the first half of the advisory lock that a process holds on a server
// while it lives: "reck" in ASCII. The second half is the ID of the process.
const processLock = 0x7265636b

// processes returns all stored processes.
//
// On a server a process lives while it holds its lock. The query lists the processes that have a row.
// With UNION it adds owners of deliveries and of jobs that have no row: the last transaction of a
// killed process may be committed after others have deleted its row.
//
// On a file a process counts as dead when it has been silent for deadAfter. A process of this machine also
// counts as dead when nothing runs with its PID. If something runs with its PID, it need not be that process:
// after a restart of the machine another one may have the PID.
func (tx *Tx) processes(now time.Time, deadAfter time.Duration) ([]process, error) {
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
		all[i].Lives = mayRun && now.Sub(p.Seen) < deadAfter
	}
	return all, nil
}

// enter stores this process as one that makes claims on a file. It frees the claims of processes of
// this machine that are gone.
func (tx *Tx) enter(host string, pid int, now time.Time) (int64, error) {
	all, err := tx.processes(now, math.MaxInt64)
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		// A process opens a database once. So a row with this PID belongs to an earlier process.
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

// sweep frees the claims of processes that are gone, and returns the IDs of those that live. This process is
// not among them if others have taken it for dead, and deleted it.
func (tx *Tx) sweep(now time.Time, deadAfter time.Duration) (living []int64, err error) {
	all, err := tx.processes(now, deadAfter)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.Lives || p.ID == tx.process {
			living = append(living, p.ID)
			continue
		}
		if err := tx.leave(p.ID); err != nil {
			return nil, err
		}
	}
	return living, nil
}

// StillHere stores that this process lives. It reports whether another process has declared this one
// dead since the last call: then others may have taken over its claims. StillHere also frees the
// claims of processes that are gone. On a file a process is also gone if it has been silent for
// deadAfter.
func (tx *Tx) StillHere(now time.Time, deadAfter time.Duration) (replaced bool, err error) {
	living, err := tx.sweep(now, deadAfter)
	if err != nil {
		return false, err
	}
	host, err := os.Hostname()
	if err != nil {
		return false, err
	}
	replaced = !slices.Contains(living, tx.process)
	return replaced, tx.Exec("note process", `
		INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
		tx.process, host, os.Getpid(), now)
}

// leave frees the claims of a process, and deletes the process and the facts that it stored about itself.
func (tx *Tx) leave(id int64) error {
	tx.committed.MoreJobs = true
	tx.committed.UnclaimedDeliveries = true
	err := tx.execAll("forget process", []any{id},
		`UPDATE outbox SET claimed_by = NULL WHERE done_at IS NULL AND claimed_by = $1`,
		`UPDATE jobs SET claimed_by = NULL WHERE claimed_by = $1`,
		`DELETE FROM processes WHERE id = $1`)
	if err != nil || !tx.server {
		return err
	}
	return tx.Exec("forget facts", `DELETE FROM meta WHERE key LIKE $1`, "%"+tx.ownKey(id, ""))
}

// runs reports whether a process with a PID runs on this machine. If that is unknown, it returns true.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		// Only Windows returns an error, if there is no such process.
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
