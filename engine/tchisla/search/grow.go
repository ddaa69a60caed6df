package search

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// grow makes the next level with that many workers, at least one. Their number does not change
// the level. It reports false if the memory is used up or the context ends first; the level is
// then incomplete.
func (t *levels) grow(ctx context.Context, limit *limits, workers int) bool {
	d := t.depth() + 1
	if d > 1 {
		t.order(d - 1)
	}
	t.limit = limit
	ws := make([]*worker, workers)
	calcs := t.calculators(workers)
	for i := range ws {
		ws[i] = &worker{t: t, calc: calcs[i], limit: limit, keeps: workers > 1}
	}
	t.share(ctx, t.tasks(d), ws)
	if t.full || ctx.Err() != nil {
		return false
	}
	t.starts = append(t.starts, len(t.keys))
	t.exponentLists = append(t.exponentLists, t.exponents(d))
	return true
}

// A task is a part of the candidates of a level.
type task func(w *worker)

// A task joins at most taskRows operands, its rows, with about taskSize/taskRows others, its
// columns. It is small enough that few numbers are made twice by the tasks that run together.
const (
	taskSize = 1 << 15
	taskRows = 1 << 7
	// raiseSize counts as how many joins it is to raise one entry to the exponents of a level.
	raiseSize = 1 << 4
)

// chunks yields the span in parts of at most size.
func (s span) chunks(size int) iter.Seq[span] {
	return func(yield func(span) bool) {
		for from := s.from; from < s.to; from += size {
			if !yield(span{from, min(from+size, s.to)}) {
				return
			}
		}
	}
}

// tasks yields the parts of level d. If there are two candidates for one number, the earlier one
// counts, so the order matters.
func (t *levels) tasks(d int) iter.Seq[task] {
	return func(yield func(task) bool) {
		n, ok := repdigit(t.digit, d)
		if ok && n <= t.limit.integer {
			if !yield(func(w *worker) { w.emit(integer(n).key(), concatenate, uint32(d), 0) }) {
				return
			}
		}
		for d1 := 1; d1 <= d-d1; d1++ {
			for rows := range t.span(d1).chunks(taskRows) {
				others := t.span(d - d1)
				if d1 == d-d1 {
					// Both are of one level, so the pairs with earlier entries are made already.
					others.from = rows.from
				}
				for columns := range others.chunks(taskSize / (rows.to - rows.from)) {
					if !yield(func(w *worker) { w.pairs(d1, d-d1, rows, columns) }) {
						return
					}
				}
			}
		}
		for d1 := 1; d1 < d; d1++ {
			for part := range t.span(d1).chunks(taskSize / raiseSize) {
				if !yield(func(w *worker) { w.raiseAll(part, d-d1) }) {
					return
				}
			}
			if !yield(func(w *worker) { w.factorialRatios(d1, d-d1) }) {
				return
			}
		}
	}
}

// share runs the tasks on the workers in rounds, until the level is done or full. In a round
// of several workers these only read the levels, and each task keeps a list of the candidates
// that would change them. After the round the lists are entered in the order of the tasks. So
// the entries and their order are the same as with one worker.
func (t *levels) share(ctx context.Context, tasks iter.Seq[task], ws []*worker) {
	next, stop := iter.Pull(tasks)
	defer stop()
	round := make([]task, 0, 8*len(ws))
	kept := make([][]candidate, cap(round))
	for !t.full && ctx.Err() == nil {
		round = round[:0]
		for len(round) < cap(round) {
			one, ok := next()
			if !ok {
				break
			}
			round = append(round, one)
		}
		if len(round) == 0 {
			break
		}
		runRound(round, kept, ws)
		for i := range round {
			ws[0].batch.enter(t, kept[i])
		}
	}
	ws[0].flush()
}

// runRound runs the tasks of a round on the workers, and keeps the candidates of each task.
func runRound(round []task, kept [][]candidate, ws []*worker) {
	var started atomic.Int32
	var wg sync.WaitGroup
	for _, w := range ws {
		wg.Go(func() {
			for {
				i := int(started.Add(1)) - 1
				if i >= len(round) {
					return
				}
				w.kept = kept[i][:0]
				round[i](w)
				if w.keeps {
					w.flush()
				}
				kept[i] = w.kept
			}
		})
	}
	wg.Wait()
}

// order prepares a level to be joined with others: it puts the entries into the order of
// base, denominator and numerator. So the work that depends only on the bases is done
// once for a block, and a gcd of denominators once for a run.
func (t *levels) order(level int) {
	from := t.starts[level]
	type entry struct {
		number
		index int
	}
	sorted := make([]entry, 0, len(t.keys)-from)
	for i := from; i < len(t.keys); i++ {
		sorted = append(sorted, entry{t.at(uint32(i)), i})
	}
	slices.SortFunc(sorted, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.den, b.den), cmp.Compare(a.num, b.num))
	})
	moved := make([]uint32, len(sorted))
	var blocks []block
	for i, e := range sorted {
		moved[e.index-from] = uint32(from + i)
		if i == 0 || e.base != blocks[len(blocks)-1].base {
			blocks = append(blocks, block{e.base, span{from + i, from + i}})
		}
		blocks[len(blocks)-1].to = from + i + 1
	}
	permute(t.keys[from:], moved, from)
	permute(t.op[from:], moved, from)
	permute(t.left[from:], moved, from)
	permute(t.right[from:], moved, from)
	for i := from; i < len(t.keys); i++ {
		// A unary operation works on an entry of the same level, and the others work on entries of
		// earlier levels.
		if t.op[i].isUnary() {
			t.left[i] = moved[int(t.left[i])-from]
			t.right[i] = t.left[i]
		}
	}
	t.index()
	t.blocks = append(t.blocks, blocks)
	t.exponentLists[level] = t.exponents(level)
	var whole []uint32
	for i := from; i < len(t.keys); i++ {
		k := t.keys[i]
		if k.isInteger() && k.num > 2 && k.num < maxRatioArgument {
			whole = append(whole, uint32(i))
		}
	}
	t.whole = append(t.whole, whole)
}

// permute moves the element i of a column to moved[i]-from. moved has indices of the whole column, and
// this one begins at from.
func permute[T any](column []T, moved []uint32, from int) {
	old := copyColumn(column, len(column))
	for i, to := range moved {
		column[int(to)-from] = old[i]
	}
}
