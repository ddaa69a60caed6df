// Package letters is the letters game of television's Countdown: nine letters
// are drawn, and whoever spells the longest word with them wins. It knows the
// bags the letters come from, what a word is worth and how hard a draw is. It
// must never know a clock, a player, or a sentence.
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
//	unknown   not in the word list; Args "word"
//
// # Hints
//
// They are about the longest word that most people know.
//
//	length   Args "letters": how many it has
//	starts   Args "letter": its first
//	pattern  Args "text": the word, every other letter a question mark
//
// # Reasons of a rating
//
//	rare  no longest word is one that most people know
//	lone  there is one longest word only
//	long  the longest word has eight letters or nine
package letters
