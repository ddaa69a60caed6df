// Package letters is the two letter games of television's Countdown. In the
// letters game nine letters are drawn, and the longest word spelt with them wins.
// In the conundrum a word of nine letters is scrambled, and the first to say it
// wins. They are one package because they differ in little more than how the
// letters are chosen and which words are right. The package knows the bags of letters,
// how a word is hidden, what a word is worth, and how hard a puzzle is. It must
// never know a clock, a player, or a sentence.
//
// In the letters game any word of the list is right. Answers are measured by the best
// word, the longest that many people know (words.KnownSize): one that a person could
// find. A longer and rarer word gets its points and full quality, and players are told of
// it after the best word. In 7 % of draws as on television the longest word of the list has
// nine letters, and in 35 % it has eight. The longest known word has nine in 2 % and eight
// in 19 %. On television it was 5.6 and 34.6 % (ukgameshows.com, Weaver's Week of 24
// February 2019).
//
// # Faults of a puzzle
//
// Those of words.Read, and
//
//	letters.count   not nine letters; Args "count", "want"
//	letters.vowels  no such number of vowels to draw; Args "text", "min", "max"
//
// # Faults of an answer
//
// Those of words.Read, and
//
//	extra     letters that the puzzle does not have; Args "letters"
//	repeated  letters used more often than the puzzle has them; Args "letters"
//	missing   letters left out, in a conundrum; Args "letters"
//	american  an American spelling; Args "word", "british"
//	american.fits  the same, if the puzzle has the letters of the British one; Args "word"
//	unknown   not in the word list; Args "word", in asterisks if it holds a slur
//
// # Hints
//
// They are about the best word: of a draw the longest that many people know, of a
// conundrum the best known of all nine letters.
//
//	length   its number of letters, in the letters game, unless the person knows it; Args "letters"
//	starts   its first letter; Args "letter"
//	ends     its last letters, a third of the word, in a conundrum or if the person knows its length;
//	         Args "text"
//	pattern  the word, every other letter a question mark; Args "text"
//
// # Facts about a word
//
// Idea says how the word is built, and Meaning what it means.
//
//	parts    a word and its beginning or ending; Args "text"
//	form     an irregular form of a word; Args "word"
//	meaning  the meaning by WordNet; Args "word" (what it is the meaning of), "text"
//
// # Reasons of a rating
//
// Of a draw they are about its longest words that many people know:
//
//	rare  most people know none of them
//	lone  there is only one
//	long  they have eight letters or nine
//
// Of a conundrum they are about the word:
//
//	rare       most people do not know it
//	uncommon   most people know it, but it is beyond SCOWL's size 20
//	ending     it has no common ending that gives a start: -tion, -er and the like
//	syllables  it has four syllables or more
//	vowel      it begins with a vowel
//	varied     it has eight or nine different letters
package letters
