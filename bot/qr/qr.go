// Package qr makes QR codes.
package qr

import (
	"fmt"
	"strings"
)

// A Code is a QR code (ISO/IEC 18004) of bytes, of version 1 to 6 and level L. A code on a screen is not
// damaged, so the lowest level will do, and its squares are the largest.
type Code struct {
	size int
	// dark has the squares, row by row.
	dark []bool
	// fixed marks the squares that do not depend on the data.
	fixed []bool
}

// A version is one of the sizes of QR codes. Its bytes are in blocks.
type version struct {
	// data is how many bytes of the text a block has, and checks how many bytes that check these.
	data   int
	checks int
	blocks int
}

// versions are the versions from 1 on, at level L.
var versions = []version{
	{data: 19, checks: 7, blocks: 1},
	{data: 34, checks: 10, blocks: 1},
	{data: 55, checks: 15, blocks: 1},
	{data: 80, checks: 20, blocks: 1},
	{data: 108, checks: 26, blocks: 1},
	{data: 68, checks: 18, blocks: 2},
}

// New returns the code of a text. ok is false if the text is too long.
func New(text string) (code *Code, ok bool) {
	// headBytes is the room for the mode and the length of the text.
	const headBytes = 2
	for i, v := range versions {
		if len(text)+headBytes > v.data*v.blocks {
			continue
		}
		number := i + 1
		code := &Code{size: 17 + 4*number}
		code.dark = make([]bool, code.size*code.size)
		code.fixed = make([]bool, code.size*code.size)
		code.drawFixed(number)
		code.drawData(v.withChecks(v.encode(text)))
		code.mask()
		return code, true
	}
	return nil, false
}

// encode returns the bytes of a text with its mode, its length and its padding.
func (v version) encode(text string) []byte {
	const byteMode = 4
	capacity := v.data * v.blocks
	// Each byte is cut in two halves, since the mode has only half a byte.
	halves := []byte{byteMode, byte(len(text) >> 4), byte(len(text) & 15)}
	for i := range len(text) {
		halves = append(halves, text[i]>>4, text[i]&15)
	}
	halves = append(halves, 0)
	var out []byte
	for i := 0; i < len(halves); i += 2 {
		out = append(out, halves[i]<<4|halves[i+1])
	}
	for i := 0; len(out) < capacity; i++ {
		padding := []byte{0xec, 0x11}
		out = append(out, padding[i%2])
	}
	return out
}

// withChecks returns data with the bytes that check it. The bytes of the blocks take turns.
func (v version) withChecks(data []byte) []byte {
	var out []byte
	for i := range v.data {
		for block := range v.blocks {
			out = append(out, data[block*v.data+i])
		}
	}
	var checks [][]byte
	for block := range v.blocks {
		checks = append(checks, checksOf(data[block*v.data:(block+1)*v.data], v.checks))
	}
	for i := range v.checks {
		for block := range v.blocks {
			out = append(out, checks[block][i])
		}
	}
	return out
}

// checksOf returns the Reed-Solomon bytes of a block: the remainder of its division by a polynomial.
func checksOf(data []byte, n int) []byte {
	divisor := make([]byte, n)
	divisor[n-1] = 1
	root := byte(1)
	for range n {
		for i := range divisor {
			divisor[i] = product(divisor[i], root)
			if i+1 < n {
				divisor[i] ^= divisor[i+1]
			}
		}
		root = product(root, 2)
	}
	rest := make([]byte, n)
	for _, b := range data {
		factor := b ^ rest[0]
		rest = append(rest[1:], 0)
		for i := range rest {
			rest[i] ^= product(divisor[i], factor)
		}
	}
	return rest
}

// product multiplies in the field of 256 elements in which the checks are computed.
func product(a, b byte) byte {
	const modulus = 0x11d
	sum := 0
	for bit := 7; bit >= 0; bit-- {
		sum <<= 1
		if sum > 0xff {
			sum ^= modulus
		}
		if b>>bit&1 == 1 {
			sum ^= int(a)
		}
	}
	return byte(sum)
}

// Size is how many squares a side has, without the margin.
func (c *Code) Size() int { return c.size }

// At reports whether a square is dark.
func (c *Code) At(x, y int) bool { return c.dark[y*c.size+x] }

// fix sets a square that does not depend on the data. Squares outside are left out.
func (c *Code) fix(x, y int, isDark bool) {
	isInside := x >= 0 && y >= 0 && max(x, y) < c.size
	if isInside {
		c.dark[y*c.size+x] = isDark
		c.fixed[y*c.size+x] = true
	}
}

// timing is the row, and the column, in which dark and light squares take turns.
const timing = 6

// drawFixed draws what does not depend on the data, and keeps the place for the format. version is the number of
// the version.
func (c *Code) drawFixed(version int) {
	for i := range c.size {
		c.fix(timing, i, i%2 == 0)
		c.fix(i, timing, i%2 == 0)
	}
	if version > 1 {
		// All but the smallest codes have a small pattern near the lower right corner.
		c.drawRings(c.size-7, c.size-7, 2, 1)
	}
	// The other corners have large patterns, with a light ring around each.
	c.drawRings(3, 3, 4, 2)
	c.drawRings(c.size-4, 3, 4, 2)
	c.drawRings(3, c.size-4, 4, 2)
	// The mask is not known yet.
	c.drawFormat(0)
}

// drawRings draws the rings of squares around a point, up to a radius, and the point itself. They are dark, except
// for the ring of the number light and those from the fourth on.
func (c *Code) drawRings(x, y, radius, light int) {
	for dy := -radius; dy <= radius; dy++ {
		for dx := -radius; dx <= radius; dx++ {
			ring := max(dx, -dx, dy, -dy)
			c.fix(x+dx, y+dy, ring != light && ring < 4)
		}
	}
}

// drawFormat draws the format twice: the level and the number of the mask, with ten bits that check them.
func (c *Code) drawFormat(mask int) {
	const (
		levelL = 1
		// divisor is the polynomial of the ten bits.
		divisor = 0x537
		// formatMask keeps the format from being all light.
		formatMask = 0x5412
	)
	format := levelL<<3 | mask
	rest := format
	for range 10 {
		rest = rest<<1 ^ rest>>9*divisor
	}
	bits := (format<<10 | rest) ^ formatMask
	isSet := func(i int) bool { return bits>>i&1 == 1 }
	for i := range 6 {
		c.fix(8, i, isSet(i))
		c.fix(5-i, 8, isSet(9+i))
	}
	c.fix(8, 7, isSet(6))
	c.fix(8, 8, isSet(7))
	c.fix(7, 8, isSet(8))
	for i := range 8 {
		c.fix(c.size-1-i, 8, isSet(i))
	}
	for i := 8; i < 15; i++ {
		c.fix(8, c.size-15+i, isSet(i))
	}
	c.fix(8, c.size-8, true)
}

// drawData draws bytes in columns of two squares, upwards and downwards in turn, from the right.
func (c *Code) drawData(data []byte) {
	bit := 0
	isUp := true
	for right := c.size - 1; right > 0; right -= 2 {
		if right == timing {
			// This column has no data.
			right--
		}
		for i := range c.size {
			y := i
			if isUp {
				y = c.size - 1 - i
			}
			for x := right; x > right-2; x-- {
				at := y*c.size + x
				if c.fixed[at] || bit >= 8*len(data) {
					continue
				}
				c.dark[at] = data[bit/8]>>(7-bit%8)&1 == 1
				bit++
			}
		}
		isUp = !isUp
	}
}

// masks say which squares each mask inverts: a dark one becomes light, and a light one dark.
var masks = []func(x, y int) bool{
	func(x, y int) bool { return (x+y)%2 == 0 },
	func(_, y int) bool { return y%2 == 0 },
	func(x, _ int) bool { return x%3 == 0 },
	func(x, y int) bool { return (x+y)%3 == 0 },
	func(x, y int) bool { return (x/3+y/2)%2 == 0 },
	func(x, y int) bool { return x*y%2+x*y%3 == 0 },
	func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
	func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
}

// mask applies the mask that leaves the fewest patterns that readers could mistake.
func (c *Code) mask() {
	best := 0
	least := -1
	for i := range masks {
		c.applyMask(i)
		penalty := c.penalty()
		if least < 0 || penalty < least {
			best = i
			least = penalty
		}
		// A mask that is applied twice is gone.
		c.applyMask(i)
	}
	c.applyMask(best)
}

// applyMask inverts the squares of a mask.
func (c *Code) applyMask(mask int) {
	c.drawFormat(mask)
	for y := range c.size {
		for x := range c.size {
			at := y*c.size + x
			if !c.fixed[at] && masks[mask](x, y) {
				c.dark[at] = !c.dark[at]
			}
		}
	}
}

// penalty says how much in the code could be mistaken: long runs, blocks of one colour, and what looks like one
// of the large patterns.
func (c *Code) penalty() int {
	penalty := 0
	for i := range c.size {
		var row, column strings.Builder
		for j := range c.size {
			row.WriteByte(colourOf(c.At(j, i)))
			column.WriteByte(colourOf(c.At(i, j)))
			// A block of four squares ends here, unless this is the first row or column.
			isFirst := i == 0 || j == 0
			if isFirst {
				continue
			}
			isBlock := c.At(j, i) == c.At(j-1, i) && c.At(j-1, i-1) == c.At(j, i-1) && c.At(j, i) == c.At(j, i-1)
			if isBlock {
				penalty += 3
			}
		}
		penalty += linePenalty(row.String()) + linePenalty(column.String())
	}
	return penalty
}

// colourOf returns the letter for a square in the lines that linePenalty reads.
func colourOf(isDark bool) byte {
	if isDark {
		return 'X'
	}
	return ' '
}

// linePenalty is the penalty of a row or a column: 40 for each part that looks like one of the large patterns, and 3
// for a run of five squares of one colour, with one more for each further square.
func linePenalty(line string) int {
	penalty := 40 * (strings.Count(line, "X XXX X    ") + strings.Count(line, "    X XXX X"))
	run := 0
	for i := range len(line) {
		if i > 0 && line[i] == line[i-1] {
			run++
		} else {
			run = 1
		}
		if run == 5 {
			penalty += 3
		} else if run > 5 {
			penalty++
		}
	}
	return penalty
}

// Margin is how many light squares readers need around a code.
const Margin = 4

// SVG returns the code as a picture, black on white.
func (c *Code) SVG() []byte {
	var path strings.Builder
	for y := range c.size {
		for x := range c.size {
			if c.At(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+Margin, y+Margin)
			}
		}
	}
	whole := c.size + 2*Margin
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, whole, whole, whole, whole, path.String())
}
