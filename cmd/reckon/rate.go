package main

import (
	"context"
	"fmt"
	"strings"
)

type rateCmd struct {
	ID string `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, a line is an ID."`
	output
}

// Run prints how hard a puzzle is for people, and why. Its status is no for a
// puzzle that has no solution.
//
// In JSON: id, seconds (predicted mean time to solve it; 0 where the game has
// no such model), level (1 to 5), reasons (codes, most telling first).
func (rt rateCmd) Run(ctx context.Context, c console, find puzzles, speak speaker) error {
	return rt.run(ctx, c, rt.ID, func(_ context.Context, id string) result {
		p, _, err := find(id)
		if err != nil {
			return result{
				object: append(rated(id, 0, 0, nil), field{"fault", faultOf(err)}),
				text:   speak.fault(id, id, err),
				status: trouble,
			}
		}
		rating := p.Rating()
		r := result{
			object: rated(p.ID(), rating.Seconds, int(rating.Level), rating.Reasons),
			text:   fmt.Sprintf("level %d of 5", rating.Level),
		}
		if rating.Seconds > 0 {
			r.text += fmt.Sprintf(", about %.0f seconds", rating.Seconds)
		}
		if len(rating.Reasons) > 0 {
			r.text += ": " + strings.Join(speak.reasons(p.ID(), rating.Reasons), ", ")
		}
		if p.Hint(1, nil).Code == "" {
			r.text, r.status = p.ID()+" has no solution", no
		}
		return r
	})
}

func rated(id string, seconds float64, level int, reasons []string) object {
	if reasons == nil {
		reasons = []string{} // a list in JSON, not null
	}
	return object{{"id", id}, {"seconds", seconds}, {"level", level}, {"reasons", reasons}}
}
