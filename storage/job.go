package storage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// SetJob stores a job. It replaces a job of the same Kind and Key, even if a process owns that one. A
// job that is set further ahead than Farthest runs sooner: see PullJobs.
func (tx *Tx) SetJob(j Job) error {
	tx.committed.SetJobs = append(tx.committed.SetJobs, j)
	return tx.Exec("set job", `
		INSERT INTO jobs (kind, key, at) VALUES ($1, $2, $3)
		ON CONFLICT (kind, key) DO UPDATE SET at = excluded.at, claimed_by = NULL`,
		j.Kind, j.Key, j.At)
}

// BringJobForward is SetJob, but a job that is due earlier keeps its time.
func (tx *Tx) BringJobForward(j Job) error {
	tx.committed.SetJobs = append(tx.committed.SetJobs, j)
	return tx.Exec("bring job forward", `
		INSERT INTO jobs (kind, key, at) VALUES ($1, $2, $3)
		ON CONFLICT (kind, key) DO UPDATE SET
			at = CASE WHEN jobs.at < excluded.at THEN jobs.at ELSE excluded.at END, claimed_by = NULL`,
		j.Kind, j.Key, j.At)
}

// AddJob stores a job unless there is one of the same Kind and Key.
func (tx *Tx) AddJob(j Job) error {
	tx.committed.SetJobs = append(tx.committed.SetJobs, j)
	// If the row exists, the update changes nothing, but it locks the row. So another transaction
	// that drops the job waits for this one, and then reads what this one has written.
	return tx.Exec("add job", `
		INSERT INTO jobs (kind, key, at) VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET at = jobs.at`,
		j.Kind, j.Key, j.At)
}

// DropJob deletes a job. If there is none, that is no error.
func (tx *Tx) DropJob(kind, key string) error {
	return tx.Exec("drop job", `DELETE FROM jobs WHERE kind = $1 AND key = $2`, kind, key)
}

// JobTime returns the time of a job. If there is no such job, the error is ErrNotFound.
func (tx *Tx) JobTime(kind, key string) (time.Time, error) {
	return Get[time.Time](tx, "find job", `SELECT at FROM jobs WHERE kind = $1 AND key = $2`, kind, key)
}

// ClaimJobs claims at most limit jobs of some kinds that are due and have no owner, and returns them,
// the oldest first. This process owns them until they are set or dropped, or the process is gone. On
// a server, jobs that another process is claiming are skipped.
func (tx *Tx) ClaimJobs(kinds []string, now time.Time, limit int) ([]Job, error) {
	skip := ""
	if !tx.IsAlone() {
		skip = " FOR UPDATE SKIP LOCKED"
	}
	due, args := ofEach(kinds, `
		SELECT kind, key, at FROM jobs
		WHERE kind = $kind AND claimed_by IS NULL AND at <= $2 ORDER BY at, key LIMIT $3`+skip,
		Reference(tx.process), now, limit)
	claimed, err := List[Job](tx, "claim jobs", `
		UPDATE jobs SET claimed_by = $1
		WHERE (kind, key) IN (SELECT kind, key FROM (`+due+`) AS due ORDER BY at, kind, key LIMIT $3)
		RETURNING kind, key, at`, args...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(claimed, func(a, b Job) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key))
	})
	return claimed, nil
}

// Farthest is how far ahead a job may be set. A job that is further ahead was set by a clock that
// was wrong.
const Farthest = 4 * 24 * time.Hour

// NextJob returns when the next job of some kinds is due, or the zero Time if there is none. Only jobs
// without an owner count. tooFar reports whether a job of these kinds is further ahead than Farthest.
func (tx *Tx) NextJob(kinds []string, now time.Time) (next time.Time, tooFar bool, err error) {
	first, args := ofEach(kinds, `
		SELECT at FROM jobs WHERE kind = $kind AND claimed_by IS NULL ORDER BY at LIMIT 1`, now.Add(Farthest))
	found, err := Get[nextJob](tx, "find next job", `
		SELECT (SELECT MIN(at) FROM (`+first+`) AS first),
			EXISTS (SELECT 1 FROM jobs WHERE at > $1 AND kind IN (`+Parameters(2, len(kinds))+`))`, args...)
	if err != nil {
		return time.Time{}, false, err
	}
	return found.At, found.TooFar, nil
}

// A nextJob is what NextJob reads.
type nextJob struct {
	At     time.Time
	TooFar bool
}

// PullJobs makes jobs that are further ahead than Farthest due now. kinds are the kinds that this
// program knows: jobs of other kinds belong to a newer program.
func (tx *Tx) PullJobs(kinds []string, now time.Time) error {
	tx.committed.MoreJobs = true
	args := []any{now, now.Add(Farthest)}
	for _, kind := range kinds {
		args = append(args, kind)
	}
	return tx.Exec("pull jobs", `
		UPDATE jobs SET at = $1 WHERE at > $2 AND kind IN (`+Parameters(3, len(kinds))+`)`, args...)
}

// ofEach repeats a query for each of some kinds of jobs, and joins the parts by UNION ALL. Each part reads the
// jobs of one kind along the index, so they are already in the wanted order. In a part $kind becomes the
// parameter with its kind. args are the arguments of the query so far. ofEach returns them with the kinds added.
func ofEach(kinds []string, query string, args ...any) (string, []any) {
	var queries []string
	for _, k := range kinds {
		args = append(args, k)
		ofKind := strings.ReplaceAll(query, "$kind", fmt.Sprint("$", len(args)))
		queries = append(queries, "SELECT * FROM ("+ofKind+") AS each")
	}
	return strings.Join(queries, " UNION ALL "), args
}
