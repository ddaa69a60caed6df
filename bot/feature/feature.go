// Package feature says what a feature is: a folder of bot with the rules, the rows, the handlers and the
// words of something that players can name, such as the league. The other packages below bot, without the
// front ends, are the kernel. The kernel knows no feature by name: package bot lists them. No feature
// imports another.
//
// A Handler is the function for a command or a button. It takes a Request and returns a Plan. The package
// has these types, too.
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
	// Name is the name of its folder.
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
	// Document returns a link to what the feature serves for people to read. Other features show it beside
	// documents of their own.
	Document func(v say.Voice) Document
	// Figures returns what networks may show of people, such as a streak, without any person's values.
	// Communities can give roles by them.
	Figures func() []chat.Figure
	// Pictures has a ReadFacts for each kind of picture of the feature, by the name that is stored with the
	// picture. The ReadFacts runs when the picture is delivered.
	Pictures map[string]ReadFacts
	// Files has a function for each kind of file of the feature, by the name that is stored with the file. The
	// function runs when a reply with such a file is delivered, and completes the reply. After chat.ErrBusy it is
	// tried again in a moment, and after another error a few times more. On the page a handler makes the file
	// itself.
	Files map[string]func(ctx context.Context, r *chat.Reply) error

	// Dealer draws puzzles in a way of the feature's own, for people who ask for that; nil: the
	// feature has no Dealer.
	Dealer *Dealer

	// Solo makes buttons that begin something to play alone. They are shown to a person who has nobody to
	// play with: under a challenge that nobody accepts, under a race without others, and under a newcomer's
	// first puzzle.
	Solo button.Solo
	// AfterMatch adds to the message that says how a match went.
	AfterMatch func(v say.Voice, tx *storage.Tx, m round.Match, reply *chat.Reply) error
	// DuelAlone is what /duel does in a private chat if the person names no rival.
	DuelAlone Handler

	// Day shows the puzzles of a day, and what people did with them. At most one feature has it.
	Day *Day

	// Boards are pages that the feature adds to the leaderboards.
	Boards []BoardPage

	// BeforePost runs when the daily of a number is about to be posted in a community. It also runs when
	// people there ask for that daily later in the day, and when the post changes.
	BeforePost func(tx *storage.Tx, c storage.Community, number int) error
	// Post returns a line under that post; nil if there is nothing to say.
	Post func(v say.Voice, tx *storage.Tx, c storage.Community, number int) (chat.Line, error)
	// Today returns a line under the day that a person looks at; nil if there is nothing to say.
	Today func(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error)

	// TodayView returns lines that the page shows under the live day of a person. Today tells a person
	// something once; TodayView changes nothing, since the page looks often.
	TodayView func(v say.Voice, tx *storage.Tx, act round.Act) ([]chat.Line, error)

	// MeView adds what the page shows a person about themselves. It changes nothing.
	MeView func(v say.Voice, tx *storage.Tx, act round.Act, out *chat.MeView) error

	// Help returns a button under the first page of /help.
	Help func(v say.Voice) chat.Button
	// Scoring says how the feature counts points: some lines of /help, under a heading.
	Scoring func(v say.Voice) []chat.Line
	// Privacy is what /privacy says about the feature: what others can see through it, or what it
	// stores that people would not expect. The line is nil if there is nothing to say to that person.
	Privacy func(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error)

	// Offers returns messages that a person may send in their own name. To get them, the person types the
	// bot's name and a text, even in chats where the bot is not. Features are asked in their order until ok
	// is true.
	Offers func(req *Request, text string) (offers chat.Offers, ok bool, err error)

	// Offered runs when an offer was sent as the answer to a chat.Summoned. token is the offer's Token, and message
	// is the network's ID of the message.
	Offered func(tx *storage.Tx, r chat.Request, token, message string) error

	// Schedule sets or drops the feature's jobs for a community, as the community's settings ask. It
	// runs when the settings have changed, and when the bot gets or loses its access to the community.
	Schedule func(tx *storage.Tx, c storage.Community, now time.Time) error
	// Delivered runs when a message about a round has been delivered. message is the network's ID of the
	// message. r is empty unless the message shows the puzzle.
	Delivered func(tx *storage.Tx, o storage.Outgoing, r round.Round, message string, at time.Time) error
	// DailySolved runs when a person earns points by a puzzle of a day, in the same transaction.
	DailySolved func(tx *storage.Tx, act round.Act, r round.Round) error

	// Solved runs when a person gives a right answer to a round that is no daily, in the same transaction.
	Solved func(tx *storage.Tx, act round.Act, outcome round.Outcome) error

	// Solution returns a button to show under a puzzle's solution; ok is false if there is none.
	Solution func(v say.Voice, puzzle engine.Puzzle) (button chat.Button, ok bool)

	// PeriodOver runs when the kernel closes a period, such as a month, before the boards of the period may
	// be cleared. day is the last day of the period. There are many boards, so PeriodOver runs several
	// times, each time for some of them.
	PeriodOver func(tx *storage.Tx, span storage.Span, day int, boards []int64) error
	// Forgotten runs when a player is forgotten, in the same transaction.
	Forgotten func(tx *storage.Tx, playerID int64, at time.Time) error
}

// A Document is a page that a feature serves on a site.
type Document struct {
	// Path is its path below the address of the site: "book/".
	Path  string
	Title string
}

// A Match is a kind of match. It has Opponents if one person plays against an opponent that is no person.
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
	// AtStart reports whether it runs when the program starts.
	AtStart bool
}

// A Dealer draws puzzles instead of the kernel, for people who ask for an option, such as "practice". It
// draws puzzles in private chats only.
type Dealer struct {
	// Option is stored with a round, so that this dealer draws the next puzzle, too. It is also the
	// name of the command.
	Option string
	// Deals reports whether the Dealer draws puzzles of a game.
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

// Inside returns the commands of features to which the command of a name leads.
func Inside(features []Feature, name string) []command.Command[Command] {
	var inside []command.Command[Command]
	for _, f := range features {
		inside = append(inside, command.Inside(f.Commands, name)...)
	}
	return inside
}

// Buttons returns a button for each of some commands. Where others read along, it leads to where only the
// person reads.
func Buttons(v say.Voice, commands []command.Command[Command]) []chat.Button {
	var all []chat.Button
	for _, c := range commands {
		all = append(all, chat.Button{
			Label:    v.Phrase("inside."+c.Name, nil),
			Data:     command.Data(button.ActCommand, c.Name),
			Personal: !c.Is.Has(command.Reads) || c.Is.Has(command.Private),
		})
	}
	return all
}

// ChoiceOf returns an argument whose choices are commands. With a choice, that command runs.
func ChoiceOf(name string, commands []command.Command[Command]) command.Argument {
	a := command.Argument{Name: name, Labels: "inside", Keys: map[string]string{}}
	for _, c := range commands {
		a.Choices = append(a.Choices, c.Name)
	}
	return a
}

// BoardPages returns the pages that features add to the leaderboards.
func BoardPages(features []Feature) []BoardPage {
	var pages []BoardPage
	for _, f := range features {
		pages = append(pages, f.Boards...)
	}
	return pages
}
