package search

// An operation is how an entry was made: a kind in the low four bits and, for
// powers, the number of square roots drawn from the result in the high four.
type operation uint8

const (
	concatenate    operation = iota // left is the number of digits
	add                             // left + right
	subtract                        // left - right
	multiply                        // left * right
	divide                          // left / right
	raise                           // left ^ right
	raiseInverse                    // left ^ -right
	factorialRatio                  // left! / right!
	squareRootOf                    // √left
	factorialOf                     // left!
)

// maxRoots is how many roots of a power an operation can count.
const maxRoots = 15

func (o operation) kind() operation           { return o & 15 }
func (o operation) roots() int                { return int(o >> 4) }
func (o operation) withRoots(n int) operation { return o | operation(n)<<4 }
func (o operation) isUnary() bool             { return o == squareRootOf || o == factorialOf }
