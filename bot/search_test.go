package bot_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// A stuck game is a game whose solver does not end before it is released.
type stuck struct {
	engine.Game
	begun, release chan struct{}
}

type stuckPuzzle struct {
	engine.Puzzle
	game *stuck
}

func (s *stuck) Parse(text string) (engine.Puzzle, error) {
	p, err := s.Game.Parse(text)
	return stuckPuzzle{p, s}, err
}

func (p stuckPuzzle) Solve(ctx context.Context) engine.Solution {
	close(p.game.begun)
	<-p.game.release
	return p.Puzzle.Solve(ctx)
}

// A deliverer is a front end that names what it delivers.
type deliverer struct {
	*room
	delivered chan string
}

func (d deliverer) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

func (d deliverer) Deliver(_ context.Context, to chat.Delivery) (chat.Message, error) {
	d.delivered <- to.Key
	return chat.Message{}, nil
}

// A search delays nothing else in its chat.
func TestSearchDelaysNobody(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	store, err := storage.Open(t.Context(), newDatabase(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	list := games.All()
	game := &stuck{list[0], make(chan struct{}), make(chan struct{})}
	list[0] = game
	b, err := bot.New(bot.Config{
		Store: store, Games: list, Book: book, Rand: rand.NewPCG(1, 1), Now: time.Now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	front := deliverer{&room{t: t, now: time.Now()}, make(chan string, 8)}
	ctx, end := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- b.Serve(ctx, front) }()
	solve := front.request("ann", conversation("ann"), chat.Input{Kind: chat.Command, Name: "solve", Text: "24:3,3,8,8"})
	help := front.request("ann", conversation("ann"), chat.Input{Kind: chat.Command, Name: "help"})
	b.Take(t.Context(), solve) // it returns though the search goes on
	<-game.begun
	b.Take(t.Context(), help)
	if first := <-front.delivered; first != help.Key {
		t.Errorf("%s is delivered before %s", first, help.Key)
	}
	close(game.release)
	if second := <-front.delivered; second != solve.Key {
		t.Errorf("%s is delivered, want the search's %s", second, solve.Key)
	}
	end()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
