package storage

import (
	"errors"
	"os"
	"strings"
	"testing"

	"reckon/storage/dbtest"
)

// waitingPages returns how many pages of the log are not copied into the file yet.
func waitingPages(t *testing.T, s *Store) int64 {
	t.Helper()
	conn, err := newConnection(t.Context(), s.writer)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.close()
	waiting, err := checkpointLog(conn, "NOOP")
	if err != nil {
		t.Fatal(err)
	}
	return waiting
}

func writeLong(t *testing.T, s *Store, kilobytes int) {
	t.Helper()
	write(t, s, func(tx *Tx) error { return tx.SetMeta("long", strings.Repeat("x", kilobytes<<10)) })
}

// endCheckpointer ends the goroutine of a store that copies the log. It may still be at work on an earlier commit, and
// while it is, nobody else can copy.
func endCheckpointer(t *testing.T, s *Store) {
	t.Helper()
	write(t, s, func(*Tx) error {
		s.queue.checkpointer.close()
		ended := make(chan struct{})
		close(ended)
		s.queue.checkpointer = &checkpointer{committed: make(chan struct{}, 1), ended: ended}
		return nil
	})
}

// The log is copied while others commit, before a commit would have to copy all of it.
func TestLogIsCopiedBesideCommits(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	// With this limit no commit copies the log or cuts it back.
	s.log.limit = 1 << 40
	write(t, s, func(tx *Tx) error { return tx.Exec("no checkpoints", `PRAGMA wal_autocheckpoint = 0`) })
	var longest int64
	for i := range 200 {
		writeLong(t, s, 500+i%2)
		waiting := waitingPages(t, s)
		if longest >= copyPages && waiting < copyPages {
			return
		}
		longest = max(longest, waiting)
	}
	t.Errorf("of a log of %d pages nothing is copied", longest)
}

// The checkpointer copies a log that is long enough. The next commit copies what was written meanwhile.
// Then the log begins again.
func TestCommitCopiesTheRest(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	conn, err := newConnection(t.Context(), s.writer)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.close()
	endCheckpointer(t, s)
	own := &checkpointer{after: 100, file: s.file}
	copied := func() bool {
		if err := own.copy(conn); err != nil {
			t.Fatal(err)
		}
		return own.isAhead.Load()
	}
	if copied() {
		t.Error("a short log is copied")
	}
	writeLong(t, s, 200)
	if !copied() {
		t.Error("a long log is not copied")
	}
	if waiting := waitingPages(t, s); waiting != 0 {
		t.Errorf("of a long log %d pages are left", waiting)
	}
	writeLong(t, s, 50)
	if waitingPages(t, s) == 0 {
		t.Error("what was written since is copied already")
	}
	s.queue.checkpointer.isAhead.Store(true)
	writeLong(t, s, 10)
	if waiting := waitingPages(t, s); waiting != 0 || s.queue.checkpointer.isAhead.Load() {
		t.Errorf("after a commit %d pages are left", waiting)
	}
	size := func() int64 {
		info, err := os.Stat(s.log.path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	was := size()
	writeLong(t, s, 50)
	if now := size(); now != was {
		t.Errorf("the log grows from %d to %d bytes although all of it was copied", was, now)
	}
}

// A syncedFile is a file that is synced. When it is, it notes how many pages of the log wait to be copied.
type syncedFile struct {
	sync    func() error
	waiting func() int64
	waited  []int64
}

func (f *syncedFile) Sync() error {
	f.waited = append(f.waited, f.waiting())
	return f.sync()
}

// The goroutine that copies the log also syncs the file, after the pages are copied and before the connection that
// writes copies the rest. Otherwise that connection would sync all pages, since SQLite syncs only if nobody writes
// meanwhile.
func TestFileIsSyncedBesideCommits(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	conn, err := newConnection(t.Context(), s.writer)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.close()
	endCheckpointer(t, s)
	failure := errors.New("the disk is gone")
	for i, c := range []struct {
		name string
		err  error
	}{{"synced", nil}, {"not synced", failure}} {
		file := &syncedFile{
			sync:    func() error { return c.err },
			waiting: func() int64 { return waitingPages(t, s) },
		}
		own := &checkpointer{after: 100, file: file}
		writeLong(t, s, 200+i)
		before := waitingPages(t, s)
		if before < 100 {
			t.Fatalf("%s: %d pages of the log wait", c.name, before)
		}
		if err := own.copy(conn); !errors.Is(err, c.err) {
			t.Errorf("%s: the error is %v, want %v", c.name, err, c.err)
		}
		if len(file.waited) == 0 || file.waited[0] != 0 {
			t.Errorf("%s: when the file is synced, pages of the log wait: %v, want [0 0]", c.name, file.waited)
		}
		if isAhead := own.isAhead.Load(); isAhead != (c.err == nil) {
			t.Errorf("%s: told that the log is ahead: %v", c.name, isAhead)
		}
	}
}

// However late the goroutine copies the log, no commit does that in its place until the log is four times as long as
// one that the goroutine copies.
func TestCommitsLeaveTheLog(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	endCheckpointer(t, s)
	var last int64
	for i := 0; last < 4*copyPages-2000; i++ {
		writeLong(t, s, 1000+i%2)
		waiting := waitingPages(t, s)
		if waiting < last {
			t.Fatalf("a commit copies the log when it has %d pages", last)
		}
		last = waiting
	}
}
