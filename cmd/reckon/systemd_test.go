//go:build unix

package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/heartbeat"
)

// hear returns the next datagram.
func hear(t *testing.T, socket *net.UnixConn) string {
	t.Helper()
	if err := socket.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	message := make([]byte, 1<<10)
	n, err := socket.Read(message)
	if err != nil {
		t.Fatal(err)
	}
	return string(message[:n])
}

// socketFolder makes a folder for sockets. The path of a socket must be short, and those of t.TempDir are long.
func socketFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "notify")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// listenAt opens a socket for datagrams.
func listenAt(t *testing.T, name string) *net.UnixConn {
	t.Helper()
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	return socket
}

// The service manager is told that the program serves, that it lives, and that it ends.
func TestServiceManager(t *testing.T) {
	folder := socketFolder(t)
	names := []string{filepath.Join(folder, "socket")}
	if runtime.GOOS == "linux" {
		names = append(names, "@"+filepath.Base(folder))
	}
	for _, name := range names {
		socket := listenAt(t, name)
		t.Setenv("NOTIFY_SOCKET", name)
		t.Setenv("WATCHDOG_USEC", "20000")
		t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
		in, person := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			db := filepath.Join(t.TempDir(), "reckon.db")
			ended <- run(t.Context(), []string{"--db", db}, console{in, io.Discard, io.Discard})
		}()
		if got := hear(t, socket); got != "READY=1\nSTATUS=serves the terminal" {
			t.Errorf("%s: first %q", name, got)
		}
		for range 3 {
			if got := hear(t, socket); got != "WATCHDOG=1" {
				t.Errorf("%s: then %q", name, got)
			}
		}
		person.Close()
		last := ""
		for last != "STOPPING=1" {
			last = hear(t, socket)
			if last != "STOPPING=1" && last != "WATCHDOG=1" {
				t.Fatalf("%s: at the end %q", name, last)
			}
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		socket.Close()
	}
}

// A manager that reads nothing keeps nobody from ending, and the log says what it was not told.
func TestManagerThatReadsNothing(t *testing.T) {
	// This test takes seconds, because the manager is given time.
	t.Parallel()
	name := filepath.Join(socketFolder(t), "socket")
	socket := listenAt(t, name)
	defer socket.Close()
	crowd, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer crowd.Close()
	for err == nil {
		if err := crowd.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		_, err = crowd.Write([]byte("full"))
	}
	var log logbook
	m := &manager{socket: name, log: slog.New(slog.NewTextHandler(&log, nil))}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.ready(t.Context(), "nobody", time.Now)()
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("it waits for the manager")
	}
	if got := strings.Count(log.String(), "the service manager is not told"); got != 2 {
		t.Errorf("of two messages that were not sent the log has %d:\n%s", got, log.String())
	}
}

// While a loop hangs, the watchdog is not fed.
func TestFeed(t *testing.T) {
	const every = 90 * time.Second
	for hanging, want := range map[time.Duration]int64{0: 1, heartbeat.MaxAge: 0, time.Hour: 0} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			last := time.Now().Add(every - hanging)
			var told atomic.Int64
			go feed(ctx, every, func() time.Time { return last }, func(string) { told.Add(1) })
			time.Sleep(every)
			synctest.Wait()
			if got := told.Load(); got != want {
				t.Errorf("a loop that hangs for %v: told %d times, want %d", hanging, got, want)
			}
		})
	}
}

// A pass that takes a little longer than a loop may take is no reason to end the process, whenever it comes.
func TestSlowPass(t *testing.T) {
	const patience = 3 * time.Minute
	const slow = heartbeat.MaxAge + 5*time.Second
	folder := socketFolder(t)
	for begins := time.Duration(0); begins < patience-slow; begins += 5 * time.Second {
		name := filepath.Join(folder, begins.String())
		socket := listenAt(t, name)
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now().Add(begins)
			lastPass := func() time.Time {
				now := time.Now()
				hasEnded := !now.Before(begun.Add(slow))
				if now.Before(begun) || hasEnded {
					return now
				}
				return begun
			}
			m := &manager{socket: name, patience: patience}
			stop := m.ready(t.Context(), "", lastPass)
			time.Sleep(patience - time.Second)
			stop()
		})
		hear(t, socket)
		if got := hear(t, socket); got != "WATCHDOG=1" {
			t.Errorf("a slow pass begins after %v: for three minutes nothing but %q is heard", begins, got)
		}
		socket.Close()
	}
}

// Another process's watchdog, or none, is not fed.
func TestNewManager(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want time.Duration
	}{
		{nil, 0},
		{map[string]string{"WATCHDOG_USEC": "180000000"}, 3 * time.Minute},
		{map[string]string{"WATCHDOG_USEC": "180000000", "WATCHDOG_PID": strconv.Itoa(os.Getpid())}, 3 * time.Minute},
		{map[string]string{"WATCHDOG_USEC": "180000000", "WATCHDOG_PID": "1"}, 0},
		{map[string]string{"WATCHDOG_USEC": "soon"}, 0},
		{map[string]string{"WATCHDOG_USEC": "-1"}, 0},
	} {
		m := newManager(func(name string) string { return c.env[name] }, nil)
		if m.patience != c.want {
			t.Errorf("%v: %v, want %v", c.env, m.patience, c.want)
		}
	}
}

// The bot goes on if the manager cannot be told anything.
func TestManagerAway(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "none"))
	var log logbook
	db := filepath.Join(t.TempDir(), "reckon.db")
	err := run(t.Context(), []string{"--db", db}, console{strings.NewReader(""), io.Discard, &log})
	if err != nil || !strings.Contains(log.String(), "the service manager is not told") {
		t.Errorf("%v, and the log says %s", err, log.String())
	}
}
