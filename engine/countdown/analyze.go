package countdown

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// An Analysis is what is true of all numbers games: every board that can be
// drawn with every target from 101 to 999.
type Analysis struct {
	Boards   int          `json:"boards"`
	Games    int          `json:"games"`
	Solvable int          `json:"solvable"`  // games whose target can be made exactly
	ByLarge  []LargeCount `json:"by_large"`  // for 0 to 4 large tiles
	ByTarget []TargetHits `json:"by_target"` // in order
	Hardest  TargetHits   `json:"hardest"`   // the target the fewest boards make
	Easiest  TargetHits   `json:"easiest"`   // the target the most boards make
	Complete int          `json:"complete"`  // boards that make every target
	Barren   [][]int      `json:"barren"`    // boards that make no target
}

// LargeCount counts the boards with so many large tiles.
type LargeCount struct {
	Large    int `json:"large"`
	Boards   int `json:"boards"`
	Games    int `json:"games"`
	Solvable int `json:"solvable"`
	Complete int `json:"complete"` // boards that make every target
}

// TargetHits says how many boards make a target.
type TargetHits struct {
	Target int `json:"target"`
	Boards int `json:"boards"`
}

// Analyze solves every game there is, on so many goroutines (at least one).
// progress, which may be nil, is called now and then with the number of boards
// done and of all, never by two goroutines at once. The only error is that of
// ctx.
//
// Boards overlap in most of their tiles, so nothing is worked out for a board
// that can be worked out for a hand of fewer: the numbers up to four tiles
// make are listed once for each such hand, those of five tiles are put in a
// bit set once for each hand and met with each tile that may join it.
func Analyze(ctx context.Context, workers int, progress func(done, total int)) (Analysis, error) {
	s := newSweep()
	if progress == nil {
		progress = func(int, int) {}
	}
	fives := handsOf(boardSize - 1)
	joined := make([]joins, len(fives))
	err := inParallel(ctx, workers, len(fives), func() func(int) {
		set := new(wide)
		return func(i int) { joined[i] = s.join(fives[i], set) }
	}, nil)
	if err != nil {
		return Analysis{}, err
	}
	s.joined = make(map[hand]*joins, len(fives))
	for i, h := range fives {
		s.joined[h] = &joined[i]
	}
	boards := handsOf(boardSize)
	made := make([]targets, len(boards))
	err = inParallel(ctx, workers, len(boards), func() func(int) {
		return func(i int) { made[i] = s.board(boards[i]) }
	}, progress)
	if err != nil {
		return Analysis{}, err
	}
	return tally(boards, made), nil
}

// inParallel runs a worker's task for 0 to n-1 in blocks, until ctx ends.
func inParallel(ctx context.Context, workers, n int, worker func() func(int), progress func(done, total int)) error {
	const block = 64
	var next atomic.Int64
	var done int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range max(workers, 1) {
		wg.Go(func() {
			task := worker()
			for ctx.Err() == nil {
				from := int(next.Add(block)) - block
				if from >= n {
					return
				}
				to := min(from+block, n)
				for i := from; i < to; i++ {
					task(i)
				}
				if progress != nil {
					mu.Lock()
					done += to - from
					progress(done, n)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// tally counts what the boards make.
func tally(boards []hand, made []targets) Analysis {
	a := Analysis{Boards: len(boards)}
	for n := range len(large) + 1 {
		a.ByLarge = append(a.ByLarge, LargeCount{Large: n})
	}
	for t := minTarget; t <= maxTarget; t++ {
		a.ByTarget = append(a.ByTarget, TargetHits{Target: t})
	}
	for i, h := range boards {
		c := &a.ByLarge[h.large()]
		n := 0
		for j := range a.ByTarget {
			if made[i].has(a.ByTarget[j].Target) {
				a.ByTarget[j].Boards++
				n++
			}
		}
		c.Boards++
		c.Games += len(a.ByTarget)
		c.Solvable += n
		switch n {
		case 0:
			a.Barren = append(a.Barren, h.tiles())
		case len(a.ByTarget):
			c.Complete++
		}
	}
	for _, c := range a.ByLarge {
		a.Games += c.Games
		a.Solvable += c.Solvable
		a.Complete += c.Complete
	}
	byBoards := func(x, y TargetHits) int { return x.Boards - y.Boards }
	a.Hardest = slices.MinFunc(a.ByTarget, byBoards)
	a.Easiest = slices.MaxFunc(a.ByTarget, byBoards)
	return a
}
