package play

import (
	"cmp"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// maxKept is how much of an answer is stored, in bytes.
const maxKept = 4096

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
	Outsider  What = "outsider"  // two others play: nothing is judged
)

// Judged is an answer and its verdict.
type Judged struct {
	Round    Round
	Text     string // as typed
	Verdict  engine.Verdict
	Solution engine.Solution // the best known, if the answer may take part or comes too late
}

// Taken is what an answer was, what it earned, and what it changed.
type Taken struct {
	Answered
	Earned
	Changed
}

// Answered is what an answer was.
type Answered struct {
	Judged
	What      What
	At        time.Time // when it was sent
	TakesPart bool      // it is right, or near enough to be worth something
	Practice  Practice
	First     *storage.Answer // Known: the earlier one
	Before    *storage.Answer // the person's best before, where answers are measured
	Attempt   storage.Attempt // of the person
	Openly    bool            // others could read it in a hidden round, the first such answer of this person's in the game
	Missed    bool            // Wrong: others have read a wrong answer of the person before
	Ended     *Ending         // TooLate: how the round ended
}

// Earned is what an answer earned its person.
type Earned struct {
	Points  int           // now
	Worth   int           // what it will be worth at the end of the round, where that decides
	Place   int           // in a puzzle of a match, as it stands; 0: none
	Found   int           // distinct solutions found so far, by all who play together
	Elapsed time.Duration // since the puzzle was dealt
	Fast    bool          // faster than practised players, on average
	Hasty   bool          // sooner than a hand can type it: see isHasty
	OpenFor time.Duration // how long the puzzle stays open to others after this answer
	Streak  *Streak       // of dailies, where it grew or was kept
	Record  *storage.Record
	Scores  []storage.Standing // Led: of all who earned something of the puzzle
}

// Changed is what an answer changed for everyone.
type Changed struct {
	Ending   *Ending // the round is over now, or was awarded again
	Stands   bool    // the round goes on, and stands otherwise than before
	Standing *Ending // how it stands then
	Led      bool    // the person was first, of which the place is told at once
}

// A try is an answer on its way through the rules.
type try struct {
	Act
	Taken
	facts storage.Facts
	mine  storage.Answer   // the answer as it is stored
	all   []storage.Answer // to the round that take part, oldest first: where each plays for themselves, the person's
}

// record stores the answer and what it earns (nil: nothing).
func (t *try) record(tx *storage.Tx, earns *storage.Payment) (err error) {
	if t.mine.ID, err = tx.AddAnswer(t.mine, earns); t.TakesPart {
		t.all = append(t.all, t.mine)
	}
	return err
}

// kept is what is stored of an answer: as the judge prints it, or else as typed.
func kept(v engine.Verdict, typed string) string {
	text := cmp.Or(v.Masked, v.Text, typed)
	return text[:min(len(text), maxKept)]
}

// count records an answer and, unless it is practice, pays so many points more than the
// person had of the round. last: nobody can find a further solution.
func (t *try) count(tx *storage.Tx, points int, last bool) error {
	right := t.Verdict.Outcome == engine.Right
	if t.Practice != Paid {
		t.What = Practised
		if err := t.record(tx, nil); err != nil || !right {
			return err
		}
		return tx.MarkSeen(t.Person.ID, t.Round.Class, 0)
	}
	begun := t.Round.begun()
	t.Hasty = isHasty(begun, t.At, t.Text)
	var learns *lesson // nil: nothing is learnt
	if t.What == First && t.Attempt.Hints == 0 && !t.Hasty {
		var err error
		learns, err = beginLesson(tx, t.Round, t.facts, true, t.At)
		if err != nil {
			return err
		}
	}
	had := t.facts.Award
	earns, seen, err := pay(tx, t.Round, had, &t.facts, had.Points+points, had.Solved || right, t.At, t.Hasty || t.Round.Local)
	if err != nil {
		return err
	}
	t.Points = earns.Award.Points - had.Points
	t.mine.Points = t.Points
	if right && !t.Hasty && t.Round.Game.Rules().Collect && !t.Round.Own {
		earns.Found = 1
		if last {
			earns.Last = 1
		}
	}
	if err := t.record(tx, &earns); err != nil {
		return err
	}
	if _, err := learns.learn(tx); err != nil || seen {
		return err
	}
	return tx.MarkSeen(t.Person.ID, t.Round.Class, t.Round.ID)
}

// bestOf is the best of a person's answers that take part, or nil.
func bestOf(mine []storage.Answer) *storage.Answer {
	var out *storage.Answer
	for i, a := range mine {
		if tookPart(a) && (out == nil || a.Measure < out.Measure) {
			out = &mine[i]
		}
	}
	return out
}
