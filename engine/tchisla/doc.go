// Package tchisla is the puzzle of writing a target with one digit only, as few
// times as possible. It knows the rules and the book of best known answers; package
// search looks for answers outside the book. It must never know a player or a
// sentence.
//
// An expression may use + - * / ^ √ ! and brackets; digits may stand together
// (77), the digit used is the only one; !! is the factorial twice. Whatever
// real number comes up on the way is allowed. The measure is the number of
// digits written.
//
// # Codes
//
// Faults of Parse and New, besides those of expr:
//
//	target.form    the text is not a target and a digit; Args "text"
//	target.range   the target is not between 1 and Args "max"; At is the target
//	target.digit   the digit is not between 1 and 9; At is the digit
//	target.year    the year is asked for and not known
//
// Faults of Judge, besides those of engine.JudgeAnswer:
//
//	digit          other digits are used; Args "digits" (those, ascending, []string),
//	               "digit" (the one allowed); At is the first number with one
//
// Hints, in their order:
//
//	digits         how many digits are enough; Args "digits" (int). If the person knows that, it is
//	               "number", or "single" if all numbers are single digits; Args "digit" (int)
//	last.add …     the operation done last; also last.sub last.mul last.div
//	               last.pow last.sqrt last.fact last.neg, and last.number where
//	               there is none and the target is the digit repeated
//	part           a part of the expression; Args "text", "value" (of the part)
//	step           or two values that are joined; Args "text"
//	number         or a number that is used; Args "text"
//	solution       or the expression, if no part of it helps; Args "text"
//
// The fact about an answer is "family." and one of Families; Args "core", "value", "rest" (see
// Family), or none if a value is long.
//
// Reasons of a Rating:
//
//	irrational     a root that does not come out is needed on the way
//	large          a whole number far above the target is needed on the way
//	fraction       a fraction is needed on the way
//	factorial.far  the factorial of something other than a number or a root is needed
//	root           the root of something other than a number is needed
//	power          a power is needed
//	digits         nothing but the number of digits
package tchisla
