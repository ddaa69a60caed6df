package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"reckon/engine"
)

type solveCmd struct {
	ID      string        `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, a line is an ID."`
	Timeout time.Duration `default:"1m" help:"Longest search for one puzzle (default: ${default}); 0 is none."`
	output
}

// Run prints all distinct solutions, the most natural first, a line each.
//
// In JSON: id, solvable, best, solutions, complete (these are all there are)
// and, where the game measures answers, the measure of the best by its own
// name, proven (there is no better one), settled (it is the best known) and
// searched (a search within the game's limits found no better one up to there).
func (s solveCmd) Run(ctx context.Context, c console, find puzzles, speak speaker) error {
	return s.run(ctx, c, s.ID, func(ctx context.Context, id string) result {
		p, rules, err := find(id)
		if err != nil {
			return result{
				object: append(solved(id, engine.Solution{}), field{"fault", faultOf(err)}),
				text:   speak.fault(id, id, err),
				status: trouble,
			}
		}
		if s.Timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, s.Timeout)
			defer cancel()
		}
		solution := p.Solve(ctx)
		r := result{object: solved(p.ID(), solution), text: solutionText(p.ID(), solution, rules.Measure), status: no}
		if solution.Solvable {
			r.status = yes
		}
		if rules.Measure != "" {
			if solution.Best != "" {
				r.object = append(r.object, field{rules.Measure, solution.Measure})
			}
			r.object = append(r.object, field{"proven", solution.Proven}, field{"settled", solution.Settled}, field{"searched", solution.Searched})
		}
		return r
	})
}

func solved(id string, s engine.Solution) object {
	all := s.All
	if all == nil {
		all = []string{} // a list in JSON, not null
	}
	return object{{"id", id}, {"solvable", s.Solvable}, {"best", s.Best}, {"solutions", all}, {"complete", s.Complete}}
}

func solutionText(id string, s engine.Solution, measure string) string {
	lines := s.All
	if len(lines) == 0 && s.Best != "" {
		lines = []string{s.Best}
	}
	if measure != "" && s.Best != "" {
		lines = append(lines[:len(lines):len(lines)], fmt.Sprintf("%s %d, %s", measure, s.Measure, standing(s)))
	}
	switch {
	case len(lines) == 0 && s.Complete:
		return id + " has no solution"
	case len(lines) == 0:
		return "no solution of " + id + " was found in time"
	case !s.Complete && measure == "":
		lines = append(lines[:len(lines):len(lines)], "there may be more")
	}
	return strings.Join(lines, "\n")
}

// standing says how sure it is that the Measure is the least.
func standing(s engine.Solution) string {
	switch {
	case s.Proven:
		return "proven to be the least"
	case !s.Settled:
		return "the best found; fewer may do"
	case s.Searched >= s.Measure-1:
		return "the best known; a search of all with fewer, within limits, found none"
	default:
		return fmt.Sprintf("the best known; a search of all up to %d, within limits, found none", s.Searched)
	}
}
