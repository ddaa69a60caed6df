// Package search finds expressions that write a number with one digit only, used
// as few times as may be. It knows numbers and what they are made of; it must
// never know a puzzle, a book of answers or who asks.
//
// It holds levels: all numbers that can be written with one, two, three … of the
// digit, within limits, each once (levels, limits). A level is grown from those
// before it: every pair is joined by the rules of arithmetic, every number raised
// to every exponent (grow, pair, raise, factorialratio), and what comes of it by a root or
// a factorial costs no digit (unary). A number is a coefficient times a base, and
// a base is a root or a factorial (number, base, root, factorial).
//
// What is written with more digits than are held is looked for from the other
// end, by a backward step: of each number held, what other number would make the
// goal with it, and is that held (goal, partner, backward, lookup)?
//
// Find looks for one target, FindAll for all targets up to a bound. FindAll holds
// one level more, as fingerprints (fingerprints, origin). What it went through is
// a Scope.
package search
