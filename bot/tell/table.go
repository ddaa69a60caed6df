// Package tell decides how people are told of what happened: who reads it, what is taken away,
// which buttons go with it, how urgent it is, for how long it is of use, and whether it is posted or
// edits. One table says so for each kind of what is told. The sentences are package say's.
//
// The person who acted is told by their reply. A place is told by a Telling what has changed there:
// how a round stands and ended, who was first, how a match stands, a record. A Telling has a key. It
// is posted under that key, and edited when what it shows changes; where it was never posted, nothing
// happens: see Tell. Where a Telling would be a second message about the same act in the same place,
// it is the reply: Answered returns it instead of posting it.
package tell

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/outbox"
)

// A Kind is what is told. All that is no matter of words follows from it: see table.
type Kind string

// What somebody is told who asked for something. A Notice is whatever no other kind is.
const (
	Notice  Kind = ""
	Done    Kind = "done"
	Silence Kind = "silence"
	Form    Kind = "form"
	Puzzle  Kind = "puzzle"
)

// What somebody is told of their answer.
const (
	// Led is for who won a race: all at the place are told in the same message.
	Led Kind = "led"
	// NotTheirs says that two others play.
	NotTheirs Kind = "not-theirs"
	// Late says that the round is over.
	Late Kind = "late"
	// Wrong is for a group, WrongInPrivate for a person's own conversation.
	Wrong          Kind = "wrong"
	WrongInPrivate Kind = "wrong-in-private"
	// Known says that the solution was found before.
	Known Kind = "known"
	// Accepted says that the answer takes part.
	Accepted Kind = "accepted"
	// Further is a further solution of a race.
	Further Kind = "further"
	// Won is for who won a race, where another message tells all.
	Won Kind = "won"
	// FirstPlace is for the first to a puzzle of a match that all read.
	FirstPlace Kind = "first-place"
	// Practice is for a right answer that pays nothing, where others may still win.
	Practice Kind = "practice"
	// Own is for a solution where everybody plays for themselves.
	Own Kind = "own"
	// OwnEnd is for what ends such a round, though it is no new solution.
	OwnEnd Kind = "own-end"
)

// What a place is told because facts have changed.
const (
	// Progress shows a puzzle and how it stands, and Ended how it ended: in the puzzle's message.
	Progress Kind = "progress"
	Ended    Kind = "ended"
	// Result tells how a round ended that people waited for.
	Result Kind = "result"
	// First tells who was first in a race, and FirstOnClock who was while a clock runs.
	First        Kind = "first"
	FirstOnClock Kind = "first-on-clock"
	// Record tells that somebody beat the best answer known.
	Record Kind = "record"
	// Bout is a puzzle of a match.
	Bout Kind = "bout"
	// Board shows how a match stands, and Unaccepted that it never began: in the match's message.
	Board      Kind = "board"
	Unaccepted Kind = "unaccepted"
	// MatchOver tells how a match went.
	MatchOver Kind = "match-over"
	// Awaited tells a person that a puzzle is over whose solutions they asked for.
	Awaited Kind = "awaited"
	// Picture is a picture of how a round ended, which somebody posts.
	Picture Kind = "picture"
	// Test shows an administrator whether a channel can be written to.
	Test Kind = "test"
	// Scheduled is what a feature tells at a time, and nobody waits for.
	Scheduled Kind = "scheduled"
)

// A Removal says whether the person's own message, which holds the answer, is deleted.
type Removal int

const (
	// Stays is for what others may read.
	Stays Removal = iota
	// GoesIfRead goes if others could read it.
	GoesIfRead
	// GoesIfRight goes if it is right and others could read it.
	GoesIfRight
	// GoesIfPieces goes if it is made of the puzzle's pieces.
	GoesIfPieces
	// GoesWhileOpen goes while others may still win, if they could read it.
	GoesWhileOpen
)

// Buttons are those under a verdict.
type Buttons int

const (
	NoButtons Buttons = iota
	// AnswerAgain is a form that begins with the last answer, where nobody else is told.
	AnswerAgain
	// Onward is another puzzle, unless it was a daily.
	Onward
	// WonOnward is another puzzle, and the idea behind the answer once nobody else may win.
	WonOnward
	// OwnOnward is another puzzle if the round is over, the idea, and a link that dares others.
	OwnOnward
)

// A row is what follows from a kind.
type row struct {
	audience chat.Audience
	removal  Removal
	buttons  Buttons
	// isFixed reports whether audience and removal are the same where answers are hidden.
	isFixed bool
	// isAloud reports whether it is said in the language of the place.
	isAloud  bool
	priority int
	// useful is for how long the message is worth sending; 0: always.
	useful time.Duration

	// prefix begins what a place is told is posted under.
	prefix string
	// isEdit reports whether it is never posted: it edits the message of a puzzle or a match.
	isEdit bool
	// isPuzzle reports whether it is the puzzle's own message from now on.
	isPuzzle bool
	// isBulk reports whether it may wait, and keeps no order with what is not bulk.
	isBulk bool
}

// For how long messages are of use.
const (
	wrongFor = time.Minute
	goodFor  = time.Hour
	replyFor = 10 * time.Minute

	resultFor = 10 * time.Minute
	firstFor  = time.Hour
	clockFor  = time.Minute
	// The round of a match does not wait longer for its puzzle.
	boutFor = 90 * time.Second
	testFor = time.Minute
	dayFor  = 24 * time.Hour
)

// table is the one table of who reads what is told, what is taken away, which buttons go with it,
// how urgent it is, for how long it is of use, and whether it is posted or edits. What a place is told
// is for everyone.
var table = map[Kind]row{
	Notice:  {audience: chat.Asker, priority: outbox.Result, useful: replyFor},
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
	FirstPlace:     {audience: chat.Asker, removal: GoesIfRead, isAloud: true, priority: outbox.Play, useful: goodFor},
	Practice:       {audience: chat.Asker, removal: GoesIfRead, priority: outbox.Play, useful: goodFor},
	Own:            {audience: chat.Secret, buttons: OwnOnward, priority: outbox.Play, useful: goodFor},
	OwnEnd:         {audience: chat.Asker, buttons: OwnOnward, priority: outbox.Play, useful: goodFor},

	Progress:     {priority: outbox.Result, prefix: "round:", isEdit: true},
	Ended:        {priority: outbox.Result, prefix: "round:", isEdit: true},
	Result:       {priority: outbox.Play, useful: resultFor, prefix: "end:"},
	First:        {priority: outbox.Play, useful: firstFor, prefix: "first:"},
	FirstOnClock: {priority: outbox.Play, useful: clockFor, prefix: "first:"},
	Record:       {priority: outbox.Result, prefix: "record:"},
	Bout:         {priority: outbox.Play, useful: boutFor, prefix: "bout:", isPuzzle: true},
	Board:        {priority: outbox.Result, prefix: "match:", isEdit: true},
	Unaccepted:   {priority: outbox.Result, prefix: "match:", isEdit: true},
	MatchOver:    {priority: outbox.Result, useful: resultFor, prefix: "match:"},
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

// Priority returns the priority of what is told; the lower goes first.
func (k Kind) Priority() int { return table[k].priority }

// UsefulFor returns for how long what is told is worth sending.
func (k Kind) UsefulFor() time.Duration { return table[k].useful }
