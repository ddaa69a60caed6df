package bot_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine/games"
	"reckon/storage"
)

// A quietNetwork is the part of a front end that takes events, on a network where nobody types anything.
type quietNetwork struct {
	// running is closed when Run has begun.
	running chan struct{}
}

func newQuietNetwork() quietNetwork { return quietNetwork{running: make(chan struct{})} }

func (quietNetwork) Network() string { return "net" }

func (n quietNetwork) Run(ctx context.Context, _ chat.Handler) error {
	close(n.running)
	<-ctx.Done()
	return nil
}

func (n quietNetwork) begun() <-chan struct{} { return n.running }

// A quietFrontEnd is a front end that has a quietNetwork.
type quietFrontEnd interface {
	chat.FrontEnd
	begun() <-chan struct{}
}

// serve serves a database on a front end until the test ends. It returns when the front end runs.
func serve(t *testing.T, address string, seed uint64, front quietFrontEnd) (*bot.Bot, *storage.Store) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	store := must(bot.Open(ctx, address))(t)
	b := must(bot.New(bot.Config{
		Store:  store,
		Games:  games.All(),
		Book:   must(lang.Open())(t),
		Rand:   rand.NewPCG(1, seed),
		Now:    time.Now,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}))(t)
	ended := make(chan error)
	go func() { ended <- b.Serve(ctx, front) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		store.Close()
	})
	<-front.begun()
	return b, store
}
