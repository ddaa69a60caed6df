package card

import (
	"image"
	"math"
	"slices"
	"strings"
)

// Stats are a person's figures.
type Stats struct {
	Name string
	// Figures are any number; at most six are drawn.
	Figures []Figure
	Times   Times
	Skills  Times
	Days    Calendar
}

// A Figure is a number and its name.
type Figure struct {
	Label string
	Value string
}

// Times are a person's solve times by level, or by skill.
type Times struct {
	Title string
	// Levels are any number; at most five are drawn. If there are none, there is no chart.
	Levels []Time
}

// A Time is a person's solve time at a level, or for puzzles that need a skill.
type Time struct {
	// Label is the level or the skill.
	Label string
	// Median is their median, in seconds.
	Median float64
	// Best is their shortest time at a level, or the time that is expected for a skill, in seconds.
	Best float64
	// Text has both in words: "14 s (4 s)".
	Text string
}

// A Calendar is the last days, the newest last.
type Calendar struct {
	Title string
	// Days says of each day whether a daily was answered well. The last 28 are drawn.
	Days []bool
	// Text says it in words: "12 of 28 days".
	Text string
}

const (
	figureHeight = 132
	barHeight    = 54
	dayHeight    = 48
	maxFigures   = 6
	maxTimes     = 5
	maxDays      = 28
)

func (s Stats) draw(c *canvas) (height int) {
	c.describe(s.Name)
	c.name(label{text: s.Name, x: margin, y: 84, maxWidth: inner, style: bold(title), tone: ink})
	y := c.figures(s.Figures, headHeight)
	if len(s.Times.Levels) > 0 {
		y = c.times(s.Times, y)
	}
	if len(s.Skills.Levels) > 0 {
		y = c.times(s.Skills, y)
	}
	if len(s.Days.Days) > 0 {
		y = c.calendar(s.Days, y)
	}
	return c.foot(y)
}

// figures draws figures, three in a row, or two if there are four. The last ones fill their row. It returns where
// they end.
func (c *canvas) figures(all []Figure, top int) (end int) {
	for _, f := range all {
		c.describe(strings.Join(strings.Fields(f.Label+": "+f.Value), " "))
	}
	shown := all[:min(len(all), maxFigures)]
	columns := 3
	if len(shown) == 4 {
		columns = 2
	}
	y := top
	for row := range slices.Chunk(shown, columns) {
		c.figureRow(row, y)
		y += figureHeight
	}
	return y
}

// figureRow draws figures beside each other.
func (c *canvas) figureRow(row []Figure, y int) {
	const space = 14
	wide := (inner - (len(row)-1)*space) / len(row)
	for i, f := range row {
		x := margin + i*(wide+space)
		c.box(image.Rect(x, y, x+wide, y+figureHeight-space), 16, tile)
		c.write(label{text: f.Value, x: x + 18, y: y + 58, maxWidth: wide - 36, style: bold(large), tone: ink})
		c.write(label{text: f.Label, x: x + 18, y: y + 98, maxWidth: wide - 36, style: regular(small), tone: faint})
	}
}

// times draws a bar for each median, with a mark at Best, which may be beyond the end of the bar. It returns
// where the chart ends.
func (c *canvas) times(t Times, y int) (end int) {
	y = c.chartTitle(t.Title, y)
	const (
		minNames  = 156
		maxNames  = 250
		gap       = 14
		textWidth = 330
		markWidth = 5
		// minDistance is how far a mark must be from the end of the bar to be seen.
		minDistance = 8
	)
	namesWidth := minNames
	longest := 0.0
	for _, l := range t.Levels[:min(len(t.Levels), maxTimes)] {
		longest = max(longest, l.Median, l.Best)
		nameWidth := c.measure(label{text: l.Label, style: regular(small)})
		namesWidth = max(namesWidth, min(maxNames, nameWidth))
	}
	from := margin + namesWidth + gap
	room := inner - namesWidth - gap - textWidth
	for i, l := range t.Levels {
		c.describe(l.Label + ": " + l.Text)
		if i >= maxTimes {
			continue
		}
		c.write(label{text: l.Label, x: margin, y: y + 30, maxWidth: namesWidth, style: regular(small), tone: faint})
		median := barLength(l.Median, longest, room)
		c.box(image.Rect(from, y+6, from+median, y+34), 8, accent)
		end := from + median
		best := barLength(l.Best, longest, room)
		distance := max(best-median, median-best)
		if l.Best > 0 && distance > minDistance {
			mark := tile
			if best > median {
				mark = faint
			}
			c.box(image.Rect(from+best, y+6, from+best+markWidth, y+34), 0, mark)
			end = max(end, from+best+markWidth)
		}
		x := end + gap
		c.write(label{text: l.Text, x: x, y: y + 30, maxWidth: width - margin - x, style: regular(small), tone: ink})
		y += barHeight
	}
	return y + 12
}

// barLength returns the length of the bar for a value. The bar of the longest value fills the room. A bar has
// at least 10 pixels.
func barLength(value, longest float64, room int) int {
	if longest <= 0 || math.IsNaN(value) {
		return 10
	}
	return max(10, min(room, int(value/longest*float64(room))))
}

// calendar draws a bar for each day, with gaps between weeks, and returns where it ends.
func (c *canvas) calendar(d Calendar, y int) (end int) {
	top := c.chartTitle(d.Title, y)
	c.describe(d.Text)
	c.write(label{
		text:     d.Text,
		x:        width - margin,
		y:        y + 42,
		maxWidth: inner / 2,
		style:    regular(small),
		tone:     faint,
		align:    right,
	})
	const (
		wide    = 20
		space   = 5
		weekGap = 7
	)
	days := d.Days[max(0, len(d.Days)-maxDays):]
	// The last week ends today. The first day is at the margin, however few days there are.
	weeksBefore := (len(days) - 1) / 7
	for i, isDone := range days {
		back := len(days) - 1 - i
		x := margin + i*(wide+space) + (weeksBefore-back/7)*weekGap
		c.box(image.Rect(x, top, x+wide, top+dayHeight), 6, markTone(isDone, good))
	}
	return top + dayHeight
}
