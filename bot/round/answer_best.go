// This file counts answers where people play together and the best one wins at the end (mode.PayBest): in a
// contest, and in measured games on a clock or in a match. People are paid at the end (awardBest).

package round

import (
	"reckon/engine"
	"reckon/storage"
)

// countBest counts an answer where the best one wins at the end.
func (p *Play) countBest(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	if sub.repeats(sub.answers) {
		return nil
	}
	if sub.answer.Public {
		// Answers are hidden here. A person who lets others read theirs is told of that once in each game.
		before, err := hasShownAnswer(tx, sub.act.Person.ID, o.Round.Game.Name(), string(engine.Right), near).Get()
		if err != nil {
			return err
		}
		o.Publicly = !before
	}
	sub.compare()
	if o.Worth > 0 {
		// The end pays for the one that is worth most, which may be one from before a hint.
		for _, x := range only(sub.answers, func(x storage.Answer) bool { return x.Mine && o.Round.MayRank(x) }) {
			o.Worth = max(o.Worth, o.worthOf(x))
		}
	}
	if err := sub.store(tx, nil); err != nil {
		return err
	}
	if err := sub.noteBest(tx); err != nil {
		return err
	}
	isBestPossible := o.Practice == Paid && o.Verdict.Measure <= o.Solution.Measure
	if o.Round.Mode.EndsEarly && isBestPossible {
		if err := hasten(tx, o.Round, o.At); err != nil {
			return err
		}
	}
	// A contest shows how well people did, so each better answer changes the message. On a clock the message
	// shows only who has answered, so only a person's first answer changes it. A group has few edits a
	// minute.
	changesMessage := o.Round.IsContest() || o.Before == nil
	if o.What == Noted && changesMessage {
		return p.setProgress(tx, sub)
	}
	return nil
}
