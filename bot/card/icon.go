package card

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// A Mark says how somebody did at a puzzle.
type Mark int

const (
	Open   Mark = iota // not tried, or not ended
	Right              // solved, or the best possible
	Near               // an answer that is not the best
	Missed             // not solved, or given up
)

// mark draws a Mark in a circle around a point. Its form differs, not only its colour.
func (c *canvas) mark(m Mark, x, y, radius int) {
	switch m {
	case Right:
		c.dot(x, y, radius, good)
		c.polygon(x, y, radius, tile, point{-0.55, 0.02}, point{-0.38, -0.15}, point{-0.12, 0.12}, point{0.4, -0.42}, point{0.57, -0.25}, point{-0.12, 0.46})
	case Near:
		c.dot(x, y, radius, warm)
		c.box(image.Rect(x-radius/2, y-radius/3, x+radius/2, y-radius/3+max(3, radius/4)), 2, tile)
		c.box(image.Rect(x-radius/2, y+radius/8, x+radius/2, y+radius/8+max(3, radius/4)), 2, tile)
	case Missed:
		c.dot(x, y, radius, bad)
		c.polygon(x, y, radius, tile, point{-0.46, -0.3}, point{-0.3, -0.46}, point{0, -0.16}, point{0.3, -0.46}, point{0.46, -0.3}, point{0.16, 0},
			point{0.46, 0.3}, point{0.3, 0.46}, point{0, 0.16}, point{-0.3, 0.46}, point{-0.46, 0.3}, point{-0.16, 0})
	default:
		c.dot(x, y, radius, line)
		c.dot(x, y, radius-4, tile)
	}
}

// star draws a star of five points.
func (c *canvas) star(x, y, radius int, t tone) {
	var corners []point
	for i := range 10 {
		long := 1.0
		if i%2 == 1 {
			long = 0.42
		}
		angle := float64(i)*math.Pi/5 - math.Pi/2
		corners = append(corners, point{float32(long * math.Cos(angle)), float32(long * math.Sin(angle))})
	}
	c.polygon(x, y, radius, t, corners...)
}

// flame draws the sign of a streak of days.
func (c *canvas) flame(x, y, radius int) {
	drop := func(x, y, radius int, t tone) {
		r := float32(radius)
		c.shape(image.Rect(x-radius, y-radius, x+radius, y+radius), t, func(pen *vector.Rasterizer) {
			pen.MoveTo(1.05*r, 0)
			pen.CubeTo(1.15*r, 0.45*r, 1.75*r, 0.7*r, 1.75*r, 1.28*r)
			pen.CubeTo(1.75*r, 1.7*r, 1.42*r, 2*r, r, 2*r)
			pen.CubeTo(0.58*r, 2*r, 0.25*r, 1.7*r, 0.25*r, 1.25*r)
			pen.CubeTo(0.25*r, 0.95*r, 0.42*r, 0.72*r, 0.6*r, 0.55*r)
			pen.CubeTo(0.62*r, 0.75*r, 0.7*r, 0.85*r, 0.82*r, 0.85*r)
			pen.CubeTo(0.95*r, 0.65*r, 0.85*r, 0.3*r, 1.05*r, 0)
		})
	}
	drop(x, y, radius, gold)
	drop(x, y+radius*2/5, radius/2, tile)
}

// levels draws five dots up to the right end, as many filled as the level says, and
// returns their width.
func (c *canvas) levels(level, end, y int) int {
	const radius, step, most = 9, 28, 5
	for i := range most {
		c.dot(end-radius-(most-1-i)*step, y, radius, lit(i < level, accent))
	}
	return (most-1)*step + 2*radius
}
