// Package bot is the chat bot without a network: it knows chats, rounds,
// dailies, scores and settings. A Request comes in, a Reply goes out; nothing
// in here sends. It never names a network or a game: what differs between
// games is in engine.Rules, what differs between networks is in the front end.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"reckon/bot/lang"
	"reckon/engine"
	"reckon/storage"
)

// Config is what a Bot is made of. All fields are required.
type Config struct {
	Store  *storage.Store
	Games  []engine.Game
	Book   *lang.Book
	Logger *slog.Logger
	Now    func() time.Time
	Rand   rand.Source
}

// A Bot answers requests and does what is due. It is safe for use by many
// goroutines and keeps no state of its own that must outlive the process.
type Bot struct {
	store    *storage.Store
	games    []engine.Game
	book     *lang.Book
	log      *slog.Logger
	now      func() time.Time
	commands []command
	secret   []byte        // seals buttons
	wake     chan struct{} // something may be due sooner than the loop thinks

	mu     sync.Mutex
	rand   *rand.Rand
	beaten time.Time // when the heartbeat was last stored
}

var _ Handler = (*Bot)(nil)

// New makes a Bot. The first on a database stores a secret there.
func New(c Config) (*Bot, error) {
	if c.Store == nil || c.Book == nil || c.Logger == nil || c.Now == nil || c.Rand == nil || len(c.Games) == 0 {
		return nil, errors.New("bot: a field of Config is missing")
	}
	b := &Bot{
		store: c.Store, games: c.Games, book: c.Book, log: c.Logger, now: c.Now,
		wake: make(chan struct{}, 1), rand: rand.New(c.Rand),
	}
	err := b.store.Write(context.Background(), func(tx *storage.Tx) (err error) {
		b.secret, err = tx.Secret(buttonSecret)
		return err
	})
	if err != nil {
		return nil, err
	}
	b.commands = b.table()
	return b, nil
}

// game finds a game by name; nil if there is none.
func (b *Bot) game(name string) engine.Game {
	for _, g := range b.games {
		if g.Name() == name {
			return g
		}
	}
	return nil
}

// puzzle reads a stored ID. That it fails is a fault of ours: only IDs that
// were parsed before are stored.
func (b *Bot) puzzle(game, id string) (engine.Game, engine.Puzzle, error) {
	g := b.game(game)
	if g == nil {
		return nil, nil, fmt.Errorf("puzzle %q is of no game we have", id)
	}
	p, err := g.Parse(id[len(game)+1:])
	if err != nil {
		return nil, nil, fmt.Errorf("stored puzzle %q: %w", id, err)
	}
	return g, p, nil
}

// desc is an ID without the game's name, as people write the puzzle.
func desc(id string) string {
	_, d, _ := strings.Cut(id, ":")
	return d
}

// deal makes a new puzzle.
func (b *Bot) deal(g engine.Game, w engine.Wish) (engine.Puzzle, error) {
	b.mu.Lock()
	seed := rand.NewPCG(b.rand.Uint64(), b.rand.Uint64())
	b.mu.Unlock()
	return g.New(rand.New(seed), w)
}

// nudge tells the loop that something may be due.
func (b *Bot) nudge() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// Serve runs front ends and the loop of what is due until ctx ends, a front
// end's input ends, or one of them fails for good; then all are ended, and the
// first failure is returned. A database that cannot be written ends it at once.
func (b *Bot) Serve(ctx context.Context, fronts ...FrontEnd) error {
	if err := b.beat(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, len(fronts))
	for _, f := range fronts {
		go func() {
			err := f.Run(ctx, b)
			if err != nil {
				err = fmt.Errorf("%s: %w", f.Network(), err)
			}
			ended <- err
		}()
	}
	looped := make(chan struct{})
	go func() {
		defer close(looped)
		b.loop(ctx, fronts)
	}()
	var first error
	for range fronts {
		if err := <-ended; err != nil && first == nil {
			first = err
		}
		stop()
	}
	<-looped
	return first
}
