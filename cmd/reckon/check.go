package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"reckon/engine"
	"reckon/engine/games"
)

type checkCmd struct {
	ID     string `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, each line is an ID, a tab and an answer."`
	Answer string `arg:"" optional:"" help:"The answer: '8/(3-8/3)'. Put -- before one that begins with a minus."`
	output
}

// Run prints the verdict on an answer.
//
// In JSON: id, answer, outcome (right, wrong, invalid), value (exact); if the game
// measures answers, the measure under its own name; and unless the answer is right,
// fault (code, args and, in bytes of the answer, at).
func (k checkCmd) Run(ctx context.Context, c console, speak speaker) error {
	line := k.ID
	if line != "" {
		if k.Answer == "" {
			return errors.New("want an answer after the puzzle's ID")
		}
		line += "\t" + k.Answer
	}
	return k.run(ctx, c, line, func(_ context.Context, line string) result {
		id, answer, tab := strings.Cut(line, "\t")
		p, err := games.Parse(id)
		if !tab {
			err = &engine.Fault{Code: "line.no-tab"}
		}
		v := engine.Verdict{Outcome: engine.Invalid}
		if err == nil {
			id, v = p.ID(), p.Judge(answer)
		}
		o := object{{"id", id}, {"answer", answer}, {"outcome", v.Outcome}, {"value", v.Value}}
		if err != nil {
			return speak.unreadable(o, gameOf(id), id, err)
		}
		r := result{o, string(v.Outcome), no}
		if v.Value != "" {
			r.text += fmt.Sprintf(": %s = %s", v.Text, v.Value)
		}
		if measure := measureOf(id); measure != "" && v.Outcome != engine.Invalid {
			r.object = append(r.object, field{measure, v.Measure})
			r.text += fmt.Sprintf(", %s %d", measure, v.Measure)
		}
		if v.Outcome == engine.Right {
			r.status = yes
		}
		if v.Fault != nil {
			r.object = r.object.withFault(v.Fault)
			f := *v.Fault
			if v.Text != "" { // the answer as the judge understood it, without the "=24" behind it
				f.Args = engine.Args{}
				maps.Copy(f.Args, v.Fault.Args)
				f.Args["answer"] = v.Text
			}
			r.text += "\n" + speak.fault(gameOf(id), answer, &f)
		}
		return r
	})
}

// measureOf returns the name of what the game of a puzzle measures in answers, empty if
// it measures nothing.
func measureOf(id string) string {
	if g, ok := games.ByName(gameOf(id)); ok {
		return g.Rules().Measure
	}
	return ""
}
