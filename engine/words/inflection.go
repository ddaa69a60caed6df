package words

import (
	"slices"
	"strings"
)

// An ending inflects a word; the base form has one of bases in its place. A base
// of "2" means that the inflected form doubles the letter before the ending.
type ending struct {
	text  string
	bases []string
}

// regular are the endings of plurals and of verbs.
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
}

// compared are the endings of comparison.
var compared = []ending{
	{"est", []string{"", "e", "2"}},
	{"iest", []string{"y"}},
}

// irregular are forms of irregular verbs, also as the last part of a longer verb:
// taken, undertaken.
var irregular = func() []ending {
	var out []ending
	for _, forms := range []string{
		"be was been", "bear bore borne", "become became", "begin began begun", "bend bent", "bind bound", "bite bitten",
		"blow blew blown", "break broke broken", "bring brought", "build built", "buy bought", "catch caught",
		"choose chose chosen", "come came", "creep crept", "deal dealt", "do did done", "draw drew drawn", "drink drank drunk",
		"drive drove driven", "eat ate eaten", "fall fell fallen", "feed fed", "feel felt", "fight fought", "find found",
		"fly flew flown", "forget forgot forgotten", "forgive forgave forgiven", "freeze froze frozen", "get got gotten",
		"give gave given", "go went gone", "grind ground", "grow grew grown", "hang hung", "hear heard", "hide hid hidden",
		"hold held", "keep kept", "know knew known", "lay laid", "lead led", "leave left", "lie lay lain", "lose lost",
		"make made", "mean meant", "meet met", "pay paid", "ride rode ridden", "rise rose risen", "run ran", "say said",
		"see saw seen", "seek sought", "sell sold", "send sent", "shake shook shaken", "shine shone", "shoot shot",
		"show shown", "sing sang sung", "sink sank sunk", "sit sat", "sleep slept", "speak spoke spoken", "spend spent",
		"spring sprang sprung", "stand stood", "steal stole stolen", "stick stuck", "strike struck", "swear swore sworn",
		"sweep swept", "swim swam swum", "take took taken", "teach taught", "tear tore torn", "tell told", "think thought",
		"throw threw thrown", "understand understood", "wake woke woken", "wear wore worn", "weave wove woven", "win won",
		"wind wound", "write wrote written",
	} {
		verb := strings.Fields(forms)
		for _, form := range verb[1:] {
			out = append(out, ending{form, verb[:1]})
		}
	}
	return out
}()

// others are common inflected forms of nine letters that no ending above matches:
// their base form is longer than nine letters (auditorium) or not in the list.
var others = strings.Fields("auditoria completer curricula daydreamt diplomata gruesomer handsomer " +
	"lifeforms memoranda midwiving moratoria outstript phenomena referenda retarding rhinoceri sanatoria sanitaria spoonsful")

// Inflected reports whether word, in lower case, is a form of another word of most dictionaries:
// a plural, a form of a verb, a comparative or a superlative. It looks at the
// letters alone, so words that have become words of their own (interested,
// building, acoustics) count as forms, too.
func Inflected(word string) bool {
	if strings.HasSuffix(word, "ss") {
		return false
	}
	if has(word, regular) || has(word, compared) || has(word, irregular) || slices.Contains(others, word) {
		return true
	}
	// An adjective with -er, not a noun such as driver, has a superlative or an adverb
	// (with -ier an adjective) that is a word, too.
	stem, ok := strings.CutSuffix(word, "er")
	switch {
	case !ok:
		return false
	case known(stem) && known(stem+"ly"):
		return true
	case strings.HasSuffix(stem, "i") && !strings.HasSuffix(stem, "ifi"):
		return known(stem[:len(stem)-1] + "y")
	}
	return has(stem+"est", compared) && Has(stem+"est")
}

// has reports whether word has one of the endings and its base form is known.
func has(word string, endings []ending) bool {
	for _, e := range endings {
		stem, ok := strings.CutSuffix(word, e.text)
		if !ok {
			continue
		}
		for _, base := range e.bases {
			if base == "2" {
				n := len(stem)
				if n > 2 && stem[n-1] == stem[n-2] && known(stem[:n-1]) {
					return true
				}
			} else if known(stem + base) {
				return true
			}
		}
	}
	return false
}

func known(word string) bool {
	size := Size(word)
	return 0 < size && size <= 70
}
