package engine

import (
	"slices"
	"strings"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// An Answer is a calculation typed by a player, judged by the rules that all games share.
type Answer struct {
	// Node is nil if the text cannot be read.
	Node *expr.Node
	// Again counts instead of Node in games in which the result of a step may be used more than once:
	// see expr.Answer. If Node is Right, so is Again.
	Again *expr.Node
	// Value is the value of Node; 0 unless Valued.
	Value   exact.Value
	Valued  bool
	Outcome Outcome
	// Fault is nil if the Outcome is Right.
	Fault *Fault
}

// JudgeAnswer reads an answer and compares it with the goal. The Fault is one of these. If an
// answer has several, root-first is given before a false claim about a step, and that before
// the others:
//
//	syntax.* too-*  and the others of expr.Fault: the answer cannot be read or has
//	                no value, or a value that the player claims for it has none
//	root-first      it makes the goal if √ is taken before !, as in √9! for (√9)!;
//	                Args "meant" (the answer with its brackets)
//	value           it makes something else; Args "value", "mixed" (64/3 as 21 1/3), "goal"
//	value.long      it is far from the goal, and too large or too small to be
//	                shown, so it has no Value; Args "goal"
//	claim           the player claims a false value for a step, or for the whole answer,
//	                which makes the goal, as in 8*3=25; Args "claim", "value"; At is
//	                the place of the claim
//	claim.rounded   the same of a decimal, as in 8/3=2.67
func JudgeAnswer(text string, goal int64) Answer {
	typed, err := expr.ParseAnswer(text)
	if err != nil {
		return Answer{Outcome: Invalid, Fault: AsFault(err)}
	}
	// The answer and its claims share one budget.
	budget := exact.NewBudget()
	answer := judgeValue(budget, typed.Node, exact.Int(goal))
	answer.Again = typed.Again
	claims := typed.Claims
	if answer.Outcome != Right {
		if meant := typed.Node.RootFirst(); !meant.Equal(typed.Node) && makesGoal(budget, meant, goal) {
			answer.Outcome = Wrong
			answer.Fault = &Fault{Code: "root-first", Args: Args{"meant": meant.String()}}
			return answer
		}
		// A false claim about a step explains why the answer is wrong. A claim about the whole
		// answer does not explain it.
		claims = slices.DeleteFunc(claims, func(c expr.Claim) bool { return c.Final })
	}
	outcome, fault := judgeClaims(budget, claims, answer.Value)
	if fault != nil {
		answer.Outcome = outcome
		answer.Fault = fault
	}
	return answer
}

// makesGoal reports whether n has a value and it is the goal.
func makesGoal(budget *exact.Budget, n *expr.Node, goal int64) bool {
	v, err := expr.EvalWithin(budget, n)
	if err != nil {
		return false
	}
	return v.Is(goal)
}

// ReadAnswer evaluates a text as Evaluate does. If that fails, it evaluates the first reading of
// the text (see expr.Message) that is no Guess and can be evaluated.
func ReadAnswer(text string) (*expr.Node, exact.Value, error) {
	return readAnswer(text, func(expr.Reading) bool { return true })
}

// readAnswer is ReadAnswer, but it tries only the readings that accept returns true for.
func readAnswer(text string, accept func(expr.Reading) bool) (*expr.Node, exact.Value, error) {
	n, v, err := Evaluate(text)
	if err == nil {
		return n, v, nil
	}
	for _, reading := range expr.ReadMessage(text, true).Readings() {
		if reading.Guess || !accept(reading) {
			continue
		}
		meant, value, readErr := Evaluate(reading.Text)
		if readErr == nil {
			return meant, value, nil
		}
	}
	return n, v, err
}

// Evaluate reads and evaluates an answer typed by a player, whatever its goal.
// If the player claims another value for the answer or one of its steps ("=24"), the
// error is a Fault "claim" or "claim.rounded" with Args claim and value, and the
// expression and its value are returned, too. If the answer has no value, the expression
// is returned with the error. Every error is a *Fault.
func Evaluate(text string) (*expr.Node, exact.Value, error) {
	typed, err := expr.ParseAnswer(text)
	if err != nil {
		return nil, exact.Value{}, err
	}
	budget := exact.NewBudget()
	value, err := expr.EvalWithin(budget, typed.Node)
	if err != nil {
		return typed.Node, exact.Value{}, err
	}
	_, fault := judgeClaims(budget, typed.Claims, value)
	if fault != nil {
		return typed.Node, value, fault
	}
	return typed.Node, value, nil
}

// judgeClaims returns the Fault of the first wrong claim about an answer with
// the given value, or nil if no claim is wrong. It also returns the Outcome that the
// answer then has: Right without a Fault, Invalid if the wrong claim is about the whole
// answer and has no value, and Wrong for any other wrong claim.
func judgeClaims(budget *exact.Budget, claims []expr.Claim, value exact.Value) (Outcome, *Fault) {
	for _, claim := range claims {
		want := value
		if !claim.Final {
			step, err := expr.EvalWithin(budget, claim.Of)
			if err != nil {
				// A step without a value leaves the whole answer without one, so the answer has this fault
				// already.
				continue
			}
			want = step
		}
		claimed := judgeValue(budget, claim.Makes, want)
		switch {
		case claimed.Outcome == Wrong:
			return Wrong, claimFault(claim, claimed, want)
		case claimed.Outcome == Invalid && claim.Final:
			return Invalid, claimed.Fault
		case claimed.Outcome == Invalid:
			return Wrong, claimed.Fault
		}
	}
	return Right, nil
}

// claimFault returns the Fault of a claim that does not make the value wanted.
func claimFault(claim expr.Claim, claimed Answer, want exact.Value) *Fault {
	code := "claim"
	text := claim.Makes.String()
	switch {
	case strings.Contains(text, "."):
		code = "claim.rounded"
	case claimed.Valued && claim.Makes.Op == expr.Num:
		// The value has no leading zeros.
		text = claimed.Value.String()
	}
	return &Fault{
		Code: code,
		Args: Args{"claim": text, "value": want.String()},
		At:   claim.Makes.Place(),
	}
}

// judgeValue compares the value of n with the value wanted. A value that is too large to compute is
// still compared with a whole number, by its size.
func judgeValue(budget *exact.Budget, n *expr.Node, want exact.Value) Answer {
	value, err := expr.EvalWithin(budget, n)
	goal, isWhole := want.Int64()
	if fault := AsFault(err); fault != nil {
		if fault.Code == "too-large" && isWhole {
			return judgeSize(n, goal, fault)
		}
		return Answer{Node: n, Outcome: Invalid, Fault: fault}
	}
	answer := Answer{Node: n, Value: value, Valued: true}
	equal := value.Is(goal)
	if !isWhole {
		equal = budget.Cmp(value, want) == 0
		if budget.Reset() != nil {
			// They may be equal, but finding that out would cost too much.
			answer.Outcome = Invalid
			answer.Fault = &Fault{Code: "too-large", At: n.Place()}
			return answer
		}
	}
	if equal {
		answer.Outcome = Right
		return answer
	}
	answer.Outcome = Wrong
	answer.Fault = &Fault{
		Code: "value",
		Args: Args{"value": value.String(), "mixed": value.Mixed(), "goal": want.String()},
	}
	return answer
}

// judgeSize compares n, which is too large to compute, with the goal by its size. If the size does
// not tell whether n makes the goal, the Answer has the given Fault.
func judgeSize(n *expr.Node, goal int64, tooLarge *Fault) Answer {
	makes, err := expr.Makes(n, goal)
	if fault := AsFault(err); fault != nil {
		if fault.Code == "too-large" {
			fault = tooLarge
		}
		return Answer{Node: n, Outcome: Invalid, Fault: fault}
	}
	want := exact.Int(goal)
	if makes {
		return Answer{Node: n, Value: want, Valued: true, Outcome: Right}
	}
	fault := &Fault{Code: "value.long", Args: Args{"goal": want.String()}}
	return Answer{Node: n, Outcome: Wrong, Fault: fault}
}
