package card

import (
	"image"
	"strconv"
	"strings"
)

// A Share is a person's day, to be shown to others: it gives no solution away.
type Share struct {
	// Title is such as "Reckon #325".
	Title string
	// Name is the name of the person; empty: it is not shown.
	Name string
	// Date is in words.
	Date  string
	Parts []Part
	// Streak is how many days in a row they have played; 0: it is not shown.
	Streak int
	// Days is the phrase that follows the number: "days in a row".
	Days string
}

// A Part is one puzzle of the day. At most eight are drawn.
type Part struct {
	// Name is the name of the game.
	Name string
	Mark Mark
	// Detail is such as "8 s" or "2 away".
	Detail string
	// Stars is how many of three stars the person got, or 0 if none are shown.
	Stars  int
	Hinted bool
}

const (
	partHeight   = 82
	streakHeight = 92
	maxParts     = 8
)

// signs are the emoji of Marks.
var signs = map[Mark]string{Open: "⬜", Right: "✅", Near: "🟰", Missed: "❌"}

func (s Share) draw(c *canvas) (height int) {
	c.describe(s.Title)
	c.describe(s.Date)
	dateWidth := c.write(label{
		text:     s.Date,
		x:        width - margin,
		y:        78,
		maxWidth: inner / 3,
		style:    regular(medium),
		tone:     faint,
		align:    right,
	})
	c.write(label{
		text:     s.Title,
		x:        margin,
		y:        84,
		maxWidth: inner - dateWidth - 24,
		style:    bold(title),
		tone:     ink,
	})
	y := headHeight
	if s.Name != "" {
		c.describe(s.Name)
		c.name(label{text: s.Name, x: margin, y: y + 16, maxWidth: inner, style: regular(medium), tone: ink})
		y += 48
	}
	for i, p := range s.Parts {
		c.describe(p.words())
		if i < maxParts {
			c.part(p, y)
			y += partHeight
		}
	}
	if s.Streak > 0 {
		s.drawStreak(c, y)
		y += streakHeight
	}
	return y + margin
}

// words returns what a part shows.
func (p Part) words() string {
	stars := strings.Repeat("★", max(0, min(p.Stars, 3)))
	return joinWords(p.Hinted, signs[p.Mark], p.Name, stars, p.Detail)
}

// part draws a part. The mark is at the left end. The detail is at the right end, and the hint and the
// stars are beside it. The name gets the room that remains.
func (c *canvas) part(p Part, y int) {
	c.box(image.Rect(margin, y, width-margin, y+partHeight-10), 16, tile)
	middle := y + (partHeight-10)/2
	c.mark(p.Mark, margin+42, middle, 22)
	end := width - margin - 22
	detailWidth := c.write(label{
		text:     p.Detail,
		x:        end,
		y:        middle + 12,
		maxWidth: 220,
		style:    regular(medium),
		tone:     ink,
		align:    right,
	})
	if detailWidth > 0 {
		end -= detailWidth + 22
	}
	end = c.extras(p.Stars, p.Hinted, end, middle)
	c.write(label{
		text:     p.Name,
		x:        margin + 88,
		y:        middle + 12,
		maxWidth: end - margin - 88,
		style:    bold(medium),
		tone:     ink,
	})
}

// drawStreak draws a flame, and the number of days in a row.
func (s Share) drawStreak(c *canvas, y int) {
	days := strconv.Itoa(s.Streak)
	c.describe("🔥 " + strings.TrimSpace(days+" "+s.Days))
	middle := y + streakHeight/2 + 8
	c.flame(margin+42, middle, 28)
	x := margin + 88
	daysWidth := c.write(label{text: days, x: x, y: middle + 18, maxWidth: 200, style: bold(title), tone: warm})
	x += daysWidth + 16
	c.write(label{
		text:     s.Days,
		x:        x,
		y:        middle + 12,
		maxWidth: width - margin - x,
		style:    regular(medium),
		tone:     faint,
	})
}
