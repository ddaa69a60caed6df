package search

import "slices"

// A worker makes candidates of a level. Alone, it enters them; of several, each
// keeps those that may change the levels, which all of them only read.
type worker struct {
	t     *levels
	calc  *calculator
	limit *limits
	batch batch
	apart bool
	left  []candidate // the candidates kept, if apart
}

// A batch is a run of candidates that are looked up together: the slots are
// read in one loop of independent loads, which the processor overlaps, and
// only then compared one by one.
type batch struct {
	n    int
	seen uint32 // of the slots: see approach
	made [batchSize]candidate
	hash [batchSize]uint64
}

const batchSize = 256

func (w *worker) emit(k key, op operation, left, right uint32) {
	b := &w.batch
	if b.n == batchSize {
		w.flush()
	}
	b.made[b.n] = candidate{k, left, right, op}
	b.n++
}

func (w *worker) emitFit(n number, op operation, i, j uint32) {
	if w.limit.fits(n) {
		w.emit(n.key(), op, i, j)
	}
}

// flush enters the candidates of the batch, or keeps those that a look at the
// levels does not rule out.
func (w *worker) flush() {
	b, t := &w.batch, w.t
	made := b.made[:b.n]
	b.n = 0
	if !w.apart {
		b.enter(t, made)
		return
	}
	b.approach(t, made)
	for i := range made {
		if s, found := t.findHashed(made[i].key, b.hash[i]); !found || t.plainer(s, &made[i]) {
			w.left = append(w.left, made[i])
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
	b.seen = touched // a use, so that the loads that bring the slots near are made
}
