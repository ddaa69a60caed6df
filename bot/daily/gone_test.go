package daily

import (
	"context"
	"strconv"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// The jobs of a community that no longer exists end: nothing is posted there, and nobody is reminded.
func TestJobsOfNobodyEnd(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		var d daily
		const gone = 999
		for kind, run := range map[string]func(context.Context, int64, time.Time) (func(*storage.Tx) error, error){
			postJob:     d.runPost,
			reminderJob: d.runReminder,
		} {
			for _, id := range []int64{gone, gone + 1} {
				job := storage.Job{Kind: kind, Key: strconv.FormatInt(id, 10), At: storetest.Noon}
				if err := tx.SetJob(job); err != nil {
					return err
				}
			}
			do, err := run(t.Context(), gone, storetest.Noon)
			if err != nil {
				return err
			}
			if err := do(tx); err != nil {
				return err
			}
			left, err := storage.List[string](tx, "list jobs", `SELECT key FROM jobs WHERE kind = $1`, kind)
			if err != nil {
				return err
			}
			if len(left) != 1 || left[0] != "1000" {
				t.Errorf("the jobs of kind %s that are left are %q", kind, left)
			}
		}
		return nil
	})
}
