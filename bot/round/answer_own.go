// This file counts answers to a round in which each person plays for themselves (mode.PayOwn): in a
// private chat, or a daily. An answer is paid at once.

package round

import "reckon/storage"

// countOwn counts an answer to a round in which each person plays for themselves.
func (p *Play) countOwn(tx *storage.Tx, sub *submission) error {
	if sub.outcome.Round.Game.Rules().Measure != "" {
		return p.countOwnMeasured(tx, sub)
	}
	return p.countOwnSolution(tx, sub)
}

// countOwnMeasured pays the difference between what a measured answer is worth and what the person has
// earned in the round already.
func (p *Play) countOwnMeasured(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	sub.compare()
	const isLast = false
	if err := sub.storePaid(tx, max(0, o.Worth-sub.facts.Earned), isLast); err != nil {
		return err
	}
	if err := sub.noteBest(tx); err != nil {
		return err
	}
	best := o.Solution.Measure
	slack := o.Round.Game.Rules().Slack
	isBest := o.Verdict.Measure <= best
	isGood := o.Verdict.Measure <= best+slack
	return p.finishOwn(tx, sub, isGood, isBest)
}

// countOwnSolution pays a solution that the person has not found before: the first one in full, others in
// part.
func (p *Play) countOwnSolution(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	const wins = false
	if sub.isFound(sub.answers, wins) {
		return nil
	}
	o.Found++
	quality := FurtherQuality
	if len(sub.answers) == 0 {
		quality = fullQuality
	}
	isLast := o.Solution.Complete && o.Found >= len(o.Solution.All)
	if err := sub.paySolution(tx, quality, isLast); err != nil {
		return err
	}
	isOneEnough := !o.Round.Game.Rules().Collect
	return p.finishOwn(tx, sub, o.IsRight(), isOneEnough || isLast)
}

// finishOwn ends the round of a person who plays alone, if the answer ends it. A daily stays open to all
// others. In a daily a good answer adds the day to the person's streak. isComplete reports whether nothing
// is left to find: no better answer and no further solution.
func (p *Play) finishOwn(tx *storage.Tx, sub *submission, isGood, isComplete bool) error {
	o := &sub.outcome
	if o.Round.Daily != 0 {
		if isGood && o.Practice == Paid {
			return p.countDay(tx, sub)
		}
		return nil
	}
	isSolved := o.What == First || o.What == Practised
	endsEarly := o.Round.Mode.EndsEarly && isSolved
	if isComplete || endsEarly {
		return p.endSolved(tx, sub)
	}
	return nil
}

// countDay adds the day of a daily that was answered well to the person's streak.
func (p *Play) countDay(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	wasCounted, err := hasDay(tx, sub.act.Person.ID, o.Round.Daily)
	if err != nil {
		return err
	}
	// The day also counts for the communities in which the person has done something since then.
	belongsSince := o.At.Add(-BelongFor)
	if err := AddDay(tx, sub.act.Person.ID, o.Round.Daily, belongsSince); err != nil {
		return err
	}
	if wasCounted {
		return nil
	}
	// A person who answers the post of a day has not opened it before.
	if err := updateHome(tx, sub.act); err != nil {
		return err
	}
	today, _, err := p.LiveDaily(tx, sub.act)
	if err != nil {
		return err
	}
	streak, err := p.Streak(tx, sub.act.Person.ID, today)
	if err != nil {
		return err
	}
	o.Streak = &streak
	return nil
}
