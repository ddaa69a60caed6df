// Package tell decides how people are told what happened. One table has a row for each kind of
// message. A row says who reads the message, how urgent it is, and for how long it is of use. It also
// says which buttons go with the message, whether the person's own message is deleted, and whether the
// message edits another one. Package say makes the sentences.
//
// The reply tells the person who acted. An Announcement tells a place what has changed there: how a
// round stands or ended, who was first, how a match stands, a record. An Announcement is posted under a
// key. When what its message shows has changed, a further Announcement with the same key edits the
// message: see Announce.
//
// Sometimes the reply and an Announcement would be two messages about the same act at the same place.
// Then the Announcement is the reply: AnnounceAnswer returns it and does not post it.
package tell

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/outbox"
)

// A Kind is a kind of message. Everything about the message except its words follows from the Kind: see
// table.
type Kind string

// Replies to somebody who asked for something. A Notice is a reply that is of no other kind.
const (
	Notice Kind = ""
	// Pause says how long to wait before something is possible. If it came late, it would be wrong.
	Pause   Kind = "pause"
	Done    Kind = "done"
	Silence Kind = "silence"
	Form    Kind = "form"
	Puzzle  Kind = "puzzle"
)

// Verdicts: replies to somebody who sent an answer.
const (
	// Led is for the winner of a race. The same message tells everyone at the place.
	Led Kind = "led"
	// NotTheirs says that the round is between two others.
	NotTheirs Kind = "not-theirs"
	// Late says that the round is over.
	Late Kind = "late"
	// Wrong is for a group, and WrongInPrivate for a person's own conversation.
	Wrong          Kind = "wrong"
	WrongInPrivate Kind = "wrong-in-private"
	// Known says that the solution was found before.
	Known Kind = "known"
	// Accepted says that the answer takes part.
	Accepted Kind = "accepted"
	// Further is for a further solution in a race.
	Further Kind = "further"
	// Won is for the winner of a race, if another message tells everyone at the place.
	Won Kind = "won"
	// FirstInMatch is for the first right answer to a puzzle of a race in which all read the answers.
	FirstInMatch Kind = "first-place"
	// Practice is for a right answer that pays nothing, while others may still win.
	Practice Kind = "practice"
	// Solo is for a solution in a round in which everybody plays for themselves.
	Solo Kind = "own"
	// SoloEnd is for an answer that ends such a round, though it is no new solution.
	SoloEnd Kind = "own-end"
)

// Announcements.
const (
	// Progress shows in the puzzle's message how the round stands.
	Progress Kind = "progress"
	// Ended shows in the puzzle's message how the round ended.
	Ended Kind = "ended"
	// Result tells in a message of its own how a round ended, if people waited for the end.
	Result Kind = "result"
	// First tells who was first in a race without a clock.
	First Kind = "first"
	// FirstOnClock tells who was first while a clock runs.
	FirstOnClock Kind = "first-on-clock"
	// Record tells that somebody beat the best answer known.
	Record Kind = "record"
	// Bout shows a new puzzle of a match.
	Bout Kind = "bout"
	// Board shows in the match's message how the match stands.
	Board Kind = "board"
	// Table tells how a match stands after a puzzle, and what comes next.
	Table Kind = "table"
	// Unaccepted shows in the match's message that nobody accepted the challenge.
	Unaccepted Kind = "unaccepted"
	// MatchOver tells how a match went.
	MatchOver Kind = "match-over"
	// Guest edits a message in a chat where the bot is no member.
	Guest Kind = "guest"
	// Awaited tells a person who asked for the solutions of a puzzle that nobody plays it any more.
	Awaited Kind = "awaited"
	// Picture is a picture of how a round ended, which somebody asked for.
	Picture Kind = "picture"
	// Test shows an administrator whether the bot can write to a channel.
	Test Kind = "test"
	// Scheduled is what a feature posts at a set time. Nobody waits for it.
	Scheduled Kind = "scheduled"
)

// A Removal says whether the person's message with the answer is deleted.
type Removal int

const (
	// Stays means that the message is not deleted.
	Stays Removal = iota
	// GoesIfRead means that it is deleted if others could read it.
	GoesIfRead
	// GoesIfRight means that it is deleted if it is right and others could read it.
	GoesIfRight
	// GoesIfPieces means that it is deleted if it is made of the puzzle's pieces.
	GoesIfPieces
	// GoesWhileOpen means that it is deleted if others could read it and may still win.
	GoesWhileOpen
)

// Buttons says which buttons are under a verdict.
type Buttons int

const (
	NoButtons Buttons = iota
	// AnswerAgain opens a form that begins with the last answer, if only the person reads the verdict.
	AnswerAgain
	// Onward deals another puzzle, unless the round was a daily.
	Onward
	// WonOnward deals another puzzle. Once nobody else may win, a button shows the idea behind the
	// answer.
	WonOnward
	// SoloOnward deals another puzzle, unless the round is a daily. Other buttons show the idea behind the
	// answer, and share the puzzle to dare somebody.
	SoloOnward
)

// A row is what follows from a kind.
type row struct {
	audience chat.Audience
	removal  Removal
	buttons  Buttons
	// isFixed reports whether audience and removal are the same in a round whose answers are hidden.
	isFixed bool
	// isAloud reports whether the verdict is in the language of the place, not in the person's.
	isAloud  bool
	priority int
	// useful is how long the message is worth sending; 0: for ever.
	useful time.Duration

	// The fields below are for announcements.

	// prefix is the beginning of the message's nonce. The key follows it.
	prefix string
	// isEdit reports whether the Announcement only edits the message of a puzzle or a match, and is
	// never posted as a message of its own.
	isEdit bool
	// isPuzzle reports whether the message becomes the puzzle's own message.
	isPuzzle bool
	// isBulk reports whether the message may wait. Messages that are not bulk may overtake it.
	isBulk bool
}

// These say how long messages are of use.
const (
	wrongFor = time.Minute
	goodFor  = time.Hour
	replyFor = 10 * time.Minute
	pauseFor = 3 * time.Second

	resultFor = 10 * time.Minute
	firstFor  = time.Hour
	clockFor  = time.Minute
	// boutFor is how long a round of a match waits for the delivery of its puzzle.
	boutFor = 90 * time.Second
	// tableFor is how long people want to know how a match stands before the next puzzle comes.
	tableFor = 15 * time.Second
	testFor  = time.Minute
	dayFor   = 24 * time.Hour
)

// table has the row of each kind. Everyone at the place reads an announcement.
var table = map[Kind]row{
	Notice:  {audience: chat.Asker, priority: outbox.Result, useful: replyFor},
	Pause:   {audience: chat.Asker, priority: outbox.Play, useful: pauseFor},
	Done:    {audience: chat.Asker, priority: outbox.Play, useful: goodFor},
	Silence: {audience: chat.Asker, priority: outbox.Press, useful: replyFor},
	Form:    {audience: chat.Asker, priority: outbox.Press, useful: replyFor},
	Puzzle:  {audience: chat.Everyone, priority: outbox.Play, useful: replyFor},

	Led:            {audience: chat.Everyone, removal: GoesWhileOpen, isFixed: true, isAloud: true, priority: outbox.Play, useful: goodFor},
	NotTheirs:      {audience: chat.Asker, removal: GoesIfRight, isFixed: true, priority: outbox.Result, useful: replyFor},
	Late:           {audience: chat.Asker, buttons: Onward, isFixed: true, priority: outbox.Result, useful: replyFor},
	Wrong:          {audience: chat.Asker, buttons: AnswerAgain, priority: outbox.Verdict, useful: wrongFor},
	WrongInPrivate: {audience: chat.Asker, priority: outbox.Result, useful: replyFor},
	Known:          {audience: chat.Asker, priority: outbox.Result, useful: replyFor},
	Accepted:       {audience: chat.Asker, priority: outbox.Play, useful: goodFor},
	Further:        {audience: chat.Asker, isAloud: true, priority: outbox.Play, useful: goodFor},
	Won:            {audience: chat.Asker, buttons: WonOnward, isAloud: true, priority: outbox.Play, useful: goodFor},
	FirstInMatch:   {audience: chat.Asker, removal: GoesIfRead, isAloud: true, priority: outbox.Play, useful: goodFor},
	Practice:       {audience: chat.Asker, removal: GoesIfRead, priority: outbox.Play, useful: goodFor},
	Solo:           {audience: chat.Secret, buttons: SoloOnward, priority: outbox.Play, useful: goodFor},
	SoloEnd:        {audience: chat.Asker, buttons: SoloOnward, priority: outbox.Play, useful: goodFor},

	Progress:     {priority: outbox.Result, prefix: "round:", isEdit: true},
	Ended:        {priority: outbox.Result, prefix: "round:", isEdit: true},
	Result:       {priority: outbox.Play, useful: resultFor, prefix: "end:"},
	First:        {priority: outbox.Play, useful: firstFor, prefix: "first:"},
	FirstOnClock: {priority: outbox.Play, useful: clockFor, prefix: "first:"},
	Record:       {priority: outbox.Result, prefix: "record:"},
	Bout:         {priority: outbox.Play, useful: boutFor, prefix: "bout:", isPuzzle: true},
	Board:        {priority: outbox.Result, prefix: "match:", isEdit: true},
	Table:        {priority: outbox.Play, useful: tableFor, prefix: "table:"},
	Unaccepted:   {priority: outbox.Result, prefix: "match:", isEdit: true},
	MatchOver:    {priority: outbox.Result, useful: resultFor, prefix: "match:"},
	Guest:        {priority: outbox.Result, prefix: "guest:", isEdit: true},
	Awaited:      {priority: outbox.Result, useful: dayFor, prefix: "wait:"},
	Picture:      {priority: outbox.Result, useful: resultFor, prefix: "picture:"},
	Test:         {priority: outbox.Result, useful: testFor, prefix: "try:"},
	Scheduled:    {priority: outbox.Daily, useful: dayFor, isBulk: true},
}

// KindOf returns the kind of a reply that is no verdict.
func KindOf(r chat.Reply) Kind {
	switch {
	case r.Silent:
		return Silence
	case r.Ask != nil:
		return Form
	case r.Tone == chat.Good:
		return Done
	case r.Face != nil:
		return Puzzle
	}
	return Notice
}

// Priority returns the priority of a message; the lower goes first.
func (k Kind) Priority() int { return table[k].priority }

// UsefulFor returns how long a message is worth sending.
func (k Kind) UsefulFor() time.Duration { return table[k].useful }
