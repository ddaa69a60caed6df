// Package featuretest gives the tests of a feature a kernel to run on.
package featuretest

import (
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// English returns the voice that speaks English.
func English(t testing.TB) say.Voice {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	return say.Voice{Printer: book.Printer("en")}
}

// Kernel makes a kernel on a new database, in which features have these tables. It is always
// storetest.Noon, and there are no features. A test sets the fields that it needs beyond these.
func Kernel(t testing.TB, tables ...storage.Table) feature.Kernel {
	t.Helper()
	store := storetest.Open(t, tables...)
	play, err := round.New(t.Context(), store, games.All(), rand.NewPCG(1, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	return feature.Kernel{
		Store:    store,
		Games:    games.All(),
		Book:     book,
		Play:     play,
		Limits:   &command.Limits{},
		Logger:   slog.New(slog.DiscardHandler),
		Now:      func() time.Time { return storetest.Noon },
		Speak:    func(languages ...string) say.Voice { return say.Voice{Printer: book.Printer(languages...)} },
		Features: func() []feature.Feature { return nil },
	}
}
