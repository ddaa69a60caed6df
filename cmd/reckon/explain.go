package main

import (
	"context"
	"fmt"

	"reckon/engine"
	"reckon/engine/expr"
)

type explainCmd struct {
	Expression string `arg:"" help:"'7+9/3*5-8/2+6/2*5'. Put -- before one that begins with a minus."`
	JSON       bool   `name:"json" help:"Print a JSON object instead of text."`
}

// Run shows an expression as steps that a person can follow, as a tree, and in the three
// notations.
//
// In JSON: expression, value (exact), infix, prefix, postfix, steps, tree; or
// expression and fault.
func (e explainCmd) Run(_ context.Context, c console, speak speaker) error {
	o, out := object{{"expression", e.Expression}}, output{JSON: e.JSON}
	n, value, err := engine.ReadAnswer(e.Expression)
	var steps []expr.Step
	if err == nil {
		steps, err = expr.Steps(n)
	}
	if err != nil {
		return out.print(c, speak.unreadable(o, "", e.Expression, err))
	}
	equations := make([]string, len(steps))
	for i, s := range steps {
		equations[i] = s.Print(expr.ASCII)
	}
	text := fmt.Sprintf("%s = %s\n", n, value)
	for _, part := range []struct {
		name  string
		lines []string
	}{
		{"steps", equations},
		{"tree", n.Tree(expr.Typographic)},
		{"infix", []string{n.String()}},
		{"prefix", []string{n.Polish(true)}},
		{"postfix", []string{n.Polish(false)}},
	} {
		for i, line := range part.lines {
			if i > 0 {
				part.name = ""
			}
			text += fmt.Sprintf("\n%-9s%s", part.name, line)
		}
	}
	return out.print(c, result{append(o, object{
		{"value", value.String()}, {"infix", n.String()}, {"prefix", n.Polish(true)}, {"postfix", n.Polish(false)},
		{"steps", equations}, {"tree", n.Tree(expr.ASCII)},
	}...), text, yes})
}
