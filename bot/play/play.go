package play

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Play knows the rules. It is safe for use by many goroutines and keeps no state but solutions.
type Play struct {
	store  *storage.Store
	games  []engine.Game
	secret []byte // makes the hashes of forgotten persons
	solver *solver

	mu   sync.Mutex
	rand *rand.Rand
}

// Measure sets the meter. It must be called before the first answer.
func (p *Play) Measure(m Meter) { p.solver.meter = m }

// New makes a Play.
func New(ctx context.Context, store *storage.Store, games []engine.Game, source rand.Source) (*Play, error) {
	p := &Play{store: store, games: games, rand: rand.New(source), solver: newSolver()}
	err := store.Write(ctx, func(tx *storage.Tx) (err error) {
		p.secret, err = tx.Secret("locks")
		return err
	})
	return p, err
}

// Solve returns what the solver finds in SolveTime.
func (p *Play) Solve(ctx context.Context, puzzle engine.Puzzle) engine.Solution {
	if s, ok := p.solver.quick(ctx, puzzle, SolveTime); ok {
		return s
	}
	return p.solver.search(ctx, puzzle, SolveTime)
}

// Search returns what the solver finds for a person in a time of their choice. The
// error is ErrSearching if it takes a search and they have another one going on.
func (p *Play) Search(ctx context.Context, who storage.Player, puzzle engine.Puzzle, most time.Duration) (engine.Solution, error) {
	s, ok := p.solver.quick(ctx, puzzle, most)
	if ok {
		return s, nil
	}
	key := who.Network + "\x00" + who.Key
	if !p.solver.begin(key) {
		return s, ErrSearching
	}
	defer p.solver.end(key)
	return p.solver.search(ctx, puzzle, most), nil
}

// Games returns all games, in the order in which people see them.
func (p *Play) Games() []engine.Game { return p.games }

// Game finds a game by name; nil if there is none.
func (p *Play) Game(name string) engine.Game {
	if i := p.sortOf(name); i >= 0 {
		return p.games[i]
	}
	return nil
}

// sortOf is the position of a game among the games; -1 if there is none.
func (p *Play) sortOf(name string) int {
	return slices.IndexFunc(p.games, func(g engine.Game) bool { return g.Name() == name })
}

// puzzle reads a stored ID. A failure is an internal error: only IDs that were parsed
// before are stored.
func (p *Play) puzzle(game, id string) (engine.Game, engine.Puzzle, error) {
	g := p.Game(game)
	if g == nil || len(id) <= len(game) {
		return nil, nil, fmt.Errorf("puzzle %q is of no game there is", id)
	}
	puzzle, err := g.Parse(id[len(game)+1:])
	if err != nil {
		return nil, nil, fmt.Errorf("stored puzzle %q: %w", id, err)
	}
	return g, puzzle, nil
}

// An Act says who acts, where and when.
type Act struct {
	Person    storage.Player
	Community storage.Community
	Channel   string
	At        time.Time     // the network's own
	Admin     bool          // the person administers the community
	Ephemeral bool          // nobody else reads the reply
	Delay     time.Duration // how long a message in the place would be held back now
	Sealed    bool          // it was sent so that nobody else reads it
	Handle    string        // another name that the network knows the person by; empty: none
}

// hash is a keyed hash.
func (p *Play) hash(text string) string {
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// hashOf stands for a forgotten person.
func (p *Play) hashOf(who storage.Player) string { return p.hash(who.Network + "\x00" + who.Key) }

// found turns "not found" into its absence.
func found(err error) (bool, error) {
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
