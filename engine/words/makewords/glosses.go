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

// longestGloss is the most characters of a gloss.
const longestGloss = words.MaxGloss

// A reading is one way to understand a word: as a form of a base form.
type reading struct {
	base  string
	gloss string
	// weight is how common the reading is.
	weight int
}

// A glosser finds what words mean.
type glosser struct {
	net wordNet
	// american and british map the spellings of american.txt to each other.
	american, british map[string]string
	// hidden are the hashes of words that are neither explained nor part of a gloss.
	hidden map[uint32]bool
}

// makeGlosses writes glosses.bin, the meanings of the words of the list.
func makeGlosses(wordnet string, list map[string]int) {
	g := glosser{
		net:      readWordNet(wordnet),
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
		table.add(word, r.base+"\t"+r.gloss)
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
			r := reading{base, g.gloss(g.net.senses[l]), weight * (g.net.counts[l] + 1)}
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

// gloss returns the gloss of the first of the senses that offends nobody, or nothing.
func (g glosser) gloss(senses []string) string {
	for _, sense := range senses {
		definition, _, _ := strings.Cut(sense, `; "`)
		definition, _, _ = strings.Cut(definition, ` "`)
		if unkind.MatchString(definition) {
			continue
		}
		text := g.respell(shorten(definition))
		if text != "" && utf8.RuneCountInString(text) <= longestGloss && !g.offends(text) {
			return text
		}
	}
	return ""
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

var (
	// aside is a text in brackets, with the blank before it.
	aside = regexp.MustCompile(`\s*\([^()]*\)`)
	// firstAside is one at the beginning, such as "(music)".
	firstAside = regexp.MustCompile(`^\([^()]*\)\s*`)
)

// shorten returns the first clause of a definition without its asides. If the clause is longer
// than longestGloss, shorten cuts it where a phrase ends, and an ellipsis follows.
func shorten(definition string) string {
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
	return cutPhrase(clause)
}

const (
	ellipsis = "…"
	// shortestCut is the fewest characters that cutPhrase leaves before a phrase that a
	// definition can do without. Fewer would say too little.
	shortestCut = 24
)

// starters begin a phrase that a definition can do without.
var starters = strings.Fields("that which who whom whose where when while of in on at by for from with without to into onto through " +
	"between among against during after before under over about around as than because if so but used using having being " +
	"especially usually often typically consisting containing made caused made and or")

// fillers are words with which no phrase ends.
var fillers = append(strings.Fields("a an the its their his her your one's is are was were be been can may will not more most very any some "+
	"such other another this these those two it they he she you has have had"), starters...)

// cutPhrase returns the beginning of a clause that is too long, with an ellipsis. It cuts the clause where a
// phrase ends, or otherwise behind a word that may end one. It returns nothing if there is no such word.
func cutPhrase(clause string) string {
	fields := strings.Fields(clause)
	// best is the longest beginning that ends with a phrase, and last the longest that may be used.
	best := ""
	last := ""
	for i, word := range fields {
		kept := strings.TrimRight(strings.Join(fields[:i], " "), ",:-")
		if len(kept)+1 > longestGloss {
			break
		}
		if i == 0 || isUnfinished(strings.Trim(fields[i-1], ",")) {
			continue
		}
		last = kept
		endsPhrase := strings.HasSuffix(fields[i-1], ",") || slices.Contains(starters, word)
		if endsPhrase && len(kept) >= shortestCut {
			best = kept
		}
	}
	if last == "" {
		return ""
	}
	return cmp.Or(best, last) + ellipsis
}

// isUnfinished reports whether a phrase that ends with word is not finished: "strings stretched…".
func isUnfinished(word string) bool {
	if slices.Contains(fillers, word) {
		return true
	}
	return slices.ContainsFunc([]string{"ed", "ing", "able", "ible"}, func(end string) bool { return strings.HasSuffix(word, end) })
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
