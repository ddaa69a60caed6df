package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage/dbtest"
)

func jobAt(kind, key string, hours int) Job {
	return Job{Kind: kind, Key: key, At: noon.Add(time.Duration(hours) * time.Hour)}
}

func setJobs(t *testing.T, tx *Tx, all ...Job) {
	t.Helper()
	for _, j := range all {
		if err := tx.SetJob(j); err != nil {
			t.Fatal(err)
		}
	}
}

// wantJobs claims the jobs that are due at an hour, and checks them.
func wantJobs(t *testing.T, tx *Tx, hour, limit int, kinds []string, want ...Job) {
	t.Helper()
	got := must(tx.ClaimJobs(kinds, noon.Add(time.Duration(hour)*time.Hour), limit))(t)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("claimed at hour %d (-want +got):\n%s", hour, diff)
	}
}

var bothKinds = []string{"daily", "round"}

// BringJobForward keeps an earlier time, and sets the job if there was none.
func TestBringJobForward(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, at := range []time.Time{noon.Add(-time.Hour), noon.Add(time.Hour)} {
			if err := tx.SetJob(Job{Kind: "prune", Key: at.String(), At: at}); err != nil {
				return err
			}
			if err := tx.BringJobForward(Job{Kind: "prune", Key: at.String(), At: noon}); err != nil {
				return err
			}
		}
		return tx.BringJobForward(Job{Kind: "prune", Key: "new", At: noon})
	})
	want := map[string]time.Time{
		noon.Add(-time.Hour).String(): noon.Add(-time.Hour),
		noon.Add(time.Hour).String():  noon,
		"new":                         noon,
	}
	write(t, s, func(tx *Tx) error {
		due, err := tx.ClaimJobs([]string{"prune"}, noon, 10)
		if len(due) != len(want) {
			t.Errorf("due are %+v", due)
		}
		for _, j := range due {
			if !j.At.Equal(want[j.Key]) {
				t.Errorf("%s is due at %v, want %v", j.Key, j.At, want[j.Key])
			}
		}
		return err
	})
}

// BringJobForward makes a job free even if a process owned it and is working on it.
func TestBringClaimedJobForward(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		job := jobAt("daily", "1", 0)
		setJobs(t, tx, job)
		wantJobs(t, tx, 1, 10, bothKinds, job)
		wantJobs(t, tx, 1, 10, bothKinds)
		if err := tx.BringJobForward(jobAt("daily", "1", 1)); err != nil {
			return err
		}
		wantJobs(t, tx, 1, 10, bothKinds, job)
		return nil
	})
}

// Due jobs are claimed in the order of their times, each once. A job is free again when it is set, or
// when its owner is gone. Jobs of other kinds are not claimed.
func TestClaimJobs(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		next := func(kinds []string, hours int) {
			t.Helper()
			if got, _, err := tx.NextJob(kinds, noon); err != nil || !got.Equal(noon.Add(time.Duration(hours)*time.Hour)) {
				t.Errorf("the next of %q is due after %v, want %d hours (%v)", kinds, got.Sub(noon), hours, err)
			}
		}
		if next, ahead, err := tx.NextJob(bothKinds, noon); err != nil || ahead || !next.IsZero() {
			t.Errorf("nothing is due, but: %v, %v, %v", next, ahead, err)
		}
		setJobs(t, tx, jobAt("unknown", "1", -9), jobAt("daily", "1", 9), jobAt("round", "7", 2), jobAt("daily", "2", 1), jobAt("daily", "1", 0), jobAt("round", "8", 5))
		if err := refused(t, tx, func() error { return tx.SetJob(Job{Kind: "never", Key: "1"}) }); err == nil {
			t.Error("a job without a time was stored")
		}
		next(bothKinds, 0)
		next([]string{"round"}, 2)
		wantJobs(t, tx, -1, 10, bothKinds)
		wantJobs(t, tx, 2, 1, bothKinds, jobAt("daily", "1", 0))
		next(bothKinds, 1)
		other := as(tx, tx.process+1)
		wantJobs(t, other, 5, 10, []string{"round"}, jobAt("round", "7", 2), jobAt("round", "8", 5))
		wantJobs(t, tx, 5, 10, bothKinds, jobAt("daily", "2", 1))
		wantJobs(t, tx, 5, 10, bothKinds)
		if next, _, err := tx.NextJob(bothKinds, noon); err != nil || !next.IsZero() {
			t.Errorf("all jobs have owners, but the next is due at %v (%v)", next, err)
		}

		// The job is set again, although another process owns it.
		setJobs(t, tx, jobAt("round", "8", 3))
		wantJobs(t, tx, 5, 10, bothKinds, jobAt("round", "8", 3))
		// The owner keeps a job that is only added.
		if err := tx.AddJob(jobAt("daily", "2", 4)); err != nil {
			return err
		}
		wantJobs(t, tx, 5, 10, bothKinds)
		if err := tx.leave(other.process); err != nil {
			return err
		}
		wantJobs(t, tx, 5, 10, bothKinds, jobAt("round", "7", 2))
		// It is no error to drop a job that is gone.
		for range 2 {
			if err := tx.DropJob("round", "7"); err != nil {
				return err
			}
		}
		if err := tx.leave(tx.process); err != nil {
			return err
		}
		wantJobs(t, tx, 5, 10, bothKinds, jobAt("daily", "1", 0), jobAt("daily", "2", 1), jobAt("round", "8", 3))
		return nil
	})
}

// On a server, ClaimJobs skips jobs that another transaction is claiming, and does not wait for it.
func TestClaimJobsAtOnce(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { setJobs(t, tx, jobAt("daily", "1", 0), jobAt("daily", "2", 1)); return nil })
	write(t, s, func(tx *Tx) error {
		wantJobs(t, tx, 5, 1, bothKinds, jobAt("daily", "1", 0))
		write(t, s, func(other *Tx) error {
			wantJobs(t, other, 5, 10, bothKinds, jobAt("daily", "2", 1))
			return nil
		})
		return nil
	})
}

// A job that a wrong clock has set far ahead is due now.
func TestJobsFarAhead(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		setJobs(t, tx, Job{"soon", "1", noon.Add(Farthest)})
		if next, ahead, err := tx.NextJob([]string{"wrong"}, noon); err != nil || ahead || !next.IsZero() {
			t.Errorf("a job four days ahead is too far: %v, %v, %v", next, ahead, err)
		}
		setJobs(t, tx, Job{"wrong", "1", noon.AddDate(0, 0, 40)})
		if _, ahead, err := tx.NextJob([]string{"wrong"}, noon); err != nil || !ahead {
			t.Errorf("a job 40 days ahead is not noticed: %v", err)
		}
		// A newer program may have jobs of other kinds that are far ahead.
		if _, ahead, err := tx.NextJob([]string{"soon"}, noon); err != nil || ahead {
			t.Errorf("a job of another kind is too far: %v", err)
		}
		if err := tx.PullJobs([]string{"soon"}, noon); err != nil {
			return err
		}
		wantJobs(t, tx, 0, 9, []string{"soon", "wrong"})
		if err := tx.PullJobs([]string{"wrong"}, noon); err != nil {
			return err
		}
		wantJobs(t, tx, 0, 9, []string{"soon", "wrong"}, Job{"wrong", "1", noon})
		return nil
	})
}

// AddJob does not change a job that is there.
func TestAddJob(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, after := range []time.Duration{time.Minute, time.Second, time.Hour} {
			if err := tx.AddJob(Job{Kind: "post", Key: "1", At: noon.Add(after)}); err != nil {
				return err
			}
		}
		if next, _, err := tx.NextJob([]string{"post"}, noon); err != nil || !next.Equal(noon.Add(time.Minute)) {
			t.Errorf("the job is due at %v (%v)", next, err)
		}
		if len(tx.committed.SetJobs) == 0 {
			t.Error("it wakes nobody")
		}
		return nil
	})
}

// When jobs are freed or pulled, OnCommit's function is told, so that somebody claims them.
func TestFreedJobsAreTold(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for name, do := range map[string]func() error{
			"a process that is gone": func() error { return tx.leave(99) },
			"pulled":                 func() error { return tx.PullJobs([]string{"a"}, noon) },
		} {
			tx.committed = Committed{}
			if err := do(); err != nil {
				return err
			}
			if !tx.committed.MoreJobs {
				t.Errorf("%s: nobody is told", name)
			}
		}
		return nil
	})
}

// Jobs that are due at the same moment are claimed in the order of their kinds and keys.
func TestClaimedJobsAreInOrder(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		setJobs(t, tx,
			jobAt("round", "2", 1), jobAt("daily", "3", 1), jobAt("round", "1", 1), jobAt("daily", "4", 1),
			jobAt("round", "9", 0), jobAt("daily", "8", 2), jobAt("daily", "9", 3))
		wantJobs(t, tx, 2, 2, bothKinds, jobAt("round", "9", 0), jobAt("daily", "3", 1))
		wantJobs(t, tx, 2, 2, bothKinds, jobAt("daily", "4", 1), jobAt("round", "1", 1))
		wantJobs(t, tx, 2, 9, bothKinds, jobAt("round", "2", 1), jobAt("daily", "8", 2))
		wantJobs(t, tx, 2, 9, bothKinds)
		setJobs(t, tx, jobAt("round", "3", 2), jobAt("daily", "6", 1), jobAt("daily", "5", 1))
		wantJobs(t, tx, 2, 2, bothKinds, jobAt("daily", "5", 1), jobAt("daily", "6", 1))
		setJobs(t, tx, jobAt("round", "4", 2))
		wantJobs(t, tx, 2, 2, bothKinds, jobAt("round", "3", 2), jobAt("round", "4", 2))
		return nil
	})
}
