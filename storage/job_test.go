package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestJobs(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		next := func(want time.Time) {
			t.Helper()
			if got := must(tx.NextJob())(t); !got.Equal(want) {
				t.Errorf("next job after %v, want %v", got.Sub(noon), want.Sub(noon))
			}
		}
		if _, err := tx.NextJob(); err != ErrNotFound {
			t.Errorf("nothing is due, but: %v", err)
		}
		job := func(kind, key string, hours int) Job {
			return Job{Kind: kind, Key: key, At: noon.Add(time.Duration(hours) * time.Hour)}
		}
		for _, j := range []Job{job("daily", "1", 9), job("round", "7", 2), job("daily", "2", 1), job("daily", "1", 0), job("round", "8", 5)} {
			if err := tx.SetJob(j); err != nil {
				return err
			}
		}
		if err := refused(t, tx, func() error { return tx.SetJob(Job{Kind: "never", Key: "1"}) }); err == nil {
			t.Error("a job without a time was stored")
		}
		next(noon)
		for _, test := range []struct {
			hour, limit int
			want        []Job
		}{
			{2, 10, []Job{job("daily", "1", 0), job("daily", "2", 1), job("round", "7", 2)}},
			{2, 1, []Job{job("daily", "1", 0)}},
			{-1, 10, nil},
		} {
			got := must(tx.JobsBy(noon.Add(time.Duration(test.hour)*time.Hour), test.limit))(t)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("due at hour %d (-want +got):\n%s", test.hour, diff)
			}
		}
		for range 2 { // twice is no error
			if err := tx.DropJob("daily", "1"); err != nil {
				return err
			}
		}
		next(noon.Add(time.Hour))
		return nil
	})
}

// What a wrong clock has set is done with what is due, and none is left behind.
func TestJobsFarAhead(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		due, soon, wrong := Job{"due", "1", noon}, Job{"soon", "1", noon.Add(farthest)}, Job{"wrong", "1", noon.AddDate(0, 0, 40)}
		for _, j := range []Job{due, soon} {
			if err := tx.SetJob(j); err != nil {
				return err
			}
		}
		if must(tx.HasJobAhead(noon))(t) {
			t.Error("a job 26 hours ahead is too far")
		}
		if err := tx.SetJob(wrong); err != nil {
			return err
		}
		if !must(tx.HasJobAhead(noon))(t) {
			t.Error("a job 40 days ahead is not noticed")
		}
		for limit, want := range map[int][]Job{1: {due}, 2: {due, wrong}, 9: {due, wrong}} {
			if diff := cmp.Diff(want, must(tx.JobsBy(noon, limit))(t)); diff != "" {
				t.Errorf("at most %d jobs (-want +got):\n%s", limit, diff)
			}
		}
		return nil
	})
}

// A job that is added leaves one that is there at its time.
func TestAddJob(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, after := range []time.Duration{time.Minute, time.Second, time.Hour} {
			if err := tx.AddJob(Job{Kind: "post", Key: "1", At: noon.Add(after)}); err != nil {
				return err
			}
		}
		if next := must(tx.NextJob())(t); !next.Equal(noon.Add(time.Minute)) {
			t.Errorf("the job is due at %v", next)
		}
		if !tx.committed.Jobs {
			t.Error("it wakes nobody")
		}
		return nil
	})
}
