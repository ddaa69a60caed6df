package twentyfour

const (
	// deckMax is the greatest card of the classic deck, which begins with 1.
	deckMax = 13
	// maxTarget is the greatest target of a study of the whole deck, which begins with 0.
	maxTarget = 100
)

// targets is a set of whole numbers 0..maxTarget.
type targets [maxTarget + 1]bool

// targets returns the whole numbers 0..maxTarget that the cards of g make.
func (g *group) targets() (t targets) {
	for _, s := range g.splits {
		if len(s.a.cards) == 1 && len(s.b.cards) > 2 {
			t.joinCard(int64(s.a.cards[0]), s.b.content)
		} else {
			t.join(s.a.numbers(), s.b.numbers())
		}
	}
	return t
}

// join adds what each number of a makes with each number of b.
func (t *targets) join(a, b *numbers) {
	for _, x := range a.whole {
		for _, y := range b.whole {
			t.addSums(x, y)
			t.addProducts(x, y)
		}
		t.joinFractions(x, b.fractions)
	}
	for _, y := range b.whole {
		t.joinFractions(y, a.fractions)
	}
	for _, x := range a.fractions {
		for _, y := range b.fractions {
			t.joinTwoFractions(x, y)
		}
	}
}

// joinCard adds what a card makes with a group of three cards or more.
//
// It need not add the card to a sum: c + (p + q), where p is of several cards, is p + (c + q), and so
// that number is made by another split, in which no part is a single card. The same goes for
// differences, and for products and quotients.
func (t *targets) joinCard(card int64, group *content) {
	if group.sums == nil {
		group.sortOut()
	}
	for _, y := range group.products {
		t.addSums(card, y)
	}
	for _, y := range group.sums.whole {
		t.addProducts(card, y)
	}
	t.joinFractions(card, group.sums.fractions)
}

// add adds n if it is in range.
func (t *targets) add(n int64) {
	if n <= maxTarget {
		t[n] = true
	}
}

// addSums adds the sum and the difference of two whole numbers.
func (t *targets) addSums(x, y int64) {
	t.add(x + y)
	t.add(max(x, y) - min(x, y))
}

// addProducts adds the product and the quotient of two whole numbers.
func (t *targets) addProducts(x, y int64) {
	more := max(x, y)
	less := min(x, y)
	t.add(more * less)
	// less/more is whole only if it is 0, and then the product is 0, too.
	if less > 0 && more <= maxTarget*less && more%less == 0 {
		t.add(more / less)
	}
}

// joinFractions adds what a whole number makes with fractions. The fractions are in lowest terms. So a
// product is whole only if the denominator divides x, and a quotient only if the numerator divides x.
// A sum is never whole.
func (t *targets) joinFractions(x int64, ys []ratio) {
	if x == 0 && len(ys) > 0 {
		t.add(0)
		return
	}
	for _, y := range ys {
		if y.Den <= x && x%y.Den == 0 {
			t.add(x / y.Den * y.Num)
		}
		if y.Num <= x && x%y.Num == 0 {
			t.add(x / y.Num * y.Den)
		}
	}
}

// joinTwoFractions adds what two fractions in lowest terms make. Their sum is whole only if their
// denominators are equal.
func (t *targets) joinTwoFractions(x, y ratio) {
	if x.Den == y.Den {
		t.addRatio(x.Num+y.Num, x.Den)
		t.addRatio(max(x.Num-y.Num, y.Num-x.Num), x.Den)
	}
	t.addRatio(x.Num*y.Num, x.Den*y.Den)
	// Of a quotient and its inverse only the greater can be whole.
	num := x.Num * y.Den
	den := x.Den * y.Num
	t.addRatio(max(num, den), min(num, den))
}

// addRatio adds num/den if it is whole and in range.
func (t *targets) addRatio(num, den int64) {
	if num <= maxTarget*den && num%den == 0 {
		t[num/den] = true
	}
}
