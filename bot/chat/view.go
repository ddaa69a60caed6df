package chat

import (
	"context"
	"time"
)

// A PageHandler is what the page needs from the bot besides a Handler. *bot.Bot implements it. The Via
// of its requests is ViaPage.
type PageHandler interface {
	// Routes returns what features serve at a site.
	Routes(s Site) []Route
	// Do carries out a request as Handler.Take does. It returns the reply, which is not delivered.
	// After an error the request may be made again with the same Key; a PaceError says when. repeated
	// reports whether the request was carried out before.
	Do(ctx context.Context, r Request) (reply Reply, repeated bool, err error)
	// View returns what the person of a request may see at its place. It leaves out Version and Now.
	// It shows the round whose Token is the Data of the Input or, if that is empty, the person's
	// current round. It has a DayView if day is true. View changes nothing, except that it
	// notes which solutions of the day before the person is shown. r has no Key.
	View(ctx context.Context, r Request, day bool) (View, error)
	// Language returns the tag of the language in which the person of a request reads at its place. It
	// changes nothing. r has no Key.
	Language(ctx context.Context, r Request) (string, error)
	// Me returns what the page shows the person of a request about themselves. r has no Key.
	Me(ctx context.Context, r Request) (MeView, error)
	// Value works out the Text of the Input, which is a calculation for the round that View would show.
	// ok is false if no such round is open, or its game has no calculations.
	Value(ctx context.Context, r Request) (v Value, ok bool, err error)
	// Enter returns who has opened the page by a link that the bot gave them. The Request is like the
	// one that Prover.Prove returns. The link works once. The error is ErrProof, or one of the
	// database's.
	Enter(ctx context.Context, pass string, now time.Time) (Request, error)
	// Card returns the card with the person's results of a day. The person may send the card in
	// their own name. ok is false if there is no card.
	Card(ctx context.Context, r Request, day int) (o Offer, ok bool, err error)
	// Results returns what each person did with each puzzle of the latest matches at the place of
	// a request. ok is false if the person of the request may not know that.
	Results(ctx context.Context, r Request) (t Table, ok bool, err error)
	// Preview tells what a link is about: the puzzle with an ID or, if the ID is empty, a day. The day 0 is
	// that of the date in UTC.
	Preview(locale, puzzle string, day int) (p Preview, ok bool)
	// Words returns the page's own sentences in a language, and its tag.
	Words(locale string) (language string, words map[string]string)
}

// A PaceError refuses a request that came faster than the pace of its person or its group.
type PaceError struct {
	// Wait is how long to wait before the request may be made again.
	Wait time.Duration
}

func (e *PaceError) Error() string { return "too soon by " + e.Wait.String() }

// A Value is the result of a calculation.
type Value struct {
	// Value is exact: "64/3".
	Value string `json:"value,omitempty"`
	// Measure is the game's measure of the calculation as an answer.
	Measure int `json:"measure,omitempty"`
	// Fault says why the calculation has no value.
	Fault string `json:"fault,omitempty"`
}

// A Preview is what people read about a link before they open it.
type Preview struct {
	Title string
	About string
	// Open is the data of the press that shows the puzzle or the day.
	Open string
	// Picture may be nil. It shows no solution, and of a day no puzzle.
	Picture *Picture
	// Day is the number of the day; 0: it is about a puzzle.
	Day int
}

// A View is what one person may see of a place and of one round there: facts, with few words
// in the person's language. What they may not see is not in it.
type View struct {
	// Version stays the same as long as nothing but Now changes.
	Version string `json:"version"`
	// Now is the server's clock.
	Now int64 `json:"now"`
	// Lang is the tag of the language in which the person reads.
	Lang string `json:"lang"`
	// Place is the title of a place that others share.
	Place string `json:"place,omitempty"`
	// Here are the people in a room of the page, its maker first, and HereMore is how many others there are.
	// If several people have one name, the name has a number: "Guest 2".
	Here     []Seat `json:"here,omitempty"`
	HereMore int    `json:"hereMore,omitempty"`
	// Deal has a button for each game, which deals a puzzle.
	Deal []Deal `json:"deal,omitempty"`
	// Series are the matches of several games that people may begin instead of a race of one.
	Series []Series `json:"series,omitempty"`
	// Solo has the buttons that begin a match for one person alone.
	Solo []ViewButton `json:"solo,omitempty"`
	// Round is absent if nothing was dealt here.
	Round *RoundView `json:"round,omitempty"`
	// Level is the level of puzzles for which nobody asks for one; 0: any.
	Level int `json:"level,omitempty"`
	// Others has a button for each other round that is open at the place. The button shows the round.
	Others []ViewButton `json:"others,omitempty"`
	// Match is the running match at the place, or the match whose last puzzle is Round.
	Match *MatchView `json:"match,omitempty"`
	// Day is the live day of the person. RoundDay is that of Round, if Round is a puzzle of another day.
	Day      *DayView `json:"day,omitempty"`
	RoundDay *DayView `json:"roundDay,omitempty"`
	// Topics are the topics of package live that the view depends on.
	Topics []string `json:"-"`
}

// A ViewButton is a button of a View: something that the person can do now.
type ViewButton struct {
	Label string `json:"label"`
	// Press is the Data of the Press that does it.
	Press string `json:"press"`
	// Price is set for a hint. It is what the hint costs, in percent of what an answer is worth.
	Price int `json:"price,omitempty"`
	// Opens is set for a hint that is refused at present. It is the time when the hint may be
	// taken.
	Opens int64 `json:"opens,omitempty"`
}

// A Deal deals a puzzle of a game.
type Deal struct {
	ViewButton
	// Game is the name of its command.
	Game string `json:"game"`
	// Of names another game that is dealt here, if this game is the last level of that one.
	Of string `json:"of,omitempty"`
	// Sign is the short sign of the game: "24", "7!", "AE".
	Sign string `json:"sign"`
	// Rule says in a few words what to do: "Four cards. Make 24."
	Rule string `json:"rule"`
	// Clock is how many seconds a puzzle lasts in a race that the person runs alone; absent: it has no clock
	// there, or others share the place.
	Clock int `json:"clock,omitempty"`
	// Kinds are the kinds of puzzles that people may type after the command, besides the levels.
	Kinds []string `json:"kinds,omitempty"`
	// Matches are the matches that people may begin by typing one of these words after the command.
	Matches []string `json:"matches,omitempty"`
}

// A Series is a match whose puzzles are of several games.
type Series struct {
	Label string `json:"label"`
	// Game is what people type instead of the name of a game.
	Game string `json:"game"`
	// Counts are how many puzzles it may have.
	Counts []int `json:"counts"`
}

// A Board says how answers are tapped.
type Board struct {
	// Kind is "tiles" (two numbers are joined at a time), "keys" (a keypad that has the tile as its
	// only digit) or "letters" (a row of letters).
	Kind  string   `json:"kind"`
	Tiles []string `json:"tiles"`
	// Goal is the number to make.
	Goal string `json:"goal,omitempty"`
	// Operators are the operators as they are typed: "+-*/", "+-*/^√!()".
	Operators string `json:"operators,omitempty"`
	// All means that every tile must be used.
	All bool `json:"all,omitempty"`
	// Whole means that every step must make a whole number above 0.
	Whole bool `json:"whole,omitempty"`
	// InOrder means that the tiles have to be used in this order.
	InOrder bool `json:"inOrder,omitempty"`
}

// A RoundView is a round as one person may see it.
type RoundView struct {
	// Token names the round to the routes.
	Token  string `json:"token"`
	Puzzle string `json:"puzzle"`
	Game   string `json:"game"`
	// Sort is the Sort of a Face.
	Sort int `json:"sort"`
	// Title is "24", "Daily #326 · 24" or "24 · 2 of 5".
	Title string `json:"title"`
	Goal  string `json:"goal,omitempty"`
	// Level is 1 to 5, and Note the level in words.
	Level int    `json:"level,omitempty"`
	Note  string `json:"note,omitempty"`
	Board Board  `json:"board"`
	Daily int    `json:"daily,omitempty"`
	// Worth is how many points a right answer would bring the person now; in a game with better and worse right
	// answers, the best one. Worth is absent if there would be no points, or if their number depends on others.
	Worth int `json:"worth,omitempty"`
	// Usual is in how many seconds practised people usually solve the puzzle; absent: it is not known.
	Usual int `json:"usual,omitempty"`
	// Shared means that others at this place play it, too.
	Shared bool `json:"shared,omitempty"`
	// Hidden means that nobody may read the answers of others before the end.
	Hidden bool `json:"hidden,omitempty"`
	// Seconds is the length of the clock.
	Seconds int `json:"seconds,omitempty"`
	// Begun is when the puzzle was first shown, if that is known.
	Begun int64 `json:"begun,omitempty"`
	// Ends is when the clock runs out. If only Seconds is set, the clock does not run yet.
	Ends int64 `json:"ends,omitempty"`
	// Over means that it ended for everybody.
	Over bool `json:"over,omitempty"`
	// Done means that nothing is left for the person to win. They may still be able to answer, for
	// practice.
	Done bool `json:"done,omitempty"`
	Mine Mine `json:"mine"`
	// People are the people who have answered, including the person.
	People []Seat `json:"people,omitempty"`
	// Result is how the round ended, once the person may know that.
	Result []Line `json:"result,omitempty"`
	// Answer is absent if no answers are taken.
	Answer *ViewButton `json:"answer,omitempty"`
	// Hint is absent if there is no hint.
	Hint   *ViewButton `json:"hint,omitempty"`
	GiveUp *ViewButton `json:"giveup,omitempty"`
	// Next deals another puzzle like it.
	Next *ViewButton `json:"next,omitempty"`
	// Share is for a link to the puzzle. Everybody who follows the link makes the Press. The Label is
	// the text that goes with the link. Share is absent until the person, or those who play together,
	// have solved the puzzle.
	Share *ViewButton `json:"share,omitempty"`
}

// Mine is what the person has done in a round.
type Mine struct {
	// Answers are the answers that count, the oldest first.
	Answers []MyAnswer `json:"answers,omitempty"`
	// Best is the number of the best answer, from 1.
	Best   int `json:"best,omitempty"`
	Points int `json:"points,omitempty"`
	// IsBest means that no better answer is known, in a game that measures answers.
	IsBest bool `json:"isbest,omitempty"`
	// Of is what a perfect answer would earn, without hints.
	Of int `json:"of,omitempty"`
	// Took is how many seconds the best answer took, to the millisecond; absent: it is not known.
	Took float64 `json:"took,omitempty"`
	// Hints are the hints that the person has read.
	Hints []Line `json:"hints,omitempty"`
	// WorthPercent is what an answer is worth after these hints, in percent.
	WorthPercent int `json:"share,omitempty"`
}

// MyAnswer is an answer of the person's own.
type MyAnswer struct {
	Text string `json:"text"`
	// Detail is how good it is: "4 digits ★★☆".
	Detail string `json:"detail,omitempty"`
	// Value is what the answer makes, if it may miss the goal.
	Value  string `json:"value,omitempty"`
	Points int    `json:"points,omitempty"`
	At     int64  `json:"at"`
}

// A Seat is a person in a match, or in a list of those who answered. The best are first, if people may
// know who they are.
type Seat struct {
	Name   string `json:"name"`
	Me     bool   `json:"me,omitempty"`
	Rank   int    `json:"rank,omitempty"`
	Points int    `json:"points,omitempty"`
	// Score names what the person has scored, where scores stand apart from points. It stands for Points then.
	Score string `json:"score,omitempty"`
	// Detail says how well or how fast.
	Detail string `json:"detail,omitempty"`
	// Text is the answer, once the round is over.
	Text string `json:"text,omitempty"`
}

// A MatchView is a match as people see it.
type MatchView struct {
	// Kind is the name of its kind, such as "race" or "duel".
	Kind string `json:"kind"`
	// Number is the number of the puzzle, from 1. It is 0 from the moment when the match was asked for until its
	// first puzzle comes. Of is how many puzzles there are at most.
	Number int `json:"number"`
	Of     int `json:"of"`
	// Endless means that people play until they have had enough.
	Endless bool `json:"endless,omitempty"`
	// Next is when the next puzzle comes.
	Next int64 `json:"next,omitempty"`
	Over bool  `json:"over,omitempty"`
	// Stopped means that the match ended before anybody had won it.
	Stopped bool `json:"stopped,omitempty"`
	// Lines tell the score, or how the match ended.
	Lines []Line `json:"lines"`
	Table []Seat `json:"table,omitempty"`
	// Choices has a button for each kind of the next puzzle, for the person whose turn it is to choose.
	Choices []ViewButton `json:"choices,omitempty"`
	// Join and Begin are set until the first puzzle comes, for those who may join the match, and for those who may
	// let that puzzle come without waiting for more people.
	Join  *ViewButton `json:"join,omitempty"`
	Begin *ViewButton `json:"begin,omitempty"`
	Stop  *ViewButton `json:"stop,omitempty"`
	// Again begins another match like it.
	Again *ViewButton `json:"again,omitempty"`
	// Dare is a text for somebody else: how the match ended, and whether they can do better. It is absent if nobody
	// has won a puzzle of the match.
	Dare string `json:"dare,omitempty"`
}

// A DayView is a day's puzzles, with what the person did with them.
type DayView struct {
	Number int `json:"number"`
	// Live means that answers still count.
	Live bool `json:"live,omitempty"`
	// Date is the date of the day: "2026-11-27".
	Date string `json:"date"`
	// Ends is set while the day is Live. It is when the date ends for the person. What they began by then
	// counts for two more hours; in these hours, Ends is when they are over.
	Ends  int64     `json:"ends,omitempty"`
	Parts []DayPart `json:"parts"`
	Done  bool      `json:"done,omitempty"`
	// Streak is the person's streak at present, in days.
	Streak int `json:"streak,omitempty"`
	// Score is the person's score out of 100. Squares shows it with a square for each part.
	Score   int    `json:"score,omitempty"`
	Squares string `json:"squares,omitempty"`
	// Card is the person's results without a solution, to be shared as a text.
	Card string `json:"card,omitempty"`
	// Show replies with the picture of the card.
	Show *ViewButton `json:"show,omitempty"`

	// The fields below are set for the day of the person's date alone.

	// Lines are what else there is to tell, such as how the person is doing in a league.
	Lines []Line `json:"lines,omitempty"`
	// Others says how others did, once the person is done.
	Others string `json:"others,omitempty"`
	// Yesterday is absent on the first day.
	Yesterday *Yesterday `json:"yesterday,omitempty"`
	// Remind has each day posted to the person from tomorrow on, at the time of day at which they act. It
	// is absent if days are posted already, or if the bot cannot write to the person.
	Remind *ViewButton `json:"remind,omitempty"`
	// Reminds is the time of day at which days are posted to the person: "08:00".
	Reminds string `json:"reminds,omitempty"`
}

// Yesterday is the day before a day, with its solutions.
type Yesterday struct {
	Number int `json:"number"`
	// Press opens the day.
	Press string `json:"press"`
	// Opens is when the solutions may be shown; absent if they may be shown now.
	Opens int64 `json:"opens,omitempty"`
	// Parts are the puzzles whose solutions may be shown to the person.
	Parts []DaySolution `json:"parts,omitempty"`
}

// A DaySolution is a puzzle of a day with its solution.
type DaySolution struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	Sign  string `json:"sign"`
	// Puzzle is the puzzle in one line: "3 3 8 8 → 24".
	Puzzle string `json:"puzzle"`
	// Text is the best solution, as people type it.
	Text string `json:"text"`
	// Rarer is a better solution that hardly anybody would find.
	Rarer string `json:"rarer,omitempty"`
}

// A DayPart is one puzzle of a day.
type DayPart struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	// Sign is the short sign of the game: "24", "7!", "AE".
	Sign string `json:"sign"`
	// Score is what the part adds to the day's score, and Points are the points that it has earned.
	Score  int `json:"score,omitempty"`
	Points int `json:"points,omitempty"`
	// Press shows the puzzle, and starts the person's time.
	Press string `json:"press"`
	// State is "right" (no better answer is known), "near" or "missed"; absent: it can be answered.
	State string `json:"state,omitempty"`
	// Detail is "0:41" or "5 digits".
	Detail string `json:"detail,omitempty"`
}

// A MeView is what the page shows a person about themselves. It says nothing about others.
type MeView struct {
	Name string `json:"name"`
	// Guest means that no network says who the person is.
	Guest  bool `json:"guest,omitempty"`
	Points int  `json:"points,omitempty"`
	// Solved is how many puzzles they have solved.
	Solved int `json:"solved,omitempty"`
	// Streak is their streak at present, in days, and Longest the longest that they had.
	Streak    int         `json:"streak,omitempty"`
	Longest   int         `json:"longest,omitempty"`
	Strengths []Strength  `json:"strengths,omitempty"`
	Boards    []BoardRank `json:"boards,omitempty"`
	// Settings is empty at a place that others share.
	Settings []SettingView `json:"settings,omitempty"`
}

// A Strength says how well a person plays a game, or how well they do in duels.
type Strength struct {
	Title string `json:"title"`
	// Level is from 0 to 1; absent: it is not known yet. 1 is an expert's speed or, in games where speed does not
	// count, the best possible answers.
	Level float64 `json:"level,omitempty"`
	// Text says how long their solutions usually take, and how long the quickest took.
	Text string `json:"text,omitempty"`
}

// A BoardRank is a person's rank on a board.
type BoardRank struct {
	Title string `json:"title"`
	Rank  int    `json:"rank"`
	// Of is how many people the board has.
	Of int `json:"of"`
}

// A SettingView is a setting that the person can change.
type SettingView struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	// About asks the person what they want.
	About   string   `json:"about"`
	Value   string   `json:"value"`
	Choices []Choice `json:"choices"`
	// Several means that more than one choice can be on.
	Several bool `json:"several,omitempty"`
}

// A Choice is a value of a setting. Its Press sets it.
type Choice struct {
	ViewButton
	On bool `json:"on,omitempty"`
}
