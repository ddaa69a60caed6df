package twentyfour

// A valueSet holds values in the order in which they were first added, with an open
// hash table over them; for a whole deck of hands a Go map takes half again as long.
type valueSet struct {
	values []ratio
	slots  []int32 // a power of two of them: index in values, plus one; 0: free
	hints  uint64  // a bit for the hash of each value; most searches are for values not in the set
}

// find returns the index of v in values, or -1.
func (s *valueSet) find(v ratio) int {
	h := v.hash()
	if s.hints>>(h>>26)&1 == 0 {
		return -1
	}
	for ; ; h++ {
		i := s.slots[h&uint32(len(s.slots)-1)]
		if i == 0 || s.values[i-1] == v {
			return int(i) - 1
		}
	}
}

func (s *valueSet) add(v ratio) {
	if 2*len(s.values) >= len(s.slots) {
		s.slots = make([]int32, max(8, 4*len(s.values)))
		for i := range s.values {
			s.place(i + 1)
		}
	}
	if s.find(v) < 0 {
		s.values = append(s.values, v)
		s.place(len(s.values))
	}
}

// place puts values[i-1] into slots.
func (s *valueSet) place(i int) {
	h := s.values[i-1].hash()
	s.hints |= 1 << (h >> 26)
	for s.slots[h&uint32(len(s.slots)-1)] != 0 {
		h++
	}
	s.slots[h&uint32(len(s.slots)-1)] = int32(i)
}

func (r ratio) hash() uint32 {
	return uint32((uint64(r.Num)*0x9e3779b97f4a7c15 + uint64(r.Den)*0xc2b2ae3d27d4eb4f) >> 32)
}
