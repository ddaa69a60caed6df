package search

import (
	"math/bits"
	"sync"
)

// Fingerprints are a set of keys that holds only 60 bits of the hash of each: 48 in
// six bytes and 12 as the number of the shard, where a number with its origin takes
// 25 bytes. About one in 10^10 keys outside the set seems to be in it: a key that
// is found needs its origin as proof, and a number may be lost.
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

func tagOf(h uint64) uint64 { return max(1, h>>16) }

// add puts the hash of a key in and reports whether it is new.
func (s *shard) add(h uint64) bool {
	if s.n*5 >= len(s.high)*4 {
		high, low := s.high, s.low
		size := max(shardSize, len(high)+len(high)/4)
		s.high, s.low = make([]uint32, size), make([]uint16, size)
		for i := range high {
			if tag := uint64(high[i])<<16 | uint64(low[i]); tag != 0 {
				j, _ := s.place(tag)
				s.high[j], s.low[j] = high[i], low[i]
			}
		}
	}
	tag := tagOf(h)
	i, found := s.place(tag)
	if !found {
		s.high[i], s.low[i] = uint32(tag>>16), uint16(tag)
		s.n++
	}
	return !found
}

func (s *shard) home(tag uint64) int {
	home, _ := bits.Mul64(tag<<16, uint64(len(s.high)))
	return int(home)
}

// place returns the place of the tag, or the empty place it would get.
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

// has reports whether the key of that hash is in the set, or seems to be. No key may
// be added at the same time.
func (f *fingerprints) has(h uint64) bool {
	s := &f.shards[h%shardCount]
	if len(s.high) == 0 {
		return false
	}
	_, found := s.place(tagOf(h))
	return found
}
