package card

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/vector"
)

// foot signs the picture and returns where it ends.
func (c *canvas) foot(y int) int {
	c.write(label{text: "Reckon", x: width - margin, y: y + 36, wide: inner, style: style{true, small}, tone: faint, align: right})
	return y + margin + 20
}

// mostTiles is how many tiles are drawn.
const mostTiles = 12

// tiles draws numbers or letters on plates, in a row in the middle of a frame, and
// returns where the row ends.
func (c *canvas) tiles(tiles []string, r image.Rectangle) (end int) {
	c.tell(strings.Join(tiles, " "))
	tiles = tiles[:min(len(tiles), mostTiles)]
	const space = 14
	n := len(tiles)
	if n == 0 {
		return r.Min.X
	}
	side := min(r.Dy(), (r.Dx()-(n-1)*space)/n)
	wide := side
	for _, t := range tiles { // a long number needs a wider plate
		if digits := utf8.RuneCountInString(t); digits > 2 {
			wide = max(wide, min(side*(digits+1)/3, (r.Dx()-(n-1)*space)/n))
		}
	}
	x := r.Min.X + (r.Dx()-n*wide-(n-1)*space)/2
	y := r.Min.Y + (r.Dy()-side)/2
	i := slices.IndexFunc(sizes, func(s int) bool { return s <= max(small, side*3/4) })
	size := sizes[i]
	for _, t := range tiles {
		c.box(image.Rect(x, y, x+wide, y+side), float32(side)/6, line)
		c.box(image.Rect(x+2, y+2, x+wide-2, y+side-5), float32(side)/6-2, tile)
		c.write(label{text: t, x: x + wide/2, y: y + side/2 + size*9/25 - 1, wide: wide - 12, style: style{true, size}, tone: ink, align: center})
		x += wide + space
	}
	return x - space
}

// A Result is a puzzle, and how its round ended.
type Result struct {
	Title  string   // the game's name
	Tiles  []string // numbers or letters
	Goal   string   // empty: none
	Level  int      // 1 to 5; 0: not shown
	Word   string   // the level in a word: "hard"
	Answer string   // the winner's, or else the best there is: "8/(3-8/3)"
	Found  bool     // somebody gave it
	Note   string   // says that nobody found it, or what was better
	Rows   []Row    // the answers, the best first; five are drawn, all are told
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
	headHeight   = 120
	resultTile   = 92
	answerHeight = 110
	rowHeight    = 66
	mostRows     = 5
)

// typeset writes an expression as in print. The words have it as people type it.
var typeset = strings.NewReplacer("*", "×", "/", "÷", "-", "−")

func (r Result) draw(c *canvas) (height int) {
	c.tell(r.Title)
	room := inner
	if r.Level > 0 {
		room -= c.levels(r.Level, width-margin, 66) + 16
		room -= c.write(label{text: r.Word, x: margin + room, y: 76, wide: inner / 3, style: style{false, medium}, tone: faint, align: right}) + 24
		c.tell(strings.TrimSpace(r.Word + " " + strings.Repeat("●", r.Level) + strings.Repeat("○", max(0, 5-r.Level))))
	}
	c.write(label{text: r.Title, x: margin, y: 82, wide: room, style: style{true, large}, tone: ink})
	goal := label{text: "= " + r.Goal, y: headHeight + resultTile/2 + 18, wide: 220, style: style{true, title}, tone: accent}
	room = inner
	if r.Goal != "" {
		room -= 24 + min(goal.wide, c.measure(goal))
	}
	goal.x = c.tiles(r.Tiles, image.Rect(margin, headHeight, margin+room, headHeight+resultTile)) + 24
	if r.Goal != "" {
		c.tell(goal.text)
		c.write(goal)
	}
	c.tell(r.Answer)
	c.tell(r.Note)
	t := good
	if !r.Found {
		t = warm
	}
	c.write(label{text: typeset.Replace(r.Answer), x: width / 2, y: headHeight + resultTile + 74, wide: inner, style: style{true, title}, tone: t, align: center})
	y := headHeight + resultTile + answerHeight
	if r.Note != "" {
		c.write(label{text: typeset.Replace(r.Note), x: width / 2, y: y + 14, wide: inner, style: style{false, medium}, tone: faint, align: center})
		y += rowHeight - 16
	}
	for i, row := range r.Rows {
		rank := ""
		if row.Rank > 0 {
			rank = strconv.Itoa(row.Rank) + "."
		}
		c.tell(sentence(row.Hinted, rank, row.Name, strings.Repeat("★", max(0, row.Stars)), row.Detail, row.Points))
		if i < mostRows {
			c.row(row, y)
			y += rowHeight
		}
	}
	if more := len(r.Rows) - mostRows; more > 0 {
		c.write(label{text: "+" + strconv.Itoa(more), x: margin + 16, y: y + 44, wide: inner - 32, style: style{false, medium}, tone: faint})
		y += rowHeight
	}
	return c.foot(y)
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

// extras draws a bulb for a hint, and stars, up to an end, and returns where they begin.
func (c *canvas) extras(stars int, hinted bool, end, middle int) int {
	if hinted {
		c.dot(end-16, middle-4, 12, gold)
		c.box(image.Rect(end-22, middle+4, end-10, middle+9), 2, gold)
		c.box(image.Rect(end-20, middle+11, end-12, middle+14), 2, gold)
		end -= 48
	}
	if stars > 0 {
		for i := range 3 {
			c.star(end-15-i*34, middle, 15, lit(2-i < stars, gold))
		}
		end -= 3*34 + 14
	}
	return end
}

// name draws the letters of a name that the fonts have, or the figure of a person in their
// place.
func (c *canvas) name(name string, x, base, room int, s style) {
	drawn := strings.TrimSpace(strings.Map(func(r rune) rune {
		if !c.fonts.has(string(r)) {
			return -1
		}
		return r
	}, name))
	if c.write(label{text: drawn, x: x, y: base, wide: room, style: s, tone: ink}) == 0 && name != "" {
		radius := s.size * 9 / 16
		x, y, r := x+s.size/2, base-s.size/3, float32(radius)
		c.dot(x, y-radius*2/5, radius*2/5, faint)
		c.shape(image.Rect(x-radius, y+radius/10, x+radius, y+radius), faint, func(pen *vector.Rasterizer) {
			pen.MoveTo(0.25*r, 0.9*r)
			pen.CubeTo(0.25*r, 0.2*r, 0.6*r, 0, r, 0)
			pen.CubeTo(1.4*r, 0, 1.75*r, 0.2*r, 1.75*r, 0.9*r)
		})
	}
}
