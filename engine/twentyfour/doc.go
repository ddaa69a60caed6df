// Package twentyfour is the 24 game: use every card of a hand once, with
// + - * / and brackets, and make 24, or another goal. It knows hands, which
// solutions count as the same, and how hard people find a hand. It must never
// know what a player reads: it speaks in the codes listed here.
//
// # Solutions
//
// Two expressions are the same solution if a chain of these rules leads from one to the
// other. Each expression on the way makes the goal, or minus the goal:
//
//   - terms and factors are commuted and regrouped: a-(b-c) is a-b+c, a/(b/c) is
//     a/b*c;
//   - signs are moved: (a-b)*(c-d) is (b-a)*(d-c). A solution's own sign is no
//     part of it: the solutions for -24 are those for 24 that can be written so
//     as to make -24. A factor of 0 has no sign: if a equals b, (a-b)*X is (b-a)*X.
//     Multiplying by -1 is dividing by -1;
//   - *1 is /1, and *1 and +0 may stand at any place;
//   - A*X/X is A+X-X;
//   - two products of 0 are the same if they have the same cards, and 0+0 is such a
//     product.
//
// For a hand of seven cards or more only one solution is searched for, a plain one (see
// many.go), and nobody has measured how hard such hands are. The forms of answers follow the
// same rules, but where parts that change nothing overlap, two texts of one solution may have
// different forms.
//
// # Codes
//
// Every code this package hands out, with its arguments. The code that talks to
// players has a sentence for each. Values are exact texts: "24", "-5", "64/3";
// "mixed" ones have a whole part: "21 1/3".
//
// Faults of a hand (Parse, New). At is the place in the text.
//
//	hand.count        too few or too many cards; count, min, max (int)
//	hand.card         what cannot be a card; text, min, max (int)
//	hand.goal         what cannot be a goal; text, limit (int: of either sign)
//	hand.goal.none    only a goal was given, and no classic hand makes it; goal (int)
//
// Faults of an answer (Judge), one at a time, the first that holds: the text
// cannot be read, an operation is not allowed, the numbers are not the hand's,
// there is no value, a step is not what the player says, the value is not the goal, it
// is not what the player says. A text that says that the hand is impossible has a
// Fault of engine.JudgeText.
//
//	syntax.* too-*    see expr.Fault: the text cannot be read, or what the player says it makes; At
//	operator          an operation the game does not know; operator ("^" "√" "!"); At
//	sign              a sign before a number or bracket; only a fault if the goal is below zero, or if
//	                  the cards have to be used in their order; At
//	extra             numbers not in the hand; numbers ([]string); At is the first
//	extra.missing     the same, and cards not used; numbers, missing ([]string); At
//	repeated          cards used too often; numbers ([]string); At is the first one too many
//	repeated.missing  the same, and cards not used; numbers, missing ([]string); At
//	missing           cards not used; numbers ([]string)
//	order             the cards have to be used in another order; numbers ([]string: in that order);
//	                  At is the first number that is out of order
//	div-zero          a division by zero; At is the divisor
//	too-large         a value too large to check; At
//	value             another value than the goal; value, mixed, goal
//	claim             the player says another value for the answer, which is right, or for a step:
//	                  8*3=25; claim, value; At
//	claim.rounded     the same of a decimal
//
// A number that is missing twice is in the list twice. An answer with wrong
// operations or numbers that also has no value may have the outcome "invalid".
//
// Hints.
//
//	core                                 n cards make the goal, and the others cancel each other; n (int), goal
//	last.add last.sub last.mul last.div  what the last step does; no arguments
//	aim.add aim.sub aim.mul aim.div      its two sides; x, y (mixed)
//	pair                                 the solution with a ? for a part made of two numbers; text
//	nearly                               the solution with a ? for one number, if it has three; text
//	solution                             the solution, if it has two numbers; text
//
// Reasons of a Rating, the most telling first. Of a hand of level 3 to 5 those
// that make it hard, of level 1 or 2 those that make it easy; if there are none
// of these, the others.
//
//	unsolvable  hard: no solution (alone)
//	fraction    hard: every solution goes through a fraction
//	large       hard: every solution goes through a number above twice the goal (and above 48)
//	division    hard: every solution needs a division
//	single      hard: there is only one solution
//	few         hard: two to four solutions
//	sum         easy: adding and subtracting the cards does it
//	many        easy: five solutions or more
//	equal       easy: there are at most half as many different cards as cards
//	factors     easy: a solution ends by multiplying whole numbers, none of them 1
package twentyfour
