package card

import (
	"image"
	"image/draw"
	"strings"

	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

const (
	// width is the width of most pictures, in pixels.
	width = 800
	// margin is where texts begin and end.
	margin = 40
	// inner is the width between the margins.
	inner = width - 2*margin
	// edge is the width of the border in which nothing is drawn. It is less than margin, since letters such
	// as j reach into the margin.
	edge = 20
)

// A canvas is a picture while it is drawn.
type canvas struct {
	*image.Paletted
	mixes *mixes
	fonts *fonts
	// alt has the lines of the alternative text.
	alt []string
	// err is the first error of drawing.
	err error
	// isDryRun reports whether the facts are only described: nothing is drawn or measured.
	isDryRun bool
	// lacksLetters reports whether the fonts lack a letter of a text.
	lacksLetters bool
	// outside reports whether something was drawn beyond the edge.
	outside bool
}

// describe adds a line to the alternative text, unless it is empty.
func (c *canvas) describe(text string) {
	if text != "" {
		c.alt = append(c.alt, text)
	}
}

// altText returns the alternative text.
func (c *canvas) altText() string { return strings.Join(c.alt, "\n") }

// fail notes an error, unless there was one before.
func (c *canvas) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// cover draws a tone through a mask. The corner of the mask is at a point of the picture.
func (c *canvas) cover(mask *image.Alpha, at image.Point, t tone) {
	r := mask.Rect.Sub(mask.Rect.Min).Add(at)
	inside := c.Rect.Inset(edge)
	if !r.In(inside) {
		c.outside = true
		r = r.Intersect(inside)
	}
	nearest := &c.mixes.nearest[t]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		maskX := mask.Rect.Min.X + r.Min.X - at.X
		maskY := mask.Rect.Min.Y + y - at.Y
		over := mask.Pix[mask.PixOffset(maskX, maskY):]
		under := c.Pix[c.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			if over[x] != 0 {
				shade := (int(over[x])*shades + 127) / 255
				under[x] = nearest[under[x]][shade]
			}
		}
	}
}

// fill fills a rectangle with a tone.
func (c *canvas) fill(r image.Rectangle, t tone) {
	if c.isDryRun {
		return
	}
	inside := c.Rect.Inset(edge)
	if !r.In(inside) {
		c.outside = true
		r = r.Intersect(inside)
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c.SetColorIndex(x, y, uint8(t))
		}
	}
}

// A point is a corner of a polygon. It counts from the middle of the polygon, in multiples of its radius.
type point struct{ x, y float32 }

// shape fills the outline that a pen draws in a frame. The upper left corner of the frame is the pen's (0, 0).
func (c *canvas) shape(r image.Rectangle, t tone, outline func(pen *vector.Rasterizer)) {
	if c.isDryRun {
		return
	}
	pen := vector.NewRasterizer(r.Dx(), r.Dy())
	pen.DrawOp = draw.Src
	outline(pen)
	pen.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	pen.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	c.cover(mask, r.Min, t)
}

// roundness makes a Bézier curve look like a quarter of a circle: it is the distance of the curve's control
// points from its ends, for a radius of 1.
const roundness = 0.5523

// box fills a frame with rounded corners.
func (c *canvas) box(r image.Rectangle, radius float32, t tone) {
	w := float32(r.Dx())
	h := float32(r.Dy())
	q := min(radius, w/2, h/2)
	k := q * (1 - roundness)
	c.shape(r, t, func(pen *vector.Rasterizer) {
		pen.MoveTo(q, 0)
		pen.LineTo(w-q, 0)
		pen.CubeTo(w-k, 0, w, k, w, q)
		pen.LineTo(w, h-q)
		pen.CubeTo(w, h-k, w-k, h, w-q, h)
		pen.LineTo(q, h)
		pen.CubeTo(k, h, 0, h-k, 0, h-q)
		pen.LineTo(0, q)
		pen.CubeTo(0, k, k, 0, q, 0)
	})
}

// dot fills a circle.
func (c *canvas) dot(x, y, radius int, t tone) {
	c.box(around(x, y, radius), float32(radius), t)
}

// polygon fills a shape with straight sides around (x, y).
func (c *canvas) polygon(x, y, radius int, t tone, corners ...point) {
	r := float32(radius)
	c.shape(around(x, y, radius), t, func(pen *vector.Rasterizer) {
		pen.MoveTo(r+corners[0].x*r, r+corners[0].y*r)
		for _, corner := range corners[1:] {
			pen.LineTo(r+corner.x*r, r+corner.y*r)
		}
	})
}

// around returns the square around a point whose sides are a radius away.
func around(x, y, radius int) image.Rectangle {
	return image.Rect(x-radius, y-radius, x+radius, y+radius)
}

// An align says which point of a text is at its x: 0 is the left end, 1 the middle and 2 the right end. write
// calculates with these numbers.
type align int

const (
	left align = iota
	center
	right
)

// A label is a text with its place and its look. y is the baseline of the text, and align says which
// point of the text is at x.
type label struct {
	text     string
	x, y     int
	maxWidth int
	style    style
	tone     tone
	align    align
}

// write draws a text and returns its width. If the text does not fit, it is drawn smaller or shortened. The
// width is 0 if the text is not drawn: because the fonts lack a letter, or on a dry run.
func (c *canvas) write(l label) int {
	hasLetters := c.fonts.has(l.text)
	if !hasLetters {
		c.lacksLetters = true
	}
	if l.text == "" || !hasLetters || c.isDryRun {
		return 0
	}
	l, w := c.fit(l)
	x := fixed.I(l.x) - fixed.I(w)*fixed.Int26_6(l.align)/2
	for _, r := range l.text {
		g, err := c.fonts.glyph(l.style, r)
		if err != nil {
			c.fail(err)
			return 0
		}
		c.cover(g.mask, image.Pt(x.Round(), l.y).Add(g.offset), l.tone)
		x += g.advance
	}
	return w
}

// fit returns the label, changed so that it fits, and its width. It tries smaller sizes first, and then
// leaves out the end of the text.
func (c *canvas) fit(l label) (label, int) {
	w := c.measure(l)
	for _, size := range sizes {
		if w <= l.maxWidth {
			return l, w
		}
		if size < l.style.size {
			// The middle of the text stays where it is.
			l.y -= (l.style.size - size) / 3
			l.style.size = size
			w = c.measure(l)
		}
	}
	letters := []rune(l.text)
	for w > l.maxWidth && len(letters) > 0 {
		letters = letters[:len(letters)-1]
		l.text = string(letters) + "…"
		w = c.measure(l)
	}
	return l, w
}

// measure returns the width of a text, in pixels. On a dry run it is 0: a dry run has no lock, and only one
// goroutine at a time may use the glyphs.
func (c *canvas) measure(l label) int {
	if c.isDryRun {
		return 0
	}
	var sum fixed.Int26_6
	for _, r := range l.text {
		g, err := c.fonts.glyph(l.style, r)
		if err != nil {
			c.fail(err)
		}
		sum += g.advance
	}
	return sum.Ceil()
}
