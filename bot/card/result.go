package card

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Result is a puzzle, and how its round ended.
type Result struct {
	// Title is the game's name.
	Title string
	// Tiles are numbers or letters.
	Tiles []string
	// Goal may be empty: then the puzzle has none.
	Goal string
	// Level is 1 to 5, or 0 if it is not shown.
	Level int
	// Word is the word for the level: "hard".
	Word string
	// Answer is the winner's answer, or else the best known one: "8/(3-8/3)".
	Answer string
	// Found reports whether somebody gave the answer.
	Found bool
	// Note says that nobody found the answer, or which answer was better.
	Note string
	// Rows are the answers, the best first. Five are drawn; all are in the alternative text.
	Rows []Row
}

// A Row is one person's answer.
type Row struct {
	// Rank is 0 if there is none.
	Rank int
	Name string
	// Answer is what they answered; empty: it is not shown.
	Answer string
	// Detail is such as "12 s" or "2 away".
	Detail string
	// Points are such as "+50".
	Points string
	// Stars is how many of three stars the answer has; 0: none are shown.
	Stars  int
	Hinted bool
}

const (
	tileHeight   = 92
	answerHeight = 110
	rowHeight    = 66
	// answerLine is how much higher a row with an answer is.
	answerLine = 34
	maxRows    = 5
	maxTiles   = 12
)

// typeset writes an expression as in print. The alternative text has it as people type it.
var typeset = strings.NewReplacer("*", "×", "/", "÷", "-", "−")

func (r Result) draw(c *canvas) (height int) {
	r.drawHead(c)
	r.drawPuzzle(c)
	y := r.drawAnswer(c)
	for i, row := range r.Rows {
		c.describe(row.words())
		if i < maxRows {
			c.row(row, y)
			y += row.height()
		}
	}
	more := len(r.Rows) - maxRows
	if more > 0 {
		c.write(label{
			text:     "+" + strconv.Itoa(more),
			x:        margin + 16,
			y:        y + 44,
			maxWidth: inner - 32,
			style:    regular(medium),
			tone:     faint,
		})
		y += rowHeight
	}
	return c.foot(y)
}

// drawHead draws the level at the right end, and the title in the room that is left.
func (r Result) drawHead(c *canvas) {
	c.describe(r.Title)
	room := inner
	if r.Level > 0 {
		dots := strings.Repeat("●", r.Level) + strings.Repeat("○", max(0, maxLevel-r.Level))
		c.describe(strings.TrimSpace(r.Word + " " + dots))
		room -= c.levels(r.Level, width-margin, 66) + 16
		wordWidth := c.write(label{
			text:     r.Word,
			x:        margin + room,
			y:        76,
			maxWidth: inner / 3,
			style:    regular(medium),
			tone:     faint,
			align:    right,
		})
		room -= wordWidth + 24
	}
	c.write(label{text: r.Title, x: margin, y: 82, maxWidth: room, style: bold(large), tone: ink})
}

// drawPuzzle draws the tiles, and the goal next to them.
func (r Result) drawPuzzle(c *canvas) {
	const gap = 24
	goal := label{
		text:     "= " + r.Goal,
		y:        headHeight + tileHeight/2 + 18,
		maxWidth: 220,
		style:    bold(title),
		tone:     accent,
	}
	room := inner
	if r.Goal != "" {
		room -= gap + min(goal.maxWidth, c.measure(goal))
	}
	end := c.tiles(r.Tiles, image.Rect(margin, headHeight, margin+room, headHeight+tileHeight))
	if r.Goal != "" {
		c.describe(goal.text)
		goal.x = end + gap
		c.write(goal)
	}
}

// drawAnswer draws the answer and the note below the puzzle, and returns where they end.
func (r Result) drawAnswer(c *canvas) (end int) {
	c.describe(r.Answer)
	c.describe(r.Note)
	answerTone := warm
	if r.Found {
		answerTone = good
	}
	c.write(label{
		text:     typeset.Replace(r.Answer),
		x:        width / 2,
		y:        headHeight + tileHeight + 74,
		maxWidth: inner,
		style:    bold(title),
		tone:     answerTone,
		align:    center,
	})
	end = headHeight + tileHeight + answerHeight
	if r.Note == "" {
		return end
	}
	c.write(label{
		text:     typeset.Replace(r.Note),
		x:        width / 2,
		y:        end + 14,
		maxWidth: inner,
		style:    regular(medium),
		tone:     faint,
		align:    center,
	})
	return end + rowHeight - 16
}

// tiles draws numbers or letters on plates, in a row in the middle of a frame, and returns where
// the row ends.
func (c *canvas) tiles(tiles []string, r image.Rectangle) (end int) {
	c.describe(strings.Join(tiles, " "))
	tiles = tiles[:min(len(tiles), maxTiles)]
	if len(tiles) == 0 {
		return r.Min.X
	}
	const space = 14
	n := len(tiles)
	spaces := (n - 1) * space
	maxTile := (r.Dx() - spaces) / n
	height := min(r.Dy(), maxTile)
	wide := height
	for _, t := range tiles {
		digits := utf8.RuneCountInString(t)
		if digits > 2 {
			// A long number needs a wider plate.
			wide = max(wide, min(height*(digits+1)/3, maxTile))
		}
	}
	largest := slices.IndexFunc(sizes, func(s int) bool { return s <= max(small, height*3/4) })
	size := sizes[largest]
	radius := float32(height) / 6
	x := r.Min.X + (r.Dx()-n*wide-spaces)/2
	y := r.Min.Y + (r.Dy()-height)/2
	for _, t := range tiles {
		c.box(image.Rect(x, y, x+wide, y+height), radius, line)
		c.box(image.Rect(x+2, y+2, x+wide-2, y+height-5), radius-2, tile)
		c.write(label{
			text:     t,
			x:        x + wide/2,
			y:        y + height/2 + size*9/25 - 1,
			maxWidth: wide - 12,
			style:    bold(size),
			tone:     ink,
			align:    center,
		})
		x += wide + space
	}
	return x - space
}

// words returns what a row shows.
func (r Row) words() string {
	rank := ""
	if r.Rank > 0 {
		rank = strconv.Itoa(r.Rank) + "."
	}
	stars := strings.Repeat("★", max(0, r.Stars))
	return joinWords(r.Hinted, rank, r.Name, r.Answer, stars, r.Detail, r.Points)
}

// height returns how high a row is.
func (r Row) height() int {
	if r.Answer == "" {
		return rowHeight
	}
	return rowHeight + answerLine
}

// row draws a row. It begins at the right end, with the points, the detail, the hint and the stars. The rank
// and the name get the room that remains. The answer is below the name.
func (c *canvas) row(r Row, y int) {
	c.box(image.Rect(margin, y, width-margin, y+r.height()-8), 14, tile)
	base := y + 40
	end := width - margin - 18
	if r.Points != "" {
		w := c.write(label{
			text:     r.Points,
			x:        end,
			y:        base,
			maxWidth: 140,
			style:    bold(medium),
			tone:     accent,
			align:    right,
		})
		end -= max(96, w) + 18
	}
	detailWidth := c.write(label{
		text:     r.Detail,
		x:        end,
		y:        base,
		maxWidth: 200,
		style:    regular(medium),
		tone:     ink,
		align:    right,
	})
	if detailWidth > 0 {
		end -= max(72, detailWidth) + 18
	}
	end = c.extras(r.Stars, r.Hinted, end, y+(rowHeight-8)/2)
	x := margin + 18
	if r.Rank > 0 {
		c.write(label{
			text:     strconv.Itoa(r.Rank),
			x:        x + 14,
			y:        base,
			maxWidth: 44,
			style:    bold(medium),
			tone:     faint,
			align:    center,
		})
		x += 50
	}
	c.name(label{text: r.Name, x: x, y: base, maxWidth: end - x, style: regular(medium), tone: ink})
	c.write(label{
		text:     typeset.Replace(r.Answer),
		x:        x,
		y:        base + 36,
		maxWidth: width - margin - 18 - x,
		style:    regular(small),
		tone:     faint,
	})
}
