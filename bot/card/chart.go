package card

import (
	"image"
	"slices"
	"strconv"

	"golang.org/x/image/vector"
)

// Charts are drawn one below the other. They are read at a desk, not on a phone, and have the
// smallest texts.
type Charts []Chart

// A Chart has a bar for each value, and a name for each bar.
type Chart struct {
	Title        string
	XName, YName string
	Names        []string
	Values       []int
}

const (
	plotHeight = 300
	// chartHeight includes the names of the axes and of the bars.
	chartHeight = chartHead + 38 + plotHeight + 84
	axisSize    = 22
	// maxNamed is how many bars a chart may have so that each has its name below it and its value
	// above it.
	maxNamed = 14
	// maxApart is how many bars a chart may have with gaps between them. If there are more, they
	// touch one another.
	maxApart = 200
)

func (all Charts) draw(c *canvas) (height int) {
	for i, chart := range all {
		chart.draw(c, edge+i*chartHeight)
	}
	return 2*edge + len(all)*chartHeight
}

func (t Chart) draw(c *canvas, y int) {
	plotTop := c.chartTitle(t.Title, y) + 38
	c.describe(t.XName + ": " + t.YName)
	for i, name := range t.Names {
		c.describe(name + ": " + strconv.Itoa(t.Values[i]))
	}
	if c.isDryRun || len(t.Values) == 0 {
		return
	}
	// There is room for a value above the highest bar.
	highest := max(slices.Max(t.Values)*27/25, 1)
	left := margin + c.measure(label{text: strconv.Itoa(highest), style: regular(axisSize)}) + 12
	p := plot{
		Rectangle: image.Rect(left, plotTop, width-margin, plotTop+plotHeight),
		highest:   highest,
		slot:      float32(width-margin-left) / float32(len(t.Values)),
	}
	t.drawAxes(c, p)
	t.drawBars(c, p)
	t.drawNames(c, p)
}

// A plot is where the bars of a chart are.
type plot struct {
	image.Rectangle
	// highest is the value at the upper side.
	highest int
	// slot is the width of a bar with its gaps.
	slot float32
}

// top returns the y of a value.
func (p plot) top(value int) int { return p.Max.Y - max(0, value)*p.Dy()/p.highest }

// drawAxes draws the names of the axes, and a line with its value at every step.
func (t Chart) drawAxes(c *canvas, p plot) {
	c.write(label{
		text:     t.YName,
		x:        margin,
		y:        p.Min.Y - 16,
		maxWidth: inner,
		style:    regular(axisSize),
		tone:     faint,
	})
	c.write(label{
		text:     t.XName,
		x:        (p.Min.X + p.Max.X) / 2,
		y:        p.Max.Y + 64,
		maxWidth: p.Dx(),
		style:    regular(axisSize),
		tone:     faint,
		align:    center,
	})
	step := roundStep(p.highest, 6)
	for v := 0; v <= p.highest; v += step {
		y := p.top(v)
		c.box(image.Rect(p.Min.X, y, p.Max.X, y+2), 0, line)
		c.write(label{
			text:     strconv.Itoa(v),
			x:        p.Min.X - 12,
			y:        y + 8,
			maxWidth: margin * 4,
			style:    regular(axisSize),
			tone:     faint,
			align:    right,
		})
	}
}

// drawBars draws all bars as one shape, so that thousands of them have smooth edges.
func (t Chart) drawBars(c *canvas, p plot) {
	gap := p.slot * .15
	if len(t.Values) > maxApart {
		gap = 0
	}
	c.shape(p.Rectangle, accent, func(pen *vector.Rasterizer) {
		pen.MoveTo(0, plotHeight)
		for i, v := range t.Values {
			from := p.slot*float32(i) + gap
			to := p.slot*float32(i+1) - gap
			top := float32(p.top(v) - p.Min.Y)
			pen.LineTo(from, plotHeight)
			pen.LineTo(from, top)
			pen.LineTo(to, top)
			pen.LineTo(to, plotHeight)
		}
	})
}

// drawNames draws the names of the bars. If each bar has a name, it also draws the value of each.
func (t Chart) drawNames(c *canvas, p plot) {
	step := 1
	if len(t.Values) > maxNamed {
		step = roundStep(len(t.Values), 12)
	}
	for i, v := range t.Values {
		middle := p.Min.X + int(p.slot*(float32(i)+.5))
		if step == 1 {
			c.write(label{
				text:     strconv.Itoa(v),
				x:        middle,
				y:        p.top(v) - 8,
				maxWidth: int(p.slot),
				style:    regular(axisSize),
				tone:     ink,
				align:    center,
			})
		}
		if isNamed(t.Names[i], i, step) {
			c.write(label{
				text:     t.Names[i],
				x:        middle,
				y:        p.Max.Y + 30,
				maxWidth: min(int(p.slot*float32(step)), 2*(width-edge-middle)),
				style:    regular(axisSize),
				tone:     ink,
				align:    center,
			})
		}
	}
}

// isNamed reports whether a bar has its name below it. If the names are numbers, those that step divides are
// shown. Otherwise the name of every step-th bar is shown.
func isNamed(name string, index, step int) bool {
	number, err := strconv.Atoi(name)
	if err != nil {
		number = index
	}
	return number%step == 0
}

// roundStep returns the least of 1, 2, 5, 10, 20, 50 … with which n is reached in at most maxSteps
// steps.
func roundStep(n, maxSteps int) int {
	for unit := 1; ; unit *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if n <= maxSteps*digit*unit {
				return digit * unit
			}
		}
	}
}
