// This file counts answers to a round that people play together, and in which the best answer wins at the
// end (mode.PayBest): a contest, or a measured game on a clock or in a match. People are paid at the end
// (awardBest).

package round

import (
	"reckon/engine"
	"reckon/storage"
)

// countBest counts an answer to a round in which the best answer wins at the end.
func (p *Play) countBest(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	if sub.repeats(sub.answers) {
		return nil
	}
	if sub.answer.Public {
		// Answers to this round are hidden. A person whose answer others could read is told so once in
		// each game.
		wasToldBefore, err := queueShownAnswer(tx, sub.act.Person.ID, o.Round.Game.Name(), string(engine.Right), near).Get()
		if err != nil {
			return err
		}
		o.Publicly = !wasToldBefore
	}
	sub.compare()
	if o.Worth > 0 {
		// At the end the answer that is worth most is paid. That may be one from before a hint.
		own := only(sub.answers, func(x storage.Answer) bool { return x.Mine && o.Round.MayRank(x) })
		for _, x := range own {
			o.Worth = max(o.Worth, o.worthOf(x))
		}
	}
	if err := sub.store(tx, nil); err != nil {
		return err
	}
	if err := sub.noteBest(tx); err != nil {
		return err
	}
	isPaid := o.Practice == Paid
	isBestKnown := o.Verdict.Measure <= o.Solution.Measure
	if o.Round.Mode.EndsEarly && isPaid && isBestKnown {
		if err := hasten(tx, o.Round, o.At); err != nil {
			return err
		}
	}
	// A contest shows how well people did, so each better answer changes the message. On a clock the message
	// shows only who has answered, so only a person's first answer changes it. In a group the bot may make
	// few edits a minute.
	changesMessage := o.Round.IsContest() || o.Before == nil
	if o.What == Noted && changesMessage {
		return p.setProgress(tx, sub)
	}
	return nil
}
