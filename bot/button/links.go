package button

import (
	"net/url"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
)

// Links makes buttons for things that anybody can open: single puzzles, and what features say about
// solutions of puzzles.
type Links struct {
	// Page is the address of the page. All other addresses are below it. It is empty if people have no
	// page to open.
	Page string
	// Solutions return buttons under the solution of a puzzle; ok is false if there is none.
	Solutions []func(v say.Voice, puzzle engine.Puzzle) (button chat.Button, ok bool)
}

// Below returns the address of a path below the page; ok is false if there is no page.
func (l *Links) Below(path string) (address *url.URL, ok bool) {
	base, err := url.Parse(l.Page)
	if l.Page == "" || err != nil {
		return nil, false
	}
	return base.ResolveReference(&url.URL{Path: path}), true
}

// Share returns a button that sends somebody a link to a puzzle. They need not know the bot. On networks
// whose links do not lead into chats, the link opens the puzzle on the page.
func (l *Links) Share(v say.Voice, r round.Round) chat.Button {
	b := New(v, "share", Pose(r.Puzzle))
	b.Style = chat.Secondary
	b.Link = true
	b.Share = v.Dare(r)
	if address, ok := l.Below("p/" + r.Puzzle.ID()); ok {
		b.URL = address.String()
	}
	return b
}

const (
	// hardLevel is the lowest level whose puzzles are shared.
	hardLevel = 4
	// roomyRow is how many buttons a row may have without being crowded on a phone.
	roomyRow = 3
)

// AddShare adds the button of Share to a reply about a puzzle that is over or solved, if the puzzle is hard
// enough to be a challenge. A daily has a card to share instead. The button goes into the last row or, if
// that row is full, into a new row.
func (l *Links) AddShare(v say.Voice, reply *chat.Reply, r round.Round) {
	isDealt := r.Daily == 0 && r.Mode.Name == ""
	if r.Level < hardLevel || !isDealt {
		return
	}
	last := len(reply.Buttons) - 1
	if last < 0 || len(reply.Buttons[last]) >= roomyRow {
		reply.Buttons = append(reply.Buttons, nil)
		last++
	}
	reply.Buttons[last] = append(reply.Buttons[last], l.Share(v, r))
}

// AddSolution adds the buttons of features to a reply that shows the solution of a puzzle.
func (l *Links) AddSolution(v say.Voice, reply *chat.Reply, puzzle engine.Puzzle) {
	for _, solution := range l.Solutions {
		button, ok := solution(v, puzzle)
		if !ok {
			continue
		}
		if len(reply.Buttons) == 0 {
			reply.Buttons = [][]chat.Button{nil}
		}
		reply.Buttons[0] = append(reply.Buttons[0], button)
	}
}
