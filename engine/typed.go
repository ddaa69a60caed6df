package engine

import "strings"

// ReadPuzzle reads a puzzle as people type it: an ID ("24:3,3,8,8"), or a game's name and a puzzle ("24 3 3 8 8"), or a
// puzzle alone. A puzzle alone belongs to the first game that can read it. If no game can read the text, the game and
// the error are those of the named game or, if no game is named, of the first one. If the error is a *Fault with a
// place, that is its place in text.
func ReadPuzzle(games []Game, text string) (Game, Puzzle, error) {
	for _, g := range games {
		desc, isNamed := cutName(g.Name(), text)
		if isNamed {
			p, err := g.Parse(desc)
			return g, p, MoveFault(err, len(text)-len(desc))
		}
	}
	for _, g := range games {
		p, err := g.Parse(text)
		if err != nil {
			continue
		}
		return g, p, nil
	}
	_, err := games[0].Parse(text)
	return games[0], nil, err
}

// cutName returns what follows a game's name and a space or a colon in a text. isNamed is false if the text does not
// begin with these.
func cutName(name, text string) (desc string, isNamed bool) {
	text = strings.TrimLeft(text, " ")
	if len(text) <= len(name) || !strings.EqualFold(text[:len(name)], name) {
		return "", false
	}
	desc = text[len(name):]
	if desc[0] != ' ' && desc[0] != ':' {
		return "", false
	}
	return strings.TrimLeft(desc[1:], " "), true
}

// MoveFault returns an error about a part of a text as an error about the whole text, in which the part begins after so
// many bytes: it moves the place of a *Fault. An error without a place stays as it is.
func MoveFault(err error, by int) error {
	f := AsFault(err)
	if f == nil || f.At == nil {
		return err
	}
	moved := *f
	moved.At = &Span{Pos: f.At.Pos + by, End: f.At.End + by}
	return &moved
}
