//go:build ignore

// Build makes words.dawg from Debian's scowl package (2020.12.07-2), additions.txt and modern.txt,
// without the slurs:
//
//	apt-get install scowl
//	go run build.go
//
// With -add or -remove it reads words from standard input, one a line, and adds
// them to a file of hashes or removes them from it: blocked.bin or slurs.bin. A
// change of slurs.bin needs a new list.
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
)

// categories are SCOWL's lists of British English.
var categories = []string{"english", "british", "british_z", "british_variant_1", "british_variant_2"}

// sizes are the sizes of SCOWL's lists, after a 0 for no word. The graph stores a size as its index
// in sizes.
var sizes = []int{0, 10, 20, 35, 40, 50, 55, 60, 70, 80}

const shortest, longest = 2, 9

func main() {
	log.SetFlags(0)
	dir := flag.String("scowl", "/usr/share/dict/scowl", "where SCOWL's lists are")
	add := flag.String("add", "", "add the words on standard input to this `file` of hashes")
	remove := flag.String("remove", "", "remove the words on standard input from this `file` of hashes")
	flag.Parse()
	if file := *add + *remove; file != "" {
		changeHashes(file, *add != "")
		return
	}
	list := map[string]int{}
	for _, category := range categories {
		addCategory(list, *dir, category)
	}
	addFrom("additions.txt", list)
	addFrom("modern.txt", list)
	slurs := readHashes("slurs.bin")
	maps.DeleteFunc(list, func(word string, _ int) bool { return slurs[hash(word)] })
	data := encode(slices.Sorted(maps.Keys(list)), list)
	if err := os.WriteFile("words.dawg", data, 0o644); err != nil {
		log.Fatal(err)
	}
	count := map[int]int{}
	for _, size := range list {
		count[size]++
	}
	fmt.Printf("%d words, %d bytes, by size %v\n", len(list), len(data), count)
}

// must returns v, or ends the program if there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// addCategory adds the words of one of SCOWL's categories, which need not have every size.
func addCategory(list map[string]int, dir, category string) {
	exists := false
	for _, size := range sizes[1:] {
		text, err := os.ReadFile(fmt.Sprintf("%s/%s-words.%d", dir, category, size))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		exists = true
		for word := range strings.FieldsSeq(string(text)) {
			enter(list, word, size)
		}
	}
	if !exists {
		log.Fatalf("no lists of %s in %s", category, dir)
	}
}

// addFrom reads lines of a word and its size, 0 for a word to be removed.
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

// enter adds a word to the list, with its least size, if the list can hold it.
func enter(list map[string]int, word string, size int) {
	if len(word) < shortest || len(word) > longest || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return
	}
	if old, ok := list[word]; !ok || size < old {
		list[word] = size
	}
}

// A node of the graph while it is built.
type node struct{ next []edge }

type edge struct {
	letter byte
	// size is that of the word that ends with letter, or 0.
	size int
	to   *node
}

// A builder makes nodes, no two of them equal.
type builder struct {
	sizes  map[string]int
	shared map[string]*node
	names  map[*node]int
}

// encode returns sorted words as a graph in the layout of graph.go.
func encode(words []string, wordSizes map[string]int) []byte {
	b := builder{wordSizes, map[string]*node{}, map[*node]int{}}
	// order has the nodes that have edges, the root first. at has the index of each node's first
	// edge.
	var order []*node
	at := map[*node]uint32{}
	// Edge 0 is unused, so that 0 can mean that there are no edges.
	size := uint32(1)
	var place func(n *node)
	place = func(n *node) {
		if _, ok := at[n]; ok || len(n.next) == 0 {
			return
		}
		at[n] = size
		size += uint32(len(n.next))
		order = append(order, n)
		for _, e := range n.next {
			place(e.to)
		}
	}
	place(b.minimize(words, 0))
	out := make([]byte, 4, 4*size)
	for _, n := range order {
		for i, e := range n.next {
			v := at[e.to]<<10 | uint32(slices.Index(sizes, e.size))<<5 | uint32(e.letter-'a')
			if i == len(n.next)-1 {
				v |= 1 << 9
			}
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	return out
}

// minimize returns the node for sorted words that all have more than depth letters, and share the
// first depth letters.
func (b builder) minimize(words []string, depth int) *node {
	n := &node{}
	var key strings.Builder
	for len(words) > 0 {
		letter := words[0][depth]
		end := 0
		for end < len(words) && words[end][depth] == letter {
			end++
		}
		e := edge{letter: letter}
		under := words[:end]
		if first := under[0]; len(first) == depth+1 {
			e.size = b.sizes[first]
			under = under[1:]
		}
		e.to = b.minimize(under, depth+1)
		n.next = append(n.next, e)
		fmt.Fprintf(&key, " %d %d %d", letter, e.size, b.names[e.to])
		words = words[end:]
	}
	if old, ok := b.shared[key.String()]; ok {
		return old
	}
	b.shared[key.String()] = n
	b.names[n] = len(b.names)
	return n
}

func hash(word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(word))
	return h.Sum32()
}

func readHashes(file string) map[uint32]bool {
	set := map[uint32]bool{}
	for chunk := range slices.Chunk(must(os.ReadFile(file)), 4) {
		set[binary.LittleEndian.Uint32(chunk)] = true
	}
	return set
}

// changeHashes adds the hashes of the words on standard input to file or removes them
// from it. A file holds hashes of 4 bytes each, sorted.
func changeHashes(file string, add bool) {
	set := readHashes(file)
	for word := range strings.FieldsSeq(string(must(io.ReadAll(os.Stdin)))) {
		if add {
			set[hash(word)] = true
		} else {
			delete(set, hash(word))
		}
	}
	var data []byte
	for _, h := range slices.Sorted(maps.Keys(set)) {
		data = binary.LittleEndian.AppendUint32(data, h)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		log.Fatal(err)
	}
}
