package play

import (
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
	Solvers []storage.Solver // the earliest first
	More    int              // others who solved it
	Best    *storage.Solver  // the nearest to a record; nil where there are none
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
		x := GameDay{Game: g}
		r, is, err := storage.Found(tx.DailyRound(number, g.Name()))
		if is {
			x.Solvers, x.More, err = tx.DailySolvers(r.ID, c.ID, maxSolvers)
		}
		if err == nil && len(x.Solvers) > 0 && g.Rules().Records {
			var best storage.Solver
			if best, is, err = storage.Found(tx.BestSolver(r.ID, c.ID)); is {
				x.Best = &best
			}
		}
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
