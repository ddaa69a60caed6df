package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"modernc.org/sqlite"

	"reckon/storage/dbtest"
)

// inBubble runs a test of the write queue with a clock that moves only while every goroutine waits.
func inBubble(t *testing.T, test func(t *testing.T)) {
	dbtest.OnlyFile(t)
	synctest.Test(t, test)
}

// A crowd has functions that wait for their turn to write, in a bubble.
type crowd struct {
	t     *testing.T
	store *Store
	gate  chan struct{}
	wg    sync.WaitGroup
	mu    sync.Mutex
	order []string
	errs  map[string]error
}

// newCrowd keeps the turn to write until release is called.
func newCrowd(t *testing.T) *crowd {
	c := &crowd{t: t, store: openTemp(t), gate: make(chan struct{}), errs: map[string]error{}}
	begun := make(chan struct{})
	c.wg.Go(func() {
		err := c.store.Write(t.Context(), func(*Tx) error { close(begun); <-c.gate; return nil })
		c.note("first", err)
	})
	<-begun
	return c
}

func (c *crowd) note(name string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs[name] = err
}

// add makes fn wait behind the functions that wait already.
func (c *crowd) add(ctx context.Context, name string, fn func(tx *Tx) error) {
	c.wg.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				c.note(name, fmt.Errorf("panic: %v", p))
			}
		}()
		c.note(name, c.store.Write(ctx, func(tx *Tx) error {
			// Only the goroutine with the turn is here.
			c.order = append(c.order, name)
			return errors.Join(tx.SetMeta(name, "x"), fn(tx))
		}))
	})
	synctest.Wait()
}

func (c *crowd) release() {
	close(c.gate)
	c.wg.Wait()
}

// has reports whether name's row is on the disk.
func (c *crowd) has(name string) bool {
	err := c.store.Read(c.t.Context(), func(tx *Tx) error { _, err := tx.Meta(name); return err })
	if err != nil && err != ErrNotFound {
		c.t.Error(err)
	}
	return err == nil
}

func nothing(*Tx) error { return nil }

// Functions that wait share a commit, in their order: each sees what those before it have written, while
// nobody else does. If one fails, the others are not affected.
func TestGroup(t *testing.T) { inBubble(t, testGroup) }

func testGroup(t *testing.T) {
	c := newCrowd(t)
	fault := errors.New("fault")
	c.add(t.Context(), "a", nothing)
	c.add(t.Context(), "wrong", func(*Tx) error { return fault })
	c.add(t.Context(), "thrown", func(*Tx) error { panic("thrown") })
	c.add(t.Context(), "refused", func(tx *Tx) error {
		_, err := tx.exec("refuse", `INSERT INTO meta (key, value) VALUES ('a', 'twice')`)
		return err
	})
	ctx, cancel := context.WithCancel(t.Context())
	c.add(ctx, "cancelled", func(*Tx) error { cancel(); return nil })
	c.add(t.Context(), "b", func(tx *Tx) error {
		if _, err := tx.Meta("a"); err != nil {
			t.Error("b does not see what a has written:", err)
		}
		for _, name := range []string{"wrong", "thrown", "refused", "cancelled"} {
			if _, err := tx.Meta(name); err != ErrNotFound {
				t.Errorf("b sees what %s has written: %v", name, err)
			}
		}
		if c.has("a") {
			t.Error("a was committed before b")
		}
		return nil
	})
	c.release()
	if want := []string{"a", "wrong", "thrown", "refused", "cancelled", "b"}; !slices.Equal(c.order, want) {
		t.Errorf("order %q, want %q", c.order, want)
	}
	for name, want := range map[string]string{"first": "", "a": "", "b": "", "wrong": "fault", "thrown": "panic: thrown",
		"refused": "UNIQUE", "cancelled": "context canceled"} {
		err := c.errs[name]
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s ended with %v, want %q", name, err, want)
		}
		if name != "first" && c.has(name) != (want == "") {
			t.Errorf("the row of %s: kept %v", name, want != "")
		}
	}
}

// If the commit fails, all functions of the batch fail, and the next batch does not.
func TestGroupFailsTogether(t *testing.T) {
	dbtest.OnlyFile(t)
	for name, spoil := range map[string]func(tx *Tx) error{
		// The error is found at the commit.
		"commit": func(tx *Tx) error {
			if _, err := tx.exec("defer", `PRAGMA defer_foreign_keys = 1`); err != nil {
				return err
			}
			_, err := tx.exec("refer", `INSERT INTO attempts (round_id, player_id) VALUES (98, 99)`)
			return err
		},
		// SQLite does this by itself when the disk is full.
		"rolled back": func(tx *Tx) error {
			_, err := tx.exec("roll back", `ROLLBACK`)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				c := newCrowd(t)
				c.add(t.Context(), "a", nothing)
				c.add(t.Context(), "spoiler", spoil)
				c.release()
				for _, name := range []string{"first", "a", "spoiler"} {
					if c.errs[name] == nil || c.has(name) {
						t.Errorf("%s ended with %v, row kept: %v", name, c.errs[name], c.has(name))
					}
				}
				write(t, c.store, func(tx *Tx) error { return tx.SetMeta("after", "x") })
				if !c.has("after") {
					t.Error("what was written after is not there")
				}
			})
		})
	}
}

// If a caller's context ends while it waits, its function is not run, and the others are.
func TestGroupLeave(t *testing.T) { inBubble(t, testGroupLeave) }

func testGroupLeave(t *testing.T) {
	c := newCrowd(t)
	ctx, cancel := context.WithCancel(t.Context())
	c.add(t.Context(), "a", nothing)
	c.add(ctx, "left", nothing)
	c.add(t.Context(), "b", nothing)
	cancel()
	synctest.Wait()
	c.release()
	if want := []string{"a", "b"}; !slices.Equal(c.order, want) || !errors.Is(c.errs["left"], context.Canceled) {
		t.Errorf("run were %q, who left got %v", c.order, c.errs["left"])
	}
}

// A batch has at most 128 functions: they are on the disk while later ones still run.
func TestGroupEnds(t *testing.T) { inBubble(t, testGroupEnds) }

func testGroupEnds(t *testing.T) {
	c := newCrowd(t)
	for i := range 129 {
		c.add(t.Context(), fmt.Sprint(i), func(*Tx) error {
			if i == 128 && !c.has("0") {
				t.Errorf("after %d functions the first is not committed", i)
			}
			return nil
		})
	}
	c.release()
	for name, err := range c.errs {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No function joins a batch that has lasted its time.
func TestGroupEndsInTime(t *testing.T) { inBubble(t, testGroupEndsInTime) }

func testGroupEndsInTime(t *testing.T) {
	c := newCrowd(t)
	// It is the clock of the bubble, so this takes no time.
	c.add(t.Context(), "a", func(*Tx) error { time.Sleep(batchTime); return nil })
	c.add(t.Context(), "b", func(*Tx) error {
		if !c.has("a") {
			t.Error("a is not committed when b is run")
		}
		return nil
	})
	c.release()
}

// On a slow disk a batch lasts longer, so that more functions share the wait for the disk. Once the disk
// is fast again, it does not.
func TestBatchesLastLongerOnASlowDisk(t *testing.T) { inBubble(t, testBatchesLastLongerOnASlowDisk) }

func testBatchesLastLongerOnASlowDisk(t *testing.T) {
	s := openTemp(t)
	var took time.Duration
	err := s.queue.conn.conn.Raw(func(driver any) error {
		driver.(sqlite.HookRegisterer).RegisterCommitHook(func() int32 {
			time.Sleep(took)
			return 0
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, disk := range []struct {
		took, least, most time.Duration
	}{
		{0, 0, 0},
		{batchTime, commitTimes*batchTime - batchTime - time.Millisecond, commitTimes*batchTime - batchTime},
		{time.Second, maxExtra - time.Millisecond, maxExtra},
		{0, 0, time.Millisecond},
	} {
		took = disk.took
		for i := range 50 {
			write(t, s, func(tx *Tx) error { return tx.SetMeta("a", fmt.Sprint(i)) })
		}
		if got := s.queue.extra; got < disk.least || got > disk.most {
			t.Errorf("with commits of %v a batch lasts %v longer, want %v to %v", disk.took, got, disk.least, disk.most)
		}
	}
}

// Close waits for all functions that wait. After it none may begin.
func TestCloseWaitsForWriters(t *testing.T) { inBubble(t, testCloseWaitsForWriters) }

func testCloseWaitsForWriters(t *testing.T) {
	c := newCrowd(t)
	c.add(t.Context(), "a", nothing)
	closed := make(chan error)
	go func() { closed <- c.store.Close() }()
	synctest.Wait()
	if err := c.store.Write(t.Context(), nothing); !errors.Is(err, errClosed) {
		t.Errorf("Write on a closed store: %v", err)
	}
	c.release()
	if err := <-closed; err != nil || c.errs["a"] != nil {
		t.Errorf("Close: %v, who waited: %v", err, c.errs["a"])
	}
	if err := c.store.Read(t.Context(), nothing); !errors.Is(err, errClosed) {
		t.Errorf("Read on a closed store: %v", err)
	}
}

// A statement is prepared once on a connection.
func TestPreparedOnce(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for range 3 {
		write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
	}
	before := len(s.queue.conn.prepared)
	for i := range 50 {
		write(t, s, func(tx *Tx) error { return tx.SetMeta("a", fmt.Sprint(i)) })
	}
	if after := len(s.queue.conn.prepared); after != before || before == 0 {
		t.Errorf("%d statements were prepared, then %d", before, after)
	}
}

// A transaction that SQLite has rolled back is not stored, even if its function ignores the error. The
// next one is stored.
func TestLostTransactionIsNotKept(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	lost := errors.New("lost")
	err := s.Write(t.Context(), func(tx *Tx) error {
		if err := tx.SetMeta("a", "lost"); err != nil {
			return err
		}
		tx.lost = lost
		return nil
	})
	if !errors.Is(err, lost) {
		t.Errorf("it ended with %v", err)
	}
	write(t, s, func(tx *Tx) error { return tx.SetMeta("b", "kept") })
	if err := s.Read(t.Context(), func(tx *Tx) error {
		for key, want := range map[string]string{"a": "", "b": "kept"} {
			value, _, err := Found(tx.Meta(key))
			if err != nil {
				return err
			}
			if value != want {
				t.Errorf("%s is %q, want %q", key, value, want)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// If SQLite has rolled a whole batch back, all who wrote in it are told why, such as that the disk is full.
func TestLostBatchSaysWhy(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "b") })
	full := errors.New("the disk is full")
	if err := s.queue.undo(&Tx{lost: full}); err != full {
		t.Errorf("they are told %v", err)
	}
}

// A statement of a Write goes on to its end even if its context ends, because others may write in the same
// transaction. The next statement fails.
func TestStatementOfAWriteIsNotCancelled(t *testing.T) {
	const all = 100_000
	s := openTemp(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	rows := 0
	err := s.Write(ctx, func(tx *Tx) error {
		query := fmt.Sprintf(`WITH RECURSIVE list(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM list WHERE n < %d) SELECT n FROM list`, all)
		err := tx.each("list", query, nil, func([]string, []any) error {
			cancel()
			rows++
			return nil
		})
		if err != nil || rows != all {
			t.Errorf("it ends after %d rows: %v", rows, err)
		}
		_, err = Get[int](tx, "read on", `SELECT 1`)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the next statement: %v", err)
		}
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("it is committed: %v", err)
	}
}

// Goroutines write at the same time if one comes while another has the turn, or while a batch has begun. Then the
// queue waits for more of them before it commits. One that comes alone is not kept waiting.
func TestWhatCountsAsAWait(t *testing.T) {
	dbtest.OnlyFile(t)
	q := openTemp(t).queue
	for _, hasBegun := range []bool{true, false} {
		b := <-q.turn
		q.lastWait = time.Time{}
		if hasBegun {
			b.begun = time.Now()
		}
		q.turn <- b
		b, err := q.wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if counts := !q.lastWait.IsZero(); counts != hasBegun {
			t.Errorf("where a batch has begun: %t, it counts as a wait: %t", hasBegun, counts)
		}
		b.begun = time.Time{}
		q.turn <- b
	}
}

// A function joins a batch whose transaction goes on, until the batch is full or has lasted its time.
func TestWhatABatchTakes(t *testing.T) {
	long := time.Now().Add(-time.Minute)
	now := time.Now()
	for _, test := range []struct {
		name  string
		batch batch
		extra time.Duration
		want  bool
	}{
		{"it goes on", batch{begun: now, size: 1}, time.Hour, true},
		{"it has not begun", batch{}, time.Hour, false},
		{"it was lost", batch{begun: now, size: 1, lost: errors.New("lost")}, time.Hour, false},
		{"it has not begun and was lost", batch{lost: errors.New("lost")}, time.Hour, false},
		{"there is room for one more", batch{begun: now, size: batchSize - 1}, time.Hour, true},
		{"it is full", batch{begun: now, size: batchSize}, time.Hour, false},
		{"it has lasted long", batch{begun: long, size: 1}, 0, false},
		{"it has lasted long on a slow disk", batch{begun: long, size: 1}, time.Hour, true},
	} {
		q := &writeQueue{extra: test.extra}
		if got := q.takesMore(&test.batch); got != test.want {
			t.Errorf("%s: it takes more: %t", test.name, got)
		}
	}
}

// A batch that waits for more functions when the store is closed is committed: its function was told that it is.
func TestCloseCommitsTheOpenBatch(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		path := newDatabase(t)
		s := must(Open(t.Context(), path))(t)
		// Another goroutine has just written and committed, so the next batch waits for more functions.
		s.queue.lastCommit = time.Now()
		s.queue.lastWait = time.Now()
		ended := make(chan error, 1)
		go func() {
			ended <- s.Write(t.Context(), func(tx *Tx) error { return tx.SetMeta("a", "1") })
		}()
		synctest.Wait()
		select {
		case err := <-ended:
			t.Fatalf("the batch has ended (%v)", err)
		default:
		}
		if err := errors.Join(s.Close(), <-ended); err != nil {
			t.Fatal(err)
		}
		write(t, openAt(t, path), func(tx *Tx) error {
			if got := must(tx.Meta("a"))(t); got != "1" {
				t.Errorf("it is %q", got)
			}
			return nil
		})
	})
}
