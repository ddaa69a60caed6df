package main

import (
	"context"
	"fmt"
	"strings"

	"reckon/engine"
)

type rateCmd struct {
	ID string `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, a line is an ID."`
	output
}

// Run prints how hard a puzzle is for people, and why. Its status is no for a
// puzzle that has no solution, or of which a short search found none.
//
// In JSON: id, seconds (predicted mean time to solve it; 0 where the game has
// no such model), level (1 to 5), reasons (codes, most telling first), solvable
// (a solution is known) and complete (if none is known, there is none).
func (rt rateCmd) Run(ctx context.Context, c console, find puzzles, speak speaker) error {
	return rt.run(ctx, c, rt.ID, func(_ context.Context, id string) result {
		p, _, err := find(id)
		if err != nil {
			return result{
				object: append(rated(id, engine.Rating{Solvability: engine.NotFound}), field{"fault", faultOf(err)}),
				text:   speak.fault(id, id, err),
				status: trouble,
			}
		}
		rating := p.Rating()
		r := result{
			object: rated(p.ID(), rating),
			text:   fmt.Sprintf("level %d of 5", rating.Level),
		}
		if rating.Seconds > 0 {
			r.text += fmt.Sprintf(", about %.0f seconds", rating.Seconds)
		}
		if len(rating.Reasons) > 0 {
			r.text += ": " + strings.Join(speak.reasons(p.ID(), rating.Reasons), ", ")
		}
		switch rating.Solvability {
		case engine.Unsolvable:
			r.text, r.status = p.ID()+" has no solution", no
		case engine.NotFound:
			r.text, r.status = "no solution of "+p.ID()+" was found by a short search", no
		}
		return r
	})
}

func rated(id string, r engine.Rating) object {
	reasons := r.Reasons
	if reasons == nil {
		reasons = []string{} // a list in JSON, not null
	}
	return object{
		{"id", id}, {"seconds", r.Seconds}, {"level", int(r.Level)}, {"reasons", reasons},
		{"solvable", r.Solvability == engine.Solvable}, {"complete", r.Solvability != engine.NotFound},
	}
}
