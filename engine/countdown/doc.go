// Package countdown is the numbers game of television's Countdown: six tiles,
// a target from 101 to 999, and whoever comes nearest to it wins. Each tile may
// be used once and need not be; only + - * / are allowed, and every step must
// make a whole number above zero. The package knows those rules, finds every
// distinct solution, and counts what is true of all games. It must never know
// a clock, a player, or a sentence.
//
// Two solutions are the same if they are equal once chains of + and - are
// flattened, and chains of * and /, tiles of equal value not being told apart.
// Multiplying by a 1, or dividing by it, makes no new solution.
//
// # Faults of a board
//
//	board.form    cannot be read; At is the place
//	board.count   not six tiles and a target; Args "count" (of numbers read), "want"
//	board.tile    no such tile; Args "text"; At
//	board.copies  more of a tile than there are; Args "text", "copies"; At
//	board.target  no such target; Args "text", "min", "max"; At
//	board.large   no such number of large tiles; Args "text", "max"; At
//
// # Faults of an answer
//
// Those of expr.Error, and "claim" of engine.ReadAnswer, besides
//
//	operator           an operation the game does not have; Args "operator"; At
//	extra              numbers that are not on the board; Args "numbers"; At the first
//	repeated           tiles used too often; Args "numbers"; At the first
//	step.not-whole     a step that is not whole; Args "step" ("7/2"), "value" ("3 1/2"); At the step
//	step.not-positive  a step of 0 or less; Args as before
//	near               off the target by 10 or less, which brings points; Args "value", "goal", "distance"
//	far                off the target by more; Args as before
//
// # Hints
//
// They are about the most natural of the best solutions. Where the target
// cannot be made, the first says so.
//
//	nearest    Args "value", "distance": the nearest that can be made
//	last.add   the operation done last; also last.sub, last.mul, last.div
//	aim.add    Args "x", "y": the values it joins; also aim.sub, aim.mul, aim.div
//	nearly     Args "text": the solution but for one number
//	solution   Args "text": the solution, where it has one operation only
//
// # Reasons of a rating
//
//	impossible  the target cannot be made
//	operations  every solution has five operations
//	division    every solution has a division
//	big         every solution has a step above the greatest target
//	few         at most three solutions
package countdown
