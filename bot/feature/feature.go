// Package feature says what a feature is: a folder of bot that holds the rules, the rows, the
// handlers and the words of something that players can name, such as the league. The kernel
// knows no feature by name; package bot lists them, and a feature never imports another.
//
// It also holds what a handler is given, a Request, and what it gives, a Plan. It has no rules.
package feature

import (
	"context"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/jobs"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
	"reckon/storage"
)

// A Feature is what a folder registers. All fields but Name may be empty.
type Feature struct {
	// Name is that of its folder.
	Name     string
	Commands []command.Command[Command]
	// Buttons are by the act in their data.
	Buttons  map[string]command.Act[Handler]
	Jobs     []Job
	Tables   []storage.Table
	Settings []settings.Setting
	Matches  []Match

	// Routes are what the feature serves over HTTP at a site.
	Routes func(chat.Site) []chat.Route
	// Figures are what networks may show of people, without values. Communities give roles by them.
	Figures func() []chat.Figure
	// Pictures are kinds of pictures, by the name that is stored with one. What reads its facts runs
	// when the picture is delivered.
	Pictures map[string]ReadFacts

	// Dealer draws the puzzles of an option; nil: there is none.
	Dealer *Dealer

	// Solo makes buttons for a person who is alone: under a challenge that nobody accepts, a race
	// without others, a newcomer's first puzzle.
	Solo button.Solo
	// DuelAlone is what /duel does in a private chat where nobody is named.
	DuelAlone Handler

	// Day makes an event of a day's puzzles. At most one feature has it.
	Day *Day

	// Boards are pages beside the leaderboards.
	Boards []BoardPage

	// BeforePost runs when a place is about to read its daily of a number for the first time.
	BeforePost func(tx *storage.Tx, c storage.Community, number int) error
	// Post is a line under a place's daily of a number; nil if there is nothing to say.
	Post func(v say.Voice, tx *storage.Tx, c storage.Community, number int) (chat.Line, error)
	// Today is a line under a person's day, which they see now; nil if there is nothing to say.
	Today func(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error)

	// Scoring says how the feature counts points, with a heading, on a page of help.
	Scoring func(v say.Voice) []chat.Line
	// Privacy is what /privacy says of the feature: what of it others can see, or what it keeps of
	// people that they would not expect.
	Privacy func(v say.Voice) chat.Line

	// Offers returns what is offered to a person who types behind the bot's name, or names the bot
	// where it is not. The features are asked in their order, until ok is true.
	Offers func(req *Request, text string) (offers chat.Offers, ok bool, err error)

	// Schedule brings the feature's jobs of a community in line with its settings. It runs when these
	// have changed, and when the community can be reached again or no longer.
	Schedule func(tx *storage.Tx, c storage.Community, now time.Time) error
	// Delivered runs when a message that speaks of a round has been delivered, with the network's ID
	// of the message. The round is given where the message shows its puzzle.
	Delivered func(tx *storage.Tx, o storage.Outgoing, r round.Round, message string, at time.Time) error
	// DailySolved runs in the transaction in which a person earns something by a puzzle of a day.
	DailySolved func(tx *storage.Tx, act round.Act, r round.Round) error

	// Solution returns a button under the solution of a puzzle; ok is false if there is none.
	Solution func(v say.Voice, puzzle engine.Puzzle) (button chat.Button, ok bool)

	// PeriodOver runs when the kernel closes a period that ended on a day, in pages of boards.
	// The kernel clears boards of the period only after that.
	PeriodOver func(tx *storage.Tx, span storage.Span, day int, boards []int64) error
	// Forgotten runs when a player is forgotten, in that transaction.
	Forgotten func(tx *storage.Tx, playerID int64, at time.Time) error
}

// A Match is a kind of match, with those who play its other side if no person does.
type Match struct {
	Kind      mode.Kind
	Opponents round.Opponents
}

// A Job is a kind of job that the feature runs.
type Job struct {
	Kind string
	Run  jobs.Kind
	// Urgent reports whether people wait for it.
	Urgent bool
	// AtStart reports whether it is due when the program starts.
	AtStart bool
}

// A Dealer draws the puzzles that are dealt by an option, in private alone.
type Dealer struct {
	// Option is stored with a round, for the next one. It is also the name of the command.
	Option string
	Deals  func(engine.Game) bool
	// Refusal is the key of what is said where others read along.
	Refusal string
	Draw    func(ctx context.Context, act round.Act, g engine.Game) (round.Pick, error)
	// Note says above the puzzle why it was drawn.
	Note func(v say.Voice, drawn round.Pick, act round.Act) chat.Line
}

// Dealers are the dealers of all features.
type Dealers struct{ all []*Dealer }

// Add adds a feature's dealer, if it has one.
func (d *Dealers) Add(f Feature) {
	if f.Dealer != nil {
		d.all = append(d.all, f.Dealer)
	}
}

// Of returns the dealer of an option in a game; nil: the kernel draws.
func (d *Dealers) Of(option string, g engine.Game) *Dealer {
	for _, dealer := range d.all {
		if dealer.Option == option && dealer.Deals(g) {
			return dealer
		}
	}
	return nil
}

// BoardPages returns the pages of features beside the boards.
func BoardPages(features []Feature) []BoardPage {
	var pages []BoardPage
	for _, f := range features {
		pages = append(pages, f.Boards...)
	}
	return pages
}
