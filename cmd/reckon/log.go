package main

import (
	"io"
	"log/slog"

	"reckon/config"
)

// logger logs as text to a terminal, and as JSON otherwise.
func logger(w io.Writer, s *config.Settings) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.Level()}
	if isTerminal(w) {
		return slog.New(slog.NewTextHandler(redactor{w, s}, options))
	}
	options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration { // package slog would write nanoseconds
			a.Value = slog.StringValue(a.Value.Duration().String())
		}
		return a
	}
	return slog.New(slog.NewJSONHandler(redactor{w, s}, options))
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
