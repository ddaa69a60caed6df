package card

import (
	"image"
	"slices"
	"strconv"

	"golang.org/x/image/vector"
)

// Charts are drawn one below the other. They are read at a desk, not on a phone, and
// have the smallest texts.
type Charts []Chart

// A Chart has a bar for each value.
type Chart struct {
	Title        string
	XName, YName string
	Names        []string // of the bars
	Values       []int    // as many
}

const (
	plotHeight  = 300
	chartHeight = chartHead + 38 + plotHeight + 84 // with the names of the axes and the bars
	axisSize    = 22
	mostNamed   = 14  // up to so many bars have all their names, and their values above them
	mostApart   = 200 // more bars than these touch one another
)

func (all Charts) draw(c *canvas) (height int) {
	for i, chart := range all {
		chart.draw(c, edge+i*chartHeight)
	}
	return 2*edge + len(all)*chartHeight
}

func (t Chart) draw(c *canvas, y int) {
	plotTop := c.chartTitle(t.Title, y) + 38
	c.tell(t.XName + ": " + t.YName)
	for i, name := range t.Names {
		c.tell(name + ": " + strconv.Itoa(t.Values[i]))
	}
	if c.blank || len(t.Values) == 0 {
		return
	}
	write := func(text string, x, y, wide int, tone tone, align align) {
		c.write(label{text: text, x: x, y: y, wide: wide, style: style{false, axisSize}, tone: tone, align: align})
	}
	most := max(slices.Max(t.Values)*27/25, 1) // room for a value above the highest bar
	begin := margin + c.measure(label{text: strconv.Itoa(most), style: style{false, axisSize}}) + 12
	plot := image.Rect(begin, plotTop, width-margin, plotTop+plotHeight)
	write(t.YName, margin, plotTop-16, inner, faint, left)
	write(t.XName, (plot.Min.X+plot.Max.X)/2, plot.Max.Y+64, plot.Dx(), faint, center)
	top := func(v int) int { return plot.Max.Y - max(0, v)*plot.Dy()/most }
	for v := 0; v <= most; v += roundStep(most, 6) {
		c.box(image.Rect(plot.Min.X, top(v), plot.Max.X, top(v)+2), 0, line)
		write(strconv.Itoa(v), plot.Min.X-12, top(v)+8, margin*4, faint, right)
	}
	slot := float32(plot.Dx()) / float32(len(t.Values))
	gap := slot * .15
	if len(t.Values) > mostApart {
		gap = 0
	}
	c.shape(plot, accent, func(pen *vector.Rasterizer) { // all bars are one shape, so that thousands of them have smooth edges
		pen.MoveTo(0, plotHeight)
		for i, v := range t.Values {
			from, to, height := slot*float32(i)+gap, slot*float32(i+1)-gap, float32(top(v)-plot.Min.Y)
			pen.LineTo(from, plotHeight)
			pen.LineTo(from, height)
			pen.LineTo(to, height)
			pen.LineTo(to, plotHeight)
		}
	})
	step := 1
	if len(t.Values) > mostNamed {
		step = roundStep(len(t.Values), 12)
	}
	for i, v := range t.Values {
		middle := plot.Min.X + int(slot*(float32(i)+.5))
		if step == 1 {
			write(strconv.Itoa(v), middle, top(v)-8, int(slot), ink, center)
		}
		if n, err := strconv.Atoi(t.Names[i]); step == 1 || err == nil && n%step == 0 || err != nil && i%step == 0 {
			write(t.Names[i], middle, plot.Max.Y+30, min(int(slot*float32(step)), 2*(width-edge-middle)), ink, center)
		}
	}
}

// roundStep returns the least of 1, 2, 5, 10, 20, 50 … that divides n into at most so
// many steps.
func roundStep(n, steps int) int {
	for unit := 1; ; unit *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if n <= steps*digit*unit {
				return digit * unit
			}
		}
	}
}
