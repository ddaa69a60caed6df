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

// ideaStyle is how people write the calculations and values of an idea.
const ideaStyle = expr.Typographic

// Idea returns the facts that explain a calculation, in the order in which a person thinks
// of them. There are none for a text that is no calculation. Args are texts as people write
// them (×, ÷), except that distance is a number.
//
//	near             the calculation misses the goal; Args value, goal, distance
//	all.add, all.mul its numbers are only added, or multiplied; Args value, text
//	there            no step changes anything; Args value
//	split            the last step that changes anything, on values; Args value, split (8÷(1/3)).
//	                 One of the next five facts follows, about the operands of that step:
//	both             both are given numbers
//	one              one is given, one is made; Args have, value, made
//	make             one is made; Args value, made
//	two              both are made; Args x, a, y, b: x is made by a, y by b
//	twice            both are made and equal; Args value, a, b
//	idle             the later steps, which change nothing (×1); Args steps
//
// A part of longPart numbers or more is shown with values instead of the calculations in it. The facts about
// those calculations follow.
func Idea(answer, goal string) (facts []Hint) {
	n, err := expr.Parse(answer)
	if err != nil || isGiven(n) {
		return nil
	}
	if grouped := Regroup(n); grouped != nil {
		n = grouped
	}
	steps, err := expr.Steps(n)
	if err != nil {
		return nil
	}
	result := steps[len(steps)-1].Value
	value := expr.Text(result, ideaStyle)
	if distance := distanceTo(goal, result); distance != 0 {
		facts = append(facts, Hint{"near", Args{"value": value, "goal": goal, "distance": distance}})
	}
	if joinsAll(n) {
		return append(facts, Hint{"all." + n.Op.Name(), Args{"value": value, "text": n.Print(ideaStyle)}})
	}
	step, idle := lastChange(n, steps)
	if step == nil {
		facts = append(facts, Hint{"there", Args{"value": value}})
	} else {
		split := step.Operation(ideaStyle, longestValue)
		facts = append(facts, Hint{"split", Args{"value": value, "split": split}})
		facts = append(facts, operandFacts(*step, steps)...)
	}
	if len(idle) > 0 {
		facts = append(facts, Hint{"idle", Args{"steps": idle}})
	}
	return facts
}

// distanceTo returns how far a whole result is from the goal, or 0 if either is no whole
// number.
func distanceTo(goal string, result exact.Value) int {
	wanted, err := strconv.ParseInt(goal, 10, 64)
	if err != nil {
		return 0
	}
	made, ok := result.Int64()
	if !ok {
		return 0
	}
	return int(max(made-wanted, wanted-made))
}

// joinsAll reports whether n only adds or only multiplies more than two numbers.
func joinsAll(n *expr.Node) bool {
	if n.Op != expr.Add && n.Op != expr.Mul || len(n.Numbers()) < 3 {
		return false
	}
	other := n.Find(func(m *expr.Node) bool { return m.Op != n.Op && m.Op != expr.Num })
	return other == nil
}

// lastChange returns the last of the steps of n that changes anything; nil if no step does. It also
// returns the later steps, which change nothing, as texts.
func lastChange(n *expr.Node, steps []expr.Step) (change *expr.Step, idle []string) {
	// A number without digits is written as nothing, so what is left of 24*1 is ×1.
	blank := &expr.Node{}
	for !isGiven(n) {
		step := stepOf(n, steps)
		value := step.Value.String()
		commutes := step.Op == expr.Add || step.Op == expr.Mul
		switch {
		case n.Y != nil && value == step.X.String():
			idle = append(idle, expr.New(step.Op, blank, n.Y).Print(ideaStyle))
			n = n.X
		case commutes && value == step.Y.String():
			idle = append(idle, expr.New(step.Op, n.X, blank).Print(ideaStyle))
			n = n.Y
		default:
			return &step, idle
		}
	}
	return nil, idle
}

// stepOf returns the step that makes n. n must not be a number.
func stepOf(n *expr.Node, steps []expr.Step) expr.Step {
	return steps[slices.IndexFunc(steps, func(s expr.Step) bool { return s.Node == n })]
}

// longPart is how many numbers a part must have to be too long to take in at a glance.
const longPart = 4

// An operand is one of the operands of a step, as people write it.
type operand struct {
	value string
	// made is the calculation that makes the value.
	made string
	// isGiven means that the operand is a number of the puzzle.
	isGiven bool
	// isMade means that the operand is made by a calculation, and its value is short enough to name.
	isMade bool
	// rest are further facts, about the calculations inside a long operand.
	rest []Hint
}

// newOperand returns n, with value v, as an operand; the zero operand if n is nil.
func newOperand(n *expr.Node, v exact.Value, steps []expr.Step) operand {
	if n == nil {
		return operand{}
	}
	value := expr.Text(v, ideaStyle)
	given := isGiven(n)
	o := operand{
		value:   value,
		made:    n.Print(ideaStyle),
		isGiven: given,
		isMade:  !given && len(value) <= longestValue,
	}
	if o.isMade && len(n.Numbers()) >= longPart && !joinsAll(n) {
		o.made, o.rest = explainLong(n, steps)
	}
	return o
}

// explainLong returns a long part with values instead of the calculations in it, and the facts about those
// calculations.
func explainLong(n *expr.Node, steps []expr.Step) (made string, rest []Hint) {
	c := chainOf(n)
	isOneStep := len(c.terms(nil, n, false)) < 3
	if isOneStep {
		step := stepOf(n, steps)
		return step.Operation(ideaStyle, longestValue), operandFacts(step, steps)
	}
	var parts []operand
	var replace func(n *expr.Node) *expr.Node
	replace = func(n *expr.Node) *expr.Node {
		if n.Op == c.join || n.Op == c.inverse {
			return expr.New(n.Op, replace(n.X), replace(n.Y))
		}
		if isGiven(n) {
			return n
		}
		step := stepOf(n, steps)
		part := newOperand(n, step.Value, steps)
		whole, ok := step.Value.Int64()
		if !ok || !part.isMade {
			return n
		}
		parts = append(parts, part)
		return expr.Number(whole)
	}
	made = replace(n).Print(ideaStyle)
	for pair := range slices.Chunk(parts, 2) {
		if len(pair) == 1 {
			rest = append(rest, Hint{"make", Args{"value": pair[0].value, "made": pair[0].made}})
		} else {
			rest = append(rest, twoMade(pair[0], pair[1]))
		}
		for _, part := range pair {
			rest = append(rest, part.rest...)
		}
	}
	return made, rest
}

// twoMade returns the fact that says how two operands are made.
func twoMade(x, y operand) Hint {
	return Hint{"two", Args{"x": x.value, "a": x.made, "y": y.value, "b": y.made}}
}

// operandFacts returns the facts about the operands of a step: which are given and how the
// others are made. It is silent about an operand whose value is too long to name.
func operandFacts(step expr.Step, steps []expr.Step) []Hint {
	x := newOperand(step.Node.X, step.X, steps)
	y := newOperand(step.Node.Y, step.Y, steps)
	// If only one operand is made, it is x.
	if !x.isMade {
		x, y = y, x
	}
	var fact Hint
	switch {
	case x.isMade && y.isMade && x.value == y.value:
		fact = Hint{"twice", Args{"value": x.value, "a": x.made, "b": y.made}}
	case x.isMade && y.isMade:
		fact = twoMade(x, y)
	case x.isMade && y.isGiven:
		fact = Hint{"one", Args{"have": y.value, "value": x.value, "made": x.made}}
	case x.isMade:
		fact = Hint{"make", Args{"value": x.value, "made": x.made}}
	case x.isGiven && y.isGiven:
		fact = Hint{Code: "both"}
	default:
		return nil
	}
	facts := append([]Hint{fact}, x.rest...)
	if x.value == y.value && x.made == y.made {
		// Both operands are the same calculation, whose facts are told once.
		return facts
	}
	return append(facts, y.rest...)
}

// isGiven reports whether n is a number, with a sign or not.
func isGiven(n *expr.Node) bool {
	return n.Op == expr.Num || n.Op == expr.Neg && n.X.Op == expr.Num
}
