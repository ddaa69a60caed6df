package conundrum

import (
	"slices"
	"strings"

	"reckon/engine"
	"reckon/engine/words"
)

// endings are those that give a start: the letters left to be ordered are then
// fewer than nine.
var endings = strings.Fields("ing ings ed er ers est ies tion tions sion ly ness ment ments able ible less ful ous ity ive ance ence ism ist ise ize ical")

// A trait makes a word harder to find.
type trait struct {
	code   string
	weight int
	of     func(w words.Word) bool
}

// traits are of the kinds that experiments with anagrams found to matter: how
// common the word is (Mayzner and Tresselt, "Anagram solution times: a function
// of letter order and word frequency", 1958), its syllables (Adams and others,
// "The role of syllables in anagram solution", 2011), and how few orders of its
// letters are likely (Mendelsohn, "An hypothesis approach to the solution of
// anagrams", 1976), for which its ending, its beginning and equal letters stand.
// The weights are judgement: no times of people with nine letters are public.
var traits = []trait{
	{"rare", 5, func(w words.Word) bool { return !w.Common() }}, // is not posed by New
	{"uncommon", 2, func(w words.Word) bool { return w.Common() && w.Size > 20 }},
	{"ending", 2, func(w words.Word) bool {
		return !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(w.Text, e) })
	}},
	{"syllables", 1, func(w words.Word) bool { return syllables(w.Text) > 3 }},
	{"vowel", 1, func(w words.Word) bool { return strings.IndexByte("aeiou", w.Text[0]) >= 0 }},
	{"varied", 1, func(w words.Word) bool { return different(w.Text) >= length-1 }},
}

// levelBounds are the sums of weights at which the next level begins. They are
// judgement: easy is meant to be solved by most newcomers in a minute, very hard
// by few. Of the 1,829 words that are posed 10, 20, 20, 22 and 28 % are of the
// levels from very easy to very hard.
var levelBounds = [...]int{2, 3, 4, 5}

// rate says how hard a word is to find, and why.
func rate(w words.Word) engine.Rating {
	r := engine.Rating{Level: engine.MinLevel}
	sum := 0
	for _, t := range traits {
		if t.of(w) {
			sum += t.weight
			r.Reasons = append(r.Reasons, t.code)
		}
	}
	for _, bound := range levelBounds {
		if sum >= bound {
			r.Level++
		}
	}
	return r
}

func different(word string) int {
	n := 0
	for i := range len(word) {
		if strings.IndexByte(word, word[i]) == i {
			n++
		}
	}
	return n
}

// syllables counts the runs of vowels, but for an e at the end.
func syllables(word string) int {
	n, before := 0, false
	for _, c := range strings.TrimSuffix(word, "e") {
		vowel := strings.ContainsRune("aeiouy", c)
		if vowel && !before {
			n++
		}
		before = vowel
	}
	return n
}
