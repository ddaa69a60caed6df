// Package card draws pictures of a result, a day to be shared, a person's
// figures, and charts. It gets facts and words in the reader's language, and knows no
// game, round, person, sentence, database or network.
//
// # Pictures
//
// A picture is a PNG 800 pixels wide with a palette of 17 colours, in a light or a
// dark theme. No text in it, except in charts, is smaller than 26 pixels, which is 12
// points on a phone that shows the picture across its width. The same facts make the same bytes. A bounded
// number of pictures is kept, by what they show.
//
// # Words
//
// Every picture comes with a text that says everything that it shows, in the same
// order, for readers who do not see it. The fonts have Latin, Greek and Cyrillic letters
// and the common Chinese characters. A text with any other letter is not drawn at all and
// appears in the alternative text only; a name loses such letters, and a figure of a
// person takes the place of a name that has no others. A text that is too long for its
// place is made smaller, and then shortened.
package card

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// A Picture is a PNG and what it shows in words.
type Picture struct {
	PNG []byte
	Alt string
}

// Facts are the content of a picture: a Result, Share, Stats or Charts.
type Facts interface {
	// draw draws the facts, tells them in words, and returns the height of the picture, in
	// pixels.
	draw(c *canvas) (height int)
}

// mostKept is how many pictures are kept: some 2 MB.
const mostKept = 256

// A Painter draws pictures, one at a time. Many goroutines may use it.
type Painter struct {
	fonts   fonts
	colours map[Theme]*mixes

	mu sync.Mutex // held while a picture is drawn; guards the rest and the glyphs of fonts
	// Pictures by what they show: those used since kept was last full, and those before.
	kept, older map[string]Picture
	buffer      *png.EncoderBuffer // a megabyte, used again
}

// Get and Put are the PNG encoder's pool of one buffer.
func (p *Painter) Get() *png.EncoderBuffer       { return p.buffer }
func (p *Painter) Put(buffer *png.EncoderBuffer) { p.buffer = buffer }

// NewPainter returns a Painter. The error is from reading the program's fonts.
func NewPainter() (*Painter, error) {
	regular, err1 := opentype.Parse(goregular.TTF)
	bold, err2 := opentype.Parse(gobold.TTF)
	return &Painter{
		fonts:   fonts{regular, bold, map[style]map[rune]glyph{}},
		colours: map[Theme]*mixes{Light: newMixes(Light), Dark: newMixes(Dark)},
		kept:    map[string]Picture{},
	}, cmp.Or(err1, err2)
}

// Draw draws facts. The caller must not change the PNG.
func (p *Painter) Draw(theme Theme, facts Facts) (Picture, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := fmt.Sprintf("%d %#v", theme, facts)
	if picture, ok := p.kept[key]; ok {
		return picture, nil
	}
	if picture, ok := p.older[key]; ok {
		p.keep(key, picture)
		return picture, nil
	}
	c, err := p.paint(theme, facts)
	if err != nil {
		return Picture{}, err
	}
	var b bytes.Buffer
	if err := (&png.Encoder{BufferPool: p}).Encode(&b, c.Paletted); err != nil {
		return Picture{}, err
	}
	picture := Picture{b.Bytes(), strings.Join(c.told, "\n")}
	p.keep(key, picture)
	return picture, nil
}

// keep keeps a picture; at least half as many as fit, the last, are kept with it.
func (p *Painter) keep(key string, picture Picture) {
	if len(p.kept) >= mostKept/2 {
		p.kept, p.older = map[string]Picture{}, p.kept
	}
	p.kept[key] = picture
}

// Tell returns the Alt of the picture of facts without drawing it, and whether the
// fonts have every letter of it. It never waits for a picture that is being drawn.
func (p *Painter) Tell(facts Facts) (alt string, whole bool) {
	c := &canvas{fonts: &p.fonts, blank: true}
	facts.draw(c)
	return strings.Join(c.told, "\n"), !c.lacks
}

// paint draws facts on a new canvas.
func (p *Painter) paint(theme Theme, facts Facts) (*canvas, error) {
	colours := p.colours[theme]
	if colours == nil {
		return nil, fmt.Errorf("there is no theme %d", theme)
	}
	height := facts.draw(&canvas{fonts: &p.fonts, blank: true})
	ground := image.NewPaletted(image.Rect(0, 0, width, height), colours.palette) // of its first colour
	c := &canvas{Paletted: ground, mixes: colours, fonts: &p.fonts}
	facts.draw(c)
	return c, c.err
}
