// Package countdown is the numbers game of television's Countdown: six tiles, a
// target from 101 to 999, and the nearest answer wins. Each tile may be used at
// most once; only + - * / are allowed, and every step must make a whole number
// above zero. The package knows those rules, finds every distinct solution, and
// studies all games at once. It must never know a clock, a player, or a sentence.
//
// Two solutions are the same if they are equal after flattening chains of + and -
// and chains of * and /; tiles of equal value are interchangeable. Multiplying or
// dividing by 1 makes no new solution.
//
// # Faults of a board
//
//	board.form    cannot be read; At
//	board.count   not six tiles and a target; Args "count" (of numbers read), "want"
//	board.tile    no such tile; Args "text"; At
//	board.copies  more of a tile than the bag holds; Args "text", "copies"; At
//	board.target  no such target; Args "text", "min", "max"; At
//	board.large   no such number of large tiles; Args "text", "max"; At
//
// # Faults of an answer
//
// Those of expr.Fault, "claim" and "claim.rounded" of engine.Evaluate, those of engine.JudgeText about
// texts that say that the board is impossible, and
//
//	operator           an operation the game does not have; Args "operator"; At
//	extra              numbers that are not on the board; Args "numbers"; At the first
//	repeated           tiles used too often; Args "numbers"; At the first
//	step.not-whole     a step that is not whole; Args "step" ("7/2"), "value" ("3 1/2"); At the step
//	step.not-positive  a step of 0 or less; Args as before
//	near               10 or less off the target, which earns points; Args "value", "goal", "distance"
//	far                more than 10 off the target; Args as before
//
// # Hints
//
// They are about the most natural of the best solutions. If the target cannot be
// made, the first says so.
//
//	nearest    the nearest number that can be made; Args "value", "distance"
//	last.add   the last operation; also last.sub, last.mul, last.div
//	aim.add    the two values it joins; also aim.sub, aim.mul, aim.div; Args "x", "y"
//	pair       the solution without a part made of two numbers; Args "text"
//	nearly     the solution without one number, if it has three; Args "text"
//	solution   the solution, if it has only one operation; Args "text"
//
// # Reasons of a rating
//
//	impossible  the target cannot be made
//	operations  every solution has five operations
//	division    every solution has a division
//	big         every solution has a step above a thousand
//	few         at most three solutions
package countdown
