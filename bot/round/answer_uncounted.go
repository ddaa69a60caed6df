// This file has the right answers that count for nobody. An answer is muted if the person was shown a
// solution while others still play: it must not take the puzzle from the others, and nobody is told of it.
// If others could read a muted answer, their own answers with the same solution are spoilt: they are not
// paid. In a duel the answers of bystanders count for nobody, either.

package round

import (
	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// muted is the stored outcome of a muted answer.
const muted = "muted"

// isMuted reports whether an answer is muted: it is right and competes with others, but the person has
// given up the round, or was shown a solution while the round was open.
func (sub *submission) isMuted(tx *storage.Tx) (bool, error) {
	o := &sub.outcome
	countsWhoIsFirst := o.Round.Mode.Pay == mode.PayFirst || o.Round.Mode.Pay == mode.PayByRank
	competes := countsWhoIsFirst && o.IsRight()
	if !competes || o.Practice == Paid {
		return false, nil
	}
	// Somebody who gave up, and was then forgotten, has a locked class.
	if o.Practice == QuitBefore || sub.facts.Locked {
		return true, nil
	}
	return wasShown(tx, o.Round, sub.act.Person.ID)
}

// storeMuted stores a muted answer. It changes nothing for the others.
func (sub *submission) storeMuted(tx *storage.Tx) error {
	sub.outcome.What = Muted
	sub.answer.Outcome = muted
	return sub.store(tx, nil)
}

// noteSpoilt makes an answer practice if it is spoilt: it would be paid, but repeats a muted answer that
// others could read. Since others could read that solution, the new answer counts as public, too. So it
// ends the race if nothing else is left to find.
func (sub *submission) noteSpoilt() error {
	if sub.muted == nil || sub.outcome.Practice != Paid {
		return nil
	}
	rows, err := sub.muted.List()
	if err != nil {
		return err
	}
	var all []storage.Answer
	for _, row := range rows {
		all = append(all, row.answer(sub.outcome.Round.ID))
	}
	if sub.outcome.Round.original(all, sub.answer) == nil {
		return nil
	}
	sub.outcome.Practice = Spoilt
	sub.answer.Practice = true
	sub.answer.Public = true
	return nil
}

// countBystander counts an answer of somebody who watches two others play. If the answer is public and
// takes part, it is stored, so that neither of the two wins anything by repeating it. If the two then
// have nothing left to find, the puzzle is void.
func (p *Play) countBystander(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	o.What = Outsider
	isOpen := o.Round.ClosedAt.IsZero()
	mayBeRepeated := o.HasWorth && sub.answer.Public
	if !mayBeRepeated || !isOpen {
		return nil
	}
	o.Practice = Bystander
	sub.answer.Practice = true
	if err := sub.store(tx, nil); err != nil {
		return err
	}
	if !isGivenAway(o.Round, sub.answers, o.Solution) {
		return nil
	}
	ending, err := p.endRound(tx, sub.act, o.Round, Void, o.Solution, sub.answers)
	o.Ending = ending
	return err
}

// isGivenAway reports whether answers of people who watch a duel leave its two players nothing to
// find, while neither has won the puzzle.
func isGivenAway(r Round, all []storage.Answer, s engine.Solution) bool {
	isMeasured := r.Game.Rules().Measure != ""
	hasWinner := len(standingsOf(r, all)) > 0
	if isMeasured || hasWinner {
		return false
	}
	givenAway := only(all, func(x storage.Answer) bool { return x.Public && !r.Admits(x.PlayerID) })
	return isExhausted(r, givenAway, s)
}
