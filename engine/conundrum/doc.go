// Package conundrum is the last round of television's Countdown: a word of nine
// letters is scrambled, and whoever first says it wins. It knows how to choose
// a word and hide it, and how hard that makes it. It must never know a clock,
// a player, or a sentence.
//
// # Faults of a conundrum
//
// Those of words.Read, besides
//
//	letters.count  not nine letters; Args "count", "want"
//
// # Faults of an answer
//
// Those of words.Read, besides
//
//	extra     letters that are not in the conundrum; Args "letters"
//	repeated  letters used more often than they are there; Args "letters"
//	missing   letters left out; Args "letters"
//	unknown   not in the word list; Args "word", in asterisks if it holds a slur
//
// # Hints
//
//	starts   Args "letter": the first letter of the word
//	ends     Args "text": its last three letters
//	pattern  Args "text": the word, every other letter a question mark
//
// # Reasons of a rating
//
//	rare       not one that most people know
//	uncommon   one that most people know, but beyond SCOWL's size 20
//	ending     no common ending that gives a start: -tion, -er and the like
//	syllables  four syllables or more
//	vowel      begins with a vowel
//	varied     nine different letters, or all but one
package conundrum
