package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"reckon/bot/chat"
	"reckon/engine/property"
	"reckon/storage"
)

// The disk of the database becomes read-only while a bot plays. What people type then waits, and is
// judged once when the disk can be written to again. The log says so once. In real life a disk with
// open files becomes read-only only by a fault. So the test limits the size of files, which gives
// SQLite the same error. The test has a process of its own, since the limit is for all files of a
// process, and go test writes some, too.
func TestReadOnlyDisk(t *testing.T) {
	// It waits for seconds.
	t.Parallel()
	if os.Getenv("READ_ONLY_DISK") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestReadOnlyDisk$")
		cmd.Env = append(os.Environ(), "READ_ONLY_DISK=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	db := filepath.Join(t.TempDir(), "reckon.db")
	address := freePort(t)
	b := startTelegram(t, "--db", db, "--listen", address)
	b.Text(ann.ID, ann, "/24 3 3 8 8")
	b.reads(t, "make 24")
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	b.Text(ann.ID, ann, "8/(3-8/3)")
	b.reads(t, "I can't save anything right now")
	if status, body := ask(t, "http://"+address+"/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("readiness: %d %s", status, body)
	}
	const failed = "disk I/O error"
	for property.Cases(0, 1) == 1 && !strings.Contains(b.log.String(), failed) && chat.Pause(t.Context(), 10*time.Millisecond) {
		// A heartbeat is stored every 18 seconds.
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	b.reads(t, "Right:")
	b.Text(ann.ID, ann, "/help")
	b.reads(t, "/play")
	told := 0
	for _, m := range b.Sent() {
		if strings.Contains(m.Text, "Right:") {
			told++
		}
	}
	if n := strings.Count(b.log.String(), failed); told != 1 || n > 1 {
		t.Errorf("told %d times; the log says it %d times:\n%s", told, n, b.log.String())
	}
	b.stop()
	if err := <-b.ended; err != nil {
		t.Error(err)
	}
}

// mount mounts something on a folder until the test ends. Where that is not allowed, the test is skipped.
func mount(t *testing.T, source, folder, kind string, flags uintptr, options string) {
	t.Helper()
	if err := unix.Mount(source, folder, kind, flags, options); err != nil {
		t.Skip("only root mounts:", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
}

// On a disk that is mounted read-only health, and a bot that starts, say so in a line.
func TestReadOnlyMount(t *testing.T) {
	folder := t.TempDir()
	mount(t, folder, folder, "", unix.MS_BIND, "")
	db := newDatabase(t, folder)
	if err := unix.Mount("", folder, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{}, {"health"}, {"--telegram-token", "1:x"}} {
		err := run(t.Context(), append(args, "--db", db), console{strings.NewReader(""), io.Discard, io.Discard})
		if err == nil || !strings.Contains(err.Error(), "its folder cannot be written") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", args, err)
		}
	}
	alive := openDatabase(t)
	now := fmt.Sprint(time.Now().UnixMilli())
	if err := alive.Write(t.Context(), func(tx *storage.Tx) error { return tx.SetMeta("heartbeat", now) }); err != nil {
		t.Fatal(err)
	}
	if life, err := lifeOf(t.Context(), alive, db); !errors.Is(err, errStuck) || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("health of a bot that plays there: %s, %v", life, err)
	}
}

// On a full disk doctor says what to do, which is not to restore a copy.
func TestDoctorFullDisk(t *testing.T) {
	folder := t.TempDir()
	mount(t, "tmpfs", folder, "tmpfs", 0, "size=8m")
	db := newDatabase(t, folder)
	err := os.WriteFile(filepath.Join(folder, "all that is left"), make([]byte, 8<<20), 0o600)
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	said, err := doctor(t, "--db", db)
	if !errors.Is(err, no) || !strings.Contains(said, "the disk is full, or failing") || !strings.Contains(said, "-> free some space") || strings.Contains(said, "restore") {
		t.Errorf("%v\n%s", err, said)
	}
	var printed strings.Builder
	err = run(t.Context(), []string{"health", "--db", db}, console{strings.NewReader(""), io.Discard, &printed})
	if err == nil || !strings.Contains(err.Error()+printed.String(), "full") {
		t.Errorf("health: %v %s", err, printed.String())
	}
}
