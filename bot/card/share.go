package card

import (
	"image"
	"strconv"
	"strings"
)

// A Share is a person's day, to be shown to others: it gives no solution away.
type Share struct {
	Title  string // "Reckon #325"
	Name   string // of the person; empty: not shown
	Date   string // in words
	Parts  []Part
	Streak int    // days in a row; 0: none
	Days   string // their name: "days in a row"
}

// A Part is one puzzle of the day. At most eight are drawn.
type Part struct {
	Name   string // of the game
	Mark   Mark
	Detail string // "8 s", "2 away"
	Stars  int    // of three; 0: none are shown
	Hinted bool
}

const (
	partHeight   = 82
	streakHeight = 92
	mostParts    = 8
)

// signs are the emoji of Marks.
var signs = map[Mark]string{Open: "⬜", Right: "✅", Near: "🟰", Missed: "❌"}

func (s Share) draw(c *canvas) (height int) {
	c.tell(s.Title)
	c.tell(s.Date)
	w := c.write(label{text: s.Date, x: width - margin, y: 78, wide: inner / 3, style: style{false, medium}, tone: faint, align: right})
	c.write(label{text: s.Title, x: margin, y: 84, wide: inner - w - 24, style: style{true, title}, tone: ink})
	y := headHeight
	if s.Name != "" {
		c.tell(s.Name)
		c.name(s.Name, margin, y+16, inner, style{false, medium})
		y += 48
	}
	for i, p := range s.Parts {
		c.tell(sentence(p.Hinted, signs[p.Mark], p.Name, strings.Repeat("★", max(0, min(p.Stars, 3))), p.Detail))
		if i >= mostParts {
			continue
		}
		c.box(image.Rect(margin, y, width-margin, y+partHeight-10), 16, tile)
		middle := y + (partHeight-10)/2
		c.mark(p.Mark, margin+42, middle, 22)
		end := width - margin - 22
		if w := c.write(label{text: p.Detail, x: end, y: middle + 12, wide: 220, style: style{false, medium}, tone: ink, align: right}); w > 0 {
			end -= w + 22
		}
		end = c.extras(p.Stars, p.Hinted, end, middle)
		c.write(label{text: p.Name, x: margin + 88, y: middle + 12, wide: end - margin - 88, style: style{true, medium}, tone: ink})
		y += partHeight
	}
	if s.Streak <= 0 {
		return y + margin
	}
	days := strconv.Itoa(s.Streak)
	c.tell("🔥 " + strings.TrimSpace(days+" "+s.Days))
	middle := y + streakHeight/2 + 8
	c.flame(margin+42, middle, 28)
	x := margin + 88
	x += c.write(label{text: days, x: x, y: middle + 18, wide: 200, style: style{true, title}, tone: warm}) + 16
	c.write(label{text: s.Days, x: x, y: middle + 12, wide: width - margin - x, style: style{false, medium}, tone: faint})
	return y + streakHeight + margin
}
