package play

import (
	"reckon/engine"
	"reckon/storage"
	"time"
)

// A best is won by the best answer. Answers are hidden until the end, and each
// person is paid then for the one of theirs that is worth most.
type best struct{}

func (best) take(tx *storage.Tx, p *Play, t *try) error {
	mine, err := tx.PlayerAnswers(t.Round.ID, t.Person.ID)
	if err != nil {
		return err
	}
	t.What, t.Before = Noted, bestOf(mine)
	if t.Before != nil && t.Before.Measure <= t.Verdict.Measure {
		t.What = NoBetter
	}
	if _, err := t.record(tx); err != nil {
		return err
	}
	if t.Practice == Paid {
		t.Worth = worth(t.Round.Level, t.Round.Game.Quality(t.Verdict.Measure, t.best.Measure), t.Attempt.Hints)
	}
	return p.noteRecord(tx, t)
}

// bestOf is the best of a person's answers that take part, or nil.
func bestOf(mine []storage.Answer) *storage.Answer {
	var out *storage.Answer
	for i, a := range mine {
		if takesPart(a) && (out == nil || a.Measure < out.Measure) {
			out = &mine[i]
		}
	}
	return out
}

func takesPart(a storage.Answer) bool { return a.Outcome == string(engine.Right) || a.Outcome == near }

// award pays each person for the answer of theirs that is worth most.
func (best) award(tx *storage.Tx, p *Play, r Round, s engine.Solution) error {
	all, err := tx.CountedAnswers(r.ID)
	if err != nil {
		return err
	}
	top := map[int64]storage.Answer{} // by player; Points is what it is worth
	var order []int64
	for _, a := range all {
		if a.Practice {
			continue
		}
		a.Points = worth(r.Level, r.Game.Quality(a.Measure, s.Measure), a.Hints)
		had, ok := top[a.PlayerID]
		if !ok {
			order = append(order, a.PlayerID)
		}
		if !ok || a.Points > had.Points {
			top[a.PlayerID] = a
		}
	}
	for _, id := range order {
		if err := payBest(tx, r, top[id]); err != nil {
			return err
		}
	}
	return nil
}

// payBest pays for one person's answer, unless the puzzle has paid them in
// another round meanwhile.
func payBest(tx *storage.Tx, r Round, a storage.Answer) error {
	if err := tx.MarkSeen(a.PlayerID, r.Class, r.ID); err != nil {
		return err
	}
	if _, err := pay(tx, r, a.PlayerID, a.Points, a.Outcome == string(engine.Right), a.At); err != nil {
		return err
	}
	earned, err := tx.Award(r.ID, a.PlayerID)
	if err != nil {
		return err
	}
	return tx.SetPoints(a.ID, earned.Points)
}

// noteRecord keeps an answer that goes below what is settled as the best known.
func (p *Play) noteRecord(tx *storage.Tx, t *try) error {
	if !t.Round.Game.Rules().Records || !t.best.Settled || t.Verdict.Outcome != engine.Right || t.Verdict.Measure >= t.best.Measure {
		return nil
	}
	t.Record = &storage.Record{
		Puzzle: t.Round.Round.Puzzle, Game: t.Round.Round.Game, Measure: t.Verdict.Measure, Was: t.best.Measure,
		Text: t.Verdict.Text, PlayerID: t.Person.ID, PlayerName: t.Person.Name, PlayerKey: t.Person.Key, At: t.At,
	}
	return tx.SaveRecord(*t.Record)
}

// ends is a day after the puzzle was dealt, unless it has a clock.
func (best) ends(_ *storage.Tx, r Round, _ engine.Solution) (string, time.Time, error) {
	if r.EndsAt.IsZero() { // of before its end was stored
		return TimeUp, r.DealtAt.Add(idleFor), nil
	}
	return TimeUp, r.EndsAt.Add(Grace), nil
}
