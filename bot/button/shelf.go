package button

import (
	"net/url"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
)

// A Shelf leads to what anybody can open: single puzzles, and the pages of the book of answers.
type Shelf struct {
	Book engine.Book // nil: there is none
	Page string      // the address of the page, beside which the book is; empty: nobody can open it
}

// Share gives a puzzle away, to be solved by somebody who need not know the bot. Where links do not
// lead into chats, it is the address of the puzzle on the page.
func (s Shelf) Share(v say.Voice, r play.Round) chat.Button {
	b := New(v, "share", Pose(r.Puzzle))
	b.Style, b.Link, b.Share = chat.Secondary, true, v.Dare(r)
	if base, err := url.Parse(s.Page); err == nil && s.Page != "" {
		b.URL = base.ResolveReference(&url.URL{Path: "p/" + r.Puzzle.ID()}).String()
	}
	return b
}

// AddShare appends Share to a reply about a puzzle that is over or solved, if it is hard enough to
// dare somebody, in a row that has room on a phone. Dailies have a card of their own.
func (s Shelf) AddShare(v say.Voice, reply *chat.Reply, r play.Round) {
	if r.Level < hard || r.Daily != 0 || r.Mode.Name != "" {
		return
	}
	last := len(reply.Buttons) - 1
	if last < 0 || len(reply.Buttons[last]) >= roomyRow {
		reply.Buttons, last = append(reply.Buttons, nil), last+1
	}
	reply.Buttons[last] = append(reply.Buttons[last], s.Share(v, r))
}

const (
	// hard is the level from which on puzzles are shared.
	hard = 4
	// roomyRow is how many buttons a row has on a phone without being crowded.
	roomyRow = 3
)

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
