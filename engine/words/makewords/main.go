// Makewords makes the data of package words from two of Debian's packages and the texts
// beside it:
//
//	apt-get install scowl wordnet-base
//	go generate ./engine/words
//
// From scowl 2020.12.07-2, additions.txt, modern.txt, british.txt and capitals.txt it
// makes the list, words.dawg, and the list of American spellings, american.txt. From
// wordnet-base 1:3.0-37 it makes glosses.bin. The slurs are in none of them. SOURCES.md
// says what is from where.
//
// With -add or -remove it reads words from standard input, one a line, and adds them to a
// file of hashes or removes them from it: blocked.bin or slurs.bin. After a change of
// either the data must be made again.
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	scowl := flag.String("scowl", "/usr/share/dict/scowl", "where SCOWL's lists are")
	wordnet := flag.String("wordnet", "/usr/share/wordnet", "where WordNet's files are")
	add := flag.String("add", "", "add the words on standard input to this `file` of hashes")
	remove := flag.String("remove", "", "remove the words on standard input from this `file` of hashes")
	flag.Parse()
	if file := *add + *remove; file != "" {
		changeHashes(file, *add != "")
		return
	}
	list := makeList(*scowl)
	makeGlosses(*wordnet, list)
}

// makeList writes words.dawg and american.txt, and returns the words with their sizes.
func makeList(scowl string) map[string]int {
	list := map[string]int{}
	for _, category := range categories {
		addCategory(list, scowl, category)
	}
	for _, file := range []string{"additions.txt", "modern.txt", "british.txt"} {
		addFrom(file, list)
	}
	slurs := readHashes("slurs.bin")
	maps.DeleteFunc(list, func(word string, _ int) bool { return slurs[hash(word)] })
	pairs := pairAmerican(scowl, list)
	maps.DeleteFunc(list, func(word string, _ int) bool { return len(word) > longest })
	marked := markCapitals(list, scowl)
	data := encode(slices.Sorted(maps.Keys(list)), list)
	writeFile("words.dawg", data)
	writeFile("american.txt", []byte(strings.Join(pairs, "")))
	count := map[int]int{}
	for _, size := range list {
		count[size]++
	}
	fmt.Printf("%d words, %d bytes, by size %v\n", len(list), len(data), count)
	fmt.Printf("%d with a capital, %d American spellings\n", marked, len(pairs))
	return list
}
