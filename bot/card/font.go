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

// Sizes of text, in pixels. Charts have a size of their own.
const (
	small  = 26
	medium = 32
	large  = 42
	title  = 52
	huge   = 76
	giant  = 104
)

// sizes are all these sizes, the largest first.
var sizes = []int{giant, huge, title, large, medium, small}

// A style is a weight and a size.
type style struct {
	bold bool
	size int
}

func regular(size int) style { return style{bold: false, size: size} }
func bold(size int) style    { return style{bold: true, size: size} }

// hanFile is a part of the font Droid Sans Fallback, compressed. It has the 6,839 characters of the first
// level of GB 2312, of the first level of Big5, and of the texts of this program. COPYRIGHT.droid has its
// licence.
//
//go:embed han.ttf.zst
var hanFile []byte

// hanFont returns the font of Chinese characters. It is read when it is first needed: most
// programs never need it.
var hanFont = sync.OnceValues(readHanFont)

func readHanFont() (*opentype.Font, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("card: decompress the font of Chinese characters: %w", err)
	}
	defer decoder.Close()
	file, err := decoder.DecodeAll(hanFile, nil)
	if err != nil {
		return nil, fmt.Errorf("card: decompress the font of Chinese characters: %w", err)
	}
	return opentype.Parse(file)
}

// firstHan is the first character that is looked for in the font of Chinese characters.
const firstHan = 0x2000

// fonts are the fonts of the program besides hanFont: two of Latin, Greek and Cyrillic letters.
type fonts struct {
	regular *opentype.Font
	bold    *opentype.Font
	// glyphs keeps every glyph that was used: some hundreds, in a few sizes. One goroutine at a time may use
	// it.
	glyphs map[style]map[rune]glyph
}

// source returns the font that has a letter in a weight; nil if no font has it. Many goroutines may call
// it.
func (f *fonts) source(isBold bool, r rune) *opentype.Font {
	latin := f.regular
	if isBold {
		latin = f.bold
	}
	if hasLetter(latin, r) {
		return latin
	}
	if r < firstHan {
		return nil
	}
	han, err := hanFont()
	if err != nil || !hasLetter(han, r) {
		// A test reads the font, so there is no error.
		return nil
	}
	return han
}

func hasLetter(f *opentype.Font, r rune) bool {
	var buffer sfnt.Buffer
	index, err := f.GlyphIndex(&buffer, r)
	return err == nil && index != 0
}

// has reports whether the fonts have all letters of a text. Many goroutines may call it.
func (f *fonts) has(text string) bool {
	for _, r := range text {
		if !unicode.IsPrint(r) || f.source(true, r) == nil {
			return false
		}
	}
	return true
}

// glyph returns a letter in a style. If the letter has no bold font, it is made bold: it is drawn more than
// once, each time one pixel to the right. One goroutine at a time may call glyph.
func (f *fonts) glyph(s style, r rune) (glyph, error) {
	if g, ok := f.glyphs[s][r]; ok {
		return g, nil
	}
	source := f.source(s.bold, r)
	if source == nil {
		// All texts were checked by the method has. So this is a sign that this package adds, such as
		// "…".
		source = f.regular
	}
	isZero := r == '0' && (source == f.regular || source == f.bold)
	if isZero {
		zero, err := openZero(source, s.size)
		if err != nil {
			return glyph{}, err
		}
		f.cache(s, r, zero)
		return zero, nil
	}
	options := opentype.FaceOptions{Size: float64(s.size), DPI: 72, Hinting: font.HintingFull}
	face, err := opentype.NewFace(source, &options)
	if err != nil {
		return glyph{}, err
	}
	where, letter, from, advance, ok := face.Glyph(fixed.Point26_6{}, r)
	thickness := 0
	if s.bold && source != f.bold {
		thickness = max(1, s.size/24)
	}
	mask := image.NewAlpha(image.Rect(0, 0, where.Dx()+thickness, where.Dy()))
	for x := 0; ok && x <= thickness; x++ {
		draw.Draw(mask, image.Rect(x, 0, x+where.Dx(), where.Dy()), letter, from, draw.Over)
	}
	g := glyph{mask: mask, offset: where.Min, advance: advance}
	f.cache(s, r, g)
	return g, nil
}

// cache stores a glyph for the next time that it is drawn.
func (f *fonts) cache(s style, r rune, g glyph) {
	if f.glyphs[s] == nil {
		f.glyphs[s] = map[rune]glyph{}
	}
	f.glyphs[s][r] = g
}
