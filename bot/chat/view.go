package chat

import (
	"context"
	"time"
)

// A PageHandler is what the page needs of the bot besides a Handler. Its requests have a Via.
// *bot.Bot implements it.
type PageHandler interface {
	// Routes returns what features serve at a site.
	Routes(s Site) []Route
	// Do carries out a request as Handler.Take does and returns its reply, which nobody
	// delivers. After an error the request may be made again with the same Key; a PaceError says
	// when. repeated means that it was carried out before.
	Do(ctx context.Context, r Request) (reply Reply, repeated bool, err error)
	// View returns what the person of a request may see at its place, without Version and Now:
	// the round whose Token is the Data of the Input, or the one that the person is at. It has
	// a DayView if day is true. It changes nothing, and r has no Key.
	View(ctx context.Context, r Request, day bool) (View, error)
	// Value works out the Text of the Input, a calculation of a round as in View. ok is false
	// where no such round is open, or its game has no calculations.
	Value(ctx context.Context, r Request) (v Value, ok bool, err error)
	// Enter returns who comes by a link that the bot gave them: the Place, the Person, the Locale
	// and the Data, as a Prover does. The link works once; the error is ErrProof, or that of the
	// database.
	Enter(ctx context.Context, pass string, now time.Time) (Request, error)
	// Card returns the card of a day that the person of a request may send in their own name. ok
	// is false if there is no card.
	Card(ctx context.Context, r Request, day int) (o Offer, ok bool, err error)
	// Results returns what each person did with each puzzle of the latest matches at the place of
	// a request. ok is false if its person may not know that.
	Results(ctx context.Context, r Request) (t Table, ok bool, err error)
	// Preview tells what a link is about: a puzzle by its ID or, if that is empty, a day.
	Preview(locale, puzzle string, day int) (p Preview, ok bool)
	// Words returns the page's own sentences in a language, and its tag.
	Words(locale string) (language string, words map[string]string)
}

// A PaceError refuses a request that came faster than the pace of its person or its group.
type PaceError struct {
	// Wait is after how long the request may be made again.
	Wait time.Duration
}

func (e *PaceError) Error() string { return "too soon by " + e.Wait.String() }

// A Value is the result of a calculation.
type Value struct {
	// Value is exact: "64/3".
	Value string `json:"value,omitempty"`
	// Measure is what the game measures answers by.
	Measure int `json:"measure,omitempty"`
	// Fault says why it has no value.
	Fault string `json:"fault,omitempty"`
}

// A Preview is what people read about a link before they open it.
type Preview struct {
	Title string
	About string
	// Open is the data of the press that shows it.
	Open string
	// Picture may be nil.
	Picture *Picture
}

// A View is what one person may see of a place and of one round there: facts, with few words
// in the person's language. What they may not see is not in it.
type View struct {
	// Version stays the same as long as nothing but Now changes.
	Version string `json:"version"`
	// Now is the server's clock.
	Now int64 `json:"now"`
	// Place is the title of a place that others share.
	Place string `json:"place,omitempty"`
	// Deal has an act for each game that deals a puzzle of it.
	Deal []Deal `json:"deal,omitempty"`
	// Solo begins what a person plays who is alone here.
	Solo []Act `json:"solo,omitempty"`
	// Round is absent if nothing was dealt here.
	Round *RoundView `json:"round,omitempty"`
	// Others show the other rounds that are open at the place.
	Others []Act `json:"others,omitempty"`
	// Match is the match that goes on at the place, or whose last puzzle is Round.
	Match *MatchView `json:"match,omitempty"`
	Day   *DayView   `json:"day,omitempty"`
	// Topics are those of package live whose changes may change the view.
	Topics []string `json:"-"`
}

// An Act is something that the person can do now, by a press of the data.
type Act struct {
	Label string `json:"label"`
	Press string `json:"press"`
	// Price is what this hint costs, in percent of what an answer is worth; 0: nothing.
	Price int `json:"price,omitempty"`
	// Opens is the time before which this hint is refused.
	Opens int64 `json:"opens,omitempty"`
}

// A Deal deals a puzzle of a game.
type Deal struct {
	Act
	// Game is the name of its command.
	Game string `json:"game"`
	// Kinds of puzzles that the game has besides the levels, as they are typed after the command.
	Kinds []string `json:"kinds,omitempty"`
}

// A Board says how answers are tapped.
type Board struct {
	// Kind is "tiles" (numbers joined two at a time), "keys" (a keypad with the tile as its
	// digit) or "letters" (a row of letters).
	Kind  string   `json:"kind"`
	Tiles []string `json:"tiles"`
	// Goal is the number to make.
	Goal string `json:"goal,omitempty"`
	// Operators are given as they are typed: "+-*/", "+-*/^√!()".
	Operators string `json:"operators,omitempty"`
	// All means that every tile must be used.
	All bool `json:"all,omitempty"`
	// Whole means that every step must make a whole number above 0.
	Whole bool `json:"whole,omitempty"`
}

// A RoundView is a round as one person may see it.
type RoundView struct {
	// Token names the round to the routes.
	Token  string `json:"token"`
	Puzzle string `json:"puzzle"`
	Game   string `json:"game"`
	// Sort is that of a Face.
	Sort int `json:"sort"`
	// Title is "24", "Daily #326 · 24" or "24 · 2 of 5".
	Title string `json:"title"`
	Goal  string `json:"goal,omitempty"`
	// Level is 1 to 5, and Note the level in words.
	Level int    `json:"level,omitempty"`
	Note  string `json:"note,omitempty"`
	Board Board  `json:"board"`
	Daily int    `json:"daily,omitempty"`
	// Shared means that others at this place play it, too.
	Shared bool `json:"shared,omitempty"`
	// Hidden means that nobody reads the answers of others before the end.
	Hidden bool `json:"hidden,omitempty"`
	// Seconds is the length of the clock.
	Seconds int `json:"seconds,omitempty"`
	// Begun is when people could begin to think, if that is known.
	Begun int64 `json:"begun,omitempty"`
	// Ends is when the clock runs out. If it is absent and Seconds is not, the clock does not
	// run yet.
	Ends int64 `json:"ends,omitempty"`
	// Over means that it ended for all.
	Over bool `json:"over,omitempty"`
	// Done means that nothing is left to do for the person. They may still be able to answer, for
	// practice.
	Done bool `json:"done,omitempty"`
	Mine Mine `json:"mine"`
	// People are those who have answered, including the person.
	People []Seat `json:"people,omitempty"`
	// Result is how it ended, once the person may know it.
	Result []Line `json:"result,omitempty"`
	// Answer is absent if no answers are taken.
	Answer *Act `json:"answer,omitempty"`
	// Hint is absent if there is no hint.
	Hint   *Act `json:"hint,omitempty"`
	GiveUp *Act `json:"giveup,omitempty"`
	// Next deals another one like it.
	Next *Act `json:"next,omitempty"`
	// Share gives the puzzle away: Press opens it for everybody who follows the link, and Label is
	// the text that goes with the link. It is absent until the person, or those who play together,
	// have solved it.
	Share *Act `json:"share,omitempty"`
}

// Mine is what the person has done in a round.
type Mine struct {
	// Answers are those that take part, the oldest first.
	Answers []MyAnswer `json:"answers,omitempty"`
	// Best is the number of the best one, from 1.
	Best   int `json:"best,omitempty"`
	Points int `json:"points,omitempty"`
	// Hints are those that the person has read.
	Hints []Line `json:"hints,omitempty"`
	// Share is what an answer is worth after them, in percent.
	Share int `json:"share,omitempty"`
}

// MyAnswer is an answer of the person's own.
type MyAnswer struct {
	Text string `json:"text"`
	// Detail is how good it is: "4 digits ★★☆".
	Detail string `json:"detail,omitempty"`
	Points int    `json:"points,omitempty"`
	At     int64  `json:"at"`
}

// A Seat is a person in a list of those who answered, the best first where that may be known, or
// in a match.
type Seat struct {
	Name   string `json:"name"`
	Me     bool   `json:"me,omitempty"`
	Rank   int    `json:"rank,omitempty"`
	Points int    `json:"points,omitempty"`
	// Detail says how well or how fast.
	Detail string `json:"detail,omitempty"`
	// Text is the answer, once the round is over.
	Text string `json:"text,omitempty"`
}

// A MatchView is a match as people see it.
type MatchView struct {
	// Kind is "race" or "duel".
	Kind string `json:"kind"`
	// Number is that of the puzzle, from 1, and Of how many puzzles there are at most.
	Number int `json:"number"`
	Of     int `json:"of"`
	// Next is when the next puzzle comes.
	Next int64 `json:"next,omitempty"`
	Over bool  `json:"over,omitempty"`
	// Lines tell the score, or how the match ended.
	Lines []Line `json:"lines"`
	Table []Seat `json:"table,omitempty"`
	Stop  *Act   `json:"stop,omitempty"`
	// Again begins another match like it.
	Again *Act `json:"again,omitempty"`
}

// A DayView is a day's puzzles, with what the person did with them.
type DayView struct {
	Number int `json:"number"`
	// Live means that answers still count.
	Live  bool      `json:"live,omitempty"`
	Parts []DayPart `json:"parts"`
	Done  bool      `json:"done,omitempty"`
	// Score is the person's, out of 100, and Squares shows it with a square for each part.
	Score   int    `json:"score,omitempty"`
	Squares string `json:"squares,omitempty"`
	// Card is the person's results without a solution, to be shared as a text.
	Card string `json:"card,omitempty"`
	// Show replies with the picture of the card.
	Show *Act `json:"show,omitempty"`
}

// A DayPart is one puzzle of a day.
type DayPart struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	// Press shows the puzzle. The person's time runs from then.
	Press string `json:"press"`
	// State is "right" (no better answer is known), "near" or "missed"; absent: open.
	State string `json:"state,omitempty"`
	// Detail is "0:41" or "5 digits".
	Detail string `json:"detail,omitempty"`
}
