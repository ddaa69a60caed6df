package main

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

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
	// sizes has the sizes of words.
	sizes map[string]int
	// shared has the nodes by their edges as text, where a node is named by its number in numbers.
	shared  map[string]*node
	numbers map[*node]int
}

// encode returns sorted words as a graph in the layout of graph.go.
func encode(words []string, wordSizes map[string]int) []byte {
	b := builder{wordSizes, map[string]*node{}, map[*node]int{}}
	// nodes has those that have edges, the root first. firstEdge has the index of each node's first
	// edge.
	var nodes []*node
	firstEdge := map[*node]uint32{}
	// Edge 0 is unused, so that 0 can mean that there are no edges.
	size := uint32(1)
	var add func(n *node)
	add = func(n *node) {
		if _, ok := firstEdge[n]; ok || len(n.next) == 0 {
			return
		}
		firstEdge[n] = size
		size += uint32(len(n.next))
		nodes = append(nodes, n)
		for _, e := range n.next {
			add(e.to)
		}
	}
	add(b.minimize(words, 0))
	out := make([]byte, 4, 4*size)
	for _, n := range nodes {
		for i, e := range n.next {
			v := firstEdge[e.to]<<10 | uint32(slices.Index(sizes, e.size))<<5 | uint32(e.letter-'a')
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
		fmt.Fprintf(&key, " %d %d %d", letter, e.size, b.numbers[e.to])
		words = words[end:]
	}
	if old, ok := b.shared[key.String()]; ok {
		return old
	}
	b.shared[key.String()] = n
	b.numbers[n] = len(b.numbers)
	return n
}
