package bot_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// A breaker is a front end that damages the database while it runs.
type breaker struct{ *stage }

func (f breaker) Run(ctx context.Context, h chat.Handler) error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	// The first page has the header of the file, and stays.
	const page = 4096
	noise := bytes.Repeat([]byte{0xa5}, int(info.Size())-page)
	file, err := os.OpenFile(f.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if _, err := file.WriteAt(noise, page); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		f.events++
		h.Take(ctx, f.request("ann", "/24"))
	}
	return nil
}

// A lateBreaker is a breaker that begins once something is over.
type lateBreaker struct {
	breaker
	over <-chan struct{}
}

func (f lateBreaker) Run(ctx context.Context, h chat.Handler) error {
	<-f.over
	return f.breaker.Run(ctx, h)
}

// If its database is damaged, a bot ends, and says why.
func TestServeEndsOnDamage(t *testing.T) {
	dbtest.OnlyFile(t)
	s := newStage(t, new(strings.Builder))
	// After this everything is in the file, and nothing in the log.
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := bot.Open(t.Context(), s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	b, err := bot.New(bot.Config{
		Store: store, Games: games.All(), Book: must(lang.Open())(t), Now: time.Now, Logger: slog.New(slog.DiscardHandler), Rand: rand.NewPCG(1, 1),
	})
	if err != nil {
		t.Fatal(err)
	}
	// It says so even if a network has refused the bot before.
	over := make(chan struct{})
	refuse := frontEnd{run: func(context.Context) error {
		defer close(over)
		return errors.New("the token is refused")
	}}
	err = b.Serve(t.Context(), refuse, lateBreaker{breaker{s}, over})
	if !errors.Is(err, storage.ErrDamaged) || errors.Is(err, bot.ErrRefused) {
		t.Errorf("Serve ended with %v", err)
	}
}
