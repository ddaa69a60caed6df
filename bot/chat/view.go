package chat

import (
	"context"
	"time"
)

// A PageHandler is what the page needs of the bot beside a Handler. Its requests have a Via.
// *bot.Bot is the only one.
type PageHandler interface {
	Library
	// Do carries out a request as Handler.Take does and returns its reply, which nobody
	// delivers. After an error the request may be made again with the same Key. repeated
	// means that it was carried out before.
	Do(ctx context.Context, r Request) (reply Reply, repeated bool, err error)
	// View returns what the person of a request may see at its place, without Version and Now:
	// of the round whose Token is the Data of the Input, or of the one that the person is at.
	// It has a day if one is asked for. It changes nothing, and r has no Key.
	View(ctx context.Context, r Request, day bool) (View, error)
	// Value works out the Text of the Input, a calculation of a round as in View. ok is false
	// where there is nothing to be worked out.
	Value(ctx context.Context, r Request) (v Value, ok bool, err error)
	// Enter returns who comes by a link that the bot gave them: the Place, the Person, the Locale
	// and the Data as a Prover does. The link works once; the error is ErrProof, or that of the
	// database.
	Enter(ctx context.Context, pass string, now time.Time) (Request, error)
	// Agree stores that somebody has agreed that their network shows their figures, by the token
	// that it gave for them, and shows them.
	Agree(ctx context.Context, r Request, token string) ([]Figure, error)
	// Card returns the card of a day that the person of a request may send in their own name. ok
	// is false if there is none.
	Card(ctx context.Context, r Request, day int) (o Offer, ok bool, err error)
	// Results returns what each person did of each puzzle of the latest matches at the place of a
	// request. ok is false if its person may not know that.
	Results(ctx context.Context, r Request) (t Table, ok bool, err error)
	// Preview tells what a link is about: to a puzzle by its ID or, if that is empty, to a day.
	Preview(locale, puzzle string, day int) (p Preview, ok bool)
	// Words returns the page's own sentences in a language, and its tag.
	Words(locale string) (language string, words map[string]string)
}

// A Value is what a calculation comes to.
type Value struct {
	Value   string `json:"value,omitempty"`   // exact: "64/3"
	Measure int    `json:"measure,omitempty"` // what the game measures answers by
	Fault   string `json:"fault,omitempty"`   // why it has no value
}

// A Preview is what people read of a link before they open it.
type Preview struct {
	Title   string
	About   string
	Open    string   // the press that shows it
	Picture *Picture // nil: none
}

// A View is what one person may see of a place and of one round there: facts, with few words
// in the person's language. What they may not see is not in it. Version is the same as long as
// nothing else of it but Now changes.
type View struct {
	Version string     `json:"version"`
	Now     int64      `json:"now"`              // the server's clock
	Place   string     `json:"place,omitempty"`  // the title of a place that others share
	Deal    []Deal     `json:"deal,omitempty"`   // deals a puzzle of each game
	Round   *RoundView `json:"round,omitempty"`  // absent: nothing was dealt here
	Others  []Act      `json:"others,omitempty"` // look at other rounds that are open at the place
	Match   *MatchView `json:"match,omitempty"`  // that goes on at the place, or whose last puzzle Round is
	Day     *DayView   `json:"day,omitempty"`
	// Topics are those of package live whose changes may change the view.
	Topics []string `json:"-"`
}

// An Act is something that the person can do now, by a press of the data.
type Act struct {
	Label   string `json:"label"`
	Press   string `json:"press"`
	Percent int    `json:"percent,omitempty"` // hint: what an answer is worth with it
	Opens   int64  `json:"opens,omitempty"`   // hint: it is refused before
}

// A Deal deals a puzzle of a game.
type Deal struct {
	Act
	Game  string   `json:"game"`            // the name of its command
	Kinds []string `json:"kinds,omitempty"` // of puzzles beside the levels; what stands behind the command
}

// A Board says how answers are tapped.
type Board struct {
	// Kind is "tiles" (numbers joined two at a time), "keys" (a keypad with the tile as its
	// digit) or "letters" (a row of letters).
	Kind      string   `json:"kind"`
	Tiles     []string `json:"tiles"`
	Goal      string   `json:"goal,omitempty"`      // the number to make
	Operators string   `json:"operators,omitempty"` // as they are typed: "+-*/", "+-*/^√!()"
	All       bool     `json:"all,omitempty"`       // every tile must be used
	Whole     bool     `json:"whole,omitempty"`     // every step must make a whole number above 0
}

// A RoundView is a round as one person may see it.
type RoundView struct {
	Token   string `json:"token"` // names the round to the routes
	Puzzle  string `json:"puzzle"`
	Game    string `json:"game"`
	Sort    int    `json:"sort"`  // Face.Sort
	Title   string `json:"title"` // "24", "Daily #326 · 24", "24 · 2 of 5"
	Goal    string `json:"goal,omitempty"`
	Level   int    `json:"level,omitempty"` // 1 to 5
	Note    string `json:"note,omitempty"`  // the level in words
	Board   Board  `json:"board"`
	Daily   int    `json:"daily,omitempty"`
	Shared  bool   `json:"shared,omitempty"`  // others play it, too, at this place
	Hidden  bool   `json:"hidden,omitempty"`  // nobody reads the answers of others before the end
	Seconds int    `json:"seconds,omitempty"` // the length of the clock
	Begun   int64  `json:"begun,omitempty"`   // when people could begin to think, if that is known
	Ends    int64  `json:"ends,omitempty"`    // when the clock runs out; absent with Seconds: it does not run yet
	Over    bool   `json:"over,omitempty"`    // it ended for all
	// Done: nothing is left to do for the person. They may still be able to answer, for
	// practice.
	Done   bool   `json:"done,omitempty"`
	Mine   Mine   `json:"mine"`
	People []Seat `json:"people,omitempty"` // who has answered, the person among them
	Result []Line `json:"result,omitempty"` // how it ended, once the person may know it
	Answer *Act   `json:"answer,omitempty"` // absent: no answers are taken
	Hint   *Act   `json:"hint,omitempty"`   // absent: there is none
	GiveUp *Act   `json:"giveup,omitempty"`
	Next   *Act   `json:"next,omitempty"` // deals another one like it
	// Share gives the puzzle away: Press opens it for whoever follows the link, and Label is what goes
	// with that. It is absent while the person, or those who play together, have not solved it.
	Share *Act `json:"share,omitempty"`
}

// Mine is what the person has done of a round.
type Mine struct {
	Answers []MyAnswer `json:"answers,omitempty"` // those that take part, the oldest first
	Best    int        `json:"best,omitempty"`    // the number of the best one, from 1
	Points  int        `json:"points,omitempty"`
	Hints   []Line     `json:"hints,omitempty"` // that the person has
	Share   int        `json:"share,omitempty"` // what an answer is worth with them, in percent
}

// MyAnswer is an answer of the person's own.
type MyAnswer struct {
	Text   string `json:"text"`
	Detail string `json:"detail,omitempty"` // "4 digits ★★☆"
	Points int    `json:"points,omitempty"`
	At     int64  `json:"at"`
}

// A Seat is a person in a list: of those who answered, best first where that may be known, or
// of a match.
type Seat struct {
	Name   string `json:"name"`
	Me     bool   `json:"me,omitempty"`
	Rank   int    `json:"rank,omitempty"`
	Points int    `json:"points,omitempty"`
	Detail string `json:"detail,omitempty"` // how well or how fast
	Text   string `json:"text,omitempty"`   // the answer, once the round is over
}

// A MatchView is a match as people see it.
type MatchView struct {
	Kind   string `json:"kind"`           // "race", "duel"
	Number int    `json:"number"`         // of the puzzle, from 1
	Of     int    `json:"of"`             // at most so many puzzles
	Next   int64  `json:"next,omitempty"` // when the next one comes
	Over   bool   `json:"over,omitempty"`
	Lines  []Line `json:"lines"` // how it stands, or went
	Table  []Seat `json:"table,omitempty"`
	Stop   *Act   `json:"stop,omitempty"`
	Again  *Act   `json:"again,omitempty"` // begins one like it
}

// A DayView is a day's puzzles, with what the person did of them.
type DayView struct {
	Number int       `json:"number"`
	Live   bool      `json:"live,omitempty"` // it counts
	Parts  []DayPart `json:"parts"`
	Done   bool      `json:"done,omitempty"`
	Card   string    `json:"card,omitempty"` // the person's results without a solution, to be shared as a text
	Show   *Act      `json:"show,omitempty"` // replies with the picture of it
}

// A DayPart is one puzzle of a day.
type DayPart struct {
	Game   string `json:"game"`
	Title  string `json:"title"`
	Press  string `json:"press"`            // shows the puzzle: the person's time runs from then
	State  string `json:"state,omitempty"`  // "right" (no better one is known), "near", "missed"; absent: open
	Detail string `json:"detail,omitempty"` // "0:41", "5 digits"
}
