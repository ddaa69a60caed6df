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
	// Parts are the puzzles of the day, in the order of the games.
	Parts []SolvedPart
}

// A SolvedPart is a puzzle of a day with its solution.
type SolvedPart struct {
	Round    Round
	Solution engine.Solution
	// Barrier says why the solution is not shown to the person now. It has no Until.
	Barrier Barrier
}

// AskSolutions finds the solutions of a day, unless the day is live somewhere. It returns a function for a transaction,
// which returns these solutions and notes which of them the person is shown.
func (p *Play) AskSolutions(
	ctx context.Context, a Act, number int, games []engine.Game,
) (func(*storage.Tx) (DaySolutions, error), error) {
	var known map[string]engine.Solution
	isOver := !a.At.Before(SolutionsFrom(number))
	if isOver {
		var err error
		known, err = p.solveWholeDay(ctx, a, number, games)
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
		day.Parts, err = p.solvedParts(tx, a, number, games, known)
		if err != nil {
			return DaySolutions{}, err
		}
		for _, part := range day.Parts {
			if part.isHidden() {
				continue
			}
			if err := p.MarkShown(tx, a, part.Round.Puzzle); err != nil {
				return DaySolutions{}, err
			}
		}
		return day, nil
	}, nil
}

// SolutionsToView returns the solutions of a day that a person looks at again and again. The first time it
// notes which solutions they are shown, in a transaction of its own, as AskSolutions does. Later it only
// reads, unless a puzzle of the day has been posed again since. A person who is not stored yet is shown nothing.
func (p *Play) SolutionsToView(ctx context.Context, a Act, number int, games []engine.Game) (DaySolutions, error) {
	day := DaySolutions{Number: number}
	mayShow := a.Person.ID != 0 && !a.At.Before(SolutionsFrom(number))
	var known map[string]engine.Solution
	if mayShow {
		var err error
		known, err = p.solveWholeDay(ctx, a, number, games)
		if err != nil {
			return day, err
		}
	}
	allNoted := true
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		day.Shown, err = p.shownFrom(tx, a, number)
		if err != nil {
			return err
		}
		day.Parts, err = p.solvedParts(tx, a, number, games, known)
		if err != nil {
			return err
		}
		allNoted, err = arePartsNoted(tx, a, day.Parts)
		return err
	})
	if err != nil || allNoted {
		return day, err
	}
	show, err := p.AskSolutions(ctx, a, number, games)
	if err != nil {
		return day, err
	}
	err = p.store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		day, err = show(tx)
		return err
	})
	return day, err
}

// solveWholeDay returns what the solver knows of a day's puzzles in some games, by the game's name. It makes the
// puzzles that nobody has asked for yet, each in a transaction of its own, because a draw takes a while.
func (p *Play) solveWholeDay(
	ctx context.Context, a Act, number int, games []engine.Game,
) (map[string]engine.Solution, error) {
	known, err := p.solveDay(ctx, number, games)
	if err != nil || len(known) == len(games) {
		return known, err
	}
	for _, g := range games {
		if _, isMade := known[g.Name()]; isMade {
			continue
		}
		err := p.store.Commit(ctx, func(tx *storage.Tx) error {
			_, err := p.DailyRound(tx, number, g, a.At)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return p.solveDay(ctx, number, games)
}

// arePartsNoted is arePuzzlesNoted for those of some parts whose solutions are shown.
func arePartsNoted(tx *storage.Tx, a Act, parts []SolvedPart) (bool, error) {
	var shown []engine.Puzzle
	for _, part := range parts {
		if !part.isHidden() {
			shown = append(shown, part.Round.Puzzle)
		}
	}
	return arePuzzlesNoted(tx, a, shown)
}

// solvedParts returns the puzzles of a day that is over everywhere, with the solutions that may be shown to
// a person. known is what the solver knows.
func (p *Play) solvedParts(
	tx *storage.Tx, a Act, number int, games []engine.Game, known map[string]engine.Solution,
) ([]SolvedPart, error) {
	var parts []SolvedPart
	for _, g := range games {
		s, isKnown := known[g.Name()]
		if !isKnown {
			continue
		}
		part, err := p.solvedPart(tx, a, number, g, s)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// isHidden reports whether the Barrier keeps the solution from the person.
func (s SolvedPart) isHidden() bool { return s.Barrier.IsPlayed() || s.Barrier.Alone != nil }

// solvedPart returns a puzzle of a day that is over everywhere, with its solution if that may be shown to a
// person. s is what the solver knows.
func (p *Play) solvedPart(tx *storage.Tx, a Act, number int, g engine.Game, s engine.Solution) (SolvedPart, error) {
	r, err := p.findDaily(tx, number, g)
	if err != nil {
		return SolvedPart{}, err
	}
	part := SolvedPart{Round: r}
	part.Barrier, err = p.MayShow(tx, a, r.Puzzle)
	if err != nil || part.isHidden() {
		return part, err
	}
	part.Solution, err = bestKnown(tx, r, s)
	return part, err
}
