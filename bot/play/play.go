package play

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Play knows the rules. It is safe for use by many goroutines and keeps no state but solutions.
type Play struct {
	store  *storage.Store
	Games  []engine.Game  // in the order in which people see them
	sorts  map[string]int // the positions of Games by name, from 1
	secret []byte         // makes the hashes of forgotten persons
	// Guests is the network at whose places anybody can be as many people as they like. What
	// is earned there counts in no board of the World. Empty: there is none.
	Guests string
	solver *solver

	mu      sync.Mutex
	rand    *rand.Rand
	puzzles *recent[engine.Puzzle] // by ID
}

// New makes a Play. Where the meter is nil, nothing is counted.
func New(ctx context.Context, store *storage.Store, games []engine.Game, source rand.Source, m Meter) (*Play, error) {
	slots := searches(runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1))
	p := &Play{store: store, Games: games, sorts: map[string]int{}, rand: rand.New(source), puzzles: newRecent[engine.Puzzle](keptSolutions), solver: &solver{
		slots: make(chan struct{}, slots), quickSlots: make(chan struct{}, slots), meter: m, busy: map[string]bool{}, kept: newRecent[keptSolution](keptSolutions),
	}}
	for i, g := range games {
		p.sorts[g.Name()] = i + 1
	}
	err := store.Write(ctx, func(tx *storage.Tx) (err error) {
		p.secret, err = tx.Secret("locks")
		return err
	})
	return p, err
}

// ofGuests reports whether what people earn in a community stays there.
func (p *Play) ofGuests(c storage.Community) bool { return p.Guests != "" && c.Network == p.Guests }

// Solve returns what the solver finds in SolveTime.
func (p *Play) Solve(ctx context.Context, puzzle engine.Puzzle) engine.Solution {
	if s, ok := p.solver.quick(ctx, puzzle, SolveTime); ok {
		return s
	}
	return p.solver.search(ctx, puzzle, SolveTime)
}

// Search returns what the solver finds for a person in a time of their choice. The
// error is ErrSearching if it takes a search and they have another one going on.
// A longer time than SolveTime is for a puzzle that is not in play, for which nothing of the
// chat waits, however quickly it is solved.
func (p *Play) Search(ctx context.Context, who storage.Player, puzzle engine.Puzzle, most time.Duration) (engine.Solution, error) {
	quick := func() (engine.Solution, bool) {
		if most > SolveTime { // it may take some tenths of a second, and as many processors at most as searches do
			leave(ctx)
			p.solver.quickSlots <- struct{}{}
			defer func() { <-p.solver.quickSlots }()
		}
		return p.solver.quick(ctx, puzzle, most)
	}
	s, ok := quick()
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

// Game finds a game by name; nil if there is none.
func (p *Play) Game(name string) engine.Game {
	if i := p.sorts[name]; i > 0 {
		return p.Games[i-1]
	}
	return nil
}

// same returns the puzzle that was read before under the same ID, if there is one: what a
// puzzle finds out about itself may take some tenths of a second, once.
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

// An Act says who acts, where and when.
type Act struct {
	Key       string // of the request
	Person    storage.Player
	Community storage.Community
	Channel   string
	At        time.Time            // the network's own
	Admin     bool                 // the person administers the community
	Ephemeral bool                 // nobody else reads the reply
	Apart     bool                 // the reply is not shown at the place
	Delay     func() time.Duration // how long a message in the place would be held back now; nil: not at all
	Sealed    bool                 // it was sent so that nobody else reads it
	Handle    string               // another name that the network knows the person by; empty: none
	Near      storage.Near         // as of when the request was read
}

// hash is a keyed hash, of a network and a person's key for one who may be forgotten.
func (p *Play) hash(parts ...string) string {
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// SolveTime bounds how long a player waits for the solver.
const SolveTime = 2 * time.Second

const (
	// quickTime is what the solver gets without a slot. It answers within that, from
	// tables and short searches, for all puzzles but a person's own numbers.
	quickTime = 50 * time.Millisecond
	// ownTime is how long other requests wait for a deal of a person's own numbers: on a
	// network that is polled, those of all chats.
	ownTime = 10 * time.Millisecond
	// keptSolutions is how many puzzles and solutions are kept in memory: those of open
	// rounds, as a rule.
	keptSolutions = 500
)

// ErrSearching says that a person has a search going on already.
var ErrSearching = errors.New("one search at a time")

// A Meter counts what play does.
type Meter interface {
	Judged(game, verdict string, took time.Duration)
	Searched(game string, complete bool, took time.Duration)
}

const (
	// searchMemory is what one search takes at most, in bytes.
	searchMemory = 300 << 20
	// memory is how much there is where nobody has set GOMEMLIMIT.
	memory = 1 << 30
)

// searches is how many searches may go on at a time: one less than there are processors, so
// that answers are judged and rounds end beside them at once, in two thirds of the memory.
func searches(processors int, limit int64) int {
	if limit == math.MaxInt64 {
		limit = memory
	}
	return max(1, min(processors-1, int(limit*2/3/searchMemory)))
}

// A solver solves puzzles. Long searches take slots.
type solver struct {
	slots      chan struct{}
	quickSlots chan struct{} // of quick solutions aside
	meter      Meter         // nil: nothing is counted

	mu   sync.Mutex
	busy map[string]bool       // people with a search going on, and puzzles that are searched later
	kept *recent[keptSolution] // by the puzzle's ID
}

// A keptSolution is a solution, and how long the search that found it was allowed to take;
// for ever if a longer one would find nothing better.
type keptSolution struct {
	engine.Solution
	searched time.Duration
}

// begin notes a search of a person, or of a puzzle; it returns false if one goes on.
func (s *solver) begin(who string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[who] {
		return false
	}
	s.busy[who] = true
	return true
}

func (s *solver) end(who string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, who)
}

// quick returns what is known of a puzzle without a search; ok reports whether a search
// of that length would find nothing better.
func (s *solver) quick(ctx context.Context, puzzle engine.Puzzle, most time.Duration) (known engine.Solution, ok bool) {
	s.mu.Lock()
	had, is := s.kept.get(puzzle.ID())
	s.mu.Unlock()
	if is {
		return had.Solution, had.searched >= most
	}
	return s.solve(ctx, puzzle, quickTime)
}

// Recall returns what is known of a puzzle without a search.
func (p *Play) Recall(ctx context.Context, puzzle engine.Puzzle) engine.Solution {
	s, _ := p.solver.quick(ctx, puzzle, quickTime)
	return s
}

// BeforeSearch is the key of a func() in a context. It is called before each search that may
// take long.
type BeforeSearch struct{}

func leave(ctx context.Context) {
	if leave, ok := ctx.Value(BeforeSearch{}).(func()); ok {
		leave()
	}
}

// search solves a puzzle once a slot is free. If none becomes free in most, it returns
// what is found at once.
func (s *solver) search(ctx context.Context, puzzle engine.Puzzle, most time.Duration) engine.Solution {
	leave(ctx)
	wait := time.NewTimer(most)
	defer wait.Stop()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-wait.C:
		most = quickTime
	case <-ctx.Done():
		most = quickTime
	}
	found, _ := s.solve(ctx, puzzle, most)
	return found
}

// solve works at a puzzle for a time; final reports whether a longer one would find nothing
// better. It keeps the solution if it is final or took a whole search.
func (s *solver) solve(ctx context.Context, puzzle engine.Puzzle, most time.Duration) (found engine.Solution, final bool) {
	begun, id := time.Now(), puzzle.ID()
	within, done := context.WithTimeout(ctx, most)
	defer done()
	found = puzzle.Solve(within)
	if s.meter != nil {
		game, _, _ := strings.Cut(id, ":")
		s.meter.Searched(game, found.Complete, time.Since(begun))
	}
	if final = found.Complete || found.Settled; final {
		most = math.MaxInt64
	} else if most == quickTime || ctx.Err() != nil {
		return found, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.put(id, keptSolution{found, most})
	return found, final
}
