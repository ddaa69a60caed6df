package play

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Answer takes an answer.
func (p *Play) Answer(tx *storage.Tx, a Act, j Judged) (Taken, error) {
	round, err := p.Round(tx, j.Round.ID) // as it is now
	if err != nil {
		return Taken{}, err
	}
	j.Round = round
	t := &try{Act: a, Taken: Taken{Judged: j, Tries: -1, Elapsed: max(0, a.At.Sub(round.begun()))}}
	if t.Attempt, err = tx.Attempt(round.ID, a.Person.ID); err != nil {
		return Taken{}, err
	}
	t.Attempt.AskedAt = time.Time{} // they go on
	if t.best, err = bestKnown(tx, round, j.Solution); err != nil {
		return Taken{}, err
	}
	if err := p.take(tx, t); err != nil {
		return Taken{}, err
	}
	t.Solution = t.best // records among it
	t.Fast = t.fast()
	if t.What != TooLate {
		if t.Total, err = tx.PointsOf(a.Community.ID, a.Person.ID); err != nil {
			return Taken{}, err
		}
	}
	return t.Taken, nil
}

func (p *Play) take(tx *storage.Tx, t *try) (err error) {
	r := t.Round
	if !r.Admits(t.Person.ID) {
		t.What = Outsider
		return nil
	}
	if r.Over(t.At) {
		t.What = TooLate
		if !r.ClosedAt.IsZero() { // else it is to be awarded yet
			t.Ending, err = p.endingOf(tx, r, t.best)
		}
		return err
	}
	tries := r.Game.Rules().Tries
	if tries > 0 {
		t.Tries = tries - t.Attempt.Tries
	}
	if tries > 0 && t.Tries <= 0 {
		t.What = ShutOut
		return nil
	}
	t.Attempt.TookPart = true
	if t.Practice, err = p.practice(tx, t.Person, r, t.Attempt, t.At); err != nil {
		return err
	}
	if !t.counts(t.best) {
		return p.miss(tx, t)
	}
	if err := tx.SaveAttempt(t.Attempt); err != nil {
		return err
	}
	if err := modeOf(r).take(tx, p, t); err != nil {
		return err
	}
	if !r.ClosedAt.IsZero() && t.Ending == nil { // it was sent in time and read late
		return p.awardAgain(tx, t)
	}
	return nil
}

// miss notes an answer that does not take part.
func (p *Play) miss(tx *storage.Tx, t *try) error {
	t.What = Wrong
	if t.Verdict.Outcome == engine.Wrong { // what cannot be read is no try
		t.Attempt.Tries++
		t.Tries--
	}
	if err := tx.SaveAttempt(t.Attempt); err != nil {
		return err
	}
	var err error
	if t.Missed, err = tx.HasMiss(t.Round.ID); err != nil {
		return err
	}
	_, err = t.record(tx)
	return err
}

// awardAgain awards a round that had ended when an answer was read that was sent
// in time.
func (p *Play) awardAgain(tx *storage.Tx, t *try) (err error) {
	if err := modeOf(t.Round).award(tx, p, t.Round, t.best); err != nil {
		return err
	}
	t.Again = true
	if t.Ending, err = p.endingOf(tx, t.Round, t.best); err == nil {
		t.Ending.Again = true
	}
	return err
}
