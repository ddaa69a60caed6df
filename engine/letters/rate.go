package letters

import (
	"math"
	"slices"
	"strings"

	"reckon/engine"
	"reckon/engine/words"
)

// count is the number of letters of a puzzle.
const count = words.MaxLength

// drawBounds are the difficulties at which the next level begins. They are our
// choice: most newcomers should find a longest word of an easy draw in a minute, but
// few should find one of a very hard draw. Of draws as on television 9, 22, 31, 29
// and 9 % have the levels from very easy to very hard.
var drawBounds = [...]float64{13.5, 16.5, 19.5, 22.5}

// The chance that a person finds a word is halved perLetter times for each of its
// letters, and perSize times for its Size, which says how rare it is. Experiments with
// anagrams found that the length of a word and how common it is matter most; how much
// they matter is our choice, because no times of people with such draws are public.
const perLetter = 2.5

var perSize = map[int]float64{10: 0, 20: 1, 35: 2, 40: 3, 50: 4, 55: 5, 60: 5, 70: 7, 80: 9, 90: 9}

// difficulty returns how often the chance of finding any of the best words, all of the
// same length, is halved. Each of them adds to the chance, and common ones add most.
func difficulty(best []words.Word) float64 {
	chances := 0.0
	for _, w := range best {
		chances += math.Exp2(-perSize[w.Size])
	}
	return perLetter*float64(len(best[0].Text)) - math.Log2(chances)
}

// endings are common endings of words, the longest first. Who sees one in the letters has
// fewer left to order.
var endings = strings.Fields("tions ments tion ings sion ness ment able ible less ance ence ical " +
	"ing ers est ies ful ous ity ive ism ist ise ize ed er ly")

// traits make a word harder to find. They are of the kinds that experiments with
// anagrams found to matter: how common the word is (Mayzner and Tresselt, "Anagram
// solution times: a function of letter order and word frequency", 1958), its
// syllables (Adams and others, "The role of syllables in anagram solution", 2011),
// and how few orders of its letters are likely (Mendelsohn, "An hypothesis approach
// to the solution of anagrams", 1976), as its ending, its beginning and equal letters
// show. The weights are our choice: no times of people with nine letters are public.
var traits = []struct {
	code   string
	weight float64
	has    func(w words.Word) bool
}{
	// New does not pose a rare word.
	{"rare", 5, func(w words.Word) bool { return !w.Common() }},
	{"uncommon", 2, func(w words.Word) bool { return w.Common() && w.Size > 20 }},
	{"ending", 2, func(w words.Word) bool { return !hasEnding(w.Text) }},
	{"syllables", 1, func(w words.Word) bool { return syllables(w.Text) > 3 }},
	{"vowel", 1, func(w words.Word) bool { return strings.IndexByte("aeiou", w.Text[0]) >= 0 }},
	{"varied", 1, func(w words.Word) bool { return len(distinct(strings.Split(w.Text, ""))) >= count-1 }},
}

func hasEnding(word string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(word, e) })
}

// distinct returns texts in their order, each once.
func distinct(texts []string) (out []string) {
	for _, t := range texts {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// conundrumBounds are the sums of weights at which the next level begins. They are
// our choice: most newcomers should solve an easy conundrum in a minute, but few should
// solve a very hard one. Of the 1,829 words that are posed 10, 20, 20, 22 and 28 % have
// the levels from very easy to very hard.
var conundrumBounds = [...]float64{2, 3, 4, 5}

// A person takes plainSeconds for a word without any trait, and perWeight times as long for
// each unit of weight. Both are a guess to begin with, from which bots learn how hard each
// word is and how quick each person: an easy word takes some 20 seconds, a very hard one more
// than a minute.
const plainSeconds, perWeight = 12, 1.4

// rateWord says how hard a word is to find, and why.
func rateWord(w words.Word) engine.Rating {
	r := engine.Rating{Skills: map[string]float64{}}
	sum := 0.0
	for _, t := range traits {
		if t.has(w) {
			sum += t.weight
			r.Reasons = append(r.Reasons, t.code)
			r.Skills[t.code] = 1
		}
	}
	r.Seconds = plainSeconds * math.Pow(perWeight, sum)
	r.Level = engine.LevelOf(sum, conundrumBounds)
	return r
}

// syllables counts the runs of vowels, without an e at the end.
func syllables(word string) int {
	n := 0
	followsVowel := false
	for _, letter := range strings.TrimSuffix(word, "e") {
		isVowel := strings.ContainsRune("aeiouy", letter)
		if isVowel && !followsVowel {
			n++
		}
		followsVowel = isVowel
	}
	return n
}
