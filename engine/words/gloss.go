package words

import (
	"cmp"
	_ "embed"
	"sort"
	"strings"
)

// glosses says what words mean. It comes from WordNet, whose licence is in
// COPYRIGHT.wordnet. It is searched in place, so it needs no time to load and no memory
// of its own. All numbers have 4 bytes, little-endian:
//
//	the number of words, n
//	n hashes of words, sorted
//	for each of them, in the same order, where its text begins
//	the texts, each a base form, a tab, a gloss, a tab, the word that the base form comes
//	from, if WordNet knows it, and a line feed
//
//go:embed glosses.bin
var glosses string

// MaxGloss is the most characters of a gloss.
const MaxGloss = 60

// Gloss returns what word, in lower case, means, and the base form that has the meaning:
// for studies it is study. Both are empty if it is unknown or the word is Blocked.
func Gloss(word string) (base, gloss string) {
	base, gloss, _ = entry(word)
	return base, gloss
}

// entry returns what Gloss returns, and the word that the base form comes from: for happily
// it is happy. root is empty if that word is unknown.
func entry(word string) (base, gloss, root string) {
	if !Has(word) || Blocked(word) {
		return "", "", ""
	}
	n := int(number(glosses, 0))
	hash := hashOf(word)
	i, found := sort.Find(n, func(i int) int { return cmp.Compare(hash, number(glosses, 1+i)) })
	if !found {
		return "", "", ""
	}
	texts := glosses[4*(1+2*n):]
	line, _, _ := strings.Cut(texts[number(glosses, 1+n+i):], "\n")
	base, gloss, _ = strings.Cut(line, "\t")
	gloss, root, _ = strings.Cut(gloss, "\t")
	return base, gloss, root
}
