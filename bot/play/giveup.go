package play

import (
	"errors"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Quitting is what came of giving up.
type Quitting string

const (
	QuitForAll  Quitting = "all"     // the round is over: Ending
	QuitAlone   Quitting = "alone"   // the person is shown a solution and earns nothing more
	QuitDay     Quitting = "day"     // the person earns nothing more there, and sees a solution when its day is over everywhere
	QuitOut     Quitting = "out"     // the person earns nothing more there, and sees the solution at the end
	QuitPlayed  Quitting = "played"  // people play the puzzle elsewhere
	QuitPrivate Quitting = "private" // others read along: the person must say so where they do not
	QuitAsk     Quitting = "ask"     // it costs something: the person must say so once more
	QuitOver    Quitting = "over"    // the round was over before
	QuitRefused Quitting = "daily"   // the puzzle is one of a live daily
	QuitMatch   Quitting = "match"   // the puzzle is one of a match, and ends by itself
)

// A Quit is what a person who gave up is shown.
type Quit struct {
	What   Quitting
	Round  Round
	Best   engine.Solution
	Ending *Ending
	Solved bool     // QuitAlone: they have earned something there already, and keep it
	ForAll bool     // QuitAsk: it would end the round for all
	Missed []string // QuitAlone: where solutions are collected, those that neither the person nor, in a shared round, anyone has found
	// Shown is from when on the solutions of a day are shown, in the person's zone; zero:
	// they may be shown now.
	Shown time.Time
}

// A Resolve is how sure a person is about giving up.
type Resolve int

const (
	Said  Resolve = iota // they typed it: they are asked where it costs a streak
	Slip                 // they pressed a button, perhaps by mistake: they are asked
	Asked                // they have been asked
)

// A second give-up counts as confirmation, unless it is a double press or comes too late.
const (
	askAfter = time.Second
	askFor   = time.Minute
)

// GiveUp shows a person a solution of a round, one of a daily when its day is over. It ends
// the round for all where they may do so. s is what the solver knows.
func (p *Play) GiveUp(tx *storage.Tx, a Act, id int64, s engine.Solution, how Resolve) (Quit, error) {
	r, f, err := p.facts(tx, a, id, storage.NoAnswers)
	if err != nil {
		return Quit{}, err
	}
	q := Quit{Round: r, Solved: f.Award.Solved}
	live, played, err := inPlay(tx, r.Class, r.ID, a.At)
	if err == nil {
		q.Best, err = bestKnown(tx, r, s)
	}
	switch {
	case err != nil:
		return Quit{}, err
	case r.Over(a.At) || !r.ClosedAt.IsZero():
		q.What = QuitOver
	case r.Mode.GiveUp == mode.NoGiveUp || !r.Admits(a.Person.ID):
		q.What = QuitMatch
	case live && r.Daily == 0:
		q.What = QuitRefused
	case played && r.Daily == 0 && r.Match == nil:
		q.What = QuitPlayed
	}
	if q.What != "" {
		return q, nil
	}
	if r.hidesSolutions(a.At) {
		if q.Shown, err = p.shownFrom(tx, a, r.Daily); err != nil {
			return Quit{}, err
		}
	}
	attempt := f.Attempt
	if since := a.At.Sub(attempt.AskedAt); since >= askAfter && since < askFor {
		how = Asked
	}
	asks, err := p.asksFirst(tx, a, r, f, how)
	if err != nil {
		return Quit{}, err
	}
	forAll, err := mayEnd(tx, a, r, played)
	switch {
	case err != nil:
		return Quit{}, err
	case asks:
		attempt.AskedAt, q.What, q.ForAll = a.At, QuitAsk, forAll
		return q, tx.SaveAttempt(attempt, 0)
	case !forAll && !a.Ephemeral: // nothing is charged that cannot be shown
		q.What = QuitPrivate
		return q, nil
	}
	if attempt.GaveUpAt.IsZero() {
		attempt.GaveUpAt, attempt.TookPart = a.At, true
		if err := errors.Join(learnUnsolved(tx, r, f, a.At), tx.SaveAttempt(attempt, 0)); err != nil {
			return Quit{}, err
		}
	}
	if !q.Shown.IsZero() {
		q.What = QuitDay
		return q, nil
	}
	if err := tx.MarkSeen(a.Person.ID, r.Class, 0); err != nil {
		return Quit{}, err
	}
	switch {
	case forAll:
		q.What = QuitForAll
		q.Ending, err = p.endNow(tx, r, GivenUp, a.At, q.Best)
	case r.ShowsAtEnd():
		q.What = QuitOut
	default:
		q.What = QuitAlone
		if r.Game.Rules().Collect {
			var found []storage.Answer
			found, _, err = foundBy(tx, a, r, q.Best)
			q.Missed = unfound(r, q.Best, found)
		}
	}
	return q, err
}

// asksFirst reports whether a person is asked to confirm: after a press that may be a
// mistake, and where giving up costs a streak.
func (p *Play) asksFirst(tx *storage.Tx, a Act, r Round, f storage.Facts, how Resolve) (bool, error) {
	switch {
	case how == Asked || !f.Attempt.GaveUpAt.IsZero():
		return false, nil
	case r.Daily == 0:
		return how == Slip, nil
	}
	if stands, err := p.stands(tx, a, r); err != nil || stands != Paid {
		return how == Slip, err
	}
	return f.Award.At.IsZero(), nil // a person who has earned something loses nothing
}

// Leave ends a round that people play together when a person who may end it asks for the
// next one, or anyone once it is won. Nil if it goes on. s is what the solver knows.
func (p *Play) Leave(tx *storage.Tx, a Act, id int64, s engine.Solution) (*Ending, error) {
	r, err := p.Round(tx, id)
	if err != nil || !r.ClosedAt.IsZero() || r.CommunityID != a.Community.ID {
		return nil, err
	}
	if may, err := mayLeave(tx, a, r); err != nil || !may {
		return nil, err
	}
	if err := tx.MarkSeen(a.Person.ID, r.Class, 0); err != nil {
		return nil, err
	}
	return p.endNow(tx, r, Replaced, a.At, s)
}

// mayLeave reports whether a round ends when a person leaves it for another.
func mayLeave(tx *storage.Tx, a Act, r Round) (bool, error) {
	live, played, err := inPlay(tx, r.Class, r.ID, a.At)
	if err != nil || live {
		return false, err
	}
	if may, err := mayEnd(tx, a, r, played); err != nil || may || played || r.Mode.GiveUp != mode.QuitAsker || r.Lasts > 0 {
		return may, err
	}
	right, err := tx.Answers(r.ID, 0)
	paid := paidOf(right)
	return len(paid) > 0 && !stillOpen(paid, a.At), err // it is won, and nobody else can win it
}
