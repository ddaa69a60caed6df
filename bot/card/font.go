package card

import (
	"image"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Sizes of text, in pixels. No other is used, and none is smaller than small.
const (
	small  = 26
	medium = 32
	large  = 42
	title  = 52
	huge   = 76
	giant  = 104
)

// sizes are those that a text that does not fit is tried in.
var sizes = []int{giant, huge, title, large, medium, small}

// A style is a weight and a size.
type style struct {
	bold bool
	size int
}

// A glyph is what one letter covers, from the place where it stands.
type glyph struct {
	cover   *image.Alpha
	at      image.Point
	advance fixed.Int26_6
}

// fonts are the two of the program. Glyphs are kept: there are some hundreds, in
// a few sizes.
type fonts struct {
	regular, bold *opentype.Font
	buffer        *sfnt.Buffer
	faces         map[style]font.Face
	glyphs        map[style]map[rune]glyph
}

func newFonts() (f fonts, err error) {
	f = fonts{buffer: &sfnt.Buffer{}, faces: map[style]font.Face{}, glyphs: map[style]map[rune]glyph{}}
	if f.regular, err = opentype.Parse(goregular.TTF); err != nil {
		return fonts{}, err
	}
	f.bold, err = opentype.Parse(gobold.TTF)
	return f, err
}

// has tells whether the fonts have all letters of a text. They have the same.
func (f *fonts) has(text string) bool {
	for _, r := range text {
		if i, err := f.bold.GlyphIndex(f.buffer, r); err != nil || i == 0 || !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

func (f *fonts) face(s style) (font.Face, error) {
	if face, ok := f.faces[s]; ok {
		return face, nil
	}
	source := f.regular
	if s.bold {
		source = f.bold
	}
	face, err := opentype.NewFace(source, &opentype.FaceOptions{Size: float64(s.size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, err
	}
	f.faces[s], f.glyphs[s] = face, map[rune]glyph{}
	return face, nil
}

func (f *fonts) glyph(s style, r rune) (glyph, error) {
	face, err := f.face(s)
	if err != nil {
		return glyph{}, err
	}
	if g, ok := f.glyphs[s][r]; ok {
		return g, nil
	}
	where, mask, from, advance, ok := face.Glyph(fixed.Point26_6{}, r)
	g := glyph{cover: image.NewAlpha(image.Rectangle{Max: where.Size()}), at: where.Min, advance: advance}
	if ok {
		for y := range where.Dy() {
			for x := range where.Dx() {
				g.cover.Set(x, y, mask.At(from.X+x, from.Y+y))
			}
		}
	}
	f.glyphs[s][r] = g
	return g, nil
}

// width is that of a text, in pixels.
func (f *fonts) width(s style, text string) (int, error) {
	var sum fixed.Int26_6
	for _, r := range text {
		g, err := f.glyph(s, r)
		if err != nil {
			return 0, err
		}
		sum += g.advance
	}
	return sum.Ceil(), nil
}
