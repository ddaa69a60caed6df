package tchisla

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// grow makes the next level with as many workers, at least one; the table does
// not depend on how many. It reports false if the table filled up or the
// context ended first; the level is then incomplete.
func (t *table) grow(ctx context.Context, s limits, workers int) bool {
	d := t.depth() + 1
	t.limit = s
	t.calc.kernel, t.calc.depth = s.kernel, s.depth
	defer func() { t.calc.kernel, t.calc.depth = maxKernel, maxDepth }()
	if n, ok := repdigit(t.digit, d); ok && n <= s.integer {
		k := integer(n).key()
		t.enter(k, hash(k), concatenate, uint32(d), 0)
	}
	if workers > 1 {
		t.growTogether(ctx, t.tasks(d), workers)
	} else {
		t.growAlone(ctx, t.tasks(d))
	}
	if t.full || ctx.Err() != nil {
		return false
	}
	t.starts = append(t.starts, t.len())
	t.powers = append(t.powers, t.exponents(d))
	t.whole = append(t.whole, t.integers(d))
	return true
}

// A task is a part of the candidates of a level: those of some entries with
// some, or all, of another level.
type task struct {
	do    func(w *worker, k task)
	of    span
	with  span
	level int // the one with is of
}

// A span is the entries from from to before to.
type span struct{ from, to int }

// chunks yields the span in parts of at most size entries.
func (s span) chunks(size int) iter.Seq[span] {
	return func(yield func(span) bool) {
		for from := s.from; from < s.to; from += size {
			if !yield(span{from, min(from+size, s.to)}) {
				return
			}
		}
	}
}

// taskSize is how many pairs a task joins at most. It is small enough that few
// numbers come up twice in the tasks that run together.
const taskSize = 1 << 15

// tasks are the parts of level d in the order in which a candidate that comes
// up twice is decided.
func (t *table) tasks(d int) iter.Seq[task] {
	levelSpan := func(d int) span { return span{t.starts[d], t.starts[d+1]} }
	return func(yield func(task) bool) {
		for d1 := 1; d1 <= d-d1; d1++ {
			all := levelSpan(d - d1)
			for of := range levelSpan(d1).chunks(1 + taskSize/(1+all.to-all.from)) {
				for with := range all.chunks(taskSize) {
					if !yield(task{(*worker).pairs, of, with, d - d1}) {
						return
					}
				}
			}
		}
		for d1 := 1; d1 < d; d1++ {
			all := levelSpan(d - d1)
			for of := range levelSpan(d1).chunks(taskSize / 16) {
				if !yield(task{(*worker).raiseAll, of, all, d - d1}) {
					return
				}
			}
			for of := range levelSpan(d1).chunks(t.len()) {
				if !yield(task{(*worker).ratios, of, all, d - d1}) {
					return
				}
			}
		}
	}
}

func (t *table) growAlone(ctx context.Context, tasks iter.Seq[task]) {
	w := &worker{t: t, calc: t.calc, limit: t.limit}
	for task := range tasks {
		if t.full || ctx.Err() != nil {
			return
		}
		task.do(w, task)
	}
	w.flush()
}

// growTogether works in rounds. In a round the workers only read the table:
// each task leaves the candidates that would change it, as it stood, in a list.
// Between rounds the lists are entered in the order of the tasks. So what is
// entered, and in which order, is what one worker would have entered.
func (t *table) growTogether(ctx context.Context, tasks iter.Seq[task], workers int) {
	ws := make([]*worker, workers)
	for i := range ws {
		ws[i] = &worker{t: t, calc: newCalculator(), limit: t.limit, apart: true}
		ws[i].calc.kernel, ws[i].calc.depth = t.calc.kernel, t.calc.depth
	}
	next, stop := iter.Pull(tasks)
	defer stop()
	round := make([]task, 0, 8*workers)
	left := make([][]candidate, cap(round))
	for more := true; more && !t.full && ctx.Err() == nil; {
		round = round[:0]
		for more && len(round) < cap(round) {
			var one task
			if one, more = next(); more {
				round = append(round, one)
			}
		}
		var taken atomic.Int32
		var wg sync.WaitGroup
		for _, w := range ws {
			wg.Go(func() {
				for i := int(taken.Add(1)) - 1; i < len(round); i = int(taken.Add(1)) - 1 {
					w.left = left[i][:0]
					round[i].do(w, round[i])
					w.flush()
					left[i] = w.left
				}
			})
		}
		wg.Wait()
		for i := range round {
			for _, c := range left[i] {
				t.enter(c.key, hash(c.key), c.op, c.left, c.right)
			}
		}
	}
}

// repdigit is the digit written d times.
func repdigit(digit uint64, d int) (uint64, bool) {
	n := uint64(0)
	for range d {
		if n > maxNum/16 {
			return 0, false
		}
		n = 10*n + digit
	}
	return n, true
}
