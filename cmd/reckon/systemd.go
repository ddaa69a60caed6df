package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"

	"reckon/bot/heartbeat"
)

// A manager is the service manager that has started this process, such as systemd, if it wants to be told when the
// process serves, ends, and hangs (https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html).
type manager struct {
	// socket is the address to which datagrams go; empty: nobody wants to be told anything.
	socket string
	// patience is how long the manager waits for a message before it ends the process; zero: for ever.
	patience time.Duration
	log      *slog.Logger
}

// newManager returns the manager that the environment names.
func newManager(env func(name string) string, log *slog.Logger) *manager {
	m := &manager{socket: env("NOTIFY_SOCKET"), log: log}
	watched := env("WATCHDOG_PID")
	isOther := watched != "" && watched != strconv.Itoa(os.Getpid())
	micros, err := strconv.ParseInt(env("WATCHDOG_USEC"), 10, 64)
	if err == nil && micros > 0 && !isOther {
		m.patience = time.Duration(micros) * time.Microsecond
	}
	return m
}

// tellWithin is how long a message may wait until the manager has room for it.
const tellWithin = time.Second

// tell sends a message. A manager that hears nothing ends the process after a while, so the log says why a message
// was not sent.
func (m *manager) tell(message string) {
	if m.socket == "" {
		return
	}
	// An address that begins with @ is an abstract one.
	socket, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: m.socket, Net: "unixgram"})
	if err != nil {
		m.log.Warn("the service manager is not told", "message", message, "error", err)
		return
	}
	defer socket.Close()
	// A manager that no longer reads must not keep the process from ending.
	err = socket.SetWriteDeadline(time.Now().Add(tellWithin))
	if err != nil {
		m.log.Warn("the service manager is not told", "message", message, "error", err)
		return
	}
	if _, err := socket.Write([]byte(message)); err != nil {
		m.log.Warn("the service manager is not told", "message", message, "error", err)
	}
}

// messagesInTime is how many messages the manager's watchdog gets before its patience ends. While a loop takes long for
// a pass, some of them are not sent. If there were only two, the watchdog could end a process whose loops are slow, but
// do not hang.
const messagesInTime = 6

// ready tells the manager that the process serves. From then on it feeds the manager's watchdog, until ctx ends or stop
// is called; then it tells the manager that the process ends. The argument lastPass is Bot.LastPass.
func (m *manager) ready(ctx context.Context, served string, lastPass func() time.Time) (stop func()) {
	m.tell("READY=1\nSTATUS=serves " + served)
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		feed(ctx, m.patience/messagesInTime, lastPass, m.tell)
		m.tell("STOPPING=1")
	}()
	return func() {
		cancel()
		<-ended
	}
}

// feed tells a watchdog again and again that the process lives, until ctx ends. It tells nothing while a loop hangs. The
// argument every is the time between two messages; zero: there is no watchdog.
func feed(ctx context.Context, every time.Duration, lastPass func() time.Time, tell func(string)) {
	if every <= 0 {
		<-ctx.Done()
		return
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if time.Since(lastPass()) < heartbeat.MaxAge {
			tell("WATCHDOG=1")
		}
	}
}
