package main

import (
	"regexp"
	"slices"
	"strings"
)

// definition returns the gloss of a sense without its examples.
func (s sense) definition() string {
	definition, _, _ := strings.Cut(s.gloss, `; "`)
	definition, _, _ = strings.Cut(definition, ` "`)
	return definition
}

// Some of the files of WordNet's senses.
const (
	animalField    = "05"
	plantField     = "20"
	foodField      = "13"
	substanceField = "27"
	personField    = "18"
	quantityField  = "23"
)

// chosen has, for some nouns, the number of the sense that people would name first. WordNet found no sense
// of these nouns in its texts, so its order of them says nothing. The choice is ours.
var chosen = map[string]int{
	"atrocity":  2,
	"bracket":   3,
	"chess":     2,
	"clone":     2,
	"deletion":  4,
	"dictator":  2,
	"dummy":     3,
	"folder":    2,
	"fossil":    2,
	"gondola":   2,
	"indent":    2,
	"licence":   3,
	"lime":      6,
	"lorry":     2,
	"module":    4,
	"mug":       4,
	"novice":    2,
	"option":    2,
	"passport":  2,
	"pedal":     2,
	"pipeline":  2,
	"poker":     2,
	"printer":   3,
	"reactor":   2,
	"scanner":   2,
	"scotch":    2,
	"sequel":    2,
	"server":    3,
	"shell":     2,
	"skeleton":  3,
	"socket":    3,
	"solicitor": 2,
	"spaghetti": 2,
	"tab":       4,
	"teacup":    2,
	"till":      3,
	"trek":      2,
	"van":       5,
}

// ranked returns the senses of a lemma, the one that people would name first at the head. WordNet
// orders them by how often they were found in its texts. There are two exceptions: the chosen senses, and
// animals and plants (isSource).
func (net wordNet) ranked(l lemma) []sense {
	all := slices.Clone(net.senses[l])
	if len(all) < 2 || l.part != noun {
		return all
	}
	number := chosen[l.text]
	first := slices.IndexFunc(all, func(s sense) bool {
		if number > 0 {
			return s.number == number
		}
		return s.isSource(all[0], l.text)
	})
	if first <= 0 {
		return all
	}
	best := all[first]
	return slices.Insert(slices.Delete(all, first, first+1), 0, best)
}

// isSource reports whether s is the animal or the plant that another sense of a word comes from: its meat,
// its fur, a person or a sum of money called by its name, or its wood. That counts only if the other sense was
// never found in WordNet's texts, or has the word itself in its definition: "leopard", "the pelt of a leopard".
func (s sense) isSource(other sense, word string) bool {
	mayBeDerived := other.count == 0 || other.names(word)
	if !mayBeDerived || s.names(word) {
		return false
	}
	switch s.field {
	case animalField:
		return slices.Contains([]string{foodField, substanceField, personField, quantityField}, other.field)
	case plantField:
		return other.field == plantField && other.names(word) || other.field == substanceField
	}
	return false
}

// lowerWord matches a word in lower case.
var lowerWord = regexp.MustCompile(`[a-z]+`)

// names reports whether the definition of a sense has the word itself, or its plural.
func (s sense) names(text string) bool {
	return slices.ContainsFunc(lowerWord.FindAllString(strings.ToLower(s.definition()), -1), func(w string) bool {
		return w == text || w == text+"s"
	})
}
