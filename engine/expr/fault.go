package expr

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Fault is what is wrong with a text, and where. Those of an expression are
//
//	syntax.empty         there is no expression
//	syntax.unexpected    a character or a word that means nothing here; Args "text", "want": "number" (perhaps in
//	                     brackets or with a sign or root before it) or "operator" (or a closing bracket)
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
type Fault struct {
	// Code is [a-z0-9.-]+.
	Code string
	Args Args
	// At is the place in the text as it was given; nil if the whole text is meant, or for a
	// tree that was not parsed.
	At *Span
}

// Args are the named arguments of a Fault: values of type string, int, []string.
type Args map[string]any

// A Span is a place in a text, in bytes: text[Pos:End].
type Span struct{ Pos, End int }

// Error is for logs and the command line; people read a sentence made from the Code.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Code)
	for _, k := range slices.Sorted(maps.Keys(f.Args)) {
		fmt.Fprintf(&b, " %s=%v", k, f.Args[k])
	}
	if f.At != nil {
		fmt.Fprintf(&b, " at=%d", f.At.Pos)
	}
	return b.String()
}
