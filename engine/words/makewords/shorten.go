package main

import (
	"regexp"
	"slices"
	"strings"

	"reckon/engine/words"
)

// longestGloss is the most characters of a gloss.
const longestGloss = words.MaxGloss

var (
	// aside is a text in brackets, with the blank before it.
	aside = regexp.MustCompile(`\s*\([^()]*\)`)
	// firstAside is one at the beginning, such as "(music)".
	firstAside = regexp.MustCompile(`^\([^()]*\)\s*`)
)

// shorten returns the first clause of a definition without its asides. If the clause is longer
// than longestGloss, shorten cuts it where a phrase ends, and an ellipsis follows.
func (net wordNet) shorten(definition string) string {
	clause, _, _ := strings.Cut(strings.ReplaceAll(definition, "`", "'"), ";")
	clause = strings.Trim(clause, " ,:")
	label := firstAside.FindString(clause)
	clause = strings.TrimSpace(aside.ReplaceAllString(clause[len(label):], ""))
	if strings.ContainsAny(clause, "()") || clause == "" {
		return ""
	}
	if len(label+clause) <= longestGloss {
		return label + clause
	}
	if len(clause) <= longestGloss {
		return clause
	}
	return net.cutPhrase(clause)
}

const (
	ellipsis = "…"
	// shortestCut is the fewest characters that are left of a definition. What is shorter
	// says too little.
	shortestCut = 10
)

var (
	// relatives begin a clause.
	relatives = strings.Fields("that which who whom whose where when while if because how why than")
	// linkers begin a phrase that a definition can do without.
	linkers = strings.Fields("in on at by for from with without to into onto through between among against during after before under " +
		"over about around as so but used using having being especially usually often typically consisting containing " +
		"made caused of and or")
	starters = slices.Concat(relatives, linkers)
)

// fillers are words with which no phrase ends.
var fillers = append(strings.Fields("a an the its their his her your one's is are was were be been can cannot may will not more most very "+
	"any some such other another this these those two it they he she you has have had no each every several many few "+
	"but sometimes chiefly mainly widely only even just within etc"), starters...)

// cutPhrase cuts a definition before the last phrase that is too long. If no phrase ends soon enough, it
// leaves out the adjectives at the beginning, one after another, or cuts before a word. It returns nothing
// if it can be cut nowhere.
func (net wordNet) cutPhrase(clause string) string {
	fields := strings.Fields(clause)
	isArticle := slices.Contains([]string{"a", "an", "any", "the"}, fields[0])
	for {
		text := strings.Join(fields, " ")
		if len(text) <= longestGloss {
			return text
		}
		phrase := net.lastEnd(fields, net.endsPhrase)
		if len(phrase) >= shortestCut {
			return phrase + ellipsis
		}
		isLast := len(fields) < 3 || slices.Contains(starters, fields[2])
		if !isArticle || isLast || net.weight(fields[1], adjective) <= net.weight(fields[1], noun) {
			break
		}
		fields = slices.Delete(fields, 1, 2)
		if strings.HasPrefix(fields[0], "a") && fields[0] != "any" {
			fields[0] = article(fields[1])
		}
	}
	fields = strings.Fields(clause)
	text := net.lastEnd(fields, func(kept []string, _ string) bool { return !net.isOpen(kept) })
	if len(text) < shortestCut {
		text = net.lastEnd(fields, func(kept []string, _ string) bool {
			return !slices.Contains(fillers, kept[len(kept)-1])
		})
	}
	if text == "" {
		return ""
	}
	return text + ellipsis
}

// article returns a or an, as it is before a word.
func article(word string) string {
	if strings.Contains("aeiouAEIOU", word[:1]) {
		return "an"
	}
	return "a"
}

// lastEnd returns as many words as fit into a gloss so that it may end there, before the next word.
func (net wordNet) lastEnd(fields []string, mayEnd func(kept []string, next string) bool) string {
	best := ""
	for i := 1; i < len(fields); i++ {
		kept := strings.TrimRight(strings.Join(fields[:i], " "), ",:-")
		if len(kept)+1 > longestGloss {
			break
		}
		if mayEnd(fields[:i], fields[i]) {
			best = kept
		}
	}
	return best
}

// endsPhrase reports whether some words of a definition end a phrase before the next word.
func (net wordNet) endsPhrase(kept []string, next string) bool {
	isEnd := strings.HasSuffix(kept[len(kept)-1], ",") || slices.Contains(starters, next)
	return isEnd && !net.isOpen(kept) && net.hasVerbs(kept)
}

// hasVerbs reports whether the last clause that begins among some words has its verb. It returns true if no
// clause begins there.
func (net wordNet) hasVerbs(kept []string) bool {
	for i, word := range slices.Backward(kept) {
		if slices.Contains(relatives, word) {
			return slices.ContainsFunc(kept[i+1:], net.isVerb)
		}
	}
	return true
}

// isVerb reports whether a word may be the verb of a clause.
func (net wordNet) isVerb(word string) bool {
	word = strings.Trim(word, ",")
	isAuxiliary := slices.Contains([]string{"has", "have", "had"}, word)
	return isBe(word) || isAuxiliary || net.weight(word, verb) > net.weight(word, noun)
}

// isOpen reports whether a phrase wants to go on: "strings stretched…", "several white…". What is said by
// the verb to be does not: "a car that is fast…".
func (net wordNet) isOpen(kept []string) bool {
	last := len(kept) - 1
	word := strings.Trim(kept[last], ",")
	if slices.Contains(fillers, word) {
		return true
	}
	if slices.ContainsFunc(kept[max(0, last-3):last], isBe) {
		return false
	}
	for _, end := range []string{"ed", "ing", "able", "ible"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return net.weight(word, adjective) > net.weight(word, noun)
}

// isBe reports whether a word is a form of the verb to be.
func isBe(word string) bool {
	return slices.Contains([]string{"is", "are", "was", "were", "be", "been", "being"}, word)
}

// weight says how common a word is as a part of speech; 0: it is none.
func (net wordNet) weight(word string, p part) int {
	most := 0
	for _, base := range append(net.bases(word, p), word) {
		l := lemma{base, p}
		if len(net.senses[l]) > 0 {
			most = max(most, net.counts[l]+1)
		}
	}
	return most
}
