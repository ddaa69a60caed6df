package play

import "reckon/storage"

// takeBest takes an answer where the best one wins. It is paid at the end.
func takeBest(tx *storage.Tx, t *try) error {
	mine, err := tx.PlayerAnswers(t.Round.ID, t.Person.ID)
	if err != nil {
		return err
	}
	t.compare(mine)
	if _, err := t.record(tx); err != nil {
		return err
	}
	if t.Practice == Paid {
		t.Worth = worth(t.Round.Level, t.Round.Game.Quality(t.Verdict.Measure, t.Solution.Measure), t.Attempt.Hints)
	}
	t.Stands = !t.Round.OnClock() // an edit for each answer would flood a short round
	if err := t.noteRecord(tx); err != nil {
		return err
	}
	if t.Round.Mode().EndsEarly && t.Practice == Paid && t.Verdict.Measure <= t.Solution.Measure {
		return hasten(tx, t.Round, t.At) // nobody can do better
	}
	return nil
}

// compare compares an answer with the best of the person's others.
func (t *try) compare(mine []storage.Answer) {
	t.What, t.Before = Noted, bestOf(mine)
	if t.Before != nil && t.Before.Measure <= t.Verdict.Measure {
		t.What = NoBetter
	}
}
