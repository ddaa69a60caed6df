package play

import (
	"context"
	"slices"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Judge judges an answer. It needs no transaction.
func (p *Play) Judge(ctx context.Context, r Round, text string) Judged {
	begun := time.Now()
	j := Judged{Round: r, Text: text, Verdict: r.Puzzle.Judge(text)}
	if j.Verdict.Outcome == engine.Right || j.Verdict.Near || !r.ClosedAt.IsZero() {
		j.Solution = p.Solve(ctx, r.Puzzle)
	}
	p.solver.meter.Judged(r.Game.Name(), string(j.Verdict.Outcome), time.Since(begun))
	return j
}

// Answer takes an answer.
func (p *Play) Answer(tx *storage.Tx, a Act, j Judged) (Taken, error) {
	r, f, err := p.facts(tx, a, j.Round.ID) // as it is now
	if err != nil {
		return Taken{}, err
	}
	t := &try{Act: a, facts: f}
	t.Judged, t.Elapsed = j, r.elapsed(a.At)
	t.Round, t.Attempt = r, f.Attempt
	t.Attempt.AskedAt = time.Time{} // they go on
	if t.Solution, err = bestKnown(tx, r, j.Solution); err != nil {
		return Taken{}, err
	}
	if err := p.take(tx, t); err != nil {
		return Taken{}, err
	}
	// It took less than practised players take on average, without help. When a person
	// began to think is known where the puzzle was dealt to them.
	t.Fast = t.What == First && r.Daily == 0 && t.Attempt.Hints == 0 && !t.Hasty && t.Elapsed.Seconds() < r.Seconds
	return t.Taken, nil
}

func (p *Play) take(tx *storage.Tx, t *try) (err error) {
	r := t.Round
	switch {
	case !r.Admits(t.Person.ID):
		t.What = Outsider
		if !t.takesPart() || !t.isOpen() || !r.ClosedAt.IsZero() || r.Over(t.At) {
			return nil
		}
		t.Practice = Bystander // what all could read wins neither of the two anything
		return t.record(tx, nil)
	case r.Over(t.At):
		t.What = TooLate
		if !r.ClosedAt.IsZero() { // else it is still to be awarded
			t.Ended, err = p.Progress(tx, r, t.Solution)
		}
		return err
	}
	t.Attempt.TookPart = true
	if t.Practice, err = p.practice(tx, t.Act, r, t.facts); err != nil {
		return err
	}
	if t.Attempt != t.facts.Saved {
		if err := tx.SaveAttempt(t.Attempt, 0); err != nil {
			return err
		}
	}
	if !t.takesPart() {
		t.What = Wrong
		if !t.Ephemeral { // else nobody else reads it, and it is told in words
			if t.Missed, err = tx.HasMissed(t.Person.ID); err != nil {
				return err
			}
		}
		return t.record(tx, nil)
	}
	pay := r.Mode().Pay
	if pay == mode.PayOwn {
		t.all, err = tx.PlayerAnswers(r.ID, t.Person.ID)
		t.all = slices.DeleteFunc(t.all, func(x storage.Answer) bool { return !tookPart(x) })
	} else {
		t.all, err = tx.Answers(r.ID, t.Person.ID)
	}
	if err != nil {
		return err
	}
	switch pay {
	case mode.PayFirst:
		err = p.takeFirst(tx, t)
	case mode.PayPlaces:
		err = takePlace(tx, t)
	case mode.PayBest:
		if err = t.measure(tx); err == nil && r.Mode().EndsEarly && t.What != Known && t.Practice == Paid && t.Verdict.Measure <= t.Solution.Measure {
			err = hasten(tx, r, t.At) // nobody can do better
		}
		// On a clock only who has answered is shown; an edit that changes nothing would cost one of few.
		t.Stands = t.What == Noted && (r.IsContest() || t.Before == nil)
	default:
		err = p.takeOwn(tx, t)
	}
	if err != nil || r.ClosedAt.IsZero() {
		return err
	}
	// It was sent in time and read late: the round is awarded again.
	if err := award(tx, r, t.Solution, t.all); err != nil {
		return err
	}
	if t.Ending, err = p.endingOf(tx, r, t.Solution, t.all); err == nil {
		t.Ending.Again = true
	}
	return err
}
