package twentyfour

import (
	"cmp"
	"slices"
	"strconv"
)

// kind of a node.
type kind uint8

const (
	card    kind = iota
	sum          // a chain of + and -
	product      // a chain of * and /
	zero         // a product with a factor 0: only its cards matter
)

// A node is an expression with commuting, regrouping and signs taken out: the
// members of a chain are kept in order of their keys, no member is a chain of
// the same kind, and no value is negative; where one would be, the sign has
// moved outwards. Two expressions are the same up to those three if and only
// if the keys of their nodes are equal.
type node struct {
	kind  kind
	value ratio // >= 0
	parts []part
	key   string
}

// A part is a member of a chain; inv says that it is subtracted or divided by.
type part struct {
	inv bool
	*node
}

func (p part) isDirect() bool { return !p.inv }

func newCard(v int) *node {
	return &node{kind: card, value: integer(int64(v)), key: strconv.Itoa(v)}
}

// flatten adds p to a chain of kind k, its members in place of a chain of the
// same kind.
func flatten(parts []part, k kind, p part) []part {
	if p.kind != k {
		return append(parts, p)
	}
	for _, q := range p.parts {
		parts = append(parts, part{p.inv != q.inv, q.node})
	}
	return parts
}

func total(parts []part) ratio {
	t := integer(0)
	for _, p := range parts {
		t = t.addPart(p)
	}
	return t
}

// quotient is the product of parts, those inverse divided by; 0 divides nothing.
func quotient(parts []part) ratio {
	t := integer(1)
	for _, p := range parts {
		t = t.mulPart(p)
	}
	return t
}

func (r ratio) addPart(p part) ratio {
	if p.inv {
		return r.sub(p.value)
	}
	return r.add(p.value)
}

func (r ratio) mulPart(p part) ratio {
	if p.inv {
		return r.div(p.value)
	}
	return r.mul(p.value)
}

// newSum makes a node of the terms and says whether it stands for their
// negative sum.
func newSum(terms []part) (n *node, negative bool) {
	if len(terms) == 1 {
		return terms[0].node, terms[0].inv
	}
	v := total(terms)
	if v.Num < 0 {
		terms, negative = opposite(terms), true
	}
	n = &node{kind: sum, value: v.abs(), parts: terms, key: chainKey(terms, '(', '+', '-', ')')}
	if v.isZero() {
		other := opposite(terms) // either way round is 0; some term must be added
		if k := chainKey(other, '(', '+', '-', ')'); k < n.key && slices.ContainsFunc(other, part.isDirect) {
			n.parts, n.key = other, k
		}
	}
	return n, negative
}

// newProduct makes a node of the factors, none of them 0 and one not inverse.
func newProduct(factors []part) *node {
	if len(factors) == 1 {
		return factors[0].node
	}
	return &node{kind: product, value: quotient(factors), parts: factors, key: chainKey(factors, '[', '*', '/', ']')}
}

// newZero makes the node of a product with a factor 0. Its parts are one way to
// write it, its key holds only the cards.
func newZero(factors []part) *node {
	n := &node{kind: zero, value: integer(0), parts: factors}
	list := n.cards(nil)
	slices.Sort(list)
	b := []byte{'{'}
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(c), 10)
	}
	n.key = string(append(b, '}'))
	return n
}

func opposite(parts []part) []part {
	turned := make([]part, len(parts))
	for i, p := range parts {
		turned[i] = part{!p.inv, p.node}
	}
	return turned
}

func comparePart(a, b part) int {
	if a.inv != b.inv {
		if a.inv {
			return 1
		}
		return -1
	}
	return compareKey(a.node, b.node)
}

func compareKey(a, b *node) int {
	if c := cmp.Compare(len(a.key), len(b.key)); c != 0 {
		return c
	}
	return cmp.Compare(a.key, b.key)
}

// chainKey sorts parts and writes them down.
func chainKey(parts []part, open, direct, inverse, end byte) string {
	slices.SortFunc(parts, comparePart)
	b := make([]byte, 0, 32)
	b = append(b, open)
	for i, p := range parts {
		switch {
		case p.inv:
			b = append(b, inverse)
		case i > 0:
			b = append(b, direct)
		}
		b = append(b, p.key...)
	}
	return string(append(b, end))
}

// cards adds the cards in n to list.
func (n *node) cards(list []int) []int {
	if n.kind == card {
		return append(list, int(n.value.Num))
	}
	for _, p := range n.parts {
		list = p.cards(list)
	}
	return list
}
