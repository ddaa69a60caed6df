package book

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
)

// A book shows the best known answers to the puzzles of a game.
type book struct {
	feature.Kernel
	game engine.Book
}

// gameOf returns the game that has a book; nil if no game has one.
func gameOf(games []engine.Game) engine.Book {
	for _, g := range games {
		if book, ok := g.(engine.Book); ok {
			return book
		}
	}
	return nil
}

// credit is the setting that makes a person's records show their name.
const credit settings.Toggle = "book.credit"

// solutionButton returns the button that stands under a solution and opens the book at its puzzle. ok is false if the
// puzzle is in no book, or if people cannot open the book.
func (b book) solutionButton(v say.Voice, puzzle engine.Puzzle) (button chat.Button, ok bool) {
	page, place, ok := b.game.PageOf(puzzle)
	if !ok {
		return chat.Button{}, false
	}
	return linkTo(v, b.Kernel, page, place)
}

// linkTo returns a button that opens the book at a place of a page. If the name of the page is empty, it opens the
// contents. ok is false if there is no address at which people can open the book.
func linkTo(v say.Voice, k feature.Kernel, page, place string) (button chat.Button, ok bool) {
	address, ok := k.Links.Below("book/" + page)
	if !ok {
		return chat.Button{}, false
	}
	address.Fragment = place
	return chat.Button{Label: v.Phrase("book.button", nil), Icon: "📖", URL: address.String()}, true
}
