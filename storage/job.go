package storage

import "time"

// A Job is something that must happen later. {Kind, Key} identify it.
type Job struct {
	Kind, Key string
	At        time.Time // must be set
}

// SetJob stores a job, in place of one of the same Kind and Key. One that is to
// happen later than in 26 hours happens sooner.
func (tx *Tx) SetJob(j Job) error {
	tx.committed.Jobs = true
	return tx.put("set job", `
		INSERT INTO jobs (kind, key, at) VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET at = excluded.at`,
		j.Kind, j.Key, instant(j.At))
}

// AddJob stores a job unless there is one of the same Kind and Key.
func (tx *Tx) AddJob(j Job) error {
	tx.committed.Jobs = true
	// The job that is there is written as it is, so that whoever drops it waits for
	// this transaction, and then reads what it has done.
	return tx.put("add job", `
		INSERT INTO jobs (kind, key, at) VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET at = jobs.at`,
		j.Kind, j.Key, instant(j.At))
}

// DropJob deletes a job; none is no error.
func (tx *Tx) DropJob(kind, key string) error {
	return tx.put("drop job", `DELETE FROM jobs WHERE kind = $1 AND key = $2`, kind, key)
}

// farthest is how far ahead a job is set at most. One that is later was set by a
// clock that was wrong.
const farthest = 26 * time.Hour

// JobsBy returns the jobs due at a time, oldest first, at most limit of them, and
// behind them those that are more than 26 hours ahead: no job is meant to be.
func (tx *Tx) JobsBy(now time.Time, limit int) ([]Job, error) {
	var all []Job
	for _, query := range []string{
		`SELECT kind, key, at FROM jobs WHERE at <= $1 ORDER BY at, kind, key LIMIT $2`,
		`SELECT kind, key, at FROM jobs WHERE at > $1 ORDER BY at, kind, key LIMIT $2`,
	} {
		some, err := list(tx, "list jobs", func(scan scan) (j Job, err error) {
			err = scan(&j.Kind, &j.Key, (*instant)(&j.At))
			return j, err
		}, query, instant(now), limit-len(all))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		now = now.Add(farthest)
	}
	return all, nil
}

// HasJobAhead tells whether a job is more than 26 hours ahead.
func (tx *Tx) HasJobAhead(now time.Time) (bool, error) {
	return get(tx, "look for job ahead", one[bool], `SELECT EXISTS (SELECT 1 FROM jobs WHERE at > $1)`, instant(now.Add(farthest)))
}

// NextJob returns when the next job is due.
func (tx *Tx) NextJob() (time.Time, error) {
	return nextOf(tx, "find next job", `SELECT MIN(at) FROM jobs`)
}

// nextOf reads a time that is NULL where there is none.
func nextOf(tx *Tx, what, query string, args ...any) (time.Time, error) {
	next, err := get(tx, what, func(scan scan) (at time.Time, err error) {
		err = scan((*instant)(&at))
		return at, err
	}, query, args...)
	if err == nil && next.IsZero() {
		return next, ErrNotFound
	}
	return next, err
}
