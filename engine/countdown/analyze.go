package countdown

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"reckon/engine"
)

// An Analysis counts over all numbers games: every board that can be drawn with
// every target from 101 to 999.
type Analysis struct {
	Boards int `json:"boards"`
	Games  int `json:"games"`
	// Solvable counts the games whose target can be made exactly.
	Solvable int `json:"solvable"`
	// ByLarge has the counts of boards with 0 to 4 large tiles.
	ByLarge []LargeCount `json:"by_large"`
	// ByTarget has the counts of each target, in order.
	ByTarget []TargetHits `json:"by_target"`
	// Hardest is the target that the fewest boards make, Easiest the one that the most make.
	Hardest TargetHits `json:"hardest"`
	Easiest TargetHits `json:"easiest"`
	// Complete counts the boards that make every target.
	Complete int `json:"complete"`
	// Barren are the boards that make no target.
	Barren [][]int `json:"barren"`
}

// A LargeCount counts the boards with that many large tiles.
type LargeCount struct {
	Large    int `json:"large"`
	Boards   int `json:"boards"`
	Games    int `json:"games"`
	Solvable int `json:"solvable"`
	// Complete counts the boards that make every target.
	Complete int `json:"complete"`
}

// A TargetHits says how many boards make a target.
type TargetHits struct {
	Target int `json:"target"`
	Boards int `json:"boards"`
}

var _ engine.Analyzer = Game{}

// Analyze solves every game there is, on that many goroutines (at least one).
//
// Most boards share most of their tiles with other boards, so what a hand of fewer tiles makes
// is computed only once. The numbers that up to four tiles make are listed for each such hand.
// The numbers that five tiles make are put in a bit set for each hand, and joined with each
// tile that may come next.
func (Game) Analyze(ctx context.Context, workers int, progress func(done, total int)) (engine.Analysis, error) {
	s := newSweep()
	fives := handsOf(boardSize - 1)
	joined := make([]joins, len(fives))
	err := inParallel(ctx, workers, len(fives), func(i int) { joined[i] = s.join(fives[i]) }, nil)
	if err != nil {
		return nil, err
	}
	s.joined = make(map[hand]*joins, len(fives))
	for i, h := range fives {
		s.joined[h] = &joined[i]
	}
	boards := handsOf(boardSize)
	made := make([]targets, len(boards))
	err = inParallel(ctx, workers, len(boards), func(i int) { made[i] = s.board(boards[i]) }, progress)
	if err != nil {
		return nil, err
	}
	return tally(boards, made), nil
}

// inParallel runs the tasks 0 to n-1, in blocks, until ctx ends.
func inParallel(ctx context.Context, workers, n int, task func(int), progress func(done, total int)) error {
	const block = 64
	var next atomic.Int64
	var done int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range max(workers, 1) {
		wg.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(block)) - block
				if from >= n {
					return
				}
				to := min(from+block, n)
				for i := from; i < to; i++ {
					task(i)
				}
				mu.Lock()
				done += to - from
				if progress != nil {
					progress(done, n)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// tally counts the targets that the boards make.
func tally(boards []hand, made []targets) Analysis {
	a := Analysis{Boards: len(boards)}
	for n := range LargeTiles + 1 {
		a.ByLarge = append(a.ByLarge, LargeCount{Large: n})
	}
	for t := minTarget; t <= maxTarget; t++ {
		a.ByTarget = append(a.ByTarget, TargetHits{Target: t})
	}
	for i, h := range boards {
		hits := 0
		for j := range a.ByTarget {
			if has(made[i][:], a.ByTarget[j].Target) {
				a.ByTarget[j].Boards++
				hits++
			}
		}
		larges := 0
		for _, t := range h {
			if IsLarge(int(t)) {
				larges++
			}
		}
		c := &a.ByLarge[larges]
		c.Boards++
		c.Games += len(a.ByTarget)
		c.Solvable += hits
		switch hits {
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
	a.Hardest = slices.MinFunc(a.ByTarget, compareBoards)
	a.Easiest = slices.MaxFunc(a.ByTarget, compareBoards)
	return a
}

func compareBoards(x, y TargetHits) int { return x.Boards - y.Boards }

func (a Analysis) Tables() []engine.Table {
	var barren []string
	for _, tiles := range a.Barren {
		barren = append(barren, strings.Trim(fmt.Sprint(tiles), "[]"))
	}
	share := 100 * float64(a.Solvable) / float64(a.Games)
	hardest := fmt.Sprintf("boards that make the hardest target, %d", a.Hardest.Target)
	easiest := fmt.Sprintf("boards that make the easiest target, %d", a.Easiest.Target)
	facts := engine.Table{
		Title: "all numbers games",
		Head:  []string{"what", "number"},
		Rows: [][]string{
			{"boards", strconv.Itoa(a.Boards)},
			{"games", strconv.Itoa(a.Games)},
			{"games that can be made exactly", fmt.Sprintf("%d (%.3f %%)", a.Solvable, share)},
			{"boards that make every target", strconv.Itoa(a.Complete)},
			{"boards that make none", strings.Join(barren, ", ")},
			{hardest, strconv.Itoa(a.Hardest.Boards)},
			{easiest, strconv.Itoa(a.Easiest.Boards)},
		},
	}
	byLarge := engine.Table{
		Title: "games by large tiles",
		Head:  []string{"large tiles", "solvable", "games", "boards", "that make every target"},
		Chart: true,
	}
	for _, c := range a.ByLarge {
		byLarge.Rows = append(byLarge.Rows, []string{
			strconv.Itoa(c.Large),
			strconv.Itoa(c.Solvable),
			strconv.Itoa(c.Games),
			strconv.Itoa(c.Boards),
			strconv.Itoa(c.Complete),
		})
	}
	byTarget := engine.Table{
		Title: "boards that make a target",
		Head:  []string{"target", "boards"},
		Chart: true,
	}
	for _, c := range a.ByTarget {
		byTarget.Rows = append(byTarget.Rows, []string{strconv.Itoa(c.Target), strconv.Itoa(c.Boards)})
	}
	return []engine.Table{facts, byLarge, byTarget}
}
