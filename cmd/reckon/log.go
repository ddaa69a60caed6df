package main

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"reckon/config"
)

// logger returns a logger that writes text to a terminal, and otherwise JSON. It logs equal warnings or
// errors at most twice a minute: the first, and after a minute how many more there were.
func logger(w io.Writer, s *config.Settings) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.Level()}
	var h slog.Handler = slog.NewTextHandler(redactor{w, s}, options)
	if !isTerminal(w) {
		options.ReplaceAttr = writeDuration
		h = slog.NewJSONHandler(redactor{w, s}, options)
	}
	return slog.New(&throttle{Handler: h, known: new(sync.Map)})
}

// writeDuration replaces a duration by its text: in JSON package slog would write nanoseconds.
func writeDuration(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// equalFor is how long warnings and errors are only counted after an equal one was logged.
const equalFor = time.Minute

// A throttle is a handler that passes on the first of equal warnings and errors, and counts the
// others. Two are equal if they have the same message, the same error and, if they report a panic, the
// same place.
type throttle struct {
	slog.Handler
	// err is the error among the attributes that WithAttrs has added to all records.
	err string
	// known has the warnings and errors that were passed on less than equalFor ago. For each it has an
	// *atomic.Int64 that counts how often it was repeated.
	known *sync.Map
}

// Handle implements slog.Handler.
func (t *throttle) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return t.Handler.Handle(ctx, r)
	}
	err := t.err
	place := ""
	r.Attrs(func(a slog.Attr) bool {
		err = cmp.Or(errorOf(a), err)
		if a.Key == "place" {
			place = a.Value.String()
		}
		return true
	})
	key := r.Message + "\x00" + err + "\x00" + place
	counter, isKnown := t.known.LoadOrStore(key, new(atomic.Int64))
	repetitions := counter.(*atomic.Int64)
	if isKnown {
		repetitions.Add(1)
		return nil
	}
	summary := r.Clone()
	time.AfterFunc(equalFor, func() {
		t.known.Delete(key)
		if n := repetitions.Load(); n > 0 {
			summary.Time = time.Now()
			summary.Add("repeated", n)
			_ = t.Handler.Handle(context.Background(), summary)
		}
	})
	return t.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (t *throttle) WithAttrs(attrs []slog.Attr) slog.Handler {
	err := t.err
	for _, a := range attrs {
		err = cmp.Or(errorOf(a), err)
	}
	return &throttle{t.Handler.WithAttrs(attrs), err, t.known}
}

// WithGroup implements slog.Handler.
func (t *throttle) WithGroup(name string) slog.Handler {
	return &throttle{t.Handler.WithGroup(name), t.err, t.known}
}

// errorOf returns the first line of the text of an attribute that is an error, or the value of a panic; empty
// for any other. The lines after the first are a stack, which differs from goroutine to goroutine.
func errorOf(a slog.Attr) string {
	if a.Key != "err" && a.Key != "error" && a.Key != "value" {
		return ""
	}
	line, _, _ := strings.Cut(a.Value.String(), "\n")
	return line
}

// A redactor removes the secrets from everything that is logged. Some libraries log the
// URL of a failed call, with the token in it.
type redactor struct {
	w io.Writer
	s *config.Settings
}

func (r redactor) Write(p []byte) (int, error) {
	if _, err := io.WriteString(r.w, r.s.Redact(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
