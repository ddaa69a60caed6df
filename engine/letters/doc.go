// Package letters is the letters game of television's Countdown: nine letters
// are drawn, and whoever spells the longest word with them wins. It knows the
// bags the letters come from, what a word is worth and how hard a draw is. It
// must never know a clock, a player, or a sentence.
//
// Any word of the list is right, but a draw is measured by the words that many
// people know (words.KnownSize): the best word is one that a person could find.
// Who finds a longer one that is rarer gets its points and full quality. Of draws
// as on television 7 % have a word of nine letters and 35 % one of eight as their
// longest in the list, 4 and 25 % in its known part; on television it was 5.6 and
// 34.6 % (ukgameshows.com, Weaver's Week of 24 February 2019).
//
// # Faults of a draw
//
// Those of words.Read, besides
//
//	letters.count   not nine letters; Args "count", "want"
//	letters.vowels  no such number of vowels; Args "text", "min", "max"; At
//
// # Faults of an answer
//
// Those of words.Read, besides
//
//	extra     letters that were not drawn; Args "letters"
//	repeated  letters used more often than drawn; Args "letters"
//	unknown   not in the word list; Args "word", in asterisks if it holds a slur
//
// # Hints
//
// They are about the best word: the longest that many people know.
//
//	length   Args "letters": how many it has
//	starts   Args "letter": its first
//	pattern  Args "text": the word, every other letter a question mark
//
// # Reasons of a rating
//
// They are about the longest words that many people know.
//
//	rare  none of them is one that most people know
//	lone  there is one only
//	long  they have eight letters or nine
package letters
