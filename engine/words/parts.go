package words

import (
	"slices"
	"strings"
)

// prefixes are what a word may have in front of the word that it is made of.
var prefixes = strings.Fields("un re dis over under out mis pre non inter fore up in im il ir de en em counter down " +
	"off mid semi sub super anti co tele trans micro")

// suffixes are what a word may have after the word that it is made of, the longest first.
var suffixes = func() []string {
	all := strings.Fields("s es ed ing er est ly ness ful less able ible ment ation ition tion ion ance ence al ial ical ally " +
		"ous ious ity ty ive ative ism ist ise ize or ar y en hood ship dom ward wards ish ary ery ory ry ant ent age ess th " +
		"some like wise ling ette ee eer ying")
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}()

// Parts returns what a word, in lower case, is made of: studies of study and ies, unhappily of un, happy
// and ly. WordNet says which word another comes from. Parts returns nil if the word comes from no other, has
// no gloss, or is an irregular form.
func Parts(word string) []string {
	base, _, root := entry(word)
	if base == "" {
		return nil
	}
	if base != word {
		return splitAll(base, word, partsFrom(root, base))
	}
	return partsFrom(root, word)
}

// partsFrom returns the parts of a word that comes from root. It returns nil if root is empty.
func partsFrom(root, word string) []string {
	if root == "" {
		return nil
	}
	return splitAll(root, word, Parts(root))
}

// splitAll splits word into root and the rest, and then root into rootParts, if there are any. If the spelling
// of root's own ending changes in word, root stays whole: baronies is made of barony and ies.
func splitAll(root, word string, rootParts []string) []string {
	parts := Split(root, word)
	i := slices.Index(parts, root)
	if i < 0 || len(rootParts) == 0 {
		return parts
	}
	isChanged := strings.Join(parts, "") != word
	last := rootParts[len(rootParts)-1]
	if isChanged && slices.Contains(suffixes, last) {
		return parts
	}
	return slices.Replace(slices.Clone(parts), i, i+1, rootParts...)
}

// Split returns the two parts of word: root and an ending, or a prefix and root. It returns nil if word is
// not spelt so. The spelling of root may change before an ending: study and ies, make and ing, stop and ed.
func Split(root, word string) []string {
	prefix, ok := strings.CutSuffix(word, root)
	if ok && slices.Contains(prefixes, prefix) {
		return []string{prefix, root}
	}
	ending, ok := strings.CutPrefix(word, root)
	// Fully is made of full and ly, not of full and y.
	isFullLy := ending == "y" && strings.HasSuffix(root, "ll")
	if ok && !isFullLy && slices.Contains(suffixes, ending) {
		return []string{root, ending}
	}
	for _, ending := range suffixes {
		stem, ok := strings.CutSuffix(word, ending)
		if !ok {
			continue
		}
		if losesY(root, stem) && isInflection(ending) {
			return []string{root, "i" + ending}
		}
		if losesY(root, stem) || changesBefore(root, stem, ending) {
			return []string{root, ending}
		}
		if ending == "ying" && stem+"ie" == root {
			return []string{root, "ing"}
		}
	}
	return nil
}

// losesY reports whether stem is root with an i instead of the y at its end: studi and study.
func losesY(root, stem string) bool {
	start, ok := strings.CutSuffix(root, "y")
	return ok && stem == start+"i"
}

// isInflection reports whether an i before the ending counts as part of the ending: studied ends in ied.
func isInflection(ending string) bool {
	return slices.Contains([]string{"es", "ed", "er", "est"}, ending)
}

// changesBefore reports whether the ending changes the spelling of root to stem.
func changesBefore(root, stem, ending string) bool {
	if stem+"e" == root {
		return true
	}
	if ending[0] == 'i' && stem+"y" == root {
		return true
	}
	if ending == "ly" && (stem+"le" == root || stem+"l" == root) {
		return true
	}
	last := root[len(root)-1:]
	isVowel := strings.Contains("aeiouy", ending[:1])
	isDoubled := stem == root+last || last == "c" && stem == root+"k"
	return isVowel && isDoubled
}
