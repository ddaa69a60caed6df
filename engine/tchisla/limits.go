package tchisla

// limits bound the numbers held at one level. They are part of the stated
// search space: "proven" means proven among numbers within them.
type limits struct {
	integer  uint64 // largest integer
	num, den uint64 // largest parts of a fraction
	coef     uint64 // largest parts of the factor before a root
	rad      uint32 // largest radicand
	k        uint8  // deepest root: 2 stands for fourth roots
	scale    uint64 // largest parts of the factor before a factorial above 20!
	scaled   uint32 // largest such factorial
}

func (s limits) fits(n number) bool {
	switch {
	case n.isScaled():
		return n.rad <= s.scaled && n.num <= s.scale && n.den <= s.scale
	case n.rad != 1:
		return n.rad <= s.rad && n.k <= s.k && n.num <= s.coef && n.den <= s.coef
	case n.den == 1:
		return n.num <= s.integer
	default:
		return n.num <= s.num && n.den <= s.den
	}
}

// schedule gives the limits by how many levels are still to come. The fewer
// there are, the less can be done to bring a large number back, and the fewer
// roots will meet their like; so the wide levels are the early ones, which are
// small. The widths were found by trial: widening any of them fourfold gained
// nothing on the targets to 1000.
var schedule = []limits{
	{integer: 1 << 50, num: 1 << 28, den: 1 << 28, coef: 1 << 14, rad: 1 << 12, k: 1, scale: 1 << 24, scaled: 1 << 20},
	{integer: 1 << 58, num: 1 << 32, den: maxDen, coef: 1 << 18, rad: 1 << 14, k: 2, scale: 1 << 24, scaled: 1 << 20},
	{integer: maxNum, num: 1 << 36, den: maxDen, coef: 1 << 24, rad: 1 << 18, k: 3, scale: 1 << 24, scaled: 1 << 20},
	{integer: maxNum, num: 1 << 44, den: maxDen, coef: 1 << 30, rad: 1 << 22, k: 4, scale: 1 << 24, scaled: 1 << 20},
}

// narrow are the limits past the schedule: what is left is to add, subtract or
// divide by one thing more.
var narrow = limits{integer: 1 << 24, num: 1 << 16, den: 1 << 10}

func scheduled(left int) limits {
	if left < 0 {
		return narrow
	}
	return schedule[min(left, len(schedule)-1)]
}
