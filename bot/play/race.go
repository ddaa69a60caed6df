package play

import (
	"errors"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A race is won by the first right answer. Where solutions are collected, it
// stays open until all distinct ones are found.
type race struct{}

const (
	// hintedAnswer is how many hints make an answer leave the race open.
	hintedAnswer = 2
	// OpenFor is for how long.
	OpenFor = time.Minute
)

func (race) take(tx *storage.Tx, p *Play, t *try) error {
	all, err := tx.RightAnswers(t.Round.ID)
	if err != nil {
		return err
	}
	paid := paidOf(all)
	own := slices.IndexFunc(paid, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID && x.Form == t.Verdict.Form })
	same := slices.IndexFunc(paid, func(x storage.Answer) bool { return x.Form == t.Verdict.Form })
	mayWin := stillOpen(paid, t.At) && !slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID })
	switch {
	case own >= 0:
		t.What, t.First, t.Found = Known, &paid[own], distinct(paid)
		return nil
	case same >= 0 && !mayWin:
		t.What, t.First, t.Found = Known, &paid[same], distinct(paid)
		return nil
	}
	quality := FurtherQuality
	t.What = Further
	if mayWin {
		quality, t.What = fullQuality, First
	}
	if err := t.count(tx, worth(t.Round.Level, quality, t.Attempt.Hints)); err != nil {
		return err
	}
	if t.What == Practised {
		t.Found = distinct(paid)
		return nil
	}
	paid = append(paid, storage.Answer{PlayerID: t.Person.ID, Form: t.Verdict.Form, At: t.At, Hints: t.Attempt.Hints})
	t.Found = distinct(paid)
	if err := tx.SolveRound(t.Round.ID, t.At); err != nil {
		return err
	}
	return p.afterRight(tx, t, paid)
}

// afterRight ends a race in which nothing is left to be won, at once or when its
// last minute is over.
func (p *Play) afterRight(tx *storage.Tx, t *try, paid []storage.Answer) (err error) {
	exhausted := isExhausted(t.Round, paid, t.best)
	if exhausted && t.What == Further || exhausted && len(paid) == 1 {
		if err := t.exhausted(tx); err != nil {
			return err
		}
	}
	switch {
	case !t.Round.ClosedAt.IsZero():
		return nil
	case stillOpen(paid, t.At):
		t.OpenFor = OpenFor - t.At.Sub(paid[0].At)
		if !exhausted {
			return nil
		}
		return p.endAt(tx, t.Round, t.At.Add(t.OpenFor))
	case !exhausted:
		return nil
	}
	t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.best)
	return err
}

// stillOpen tells whether a right answer sent at a time would win: nobody has
// won, or only with the help of hints and just now.
func stillOpen(paid []storage.Answer, at time.Time) bool {
	if len(paid) == 0 {
		return true
	}
	return !slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.Hints < hintedAnswer }) &&
		at.Sub(paid[0].At) < OpenFor
}

// paidOf are the answers among right ones that are no practice.
func paidOf(right []storage.Answer) []storage.Answer {
	return slices.DeleteFunc(slices.Clone(right), func(x storage.Answer) bool { return x.Practice })
}

// isExhausted tells whether nothing is left to find after right answers.
func isExhausted(r Round, right []storage.Answer, s engine.Solution) bool {
	return !r.Game.Rules().Collect || s.Complete && distinct(right) >= len(s.All)
}

// distinct counts solutions.
func distinct(answers []storage.Answer) int {
	forms := map[string]bool{}
	for _, a := range answers {
		forms[a.Form] = true
	}
	return len(forms)
}

// award has nothing to do: a race pays at once.
func (race) award(*storage.Tx, *Play, Round, engine.Solution) error { return nil }

// ends is when a race without a clock ends: when nobody has answered for a
// day or, if it was won with the help of hints and nothing else is left to find,
// when the others have had their minute.
func (race) ends(tx *storage.Tx, r Round, s engine.Solution) (reason string, again time.Time, err error) {
	all, err := tx.RightAnswers(r.ID)
	if err != nil {
		return "", time.Time{}, err
	}
	paid := paidOf(all)
	if len(paid) > 0 && isExhausted(r, paid, s) {
		return Solved, paid[0].At.Add(OpenFor), nil
	}
	last, err := tx.LastAnswerAt(r.ID)
	if errors.Is(err, storage.ErrNotFound) {
		last, err = r.DealtAt, nil
	}
	reason = Expired
	if len(paid) > 0 {
		reason = Solved
	}
	return reason, last.Add(idleFor), err
}
