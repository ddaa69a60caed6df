package twentyfour

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
)

// kind of a node.
type kind uint8

const (
	card kind = iota
	// sum is a chain of + and -.
	sum
	// product is a chain of * and /.
	product
	// zero is a product with a factor 0. Only its cards matter.
	zero
)

// A node is an expression in which order, grouping and signs play no part. The
// members of a chain are sorted by their keys, no member is a chain of the same
// kind, and no value is negative: a sign moves outwards. Two expressions differ only
// in order, grouping and signs if and only if the keys of their nodes are equal.
type node struct {
	kind kind
	// value is at least 0.
	value ratio
	parts []part
	key   string
}

// A part is a member of a chain.
type part struct {
	// inv means that the part is subtracted, or divided by.
	inv bool
	*node
}

func newCard(v int) *node {
	return &node{kind: card, value: integer(int64(v)), key: strconv.Itoa(v)}
}

// flatten appends p to a chain of kind k. If p is a chain of the same kind, it appends the parts of
// p.
func flatten(parts []part, k kind, p part) []part {
	if p.kind != k {
		return append(parts, p)
	}
	for _, q := range p.parts {
		parts = append(parts, part{p.inv != q.inv, q.node})
	}
	return parts
}

// members returns how many parts n becomes in a chain of kind k.
func (k kind) members(n *node) int {
	if n.kind == k {
		return len(n.parts)
	}
	return 1
}

// everyPart is the set of all parts, as a bit mask.
const everyPart = -1

// value returns what the parts in set make in a chain of kind k: their sum, or their
// product, in which no factor that is divided by may be 0.
func (k kind) value(parts []part, set int) ratio {
	v := integer(0)
	if k == product {
		v = integer(1)
	}
	for i, p := range parts {
		switch {
		case set>>i&1 == 0:
			// The part is not in the set.
		case k == sum && p.inv:
			v = v.sub(p.value)
		case k == sum:
			v = v.add(p.value)
		case p.inv:
			v = v.div(p.value)
		default:
			v = v.mul(p.value)
		}
	}
	return v
}

// newChain returns the node of the members of a sum or product. The part is inv if its node
// makes their negative sum. In a product, at least one factor is not divided by, and no
// factor is 0.
func newChain(k kind, parts []part) part {
	if len(parts) == 1 {
		return parts[0]
	}
	v := k.value(parts, everyPart)
	negative := v.Num < 0
	if negative {
		parts = opposite(parts)
	}
	return part{negative, newChainOf(k, v.abs(), parts)}
}

// newChainOf returns the node of the members of a sum or product, which make v, at least 0.
func newChainOf(k kind, v ratio, parts []part) *node {
	n := &node{
		kind:  k,
		value: v,
		parts: parts,
		key:   chainKey(k, parts),
	}
	if v.Num == 0 {
		// The opposite of a sum that makes 0 makes 0, too. The one with the lesser key stands for both,
		// but some term of it must be added, so that it can be written.
		other := opposite(parts)
		key := chainKey(k, other)
		if key < n.key && isWritable(other) {
			n.parts = other
			n.key = key
		}
	}
	return n
}

// isWritable reports whether a chain of the parts can be written: not all are
// subtracted, or divided by.
func isWritable(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return !p.inv })
}

// newZero returns the node of a product with a factor 0. Its parts are one way to
// write it, its key holds only the cards.
func newZero(factors []part) *node {
	n := &node{kind: zero, value: integer(0), parts: factors}
	list := n.cards(nil)
	slices.Sort(list)
	n.key = "{" + strings.Join(engine.Tiles(list), ",") + "}"
	return n
}

// opposite returns the parts with inv turned: what was added is subtracted, and what was a factor is
// divided by.
func opposite(parts []part) []part {
	turned := make([]part, len(parts))
	for i, p := range parts {
		turned[i] = part{!p.inv, p.node}
	}
	return turned
}

func comparePart(a, b part) int {
	switch {
	case a.inv == b.inv:
		return compareKey(a.node, b.node)
	case a.inv:
		return 1
	}
	return -1
}

// compareKey orders nodes by their keys, the shorter first.
func compareKey(a, b *node) int {
	if c := len(a.key) - len(b.key); c != 0 {
		return c
	}
	return cmp.Compare(a.key, b.key)
}

// sortParts sorts a few parts. Most are sorted but for one or two, and for so few this takes half the
// time of package slices.
func sortParts(parts []part) {
	for i := 1; i < len(parts); i++ {
		p := parts[i]
		j := i
		for ; j > 0 && comparePart(p, parts[j-1]) < 0; j-- {
			parts[j] = parts[j-1]
		}
		parts[j] = p
	}
}

// chainKey sorts the parts and returns their key.
func chainKey(k kind, parts []part) string {
	signs := "(+-)"
	if k == product {
		signs = "[*/]"
	}
	sortParts(parts)
	b := append(make([]byte, 0, 32), signs[0])
	for i, p := range parts {
		switch {
		case p.inv:
			b = append(b, signs[2])
		case i > 0:
			b = append(b, signs[1])
		}
		b = append(b, p.key...)
	}
	return string(append(b, signs[3]))
}

// cards appends the cards in n to list.
func (n *node) cards(list []int) []int {
	if n.kind == card {
		return append(list, int(n.value.Num))
	}
	for _, p := range n.parts {
		list = p.cards(list)
	}
	return list
}
