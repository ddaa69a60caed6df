// This file counts answers that are ranked by their order (mode.PayByRank): answers to a puzzle of a match,
// in games that are not measured. A person has one rank. People are paid at the end of the puzzle, when all
// answers that were sent in time are known (awardByRank).

package round

import (
	"slices"

	"reckon/storage"
)

// countRanked counts a right answer to a puzzle of a match where ranks count.
func (p *Play) countRanked(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	if sub.repeats(sub.answers) {
		return nil
	}
	isEarlierOwn := func(x storage.Answer) bool {
		isLater := x.At.After(o.At)
		return x.PlayerID == sub.act.Person.ID && o.Round.MayRank(x) && !isLater
	}
	earlier := slices.IndexFunc(sub.answers, isEarlierOwn)
	if earlier >= 0 {
		return sub.countFurtherRanked(tx, &sub.answers[earlier])
	}
	if err := sub.store(tx, nil); err != nil {
		return err
	}
	if err := sub.learnRanked(tx); err != nil {
		return err
	}
	// In some matches an answer has a rank even if the person knew the puzzle.
	if !o.Round.MayRank(sub.answer) {
		o.What = Practised
		return nil
	}
	if sub.answer.Public {
		if err := sub.markSolved(tx, false); err != nil {
			return err
		}
	}
	return p.rankAnswer(tx, sub)
}

// countFurtherRanked counts a further answer of a person who has answered the puzzle. It is worth nothing.
func (sub *submission) countFurtherRanked(tx *storage.Tx, first *storage.Answer) error {
	o := &sub.outcome
	o.What = Known
	o.First = first
	isSame := first.Form == o.Verdict.Form
	if isSame {
		// This answer may be public. If it were stored, others who send the same would lose their ranks.
		return nil
	}
	// If others can read the answer, they cannot earn anything by repeating it.
	return sub.store(tx, nil)
}

// learnRanked marks the class of the puzzle as seen. If the answer is no practice, it also learns from it.
func (sub *submission) learnRanked(tx *storage.Tx) error {
	o := &sub.outcome
	if o.Practice != Paid {
		return MarkSeen(tx, sub.act.Person.ID, o.Round.Class, 0)
	}
	o.Hasty = o.Round.isHasty(o.At, o.Text, sub.act.Taps)
	if !o.Hasty {
		const solved = true
		lesson, err := beginLesson(tx, o.Round, sub.facts, solved, o.At)
		if err != nil {
			return err
		}
		if _, err := lesson.learn(tx); err != nil {
			return err
		}
	}
	return MarkSeen(tx, sub.act.Person.ID, o.Round.Class, o.Round.ID)
}

// rankAnswer sets the rank of an answer that is stored. If it is the first, the puzzle ends soon.
func (p *Play) rankAnswer(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	standings := standingsOf(o.Round, sub.answers)
	i := slices.IndexFunc(standings, func(x Standing) bool { return x.ID == sub.answer.ID })
	if i < 0 {
		// Others have all the ranks.
		o.What = Known
		o.First = &standings[0].Answer
		return nil
	}
	isLast, err := sub.isLastOfAll(tx)
	if err != nil {
		return err
	}
	end := o.Round.closesToOthers(standings[0].Answer)
	if isLast {
		end = o.At
	}
	if err := hasten(tx, o.Round, end); err != nil {
		return err
	}
	o.Rank = standings[i].Rank
	o.Worth = standings[i].Score
	isFirst := i == 0
	if !isFirst {
		o.What = Further
		o.First = &standings[0].Answer
		o.Behind = standings[i].Elapsed - standings[0].Elapsed
		return nil
	}
	o.What = First
	if !isLast {
		o.OpenFor = o.Round.Mode.OpenFor
	}
	goesOn := o.OpenFor > 0 && o.Round.ClosedAt.IsZero()
	if !goesOn {
		return nil
	}
	return p.setProgress(tx, sub)
}

// isLastOfAll reports whether all who are known to be at the place have answered the puzzle now. If somebody who joined
// the match is not known to be there, others may be missing as well, and the answer does not count as the last.
func (sub *submission) isLastOfAll(tx *storage.Tx) (bool, error) {
	answered := []string{sub.act.Person.Key}
	for _, a := range sub.answers {
		answered = append(answered, a.PlayerKey)
	}
	if !sub.act.waitsForNobody(answered) {
		return false, nil
	}
	joined, err := joinersOf(tx, sub.outcome.Round.MatchID)
	if err != nil {
		return false, err
	}
	isUnseen := func(p storage.Player) bool { return !slices.Contains(sub.act.Present, p.Key) }
	return !slices.ContainsFunc(joined, isUnseen), nil
}
