package search

// A part is an operand of an operation that makes a goal: an entry, or a number
// of the last level, which has a fingerprint only and no entry yet.
type part struct {
	key   key
	entry uint32
	last  bool
}

func (t *levels) entryPart(i uint32) part { return part{key: t.keys[i], entry: i} }

func (t *levels) levelOf(p part) int {
	if p.last {
		return t.depth()
	}
	return t.level(p.entry)
}

// A lookup seeks a number for the other side of an operation on entry by.
type lookup struct {
	key  key
	hash uint64
	by   uint32
	goal int32
	op   operation
	last bool // the number is the right operand
	deep bool // it may be of the last level
}

// Lookups are gathered and done together, as candidates are in a batch.
type lookups struct {
	n    int
	seen uint32 // of the slots: see do
	wait [batchSize]lookup
}

// add queues a lookup of n; if a batch is waiting, that is done first.
func (l *lookups) add(t *levels, n number, of lookup, found func(of *lookup, p part)) {
	if !n.holdable() {
		return
	}
	if l.n == batchSize {
		l.do(t, found)
	}
	of.key = n.key()
	l.wait[l.n] = of
	l.n++
}

func (l *lookups) do(t *levels, found func(of *lookup, p part)) {
	var touched uint32
	for i := range l.wait[:l.n] {
		of := &l.wait[i]
		of.hash = hash(of.key)
		touched |= t.slots[of.hash>>t.shift]
	}
	l.seen = touched // a use, so that the loads that bring the slots near are made
	for i := range l.wait[:l.n] {
		of := &l.wait[i]
		if e, ok := t.findHashed(of.key, of.hash); ok {
			found(of, part{key: of.key, entry: e})
		} else if of.deep && t.last.has(of.hash) {
			found(of, part{key: of.key, last: true})
		}
	}
	l.n = 0
}
