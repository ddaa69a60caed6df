// Package search finds expressions that write a number with one digit only, used
// as few times as possible. It knows numbers and their making; it must never know
// a puzzle, a book of answers or a player.
//
// It holds levels: all numbers that can be written with one, two, three … of the
// digit, within limits, each once (levels, limits). A level is grown from those
// before it: every pair is joined by the rules of arithmetic, every number raised
// to every exponent (grow, pair, raise, pairfactorial); a root or a factorial of
// the result costs no digit (unary). A number is a coefficient times a base, and
// a base is a root or a factorial (number, base, root, factorial).
//
// Numbers of more digits than the levels hold are sought from the other end, by a
// backward step: for each number held, the number that would make the goal with it
// is looked up (goal, partner, backward).
//
// Find looks for one target, FindAll for all targets up to a bound. A Scope states how
// far it searched.
package search
