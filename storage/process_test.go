package storage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// The test binary is its own child process if this is set to a child's name.
const childEnv = "RECKON_STORAGE_CHILD"

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(childEnv) {
	case "":
		os.Exit(dbtest.Main(m))
	case "endless":
		err = writeEndlessly(os.Args[1], os.Args[2])
	case "count":
		err = countUp(context.Background(), os.Args[1], counted)
	case "deliver":
		err = deliverAll(os.Args[1])
	case "hold":
		err = holdForever(os.Args[1])
	default:
		err = errors.New("no such child")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// counted is how often each of three processes writes. SQLite does not let them take turns: one may have
// to wait while the others do nearly all their writes.
const counted = 40

func child(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), binary, args...)
	c.Env = append(os.Environ(), childEnv+"="+name)
	c.Stderr = os.Stderr
	return c
}

// writeEndlessly writes from four goroutines, and prints the key of each
// transaction after it was committed, never before.
func writeEndlessly(path, prefix string) error {
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for worker := range 4 {
		go func() {
			for n := 0; ; n++ {
				key := fmt.Sprintf("%s-%d-%d", prefix, worker, n)
				if err := s.Write(context.Background(), func(tx *Tx) error { return writePair(tx, key) }); err != nil {
					failed <- err
					return
				}
				// Each line is written by one write(2).
				fmt.Println(key)
			}
		}()
	}
	return <-failed
}

// writePair writes the key of an event and the reply to it.
func writePair(tx *Tx, key string) error {
	c, err := tx.EnsureCommunity("test", "1", false, 0, "", noon)
	if err != nil {
		return err
	}
	if err := tx.Enqueue(&Outgoing{Nonce: key, CommunityID: c.ID, Event: []byte("event"), Body: make([]byte, 500)}, nil, noon); err != nil {
		return err
	}
	return tx.SaveRequest(key, noon)
}

// What a process has committed is there after it was killed, and the next process owns its deliveries. No
// transaction is stored by half, and the file can be opened.
func TestKilledProcessLosesNothing(t *testing.T) {
	path := newDatabase(t)
	var confirmed []string
	// Each child prints so many lines before it is killed.
	for _, lines := range []int{1, 10, 50, 200} {
		c := child(t, "endless", path, fmt.Sprint("after", lines))
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		scanner := bufio.NewScanner(out)
		for n := 1; scanner.Scan(); n++ {
			confirmed = append(confirmed, scanner.Text())
			if n == lines {
				if err := c.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := c.Wait(); c.ProcessState.Exited() {
			t.Fatalf("the child ended by itself: %v", err)
		}

		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		// A server under load notices a moment later that the process is gone.
		for others := true; others; {
			write(t, s, func(tx *Tx) error {
				if _, err := tx.StillHere(time.Now(), time.Hour); err != nil {
					return err
				}
				others = len(must(tx.processes(time.Now(), time.Hour))(t)) > 1
				return nil
			})
		}
		checkPairs(t, s, confirmed)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(confirmed) < 261 {
		t.Errorf("only %d transactions were confirmed", len(confirmed))
	}
}

func checkPairs(t *testing.T, s *Store, confirmed []string) {
	t.Helper()
	write(t, s, func(tx *Tx) error {
		for _, key := range confirmed {
			if !isStored(t, tx, key) {
				t.Errorf("%s was confirmed and is lost", key)
			}
		}
		requests := must(Get[int](tx, "count", `SELECT COUNT(*) FROM requests`))(t)
		replies := must(tx.ClaimOutgoing("test", false, 1_000_000))(t)
		if len(replies) != requests {
			t.Errorf("%d requests, and %d replies that can be claimed", requests, len(replies))
		}
		for _, o := range replies {
			if !isStored(t, tx, o.Nonce) || len(o.Body) != 500 {
				t.Errorf("half of %s is there", o.Nonce)
			}
		}
		if dbtest.Server() {
			return nil
		}
		if verdict := must(Get[string](tx, "check", `PRAGMA integrity_check`))(t); verdict != "ok" {
			t.Errorf("the file is damaged: %s", verdict)
		}
		return nil
	})
}

// countUp opens the file, and adds 1 to a number in it as often as times says.
func countUp(ctx context.Context, path string, times int) error {
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	for range times {
		if err := s.Write(ctx, increment); err != nil {
			return errors.Join(err, s.Close())
		}
	}
	return s.Close()
}

// increment reads and then writes. With deferred transactions that would fail.
func increment(tx *Tx) error {
	if err := tx.LockChat("test", "n"); err != nil {
		return err
	}
	text, err := tx.Meta("n")
	if err == ErrNotFound {
		text = "0"
		err = nil
	}
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	return tx.SetMeta("n", strconv.Itoa(n+1))
}

func wantCount(t *testing.T, s *Store, want string) {
	t.Helper()
	write(t, s, func(tx *Tx) error {
		if got := must(tx.Meta("n"))(t); got != want {
			t.Errorf("counted to %s, want %s", got, want)
		}
		return nil
	})
}

func TestConcurrentWriters(t *testing.T) {
	s := openTemp(t)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 50 {
				if err := s.Write(t.Context(), increment); err != nil {
					t.Error(err)
				}
				if err := s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Meta("n"); return err }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	wantCount(t, s, "800")
}

// Three processes make the same file at the same moment and go on writing.
func TestProcessesShareAFile(t *testing.T) {
	path := newDatabase(t)
	var children []*exec.Cmd
	for range 2 {
		c := child(t, "count", path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, c)
	}
	if err := countUp(t.Context(), path, counted); err != nil {
		t.Error(err)
	}
	for _, c := range children {
		if err := c.Wait(); err != nil {
			t.Error("child:", err)
		}
	}
	wantCount(t, openAt(t, path), fmt.Sprint(3*counted))
}

// A reader goes on while a writer is in the middle of a transaction.
func TestReadDoesNotWaitForWrite(t *testing.T) {
	s := openTemp(t)
	// That is less than busy_timeout.
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	write(t, s, func(tx *Tx) error {
		if err := tx.SetMeta("a", "b"); err != nil {
			return err
		}
		return s.Read(ctx, func(tx *Tx) error {
			if _, err := tx.Meta("a"); err != ErrNotFound {
				t.Errorf("what is not committed is seen: %v", err)
			}
			return nil
		})
	})
}
