package play

import (
	"cmp"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// near is the outcome under which an answer is stored that is not right but
// takes part.
const near = "near"

// maxKept is how much of an answer is kept, in bytes.
const maxKept = 4096

// What became of an answer.
type What string

const (
	Wrong     What = "wrong"     // it does not take part: Verdict says why
	TooLate   What = "late"      // the round is over: Ending
	ShutOut   What = "shut-out"  // the person has no try left
	Known     What = "known"     // the same solution was found before: First
	First     What = "first"     // the first right answer
	Further   What = "further"   // a further distinct solution
	Noted     What = "noted"     // it takes part, and is the person's best so far
	NoBetter  What = "no-better" // it takes part, and is no better than their best: Before
	Practised What = "practised" // it is right, and pays nothing
	Outsider  What = "outsider"  // it is a duel of others: nothing is judged
)

// Taken says what became of an answer, and how things stand now.
type Taken struct {
	Judged
	What     What
	Practice Practice
	Points   int             // earned by it now
	Place    int             // that it has in a puzzle of a match now; 0: none
	Worth    int             // what it will be worth at the end of the round, where that decides
	Found    int             // distinct solutions found so far, by all who count together
	First    *storage.Answer // Known: the earlier one
	Before   *storage.Answer // the person's best before, where answers are measured
	Attempt  storage.Attempt // of the person
	Tries    int             // that are left; -1: any number
	Missed   bool            // Wrong: an answer to the round was wrong before, anybody's
	Elapsed  time.Duration   // since the puzzle was dealt
	Fast     bool            // it took less than practised players take on average
	// OpenFor is how long the round stays open to others after an answer with
	// hints; 0: it does not stay open for that.
	OpenFor time.Duration
	Record  *storage.Record // a new one
	Streak  *Streak         // of dailies, where it grew or was kept
	Ending  *Ending         // the round is over, by this answer or before it
	Again   bool            // the round had ended already and was awarded again
	Total   int             // what the person has on the community's board now
}

// A try is an answer on its way through a mode.
type try struct {
	Act
	Taken
	best engine.Solution // the best known
}

// fast tells whether an answer came sooner than one of practised players does on
// average, without help. When a person began to think is known where a puzzle was
// dealt to them.
func (t *try) fast() bool {
	r := t.Round
	return t.What == First && r.Daily == 0 && t.Attempt.Hints == 0 && t.Elapsed >= time.Second && t.Elapsed.Seconds() < r.Seconds
}

// exhausted counts a puzzle of which the person has found the last solution, of
// several or of one.
func (t *try) exhausted(tx *storage.Tx) error {
	if t.Practice != Paid || !t.Round.Game.Rules().Collect {
		return nil
	}
	return tx.AddFound(t.Round.CommunityID, t.Person.ID, dayOf(t.Round, t.At), 0, 1, t.At)
}

// record stores the answer.
func (t *try) record(tx *storage.Tx) (id int64, err error) {
	a := storage.Answer{
		RoundID: t.Round.ID, PlayerID: t.Person.ID, At: t.At, Text: kept(t.Verdict, t.Text), Outcome: string(t.Verdict.Outcome),
		Form: t.Verdict.Form, Measure: t.Verdict.Measure, Hints: t.Attempt.Hints, Practice: t.Practice != Paid, Open: t.isOpen(),
	}
	if t.Verdict.Near && t.counts(t.best) {
		a.Outcome = near
	}
	return tx.AddAnswer(a)
}

// isOpen tells whether others can read the answer.
func (t *try) isOpen() bool { return !t.Ephemeral && !t.Sealed }

// kept is what is kept of an answer: as the judge prints it, or else as typed.
func kept(v engine.Verdict, typed string) string {
	text := cmp.Or(v.Masked, v.Text, typed)
	return text[:min(len(text), maxKept)]
}

// count records an answer, and pays for it unless it is practice: so many points
// more than the person had of the round.
func (t *try) count(tx *storage.Tx, points int) error {
	id, err := t.record(tx)
	if err != nil {
		return err
	}
	right := t.Verdict.Outcome == engine.Right
	if t.Practice != Paid {
		t.What = Practised
		if right {
			return tx.MarkSeen(t.Person.ID, t.Round.Class, 0)
		}
		return nil
	}
	if t.What == First && t.Attempt.Hints == 0 {
		if err := learn(tx, t.Round, t.Person.ID, true, t.At); err != nil {
			return err
		}
	}
	had, err := tx.Award(t.Round.ID, t.Person.ID)
	if err != nil {
		return err
	}
	if t.Points, err = pay(tx, t.Round, t.Person.ID, had.Points+points, had.Solved || right, t.At); err != nil {
		return err
	}
	if err := tx.SetPoints(id, t.Points); err != nil {
		return err
	}
	if right && t.Round.Game.Rules().Collect {
		if err := tx.AddFound(t.Round.CommunityID, t.Person.ID, dayOf(t.Round, t.At), 1, 0, t.At); err != nil {
			return err
		}
	}
	return tx.MarkSeen(t.Person.ID, t.Round.Class, t.Round.ID)
}
