package feature

import (
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// A Day shows people the puzzles of a day together, and what they have done of them. Without it nothing
// leads to a day, and a puzzle of a day is shown like others. All fields are set.
type Day struct {
	// Command is the name of the command that leads to today's day.
	Command string
	// Button leads to today's day, to its puzzle of a game. It stands among the buttons of the games,
	// and where people are told to play a puzzle of the day.
	Button func(v say.Voice, g engine.Game) chat.Button
	// Keep leads back to a puzzle of a day. It is made when a person is asked whether they give it up.
	Keep func(v say.Voice, r round.Round) chat.Button
	// Show shows a puzzle of a day to a person in their own conversation. It runs when they are about
	// to answer it there, and its buttons are shown when they take a hint.
	Show func(req *Request, tx *storage.Tx, r round.Round) (Result, error)
	// Reply adds to the reply to a person who has solved or given up a puzzle of a day, in that
	// transaction. known is what the solver knows of the day.
	Reply func(req *Request, tx *storage.Tx, reply *chat.Reply, r round.Round, known map[string]engine.Solution) error
	// View returns what the page shows of a day; 0: today's.
	View func(req *Request, number int) (*chat.DayView, error)
	// Preview tells what a link to a day is about. ok is false if there is no such day.
	Preview func(v say.Voice, number int) (p chat.Preview, ok bool)
	// Card returns what a person sends from the page to show others how they did on a day. ok is
	// false if there is nothing to show.
	Card func(req *Request, number int) (offer chat.Offer, ok bool, err error)
}
