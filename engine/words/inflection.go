package words

import (
	_ "embed"
	"slices"
	"strings"
)

// An ending inflects a word. The base form has one of bases instead of it. A base of "2" means that
// the inflected form doubles the letter before the ending.
type ending struct {
	text  string
	bases []string
}

// regular are the endings of plurals, of verbs and of comparison.
var regular = []ending{
	{"s", []string{""}},
	{"es", []string{"", "is"}},
	{"ies", []string{"y"}},
	{"ves", []string{"f", "fe"}},
	{"ed", []string{"", "e", "2"}},
	{"ied", []string{"y"}},
	{"ing", []string{"", "e", "2"}},
	{"ying", []string{"ie"}},
	{"cked", []string{"c"}},
	{"cking", []string{"c"}},
	{"men", []string{"man"}},
	{"a", []string{"um", "on"}},
	{"i", []string{"us", "o"}},
	{"ae", []string{"a"}},
	{"ices", []string{"ex", "ix"}},
	{"est", []string{"", "e", "2"}},
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

// others are common inflected forms of nine letters that no ending above matches:
// their base form is longer than nine letters (auditorium) or not in the list.
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
// such as driver. It is one if there is an adverb with -ly or a superlative or, for -ier, an
// adjective with -y.
func isComparative(stem string) bool {
	if known(stem) && known(stem+"ly") {
		return true
	}
	if strings.HasSuffix(stem, "i") && !strings.HasSuffix(stem, "ifi") {
		return known(stem[:len(stem)-1] + "y")
	}
	superlative := stem + "est"
	return inflects(superlative) && Has(superlative)
}

// inflects reports whether word has one of the endings and its base form is known.
func inflects(word string) bool {
	for _, e := range endings {
		stem, ok := strings.CutSuffix(word, e.text)
		if !ok {
			continue
		}
		for _, base := range e.bases {
			if base == "2" {
				n := len(stem)
				isDoubled := n > 2 && stem[n-1] == stem[n-2]
				if isDoubled && known(stem[:n-1]) {
					return true
				}
				continue
			}
			if known(stem + base) {
				return true
			}
		}
	}
	return false
}

// known reports whether word is in most dictionaries.
func known(word string) bool {
	size := Size(word)
	return 0 < size && size <= 70
}
