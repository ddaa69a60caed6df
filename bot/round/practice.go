// This file decides whether a right answer is paid, or is practice.

package round

import "reckon/storage"

// Practice says why an answer pays nothing.
type Practice string

const (
	Paid Practice = ""
	// CustomPuzzle: the person chose its numbers.
	CustomPuzzle Practice = "own"
	// SeenBefore: the person has solved the puzzle before, or was shown a solution.
	SeenBefore Practice = "seen"
	// QuitBefore: the person has given the round up.
	QuitBefore Practice = "gave-up"
	// Bystander: the person watches two others play.
	Bystander Practice = "outside"
	// Spoilt: somebody who knew the solution has posted the same answer for all to read.
	Spoilt Practice = "spoilt"
	// Archived: the puzzle is that of a past daily.
	Archived Practice = "archive"
	// tooEarlyDay: the daily is not live for the person yet.
	tooEarlyDay Practice = "early"
)

// whyDailyPaysNothing returns why a daily pays a person nothing: its day is over (Archived) or has not begun
// (tooEarlyDay). If it pays them, it returns Paid.
func (p *Play) whyDailyPaysNothing(tx *storage.Tx, a Act, r Round) (Practice, error) {
	today, days, err := p.LiveDaily(tx, a)
	if err != nil {
		return Paid, err
	}
	if r.Daily == today {
		return Paid, nil
	}
	if r.Daily > today {
		return tooEarlyDay, nil
	}
	isOver := !a.At.Before(days.FinishUntil(r.Daily))
	begun := r.begun()
	wasBegunInTime := !begun.IsZero() && begun.Before(days.End(r.Daily))
	if isOver || !wasBegunInTime {
		return Archived, nil
	}
	return Paid, nil
}

// IsArchived reports whether a daily pays a person nothing, because its day was over before they began it, or the
// time to finish it is over.
func (p *Play) IsArchived(tx *storage.Tx, a Act, r Round, f Facts) (bool, error) {
	r.ShownAt = f.ShownAt
	why, err := p.whyDailyPaysNothing(tx, a, r)
	return why == Archived, err
}

// practice returns why a person's answer to a round would pay nothing, or Paid. A daily pays for its
// day, even if the person has met its puzzle before. A round whose class is locked to the person pays
// nothing (see lock.go): somebody who was forgotten, or an account that they have unlinked, has played it.
func (p *Play) practice(tx *storage.Tx, a Act, r Round, f Facts) (Practice, error) {
	if r.Daily != 0 {
		why, err := p.whyDailyPaysNothing(tx, a, r)
		if err != nil || why != Paid {
			return why, err
		}
	}
	isSeenElsewhere := r.Daily == 0 && f.Seen && f.SeenIn != r.ID
	switch {
	case !f.Attempt.GaveUpAt.IsZero():
		return QuitBefore, nil
	case r.Custom && r.AskerID == a.Person.ID:
		return CustomPuzzle, nil
	case isSeenElsewhere || f.Locked:
		return SeenBefore, nil
	}
	return Paid, nil
}
