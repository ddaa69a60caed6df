package card

import (
	"cmp"
	"image"
	"image/draw"

	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Sizes in pixels.
const (
	width  = 800
	margin = 40 // texts begin and end within it
	edge   = 20 // nothing is drawn beyond it; letters such as j overhang the margin
	inner  = width - 2*margin
)

// A canvas is a picture while it is drawn.
type canvas struct {
	*image.Paletted
	mixes *mixes
	fonts *fonts
	told  []string // what the picture shows, in words
	err   error    // the first one

	outside bool // something was drawn beyond the edge
	blank   bool // everything is told, nothing is drawn
	lacks   bool // the fonts lack a letter of a text
}

// tell adds a line to the words of the picture, unless it is empty.
func (c *canvas) tell(text string) {
	if text != "" {
		c.told = append(c.told, text)
	}
}

// cover lays a tone over the area of a mask whose corner is at a point.
func (c *canvas) cover(mask *image.Alpha, at image.Point, t tone) {
	r := mask.Rect.Sub(mask.Rect.Min).Add(at)
	if !r.In(c.Rect.Inset(edge)) && !r.Empty() {
		c.outside = true
		r = r.Intersect(c.Rect.Inset(edge))
	}
	nearest := &c.mixes.nearest[t]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		over := mask.Pix[mask.PixOffset(mask.Rect.Min.X+r.Min.X-at.X, mask.Rect.Min.Y+y-at.Y):]
		to := c.Pix[c.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			if over[x] != 0 {
				to[x] = nearest[to[x]][(int(over[x])*shades+127)/255]
			}
		}
	}
}

// A point of a shape, in pixels.
type point struct{ x, y float32 }

// shape fills the outline that a pen draws in a frame; the frame's corner is the pen's
// origin.
func (c *canvas) shape(r image.Rectangle, t tone, outline func(pen *vector.Rasterizer)) {
	if c.blank {
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

// round is the length of the handles of a quarter of a circle, by its radius.
const round = 0.5523

// box fills a frame with rounded corners.
func (c *canvas) box(r image.Rectangle, radius float32, t tone) {
	w, h := float32(r.Dx()), float32(r.Dy())
	q := min(radius, w/2, h/2)
	k := q * (1 - round)
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
	c.box(image.Rect(x-radius, y-radius, x+radius, y+radius), float32(radius), t)
}

// An align says which end of a text is at its x: how many halves of it are to the left.
type align int

const (
	left align = iota
	center
	right
)

// A label is a text and how it is set.
type label struct {
	text  string
	x, y  int // y is the baseline; align says what x is
	wide  int // the room for it
	style style
	tone  tone
	align align
}

// write draws a text, smaller or shortened if it does not fit, and returns its width:
// 0 for a text that is not drawn because the font lacks a letter.
func (c *canvas) write(l label) int {
	isWhole := c.fonts.has(l.text)
	c.lacks = c.lacks || !isWhole
	if l.text == "" || !isWhole || c.blank {
		return 0
	}
	l, w := c.fit(l)
	x := fixed.I(l.x) - fixed.I(w)*fixed.Int26_6(l.align)/2
	for _, r := range l.text {
		g, err := c.fonts.glyph(l.style, r)
		if err != nil {
			c.err = cmp.Or(c.err, err)
			return 0
		}
		c.cover(g.cover, image.Pt(x.Round()+g.at.X, l.y+g.at.Y), l.tone)
		x += g.advance
	}
	return w
}

// fit returns the label so that it fits, and its width: first in smaller sizes, then
// without the end of the text.
func (c *canvas) fit(l label) (label, int) {
	w := c.measure(l)
	for _, size := range sizes {
		if w <= l.wide {
			return l, w
		}
		if size < l.style.size {
			l.y -= (l.style.size - size) / 3 // the middle stays where it is
			l.style.size = size
			w = c.measure(l)
		}
	}
	letters := []rune(l.text)
	for w > l.wide && len(letters) > 0 {
		letters = letters[:len(letters)-1]
		l.text = string(letters) + "…"
		w = c.measure(l)
	}
	return l, w
}

// measure returns the width of a text, in pixels.
func (c *canvas) measure(l label) int {
	var sum fixed.Int26_6
	for _, r := range l.text {
		g, err := c.fonts.glyph(l.style, r)
		c.err = cmp.Or(c.err, err)
		sum += g.advance
	}
	return sum.Ceil()
}

// polygon fills a shape with straight sides around a point; its corners are in units
// of the radius.
func (c *canvas) polygon(x, y, radius int, t tone, corners ...point) {
	r := float32(radius)
	c.shape(image.Rect(x-radius, y-radius, x+radius, y+radius), t, func(pen *vector.Rasterizer) {
		pen.MoveTo(r+corners[0].x*r, r+corners[0].y*r)
		for _, q := range corners[1:] {
			pen.LineTo(r+q.x*r, r+q.y*r)
		}
	})
}
