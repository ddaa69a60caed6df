package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"reckon/engine"
	"reckon/engine/games"
)

type solveCmd struct {
	ID      string        `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, each line is an ID."`
	Timeout time.Duration `default:"1m" help:"Longest search for one puzzle (default: ${default}); 0 is no limit."`
	output
}

// Run prints all distinct solutions, the most natural first, one a line.
//
// In JSON: id, solvable, best, solutions, complete (there are no others); and if the
// game measures answers, the measure of the best under its own name, proven (no answer
// is better), settled (no better one is known) and searched (a search within the game's
// limits found no better one up to this measure).
func (s solveCmd) Run(ctx context.Context, c console, speak speaker) error {
	return s.run(ctx, c, s.ID, func(ctx context.Context, id string) result {
		p, err := games.Parse(id)
		var found engine.Solution
		if err == nil {
			if s.Timeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, s.Timeout)
				defer cancel()
			}
			id, found = p.ID(), p.Solve(ctx)
		}
		o := object{
			{"id", id}, {"solvable", found.Solvable}, {"best", found.Best}, {"solutions", append([]string{}, found.All...)}, {"complete", found.Complete},
		}
		if err != nil {
			return speak.unreadable(o, gameOf(id), id, err)
		}
		measure := measureOf(id)
		if measure != "" {
			if found.Best != "" {
				o = append(o, field{measure, found.Measure})
			}
			o = append(o, field{"proven", found.Proven}, field{"settled", found.Settled}, field{"searched", found.Searched})
		}
		r := result{o, solutionText(id, found, measure), no}
		if found.Solvable {
			r.status = yes
		}
		return r
	})
}

func solutionText(id string, s engine.Solution, measure string) string {
	lines := append([]string{}, s.All...)
	if len(lines) == 0 && s.Best != "" {
		lines = []string{s.Best}
	}
	switch {
	case measure != "" && s.Best != "":
		lines = append(lines, fmt.Sprintf("%s %d, %s", measure, s.Measure, certainty(s)))
	case len(lines) == 0 && s.Complete:
		lines = []string{id + " has no solution"}
	case len(lines) == 0:
		lines = []string{"no solution of " + id + " was found in time"}
	case !s.Complete && measure == "":
		lines = append(lines, "there may be more")
	}
	return strings.Join(lines, "\n")
}

// certainty says how sure it is that no answer has a smaller measure.
func certainty(s engine.Solution) string {
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
