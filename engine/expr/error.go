package expr

import "fmt"

// An Error is what is wrong with an expression, and where.
//
//	syntax.empty         there is no expression
//	syntax.unexpected    a character or a word that means nothing here; Args "text", "want" (what would: "number", be it
//	                     in brackets or with a sign or root before it, or "operator", which a closing bracket may stand for)
//	syntax.unclosed      a bracket is never closed; At is the bracket
//	syntax.unopened      a closing bracket without an opening one
//	syntax.mismatch      a bracket is closed by one of another kind; At is the closing one, Args "want"
//	syntax.operand       a number or bracket is missing at At
//	syntax.operator      an operator is missing before At
//	syntax.equals        an equals sign where none can be
//	too-long             the text, a number in it or the list of its steps is longer than Args "limit"; Args "unit" is
//	                     "bytes", "digits" or "steps"
//	too-deep             nested deeper than Args "limit"
//	too-large            a value too large or too costly to check
//	div-zero             a division by zero, or zero to a negative power
//	root-negative        an even root of a negative number
//	factorial            the factorial of a number that is not whole, or below 0
//	irrational-exponent  a power whose exponent is irrational
type Error struct {
	Code string
	Args map[string]any
	At   Span // in bytes of the text as it was given; zero for a tree that was not parsed
}

// Error is for logs; people read a sentence made from the Code.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at %d", e.Code, e.At.Pos)
}
