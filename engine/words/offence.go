package words

import (
	_ "embed"
	"hash/fnv"
	"strings"
)

// blocked and slurs hold hashes of words, sorted, 4 bytes each, so that the
// words themselves stand nowhere in the source.
//
//go:embed blocked.bin
var blocked string

//go:embed slurs.bin
var slurs string

// Blocked tells whether word may offend: it is obscene, an insult, or of a
// subject to be spared. The bot should not say it of its own accord; players
// may use it if the list has it, and others should read it masked; see Shown.
func Blocked(word string) bool { return holds(blocked, word) }

// Slur tells whether word is used, mainly or only, to demean people for what
// they are: their descent, faith, sexuality or disability. It is no word of the
// list and should not even be repeated.
func Slur(word string) bool { return holds(slurs, word) }

// A slur of so many letters is recognized within a longer text. Shorter ones
// stand in too many innocent texts; longer ones there are none.
const minHidden, maxHidden = 4, 10

// HoldsSlur tells whether a text in lower case is a slur, or is no word of the
// list and has a slur within it.
func HoldsSlur(text string) bool {
	if Has(text) {
		return false
	}
	return Slur(text) || anyRun(text, minHidden, maxHidden, Slur)
}

// ShowsOffence tells whether three or more of letters in a row are a word that
// is Blocked or a Slur.
func ShowsOffence(letters string) bool {
	return anyRun(letters, 3, len(letters), func(run string) bool { return Blocked(run) || Slur(run) })
}

// anyRun tells whether is holds for some letters of text in a row, from least to
// most of them.
func anyRun(text string, least, most int, is func(run string) bool) bool {
	for i := range len(text) {
		for end := i + least; end <= min(i+most, len(text)); end++ {
			if is(text[i:end]) {
				return true
			}
		}
	}
	return false
}

// Shown is how a text in lower case may be repeated to whoever wrote it and to
// others. A text that is a slur, or no word and has a slur of four letters or
// more within it, is asterisks to both; one that is Blocked is its first letter
// and asterisks to others. masked is empty where others may read what the writer
// does.
func Shown(text string) (own, masked string) {
	switch {
	case HoldsSlur(text):
		return strings.Repeat("*", len(text)), ""
	case Blocked(text):
		return text, text[:1] + strings.Repeat("*", len(text)-1)
	}
	return text, ""
}

// holds tells whether word's hash is among hashes.
func holds(hashes, word string) bool {
	h := fnv.New32a()
	h.Write([]byte(word))
	hash := h.Sum32()
	from, to := 0, len(hashes)/4
	for from < to {
		mid := (from + to) / 2
		switch v := number(hashes, mid); {
		case v == hash:
			return true
		case v < hash:
			from = mid + 1
		default:
			to = mid
		}
	}
	return false
}
