// Package card draws pictures of a puzzle, a result, a day to be shared and a
// person's figures. It is given facts and words in the reader's language, and
// knows no puzzle, round, person, sentence, database or network.
//
// # Pictures
//
// A picture is a PNG of 800 pixels in width with a palette of 16 colours, in a
// light or a dark theme. No text in it is smaller than 26 pixels, which is 12
// points where a phone shows it over its width. The same facts make the same
// bytes. Pictures are kept by what they show, a bounded number of them.
//
// # Words
//
// Every picture comes with a text that says all that the picture shows, in the
// same order, for those who do not see it. The font has Latin, Greek and Cyrillic
// letters. A text of which it lacks a letter is left out of the picture as a
// whole, with a figure of a person in the place of a name, and stands in the
// alternative text alone. What is too long for its place is set smaller, and then
// shortened.
package card

import (
	"fmt"
	"image"
	"strings"
	"sync"
)

// A Picture is a PNG and what it shows in words.
type Picture struct {
	PNG []byte
	Alt string
}

// Facts are what a picture shows: a Puzzle, Result, Share or Stats.
type Facts interface {
	// height is that of the picture, in pixels.
	height() int
	// draw draws the facts and tells them.
	draw(c *canvas)
}

// kept is how many pictures are kept: some 2 MB.
const kept = 256

// A Painter draws pictures, one at a time, and is safe for use by many goroutines.
type Painter struct {
	mu     sync.Mutex
	fonts  fonts
	cache  cache
	mixes  map[Theme]*mixes
	packer packer
}

// NewPainter makes a Painter. The error is that of reading the fonts in the program.
func NewPainter() (*Painter, error) {
	f, err := newFonts()
	if err != nil {
		return nil, err
	}
	return &Painter{fonts: f, cache: newCache(kept), mixes: map[Theme]*mixes{Light: mixesOf(Light), Dark: mixesOf(Dark)}}, nil
}

// Draw draws facts. Whoever gets the Picture must not change its PNG.
func (p *Painter) Draw(theme Theme, facts Facts) (Picture, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := fmt.Sprintf("%d %#v", theme, facts)
	if picture, ok := p.cache.get(key); ok {
		return picture, nil
	}
	c, err := p.paint(theme, facts)
	if err != nil {
		return Picture{}, err
	}
	picture := Picture{Alt: strings.Join(c.told, "\n")}
	if picture.PNG, err = p.packer.pack(c.Paletted); err != nil {
		return Picture{}, err
	}
	p.cache.put(key, picture)
	return picture, nil
}

// Tell says in words what a picture of facts shows, as Picture.Alt does, without
// drawing it. Whole tells whether the fonts have every letter of it.
func (p *Painter) Tell(facts Facts) (alt string, whole bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := &canvas{Paletted: image.NewPaletted(image.Rectangle{}, nil), fonts: &p.fonts, blank: true}
	facts.draw(c)
	return strings.Join(c.told, "\n"), !c.lacks
}

func (p *Painter) paint(theme Theme, facts Facts) (*canvas, error) {
	m, ok := p.mixes[theme]
	if !ok {
		return nil, fmt.Errorf("there is no theme %d", theme)
	}
	c := newCanvas(facts.height(), m, &p.fonts)
	facts.draw(c)
	return c, c.err
}
