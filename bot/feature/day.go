package feature

import (
	"reckon/bot/chat"
	"reckon/bot/round"
)

// A Day makes the puzzles of a day an event. Without it, each of them is a puzzle like others. Any
// of its fields may be nil.
type Day struct {
	// Show shows today's day where a button asks for it and names no puzzle.
	Show Handler
	// Reply adds to the reply to a person who has solved or given up a puzzle of a day, before the
	// buttons for the other puzzles.
	Reply func(req *Request, reply *chat.Reply, day round.Achievement)
	// View adds to what the page shows of a day.
	View func(req *Request, view *chat.DayView, day round.Achievement)
	// Card returns what a person sends from the page to show others how they did on a day. ok is
	// false if there is nothing to show.
	Card func(req *Request, number int) (offer chat.Offer, ok bool, err error)
}
