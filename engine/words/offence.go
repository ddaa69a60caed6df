package words

import (
	"cmp"
	_ "embed"
	"hash/fnv"
	"sort"
	"strings"
)

// blocked and slurs hold hashes of words, sorted, 4 bytes each, so that the
// words themselves appear nowhere in the source.
//
//go:embed blocked.bin
var blocked string

//go:embed slurs.bin
var slurs string

// Blocked reports whether word may offend: it is obscene, an insult, or about a
// painful subject. The bot should not bring it up. Players may answer with it if
// the list has it; others should read it masked, see Shown.
func Blocked(word string) bool { return holds(blocked, word) }

// Slur reports whether word is used, mainly or only, to demean people for their
// descent, faith, sexuality or disability. It is not in the list, and should not
// even be repeated.
func Slur(word string) bool { return holds(slurs, word) }

// Slurs of minHidden to maxHidden letters are found within a longer text. Shorter
// ones occur in too many innocent texts; there are no longer ones.
const minHidden, maxHidden = 4, 10

// HoldsSlur reports whether a text in lower case is a slur, or contains one and is
// not itself in the list.
func HoldsSlur(text string) bool {
	if Has(text) {
		return false
	}
	return Slur(text) || anyRun(text, minHidden, maxHidden, Slur)
}

// ShowsOffence reports whether three or more of letters in a row are Blocked or a
// Slur.
func ShowsOffence(letters string) bool {
	return anyRun(letters, 3, len(letters), func(run string) bool { return Blocked(run) || Slur(run) })
}

// anyRun reports whether matches returns true for any least to most letters in a row of text.
func anyRun(text string, least, most int, matches func(run string) bool) bool {
	for i := range len(text) {
		for end := i + least; end <= min(i+most, len(text)); end++ {
			if matches(text[i:end]) {
				return true
			}
		}
	}
	return false
}

// Shown returns a text in lower case as its writer may read it and, if others may
// read less, masked for them. A text that holds a slur is asterisks for all. If it is
// Blocked, others read its first letter and asterisks.
func Shown(text string) (shown, masked string) {
	switch {
	case HoldsSlur(text):
		return strings.Repeat("*", len(text)), ""
	case Blocked(text):
		return text, text[:1] + strings.Repeat("*", len(text)-1)
	}
	return text, ""
}

// holds reports whether word's hash is among hashes.
func holds(hashes, word string) bool {
	hash := hashOf(word)
	compare := func(i int) int { return cmp.Compare(hash, number(hashes, i)) }
	_, found := sort.Find(len(hashes)/4, compare)
	return found
}

// hashOf returns the hash of a word in the files of hashes.
func hashOf(word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(word))
	return h.Sum32()
}
