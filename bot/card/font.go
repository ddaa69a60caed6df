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

// Sizes of text, in pixels. No others are used.
const (
	small  = 26
	medium = 32
	large  = 42
	title  = 52
	huge   = 76
	giant  = 104
)

// sizes are all of them, the largest first.
var sizes = []int{giant, huge, title, large, medium, small}

// A style is a weight and a size.
type style struct {
	bold bool
	size int
}

// A glyph is the area that a letter covers, relative to where it stands.
type glyph struct {
	cover   *image.Alpha
	at      image.Point
	advance fixed.Int26_6
}

// fonts are the two fonts of the program. Glyphs are kept: there are some hundreds,
// in a few sizes.
type fonts struct {
	regular, bold *opentype.Font
	// Below is what one goroutine at a time may use.
	faces  map[style]font.Face
	glyphs map[style]map[rune]glyph
}

func newFonts() (f fonts, err error) {
	f = fonts{faces: map[style]font.Face{}, glyphs: map[style]map[rune]glyph{}}
	if f.regular, err = opentype.Parse(goregular.TTF); err != nil {
		return fonts{}, err
	}
	f.bold, err = opentype.Parse(gobold.TTF)
	return f, err
}

// has reports whether the fonts, which have the same letters, have all letters of a
// text. Many goroutines may call it.
func (f *fonts) has(text string) bool {
	var buffer sfnt.Buffer
	for _, r := range text {
		if i, err := f.bold.GlyphIndex(&buffer, r); err != nil || i == 0 || !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// glyph returns a letter in a style.
func (f *fonts) glyph(s style, r rune) (glyph, error) {
	if g, ok := f.glyphs[s][r]; ok {
		return g, nil
	}
	face, ok := f.faces[s]
	if !ok {
		source := f.regular
		if s.bold {
			source = f.bold
		}
		var err error
		face, err = opentype.NewFace(source, &opentype.FaceOptions{Size: float64(s.size), DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return glyph{}, err
		}
		f.faces[s], f.glyphs[s] = face, map[rune]glyph{}
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
