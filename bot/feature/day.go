package feature

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// LiveDay is given to Day.View instead of a number. It means the day that is live for the person.
const LiveDay = 0

// A Day shows people the puzzles of a numbered day together, and how they did in them. If no feature
// has a Day, nothing leads to a day, and a puzzle of a day is shown like any other. All fields are set.
type Day struct {
	// Command is the name of the command that shows today's puzzles.
	Command string
	// Button returns a button that leads to today's puzzle of a game. It is shown next to the buttons
	// that deal games, and when people are told to play a puzzle of the day.
	Button func(v say.Voice, g engine.Game) chat.Button
	// Keep returns a button that leads back to a puzzle of a day, for a person who is asked whether
	// they give it up.
	Keep func(v say.Voice, r round.Round) chat.Button
	// Show shows a puzzle of a day to a person in their private chat. It runs when they are about to
	// answer the puzzle there. When they take a hint, Show runs, too, but only the buttons of its
	// Result are used.
	Show func(req *Request, tx *storage.Tx, r round.Round) (Result, error)
	// Reply adds something to the reply to a person who has solved or given up a puzzle of a day. It
	// runs in the same transaction. known is what round.Play.Known returns for the day.
	Reply func(req *Request, tx *storage.Tx, reply *chat.Reply, r round.Round, known map[string]engine.Solution) error
	// View returns what the page shows of a day. The number may be LiveDay.
	View func(req *Request, number int) (*chat.DayView, error)
	// Preview returns what a network shows of a link to a day; the number 0 means that of the date in UTC. ok
	// is false if there is no such day.
	Preview func(v say.Voice, number int) (p chat.Preview, ok bool)
	// IsPosted reports whether the daily of a community's date has been posted there, or needs no post any more.
	IsPosted func(tx *storage.Tx, c storage.Community, now time.Time) (bool, error)
	// MyCard shows a person how they did on the day that is live for them.
	MyCard Handler
	// Card returns the message with which a person on the page shows others how they did on a day. ok
	// is false if there is nothing to show.
	Card func(req *Request, number int) (offer chat.Offer, ok bool, err error)
}
