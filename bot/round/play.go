package round

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// Play applies the rules. It is safe for use by many goroutines. All that must not be lost is in the database: in
// memory it keeps solutions and puzzles, and who runs a search.
type Play struct {
	store *storage.Store
	// Games are in the order in which people see them.
	Games []engine.Game
	// gameNumbers are the positions of Games by name, from 1.
	gameNumbers map[string]int
	// secret makes the hashes of forgotten persons.
	secret []byte
	// Guests is the network where anybody can be as many people as they like. What is earned at its
	// places counts in no board of the World. Empty: there is no such network.
	Guests string
	// Forgotten are called for each player who is forgotten, in that transaction.
	Forgotten []func(tx *storage.Tx, playerID int64, at time.Time) error
	// PeriodOver are called for boards when a period is over, before these boards may be cleared.
	PeriodOver []func(tx *storage.Tx, span storage.Span, day int, boards []int64) error
	solver     *solver

	// modes are the kinds of matches that features add.
	modes mode.Modes
	// opponents play the other side of matches in which no person plays it, by the name of the
	// kind.
	opponents map[string]Opponents

	mu   sync.Mutex
	rand *rand.Rand
	// puzzles has puzzles that were read before, by their ID: see same.
	puzzles *cache[engine.Puzzle]
}

// New makes a Play. If the meter is nil, nothing is counted.
func New(ctx context.Context, store *storage.Store, games []engine.Game, source rand.Source, m Meter) (*Play, error) {
	p := &Play{
		store:       store,
		Games:       games,
		gameNumbers: map[string]int{},
		rand:        rand.New(source),
		puzzles:     newCache[engine.Puzzle](keptSolutions),
		solver:      newSolver(m),
	}
	for i, g := range games {
		p.gameNumbers[g.Name()] = i + 1
	}
	err := store.Write(ctx, func(tx *storage.Tx) error {
		var err error
		p.secret, err = tx.Secret("locks")
		return err
	})
	return p, err
}

// KindsWithWord returns the kinds of matches that begin with a word behind the name of a game.
func (p *Play) KindsWithWord() []mode.Kind { return p.modes.WithWord() }

// AddMatch adds a kind of match. opponents play the other side if no person plays it. AddMatch is
// called before anything is played.
func (p *Play) AddMatch(kind mode.Kind, opponents Opponents) {
	p.modes = append(p.modes, kind)
	if p.opponents == nil {
		p.opponents = map[string]Opponents{}
	}
	if opponents != nil {
		p.opponents[kind.Name] = opponents
	}
}

// opponentsIn returns the opponents in a match by the ID of the round; none if only people play.
func (p *Play) opponentsIn(tx *storage.Tx, kind string, matchID int64) (map[int64]Opponent, error) {
	opponents, ok := p.opponents[kind]
	if !ok {
		return nil, nil
	}
	return opponents.OfMatch(tx, matchID)
}

// Mode returns how the rounds of a match of a game are played in a place. The Mode is empty if the game
// has no such match. kind is empty for rounds that belong to no match.
func (p *Play) Mode(kind string, where mode.Setting, g engine.Game) mode.Mode {
	return p.modes.Of(kind, where, g.Rules().Measure != "")
}

// Program returns the puzzles of a match of a kind and a length. It is nil if they are all of one game.
func (p *Play) Program(kind string, length int) []mode.Part { return p.modes.Program(kind, length) }

// Lengths returns how many puzzles a match of a kind may have if they are of several games; nil: they are all of
// one game.
func (p *Play) Lengths(kind string) []int { return p.modes.Lengths(kind) }

// KindsInside returns the kinds of matches that people choose in the command of another kind, such as mode.Duel.
func (p *Play) KindsInside(of string) []mode.Kind { return p.modes.Inside(of) }

// ChosenKind returns the kind of match that people choose in the command of another kind, such as mode.Duel. If their
// choice names none, it is that kind itself.
func (p *Play) ChosenKind(of, choice string) string { return p.modes.Chosen(of, choice) }

// IsOfGuests reports whether a community is a room or a private place of the page's guests. What people earn there
// stays there, and the bot cannot write to a guest.
func (p *Play) IsOfGuests(c storage.Community) bool { return p.Guests != "" && c.Network == p.Guests }

// IsGuest reports whether a person is a guest of the page. In a room there may also be people of chats.
func (p *Play) IsGuest(person storage.Player) bool {
	return p.Guests != "" && person.Network == p.Guests
}

// Solve returns what the solver finds in SolveTime.
func (p *Play) Solve(ctx context.Context, puzzle engine.Puzzle) engine.Solution {
	s, isFinal := p.solver.quick(ctx, puzzle, SolveTime)
	if isFinal {
		return s
	}
	return p.solver.search(ctx, puzzle, SolveTime)
}

// Search returns what the solver finds for a person within the time most. A person runs one search at a
// time: the error is ErrSearching if the puzzle takes a search while the person's earlier search goes on.
//
// If most is above SolveTime, other requests of the chat do not wait for this one, not even if it finds
// a solution at once.
func (p *Play) Search(
	ctx context.Context, who storage.Player, puzzle engine.Puzzle, most time.Duration,
) (engine.Solution, error) {
	quick := p.solver.quick
	if most > SolveTime {
		quick = p.solver.quickAside
	}
	s, isFinal := quick(ctx, puzzle, most)
	if isFinal {
		return s, nil
	}
	key := who.Network + "\x00" + who.Key
	if !p.solver.begin(key) {
		return s, ErrSearching
	}
	defer p.solver.end(key)
	return p.solver.search(ctx, puzzle, most), nil
}

// Game finds a game by name; nil if there is none.
func (p *Play) Game(name string) engine.Game {
	position := p.gameNumbers[name]
	if position == 0 {
		return nil
	}
	return p.Games[position-1]
}

// same returns the puzzle that was read before under the same ID, or else this one. Some methods of
// a puzzle compute for some tenths of a second when they are first called, and the puzzle remembers the result.
func (p *Play) same(puzzle engine.Puzzle) engine.Puzzle {
	p.mu.Lock()
	defer p.mu.Unlock()
	id := puzzle.ID()
	if before, ok := p.puzzles.get(id); ok {
		return before
	}
	p.puzzles.put(id, puzzle)
	return puzzle
}

// Hash is a keyed hash of some parts. A hash is stored instead of a text that is secret, or that must not be
// known any more once a person is forgotten. For such a person, the parts are their network and key. For
// another text, the first part is its kind, so that hashes of different kinds are different.
func (p *Play) Hash(parts ...string) string {
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// SolveTime is how long a player waits for the solver at most.
const SolveTime = 2 * time.Second

// ErrSearching says that a person has a search going on already.
var ErrSearching = errors.New("one search at a time")

// Recall returns what is known of a puzzle without a search.
func (p *Play) Recall(ctx context.Context, puzzle engine.Puzzle) engine.Solution {
	s, _ := p.solver.quick(ctx, puzzle, quickTime)
	return s
}
