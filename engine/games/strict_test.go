package games

import (
	"math/big"
	"slices"
	"strconv"
)

// A strictReader judges calculations as they are typed, on its own: with another grammar than package expr, and on
// math/big instead of package exact. It knows digits, + - * / and brackets and, with factorials, ! and √. It knows
// nothing else that people write.
type strictReader struct {
	text       []rune
	pos        int
	factorials bool
	// positive means that every step must make a whole number above 0.
	positive bool
	// numbers are those that were read.
	numbers []string
	// failed means that the text is no calculation, or has no value.
	failed bool
	// inexact means that it has a value that this reader does not know, such as √2.
	inexact bool
	// broken means that a step makes no whole number above 0.
	broken bool
}

// evaluate returns the value of a text. It is nil if the text has none.
func (r *strictReader) evaluate(text string) *big.Rat {
	r.text = []rune(text)
	v := r.sum()
	if r.pos < len(r.text) {
		r.failed = true
	}
	if r.failed {
		return nil
	}
	return v
}

// peek returns the next sign that is no blank, 0 at the end.
func (r *strictReader) peek() rune {
	for r.pos < len(r.text) && r.text[r.pos] == ' ' {
		r.pos++
	}
	if r.pos == len(r.text) {
		return 0
	}
	return r.text[r.pos]
}

// step checks the result of an operation.
func (r *strictReader) step(v *big.Rat) *big.Rat {
	isPositive := v.IsInt() && v.Sign() > 0
	r.broken = r.broken || r.positive && !isPositive
	return v
}

func (r *strictReader) sum() *big.Rat {
	v := r.product()
	for !r.failed {
		sign := r.peek()
		if sign != '+' && sign != '-' {
			break
		}
		r.pos++
		w := r.product()
		if sign == '-' {
			w = new(big.Rat).Neg(w)
		}
		v = r.step(new(big.Rat).Add(v, w))
	}
	return v
}

func (r *strictReader) product() *big.Rat {
	v := r.signed()
	for !r.failed {
		sign := r.peek()
		if sign != '*' && sign != '/' {
			break
		}
		r.pos++
		w := r.signed()
		if sign == '*' {
			v = r.step(new(big.Rat).Mul(v, w))
			continue
		}
		if w.Sign() == 0 {
			r.failed = true
			return v
		}
		v = r.step(new(big.Rat).Quo(v, w))
	}
	return v
}

func (r *strictReader) signed() *big.Rat {
	switch r.peek() {
	case '-':
		r.pos++
		r.broken = r.broken || r.positive
		return new(big.Rat).Neg(r.signed())
	case '+':
		r.pos++
		return r.signed()
	}
	return r.root()
}

func (r *strictReader) root() *big.Rat {
	if !r.factorials || r.peek() != '√' {
		return r.factorial()
	}
	r.pos++
	v := r.root()
	if v.Sign() < 0 {
		r.failed = true
		return v
	}
	above := new(big.Int).Sqrt(v.Num())
	below := new(big.Int).Sqrt(v.Denom())
	root := new(big.Rat).SetFrac(above, below)
	if new(big.Rat).Mul(root, root).Cmp(v) != 0 {
		r.inexact = true
	}
	return root
}

// largestFactorial is the largest number whose factorial a strictReader computes.
const largestFactorial = 200

func (r *strictReader) factorial() *big.Rat {
	v := r.atom()
	for r.factorials && !r.failed && r.peek() == '!' {
		r.pos++
		if !v.IsInt() || v.Sign() < 0 {
			r.failed = true
			return v
		}
		if v.Cmp(big.NewRat(largestFactorial, 1)) > 0 {
			r.inexact = true
			return v
		}
		product := new(big.Int).MulRange(1, v.Num().Int64())
		v = new(big.Rat).SetInt(product)
	}
	return v
}

func (r *strictReader) atom() *big.Rat {
	if r.peek() == '(' {
		r.pos++
		v := r.sum()
		if r.peek() != ')' {
			r.failed = true
			return v
		}
		r.pos++
		return v
	}
	start := r.pos
	for r.pos < len(r.text) && '0' <= r.text[r.pos] && r.text[r.pos] <= '9' {
		r.pos++
	}
	v, ok := new(big.Rat).SetString(string(r.text[start:r.pos]))
	if !ok {
		r.failed = true
		return new(big.Rat)
	}
	r.numbers = append(r.numbers, v.RatString())
	return v
}

// A strictPuzzle is a puzzle as a strictReader judges it.
type strictPuzzle struct {
	tiles []string
	goal  int64
	// game is the name of its game.
	game string
}

// judge reports whether a text is read at all and has a value that is known, and whether it is right.
func (p strictPuzzle) judge(text string) (isKnown, isRight bool) {
	r := strictReader{factorials: p.game == "tchisla", positive: p.game == "countdown"}
	v := r.evaluate(text)
	if v == nil || r.inexact {
		return false, false
	}
	makesGoal := v.Cmp(big.NewRat(p.goal, 1)) == 0
	return true, makesGoal && !r.broken && p.allows(r.numbers)
}

// allows reports whether an answer may use some numbers.
func (p strictPuzzle) allows(numbers []string) bool {
	if p.game == "tchisla" {
		for _, n := range numbers {
			for _, digit := range n {
				if string(digit) != p.tiles[0] {
					return false
				}
			}
		}
		return true
	}
	left := p.leftOver(numbers)
	isWithin := len(left)+len(numbers) == len(p.tiles)
	return isWithin && (p.game == "countdown" || len(left) == 0)
}

// leftOver returns the tiles that are not among some numbers.
func (p strictPuzzle) leftOver(numbers []string) []string {
	left := slices.Clone(p.tiles)
	for _, n := range numbers {
		if i := slices.Index(left, n); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return left
}

// isOfTiles reports whether a text is read, and uses nothing but the puzzle's numbers, each at most once.
func (p strictPuzzle) isOfTiles(text string) bool {
	r := strictReader{factorials: p.game == "tchisla"}
	if r.evaluate(text) == nil || r.inexact {
		return false
	}
	if p.game == "tchisla" {
		return p.allows(r.numbers)
	}
	return len(p.leftOver(r.numbers))+len(r.numbers) == len(p.tiles)
}

// goalText is the goal in digits.
func (p strictPuzzle) goalText() string { return strconv.FormatInt(p.goal, 10) }
