package card

import (
	"image"
	"slices"
	"strconv"
	"strings"
)

// A Result is how a round ended.
type Result struct {
	Puzzle
	Answer string // the best answer: "8/(3-8/3) = 24"
	Found  bool   // somebody gave it
	Rows   []Row  // the answers, the best first; five are drawn, all are told
	More   string // how many others there are, in words; empty: none are left out
}

// A Row is one person's answer.
type Row struct {
	Rank   int // 0: none
	Name   string
	Detail string // "12 s", "2 away"
	Points string // "+50"
	Stars  int    // 0: none are shown
	Hinted bool
}

const (
	resultTile   = 92
	answerHeight = 110
	rowHeight    = 66
	mostRows     = 5
)

// typeset writes an expression as in print. The words have it as people type it.
var typeset = strings.NewReplacer("*", "×", "/", "÷", "-", "−")

func (r Result) height() int {
	h := headHeight + resultTile + answerHeight + min(len(r.Rows), mostRows)*rowHeight + margin
	if len(r.Rows) > mostRows || r.More != "" {
		h += rowHeight
	}
	return h
}

func (r Result) draw(c *canvas) {
	c.head(r.Puzzle)
	c.tiles(r.Tiles, image.Rect(margin, headHeight, width-margin, headHeight+resultTile))
	if r.Goal != "" {
		c.tell("= " + r.Goal)
	}
	c.tell(r.Answer)
	t := good
	if !r.Found {
		t = warm
	}
	c.write(label{text: typeset.Replace(r.Answer), x: width / 2, y: headHeight + resultTile + 74, wide: inner, style: style{true, title}, tone: t, align: center})
	y := headHeight + resultTile + answerHeight
	for i, row := range r.Rows {
		c.tell(row.told())
		if i < mostRows {
			c.row(row, y)
			y += rowHeight
		}
	}
	c.tell(r.More)
	more := r.More
	if more == "" && len(r.Rows) > mostRows {
		more = "+" + strconv.Itoa(len(r.Rows)-mostRows)
	}
	c.write(label{text: more, x: margin + 16, y: y + 44, wide: inner - 32, style: style{false, medium}, tone: faint})
}

// told returns a row in words.
func (r Row) told() string {
	rank := ""
	if r.Rank > 0 {
		rank = strconv.Itoa(r.Rank) + "."
	}
	return sentence(r.Hinted, rank, r.Name, strings.Repeat("★", max(0, r.Stars)), r.Detail, r.Points)
}

// sentence joins the parts that are not empty, and a bulb for a hint.
func sentence(hinted bool, parts ...string) string {
	if hinted {
		parts = append(parts, "💡")
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// row draws a row: from the right end the points, the detail, the hint and the stars,
// then, in the room that is left, rank and name.
func (c *canvas) row(r Row, y int) {
	c.box(image.Rect(margin, y, width-margin, y+rowHeight-8), 14, tile)
	base, middle := y+40, y+(rowHeight-8)/2
	end := width - margin - 18
	if r.Points != "" {
		end -= max(96, c.write(label{text: r.Points, x: end, y: base, wide: 140, style: style{true, medium}, tone: accent, align: right})) + 18
	}
	if w := c.write(label{text: r.Detail, x: end, y: base, wide: 200, style: style{false, medium}, tone: ink, align: right}); w > 0 {
		end -= max(72, w) + 18
	}
	end = c.extras(r.Stars, r.Hinted, end, middle)
	x := margin + 18
	if r.Rank > 0 {
		c.write(label{text: strconv.Itoa(r.Rank), x: x + 14, y: base, wide: 44, style: style{true, medium}, tone: faint, align: center})
		x += 50
	}
	c.name(r.Name, x, base, end-x, style{false, medium})
}

// extras draws a hint and stars up to an end, and returns where they begin.
func (c *canvas) extras(stars int, hinted bool, end, middle int) int {
	if hinted {
		c.bulb(end-16, middle, 16, gold)
		end -= 48
	}
	if stars > 0 {
		for i := range 3 {
			t := line
			if 2-i < stars {
				t = gold
			}
			c.star(end-15-i*34, middle, 15, t)
		}
		end -= 3*34 + 14
	}
	return end
}

// name draws a name, or a person in its place.
func (c *canvas) name(name string, x, base, room int, s style) {
	if c.write(label{text: name, x: x, y: base, wide: room, style: s, tone: ink}) == 0 && name != "" {
		c.person(x+s.size/2, base-s.size/3, s.size*9/16)
	}
}
