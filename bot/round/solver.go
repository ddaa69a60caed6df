package round

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"reckon/engine"
)

const (
	// quickTime is how long the solver may work without a slot. That is enough for all puzzles that the bot
	// draws, since they take only tables and short searches.
	quickTime = 50 * time.Millisecond
	// customTime is how long other requests wait for a deal of numbers that a person chose. On a
	// network that is polled, the requests of all chats wait.
	customTime = 10 * time.Millisecond
	// keptSolutions is how many puzzles and solutions are kept in memory. Usually they are those of
	// open rounds.
	keptSolutions = 500
)

// A Meter counts what play does.
type Meter interface {
	Judged(game, verdict string, took time.Duration)
	Searched(game string, complete bool, took time.Duration)
}

const (
	// searchMemory is what one search takes at most, in bytes.
	searchMemory = 300 << 20
	// memory is how many bytes the process may use if nobody has set GOMEMLIMIT.
	memory = 1 << 30
)

// searches returns how many searches may go on at a time. One processor stays free, so that answers are
// judged and rounds end at once. All searches together take at most two thirds of the memory.
func searches(processors int, limit int64) int {
	if limit == math.MaxInt64 {
		limit = memory
	}
	return max(1, min(processors-1, int(limit*2/3/searchMemory)))
}

// A solver solves puzzles. As many long searches go on at a time as there are slots.
type solver struct {
	slots chan struct{}
	// quickSlots are the slots of quickAside.
	quickSlots chan struct{}
	// meter counts searches; nil: nothing is counted.
	meter Meter

	mu sync.Mutex
	// busy has the keys of the searches that go on: see begin.
	busy map[string]bool
	// kept are solutions by the puzzle's ID.
	kept *cache[keptSolution]
}

// newSolver makes a solver with a slot for each search that may go on at a time: see searches.
func newSolver(m Meter) *solver {
	slots := searches(runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1))
	return &solver{
		slots:      make(chan struct{}, slots),
		quickSlots: make(chan struct{}, slots),
		meter:      m,
		busy:       map[string]bool{},
		kept:       newCache[keptSolution](keptSolutions),
	}
}

// A keptSolution is a solution that was found before.
type keptSolution struct {
	engine.Solution
	// searched is how long the search was allowed to take. It is the longest Duration if no search would
	// find anything better.
	searched time.Duration
}

// begin notes that a search begins. The key stands for a person who searches, or is the ID of a puzzle that is searched
// in the background. begin returns false if a search of that key goes on already.
func (s *solver) begin(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[key] {
		return false
	}
	s.busy[key] = true
	return true
}

// end notes that the search of a key has ended.
func (s *solver) end(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, key)
}

// quick returns what is known of a puzzle without a long search. isFinal reports whether a search that
// takes as long as most would find nothing better.
func (s *solver) quick(
	ctx context.Context, puzzle engine.Puzzle, most time.Duration,
) (known engine.Solution, isFinal bool) {
	s.mu.Lock()
	kept, isThere := s.kept.get(puzzle.ID())
	s.mu.Unlock()
	if isThere {
		return kept.Solution, kept.searched >= most
	}
	return s.solve(ctx, puzzle, quickTime)
}

// quickAside is quick for a puzzle that may take some tenths of a second. It lets the other requests of
// the chat go on meanwhile, and takes as many processors as searches do.
func (s *solver) quickAside(
	ctx context.Context, puzzle engine.Puzzle, most time.Duration,
) (known engine.Solution, isFinal bool) {
	letOthersGoOn(ctx)
	s.quickSlots <- struct{}{}
	defer func() { <-s.quickSlots }()
	return s.quick(ctx, puzzle, most)
}

// BeforeSearch is the key of a func() in a context. That function is called before each search that may
// take long. It lets the other requests of the chat go on.
type BeforeSearch struct{}

// letOthersGoOn calls the function of BeforeSearch, if there is one.
func letOthersGoOn(ctx context.Context) {
	if before, ok := ctx.Value(BeforeSearch{}).(func()); ok {
		before()
	}
}

// search solves a puzzle once a slot is free. If no slot becomes free within the time most, it works
// without a slot, but only for quickTime.
func (s *solver) search(ctx context.Context, puzzle engine.Puzzle, most time.Duration) engine.Solution {
	letOthersGoOn(ctx)
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

// solve searches for a solution for the time most. isFinal reports whether a longer search would find nothing better.
// solve keeps the solution if it is final, or if the search was not cut short.
func (s *solver) solve(
	ctx context.Context, puzzle engine.Puzzle, most time.Duration,
) (found engine.Solution, isFinal bool) {
	begun := time.Now()
	id := puzzle.ID()
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	found = puzzle.Solve(limited)
	if s.meter != nil {
		game, _, _ := strings.Cut(id, ":")
		s.meter.Searched(game, found.Complete, time.Since(begun))
	}
	isFinal = found.Complete || found.Settled
	isCutShort := most == quickTime || ctx.Err() != nil
	if isCutShort && !isFinal {
		return found, false
	}
	searched := most
	if isFinal {
		searched = math.MaxInt64
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept.put(id, keptSolution{found, searched})
	return found, isFinal
}
