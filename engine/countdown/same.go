package countdown

import (
	"reckon/engine/expr"
)

// IsSameForm reports whether two forms of answers to the puzzle are the same solution: they are equal,
// or one becomes the other where tiles are written as calculations of unused tiles: 10*7*5 and
// 10*7*(3+2).
func (p *Puzzle) IsSameForm(form, other string) bool {
	if form == other {
		return true
	}
	var a arena
	x, isRead := a.readForm(form)
	y, isOtherRead := a.readForm(other)
	if !isRead || !isOtherRead || a[x].value != a[y].value {
		return false
	}
	return a.expands(x, y) || a.expands(y, x)
}

// readForm returns the form that a text shows; false if it shows none.
func (a *arena) readForm(text string) (form int32, ok bool) {
	n, err := expr.Parse(text)
	if err != nil {
		return 0, false
	}
	form, fault := a.read(n)
	return form, fault == nil
}

// expands reports whether y is x with tiles written as calculations. The calculations themselves are
// not compared: y uses each tile once, so a calculation that replaces a tile uses no tile of the rest
// of x.
func (a arena) expands(x, y int32) bool {
	if a[x].op == 0 {
		return a[x].value == a[y].value
	}
	up, _ := chainOps(a[x].op)
	if a[x].value != a[y].value || family(a[y].op) != up {
		return false
	}
	m := matching{arena: a, isProduct: up == '*', parts: a.parts(x), others: a.parts(y)}
	return m.fits(0, 1<<len(m.others)-1)
}

// A part is a member of a chain.
type part struct {
	form int32
	// isDown means that the part is subtracted, or divided by.
	isDown bool
}

// parts returns the members of a chain.
func (a arena) parts(i int32) []part {
	up, down := chainOps(a[i].op)
	ups, downs := a.chain(up, down, i)
	var all []part
	for _, form := range ups {
		all = append(all, part{form: form})
	}
	for _, form := range downs {
		all = append(all, part{form: form, isDown: true})
	}
	return all
}

// A matching searches for a way to share the members of another chain among the parts of a chain, so
// that each part may be written as its members.
type matching struct {
	arena
	parts     []part
	others    []part
	isProduct bool
}

// fits reports whether some members, a set of bits, can be shared among the parts from the index from
// on.
func (m matching) fits(from int, members uint) bool {
	if from == len(m.parts) {
		return members == 0
	}
	for set := members; set > 0; set = (set - 1) & members {
		if m.becomes(m.parts[from], set) && m.fits(from+1, members&^set) {
			return true
		}
	}
	return false
}

// becomes reports whether a part may be written as a set of members of the other chain: as one
// member that expands it or, if the part is a tile, as several members that together have its
// value.
func (m matching) becomes(p part, set uint) bool {
	isOne := set&(set-1) == 0
	isTile := m.arena[p.form].op == 0
	if !isOne && !isTile {
		return false
	}
	// Products are compared as a fraction. With at most six tiles they fit.
	up := 0
	down := 0
	if m.isProduct {
		up = 1
		down = 1
	}
	for i, o := range m.others {
		if set&(1<<i) == 0 {
			continue
		}
		value := m.arena[o.form].value
		isUp := o.isDown == p.isDown
		switch {
		case isOne:
			return isUp && m.expands(p.form, o.form)
		case m.isProduct && isUp:
			up *= value
		case m.isProduct:
			down *= value
		case isUp:
			up += value
		default:
			down += value
		}
	}
	value := m.arena[p.form].value
	if m.isProduct {
		return up == down*value
	}
	return up-down == value
}
