package card

import (
	"image"
	"math"
	"strings"
)

// Stats are a person's figures.
type Stats struct {
	Name    string
	Figures []Figure // at most six are drawn
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
	Title  string
	Levels []Time // at most five are drawn; none: no chart
}

// A Time is the median solve time of a level and the shortest, or that of a skill and the one
// expected.
type Time struct {
	Label        string  // of the level or the skill
	Median, Best float64 // seconds
	Text         string  // both in words: "14 s (4 s)"
}

// A Calendar is the last days, the newest last.
type Calendar struct {
	Title string
	Days  []bool // a daily was answered well; the last 28 are drawn
	Text  string // in words: "12 of 28 days"
}

const (
	figureHeight = 132
	chartHead    = 64
	barHeight    = 54
	dayHeight    = 48
	mostFigures  = 6
	mostLevels   = 5
	mostDays     = 28
)

func (s Stats) draw(c *canvas) (height int) {
	c.tell(s.Name)
	c.name(s.Name, margin, 84, inner, style{true, title})
	y := headHeight
	for i, f := range s.Figures {
		c.tell(strings.Join(strings.Fields(f.Label+": "+f.Value), " "))
		if i >= mostFigures {
			continue
		}
		const space = 14
		const wide = (inner - 2*space) / 3
		x, y := margin+i%3*(wide+space), y+i/3*figureHeight
		c.box(image.Rect(x, y, x+wide, y+figureHeight-space), 16, tile)
		c.write(label{text: f.Value, x: x + 18, y: y + 58, wide: wide - 36, style: style{true, large}, tone: ink})
		c.write(label{text: f.Label, x: x + 18, y: y + 98, wide: wide - 36, style: style{false, small}, tone: faint})
	}
	y += (min(len(s.Figures), mostFigures) + 2) / 3 * figureHeight
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

// chartTitle draws the title of a chart and returns where the chart begins.
func (c *canvas) chartTitle(text string, y int) int {
	c.tell(text)
	c.write(label{text: text, x: margin, y: y + 42, wide: inner, style: style{true, medium}, tone: ink})
	return y + chartHead
}

// times draws a bar for the median of each level, with a mark at the best time or the one
// expected, which may be beyond the bar, and returns where the chart ends.
func (c *canvas) times(t Times, y int) int {
	y = c.chartTitle(t.Title, y)
	const least, most, gap, texts = 156, 250, 14, 330
	longest, names := 0.0, least
	for _, l := range t.Levels[:min(len(t.Levels), mostLevels)] {
		longest = max(longest, l.Median, l.Best)
		names = max(names, min(most, c.measure(label{text: l.Label, style: style{false, small}})))
	}
	from, room := margin+names+gap, inner-names-gap-texts
	for i, l := range t.Levels {
		c.tell(l.Label + ": " + l.Text)
		if i >= mostLevels {
			continue
		}
		c.write(label{text: l.Label, x: margin, y: y + 30, wide: names, style: style{false, small}, tone: faint})
		long := scaled(l.Median, longest, room)
		c.box(image.Rect(from, y+6, from+long, y+34), 8, accent)
		const wide, apart = 5, 8
		if best := scaled(l.Best, longest, room); l.Best > 0 && (best < long-apart || best > long+apart) {
			mark := tile
			if best > long {
				mark = faint
			}
			c.box(image.Rect(from+best, y+6, from+best+wide, y+34), 0, mark)
			long = max(long, best+wide)
		}
		x := from + long + gap
		c.write(label{text: l.Text, x: x, y: y + 30, wide: width - margin - x, style: style{false, small}, tone: ink})
		y += barHeight
	}
	return y + 12
}

// scaled returns the length of a bar, at least 10.
func scaled(v, most float64, room int) int {
	if most <= 0 || math.IsNaN(v) {
		return 10
	}
	return max(10, min(room, int(v/most*float64(room))))
}

// calendar draws a bar for each day, with gaps between weeks, and returns where it ends.
func (c *canvas) calendar(d Calendar, y int) int {
	y = c.chartTitle(d.Title, y)
	c.tell(d.Text)
	c.write(label{text: d.Text, x: width - margin, y: y - chartHead + 42, wide: inner / 2, style: style{false, small}, tone: faint, align: right})
	const wide, space, apart = 20, 5, 7 // apart is added between weeks
	days := d.Days[max(0, len(d.Days)-mostDays):]
	for back := range days {
		x := width - margin - wide - back*(wide+space) - back/7*apart
		c.box(image.Rect(x, y, x+wide, y+dayHeight), 6, lit(days[len(days)-1-back], good))
	}
	return y + dayHeight
}
