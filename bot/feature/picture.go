package feature

import (
	"encoding/json"
	"fmt"
	"maps"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/say"
)

// Pictures makes pictures of facts. A picture is stored as its kind and its facts, and is drawn
// when it is delivered.
type Pictures struct {
	painter *card.Painter
	// voice speaks the default language.
	voice say.Voice
	kinds map[string]ReadFacts
}

// ReadFacts reads the facts of a stored picture.
type ReadFacts func(raw []byte) (card.Facts, error)

// FactsOf reads facts that are stored as JSON of a type of package card.
func FactsOf[F card.Facts](raw []byte) (card.Facts, error) {
	var facts F
	err := json.Unmarshal(raw, &facts)
	return facts, err
}

// NewPictures makes Pictures that know no kind. The voice speaks the default language.
func NewPictures(voice say.Voice) (*Pictures, error) {
	painter, err := card.NewPainter()
	if err != nil {
		return nil, err
	}
	return &Pictures{painter: painter, voice: voice, kinds: map[string]ReadFacts{}}, nil
}

// Add adds kinds of pictures.
func (p *Pictures) Add(kinds map[string]ReadFacts) { maps.Copy(p.kinds, kinds) }

// Draw draws a picture, as chat.Broker promises.
func (p *Pictures) Draw(picture chat.Picture, dark bool) ([]byte, error) {
	read := p.kinds[picture.Kind]
	if read == nil {
		return nil, fmt.Errorf("there is no kind %q of pictures", picture.Kind)
	}
	facts, err := read(picture.Facts)
	if err != nil {
		return nil, err
	}
	theme := card.Light
	if dark {
		theme = card.Dark
	}
	drawn, err := p.painter.Draw(theme, facts)
	return drawn.PNG, err
}

// maxAlt is how long the description of a picture may be, in characters.
const maxAlt = 1000

// Make makes a picture of facts in the reader's language. If the fonts lack letters of that language, the
// picture is in the default language. Even then its description is in the reader's language.
func (p *Pictures) Make(v say.Voice, kind string, facts func(say.Voice) card.Facts) *chat.Picture {
	shown := facts(v)
	alt, isWhole := p.painter.Tell(shown)
	if !isWhole {
		shown = facts(p.voice)
	}
	raw, err := json.Marshal(shown)
	if err != nil {
		// Texts and numbers can always be encoded.
		panic(err)
	}
	return &chat.Picture{Kind: kind, Facts: raw, Alt: chat.Clip(alt, maxAlt)}
}
