package button

import (
	"net/url"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
)

// A Shelf makes buttons that lead to what anybody can open: single puzzles, and the pages of the
// book of answers.
type Shelf struct {
	// Book is nil if there is no book.
	Book engine.Book
	// Page is the address of the page; the book is below it. It is empty if nobody can open it.
	Page string
}

// Share returns a button that gives a puzzle away, to somebody who need not know the bot. Where
// links do not lead into chats, it opens the puzzle on the page.
func (s Shelf) Share(v say.Voice, r play.Round) chat.Button {
	b := New(v, "share", Pose(r.Puzzle))
	b.Style = chat.Secondary
	b.Link = true
	b.Share = v.Dare(r)
	base, err := url.Parse(s.Page)
	if s.Page == "" || err != nil {
		return b
	}
	b.URL = base.ResolveReference(&url.URL{Path: "p/" + r.Puzzle.ID()}).String()
	return b
}

const (
	// hardLevel is the lowest level whose puzzles are shared.
	hardLevel = 4
	// roomyRow is how many buttons a row may have without being crowded on a phone.
	roomyRow = 3
)

// AddShare appends Share to a reply about a puzzle that is over or solved, if it is hard enough to
// dare somebody. It goes into the last row, or into a row of its own if that one is full. Dailies
// have a card of their own.
func (s Shelf) AddShare(v say.Voice, reply *chat.Reply, r play.Round) {
	if r.Level < hardLevel || r.Daily != 0 || r.Mode.Name != "" {
		return
	}
	last := len(reply.Buttons) - 1
	if last < 0 || len(reply.Buttons[last]) >= roomyRow {
		reply.Buttons = append(reply.Buttons, nil)
		last++
	}
	reply.Buttons[last] = append(reply.Buttons[last], s.Share(v, r))
}

// Link puts a button under a reply that opens the book at a puzzle, or at the contents if the
// puzzle is nil. There is no button for a puzzle that is in no book.
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
		to.Path += leaf
		to.Fragment = place
	}
	link := New(v, "book", "")
	link.URL = base.ResolveReference(&to).String()
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = append(r.Buttons[0], link)
}
