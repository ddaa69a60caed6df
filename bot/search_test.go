package bot_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// A stuck game has long searches that do not end before they are released.
type stuck struct {
	engine.Game
	release chan struct{}
	// rated makes the first rating of 2, 3, 4, 5 take as long.
	rated sync.Once
}

type stuckPuzzle struct {
	engine.Puzzle
	game *stuck
}

func (s *stuck) Parse(text string) (engine.Puzzle, error) {
	p, err := s.Game.Parse(text)
	return stuckPuzzle{p, s}, err
}

func (s *stuck) New(rng *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	p, err := s.Game.New(rng, w)
	return stuckPuzzle{p, s}, err
}

func (p stuckPuzzle) Solve(ctx context.Context) engine.Solution {
	if end, _ := ctx.Deadline(); time.Until(end) > time.Second {
		<-p.game.release
		return p.Puzzle.Solve(ctx)
	}
	return engine.Solution{}
}

func (p stuckPuzzle) Rating() engine.Rating {
	if p.ID() == "24:2,3,4,5" {
		p.game.rated.Do(func() { <-p.game.release })
	}
	return p.Puzzle.Rating()
}

// A deliverer is a front end that notes what it delivers.
type deliverer struct {
	*room
	delivered chan string
	// runs is closed once the front end runs.
	runs chan struct{}
}

func (d deliverer) Run(ctx context.Context, _ chat.Handler) error {
	close(d.runs)
	<-ctx.Done()
	return nil
}

func (d deliverer) Deliver(_ context.Context, to chat.Delivery) (chat.Message, error) {
	d.delivered <- to.Key
	return chat.Message{}, nil
}

// If nothing can be written for a while, a chat is told once that its request waits, and is answered later.
func TestTellsThatItWaits(t *testing.T) {
	if dbtest.Server() {
		t.Skip("transactions do not wait for each other")
	}
	// It waits for seconds.
	t.Parallel()
	r := newRoom(t)
	front := deliverer{r, make(chan string, 8), make(chan struct{})}
	ctx, end := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- r.bot.Serve(ctx, front) }()
	<-front.runs
	writing, release, written := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		written <- r.store.Commit(ctx, func(*storage.Tx) error {
			close(writing)
			<-release
			return nil
		})
	}()
	<-writing
	deal := front.request("ann", group, chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"})
	other := front.request("bob", group, chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"})
	for _, q := range []chat.Request{deal, other} {
		go r.bot.Take(ctx, q)
	}
	first := <-front.delivered
	if first != deal.Key+" wait" && first != other.Key+" wait" {
		t.Errorf("%s is delivered, want to be told that it waits", first)
	}
	close(release)
	for range 2 {
		if got := <-front.delivered; got != deal.Key && got != other.Key {
			t.Errorf("%s is delivered, want the replies", got)
		}
	}
	end()
	if err := errors.Join(<-written, <-served); err != nil {
		t.Error(err)
	}
}

// A search delays nothing else in its chat, whatever asks for it. A person has one search at a time.
func TestSearchDelaysNobody(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	store, err := bot.Open(t.Context(), newDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	list := games.All()
	game := &stuck{Game: list[0], release: make(chan struct{})}
	list[0] = game
	b, err := bot.New(bot.Config{
		Store: store, Games: list, Book: book, Rand: rand.NewPCG(1, 1), Now: time.Now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	front := deliverer{&room{t: t, now: time.Now()}, make(chan string, 8), make(chan struct{})}
	ctx, end := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- b.Serve(ctx, front) }()
	// Before that nothing is delivered.
	<-front.runs
	take := func(who, command, text string) (key string, left chan struct{}) {
		left = make(chan struct{})
		r := front.request(who, conversation(who), chat.Input{Kind: chat.Command, Name: command, Text: text})
		r.Leave = func() { close(left) }
		go b.Take(t.Context(), r)
		return r.Key, left
	}
	for _, what := range []struct{ before, command, text string }{
		{"", "solve", "24:3,3,8,8"}, {"", "24", "1 5 5 5"}, {"24", "hint", ""}, {"24", "giveup", ""},
	} {
		who := "ann" + what.command
		if what.before != "" {
			take(who, what.before, "")
			<-front.delivered
		}
		search, left := take(who, what.command, what.text)
		// The request has left, though the search goes on.
		<-left
		help, _ := take(who, "help", "")
		if first := <-front.delivered; first != help {
			t.Errorf("%s is delivered before %s", first, help)
		}
		again, _ := take(who, "solve", "24:4,4,10,10")
		if second := <-front.delivered; second != again {
			t.Errorf("%s is delivered before %s: one search at a time", second, again)
		}
		game.release <- struct{}{}
		if third := <-front.delivered; third != search {
			t.Errorf("%s is delivered, want the search's %s", third, search)
		}
	}
	quick, left := take("bob", "solve", "tchisla:2016#7")
	// The request has left, though it takes no search.
	<-left
	if got := <-front.delivered; got != quick {
		t.Errorf("%s is delivered, want %s", got, quick)
	}
	slow, left := take("bob", "24", "2 3 4 5")
	// The request has left, though the puzzle is only rated.
	<-left
	// One is for the rating, and one for the search.
	for range 2 {
		game.release <- struct{}{}
	}
	if got := <-front.delivered; got != slow {
		t.Errorf("%s is delivered, want %s", got, slow)
	}
	end()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
