// This file has what answer_best.go and answer_own.go share: how a measured answer, which is better or
// worse than others, is compared with what is known.

package round

import "reckon/storage"

// compare compares a measured answer with the person's best answer so far.
func (sub *submission) compare() {
	o := &sub.outcome
	o.What = Noted
	o.Before = bestOf(only(sub.answers, func(x storage.Answer) bool { return x.Mine }))
	if o.Before != nil && o.Before.Measure <= o.Verdict.Measure {
		o.What = NoBetter
	}
	if o.Counts() && !o.Round.Custom {
		o.Worth = o.worthOf(sub.answer)
	}
}

// worthOf returns what a measured answer to the round is worth.
func (o *Outcome) worthOf(x storage.Answer) int {
	return o.Round.worth(o.Round.Game.Quality(x.Measure, o.Solution.Measure), x.Hints)
}

// noteBest passes a right answer to a daily to addBest, which keeps the best of each community. It also
// stores a record: an answer that beats the best known one.
func (sub *submission) noteBest(tx *storage.Tx) error {
	o := &sub.outcome
	if !o.IsRight() {
		return nil
	}
	if o.Round.Daily != 0 && o.Practice == Paid {
		if err := addBest(tx, o.Round.ID, sub.act.Person.ID, o.Verdict.Measure, o.At); err != nil {
			return err
		}
	}
	isRecord := o.Round.Game.Rules().Records && o.Solution.Settled && o.Verdict.Measure < o.Solution.Measure
	if !isRecord {
		return nil
	}
	o.Record = &Record{
		Puzzle:     o.Round.Round.Puzzle,
		Game:       o.Round.Round.Game,
		Measure:    o.Verdict.Measure,
		Was:        o.Solution.Measure,
		Text:       o.Verdict.Text,
		PlayerID:   sub.act.Person.ID,
		PlayerName: sub.act.Person.Name,
		PlayerKey:  sub.act.Person.Key,
		At:         o.At,
	}
	return SaveRecord(tx, *o.Record)
}
