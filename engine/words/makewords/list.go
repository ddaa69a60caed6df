package main

import (
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"reckon/engine/words"
)

// categories are SCOWL's lists of British English.
var categories = []string{"english", "british", "british_z", "british_variant_1", "british_variant_2"}

// capitalSize is the size of a word that nearly everybody writes with a capital.
const capitalSize = 90

// sizes are the sizes of SCOWL's lists, after a 0 for no word, and capitalSize. The graph stores a
// size as its index in sizes.
var sizes = []int{0, 10, 20, 35, 40, 50, 55, 60, 70, 80, capitalSize}

const shortest, longest = words.MinLength, words.MaxLength

// addCategory adds the words of one of SCOWL's categories, which need not have every size.
func addCategory(list map[string]int, dir, category string) {
	exists := false
	for _, size := range sizes[1:] {
		texts, ok := readList(dir, category+"-words", size)
		exists = exists || ok
		for _, word := range texts {
			enter(list, word, size)
		}
	}
	if !exists {
		log.Fatalf("no lists of %s in %s", category, dir)
	}
}

// readList reads one of SCOWL's lists; ok is false if SCOWL has no such list of that size.
func readList(dir, name string, size int) (texts []string, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("%s/%s.%d", dir, name, size))
	if os.IsNotExist(err) {
		return nil, false
	}
	return strings.Fields(string(must(text, err))), true
}

// addFrom adds the words of a file. Each line has a word and its size; with size 0 the word is removed.
func addFrom(file string, list map[string]int) {
	for line := range strings.Lines(string(must(os.ReadFile(file)))) {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var word string
		var size int
		_, err := fmt.Sscan(line, &word, &size)
		if err != nil || !slices.Contains(sizes, size) {
			log.Fatalf("%s: %q is no word and size", file, line)
		}
		if size == 0 {
			delete(list, word)
		} else {
			enter(list, word, size)
		}
	}
}

// enter adds a word to the list, with its least size. A word with accents is entered
// without them, and one with another sign, such as an apostrophe, is not. Words that are
// too long for the list stay in it until the American spellings have been compared.
func enter(list map[string]int, word string, size int) {
	plain, err := words.Read(word)
	if err != nil || len(plain) < shortest {
		return
	}
	if word != strings.ToLower(word) || strings.Contains(word, "-") {
		return
	}
	if old, ok := list[plain]; !ok || size < old {
		list[plain] = size
	}
}

// markCapitals gives capitalSize to the words of capitals.txt, and to words that few
// people know and SCOWL has with a capital in a smaller size.
func markCapitals(list map[string]int, dir string) (marked int) {
	capital := map[string]int{}
	for _, category := range categories {
		for _, kind := range []string{"-upper", "-proper-names"} {
			for _, size := range sizes[1:] {
				names, _ := readList(dir, category+kind, size)
				for _, name := range names {
					enter(capital, strings.ToLower(name), size)
				}
			}
		}
	}
	for word, size := range list {
		sizeWithCapital, ok := capital[word]
		if ok && size > words.KnownSize && sizeWithCapital < size {
			list[word] = capitalSize
			marked++
		}
	}
	for line := range strings.Lines(string(must(os.ReadFile("capitals.txt")))) {
		word := strings.TrimSpace(line)
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		if list[word] > 0 {
			list[word] = capitalSize
			marked++
		}
	}
	return marked
}
