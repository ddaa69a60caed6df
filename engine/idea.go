package engine

import (
	"slices"
	"strconv"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// longestValue is how many bytes of a value an idea names. A longer value is no easier
// to see than the calculation that makes it.
const longestValue = 10

// Idea gives the facts that make a calculation clear, in the order in which a person
// thinks of them; none of a text that is no calculation. Args are texts as people write
// them (×, ÷), but for distance.
//
//	near             it misses the goal; Args value, goal, distance
//	all.add, all.mul its numbers are only added, or multiplied; Args value, text
//	split            its last step that changes anything, on values; Args value, split (8÷(1/3))
//	there            no step changes anything; Args value
//	both             both operands of that step are numbers that are there
//	one              one is there, one is made; Args have, value, made
//	make             one is made; Args value, made
//	two              both are made; Args x, a, y, b: x is made by a, y by b
//	twice            both are made and equal; Args value, a, b
//	idle             the steps that change nothing (×1); Args steps
func Idea(answer, goal string) (facts []Hint) {
	n, err := expr.Parse(answer)
	if err != nil || isGiven(n) {
		return nil
	}
	steps, err := expr.Steps(n)
	if err != nil {
		return nil
	}
	const style = expr.Typographic
	result := steps[len(steps)-1].Value
	value := expr.Text(result, style)
	if wanted, err := strconv.ParseInt(goal, 10, 64); err == nil && !result.Is(wanted) {
		if made, ok := result.Int64(); ok {
			facts = append(facts, Hint{"near", Args{"value": value, "goal": goal, "distance": int(max(made-wanted, wanted-made))}})
		}
	}
	if (n.Op == expr.Add || n.Op == expr.Mul) && n.Find(func(m *expr.Node) bool { return m.Op != n.Op && m.Op != expr.Num }) == nil && len(n.Numbers()) > 2 {
		return append(facts, Hint{"all." + n.Op.Name(), Args{"value": value, "text": n.Print(style)}})
	}
	var step expr.Step
	var idle []string
	blank := &expr.Node{}
	for last := n; last != nil; {
		if isGiven(last) {
			facts = append(facts, Hint{"there", Args{"value": value}})
			break
		}
		step = steps[slices.IndexFunc(steps, func(s expr.Step) bool { return s.Node == last })]
		switch is := step.Value.String(); {
		case step.Node.Y != nil && is == step.X.String():
			idle = append(idle, expr.New(step.Op, blank, last.Y).Print(style))
			last = last.X
		case (step.Op == expr.Add || step.Op == expr.Mul) && is == step.Y.String():
			idle = append(idle, expr.New(step.Op, last.X, blank).Print(style))
			last = last.Y
		default:
			facts = append(facts, Hint{"split", Args{"value": value, "split": step.Operation(style, longestValue)}})
			facts = append(facts, parts(step)...)
			last = nil
		}
	}
	if len(idle) > 0 {
		facts = append(facts, Hint{"idle", Args{"steps": idle}})
	}
	return facts
}

// parts returns the fact about the operands of a step: which are there and how the others
// are made. It says nothing of one that stands in the step as it is made.
func parts(step expr.Step) []Hint {
	type operand struct {
		value, made  string
		have, isMade bool
	}
	read := func(n *expr.Node, v exact.Value) (o operand) {
		if n != nil {
			o.value, o.made, o.have = expr.Text(v, expr.Typographic), n.Print(expr.Typographic), isGiven(n)
			o.isMade = !o.have && len(o.value) <= longestValue
		}
		return o
	}
	x, y := read(step.Node.X, step.X), read(step.Node.Y, step.Y)
	if !x.isMade {
		x, y = y, x
	}
	switch {
	case x.isMade && y.isMade && x.value == y.value:
		return []Hint{{"twice", Args{"value": x.value, "a": x.made, "b": y.made}}}
	case x.isMade && y.isMade:
		return []Hint{{"two", Args{"x": x.value, "a": x.made, "y": y.value, "b": y.made}}}
	case x.isMade && y.have:
		return []Hint{{"one", Args{"have": y.value, "value": x.value, "made": x.made}}}
	case x.isMade:
		return []Hint{{"make", Args{"value": x.value, "made": x.made}}}
	case x.have && y.have:
		return []Hint{{Code: "both"}}
	}
	return nil
}

// isGiven reports whether n is a number, with a sign or not.
func isGiven(n *expr.Node) bool {
	return n.Op == expr.Num || n.Op == expr.Neg && n.X.Op == expr.Num
}
