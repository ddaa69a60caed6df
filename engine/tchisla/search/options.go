package search

// Options bound a search. The zero Options are those of a live search.
type Options struct {
	// Entries is the most numbers held at once with what they are made of, some
	// 33 bytes of memory each; 0 stands for 4 million. At most 67 million. FindAll
	// holds four times as many more of its last level, some 8 bytes each.
	Entries int
	// Workers is how many goroutines search; 0 stands for one. What is found does
	// not depend on it.
	Workers int
}

const liveEntries = 4_000_000

func (o Options) entries() int {
	if o.Entries <= 0 {
		return liveEntries
	}
	return o.Entries
}

func (o Options) workers() int { return max(1, o.Workers) }
