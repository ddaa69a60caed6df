//go:build ignore

// Build makes the word lists from Debian's scowl package (2020.12.07-2):
//
//	apt-get install scowl
//	go run build.go
//
// With -block it reads words from standard input, one a line, and adds them to
// those the bot never says; only their hashes are kept.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A cut is the words of some of SCOWL's categories, up to a size: the smaller
// the size, the more common the words.
type cut struct {
	file       string
	size       int
	categories []string
}

var british = []string{"english", "british", "british_z"}

var cuts = []cut{
	{"common.dawg", 35, british},
	{"large.dawg", 80, append([]string{"american", "british_variant_1", "british_variant_2"}, british...)},
}

const shortest, longest = 2, 9

func main() {
	log.SetFlags(0)
	dir := flag.String("scowl", "/usr/share/dict/scowl", "where SCOWL's lists are")
	block := flag.Bool("block", false, "add the words on standard input to blocked.bin")
	flag.Parse()
	if *block {
		if err := addBlocked("blocked.bin", os.Stdin); err != nil {
			log.Fatal(err)
		}
		return
	}
	for _, c := range cuts {
		words, err := c.words(*dir)
		if err != nil {
			log.Fatal(err)
		}
		data := encode(words)
		if err := os.WriteFile(c.file, data, 0o644); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d words, %d bytes\n", c.file, len(words), len(data))
	}
}

// words reads a cut: lower-case words without accents or signs, sorted.
func (c cut) words(dir string) ([]string, error) {
	set := map[string]bool{}
	for _, category := range c.categories {
		files, err := filepath.Glob(filepath.Join(dir, category+"-words.*"))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("no lists of %s in %s", category, dir)
		}
		for _, file := range files {
			size, err := strconv.Atoi(strings.TrimPrefix(filepath.Ext(file), "."))
			if err != nil || size > c.size {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for word := range strings.FieldsSeq(string(text)) {
				if len(word) >= shortest && len(word) <= longest && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" {
					set[word] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(set)), nil
}

// A node of the graph, while it is built.
type node struct {
	ends bool // a word ends here
	next []edge
}

type edge struct {
	letter byte
	to     *node
}

// encode writes sorted words as a graph in which equal endings are stored once.
// The layout is that of graph.go.
func encode(words []string) []byte {
	shared := map[string]*node{}
	names := map[*node]int{}
	root := minimize(words, 0, shared, names)
	var order []*node // those with edges, the root first
	at := map[*node]uint32{}
	size := uint32(1) // edge 0 stands for no edges
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
	place(root)
	out := make([]byte, 4, 4*size)
	for _, n := range order {
		for i, e := range n.next {
			v := at[e.to]<<7 | uint32(e.letter-'a')
			if e.to.ends {
				v |= 1 << 5
			}
			if i == len(n.next)-1 {
				v |= 1 << 6
			}
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	return out
}

// minimize makes the node for words, which share their first depth letters.
func minimize(words []string, depth int, shared map[string]*node, names map[*node]int) *node {
	n := &node{}
	if len(words) > 0 && len(words[0]) == depth {
		n.ends = true
		words = words[1:]
	}
	key := fmt.Sprint(n.ends)
	for len(words) > 0 {
		c := words[0][depth]
		end := 0
		for end < len(words) && words[end][depth] == c {
			end++
		}
		to := minimize(words[:end], depth+1, shared, names)
		n.next = append(n.next, edge{c, to})
		key += fmt.Sprintf(" %c%d", c, names[to])
		words = words[end:]
	}
	if old, ok := shared[key]; ok {
		return old
	}
	shared[key] = n
	names[n] = len(names)
	return n
}

// addBlocked merges the hashes of words into file: sorted, of 4 bytes each.
func addBlocked(file string, words io.Reader) error {
	data, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	set := map[uint32]bool{}
	for chunk := range slices.Chunk(data, 4) {
		set[binary.LittleEndian.Uint32(chunk)] = true
	}
	lines := bufio.NewScanner(words)
	for lines.Scan() {
		h := fnv.New32a()
		h.Write(bytes.TrimSpace(lines.Bytes()))
		set[h.Sum32()] = true
	}
	if err := lines.Err(); err != nil {
		return err
	}
	data = data[:0]
	for _, h := range slices.Sorted(maps.Keys(set)) {
		data = binary.LittleEndian.AppendUint32(data, h)
	}
	return os.WriteFile(file, data, 0o644)
}
