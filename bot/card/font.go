package card

import (
	_ "embed"
	"fmt"
	"image"
	"image/draw"
	"sync"
	"unicode"

	"github.com/klauspost/compress/zstd"

	"golang.org/x/image/font"
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

// hanFile is a part of Droid Sans Fallback: the 6,839 characters of GB 2312's first
// level, Big5's first level and the texts of this program, compressed. COPYRIGHT.droid
// has its licence.
//
//go:embed han.ttf.zst
var hanFile []byte

// han returns the font of Chinese characters. Most programs never need it.
var han = sync.OnceValues(func() (*opentype.Font, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	var file []byte
	if err == nil {
		defer d.Close()
		file, err = d.DecodeAll(hanFile, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("card: the font of Chinese characters cannot be read: %w", err)
	}
	return opentype.Parse(file)
})

// fonts are the fonts of the program: two of Latin, Greek and Cyrillic letters, and one
// of Chinese characters. Glyphs are kept: there are some hundreds, in a few sizes.
type fonts struct {
	regular, bold *opentype.Font
	glyphs        map[style]map[rune]glyph // one goroutine at a time may use them
}

// source returns the font that has a letter in a weight, or nil. Many goroutines may
// call it.
func (f *fonts) source(bold bool, r rune) *opentype.Font {
	var buffer sfnt.Buffer
	has := func(font *opentype.Font) bool {
		i, err := font.GlyphIndex(&buffer, r)
		return err == nil && i != 0
	}
	own := f.regular
	if bold {
		own = f.bold
	}
	if has(own) {
		return own
	}
	if r >= 0x2000 {
		if f, err := han(); err == nil && has(f) { // a test reads the font
			return f
		}
	}
	return nil
}

// has reports whether the fonts have all letters of a text.
func (f *fonts) has(text string) bool {
	for _, r := range text {
		if !unicode.IsPrint(r) || f.source(true, r) == nil {
			return false
		}
	}
	return true
}

// glyph returns a letter in a style. A letter that a font has in one weight only is
// made bold by drawing it more than once, side by side.
func (f *fonts) glyph(s style, r rune) (glyph, error) {
	if g, ok := f.glyphs[s][r]; ok {
		return g, nil
	}
	source := f.source(s.bold, r)
	if source == nil { // only a mark of ours, such as an ellipsis
		source = f.regular
	}
	face, err := opentype.NewFace(source, &opentype.FaceOptions{Size: float64(s.size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return glyph{}, err
	}
	where, mask, from, advance, ok := face.Glyph(fixed.Point26_6{}, r)
	thick := 0
	if s.bold && source != f.bold {
		thick = max(1, s.size/24)
	}
	g := glyph{cover: image.NewAlpha(image.Rect(0, 0, where.Dx()+thick, where.Dy())), at: where.Min, advance: advance}
	for x := 0; ok && x <= thick; x++ {
		draw.Draw(g.cover, image.Rect(x, 0, x+where.Dx(), where.Dy()), mask, from, draw.Over)
	}
	if f.glyphs[s] == nil {
		f.glyphs[s] = map[rune]glyph{}
	}
	f.glyphs[s][r] = g
	return g, nil
}
