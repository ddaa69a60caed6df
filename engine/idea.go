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
// them (×, ÷), except for distance.
//
//	near             it misses the goal; Args value, goal, distance
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
		facts = append(facts, operandFacts(*step)...)
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
	blank := &expr.Node{}
	for !isGiven(n) {
		step := steps[slices.IndexFunc(steps, func(s expr.Step) bool { return s.Node == n })]
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

// An operand is one of the operands of a step, as people write it.
type operand struct {
	value string
	made  string
	// isGiven means that it is a number of the puzzle.
	isGiven bool
	// isMade means that it is made by a calculation and its value is short enough to name.
	isMade bool
}

// newOperand returns n, with value v, as an operand; the zero operand if n is nil.
func newOperand(n *expr.Node, v exact.Value) operand {
	if n == nil {
		return operand{}
	}
	value := expr.Text(v, ideaStyle)
	given := isGiven(n)
	return operand{
		value:   value,
		made:    n.Print(ideaStyle),
		isGiven: given,
		isMade:  !given && len(value) <= longestValue,
	}
}

// operandFacts returns the fact about the operands of a step: which are given and how the
// others are made. It is silent about an operand whose value is too long to name.
func operandFacts(step expr.Step) []Hint {
	x := newOperand(step.Node.X, step.X)
	y := newOperand(step.Node.Y, step.Y)
	if !x.isMade {
		x, y = y, x
	}
	switch {
	case x.isMade && y.isMade && x.value == y.value:
		return []Hint{{"twice", Args{"value": x.value, "a": x.made, "b": y.made}}}
	case x.isMade && y.isMade:
		return []Hint{{"two", Args{"x": x.value, "a": x.made, "y": y.value, "b": y.made}}}
	case x.isMade && y.isGiven:
		return []Hint{{"one", Args{"have": y.value, "value": x.value, "made": x.made}}}
	case x.isMade:
		return []Hint{{"make", Args{"value": x.value, "made": x.made}}}
	case x.isGiven && y.isGiven:
		return []Hint{{Code: "both"}}
	}
	return nil
}

// isGiven reports whether n is a number, with a sign or not.
func isGiven(n *expr.Node) bool {
	return n.Op == expr.Num || n.Op == expr.Neg && n.X.Op == expr.Num
}
