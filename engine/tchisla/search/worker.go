package search

import "cmp"

// A worker makes candidates of a level. Alone, it enters them; of several, each
// keeps those that may change the levels, which all of them only read. Of a last
// level it keeps fingerprints.
type worker struct {
	t     *levels
	calc  *calculator
	limit *limits
	batch batch
	apart bool
	left  []candidate // the candidates kept, if apart
	marks *marks      // nil: not of a last level
	least []candidate // by target up to some number: its least awkward origin on a last level
}

func (t *levels) newWorkers(n int) []*worker {
	ws := make([]*worker, n)
	for i := range ws {
		ws[i] = &worker{t: t, calc: t.calculator(i), limit: t.limit}
	}
	return ws
}

// A batch is a run of candidates that are looked up together: the slots are
// read in one loop of independent loads, which the processor overlaps, and
// only then compared one by one.
type batch struct {
	n    int
	seen uint32 // of the slots: see flush
	made [batchSize]candidate
	hash [batchSize]uint64
}

const batchSize = 256

func (w *worker) emit(k key, op operation, left, right uint32) {
	if w.marks != nil {
		if k.isInteger() && k.num < uint64(len(w.least)) {
			w.keepLeast(candidate{k, left, right, op})
		}
		w.marks.add(w, k)
		return
	}
	b := &w.batch
	if b.n == batchSize {
		w.flush()
	}
	b.made[b.n] = candidate{k, left, right, op}
	b.n++
}

// keepLeast keeps the least awkward origin of a target, and of those the first in
// the order of their parts, so that it does not depend on which worker finds it.
func (w *worker) keepLeast(c candidate) {
	at, t := &w.least[c.key.num], w.t
	if *at == (candidate{}) || cmp.Or(
		cmp.Compare(t.awkwardness(c.op, c.left, c.right), t.awkwardness(at.op, at.left, at.right)),
		cmp.Compare(c.op, at.op), cmp.Compare(c.left, at.left), cmp.Compare(c.right, at.right),
	) < 0 {
		*at = c
	}
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
	var touched uint32
	for i := range b.made[:b.n] {
		h := hash(b.made[i].key)
		b.hash[i] = h
		touched |= t.slots[h>>t.shift]
	}
	b.seen = touched // a use, so that the loads that bring the slots near are made
	for i := range b.made[:b.n] {
		c := &b.made[i]
		if !w.apart {
			t.enter(c, b.hash[i])
		} else if s, found := t.findHashed(c.key, b.hash[i]); !found || t.plainer(s, c) {
			w.left = append(w.left, *c)
		}
	}
	b.n = 0
}

// Marks are the candidates of a last level that wait to be put into its
// fingerprints, by shard.
type marks struct {
	found int    // new numbers
	seen  uint32 // of the shards and slots: see flush
	n     [shardCount]uint16
	wait  [shardCount][markSize]key
}

const markSize = 64

func (m *marks) add(w *worker, k key) {
	s := int(hash(k) % shardCount)
	if m.n[s] == markSize {
		m.flush(w, s)
	}
	m.wait[s][m.n[s]] = k
	m.n[s]++
}

// flush puts the candidates that wait for shard s into it. What is made of new
// ones without a digit waits in turn.
func (m *marks) flush(w *worker, s int) {
	var fresh [markSize]key
	n := 0
	shard := &w.t.last.shards[s]
	shard.mu.Lock()
	var touched uint32
	for _, k := range m.wait[s][:m.n[s]] {
		if len(shard.high) > 0 {
			touched |= shard.high[shard.home(tagOf(hash(k)))]
		}
	}
	for _, k := range m.wait[s][:m.n[s]] {
		if shard.add(hash(k)) {
			fresh[n] = k
			n++
		}
	}
	shard.mu.Unlock()
	m.n[s] = 0
	for _, k := range fresh[:n] {
		touched |= w.t.slots[hash(k)>>w.t.shift]
	}
	m.seen = touched // a use, so that the loads that bring the places near are made
	for _, k := range fresh[:n] {
		if _, old := w.t.findHashed(k, hash(k)); old {
			continue
		}
		m.found++
		eachUnary(k.number(), w.limit, func(n number, _ operation) { m.add(w, n.key()) })
	}
}
