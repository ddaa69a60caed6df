// Package search finds expressions that write a number with one digit only, used
// as few times as possible. It knows numbers and how they are made; it must never
// know a puzzle, a book of answers or a player. Names in brackets below are files
// of this package.
//
// It holds levels. The first has the numbers that can be written with the digit
// once, the second those that need it twice, and so on, each number once and
// within limits (levels, limits). A level is grown from those before it: every
// pair is joined by the rules of arithmetic, and every number is raised to every
// exponent (grow, pair, raise, pairfactorial). A root or a factorial of the result
// costs no digit (unary). A number is stored as a fraction, times a root or a
// factorial if it has one (number, base, root, factorial).
//
// A number that needs more digits than the levels have is sought backwards, from
// the goal. For each number x that is held, the number that makes the goal together
// with x is looked up (goal, partner, backward).
//
// Find looks for one target, FindAll for all targets up to a bound. A Scope states how
// far it searched.
package search
