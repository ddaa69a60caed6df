package play

import (
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Alone, in a private chat or a daily, each plays for themselves, and is paid at
// once.
type alone struct{}

func (alone) take(tx *storage.Tx, p *Play, t *try) error {
	mine, err := tx.PlayerAnswers(t.Round.ID, t.Person.ID)
	if err != nil {
		return err
	}
	if t.Round.Game.Rules().Measure != "" {
		err = p.measure(tx, t, mine)
	} else {
		err = p.collect(tx, t, mine)
	}
	if err != nil || t.What == Known {
		return err
	}
	return p.keepStreak(tx, t)
}

// collect takes a right answer where an answer is right or is not.
func (p *Play) collect(tx *storage.Tx, t *try, mine []storage.Answer) (err error) {
	right := slices.DeleteFunc(slices.Clone(mine), func(x storage.Answer) bool { return x.Outcome != string(engine.Right) })
	if i := slices.IndexFunc(right, func(x storage.Answer) bool { return x.Form == t.Verdict.Form }); i >= 0 {
		t.What, t.First, t.Found = Known, &right[i], distinct(right)
		return nil
	}
	quality := fullQuality
	t.What = First
	if len(right) > 0 {
		quality, t.What = FurtherQuality, Further
	}
	if err := t.count(tx, worth(t.Round.Level, quality, t.Attempt.Hints)); err != nil {
		return err
	}
	t.Found = distinct(right) + 1
	done := !t.Round.Game.Rules().Collect || t.best.Complete && t.Found >= len(t.best.All)
	return p.finish(tx, t, done)
}

// measure takes an answer where the best one counts: it pays what it is worth
// more than the person's answers before.
func (p *Play) measure(tx *storage.Tx, t *try, mine []storage.Answer) error {
	t.What, t.Before = Noted, bestOf(mine)
	if t.Before != nil && t.Before.Measure <= t.Verdict.Measure {
		t.What = NoBetter
	}
	had, err := tx.Award(t.Round.ID, t.Person.ID)
	if err != nil {
		return err
	}
	t.Worth = worth(t.Round.Level, t.Round.Game.Quality(t.Verdict.Measure, t.best.Measure), t.Attempt.Hints)
	if err := t.count(tx, max(0, t.Worth-had.Points)); err != nil {
		return err
	}
	if t.Round.Daily != 0 && t.Practice == Paid && t.Verdict.Outcome == engine.Right {
		if err := tx.AddBest(t.Round.ID, t.Person.ID, t.Verdict.Measure, t.At); err != nil {
			return err
		}
	}
	if err := p.noteRecord(tx, t); err != nil {
		return err
	}
	return p.finish(tx, t, t.Verdict.Measure <= t.best.Measure)
}

// finish ends a private round in which nothing is left to find. A daily stays
// open to all others.
func (p *Play) finish(tx *storage.Tx, t *try, done bool) (err error) {
	if !done || t.Round.Daily != 0 {
		return nil
	}
	t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.best)
	return err
}

// award has nothing to do: who plays alone is paid at once.
func (alone) award(*storage.Tx, *Play, Round, engine.Solution) error { return nil }

// keepStreak counts the day of a daily that was answered well.
func (p *Play) keepStreak(tx *storage.Tx, t *try) error {
	if t.Round.Daily == 0 || t.Practice != Paid || !t.well() {
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

// well tells whether an answer keeps a streak.
func (t *try) well() bool {
	rules := t.Round.Game.Rules()
	if rules.Measure == "" {
		return t.Verdict.Outcome == engine.Right
	}
	return t.Verdict.Measure <= t.best.Measure+rules.Slack
}

// ends never: it may be taken up again at any time.
func (alone) ends(_ *storage.Tx, r Round, _ engine.Solution) (string, time.Time, error) {
	return Expired, r.DealtAt.Add(never), nil
}

// never is longer than anybody waits.
const never = 100 * 365 * 24 * time.Hour
