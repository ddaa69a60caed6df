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
// small. The widths were found by trial: wider ones gained nothing on the
// targets to 10000, save a few of 7.
var schedule = []limits{
	{integer: 1 << 48, num: 1 << 26, den: 1 << 26, coef: 1 << 10, rad: 1 << 10, k: 1},
	{integer: 1 << 56, num: 1 << 30, den: maxDen, coef: 1 << 14, rad: 1 << 12, k: 2, scale: 1 << 24, scaled: 1 << 20},
	{integer: maxNum, num: 1 << 32, den: maxDen, coef: 1 << 20, rad: 1 << 16, k: 3, scale: 1 << 24, scaled: 1 << 20},
	{integer: maxNum, num: 1 << 40, den: maxDen, coef: 1 << 28, rad: 1 << 20, k: 3, scale: 1 << 24, scaled: 1 << 20},
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
