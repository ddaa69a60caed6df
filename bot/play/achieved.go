package play

import (
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// An Achievement is what a person did on a day.
type Achievement struct {
	Number int
	Live   bool
	// Shown is from when on the solutions of the day are shown, in the person's zone.
	Shown  time.Time
	Parts  []Part // of all games, in their order
	Streak Streak
}

// A Part is what a person did of one puzzle of a day.
type Part struct {
	Game    engine.Game
	Answer  *storage.Answer // the best that takes part; nil: none
	IsBest  bool            // no better one is known
	Stars   int             // 0: none, or the game has none
	Elapsed time.Duration   // from when they were first shown the puzzle to that answer; 0: not known
	Hints   int
	Missed  bool // given up without an answer that was paid for

	Best   *storage.Answer // the best of all, practice included; nil: none
	Found  int             // distinct solutions, practice included
	GaveUp bool
}

// Done reports whether the person is done with the puzzle.
func (p Part) Done() bool { return p.Answer != nil || p.Missed }

// Over reports whether nothing is left to do: the person gave up, or has the best there is.
func (p Part) Over() bool {
	return p.GaveUp || p.IsBest && !p.Game.Rules().Collect
}

// Done reports whether the person is done with all puzzles.
func (a Achievement) Done() bool {
	return !slices.ContainsFunc(a.Parts, func(p Part) bool { return !p.Done() })
}

// Begun reports whether the person is done with a puzzle.
func (a Achievement) Begun() bool { return slices.ContainsFunc(a.Parts, Part.Done) }

// Achieved returns what a person did on a day. known is what the solver knows.
func (p *Play) Achieved(tx *storage.Tx, a Act, number int, known map[string]engine.Solution) (Achievement, error) {
	today, zone, err := p.Live(tx, a)
	if err != nil {
		return Achievement{}, err
	}
	out := Achievement{Number: number}
	if out.Shown, err = p.shownFrom(tx, a, number); err != nil {
		return Achievement{}, err
	}
	out.Live = number <= today && number >= Number(a.At.Add(-finishFor).In(zone))
	for _, g := range p.Games {
		part, err := p.part(tx, a, number, g, known[g.Name()])
		if err != nil {
			return Achievement{}, err
		}
		out.Parts = append(out.Parts, part)
	}
	out.Streak, err = p.Streak(tx, a.Person.ID, today)
	return out, err
}

func (p *Play) part(tx *storage.Tx, a Act, number int, g engine.Game, s engine.Solution) (Part, error) {
	out := Part{Game: g}
	r, is, err := storage.Found(p.daily(tx, number, g))
	if !is {
		return out, err
	}
	mine, err := tx.PlayerAnswers(r.ID, a.Person.ID)
	if err != nil {
		return out, err
	}
	f, err := tx.Facts(r.ID, a.Person.ID, "", a.At, storage.NoAnswers)
	if err != nil {
		return out, err
	}
	r.OpenedAt = f.OpenedAt
	out.Best, out.GaveUp = bestOf(mine), !f.Attempt.GaveUpAt.IsZero()
	out.Found = distinct(slices.DeleteFunc(slices.Clone(mine), func(x storage.Answer) bool { return x.Outcome != string(engine.Right) }))
	if out.GaveUp { // what came after is practice
		mine = slices.DeleteFunc(slices.Clone(mine), func(x storage.Answer) bool { return x.Practice })
	}
	out.Answer, out.Hints = bestOf(mine), f.Attempt.Hints
	if out.Answer == nil {
		out.Missed = out.GaveUp
		return out, nil
	}
	out.Hints = out.Answer.Hints
	if s, err = bestKnown(tx, r, s); err != nil {
		return out, err
	}
	out.IsBest = g.Rules().Measure == "" || out.Answer.Measure <= s.Measure
	if out.Answer.Outcome == string(engine.Right) {
		out.Stars = Stars(g, out.Answer.Measure, s.Measure)
	}
	if begun := r.begun(); !begun.IsZero() {
		out.Elapsed = max(0, out.Answer.At.Sub(begun))
	}
	return out, nil
}
