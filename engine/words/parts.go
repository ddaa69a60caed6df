package words

import (
	"slices"
	"strings"
)

// beginnings are what a word may have before the word that it is made of.
var beginnings = strings.Fields("un re dis over under out mis pre non inter fore up in im il ir de en em counter down " +
	"off mid semi sub super anti co tele trans micro")

// suffixes are what a word may have behind the word that it is made of, the longest first.
var suffixes = func() []string {
	all := strings.Fields("s es ed ing er est ly ness ful less able ible ment ation ition tion ion ance ence al ial ical ally " +
		"ous ious ity ty ive ative ism ist ise ize or ar y en hood ship dom ward wards ish ary ery ory ry ant ent age ess th " +
		"some like wise ling ette ee eer ying")
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}()

// Parts returns what a word, in lower case, is made of: studies of study and ies, unhappily of un, happy
// and ly. WordNet says which word it comes from. It returns nil if the word is made of no other, has no
// gloss, or is an irregular form.
func Parts(word string) []string {
	base, _, root := entry(word)
	if base == "" {
		return nil
	}
	if base != word {
		return join(base, word, rootParts(root, base))
	}
	return rootParts(root, word)
}

// rootParts returns the parts of a word that comes from root; root may be empty.
func rootParts(root, word string) []string {
	if root == "" {
		return nil
	}
	return join(root, word, Parts(root))
}

// join splits word into root and the rest, and root into its own parts, if it has any. A part of root whose
// spelling changes in word is not split off: baronies is made of barony and ies.
func join(root, word string, rootParts []string) []string {
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

// Split returns root and the ending that makes word of it, or the beginning and root. It returns nil if
// word is not spelt so. The spelling of root may change before an ending: study and ies, make and ing,
// stop and ed.
func Split(root, word string) []string {
	beginning, ok := strings.CutSuffix(word, root)
	if ok && slices.Contains(beginnings, beginning) {
		return []string{beginning, root}
	}
	ending, ok := strings.CutPrefix(word, root)
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

// losesY reports whether stem is root with i for the y at its end: studi and study.
func losesY(root, stem string) bool {
	start, ok := strings.CutSuffix(root, "y")
	return ok && stem == start+"i"
}

// isInflection reports whether people name an ending together with the i before it: studied ends in ied.
func isInflection(ending string) bool {
	return slices.Contains([]string{"es", "ed", "er", "est"}, ending)
}

// changesBefore reports whether root is spelt as stem before an ending.
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
