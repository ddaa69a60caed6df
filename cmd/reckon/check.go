package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"reckon/engine"
)

type checkCmd struct {
	ID     string `arg:"" optional:"" help:"ID of the puzzle: 24:3,3,8,8. With --batch, a line is an ID, a tab and an answer."`
	Answer string `arg:"" optional:"" help:"The answer: '8/(3-8/3)'. Put -- before one that begins with a minus."`
	output
}

// Run prints what the judge says.
//
// In JSON: id, answer, outcome (right, wrong, invalid), value (exact), where
// the game measures answers the measure by its own name, and fault (code, args
// and, in bytes of the answer, at) unless it is right.
func (k checkCmd) Run(ctx context.Context, c console, find puzzles, speak speaker) error {
	line := k.ID
	if line != "" {
		if k.Answer == "" {
			return errors.New("want an answer after the puzzle's ID")
		}
		line += "\t" + k.Answer
	}
	return k.run(ctx, c, line, func(_ context.Context, line string) result {
		id, answer, tab := strings.Cut(line, "\t")
		if !tab {
			return unreadable(speak, id, "", &engine.Fault{Code: "line.no-tab"})
		}
		p, rules, err := find(id)
		if err != nil {
			return unreadable(speak, id, answer, err)
		}
		return judged(speak, p, rules.Measure, answer)
	})
}

func judged(speak speaker, p engine.Puzzle, measure, answer string) result {
	v := p.Judge(answer)
	r := result{object: verdict(p.ID(), answer, v.Outcome, v.Value), text: string(v.Outcome), status: no}
	if v.Value != "" {
		r.text += fmt.Sprintf(": %s = %s", v.Text, v.Value)
	}
	if measure != "" && v.Outcome != engine.Invalid {
		r.object = append(r.object, field{measure, v.Measure})
		r.text += fmt.Sprintf(", %s %d", measure, v.Measure)
	}
	if v.Outcome == engine.Right {
		r.status = yes
	}
	if v.Fault != nil {
		r.object = append(r.object, field{"fault", faultOf(v.Fault)})
		r.text += "\n" + speak.fault(p.ID(), answer, asUnderstood(v))
	}
	return r
}

// asUnderstood is the fault of v, to be said of the answer as the judge
// understood it, without the "=24" behind it.
func asUnderstood(v engine.Verdict) *engine.Fault {
	if v.Text == "" {
		return v.Fault
	}
	f := *v.Fault
	f.Args = maps.Clone(f.Args)
	if f.Args == nil {
		f.Args = engine.Args{}
	}
	f.Args["answer"] = v.Text
	return &f
}

func unreadable(speak speaker, id, answer string, err error) result {
	return result{
		object: append(verdict(id, answer, engine.Invalid, ""), field{"fault", faultOf(err)}),
		text:   speak.fault(id, id, err),
		status: trouble,
	}
}

func verdict(id, answer string, o engine.Outcome, value string) object {
	return object{{"id", id}, {"answer", answer}, {"outcome", o}, {"value", value}}
}
