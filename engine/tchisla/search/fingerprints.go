package search

import (
	"math/bits"
	"sync"
)

// Fingerprints are a set of keys that holds of each no more than 60 bits of its
// hash: 48 in six bytes and 12 as the number of the shard, where a number with its
// origin takes 25. Of 10^10 keys that are not in the set, one or so is taken to
// be: whoever finds a key has to find its origin, too, and a number may be lost.
//
// The shards are small, so that a run of keys put into one at once stays in the
// processor's cache, and each has its own lock.
type fingerprints struct{ shards [shardCount]shard }

const (
	shardBits  = 12
	shardCount = 1 << shardBits
	shardSize  = 128 // at first
)

// A shard is a table with open addressing: a tag is at home at the place that
// is to the length of the table as the tag is to 2^48, or next after it. Tag 0
// is an empty place.
type shard struct {
	mu   sync.Mutex
	n    int
	high []uint32
	low  []uint16
}

func shardOf(h uint64) int { return int(h & (shardCount - 1)) }

func tagOf(h uint64) uint64 { return max(1, h>>16) }

// add puts the hash of a key in and says whether it was not there.
func (s *shard) add(h uint64) bool {
	if s.n*5 >= len(s.high)*4 {
		s.enlarge()
	}
	if s.put(tagOf(h)) {
		s.n++
		return true
	}
	return false
}

func (s *shard) put(tag uint64) bool {
	i, found := s.place(tag)
	if !found {
		s.high[i], s.low[i] = uint32(tag>>16), uint16(tag)
	}
	return !found
}

func (s *shard) home(tag uint64) int {
	home, _ := bits.Mul64(tag<<16, uint64(len(s.high)))
	return int(home)
}

// touch reads the home of a hash, so that it is near when it is asked for.
func (s *shard) touch(h uint64) uint32 {
	if len(s.high) == 0 {
		return 0
	}
	return s.high[s.home(tagOf(h))]
}

// place is where the tag is, or the empty place it would get.
func (s *shard) place(tag uint64) (i int, found bool) {
	high, low := uint32(tag>>16), uint16(tag)
	for i = s.home(tag); ; {
		if s.high[i] == high && s.low[i] == low {
			return i, true
		}
		if s.high[i] == 0 && s.low[i] == 0 {
			return i, false
		}
		if i++; i == len(s.high) {
			i = 0
		}
	}
}

func (s *shard) enlarge() {
	high, low := s.high, s.low
	size := max(shardSize, len(high)+len(high)/4)
	s.high, s.low = make([]uint32, size), make([]uint16, size)
	for i := range high {
		if tag := uint64(high[i])<<16 | uint64(low[i]); tag != 0 {
			s.put(tag)
		}
	}
}

// has says whether the key is in the set, or seems to be. No key may be put in
// meanwhile.
func (f *fingerprints) has(k key) bool {
	return f.hasHashed(hash(k))
}

func (f *fingerprints) hasHashed(h uint64) bool {
	s := &f.shards[shardOf(h)]
	if len(s.high) == 0 {
		return false
	}
	_, found := s.place(tagOf(h))
	return found
}

// bytes is the memory the set holds.
func (f *fingerprints) bytes() int {
	n := 0
	for i := range f.shards {
		n += 6 * len(f.shards[i].high)
	}
	return n
}
