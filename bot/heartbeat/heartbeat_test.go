package heartbeat_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"reckon/bot/heartbeat"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A process is a Heart with a clock of its own.
type process struct {
	*heartbeat.Heart
	t     *testing.T
	store *storage.Store
	mu    sync.Mutex
	now   time.Time
}

func open(t *testing.T, path string) *process {
	t.Helper()
	store, err := storage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	p := &process{t: t, store: store, now: time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)}
	p.Heart = heartbeat.New(store, p.clock, slog.New(slog.NewTextHandler(t.Output(), nil)))
	return p
}

func (p *process) clock() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

func (p *process) pass(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = p.now.Add(d)
}

func (p *process) wantAge(want time.Duration) {
	p.t.Helper()
	at, _, err := heartbeat.Last(p.t.Context(), p.store)
	if age := p.clock().Sub(at); err != nil || age != want {
		p.t.Errorf("the heartbeat is %v old, want %v, %v", age, want, err)
	}
}

// once runs a loop with a context that has ended, so the loop passes once.
func once(l *heartbeat.Loop, pass func() error) {
	ended, end := context.WithCancel(context.Background())
	end()
	l.Run(ended, func(context.Context) (time.Duration, error) { return time.Hour, pass() })
}

func nothing() error { return nil }

// The heartbeat is that of the slowest loop: it grows old while one loop hangs or fails, even if the
// other does not.
func TestHeartbeatIsOfTheLoops(t *testing.T) {
	p := open(t, storetest.Database(t))
	// To renew the lease stores no heartbeat.
	if _, err := p.Assure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := heartbeat.Last(t.Context(), p.store); !errors.Is(err, heartbeat.ErrNone) {
		t.Errorf("a heartbeat before the first pass: %v", err)
	}
	// No loop has begun yet.
	if err := p.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.wantAge(0)
	quick, slow := p.Loop("quick"), p.Loop("slow")
	both := func() {
		for range 3 {
			p.pass(20 * time.Second)
			once(slow, nothing)
			once(quick, nothing)
		}
		// The heartbeat is stored when the first loop has passed.
		p.wantAge(20 * time.Second)
	}
	both()
	once(slow, func() error {
		for range 10 {
			p.pass(time.Minute)
			once(quick, nothing)
		}
		p.wantAge(10 * time.Minute)
		return nil
	})
	both()
	for _, fault := range []func() error{func() error { return errors.New("a fault") }, func() error { panic("a fault") }} {
		p.pass(time.Minute)
		once(slow, fault)
	}
	once(quick, nothing)
	p.wantAge(2 * time.Minute)
	both()
}

// A loop that fails has ended its pass. One that hangs has not.
func TestLastPass(t *testing.T) {
	p := open(t, storetest.Database(t))
	quick, slow := p.Loop("quick"), p.Loop("slow")
	for _, fault := range []func() error{nothing, func() error { return errors.New("a fault") }, func() error { panic("a fault") }} {
		p.pass(time.Minute)
		once(slow, fault)
		once(quick, nothing)
		if got := p.LastPass(); !got.Equal(p.clock()) {
			t.Errorf("all have passed %v ago", p.clock().Sub(got))
		}
	}
	once(slow, func() error {
		p.pass(time.Hour)
		once(quick, nothing)
		if got := p.clock().Sub(p.LastPass()); got != time.Hour {
			t.Errorf("while one hangs, the last pass was %v ago, want an hour", got)
		}
		return nil
	})
}

// The end is stored with the faults, until the next start.
func TestEnd(t *testing.T) {
	p := open(t, storetest.Database(t))
	p.Fault("one")
	if err := p.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.pass(time.Hour)
	if err := p.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, _, err := heartbeat.Last(t.Context(), p.store)
	var ended heartbeat.EndedError
	if !errors.As(err, &ended) || !ended.At.Equal(p.clock()) || ended.Faults != "; one" {
		t.Errorf("after the end: %v", err)
	}
	p.pass(time.Hour)
	if err := p.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.wantAge(0)
}

// A fault is stored at once, and with each heartbeat from then on.
func TestFault(t *testing.T) {
	p := open(t, storetest.Database(t))
	for i, faults := range []string{"", "; one", "; one; two"} {
		if i > 0 {
			p.Fault([]string{"one", "two"}[i-1])
		}
		if err := p.Beat(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, got, err := heartbeat.Last(t.Context(), p.store); err != nil || got != faults {
			t.Errorf("the faults are %q, %v; want %q", got, err, faults)
		}
	}
}

// Beat fails if the database cannot be written.
func TestNoDatabase(t *testing.T) {
	p := open(t, storetest.Database(t))
	if err := p.store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Beat(t.Context()); err == nil {
		t.Error("a heartbeat in a database that cannot be written")
	}
}

// A loop that has nothing to do still makes progress in time. It passes at once when it is woken, and
// goes on after failures and panics.
func TestLoop(t *testing.T) {
	// The clock of the bubble does not wait for a server.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	synctest.Test(t, func(t *testing.T) {
		store, err := storage.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		// The log is read only when the loop has ended.
		var log strings.Builder
		l := heartbeat.New(store, time.Now, slog.New(slog.NewTextHandler(&log, nil))).Loop("loop")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		var passes atomic.Int64
		var failing atomic.Bool
		go func() {
			defer close(ended)
			l.Run(ctx, func(context.Context) (time.Duration, error) {
				passes.Add(1)
				if failing.Load() {
					panic("a fault")
				}
				return time.Hour, nil
			})
		}()
		after := func(d time.Duration) {
			// It is the clock of the bubble, so this takes no time.
			time.Sleep(d)
			synctest.Wait()
		}
		for range 50 {
			after(7 * time.Second)
			if at, _, err := heartbeat.Last(t.Context(), store); err != nil || time.Since(at) > heartbeat.MaxAge/2 {
				t.Fatalf("after a while of nothing to do the heartbeat is %v old, %v", time.Since(at), err)
			}
		}
		before := passes.Load()
		// The loop passes every ten seconds.
		if before > 36 {
			t.Errorf("with nothing to do it has passed %d times in 350 seconds", before)
		}
		l.Wake()
		after(10 * time.Millisecond)
		if n := passes.Load() - before; n != 1 {
			t.Errorf("woken, it has passed %d times", n)
		}
		failing.Store(true)
		l.Wake()
		before = passes.Load()
		after(time.Minute)
		if n := passes.Load() - before; n < 10 || n > 14 {
			t.Errorf("while it fails it passes %d times a minute", n)
		}
		cancel()
		<-ended
		if !strings.Contains(log.String(), "panic: string at ") {
			t.Errorf("its log says: %s", log.String())
		}
	})
}

// A pass that has begun before the end may go on for five seconds.
func TestEndOfAPass(t *testing.T) {
	// The clock of the bubble does not wait for a server.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	synctest.Test(t, func(t *testing.T) {
		store, err := storage.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		l := heartbeat.New(store, time.Now, slog.New(slog.DiscardHandler)).Loop("loop")
		ended, end := context.WithCancel(t.Context())
		var lasted time.Duration
		l.Run(ended, func(ctx context.Context) (time.Duration, error) {
			end()
			began := time.Now()
			<-ctx.Done()
			lasted = time.Since(began)
			return 0, ctx.Err()
		})
		if lasted != 5*time.Second {
			t.Errorf("it may go on for %v", lasted)
		}
	})
}

// The context of Outlast ends later than the other by the given time, or when done is called.
func TestOutlast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		work, done := heartbeat.Outlast(ctx, time.Minute)
		other, doneSooner := heartbeat.Outlast(ctx, time.Minute)
		end()
		doneSooner()
		if other.Err() == nil {
			t.Error("done, it lasts")
		}
		// It is the clock of the bubble, so this takes no time.
		time.Sleep(time.Minute - time.Nanosecond)
		if work.Err() != nil {
			t.Error("it ends too soon")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if work.Err() == nil {
			t.Error("it does not end")
		}
		done()
	})
}

// The term of the lease ends when others may have claimed what the process owned.
func TestTerm(t *testing.T) {
	// On a server it is known at once which processes live.
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	first := open(t, path)
	first.now = time.Now()
	term := func() int64 {
		n, err := first.Assure(t.Context())
		if err != nil {
			t.Error(err)
		}
		return n
	}
	before := term()
	first.pass(time.Hour)
	if term() != before {
		t.Error("a new term, though nobody else was there")
	}
	// It has the same process number, so the first counts as gone.
	open(t, path)
	first.pass(29 * time.Second)
	if first.Term() != before || term() != before {
		t.Error("the lease is not trusted while it is fresh")
	}
	// Now half of the lease has passed.
	first.pass(time.Second)
	if term() == before {
		t.Error("another process may own what was claimed, and the term goes on")
	}
}

// On a server the term ends once when the session was lost.
func TestTermOfSession(t *testing.T) {
	dbtest.OnlyServer(t)
	path := storetest.Database(t)
	p := open(t, path)
	term := func() int64 {
		n, err := p.Assure(t.Context())
		if err != nil {
			t.Error(err)
		}
		return n
	}
	before := term()
	pool, err := pgxpool.New(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`); err != nil {
		t.Fatal(err)
	}
	end := time.Now().Add(time.Minute)
	for term() == before {
		if time.Now().After(end) {
			t.Fatal("the term goes on")
		}
	}
	// While the session is away, each call ends a term.
	for last, now := before, term(); last != now; last, now = now, term() {
		if time.Now().After(end) {
			t.Fatal("terms end again and again")
		}
	}
}

// On a server each process has a heartbeat of its own, and Last returns that. If the database is open to
// be read only, Last returns the heartbeat of the slowest process of the machine. A process that does not
// serve does not count.
func TestHeartbeatsOfProcesses(t *testing.T) {
	dbtest.OnlyServer(t)
	path := storetest.Database(t)
	slow, quick, idle := open(t, path), open(t, path), open(t, path)
	begun := slow.now
	for _, p := range []*process{slow, quick} {
		if err := p.Beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	quick.pass(time.Hour)
	if err := quick.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	outside, err := storage.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer outside.Close()
	for name, x := range map[string]struct {
		store *storage.Store
		want  time.Time
	}{"slow": {slow.store, begun}, "quick": {quick.store, begun.Add(time.Hour)}, "outside": {outside, begun}} {
		if at, _, err := heartbeat.Last(t.Context(), x.store); err != nil || !at.Equal(x.want) {
			t.Errorf("%s: %v, %v", name, at, err)
		}
	}
	if _, _, err := heartbeat.Last(t.Context(), idle.store); !errors.Is(err, heartbeat.ErrNone) {
		t.Errorf("one that does not serve: %v", err)
	}
	if err := slow.store.Close(); err != nil {
		t.Fatal(err)
	}
	if at, _, err := heartbeat.Last(t.Context(), outside); err != nil || !at.Equal(begun.Add(time.Hour)) {
		t.Errorf("after the slow one has ended: %v, %v", at, err)
	}
}
