package storage

import (
	"errors"
	"os"
	"syscall"
)

// A process is one that had the database open and did not close it, as far as it
// is known.
type process struct {
	id, pid int64
}

// enter notes this process as one that makes claims, and frees those of the
// processes of this machine that are gone. Of other machines' nothing is known:
// their claims go stale.
func (tx *Tx) enter(host string, pid int) (int64, error) {
	all, err := list(tx, "list processes", func(scan scan) (p process, err error) {
		err = scan(&p.id, &p.pid)
		return p, err
	}, `SELECT id, pid FROM processes WHERE host = ? ORDER BY id`, host)
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		// A process opens a database once: one of the same number was another.
		if int(p.pid) != pid && runs(int(p.pid)) {
			continue
		}
		if err := tx.leave(p.id); err != nil {
			return 0, err
		}
	}
	return get(tx, "enter process", one[int64], `INSERT INTO processes (host, pid) VALUES (?, ?) RETURNING id`, host, pid)
}

// leave frees the claims of a process and forgets it.
func (tx *Tx) leave(id int64) error {
	_, err := tx.exec("free claims", `
		UPDATE outbox SET state = 'pending', next_at = claimed_at, claimed_at = NULL, claimed_by = NULL
		WHERE done_at IS NULL AND state = 'claimed' AND claimed_by = ?`, id)
	if err != nil {
		return err
	}
	_, err = tx.exec("forget process", `DELETE FROM processes WHERE id = ?`, id)
	return err
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
