package play

import (
	"slices"

	"reckon/storage"
)

// takeFirst takes a right answer in a race. The first one wins; where solutions are
// collected, the race stays open until all are found.
func (p *Play) takeFirst(tx *storage.Tx, t *try) error {
	all, err := tx.RightAnswers(t.Round.ID)
	if err != nil {
		return err
	}
	paid := paidOf(all)
	index := func(is func(storage.Answer) bool) int { return slices.IndexFunc(paid, is) }
	isMine := func(x storage.Answer) bool { return x.PlayerID == t.Person.ID }
	same := index(func(x storage.Answer) bool { return isMine(x) && x.Form == t.Verdict.Form })
	mayWin := stillOpen(paid, t.At) && index(isMine) < 0
	if same < 0 && !mayWin {
		same = index(func(x storage.Answer) bool { return x.Form == t.Verdict.Form })
	}
	if same >= 0 {
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
	t.Led = t.What == First
	paid = append(paid, storage.Answer{PlayerID: t.Person.ID, Form: t.Verdict.Form, At: t.At, Hints: t.Attempt.Hints})
	t.Found = distinct(paid)
	if err := tx.SolveRound(t.Round.ID, t.At); err != nil {
		return err
	}
	return p.afterRight(tx, t, paid)
}

// afterRight ends a race in which nothing is left to win, at once or when its last
// minute is over.
func (p *Play) afterRight(tx *storage.Tx, t *try, paid []storage.Answer) (err error) {
	exhausted := isExhausted(t.Round, paid, t.Solution)
	if exhausted && (t.What == Further || len(paid) == 1) {
		if err := t.collect(tx, 0, 1); err != nil {
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
		return endAt(tx, t.Round.ID, t.At.Add(t.OpenFor))
	case !exhausted:
		t.Stands = !t.Round.OnClock() // an edit for each answer would flood a short round
		return nil
	}
	t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution)
	return err
}
