// Package feature says what a feature is: a folder of bot that holds the rules, the rows, the
// handlers and the words of something that players can name, such as the league. The kernel
// knows no feature by name; package bot lists them, and a feature never imports another.
//
// It also has what a handler takes, a Request, and what it returns, a Plan. It has no rules of play.
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
	// Buttons are the handlers of buttons, by the act in a button's data.
	Buttons  map[string]command.Act[Handler]
	Jobs     []Job
	Tables   []storage.Table
	Settings []settings.Setting
	Matches  []Match

	// Routes returns what the feature serves over HTTP on a site.
	Routes func(chat.Site) []chat.Route
	// Figures returns what networks may show of people, such as a streak, without any person's values.
	// Communities can give roles by them.
	Figures func() []chat.Figure
	// Pictures has a ReadFacts for each kind of picture, by the name that is stored with the picture.
	// It runs when the picture is delivered.
	Pictures map[string]ReadFacts

	// Dealer draws the puzzles for an option that the feature adds to dealing; nil: it adds none.
	Dealer *Dealer

	// Solo makes buttons for a person who has nobody to play with: under a challenge that nobody
	// accepts, under a race without others, and under a newcomer's first puzzle.
	Solo button.Solo
	// DuelAlone is what /duel does in a private chat if the person names no rival.
	DuelAlone Handler

	// Day shows the puzzles of a day, and what people did with them. At most one feature has it.
	Day *Day

	// Boards are pages beside the leaderboards.
	Boards []BoardPage

	// BeforePost runs when a community is about to read its daily of a number. It runs again if people
	// there ask for that daily later in the day.
	BeforePost func(tx *storage.Tx, c storage.Community, number int) error
	// Post is a line under a community's daily of a number; nil if there is nothing to say.
	Post func(v say.Voice, tx *storage.Tx, c storage.Community, number int) (chat.Line, error)
	// Today is a line under the day that a person looks at; nil if there is nothing to say.
	Today func(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error)

	// Scoring says how the feature counts points: some lines of /help, under a heading.
	Scoring func(v say.Voice) []chat.Line
	// Privacy is what /privacy says about the feature: what others can see through it, or what it
	// stores that people would not expect.
	Privacy func(v say.Voice) chat.Line

	// Offers returns what a person may send in their own name, for a text that they type after the
	// bot's name, or in a message that names the bot in a chat where it is not. Features are asked in
	// their order, until ok is true.
	Offers func(req *Request, text string) (offers chat.Offers, ok bool, err error)

	// Schedule brings the feature's jobs for a community in line with the community's settings. It
	// runs when these have changed, and when the bot gets or loses its access to the community.
	Schedule func(tx *storage.Tx, c storage.Community, now time.Time) error
	// Delivered runs when a message about a round has been delivered; message is the network's ID of
	// it. The round is zero unless the message shows its puzzle.
	Delivered func(tx *storage.Tx, o storage.Outgoing, r round.Round, message string, at time.Time) error
	// DailySolved runs when a person earns something by a puzzle of a day, in that transaction.
	DailySolved func(tx *storage.Tx, act round.Act, r round.Round) error

	// Solution returns a button to show under a puzzle's solution; ok is false if there is none.
	Solution func(v say.Voice, puzzle engine.Puzzle) (button chat.Button, ok bool)

	// PeriodOver runs when the kernel closes a period, whose last day is day. It runs several times,
	// each time for some of the boards. The kernel clears none of them before.
	PeriodOver func(tx *storage.Tx, span storage.Span, day int, boards []int64) error
	// Forgotten runs when a player is forgotten, in that transaction.
	Forgotten func(tx *storage.Tx, playerID int64, at time.Time) error
}

// A Match is a kind of match, with its Opponents if a person plays it against nobody else.
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

// A Dealer draws the puzzles that people are dealt if they ask for an option, in private chats only.
type Dealer struct {
	// Option is stored with a round, so that the next puzzle is dealt by it, too. It is also the name
	// of the command.
	Option string
	// Deals reports whether it draws puzzles of a game.
	Deals func(engine.Game) bool
	// Refusal is the key of the sentence that refuses the option where others read along.
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

// Of returns the dealer for an option in a game; nil: the kernel draws the puzzle.
func (d *Dealers) Of(option string, g engine.Game) *Dealer {
	for _, dealer := range d.all {
		if dealer.Option == option && dealer.Deals(g) {
			return dealer
		}
	}
	return nil
}

// BoardPages returns the pages that features put beside the leaderboards.
func BoardPages(features []Feature) []BoardPage {
	var pages []BoardPage
	for _, f := range features {
		pages = append(pages, f.Boards...)
	}
	return pages
}
