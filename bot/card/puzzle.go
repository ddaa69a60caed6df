package card

import (
	"image"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Puzzle is a puzzle as people see it before it is solved.
type Puzzle struct {
	Title string   // the game's name and more: "Countdown", "24 · #325"
	Tiles []string // numbers or letters, at most 12
	Goal  string   // empty: none
	Level int      // 1 to 5; 0: not shown
	Word  string   // the level in a word: "hard"
}

func (p Puzzle) height() int {
	if p.Goal == "" {
		return headHeight + puzzleTile + margin
	}
	return headHeight + puzzleTile + 36 + goalHeight + margin
}

const (
	headHeight = 120
	puzzleTile = 140
	goalHeight = 110
	mostTiles  = 12
)

func (p Puzzle) draw(c *canvas) {
	c.head(p)
	c.tiles(p.Tiles, image.Rect(margin, headHeight, width-margin, headHeight+puzzleTile))
	if p.Goal != "" {
		c.tell("= " + p.Goal)
		y := headHeight + puzzleTile + 36 + goalHeight - 26
		c.write(label{text: "= " + p.Goal, x: width / 2, y: y, wide: inner, style: style{true, giant}, tone: accent, align: center})
	}
}

// head draws the title and the level.
func (c *canvas) head(p Puzzle) {
	c.tell(p.Title)
	room := inner
	if p.Level > 0 {
		room -= c.levels(p.Level, width-margin, 66) + 16
		room -= c.write(label{text: p.Word, x: margin + room, y: 76, wide: inner / 3, style: style{false, medium}, tone: faint, align: right}) + 24
		c.tell(strings.TrimSpace(p.Word + " " + strings.Repeat("●", p.Level) + strings.Repeat("○", max(0, 5-p.Level))))
	}
	c.write(label{text: p.Title, x: margin, y: 82, wide: room, style: style{true, large}, tone: ink})
}

// tiles draws numbers or letters on plates, in a row in the middle of a frame.
func (c *canvas) tiles(tiles []string, r image.Rectangle) {
	c.tell(strings.Join(tiles, " "))
	tiles = tiles[:min(len(tiles), mostTiles)]
	const space = 14
	n := len(tiles)
	if n == 0 {
		return
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
		c.box(image.Rect(x, y, x+wide, y+side), float64(side)/6, line)
		c.box(image.Rect(x+2, y+2, x+wide-2, y+side-5), float64(side)/6-2, tile)
		c.write(label{text: t, x: x + wide/2, y: y + side/2 + size*9/25 - 1, wide: wide - 12, style: style{true, size}, tone: ink, align: center})
		x += wide + space
	}
}
