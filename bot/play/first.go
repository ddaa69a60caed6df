package play

import (
	"slices"

	"reckon/storage"
)

// takeFirst takes a right answer in a race. The first one wins; where solutions are
// collected, the race stays open until all are found, or could be read.
func (p *Play) takeFirst(tx *storage.Tx, t *try) error {
	all, mine := t.all, t.answer()
	paid := paidOf(all)
	// Of paid answers, those with hints may be repeated for a while, and no others.
	if t.repeats(slices.DeleteFunc(slices.Clone(all), func(x storage.Answer) bool { return !x.Practice })) {
		return nil
	}
	first := stillOpen(paid, t.At) && !slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID })
	exhausted := isExhausted(t.Round, slices.DeleteFunc(append(slices.Clone(all), mine), isSecret), t.Solution)
	err := t.gather(tx, paid, first, exhausted && (!first || len(paid) == 0))
	if err != nil || t.What == Known {
		return err
	}
	if t.What == Practised {
		if exhausted && mine.Open && t.Round.ClosedAt.IsZero() {
			t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution, t.all)
		}
		return err
	}
	t.Led = t.What == First
	paid = append(paid, mine)
	t.Found = distinct(paid)
	// A race in which nothing is left to win ends at once, or when its last minute is over.
	open := t.Round.ClosedAt.IsZero()
	if open && exhausted && !stillOpen(paid, t.At) {
		if t.Round.SolvedAt.IsZero() {
			t.Round.SolvedAt = t.At
		}
		t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution, t.all)
		return err
	}
	if err := t.solve(tx); err != nil || !open {
		return err
	}
	if !stillOpen(paid, t.At) {
		t.Stands = t.Round.Lasts == 0 // an edit for each answer would flood a short round
		return nil
	}
	t.OpenFor = OpenFor - t.At.Sub(paid[0].At)
	if exhausted {
		err = endAt(tx, t.Round.ID, t.At.Add(t.OpenFor))
	}
	return err
}

// gather takes a right answer after others: the first one is paid in full, a further
// distinct one in part, and a repeated one is known. last: it is the last there is to find.
func (t *try) gather(tx *storage.Tx, before []storage.Answer, first, last bool) error {
	same := func(x storage.Answer) bool { return x.Form == t.Verdict.Form }
	i := slices.IndexFunc(before, func(x storage.Answer) bool { return same(x) && x.PlayerID == t.Person.ID })
	if i < 0 && !first {
		i = slices.IndexFunc(before, same)
	}
	t.Found = distinct(before)
	if i >= 0 {
		t.What, t.First = Known, &before[i]
		return nil
	}
	quality := FurtherQuality
	t.What = Further
	if first {
		quality, t.What = fullQuality, First
	}
	return t.count(tx, worth(t.Round.Level, quality, t.Attempt.Hints), last)
}
