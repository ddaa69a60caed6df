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

// chosen has the sense, by its number, that people would name first of nouns whose senses WordNet never
// found in its texts: then their order says nothing. They are our own choice.
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
// orders them by how often they were found in its texts. But an animal is before its meat, its fur and a
// person who is called so, and a plant before its wood, if these were never found or are explained by the
// animal or the plant: a leopard is no "pelt of a leopard".
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
	return slices.Insert(slices.Delete(all, first, first+1), 0, net.senses[l][first])
}

// isSource reports whether s is the animal or the plant that another sense of a word comes from.
func (s sense) isSource(other sense, word string) bool {
	isFound := other.count > 0 && !other.names(word)
	if isFound || s.names(word) {
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
