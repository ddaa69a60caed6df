// This file counts answers to a round in which the first right answer wins (mode.PayFirst): a race for
// one puzzle. If people collect solutions, the race stays open until each solution was found, or was
// sent where others can read it.

package round

import (
	"slices"

	"reckon/storage"
)

// countFirst counts a right answer in a race.
func (p *Play) countFirst(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	// Practice that others could read has given its solution away.
	if sub.repeats(only(sub.answers, isPractice)) {
		return nil
	}
	paid := paidOf(sub.answers)
	isOwn := func(x storage.Answer) bool { return x.PlayerID == sub.act.Person.ID }
	hasPaidAnswer := slices.ContainsFunc(paid, isOwn)
	// After an answer that needed hints, the race stays open for a while. Then it has a second winner, who may
	// repeat the solution of the first.
	wins := stillOpen(paid, o.At) && !hasPaidAnswer
	if sub.isFound(paid, wins) {
		return nil
	}

	// A practice answer that nobody could read leaves its solution to others.
	all := append(slices.Clone(sub.answers), sub.answer)
	taken := without(all, isSecret)
	exhausted := isExhausted(o.Round, taken, o.Solution)
	// A second winner may have repeated a solution, so they never count as the one who found the last
	// solution.
	isSecondWinner := wins && len(paid) > 0
	isLast := exhausted && !isSecondWinner
	if err := sub.paySolution(tx, raceQuality(paid, wins, hasPaidAnswer), isLast); err != nil {
		return err
	}
	wasOpen := o.Round.ClosedAt.IsZero()
	if o.What == Practised {
		// The answer is practice, so paySolution has paid nothing.
		ends := exhausted && sub.answer.Public
		if wasOpen && ends {
			return p.endSolved(tx, sub)
		}
		return nil
	}

	paid = append(paid, sub.answer)
	o.Led = wins
	o.Found = countForms(paid)
	isOpenToOthers := stillOpen(paid, o.At)
	ends := wasOpen && exhausted && !isOpenToOthers
	if err := sub.markSolved(tx, ends); err != nil {
		return err
	}
	switch {
	case !wasOpen:
		return nil
	case ends:
		return p.endSolved(tx, sub)
	case isOpenToOthers:
		o.OpenFor = max(0, OpenFor-o.At.Sub(paid[0].At))
		if !exhausted {
			return nil
		}
		// The round ends when its last minute is over, and what was sent in it is read.
		return endAt(tx, o.Round.ID, openToOthersUntil(paid[0]).Add(Grace))
	case o.Round.Lasts > 0:
		// On a clock an edit for each answer would flood a short round.
		return nil
	}
	return p.setProgress(tx, sub)
}

// raceQuality returns what a right answer in a race is worth, in percent. paid are the answers that were
// paid before, and hasPaidAnswer reports whether one of them is the person's. An answer that wins is worth
// 100 %. The first answer of each other person is worth the share of its rank. Each further answer of the
// same person takes a rank, but is worth only the share of the last rank.
func raceQuality(paid []storage.Answer, wins, hasPaidAnswer bool) int {
	switch {
	case wins:
		return fullQuality
	case hasPaidAnswer:
		return FurtherQuality
	}
	return RankShare(len(paid) + 1)
}
