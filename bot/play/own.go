package play

import (
	"slices"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// takeOwn takes an answer where each person plays for themselves, in a private chat or a
// daily, and is paid at once.
func (p *Play) takeOwn(tx *storage.Tx, t *try) error {
	var done bool // nothing is left to find
	if t.Round.Game.Rules().Measure != "" {
		if err := t.measure(tx); err != nil {
			return err
		}
		done = t.Verdict.Measure <= t.Solution.Measure
	} else {
		right := t.all
		done = !t.Round.Game.Rules().Collect || t.Solution.Complete && distinct(right)+1 >= len(t.Solution.All)
		if err := t.gather(tx, right, len(right) == 0, done); err != nil || t.What == Known {
			return err
		}
		t.Found++
	}
	done = done || t.Round.Mode().EndsEarly && (t.What == First || t.What == Practised)
	if done && t.Round.Daily == 0 { // a daily stays open to all others
		var err error
		if t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution, t.all); err != nil {
			return err
		}
	}
	return p.keepStreak(tx, t)
}

// measure takes an answer where the best one counts. Where people play together it is paid
// at the end; alone it pays at once what it is worth more than the person's answers before.
func (t *try) measure(tx *storage.Tx) error {
	if t.Round.Mode().Pay == mode.PayBest {
		if t.repeats(t.all) {
			return nil
		}
		if t.isOpen() {
			before, err := tx.HasOpen(t.Person.ID, t.Round.Game.Name())
			if t.Openly = !before; err != nil {
				return err
			}
		}
	}
	t.What, t.Before = Noted, bestOf(slices.DeleteFunc(slices.Clone(t.all), func(x storage.Answer) bool { return !x.Own }))
	if t.Before != nil && t.Before.Measure <= t.Verdict.Measure {
		t.What = NoBetter
	}
	if t.Practice == Paid && !t.Round.Own {
		t.Worth = worth(t.Round.Level, t.Round.Game.Quality(t.Verdict.Measure, t.Solution.Measure), t.Attempt.Hints)
	}
	var err error
	if t.Round.Mode().Pay == mode.PayBest {
		err = t.record(tx, nil)
	} else {
		err = t.count(tx, max(0, t.Worth-t.facts.Earned), false)
	}
	if err != nil {
		return err
	}
	if t.Round.Daily != 0 && t.Practice == Paid && t.Verdict.Outcome == engine.Right {
		if err := tx.AddBest(t.Round.ID, t.Person.ID, t.Verdict.Measure, t.At); err != nil {
			return err
		}
	}
	// An answer that beats the best known one is a record.
	if !t.Round.Game.Rules().Records || !t.Solution.Settled || t.Verdict.Outcome != engine.Right || t.Verdict.Measure >= t.Solution.Measure {
		return nil
	}
	t.Record = &storage.Record{
		Puzzle: t.Round.Round.Puzzle, Game: t.Round.Round.Game, Measure: t.Verdict.Measure, Was: t.Solution.Measure,
		Text: t.Verdict.Text, PlayerID: t.Person.ID, PlayerName: t.Person.Name, PlayerKey: t.Person.Key, At: t.At,
	}
	return tx.SaveRecord(*t.Record)
}

// keepStreak counts the day of a daily that was answered well.
func (p *Play) keepStreak(tx *storage.Tx, t *try) error {
	rules := t.Round.Game.Rules()
	well := t.Verdict.Outcome == engine.Right
	if rules.Measure != "" {
		well = t.Verdict.Measure <= t.Solution.Measure+rules.Slack
	}
	if t.Round.Daily == 0 || t.Practice != Paid || !well {
		return nil
	}
	if err := tx.AddDay(t.Person.ID, t.Round.Daily, t.At.Add(-BelongFor)); err != nil {
		return err
	}
	today, _, err := p.Live(tx, t.Act)
	if err != nil {
		return err
	}
	s, err := p.Streak(tx, t.Person.ID, today)
	t.Streak = &s
	return err
}
