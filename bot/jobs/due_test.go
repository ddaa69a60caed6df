package jobs_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot/jobs"
	"reckon/storage"
)

// A tally notes what has happened.
type tally struct {
	mu  sync.Mutex
	all []string
}

func (d *tally) add(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, what)
}

func (d *tally) list() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.all)
}

// want checks what has happened so far.
func (d *tally) want(t *testing.T, want ...string) {
	t.Helper()
	if got := d.list(); !slices.Equal(got, want) {
		t.Errorf("done %q, want %q", got, want)
	}
}

// kind is a kind whose jobs are noted and dropped.
func (d *tally) kind(_ context.Context, j storage.Job, _ time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		d.add(j.Kind + " " + j.Key)
		return tx.DropJob(j.Kind, j.Key)
	}, nil
}

func (r *room) setJob(kind, key string, at time.Time) {
	r.t.Helper()
	r.write(func(tx *storage.Tx) error { return tx.SetJob(storage.Job{Kind: kind, Key: key, At: at}) })
}

// left are the jobs there are, with how long it is until they are due.
func (r *room) left() (all []string) {
	r.t.Helper()
	r.write(func(tx *storage.Tx) error {
		rows, err := tx.JobsBy(r.clock().Add(1000*time.Hour), 1000)
		for _, j := range rows {
			all = append(all, j.Kind+" "+j.Key+" in "+j.At.Sub(r.clock()).String())
		}
		return err
	})
	return all
}

func TestJobsAreDoneWhenDue(t *testing.T) {
	r := newRoom(t)
	var done tally
	r.kinds["do"] = done.kind
	r.setJob("do", "later", r.clock().Add(time.Second))
	r.setJob("do", "second", r.clock())
	r.setJob("do", "first", r.clock().Add(-time.Second))
	r.once()
	done.want(t, "do first", "do second")
	if got := r.left(); !slices.Equal(got, []string{"do later in 1s"}) {
		t.Errorf("left %q", got)
	}
}

// More jobs than are taken at a time are all done, and what a job has due at once is
// done in the same pass.
func TestManyJobs(t *testing.T) {
	r := newRoom(t)
	var done tally
	r.kinds["do"] = done.kind
	r.kinds["chain"] = func(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
		return func(tx *storage.Tx) error {
			return errors.Join(tx.DropJob(j.Kind, j.Key), tx.SetJob(storage.Job{Kind: "do", Key: "chained", At: now}))
		}, nil
	}
	r.write(func(tx *storage.Tx) error {
		for i := range 150 {
			if err := tx.SetJob(storage.Job{Kind: "do", Key: string(rune('一' + i)), At: r.clock()}); err != nil {
				return err
			}
		}
		return nil
	})
	r.setJob("chain", "", r.clock())
	r.once()
	if all := done.list(); len(all) != 151 || !slices.Contains(all, "do chained") {
		t.Errorf("%d jobs done, want 151", len(all))
	}
}

// A job that fails, in its preparation or its transaction, by an error or a panic,
// is told of, is tried again in a minute, leaves nothing behind, and holds up no
// other.
func TestFailingJobHoldsUpNoOther(t *testing.T) {
	fault := errors.New("a fault of ours")
	half := func(tx *storage.Tx) error {
		return errors.Join(tx.SetMeta("half", "done"), tx.SetJob(storage.Job{Kind: "do", Key: "of half a job", At: time.UnixMilli(1)}))
	}
	for name, kind := range map[string]jobs.Kind{
		"error before": func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) { return nil, fault },
		"panic before": func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) { panic(fault) },
		"error in the transaction": func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) {
			return func(tx *storage.Tx) error { return errors.Join(half(tx), fault) }, nil
		},
		"panic in the transaction": func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) {
			return func(tx *storage.Tx) error { half(tx); panic(fault) }, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			tries := 0
			r.kinds["bad"] = func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
				tries++
				return kind(ctx, j, now)
			}
			var done tally
			r.kinds["do"] = done.kind
			r.setJob("bad", "1", r.clock().Add(-time.Hour)) // before all that is due
			r.setJob("do", "1", r.clock())
			r.once()
			done.want(t, "do 1")
			if tries != 1 {
				t.Errorf("%d tries of the bad one", tries)
			}
			if got := r.left(); !slices.Equal(got, []string{"bad 1 in 1m0s"}) {
				t.Errorf("left %q", got)
			}
			if !strings.Contains(r.log.String(), "a fault of ours") || !strings.Contains(r.log.String(), "kind=bad") {
				t.Errorf("logged %q", r.log.String())
			}
			r.write(func(tx *storage.Tx) error {
				if _, err := tx.Meta("half"); !errors.Is(err, storage.ErrNotFound) {
					t.Errorf("half of it is there: %v", err)
				}
				return nil
			})
			r.pass(time.Minute - time.Millisecond)
			r.once()
			if tries != 1 {
				t.Error("tried again too soon")
			}
			r.pass(time.Millisecond)
			r.once()
			if tries != 2 {
				t.Errorf("tried %d times", tries)
			}
		})
	}
}

// A job of a kind that this program does not know is told of and dropped.
func TestUnknownKind(t *testing.T) {
	r := newRoom(t)
	r.setJob("of long ago", "1", r.clock())
	r.once()
	if got := r.left(); len(got) != 0 {
		t.Errorf("left %q", got)
	}
	if !strings.Contains(r.log.String(), "of long ago") {
		t.Errorf("logged %q", r.log.String())
	}
}

// What a job puts into the outbox goes out in the same pass.
func TestJobsSpeak(t *testing.T) {
	r := newRoom(t)
	r.kinds["say"] = func(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
		return func(tx *storage.Tx) error {
			_, err := tx.Enqueue(storage.Outgoing{Nonce: "job", CommunityID: r.group.ID, Body: []byte("{}")}, nil, now)
			return errors.Join(err, tx.DropJob(j.Kind, j.Key))
		}, nil
	}
	r.setJob("say", "", r.clock())
	r.once()
	r.wantSaid("group job")
}
