package main

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// mostAmerican is the largest size of SCOWL's American list that is read. Larger ones have
// words so rare that a rule below would match them by chance.
const mostAmerican = 70

// A respelling turns an American spelling into the British one.
type respelling struct {
	american *regexp.Regexp
	british  string
}

// respellings are tried in this order. If one matches a word at several places, the first that
// gives a British word counts.
var respellings = func() []respelling {
	var all []respelling
	for line := range strings.Lines(`
or         our
er$        re
ers$       res
ered$      red
ering$     ring
erly$      rely
yz         ys
og$        ogue
ogs$       ogues
oged$      ogued
oging$     oguing
ens        enc
z          s
([aeiou])l ${1}ll
ll         l
ol         oul
ow         ough
esoph      oesoph
estr       oestr
edem       oedem
(rrh|pn|am)e    ${1}oe
eli        oeli
f          ph
e([^sdr]|[sr].) ae$1
e([^sdr]|[sr].) oe$1
^calk      caulk
k          c
ray        rey
lry        llery
num        nium
aj         yj
must       moust
onut       oughnut
licor      liquor
euver(ed|ing|s)$ oeuvr$1
euvres$    oeuvres
euver      oeuvre
euvers     oeuvres
x$         xe
xman       xeman
xmen       xemen
et$        ette
ets$       ettes
ifact      efact
([pbgtm])e ${1}${1}e
([pbgtm])i ${1}${1}i
dr?aft     draught
heck       heque
checker    chequer
entin      entine
ctic(ed|er|ing) ctis$1
behoov     behov
furor$     furore
salable    saleable
afterward$ afterwards
glycerin$  glycerine
`) {
		if fields := strings.Fields(line); len(fields) == 2 {
			all = append(all, respelling{regexp.MustCompile(fields[0]), fields[1]})
		}
	}
	return all
}()

// noPairs are words that a respelling turns into another word by chance.
var noPairs = strings.Fields("amorist amorists attemper borg colorific dora disseizin erogenic faitor fayer fulgor gauffer " +
	"heterism longevous mauger stor teazeled vaporific")

// pairAmerican returns lines of an American spelling that is not in the list and the British
// one that is, in order. The list must have British words of any length.
func pairAmerican(dir string, list map[string]int) []string {
	blocked := readHashes("blocked.bin")
	slurs := readHashes("slurs.bin")
	var pairs []string
	american := readAmerican(dir)
	for _, word := range slices.Sorted(maps.Keys(american)) {
		isOffence := blocked[hash(word)] || slurs[hash(word)]
		if list[word] > 0 || len(word) > longest || isOffence || slices.Contains(noPairs, word) {
			continue
		}
		british := respell(word, list)
		if british == "" || blocked[hash(british)] || slurs[hash(british)] {
			continue
		}
		pairs = append(pairs, word+" "+british+"\n")
	}
	return pairs
}

// readAmerican returns the words of SCOWL's American list, and those that additions.txt
// removes from the British ones.
func readAmerican(dir string) map[string]int {
	all := map[string]int{}
	for _, size := range sizes[1:] {
		texts, _ := readList(dir, "american-words", size)
		for _, word := range texts {
			if size <= mostAmerican {
				enter(all, word, size)
			}
		}
	}
	for line := range strings.Lines(string(must(os.ReadFile("additions.txt")))) {
		word, isRemoved := strings.CutSuffix(strings.TrimSpace(line), " 0")
		if isRemoved {
			all[word] = mostAmerican
		}
	}
	return all
}

// respell returns the British spelling of an American one, or nothing.
func respell(word string, list map[string]int) string {
	for _, rule := range respellings {
		for _, match := range rule.american.FindAllStringSubmatchIndex(word, -1) {
			replacement := string(rule.american.ExpandString(nil, rule.british, word, match))
			british := word[:match[0]] + replacement + word[match[1]:]
			if list[british] > 0 && british != word {
				return british
			}
		}
	}
	return ""
}
