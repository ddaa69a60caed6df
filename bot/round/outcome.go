package round

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// What became of an answer.
type What string

const (
	Wrong     What = "wrong"     // it does not take part: Verdict says why
	TooLate   What = "late"      // the round is over: Ended
	Known     What = "known"     // the same solution was found before: First
	First     What = "first"     // the first right answer
	Further   What = "further"   // a further distinct solution
	Noted     What = "noted"     // it takes part, and is the person's best so far
	NoBetter  What = "no-better" // it takes part, and is no better than their best: Before
	Practised What = "practised" // it is right, and pays nothing
	Muted     What = "muted"     // it is right, and the person was shown a solution while others play
	Outsider  What = "outsider"  // two others play: nothing is judged
)

// A JudgedAnswer is an answer and its verdict.
type JudgedAnswer struct {
	Round   Round
	Text    string // as typed
	Verdict engine.Verdict
	// Solution is the best known one, if the answer may take part or comes too late.
	Solution engine.Solution
}

// An Outcome is what an answer was, what it earned its person, and what it changed for everyone.
type Outcome struct {
	Round    Round
	Text     string // as typed
	Verdict  engine.Verdict
	Solution engine.Solution
	At       time.Time // when it was sent

	What What
	// TakesPart reports whether it is right, or near enough to be worth something.
	TakesPart bool
	// Practice says why it pays nothing.
	Practice Practice
	// First is the earlier answer where this one is Known.
	First *storage.Answer
	// Before is the person's best before, where answers are measured.
	Before *storage.Answer
	// Attempt is the person's work on the round.
	Attempt storage.Attempt
	// Publicly reports whether others could read the answer although answers to the round are hidden.
	// It is set only the first time that this happens to the person in the game.
	Publicly bool
	// Missed reports whether others have read a wrong answer of the person's before a Wrong one.
	Missed bool
	// Ended is how the round ended, where the answer is TooLate.
	Ended *Ending

	// Points are what it earned at once.
	Points int
	// Worth is what it will be worth at the end of the round, where that decides: of a place in a
	// puzzle of a race, what it is worth until now.
	Worth int
	// Rank is the rank in a puzzle of a match until now; 0: none.
	Rank int
	// Found is how many distinct solutions all who play together have found so far.
	Found int
	// Elapsed is the time since the puzzle was dealt.
	Elapsed time.Duration
	// Fast reports whether it took less than practised players take on average.
	Fast bool
	// Hasty reports whether it came sooner than a hand can give it: see isHasty.
	Hasty bool
	// OpenFor is how long the puzzle stays open to others after it.
	OpenFor time.Duration
	// Streak is the person's streak of dailies, where it grew or was kept.
	Streak *Streak
	// Record is set where it beats the best known answer.
	Record *Record

	// Led reports whether the person was first in a race, which the place is told at once.
	Led bool
	// Scores are the points of all who earned something of the puzzle, where somebody Led.
	Scores []storage.Standing
	// Ending is how the round ended or was awarded again by the answer.
	Ending *Ending
	// Progress is how the round stands now, if it goes on and that is news for all.
	Progress *Ending
}

// IsRight reports whether the answer solves the puzzle.
func (o Outcome) IsRight() bool { return o.Verdict.Outcome == engine.Right }
