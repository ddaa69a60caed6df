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
// name and proven (there is no better one).
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
			r.object = append(r.object, field{"proven", solution.Proven})
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
		proof := "not proven to be the least"
		if s.Proven {
			proof = "proven to be the least"
		}
		lines = append(lines[:len(lines):len(lines)], fmt.Sprintf("%s %d, %s", measure, s.Measure, proof))
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
