package main

import (
	"context"
	"fmt"
	"strings"

	"reckon/engine"
	"reckon/engine/exact"
	"reckon/engine/expr"
)

type explainCmd struct {
	Expression string `arg:"" help:"'7+9/3*5-8/2+6/2*5'. Put -- before one that begins with a minus."`
	JSON       bool   `name:"json" help:"Print a JSON object instead of text."`
}

// Run shows an expression as steps a person can follow, as a tree, and in the
// three notations.
//
// In JSON: expression, value (exact), infix, prefix, postfix, steps, tree; or
// expression and fault.
func (e explainCmd) Run(_ context.Context, c console, speak speaker) error {
	r := explain(speak, e.Expression)
	return output{JSON: e.JSON}.print(c, r)
}

func explain(speak speaker, text string) result {
	n, value, err := engine.ReadAnswer(text)
	var steps []expr.Step
	if err == nil {
		if steps, err = expr.Steps(n); err != nil {
			err = engine.ExprFault(err)
		}
	}
	if err != nil {
		return result{
			object: object{{"expression", text}, {"fault", faultOf(err)}},
			text:   speak.fault("", text, err),
			status: trouble,
		}
	}
	equations := make([]string, len(steps))
	for i, s := range steps {
		equations[i] = s.Print(expr.ASCII)
	}
	return result{
		object: object{
			{"expression", text}, {"value", value.String()},
			{"infix", n.String()}, {"prefix", n.Prefix()}, {"postfix", n.Postfix()},
			{"steps", equations}, {"tree", n.Tree(expr.ASCII)},
		},
		text: explanation(n, value, equations),
	}
}

func explanation(n *expr.Node, value exact.Value, steps []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s = %s\n", n, value)
	for _, part := range []struct {
		name  string
		lines []string
	}{
		{"steps", steps},
		{"tree", n.Tree(expr.Typographic)},
		{"infix", []string{n.String()}},
		{"prefix", []string{n.Prefix()}},
		{"postfix", []string{n.Postfix()}},
	} {
		for i, line := range part.lines {
			if i > 0 {
				part.name = ""
			}
			fmt.Fprintf(&b, "\n%-9s%s", part.name, line)
		}
	}
	return b.String()
}
