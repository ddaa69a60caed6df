package button

import (
	"net/url"

	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/engine"
)

// A Shelf leads to the pages of the book of answers.
type Shelf struct {
	Book engine.Book // nil: there is none
	Page string      // the address of the page, beside which the book is; empty: nobody can open it
}

// Link puts a button under a reply that opens the page with a puzzle, or the contents if the
// puzzle is nil. There is none for a puzzle that is in no book.
func (s Shelf) Link(v say.Voice, r *chat.Reply, puzzle engine.Puzzle) {
	base, err := url.Parse(s.Page)
	if s.Book == nil || s.Page == "" || err != nil {
		return
	}
	to := url.URL{Path: "book/"}
	if puzzle != nil {
		leaf, place, ok := s.Book.PageOf(puzzle)
		if !ok {
			return
		}
		to.Path, to.Fragment = to.Path+leaf, place
	}
	link := New(v, "book", "")
	link.URL = base.ResolveReference(&to).String()
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = append(r.Buttons[0], link)
}
