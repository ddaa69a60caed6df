package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/heartbeat"
	"reckon/bot/jobs"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A room is a Runner with a real database and a clock of its own.
type room struct {
	t            *testing.T
	store        *storage.Store
	heart        *heartbeat.Heart
	runner       *jobs.Runner
	clocks, bulk map[string]jobs.Kind
	log          bytes.Buffer
	done         tally

	mu sync.Mutex
	// now is the time; zero: the clock of the bubble tells it.
	now time.Time
}

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

// want checks what has happened so far, in any order.
func (d *tally) want(t *testing.T, want ...string) {
	t.Helper()
	got := d.list()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("done %q, want %q", got, want)
	}
}

// kind returns a Kind that notes its jobs and drops them.
func (d *tally) kind(_ context.Context, j storage.Job, _ time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		d.add(j.Kind + " " + j.Key)
		return tx.DropJob(j.Kind, j.Key)
	}, nil
}

func newRoom(t *testing.T) *room {
	t.Helper()
	r := openRoom(t, storetest.Database(t))
	r.now = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	return r
}

// openRoom opens a process on a database. The process knows the kinds "do" and "bulk".
func openRoom(t *testing.T, path string) *room {
	t.Helper()
	store, err := storage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	r := &room{t: t, store: store}
	r.clocks, r.bulk = map[string]jobs.Kind{"do": r.done.kind}, map[string]jobs.Kind{"bulk": r.done.kind}
	return r
}

// ready makes the Runner, after the kinds were added.
func (r *room) ready() *jobs.Runner {
	if r.runner == nil {
		logger := slog.New(slog.NewTextHandler(&r.log, nil))
		r.heart = heartbeat.New(r.store, r.clock, logger)
		r.runner = jobs.New(jobs.Config{Store: r.store, Heart: r.heart, Logger: logger, Now: r.clock, Clocks: r.clocks, Bulk: r.bulk})
		r.store.OnCommit(r.runner.Committed)
	}
	return r.runner
}

func (r *room) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.IsZero() {
		return time.Now()
	}
	return r.now
}

func (r *room) pass(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

func (r *room) write(fn func(*storage.Tx) error) {
	r.t.Helper()
	if err := r.store.Write(context.Background(), fn); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) setJob(kind, key string, at time.Time) {
	r.t.Helper()
	r.write(func(tx *storage.Tx) error { return tx.SetJob(storage.Job{Kind: kind, Key: key, At: at}) })
}

// once runs due jobs until no job is due.
func (r *room) once() {
	r.t.Helper()
	ended, end := context.WithCancel(r.t.Context())
	end()
	for due := true; due; {
		r.ready().Run(ended)
		r.write(func(tx *storage.Tx) error {
			at, _, err := tx.NextJob(slices.Concat(slices.Collect(maps.Keys(r.clocks)), slices.Collect(maps.Keys(r.bulk))), r.clock())
			due = err == nil && !at.IsZero() && !at.After(r.clock())
			return err
		})
	}
}

var errRollback = errors.New("rolled back")

// left returns the jobs of a kind, each with the time until it is due.
func (r *room) left(kind string) (all []string) {
	r.t.Helper()
	err := r.store.Write(r.t.Context(), func(tx *storage.Tx) error {
		rows, err := tx.ClaimJobs([]string{kind}, r.clock().Add(1000*time.Hour), 1000)
		for _, j := range rows {
			all = append(all, j.Kind+" "+j.Key+" in "+j.At.Sub(r.clock()).String())
		}
		return errors.Join(err, errRollback)
	})
	if !errors.Is(err, errRollback) {
		r.t.Fatal(err)
	}
	return all
}

func TestJobsRunWhenDue(t *testing.T) {
	r := newRoom(t)
	r.setJob("do", "later", r.clock().Add(time.Second))
	r.setJob("do", "second", r.clock())
	r.setJob("bulk", "first", r.clock().Add(-time.Second))
	r.once()
	r.done.want(t, "bulk first", "do second")
	if got := r.left("do"); !slices.Equal(got, []string{"do later in 1s"}) {
		t.Errorf("left %q", got)
	}
}

// More jobs than can run at the same time are all run, and so is a job that another sets to run at
// once.
func TestManyJobs(t *testing.T) {
	r := newRoom(t)
	r.clocks["chain"] = func(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
		return func(tx *storage.Tx) error {
			return errors.Join(tx.DropJob(j.Kind, j.Key), tx.SetJob(storage.Job{Kind: "do", Key: "chained", At: now}))
		}, nil
	}
	r.write(func(tx *storage.Tx) error {
		for i := range 50 {
			if err := tx.SetJob(storage.Job{Kind: "do", Key: string(rune('一' + i)), At: r.clock()}); err != nil {
				return err
			}
		}
		return nil
	})
	r.setJob("chain", "", r.clock())
	r.once()
	if all := r.done.list(); len(all) != 51 || !slices.Contains(all, "do chained") {
		t.Errorf("%d jobs done, want 51", len(all))
	}
}

// A job may fail while it prepares or in its transaction, by an error or by a panic. The failure is
// logged and the job runs again in a minute. It leaves nothing behind, and holds up no other job.
func TestFailingJobHoldsUpNoOther(t *testing.T) {
	fault := errors.New("a fault of ours")
	half := func(tx *storage.Tx) error {
		return errors.Join(tx.SetOwnMeta("half", "done"), tx.SetJob(storage.Job{Kind: "do", Key: "of half a job", At: time.UnixMilli(1)}))
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
			r.clocks["bad"] = func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
				tries++
				return kind(ctx, j, now)
			}
			// This job is due before all others.
			r.setJob("bad", "1", r.clock().Add(-time.Hour))
			r.setJob("do", "1", r.clock())
			r.once()
			r.done.want(t, "do 1")
			if tries != 1 {
				t.Errorf("%d tries of the bad one", tries)
			}
			if got := r.left("bad"); !slices.Equal(got, []string{"bad 1 in 1m0s"}) {
				t.Errorf("left %q", got)
			}
			// The value of a panic may hold what a person typed, so only its type is logged, with the place.
			want := "a fault of ours"
			if strings.HasPrefix(name, "panic") {
				want = "panic: *errors.errorString at "
			}
			logged := r.log.String()
			if !strings.Contains(logged, want) || !strings.Contains(logged, "kind=bad") {
				t.Errorf("logged %q", logged)
			}
			r.write(func(tx *storage.Tx) error {
				if half, err := tx.OwnMeta("half"); err != nil || len(half) > 0 {
					t.Errorf("half of it is there: %q, %v", half, err)
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

// ByID passes the number in a job's key.
func TestByID(t *testing.T) {
	var got int64
	kind := jobs.ByID(func(_ context.Context, id int64, _ time.Time) (func(*storage.Tx) error, error) {
		got = id
		return nil, nil
	})
	for _, want := range []int64{12, 1 << 40} {
		if _, err := kind(t.Context(), storage.Job{Key: strconv.FormatInt(want, 10)}, time.Time{}); err != nil || got != want {
			t.Errorf("the job of %d is of %d, %v", want, got, err)
		}
	}
}

// A process leaves jobs of a kind that it does not know to others. So a process of another version deletes
// nothing.
func TestUnknownKind(t *testing.T) {
	r := newRoom(t)
	r.setJob("of another version", "1", r.clock().Add(-time.Hour))
	r.setJob("do", "1", r.clock())
	r.once()
	r.done.want(t, "do 1")
	if got := r.left("of another version"); len(got) != 1 {
		t.Errorf("left %q", got)
	}
	if r.log.Len() != 0 {
		t.Errorf("logged %q", r.log.String())
	}
}

// running runs jobs in a bubble, whose clock goes on only when all wait. Then it ends them.
func running(t *testing.T, prepare func(*room), play func(t *testing.T, r *room, end func())) {
	// The clock of the bubble does not wait for a server.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	synctest.Test(t, func(t *testing.T) {
		r := openRoom(t, path)
		prepare(r)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); r.ready().Run(ctx) }()
		end := func() { cancel(); <-ended }
		defer end()
		synctest.Wait()
		play(t, r, end)
	})
}

// moment is as long as the database lets a writer wait for others.
const moment = 10 * time.Millisecond

// after lets time pass in the bubble.
func after(d time.Duration) {
	// The clock of the bubble goes on, which takes no time.
	time.Sleep(d)
	synctest.Wait()
}

// Jobs run on time, and a job that a transaction sets to run at once does.
func TestRun(t *testing.T) {
	running(t, func(*room) {}, func(t *testing.T, r *room, _ func()) {
		r.setJob("do", "1", time.Now().Add(10*time.Second))
		// Writing takes a little of the bubble's time.
		after(10*time.Second - 100*time.Millisecond)
		r.done.want(t)
		after(100 * time.Millisecond)
		r.done.want(t, "do 1")
		after(time.Hour)
		r.setJob("bulk", "2", time.Now())
		after(moment)
		r.done.want(t, "bulk 2", "do 1")
	})
}

// blocking returns a Kind whose jobs wait until gate is closed, and are noted after that.
func (d *tally) blocking(gate chan struct{}) jobs.Kind {
	return func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
		<-gate
		return d.kind(ctx, j, now)
	}
}

// A thousand dailies that are due do not hold up the jobs that people wait for. Nor does one such job
// that takes long.
func TestNothingHoldsUpAClock(t *testing.T) {
	// The channel must be made in the bubble.
	var gate chan struct{}
	prepare := func(r *room) {
		gate = make(chan struct{})
		r.bulk["daily"], r.clocks["slow"] = r.done.blocking(gate), r.done.blocking(gate)
		r.write(func(tx *storage.Tx) error {
			for i := range 1000 {
				if err := tx.SetJob(storage.Job{Kind: "daily", Key: string(rune('一' + i)), At: time.Now().Add(-time.Hour)}); err != nil {
					return err
				}
			}
			return tx.SetJob(storage.Job{Kind: "slow", Key: "1", At: time.Now().Add(-time.Hour)})
		})
	}
	running(t, prepare, func(t *testing.T, r *room, _ func()) {
		r.setJob("do", "1", time.Now())
		after(moment)
		r.done.want(t, "do 1")
		close(gate)
		after(time.Minute)
		if n := len(r.done.list()); n != 1002 {
			t.Errorf("%d jobs are done", n)
		}
	})
}

// Eight jobs of a queue run at a time. A process leaves all others unclaimed, so that other processes
// can run them.
func TestHowManyAtATime(t *testing.T) {
	var started tally
	// Each value that is read from gate lets one job go on. The channel must be made in the bubble.
	var gate chan struct{}
	prepare := func(r *room) {
		gate = make(chan struct{})
		wait := r.done.blocking(gate)
		r.bulk["slow"] = func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
			started.add(j.Key)
			return wait(ctx, j, now)
		}
		for n := range 20 {
			r.setJob("slow", strconv.Itoa(n), time.Now())
		}
	}
	running(t, prepare, func(t *testing.T, r *room, _ func()) {
		for n := range 5 {
			after(moment)
			if run, left := len(started.list()), len(r.left("slow")); run != 8+n || left != 12-n {
				t.Errorf("after %d jobs %d have begun, want %d; %d are left, want %d", n, run, 8+n, left, 12-n)
			}
			gate <- struct{}{}
		}
		close(gate)
	})
}

// When the Runner is told to end, it finishes the jobs that have begun.
func TestEndFinishesJobs(t *testing.T) {
	// The channel must be made in the bubble.
	var gate chan struct{}
	prepare := func(r *room) {
		gate = make(chan struct{})
		r.clocks["slow"] = r.done.blocking(gate)
		r.setJob("slow", "1", time.Now())
	}
	running(t, prepare, func(t *testing.T, r *room, end func()) {
		time.AfterFunc(time.Second, func() { close(gate) })
		end()
		r.done.want(t, "slow 1")
	})
}

// A job that panics each time does not end the loop of its queue.
func TestPanicsEndNoLoop(t *testing.T) {
	var tries tally
	prepare := func(r *room) {
		r.clocks["panic"] = func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) {
			tries.add("again")
			panic("in a kind")
		}
		r.setJob("panic", "1", time.Now())
	}
	running(t, prepare, func(t *testing.T, r *room, _ func()) {
		after(5 * time.Minute)
		if n := len(tries.list()); n < 5 || n > 6 {
			t.Errorf("tried %d times in five minutes", n)
		}
		r.setJob("do", "1", time.Now())
		after(moment)
		r.done.want(t, "do 1")
	})
}

// Jobs that a wrong clock has set far ahead run within a minute.
func TestWrongClock(t *testing.T) {
	running(t, func(*room) {}, func(t *testing.T, r *room, _ func()) {
		r.setJob("do", "1", time.Now().AddDate(0, 0, 40))
		after(time.Minute)
		r.done.want(t, "do 1")
	})
}

// A job that was due long ago is put off once. So a clock that is far ahead for a moment ends no week
// too soon.
func TestClockFarAhead(t *testing.T) {
	running(t, func(*room) {}, func(t *testing.T, r *room, _ func()) {
		const days = 8 * 24 * time.Hour
		r.setJob("do", "long ago", time.Now().Add(-days-time.Minute))
		r.setJob("do", "lately", time.Now().Add(-days+time.Minute))
		after(9 * time.Minute)
		r.done.want(t, "do lately")
		after(2 * time.Minute)
		r.done.want(t, "do lately", "do long ago")
	})
}

// If two processes serve, each job is run by only one of them.
func TestTwoProcesses(t *testing.T) {
	// Several processes cannot share a file.
	dbtest.OnlyServer(t)
	path := storetest.Database(t)
	one, other := openRoom(t, path), openRoom(t, path)
	var want []string
	one.write(func(tx *storage.Tx) error {
		for i := range 40 {
			key := string(rune('a' + i))
			want = append(want, "do "+key)
			if err := tx.SetJob(storage.Job{Kind: "do", Key: key, At: one.clock()}); err != nil {
				return err
			}
		}
		return nil
	})
	var wg sync.WaitGroup
	for _, r := range []*room{one, other} {
		r.ready()
		wg.Go(r.once)
	}
	wg.Wait()
	both := tally{all: append(one.done.list(), other.done.list()...)}
	both.want(t, want...)
}

// More jobs than there are slots run one after the other, with no pause between them.
func TestNoPauseBetweenBatches(t *testing.T) {
	running(t, func(*room) {}, func(t *testing.T, r *room, _ func()) {
		at := r.clock().Add(time.Minute)
		for n := range 50 {
			r.setJob("do", strconv.Itoa(n), at)
		}
		after(time.Minute + 300*time.Millisecond)
		if n := len(r.done.list()); n != 50 {
			t.Errorf("%d of 50 jobs are done", n)
		}
	})
}

// If a job fails while the database is away, the process can still end.
func TestFailingJobEnds(t *testing.T) {
	r := newRoom(t)
	runner := r.ready()
	if err := r.store.Close(); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	runner.Do(ended, storage.Job{Kind: "do", Key: "1"}, r.clock())
	r.done.want(t)
}

// A job that sets itself to a time at which it would run again at once runs once. The fault is logged, and the job
// runs again a minute later or, if it was set too far ahead, at the farthest time.
func TestNoJobRunsForEver(t *testing.T) {
	for name, test := range map[string]struct {
		wait time.Duration
		left string
	}{
		"now":             {0, "again 1 in 1m0s"},
		"earlier":         {-time.Hour, "again 1 in 1m0s"},
		"far ahead":       {40 * 24 * time.Hour, "again 1 in 96h0m0s"},
		"a bit too far":   {storage.Farthest + time.Millisecond, "again 1 in 96h0m0s"},
		"as far as it is": {storage.Farthest, "again 1 in 96h0m0s"},
		"soon":            {time.Millisecond, "again 1 in 1ms"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			runs := 0
			r.clocks["again"] = func(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
				runs++
				return func(tx *storage.Tx) error {
					if runs > 5 {
						return tx.DropJob(j.Kind, j.Key)
					}
					return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(test.wait)})
				}, nil
			}
			r.setJob("again", "1", r.clock())
			r.setJob("do", "1", r.clock())
			r.once()
			r.done.want(t, "do 1")
			if got := r.left("again"); runs != 1 || !slices.Equal(got, []string{test.left}) {
				t.Errorf("after %d runs %q is left, want %q", runs, got, test.left)
			}
			isFault := test.wait <= 0 || test.wait > storage.Farthest
			if isLogged := strings.Contains(r.log.String(), "kind=again"); isLogged != isFault {
				t.Errorf("logged %q", r.log.String())
			}
		})
	}
}

// A job that is neither set nor dropped runs again a minute later, and is no longer owned for ever.
func TestForgottenJob(t *testing.T) {
	r := newRoom(t)
	r.clocks["idle"] = func(context.Context, storage.Job, time.Time) (func(*storage.Tx) error, error) {
		return func(*storage.Tx) error { return nil }, nil
	}
	r.setJob("idle", "1", r.clock())
	r.once()
	if got := r.left("idle"); !slices.Equal(got, []string{"idle 1 in 1m0s"}) {
		t.Errorf("left %q", got)
	}
}
