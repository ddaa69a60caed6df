package search

// An operation is how an entry was made: a kind in the low four bits and, for
// powers, the number of square roots drawn from the result in the high four.
type operation uint8

const (
	// concatenate makes a repdigit; left is its number of digits.
	concatenate operation = iota
	add
	subtract
	multiply
	divide
	// raise makes left ^ right, and raiseInverse left ^ -right.
	raise
	raiseInverse
	// factorialRatio makes left! / right!.
	factorialRatio
	// squareRootOf makes √left, and factorialOf left!.
	squareRootOf
	factorialOf
)

// maxRoots is how many roots of a power an operation can count.
const maxRoots = 15

func (o operation) kind() operation           { return o & 15 }
func (o operation) roots() int                { return int(o >> 4) }
func (o operation) withRoots(n int) operation { return o | operation(n)<<4 }
func (o operation) isUnary() bool             { return o == squareRootOf || o == factorialOf }
