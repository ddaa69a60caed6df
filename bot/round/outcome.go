package round

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A What says how an answer was counted.
type What string

const (
	// Wrong: it does not take part. Outcome.Verdict says why.
	Wrong What = "wrong"
	// TooLate: the round is over. Outcome.Ended says how it ended.
	TooLate What = "late"
	// Known: the same solution was found before, by Outcome.First.
	Known What = "known"
	// First: it is the first right answer.
	First What = "first"
	// Further: it is a further, different solution.
	Further What = "further"
	// Noted: it is measured, and is the person's best answer so far.
	Noted What = "noted"
	// NoBetter: it is measured, and is no better than the person's best answer, Outcome.Before.
	NoBetter What = "no-better"
	// Practised: it is right, and pays nothing.
	Practised What = "practised"
	// Muted: it is right, but the person was shown a solution while others play.
	Muted What = "muted"
	// Outsider: only two others may answer, so the person is told no verdict.
	Outsider What = "outsider"
)

// A JudgedAnswer is an answer and its verdict.
type JudgedAnswer struct {
	Round Round
	// Text is the answer as typed.
	Text    string
	Verdict engine.Verdict
	// Solution is the best known solution, if the answer may take part or comes too late.
	Solution engine.Solution
}

// mayTakePart reports whether the answer is right or nearly right. Whether a nearly right one takes part depends on how
// good the best solution is.
func (j JudgedAnswer) mayTakePart() bool { return j.Verdict.Outcome == engine.Right || j.Verdict.Near }

// An Outcome is what an answer was, what it earned its person, and what it changed for everyone.
type Outcome struct {
	Round Round
	// Text is the answer as typed.
	Text     string
	Verdict  engine.Verdict
	Solution engine.Solution
	// At is when it was sent.
	At time.Time

	What What
	// HasWorth reports whether it is right, or near enough to be worth something.
	HasWorth bool
	// Practice says why the answer is not paid; Paid if it is.
	Practice Practice
	// First is the earlier answer with the same solution, if this one is Known. In a race it is the first right
	// answer, if this one has a later rank.
	First *storage.Answer
	// Before is the person's best answer before this one, if answers are measured.
	Before *storage.Answer
	// Attempt is the person's attempt at the round, after this answer.
	Attempt storage.Attempt
	// Publicly reports whether others could read the answer although answers to the round are hidden.
	// It is set only the first time that this happens to the person in the game.
	Publicly bool
	// WasWrongBefore reports whether others have read an earlier wrong answer of the person, if this one is
	// Wrong.
	WasWrongBefore bool
	// Ended is how the round ended, if the answer is TooLate.
	Ended *Ending

	// Points are what it earned at once.
	Points int
	// Uncounted are those of the Points that do not raise the board, because only the best rounds of a day
	// count there.
	Uncounted int
	// Worth is what it will be worth at the end of the round, if people are paid at the end. Later
	// answers may still change it.
	Worth int
	// Rank is the rank in a puzzle of a match so far; 0: none.
	Rank int
	// Behind is how long after First the answer was sent, if it has a later rank.
	Behind time.Duration
	// Found is how many distinct solutions are found so far: by all who play together, or by the person if
	// they play for themselves.
	Found int
	// Elapsed is the time from the beginning of the round to the answer.
	Elapsed time.Duration
	// Fast reports whether it took less than practised players take on average.
	Fast bool
	// Hasty reports whether it came sooner than a hand can give it: see isHasty.
	Hasty bool
	// NotInWorld reports whether what the person earns of a daily does not count in the World, because this
	// answer is Hasty. It is set for the first answer that is paid.
	NotInWorld bool
	// OpenFor is how long the puzzle stays open to others after it.
	OpenFor time.Duration
	// Streak is the person's streak of dailies, if the answer makes it longer; nil if not.
	Streak *Streak
	// Record is set if the answer beats the best known one.
	Record *Record

	// Led reports whether the answer won a race. That is announced at the place at once.
	Led bool
	// Scores are the points of all who earned something by the puzzle. They are set if Led is true.
	Scores []storage.Standing
	// Ending is how the round ended, if the answer ended it, or changed the awards of a round that had ended.
	Ending *Ending
	// Progress is how the round stands now, if it goes on and the place is shown that.
	Progress *Ending
}

// Counts reports whether the answer is paid or, in a race of several puzzles that people play together,
// counts in its table.
func (o Outcome) Counts() bool {
	m := o.Round.Mode
	hasScore := m.Shared && m.CountsKnown
	return o.Practice == Paid || hasScore
}

// IsRight reports whether the answer solves the puzzle.
func (o Outcome) IsRight() bool { return o.Verdict.Outcome == engine.Right }

// isFirstUnaided reports whether the answer is the First, and the person had no help.
func (o *Outcome) isFirstUnaided() bool { return o.What == First && !o.hadHelp() }

// isBestUnaided reports whether a measured answer is a best one, the person had none before, and they had no help.
func (o *Outcome) isBestUnaided() bool {
	return o.isMeasuredUnaided() && o.Verdict.Measure <= o.Solution.Measure
}

// isMeasuredUnaided reports whether a measured answer is better than those that the person had, and they had no help.
func (o *Outcome) isMeasuredUnaided() bool { return o.What == Noted && !o.hadHelp() }

// hadHelp reports whether the person had help with an answer: a hint or, as far as is known, a program.
func (o *Outcome) hadHelp() bool { return o.Attempt.Hints > 0 || o.Hasty }
