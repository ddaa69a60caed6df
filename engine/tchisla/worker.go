package tchisla

// A worker makes candidates of a level. Alone, it enters them; of several, each
// keeps those that may change the table, which all of them only read.
type worker struct {
	t     *table
	calc  *calculator
	limit limits
	batch batch
	apart bool
	left  []candidate // what is kept, if apart
}

// A candidate is a number with how it was made.
type candidate struct {
	key         key
	left, right uint32
	op          operation
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

func (w *worker) emit(n number, op operation, left, right uint32) {
	b := &w.batch
	if b.n == batchSize {
		w.flush()
	}
	b.made[b.n] = candidate{n.key(), left, right, op}
	b.n++
}

// flush enters the candidates of the batch, or keeps those that a look at the
// table does not rule out.
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
			t.enter(c.key, b.hash[i], c.op, c.left, c.right)
		} else if s, found := t.findFrom(c.key, b.hash[i], b.hash[i]>>t.shift); !found || t.plainer(s, c.key, c.op, c.left, c.right) {
			w.left = append(w.left, *c)
		}
	}
	b.n = 0
}
