package card

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// star draws a star of five points.
func (c *canvas) star(x, y, radius int, t tone) {
	var corners []point
	for i := range 10 {
		length := 1.0
		if i%2 == 1 {
			length = 0.42
		}
		angle := float64(i)*math.Pi/5 - math.Pi/2
		corners = append(corners, point{x: float32(length * math.Cos(angle)), y: float32(length * math.Sin(angle))})
	}
	c.polygon(x, y, radius, t, corners...)
}

// flame draws the sign of a streak of days.
func (c *canvas) flame(x, y, radius int) {
	c.drop(x, y, radius, gold)
	c.drop(x, y+radius*2/5, radius/2, tile)
}

// drop draws one of the two shapes of a flame.
func (c *canvas) drop(x, y, radius int, t tone) {
	r := float32(radius)
	c.shape(around(x, y, radius), t, func(pen *vector.Rasterizer) {
		pen.MoveTo(1.05*r, 0)
		pen.CubeTo(1.15*r, 0.45*r, 1.75*r, 0.7*r, 1.75*r, 1.28*r)
		pen.CubeTo(1.75*r, 1.7*r, 1.42*r, 2*r, r, 2*r)
		pen.CubeTo(0.58*r, 2*r, 0.25*r, 1.7*r, 0.25*r, 1.25*r)
		pen.CubeTo(0.25*r, 0.95*r, 0.42*r, 0.72*r, 0.6*r, 0.55*r)
		pen.CubeTo(0.62*r, 0.75*r, 0.7*r, 0.85*r, 0.82*r, 0.85*r)
		pen.CubeTo(0.95*r, 0.65*r, 0.85*r, 0.3*r, 1.05*r, 0)
	})
}

// bulb draws the sign of a hint. end is its right end.
func (c *canvas) bulb(end, middle int) {
	c.dot(end-16, middle-4, 12, gold)
	c.box(image.Rect(end-22, middle+4, end-10, middle+9), 2, gold)
	c.box(image.Rect(end-20, middle+11, end-12, middle+14), 2, gold)
}

// person draws the sign for a person. It takes the place of a name that has no letter in the fonts.
func (c *canvas) person(x, y, radius int) {
	c.dot(x, y-radius*2/5, radius*2/5, faint)
	r := float32(radius)
	c.shape(image.Rect(x-radius, y+radius/10, x+radius, y+radius), faint, func(pen *vector.Rasterizer) {
		pen.MoveTo(0.25*r, 0.9*r)
		pen.CubeTo(0.25*r, 0.2*r, 0.6*r, 0, r, 0)
		pen.CubeTo(1.4*r, 0, 1.75*r, 0.2*r, 1.75*r, 0.9*r)
	})
}

// maxLevel is the highest level of a puzzle.
const maxLevel = 5

// levels draws a row of dots, one for each level. As many are filled as the level of the puzzle says. end is
// the right end of the row. It returns the width of the row.
func (c *canvas) levels(level, end, y int) int {
	const radius = 9
	const step = 28
	for i := range maxLevel {
		c.dot(end-radius-(maxLevel-1-i)*step, y, radius, markTone(i < level, accent))
	}
	return (maxLevel-1)*step + 2*radius
}
