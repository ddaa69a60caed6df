package play

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A CommunityDay is how a community does on a day.
type CommunityDay struct {
	Number int
	Games  []GameDay // in the order asked for; of games that somebody solved
	Streak int       // days in a row on which somebody answered well
}

// A GameDay is how a community does at one puzzle of a day.
type GameDay struct {
	Game    engine.Game
	Solvers []Solver // the earliest first
	More    int      // others who solved it
	Best    *Solver  // the nearest to a record; nil where there are none
}

// A Solver is somebody who has solved a puzzle of a day.
type Solver struct {
	storage.Solver
	Elapsed time.Duration // since they were first shown it; 0: not known
}

// maxSolvers is how many solvers of a puzzle are named.
const maxSolvers = 20

// CommunityDay is how a community does on a day. Today is the number at the place, to which
// the streak goes.
func (p *Play) CommunityDay(tx *storage.Tx, c storage.Community, number, today int, games []engine.Game) (d CommunityDay, err error) {
	d.Number = number
	if c.Private {
		return d, nil
	}
	for _, g := range games {
		x, err := gameDay(tx, c, number, g)
		if err != nil {
			return CommunityDay{}, err
		}
		if len(x.Solvers) > 0 {
			d.Games = append(d.Games, x)
		}
	}
	d.Streak, err = p.CommunityStreak(tx, c.ID, today)
	return d, err
}

func gameDay(tx *storage.Tx, c storage.Community, number int, g engine.Game) (d GameDay, err error) {
	d.Game = g
	r, is, err := storage.Found(tx.DailyRound(number, g.Name()))
	if !is {
		return d, err
	}
	all, more, err := tx.DailySolvers(r.ID, c.ID, maxSolvers)
	d.More = more
	for _, s := range all {
		solver := Solver{Solver: s}
		if !s.OpenedAt.IsZero() {
			solver.Elapsed = max(0, s.SolvedAt.Sub(s.OpenedAt))
		}
		d.Solvers = append(d.Solvers, solver)
	}
	if err != nil || !g.Rules().Records {
		return d, err
	}
	best, is, err := storage.Found(tx.BestSolver(r.ID, c.ID))
	if is {
		d.Best = &Solver{Solver: best}
	}
	return d, err
}
