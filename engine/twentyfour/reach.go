package twentyfour

const (
	deckMax   = 13  // the cards of the classic deck are 1..deckMax
	maxTarget = 100 // a study of the whole deck has the targets 0..maxTarget
)

// targets is a set of whole numbers 0..maxTarget.
type targets [maxTarget + 1]bool

// targets returns those that the cards of g make.
func (g *group) targets() (t targets) {
	for _, s := range g.splits {
		for _, x := range s.a.values {
			for _, y := range s.b.values {
				if x.Den == y.Den {
					t.add(x.Num+y.Num, x.Den)
					t.add(max(x.Num-y.Num, y.Num-x.Num), x.Den)
				}
				t.add(x.Num*y.Num, x.Den*y.Den)
				t.add(x.Num*y.Den, x.Den*y.Num)
				t.add(y.Num*x.Den, y.Den*x.Num)
			}
		}
	}
	return t
}

// add adds num/den if it is in range.
func (t *targets) add(num, den int64) {
	if den != 0 && num <= maxTarget*den && num%den == 0 {
		t[num/den] = true
	}
}
