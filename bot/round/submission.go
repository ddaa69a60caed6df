package round

import (
	"cmp"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// maxStored is how much of an answer is stored, in bytes.
const maxStored = 4096

// A submission is an answer while the rules are applied to it.
type submission struct {
	act     Act
	outcome Outcome
	facts   Facts
	// answer is the row of the answer. It is added to answers if it takes part.
	answer storage.Answer
	// answers are the answers to the round that take part, the oldest first. Where each person plays for
	// themselves, they are the person's answers alone.
	answers []storage.Answer
	// muted asks for the public muted answers of the same form. It is nil unless the answer is a right one
	// in a race.
	muted *storage.Query[mutedRow]
}

// newSubmission begins with a judged answer and the facts of its round.
func newSubmission(act Act, judged JudgedAnswer, facts Facts) *submission {
	round := judged.Round
	verdict := judged.Verdict
	t := &submission{act: act, facts: facts}
	t.outcome = Outcome{
		Round:     round,
		Text:      judged.Text,
		Verdict:   verdict,
		Solution:  judged.Solution,
		At:        act.At,
		TakesPart: verdict.Outcome == engine.Right,
		Attempt:   facts.Attempt,
		Elapsed:   round.elapsed(act.At),
	}
	// An answer cancels the question whether the person really gives up.
	t.outcome.Attempt.AskedAt = time.Time{}
	t.answer = storage.Answer{
		RoundID:    round.ID,
		PlayerID:   act.Person.ID,
		At:         act.At,
		Text:       storedText(judged),
		Outcome:    string(verdict.Outcome),
		Form:       verdict.Form,
		Measure:    verdict.Measure,
		Hints:      facts.Attempt.Hints,
		Public:     !act.Ephemeral && !act.Sealed,
		Taps:       act.Taps,
		PlayerName: act.Person.Name,
		PlayerKey:  act.Person.Key,
		Mine:       true,
	}
	isWorthSomething := verdict.Near && round.Game.Quality(verdict.Measure, judged.Solution.Measure) > 0
	if isWorthSomething {
		t.outcome.TakesPart = true
		t.answer.Outcome = near
	}
	return t
}

// storedText returns the text of an answer as it is stored: as the verdict writes it, or else as typed.
func storedText(judged JudgedAnswer) string {
	text := cmp.Or(judged.Verdict.Masked, judged.Verdict.Text, judged.Text)
	return text[:min(len(text), maxStored)]
}

// store stores the answer and what it earns; earns is nil if it earns nothing.
func (t *submission) store(tx *storage.Tx, earns *storage.Payment) error {
	id, err := tx.AddAnswer(t.answer, earns)
	if err != nil {
		return err
	}
	t.answer.ID = id
	if takesPart(t.answer) {
		t.answers = append(t.answers, t.answer)
	}
	return nil
}

// storePaid stores the answer. Unless the answer is practice, it adds points to what the person has earned
// in the round. isLast reports whether nobody can find a further solution.
func (t *submission) storePaid(tx *storage.Tx, points int, isLast bool) error {
	o := &t.outcome
	if o.Practice != Paid {
		o.What = Practised
		if err := t.store(tx, nil); err != nil {
			return err
		}
		if !o.IsRight() || o.Practice == Spoilt {
			// The class is not seen: the person may still be paid for another solution.
			return nil
		}
		return MarkSeen(tx, t.act.Person.ID, o.Round.Class, 0)
	}
	o.Hasty = isHasty(o.Round.begun(), o.At, o.Text, t.act.Taps)
	learns, err := t.beginLesson(tx)
	if err != nil {
		return err
	}
	had := t.facts.Award
	isLocal := o.Hasty || o.Round.Local
	earns, isSeen, err := paymentFor(
		tx, o.Round, had, &t.facts, had.Points+points, had.Solved || o.IsRight(), o.At, isLocal,
	)
	if err != nil {
		return err
	}
	if o.Round.Daily != 0 {
		earns.Award.Hints = o.Attempt.Hints
		earns.Award.Took = o.Round.sinceShown(o.At)
	}
	o.Points = earns.Award.Points - had.Points
	t.answer.Points = o.Points
	countsSolutions := o.Round.Game.Rules().Collect && !o.Round.Custom
	isFind := o.IsRight() && !o.Hasty
	if isFind && countsSolutions {
		earns.Found = 1
		if isLast {
			earns.Last = 1
		}
	}
	if err := t.store(tx, &earns); err != nil {
		return err
	}
	if _, err := learns.learn(tx); err != nil {
		return err
	}
	if isSeen {
		return nil
	}
	return MarkSeen(tx, t.act.Person.ID, o.Round.Class, o.Round.ID)
}

// beginLesson begins to learn from a first right answer without hints; nil: nothing is learnt.
func (t *submission) beginLesson(tx *storage.Tx) (*lesson, error) {
	o := &t.outcome
	hadHelp := o.Attempt.Hints > 0 || o.Hasty
	if o.What != First || hadHelp {
		return nil, nil
	}
	return beginLesson(tx, o.Round, t.facts, true, o.At)
}

// awardAgain awards a round that had ended when the answer was read, though it was sent in time.
func (p *Play) awardAgain(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	if err := award(tx, o.Round, o.Solution, t.answers); err != nil {
		return err
	}
	ending, err := p.endingOf(tx, o.Round, o.Solution, t.answers)
	if err != nil {
		return err
	}
	ending.Again = true
	o.Ending = ending
	return nil
}

// setProgress sets how the round stands after the answer.
func (p *Play) setProgress(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	best, err := bestKnown(tx, o.Round, o.Solution)
	if err != nil {
		return err
	}
	o.Progress, err = p.endingOf(tx, o.Round, best, t.answers)
	return err
}

// bestOf returns the best of a person's answers that take part, or nil.
func bestOf(mine []storage.Answer) *storage.Answer {
	var best *storage.Answer
	for i, a := range mine {
		isBetter := best == nil || a.Measure < best.Measure
		if takesPart(a) && isBetter {
			best = &mine[i]
		}
	}
	return best
}
