package words

import (
	_ "embed"
	"slices"
	"strings"
)

// An ending inflects a word. The base form has one of bases in the ending's place.
type ending struct {
	text  string
	bases []string
}

// doubled is the base of an ending behind a doubled letter, which the base form has once: stopped, stop.
const doubled = "2"

// regular are the endings of plurals, of verbs and of comparison.
var regular = []ending{
	{"s", []string{""}},
	{"es", []string{"", "is"}},
	{"ies", []string{"y"}},
	{"ves", []string{"f", "fe"}},
	{"ed", []string{"", "e", doubled}},
	{"ied", []string{"y"}},
	{"ing", []string{"", "e", doubled}},
	{"ying", []string{"ie"}},
	{"cked", []string{"c"}},
	{"cking", []string{"c"}},
	{"men", []string{"man"}},
	{"a", []string{"um", "on"}},
	{"i", []string{"us", "o"}},
	{"ae", []string{"a"}},
	{"ices", []string{"ex", "ix"}},
	{"est", []string{"", "e", doubled}},
	{"iest", []string{"y"}},
}

// irregularVerbs has a verb and its forms on each line.
//
//go:embed irregular.txt
var irregularVerbs string

// endings are the regular endings and the forms of irregular verbs, which may also be the last part
// of a longer verb: taken, undertaken.
var endings = func() []ending {
	out := slices.Clone(regular)
	for line := range strings.Lines(irregularVerbs) {
		verb := strings.Fields(line)
		for _, form := range verb[1:] {
			out = append(out, ending{form, verb[:1]})
		}
	}
	return out
}()

// others are common inflected forms of nine letters that inflects does not find: their
// base form is longer than nine letters (auditorium) or not in the list.
var others = strings.Fields("auditoria completer curricula daydreamt diplomata gruesomer handsomer " +
	"lifeforms memoranda midwiving moratoria outstript phenomena referenda retarding rhinoceri " +
	"sanatoria sanitaria spoonsful")

// Inflected reports whether word, in lower case, is a form of another word of most
// dictionaries: a plural, a form of a verb, a comparative or a superlative. It looks at the
// letters alone, so words that have become words of their own (interested, building,
// acoustics) count as forms, too.
func Inflected(word string) bool {
	if strings.HasSuffix(word, "ss") {
		return false
	}
	if inflects(word) || slices.Contains(others, word) {
		return true
	}
	stem, ok := strings.CutSuffix(word, "er")
	return ok && isComparative(stem)
}

// isComparative reports whether stem with -er is the comparative of an adjective, not a noun
// such as driver: if there is an adverb with -ly, a superlative or, for -ier, an adjective
// with -y.
func isComparative(stem string) bool {
	if inDictionaries(stem) && inDictionaries(stem+"ly") {
		return true
	}
	if strings.HasSuffix(stem, "i") && !strings.HasSuffix(stem, "ifi") {
		return inDictionaries(stem[:len(stem)-1] + "y")
	}
	superlative := stem + "est"
	return inflects(superlative) && Has(superlative)
}

// inflects reports whether word has one of the endings and its base form is in most dictionaries.
func inflects(word string) bool {
	for _, e := range endings {
		stem, ok := strings.CutSuffix(word, e.text)
		if !ok {
			continue
		}
		for _, base := range e.bases {
			if base != doubled {
				if inDictionaries(stem + base) {
					return true
				}
				continue
			}
			n := len(stem)
			isDoubled := n > 2 && stem[n-1] == stem[n-2]
			if isDoubled && inDictionaries(stem[:n-1]) {
				return true
			}
		}
	}
	return false
}

// inDictionaries reports whether word is in most dictionaries.
func inDictionaries(word string) bool {
	size := Size(word)
	return 0 < size && size <= 70
}
