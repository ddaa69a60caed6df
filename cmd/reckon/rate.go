package main

import (
	"context"
	"fmt"

	"reckon/engine"
	"reckon/engine/games"
)

type rateCmd struct {
	ID string `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, each line is an ID."`
	output
}

// Run prints how hard a puzzle is for people, and why. Its status is no if the puzzle
// has no solution, or a short search found none.
//
// In JSON: id, seconds (predicted mean time to solve it; 0 if the game has no such
// model), level (1 to 5), reasons (codes, most telling first), solvable (a solution is
// known), complete (if no solution is known, none exists) and guess (seconds are a guess,
// since no puzzle like it was measured).
func (rt rateCmd) Run(ctx context.Context, c console, speak speaker) error {
	return rt.run(ctx, c, rt.ID, func(_ context.Context, id string) result {
		p, err := games.Parse(id)
		rating := engine.Rating{Solvability: engine.NotFound}
		if err == nil {
			id, rating = p.ID(), p.Rating()
		}
		guess := rating.Seconds > 0 && rating.Deviation == 0
		o := object{
			{"id", id}, {"seconds", rating.Seconds}, {"level", int(rating.Level)}, {"reasons", append([]string{}, rating.Reasons...)},
			{"solvable", rating.Solvability == engine.Solvable}, {"complete", rating.Solvability != engine.NotFound}, {"guess", guess},
		}
		if err != nil {
			return speak.unreadable(o, gameOf(id), id, err)
		}
		switch rating.Solvability {
		case engine.Unsolvable:
			return result{o, id + " has no solution", no}
		case engine.NotFound:
			return result{o, "no solution of " + id + " was found by a short search", no}
		}
		text := fmt.Sprintf("level %d of 5", rating.Level)
		if rating.Seconds > 0 {
			text += fmt.Sprintf(", about %.0f seconds", rating.Seconds)
			if guess {
				text += " (a guess)"
			}
		}
		for i, code := range rating.Reasons {
			text += [...]string{": ", ", "}[min(i, 1)] + speak.Text("reason."+gameOf(id)+"."+code)
		}
		return result{o, text, yes}
	})
}
