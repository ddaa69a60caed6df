package card

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A glyph is a letter as it is drawn. Its offset and advance count from the point on the baseline where the
// letter begins.
type glyph struct {
	// mask is the area that the letter covers.
	mask *image.Alpha
	// offset is where the corner of the mask is.
	offset image.Point
	// advance is how far away the next letter begins.
	advance fixed.Int26_6
}

// openZero returns the digit 0 of a font in a size, without the slash that the fonts of Go have in it. In
// numbers for people it looks like code. The outline around the digit stays. The same outline, made smaller,
// becomes the hole: it fills the room of the two holes that the slash leaves.
func openZero(f *opentype.Font, size int) (glyph, error) {
	var buffer sfnt.Buffer
	index, err := f.GlyphIndex(&buffer, '0')
	if err != nil {
		return glyph{}, err
	}
	ppem := fixed.I(size)
	advance, err := f.GlyphAdvance(&buffer, index, ppem, font.HintingFull)
	if err != nil {
		return glyph{}, err
	}
	segments, err := f.LoadGlyph(&buffer, index, ppem, nil)
	if err != nil {
		return glyph{}, err
	}
	contours := contoursOf(segments)
	outer := contours[0].Bounds()
	holes := fixed.Rectangle26_6{}
	for _, hole := range contours[1:] {
		holes = holes.Union(hole.Bounds())
	}
	frame := image.Rect(outer.Min.X.Floor(), outer.Min.Y.Floor(), outer.Max.X.Ceil(), outer.Max.Y.Ceil())
	mask := drawContour(contours[0], outer, frame)
	hole := drawContour(contours[0], holes, frame)
	for i := range mask.Pix {
		mask.Pix[i] -= min(mask.Pix[i], hole.Pix[i])
	}
	return glyph{mask: mask, offset: frame.Min, advance: advance}, nil
}

// contoursOf returns the closed lines of a glyph.
func contoursOf(segments sfnt.Segments) []sfnt.Segments {
	var contours []sfnt.Segments
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			contours = append(contours, nil)
		}
		last := len(contours) - 1
		contours[last] = append(contours[last], s)
	}
	return contours
}

// drawContour fills a contour that is stretched so that its bounds become the given ones. The mask covers a
// frame.
func drawContour(contour sfnt.Segments, bounds fixed.Rectangle26_6, frame image.Rectangle) *image.Alpha {
	from := contour.Bounds()
	at := func(p fixed.Point26_6) (x, y float32) {
		right := float32(p.X-from.Min.X) / float32(from.Max.X-from.Min.X)
		down := float32(p.Y-from.Min.Y) / float32(from.Max.Y-from.Min.Y)
		x = (float32(bounds.Min.X) + right*float32(bounds.Max.X-bounds.Min.X)) / 64
		y = (float32(bounds.Min.Y) + down*float32(bounds.Max.Y-bounds.Min.Y)) / 64
		return x - float32(frame.Min.X), y - float32(frame.Min.Y)
	}
	pen := vector.NewRasterizer(frame.Dx(), frame.Dy())
	pen.DrawOp = draw.Src
	for _, s := range contour {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			pen.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			pen.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			endX, endY := at(s.Args[1])
			pen.QuadTo(x, y, endX, endY)
		}
	}
	pen.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, frame.Dx(), frame.Dy()))
	pen.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}
