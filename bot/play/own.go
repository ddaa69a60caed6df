package play

import (
	"slices"

	"reckon/engine"
	"reckon/storage"
)

// takeOwn takes an answer where each person plays for themselves: in a private chat or a
// daily. It is paid at once.
func (p *Play) takeOwn(tx *storage.Tx, t *try) error {
	mine, err := tx.PlayerAnswers(t.Round.ID, t.Person.ID)
	if err != nil {
		return err
	}
	var done bool // nothing is left to find
	if t.Round.Game.Rules().Measure != "" {
		done, err = t.measure(tx, mine)
	} else {
		done, err = t.gather(tx, mine)
	}
	if err != nil || t.What == Known {
		return err
	}
	if t.Round.Mode().EndsEarly && (t.What == First || t.What == Practised) {
		done = true
	}
	if done && t.Round.Daily == 0 { // a daily stays open to all others
		if t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution); err != nil {
			return err
		}
	}
	return p.keepStreak(tx, t)
}

// gather takes a right answer where answers are right or wrong.
func (t *try) gather(tx *storage.Tx, mine []storage.Answer) (done bool, err error) {
	right := slices.DeleteFunc(slices.Clone(mine), func(x storage.Answer) bool { return x.Outcome != string(engine.Right) })
	if i := slices.IndexFunc(right, func(x storage.Answer) bool { return x.Form == t.Verdict.Form }); i >= 0 {
		t.What, t.First, t.Found = Known, &right[i], distinct(right)
		return false, nil
	}
	quality := fullQuality
	t.What = First
	if len(right) > 0 {
		quality, t.What = FurtherQuality, Further
	}
	if err := t.count(tx, worth(t.Round.Level, quality, t.Attempt.Hints)); err != nil {
		return false, err
	}
	t.Found = distinct(right) + 1
	done = !t.Round.Game.Rules().Collect || t.Solution.Complete && t.Found >= len(t.Solution.All)
	if done {
		err = t.collect(tx, 0, 1)
	}
	return done, err
}

// measure takes an answer where the best one counts: it pays what it is worth more than
// the person's answers before.
func (t *try) measure(tx *storage.Tx, mine []storage.Answer) (done bool, err error) {
	t.compare(mine)
	had, err := tx.Earned(t.Round.ID, t.Person.ID)
	if err != nil {
		return false, err
	}
	t.Worth = worth(t.Round.Level, t.Round.Game.Quality(t.Verdict.Measure, t.Solution.Measure), t.Attempt.Hints)
	if err := t.count(tx, max(0, t.Worth-had)); err != nil {
		return false, err
	}
	if t.Round.Daily != 0 && t.Practice == Paid && t.Verdict.Outcome == engine.Right {
		if err := tx.AddBest(t.Round.ID, t.Person.ID, t.Verdict.Measure, t.At); err != nil {
			return false, err
		}
	}
	return t.Verdict.Measure <= t.Solution.Measure, t.noteRecord(tx)
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
	_, last := Live(t.At)
	s, err := p.Streak(tx, t.Person.ID, min(last, max(t.Round.Daily, t.Act.Today())))
	t.Streak = &s
	return err
}
