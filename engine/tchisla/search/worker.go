package search

import "slices"

// A worker makes candidates of a level. If it is the only one, it enters them. If it is one
// of several, it only reads the levels and keeps the candidates that may change them.
type worker struct {
	t     *levels
	calc  *calculator
	limit *limits
	batch batch
	// keeps means that the worker keeps candidates, in kept.
	keeps bool
	kept  []candidate
}

// A batch is a run of candidates that are looked up together: the slots are
// read in one loop of independent loads, which the processor overlaps, and
// only then compared one by one.
type batch struct {
	n int
	// seen makes use of the slots: see approach.
	seen uint32
	made [batchSize]candidate
	hash [batchSize]uint64
}

const batchSize = 256

// emit adds a candidate to the batch.
func (w *worker) emit(k key, op operation, left, right uint32) {
	b := &w.batch
	if b.n == batchSize {
		w.flush()
	}
	b.made[b.n] = candidate{k, left, right, op}
	b.n++
}

// emitFit emits n if it is within the limits.
func (w *worker) emitFit(n number, op operation, i, j uint32) {
	if w.limit.fits(n) {
		w.emit(n.key(), op, i, j)
	}
}

// flush enters the candidates of the batch, or keeps those that would change the levels.
func (w *worker) flush() {
	b := &w.batch
	t := w.t
	made := b.made[:b.n]
	b.n = 0
	if !w.keeps {
		b.enter(t, made)
		return
	}
	b.approach(t, made)
	for i := range made {
		entry, found := t.findHashed(made[i].key, b.hash[i])
		if !found || t.isPlainer(&made[i], entry) {
			w.kept = append(w.kept, made[i])
		}
	}
}

// enter enters candidates.
func (b *batch) enter(t *levels, cs []candidate) {
	for cs := range slices.Chunk(cs, batchSize) {
		b.approach(t, cs)
		for i := range cs {
			t.enter(&cs[i], b.hash[i])
		}
	}
}

// approach hashes candidates and reads their slots.
func (b *batch) approach(t *levels, cs []candidate) {
	var touched uint32
	for i := range cs {
		h := hash(cs[i].key)
		b.hash[i] = h
		touched |= t.slots[h>>t.shift]
	}
	// Without this use the compiler could leave out the loads that bring the slots near.
	b.seen = touched
}
