package storage

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// A process is one that had the database open and did not close it, as far as it
// is known.
type process struct {
	id, pid int64
	host    string
	seen    time.Time // when it last said that it lives
}

func (tx *Tx) processes() ([]process, error) {
	return list(tx, "list processes", func(scan scan) (p process, err error) {
		err = scan(&p.id, &p.pid, &p.host, (*instant)(&p.seen))
		return p, err
	}, `SELECT id, pid, host, seen_at FROM processes ORDER BY id`)
}

// enter notes this process as one that makes claims, and frees those of the
// processes of this machine that are gone.
func (tx *Tx) enter(host string, pid int, now time.Time) (int64, error) {
	all, err := tx.processes()
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		// A process opens a database once: one of the same number was another.
		if p.host != host || int(p.pid) != pid && runs(int(p.pid)) {
			continue
		}
		if err := tx.leave(p.id); err != nil {
			return 0, err
		}
	}
	return get(tx, "enter process", one[int64],
		`INSERT INTO processes (host, pid, seen_at) VALUES ($1, $2, $3) RETURNING id`, host, pid, instant(now))
}

// StillHere notes that this process lives, and tells whether another took it for gone
// since it last did: then what it had in hand may be in the hands of others. It
// frees what others had in hand that are gone: those of this machine when they no
// longer run, and all when they were not heard of for so long. What runs under the
// number of a process may be another one, above all when the machine was started
// anew. On a server who lives is known at once, whatever the time.
func (tx *Tx) StillHere(now time.Time, silent time.Duration) (taken bool, err error) {
	if tx.locks != nil {
		return tx.stillHere(now)
	}
	host, err := os.Hostname()
	if err != nil {
		return false, err
	}
	all, err := tx.processes()
	if err != nil {
		return false, err
	}
	taken = true
	for _, p := range all {
		lives := now.Sub(p.seen) < silent && (p.host != host || runs(int(p.pid)))
		if p.id == tx.process {
			taken = false
		} else if !lives {
			if err := tx.leave(p.id); err != nil {
				return false, err
			}
		}
	}
	err = tx.put("note process", `
		INSERT INTO processes (id, host, pid, seen_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
		tx.process, host, os.Getpid(), instant(now))
	return taken, err
}

// leave frees the claims of a process and forgets it.
func (tx *Tx) leave(id int64) error {
	err := tx.put("free claims", `UPDATE outbox SET claimed_by = NULL WHERE done_at IS NULL AND claimed_by = $1`, id)
	if err != nil {
		return err
	}
	if tx.locks != nil {
		if err := tx.put("forget facts", `DELETE FROM meta WHERE key LIKE $1`, "%"+tx.own(id, "")); err != nil {
			return err
		}
	}
	return tx.put("forget process", `DELETE FROM processes WHERE id = $1`, id)
}

// runs tells whether a process of that number runs on this machine. Where it
// cannot be told, it does.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // on Windows
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
