package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"log"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"reckon/engine/words"
)

// A reading is one way to understand a word: as a form of a base form.
type reading struct {
	base  string
	gloss string
	// sense is the one that the gloss is of.
	sense sense
	// weight is how common the reading is.
	weight int
}

// A glosser finds what words mean.
type glosser struct {
	net wordNet
	// list has the words of the list with their sizes.
	list map[string]int
	// american and british map the spellings of american.txt to each other.
	american, british map[string]string
	// hidden are the hashes of words that are neither explained nor part of a gloss.
	hidden map[uint32]bool
}

// makeGlosses writes glosses.bin, the meanings of the words of the list.
func makeGlosses(wordnet string, list map[string]int) {
	g := glosser{
		net:      readWordNet(wordnet),
		list:     list,
		american: map[string]string{},
		british:  map[string]string{},
		hidden:   readHashes("blocked.bin"),
	}
	maps.Copy(g.hidden, readHashes("slurs.bin"))
	for line := range strings.Lines(string(must(os.ReadFile("american.txt")))) {
		american, british, _ := strings.Cut(strings.TrimSpace(line), " ")
		g.british[american] = british
		g.american[british] = american
	}
	table := glossTable{offsets: map[uint32]uint32{}, texts: map[string]uint32{}}
	found := 0
	knownWords := 0
	for _, word := range slices.Sorted(maps.Keys(list)) {
		isKnown := list[word] <= words.KnownSize
		if isKnown {
			knownWords++
		}
		r, ok := g.read(word)
		if !ok {
			continue
		}
		// WordNet writes comic strip as comic_strip.
		base := strings.ReplaceAll(r.base, "_", " ")
		table.add(word, base+"\t"+r.gloss+"\t"+g.root(r))
		if isKnown {
			found++
		}
	}
	data := table.encode()
	writeFile("glosses.bin", data)
	fmt.Printf("%d words with %d glosses, %d of the %d known words, %d bytes\n",
		len(table.offsets), len(table.texts), found, knownWords, len(data))
}

// ownWeight is how much more a reading counts if the word itself is the base form: "building"
// is a noun before it is a form of build.
const ownWeight = 4

// read returns the commonest reading of a word; ok is false if it has no gloss.
func (g glosser) read(word string) (best reading, ok bool) {
	if g.hidden[hash(word)] {
		return reading{}, false
	}
	consider := func(base string, p part, weight int) {
		if g.hidden[hash(base)] {
			return
		}
		for _, spelling := range g.spellings(base) {
			l := lemma{spelling, p}
			r := reading{base: base, weight: weight * (g.net.counts[l] + 1)}
			r.gloss, r.sense = g.gloss(l)
			if r.gloss != "" && r.weight > best.weight {
				best = r
			}
		}
	}
	for _, p := range parts {
		consider(word, p, ownWeight)
	}
	for _, p := range parts {
		for _, base := range g.net.bases(word, p) {
			consider(base, p, 1)
		}
	}
	return best, best.gloss != ""
}

// spellings returns the spellings under which WordNet, which is American, may have a word.
func (g glosser) spellings(word string) []string {
	all := []string{word}
	if american := g.american[word]; american != "" {
		all = append(all, american)
	}
	if strings.Contains(word, "is") {
		all = append(all, strings.Replace(word, "is", "iz", 1))
	}
	return all
}

// unkind are WordNet's own notes of senses that offend.
var unkind = regexp.MustCompile(`offensive|slur\b|disparag|derogat|vulgar|obscene|taboo|pejorative|insulting|contemptuous`)

// gloss returns the gloss of the first of a lemma's senses that offends nobody, and that sense, or nothing.
func (g glosser) gloss(l lemma) (string, sense) {
	for _, s := range g.net.ranked(l) {
		definition := s.definition()
		if unkind.MatchString(definition) {
			continue
		}
		text := g.respell(g.net.shorten(definition))
		if text != "" && utf8.RuneCountInString(text) <= longestGloss && !g.offends(text) {
			return text, s
		}
	}
	return "", sense{}
}

// shortestRoot is the fewest letters of a word that another comes from.
const shortestRoot = 3

// root returns the longest word that makes the base form of a reading by an ending or a beginning. It is one
// of the base form's kin in WordNet, or its definition names it. It is empty if there is no such word.
func (g glosser) root(r reading) string {
	candidates := slices.Clone(r.sense.kin)
	american := g.american[r.base]
	for _, other := range letters.FindAllString(strings.ToLower(r.sense.definition()), -1) {
		isOwn := strings.HasPrefix(other, r.base) || american != "" && strings.HasPrefix(other, american)
		if !isOwn {
			candidates = append(candidates, g.net.baseForms(other)...)
		}
	}
	best := ""
	for _, text := range candidates {
		root := cmp.Or(g.british[text], text)
		isWord := g.list[root] > 0 && !g.hidden[hash(root)] && g.net.isLemma(text)
		isLonger := len(root) >= shortestRoot && len(root) > len(best)
		if isWord && isLonger && words.Split(root, r.base) != nil {
			best = root
		}
	}
	return best
}

var letters = regexp.MustCompile(`[A-Za-z]+`)

// respell writes the words of a gloss as in Britain.
func (g glosser) respell(text string) string {
	return letters.ReplaceAllStringFunc(text, func(word string) string { return cmp.Or(g.british[word], word) })
}

// offends reports whether a gloss has a word that is hidden.
func (g glosser) offends(text string) bool {
	return slices.ContainsFunc(letters.FindAllString(strings.ToLower(text), -1), func(word string) bool {
		return g.hidden[hash(word)]
	})
}

// A glossTable is glosses.bin while it is made.
type glossTable struct {
	// offsets has the offset of a word's text in data, by the word's hash.
	offsets map[uint32]uint32
	// texts has the offset of each text in data.
	texts map[string]uint32
	data  []byte
}

// add adds a word with its base form and gloss. Words may share a text.
func (t *glossTable) add(word, text string) {
	offset, ok := t.texts[text]
	if !ok {
		offset = uint32(len(t.data))
		t.texts[text] = offset
		t.data = append(t.data, text...)
		t.data = append(t.data, '\n')
	}
	h := hash(word)
	if _, isTaken := t.offsets[h]; isTaken {
		log.Printf("%s has the hash of another word, so it has no gloss", word)
		return
	}
	t.offsets[h] = offset
}

// encode returns the table in the layout of gloss.go.
func (t *glossTable) encode() []byte {
	hashes := slices.Sorted(maps.Keys(t.offsets))
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(hashes)))
	for _, h := range hashes {
		out = binary.LittleEndian.AppendUint32(out, h)
	}
	for _, h := range hashes {
		out = binary.LittleEndian.AppendUint32(out, t.offsets[h])
	}
	return append(out, t.data...)
}
