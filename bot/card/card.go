// Package card draws pictures of a result, a day to be shared, a person's figures, and charts.
// It gets facts and words in the reader's language, and knows no game, round, person, sentence,
// database or network.
//
// # Pictures
//
// A picture is a PNG. It is 800 pixels wide, except that of a Day, and has a palette of 28 colours, in a light
// or a dark theme. No text in it, except in charts, is smaller than 26 pixels. On a phone that shows the
// picture across its width these are 12 points. The same facts make the same bytes. A Painter keeps the
// pictures that were used last.
//
// # Words
//
// Every picture comes with an alternative text that says everything that the picture shows, in
// the same order, for readers who do not see it. The fonts have Latin, Greek and Cyrillic letters
// and the common Chinese characters. A text with any other letter is not drawn at all: it is only in
// the alternative text. A name is drawn without such letters. If no letters remain, the sign for a
// person is drawn instead. A text that is too long for its place is made smaller and, if it still does
// not fit, shortened.
package card

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
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

// Facts are the content of a picture: a Result, Share, Day, Stats or Charts.
type Facts interface {
	// draw draws the facts, describes them in words, and returns the height of the picture in
	// pixels. The height is the same on a dry run.
	draw(c *canvas) (height int)
}

// wide are Facts whose picture has another width than others.
type wide interface{ width() int }

// widthOf returns the width of the picture of facts, in pixels.
func widthOf(facts Facts) int {
	if w, ok := facts.(wide); ok {
		return w.width()
	}
	return width
}

// maxPictures is how many pictures a Painter keeps: some 2 MB.
const maxPictures = 256

// A Painter draws pictures, one at a time. Many goroutines may use it.
type Painter struct {
	fonts fonts
	// colours has the colours of each theme. They are mixed for the first picture that needs them.
	colours map[Theme]func() *mixes

	// mu is held while a picture is drawn. It guards the glyphs of the fonts and what follows.
	mu      sync.Mutex
	encoder png.Encoder
	// recent and older have pictures by their theme and facts. When recent is full, it becomes older, and a
	// new recent begins.
	recent map[string]Picture
	older  map[string]Picture
}

// A singleBuffer is a png.EncoderBufferPool with a single buffer, since a buffer has a megabyte.
type singleBuffer struct{ buffer *png.EncoderBuffer }

func (s *singleBuffer) Get() *png.EncoderBuffer       { return s.buffer }
func (s *singleBuffer) Put(buffer *png.EncoderBuffer) { s.buffer = buffer }

// NewPainter returns a Painter. The error is from reading the program's fonts.
func NewPainter() (*Painter, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	return &Painter{
		fonts: fonts{regular: regular, bold: bold, glyphs: map[style]map[rune]glyph{}},
		colours: map[Theme]func() *mixes{
			Light: sync.OnceValue(func() *mixes { return newMixes(Light) }),
			Dark:  sync.OnceValue(func() *mixes { return newMixes(Dark) }),
		},
		encoder: png.Encoder{BufferPool: &singleBuffer{}},
		recent:  map[string]Picture{},
	}, nil
}

// Draw draws facts. The caller must not change the PNG.
func (p *Painter) Draw(theme Theme, facts Facts) (Picture, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := fmt.Sprintf("%d %#v", theme, facts)
	if picture, ok := p.recent[key]; ok {
		return picture, nil
	}
	if picture, ok := p.older[key]; ok {
		p.remember(key, picture)
		return picture, nil
	}
	c, err := p.paint(theme, facts)
	if err != nil {
		return Picture{}, err
	}
	var b bytes.Buffer
	if err := p.encoder.Encode(&b, c.Paletted); err != nil {
		return Picture{}, err
	}
	picture := Picture{PNG: b.Bytes(), Alt: c.altText()}
	p.remember(key, picture)
	return picture, nil
}

// remember keeps a picture. At least the last maxPictures/2 others are kept, too.
func (p *Painter) remember(key string, picture Picture) {
	if len(p.recent) >= maxPictures/2 {
		p.older = p.recent
		p.recent = map[string]Picture{}
	}
	p.recent[key] = picture
}

// Tell returns the Alt of the picture of facts without drawing the picture. whole reports whether
// the fonts have every letter of it. It never waits for a picture that is being drawn.
func (p *Painter) Tell(facts Facts) (alt string, whole bool) {
	c := p.dryRun()
	facts.draw(c)
	return c.altText(), !c.lacksLetters
}

// dryRun returns a canvas on which nothing is drawn. It needs no lock.
func (p *Painter) dryRun() *canvas { return &canvas{fonts: &p.fonts, isDryRun: true} }

// paint draws facts on a new canvas.
func (p *Painter) paint(theme Theme, facts Facts) (*canvas, error) {
	mixed := p.colours[theme]
	if mixed == nil {
		return nil, fmt.Errorf("there is no theme %d", theme)
	}
	colours := mixed()
	height := facts.draw(p.dryRun())
	// A new image is filled with the first colour of its palette, which is the ground.
	blank := image.NewPaletted(image.Rect(0, 0, widthOf(facts), height), colours.palette)
	c := &canvas{Paletted: blank, mixes: colours, fonts: &p.fonts}
	facts.draw(c)
	return c, c.err
}
