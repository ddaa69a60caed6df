package main

import (
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A part is a part of speech, as WordNet's files are named for it.
type part string

const (
	noun      part = "noun"
	verb      part = "verb"
	adjective part = "adj"
	adverb    part = "adv"
)

// parts are all parts of speech. Of two readings that are equally common, the part that
// comes first here counts.
var parts = []part{noun, verb, adjective, adverb}

// checksums are the SHA-256 sums of the files of WordNet that are read.
var checksums = map[string]string{
	"data.adj":    "c89120dfc1f046ddff4a631bf9b7e9fa1a36b5e86565a23bf82dbe14f30b88a7",
	"data.adv":    "444a63bf3955080ab7524f5079cfc07ff9bc682cb98bdb1db73b0fb9829f1139",
	"data.noun":   "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2",
	"data.verb":   "adcf43e35b581e8036d8b5a52d63d9cd3d3b4870b2720d3c03c799df44777bc2",
	"index.adj":   "c9865d7b4d1f805bdef82ccdcea5282436e23083e6f6f1b33e716327c4eda810",
	"index.adv":   "6f5465ed5758fe9c8a2f7ec17b1300f3aa875756c70ff7cba162f7e71bcf88ea",
	"index.noun":  "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04",
	"index.verb":  "e2ac24816c3a8289dcb72aaa9cf8db81fdf25ec34d792bfc96ac5b7a20c8b4ae",
	"adj.exc":     "8824cc24bbedd797b9702316b27f07cd4c2b76b629539f0a1276f03926758016",
	"adv.exc":     "e7291461b629abfe63301bbe1998cee09fd575ed7107abd7ea9763adb05bf0a8",
	"noun.exc":    "2b5d675c380b39ecf595af9fa9d4e7feb1d58c643b0bff08c40ed5bfe41fab7a",
	"verb.exc":    "dbbcf9a601b2d77e934e413b91d90e88ec7f933a8b77cfc00602a923b891b42c",
	"cntlist.rev": "a198580b8f705fa02797bba8b13e5cbe4a9f9f40cb1697e774c7fc6a5865b035",
}

// A lemma is a base form of a part of speech.
type lemma struct {
	text string
	part part
}

// A sense is one meaning of a lemma.
type sense struct {
	// number is that of the sense among those of the lemma, from 1 on.
	number int
	gloss  string
	// count says how often the sense was found in WordNet's texts.
	count int
	// field is the number of the file that WordNet's authors wrote the sense in: "05" has animals.
	field string
	// kin are the words that the lemma is derived from or that are derived from it, its opposites,
	// and what an adjective is a degree of.
	kin []string
}

// A wordNet is what is read of WordNet.
type wordNet struct {
	// files are the texts of the files with the senses.
	files map[part]string
	// senses has the senses of a lemma, the most frequent first, without those that are written
	// with a capital.
	senses map[lemma][]sense
	// counts says how often a lemma was found in WordNet's texts.
	counts map[lemma]int
	// irregular has the base forms of irregular forms.
	irregular map[lemma][]string
	// isIrregular has the lemmas with irregular forms.
	isIrregular map[lemma]bool
}

// readWordNet reads WordNet's files. It ends the program if they are of another version.
func readWordNet(dir string) wordNet {
	net := wordNet{
		files:     map[part]string{},
		senses:    map[lemma][]sense{},
		counts:    map[lemma]int{},
		irregular: map[lemma][]string{},

		isIrregular: map[lemma]bool{},
	}
	// A line of cntlist.rev is "sense key, number of the sense, count", and a sense key begins
	// with the lemma and the number of the part of speech; 5 are adjectives, too.
	keys := map[byte]part{'1': noun, '2': verb, '3': adjective, '4': adverb, '5': adjective}
	tagged := map[lemma]map[int]int{}
	for line := range strings.Lines(readChecked(dir, "cntlist.rev")) {
		fields := strings.Fields(line)
		text, key, _ := strings.Cut(fields[0], "%")
		l := lemma{text, keys[key[0]]}
		count := must(strconv.Atoi(fields[2]))
		net.counts[l] += count
		if tagged[l] == nil {
			tagged[l] = map[int]int{}
		}
		tagged[l][must(strconv.Atoi(fields[1]))] += count
	}
	for _, p := range parts {
		net.files[p] = readChecked(dir, "data."+string(p))
	}
	for _, p := range parts {
		net.readSenses(dir, p, tagged)
		for line := range strings.Lines(readChecked(dir, string(p)+".exc")) {
			forms := strings.Fields(line)
			form := lemma{forms[0], p}
			net.irregular[form] = append(net.irregular[form], forms[1:]...)
			for _, base := range forms[1:] {
				net.isIrregular[lemma{base, p}] = true
			}
		}
	}
	return net
}

// readSenses reads the senses of a part of speech. tagged says how often each sense of a lemma was
// found, by its number.
func (net wordNet) readSenses(dir string, p part, tagged map[lemma]map[int]int) {
	for line := range strings.Lines(readChecked(dir, "index."+string(p))) {
		if strings.HasPrefix(line, " ") {
			// The licence is at the top of the file.
			continue
		}
		// A line is "lemma part senses pointers … senses tagged offsets…".
		fields := strings.Fields(line)
		count := must(strconv.Atoi(fields[2]))
		l := lemma{fields[0], p}
		for i, field := range fields[len(fields)-count:] {
			set := net.synset(p, must(strconv.Atoi(field)))
			n := slices.Index(set.words, l.text)
			if n < 0 {
				continue
			}
			s := sense{number: i + 1, gloss: set.gloss, count: tagged[l][i+1], field: set.field}
			for _, to := range set.pointers {
				net.follow(&s, to, n+1)
			}
			net.senses[l] = append(net.senses[l], s)
		}
	}
}

// follow adds to a sense of the nth word of a synset what a pointer of the synset leads to.
func (net wordNet) follow(s *sense, to pointer, n int) {
	isOfWord := to.from == 0 || to.from == n
	isKin := slices.Contains([]string{"+", "\\", "!", "="}, to.symbol)
	if !isOfWord || !isKin {
		return
	}
	words := net.synset(to.part, to.offset).words
	if to.to > 0 {
		words = words[to.to-1 : to.to]
	}
	s.kin = append(s.kin, words...)
}

// A synset is a sense with all its words.
type synset struct {
	field    string
	words    []string
	pointers []pointer
	gloss    string
}

// A pointer leads from a word of a synset to one of another, each by its number. 0 is the whole
// synset.
type pointer struct {
	symbol   string
	part     part
	offset   int
	from, to int
}

// partsByLetter are the parts of speech as WordNet's pointers name them; s and a are adjectives.
var partsByLetter = map[string]part{"n": noun, "v": verb, "a": adjective, "s": adjective, "r": adverb}

// synset reads the synset at an offset. Its line is "offset file part words (word, number)…
// pointers (symbol, offset, part, from and to)… | gloss".
func (net wordNet) synset(p part, offset int) synset {
	line, _, _ := strings.Cut(net.files[p][offset:], "\n")
	head, gloss, _ := strings.Cut(line, " | ")
	fields := strings.Fields(head)
	s := synset{field: fields[1], gloss: strings.TrimSpace(gloss)}
	count := int(must(strconv.ParseInt(fields[3], 16, 32)))
	fields = fields[4:]
	for range count {
		word, _, _ := strings.Cut(fields[0], "(")
		s.words = append(s.words, word)
		fields = fields[2:]
	}
	count = must(strconv.Atoi(fields[0]))
	fields = fields[1:]
	for range count {
		s.pointers = append(s.pointers, pointer{
			symbol: fields[0],
			offset: must(strconv.Atoi(fields[1])),
			part:   partsByLetter[fields[2]],
			from:   int(must(strconv.ParseInt(fields[3][:2], 16, 32))),
			to:     int(must(strconv.ParseInt(fields[3][2:], 16, 32))),
		})
		fields = fields[4:]
	}
	return s
}

// readChecked reads a file with a known checksum.
func readChecked(dir, name string) string {
	data := must(os.ReadFile(filepath.Join(dir, name)))
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != checksums[name] {
		log.Fatalf("%s is of another version: its checksum is %s", name, sum)
	}
	return string(data)
}

// A detachment is a regular ending and what the base form has in its place.
type detachment struct{ ending, base string }

// detachments are WordNet's own rules (its manual page morphy.7WN), and doubled letters:
// "2" is an ending behind a doubled letter.
var detachments = map[part][]detachment{
	noun: {
		{"s", ""}, {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"oes", "o"}, {"men", "man"}, {"ies", "y"},
	},
	verb: {
		{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ed", "2"}, {"ied", "y"},
		{"ing", "e"}, {"ing", ""}, {"ing", "2"},
	},
	adjective: {{"er", ""}, {"er", "e"}, {"er", "2"}, {"ier", "y"}, {"est", ""}, {"est", "e"}, {"est", "2"}, {"iest", "y"}},
	adverb:    {{"er", ""}, {"est", ""}},
}

// bases returns the texts that word may be a form of, as a part of speech.
func (net wordNet) bases(word string, p part) []string {
	all := net.irregular[lemma{word, p}]
	for _, d := range detachments[p] {
		stem, ok := strings.CutSuffix(word, d.ending)
		endsInDoubleS := d.ending == "s" && strings.HasSuffix(stem, "s")
		if !ok || len(stem) < 2 || endsInDoubleS {
			continue
		}
		if d.base != "2" {
			base := stem + d.base
			// A noun such as seed is no past tense of an irregular verb.
			isNoun := d.ending == "ed" && net.isIrregular[lemma{base, p}] && len(net.senses[lemma{word, noun}]) > 0
			lacksDouble := d.base == "" && doubles(stem, d.ending)
			if !isNoun && !lacksDouble {
				all = append(all, base)
			}
			continue
		}
		last := len(stem) - 1
		if stem[last] == stem[last-1] {
			all = append(all, stem[:last])
		}
	}
	return all
}

// isLemma reports whether a text is a base form of any part of speech.
func (net wordNet) isLemma(text string) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return len(net.senses[lemma{text, p}]) > 0 })
}

// baseForms returns word, and the words that it is a form of.
func (net wordNet) baseForms(word string) []string {
	all := []string{word}
	for _, p := range parts {
		for _, base := range net.bases(word, p) {
			if len(net.senses[lemma{base, p}]) > 0 {
				all = append(all, base)
			}
		}
	}
	return all
}

// shortForm matches a word of one syllable whose last letter is doubled before a vowel: plan.
var shortForm = regexp.MustCompile(`^([^aeiou]*|qu)[aeiouy][bdfgklmnprtvz]$`)

// doubles reports whether the last letter of stem would be doubled before an ending: planed is no
// form of plan.
func doubles(stem, ending string) bool {
	return strings.ContainsRune("aeiou", rune(ending[0])) && shortForm.MatchString(stem)
}
