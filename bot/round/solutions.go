package round

import (
	"context"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// DaySolutions are the solutions of a day.
type DaySolutions struct {
	Number int
	// Shown is the time from which they are shown, in the person's time zone. Before that time there are no
	// Parts.
	Shown time.Time
	// Parts are the puzzles of the day, in the order of the games. A puzzle that nobody has asked for is
	// not among them.
	Parts []SolvedPart
}

// A SolvedPart is a puzzle of a day with its solution.
type SolvedPart struct {
	Round    Round
	Solution engine.Solution
	// Barrier says why the solution is not shown to the person now. It has no Until.
	Barrier Barrier
}

// AskSolutions finds the solutions of a day, unless the day is live somewhere. It returns a function to run in a
// transaction. That function notes which solutions the person is shown, and returns these solutions.
func (p *Play) AskSolutions(
	ctx context.Context, a Act, number int, games []engine.Game,
) (func(*storage.Tx) (DaySolutions, error), error) {
	var known map[string]engine.Solution
	isOver := !a.At.Before(SolutionsFrom(number))
	if isOver {
		var err error
		known, err = p.solveDay(ctx, number, games)
		if err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) (DaySolutions, error) {
		shown, err := p.shownFrom(tx, a, number)
		if err != nil {
			return DaySolutions{}, err
		}
		day := DaySolutions{Number: number, Shown: shown}
		if !isOver {
			return day, nil
		}
		for _, g := range games {
			s, isKnown := known[g.Name()]
			if !isKnown {
				continue
			}
			part, err := p.showPart(tx, a, number, g, s)
			if err != nil {
				return DaySolutions{}, err
			}
			day.Parts = append(day.Parts, part)
		}
		return day, nil
	}, nil
}

// showPart shows a person a solution of a puzzle of a day that is over everywhere, unless the same
// puzzle is open somewhere else. s is what the solver knows.
func (p *Play) showPart(tx *storage.Tx, a Act, number int, g engine.Game, s engine.Solution) (SolvedPart, error) {
	r, err := p.daily(tx, number, g)
	if err != nil {
		return SolvedPart{}, err
	}
	part := SolvedPart{Round: r}
	part.Barrier, err = p.MayShow(tx, a, r.Puzzle)
	if err != nil || part.Barrier.IsPlayed() || part.Barrier.Alone != nil {
		return part, err
	}
	part.Solution, err = bestKnown(tx, r, s)
	if err != nil {
		return SolvedPart{}, err
	}
	return part, p.Showed(tx, a, r.Puzzle)
}
