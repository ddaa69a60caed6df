package card

import (
	"slices"
	"strings"
)

const (
	// headHeight is the height of the title of a picture.
	headHeight = 120
	// chartHead is the height of the title of a chart.
	chartHead = 64
)

// chartTitle draws the title of a chart and returns where the chart begins.
func (c *canvas) chartTitle(text string, y int) int {
	c.describe(text)
	c.write(label{text: text, x: margin, y: y + 42, maxWidth: inner, style: bold(medium), tone: ink})
	return y + chartHead
}

// name draws the letters of a name that the fonts have. If the fonts have none of the letters, it draws the
// sign for a person.
func (c *canvas) name(l label) {
	name := l.text
	withoutOthers := strings.Map(func(r rune) rune {
		if !c.fonts.has(string(r)) {
			return -1
		}
		return r
	}, name)
	l.text = strings.TrimSpace(withoutOthers)
	isDrawn := c.write(l) > 0
	if !isDrawn && name != "" {
		size := l.style.size
		c.person(l.x+size/2, l.y-size/3, size*9/16)
	}
}

// extras draws the stars, and a bulb if there was a hint. end is their right end. It returns where they
// begin.
func (c *canvas) extras(stars int, hinted bool, end, middle int) (begin int) {
	begin = end
	if hinted {
		c.bulb(begin, middle)
		begin -= 48
	}
	if stars <= 0 {
		return begin
	}
	const most = 3
	const step = 34
	for i := range most {
		c.star(begin-15-i*step, middle, 15, markTone(most-1-i < stars, gold))
	}
	return begin - most*step - 14
}

// joinWords joins the parts that are not empty. If there was a hint, a bulb follows.
func joinWords(hinted bool, parts ...string) string {
	if hinted {
		parts = append(parts, "💡")
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, " ")
}

// foot signs the picture and returns where it ends.
func (c *canvas) foot(y int) int {
	c.write(label{
		text:     "Reckon",
		x:        width - margin,
		y:        y + 36,
		maxWidth: inner,
		style:    bold(small),
		tone:     faint,
		align:    right,
	})
	// As much is free below as above the title.
	return y + 36 + 48
}
