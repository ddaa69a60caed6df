package storage

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/storage/dbtest"
)

// The log is cut back even if somebody always reads, and readers are not interrupted.
func TestLogUnderReaders(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	s.log.limit = 1 << 20
	ctx, end := context.WithCancel(t.Context())
	var reading sync.WaitGroup
	defer reading.Wait()
	defer end()
	for range 4 {
		reading.Go(func() {
			for ctx.Err() == nil {
				err := s.Read(ctx, func(tx *Tx) error {
					for range 3 {
						if _, err := List[string](tx, "read", `SELECT key FROM requests ORDER BY key LIMIT 50`); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	size := func() int64 {
		info, err := os.Stat(s.log.path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	wasLong := false
	for i := range 10_000 {
		write(t, s, func(tx *Tx) error {
			// So the size of the log is checked after each commit.
			s.log.next = time.Time{}
			for j := range 20 {
				key := fmt.Sprintf("%d %d %s", i, j, strings.Repeat("x", 200))
				if err := tx.Exec("fill", `INSERT INTO requests (key, at) VALUES ($1, $2)`, key, noon); err != nil {
					return err
				}
			}
			return nil
		})
		now := size()
		if wasLong && now < s.log.limit/2 {
			return
		}
		wasLong = wasLong || now > s.log.limit/2
	}
	t.Errorf("the log has %d bytes, and was long: %v", size(), wasLong)
}

// The log of an opened file is cut back when it has 64 MB, while there is always somebody who reads.
func TestLengthOfLog(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	const long = 64 << 20
	write(t, s, func(tx *Tx) error { return tx.SetMeta("long", "not yet") })
	defer readAlways(t, s)()
	var most int64
	for i := range 100 {
		write(t, s, func(tx *Tx) error {
			// So the size of the log is checked after each commit.
			s.log.next = time.Time{}
			return tx.SetMeta("long", strings.Repeat(fmt.Sprint(i%10), 1<<20))
		})
		info, err := os.Stat(s.log.path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() < most {
			break
		}
		most = info.Size()
	}
	if most < long/2 || most > long+long/8 {
		t.Errorf("the log has at most %d bytes", most)
	}
}

// readAlways reads until stop is called. A reader ends when the next one has begun or, if that one has to wait,
// after a moment.
func readAlways(t *testing.T, s *Store) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var reading sync.WaitGroup
	reading.Go(func() {
		end := func() {}
		for ctx.Err() == nil {
			begun := make(chan struct{})
			reader, endReader := context.WithCancel(ctx)
			reading.Go(func() {
				err := s.Read(ctx, func(tx *Tx) error {
					_, err := tx.Meta("long")
					close(begun)
					<-reader.Done()
					return err
				})
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			})
			select {
			case <-begun:
			case <-time.After(readersWait / 5):
			}
			end()
			end = endReader
			select {
			case <-begun:
			case <-ctx.Done():
			}
		}
		end()
	})
	return func() {
		cancel()
		reading.Wait()
	}
}

// While somebody reads for long, the log is not cut back, and others wait only a moment.
func TestLogUnderLongReader(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	s.log.limit = 1
	writeOne := func(key string) {
		write(t, s, func(tx *Tx) error {
			s.log.next = time.Time{}
			return tx.SetMeta(key, "b")
		})
	}
	err := s.Read(t.Context(), func(*Tx) error {
		writeOne("a")
		// The gate is open again.
		return s.Read(t.Context(), func(tx *Tx) error {
			_, err := tx.Meta("a")
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.log.path); err != nil || info.Size() == 0 {
		t.Errorf("the log is gone beside a reader: %v", err)
	}
	writeOne("c")
	if info, err := os.Stat(s.log.path); err != nil || info.Size() != 0 {
		t.Errorf("the log stays though nobody reads: %v", err)
	}
}

// Cutting the log back waits only a moment for other processes. Later transactions wait as long for them
// as before.
func TestPatienceAfterTheLogIsCut(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	s.log.limit = 1
	patience := func() (got string) {
		write(t, s, func(tx *Tx) error {
			s.log.next = time.Time{}
			return tx.q.query(t.Context(), `PRAGMA busy_timeout`, nil, func(_ []string, values []any) error {
				got = fmt.Sprint(values[0])
				return nil
			})
		})
		return got
	}
	for i := range 2 {
		if got := patience(); got != busyTimeout {
			t.Errorf("in transaction %d it waits for %s ms, want %s", i+1, got, busyTimeout)
		}
	}
}

// If the gate is closed, enter waits until it is open or the context ends.
func TestReadGate(t *testing.T) {
	var g readGate
	if !g.close(0) {
		t.Fatal("an empty gate is not empty")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.enter(ctx); err == nil {
		t.Error("a closed gate lets somebody in")
	}
	entered := make(chan error)
	go func() { entered <- g.enter(t.Context()) }()
	g.open()
	if err := <-entered; err != nil {
		t.Error(err)
	}
	if g.close(time.Millisecond) {
		t.Error("a gate counts as empty while somebody reads")
	}
	g.open()
	closed := make(chan bool)
	go func() { closed <- g.close(time.Minute) }()
	g.leave()
	if !<-closed {
		t.Error("it is not noticed that nobody reads any longer")
	}
	g.open()
}

// While somebody reads, a long log is not cut back, and new readers wait for the try. So the next one comes late.
func TestReadersAreSeldomHeldUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		l := &writeAheadLog{path: path, limit: 100}
		if err := l.readers.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer l.readers.leave()
		now := time.Now()
		if err := l.shrink(nil, now); err != nil {
			t.Fatal(err)
		}
		if got := l.next.Sub(now); got != shrinkAgain {
			t.Errorf("it is tried again after %v, want %v", got, shrinkAgain)
		}
	})
}
