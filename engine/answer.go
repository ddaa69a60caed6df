package engine

import (
	"slices"
	"strings"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// An Answer is a calculation typed by a player, judged by what all games have in
// common.
type Answer struct {
	Node    *expr.Node  // nil if the text cannot be read
	Again   *expr.Node  // Node with results of steps used again, see expr.Answer; as good if Right
	Value   exact.Value // the value of Node; 0 unless Valued
	Valued  bool
	Outcome Outcome
	Fault   *Fault // nil if Right
}

// JudgeAnswer reads an answer and compares it with the goal. The Fault is the
// first of these that applies:
//
//	syntax.* too-*  and the others of expr.Fault: it cannot be read or has no
//	                value, or what the player claims has none
//	root-first      it makes the goal if √ is taken before !, as in √9! for (√9)!;
//	                Args "meant" (the answer with its brackets)
//	value           it makes something else; Args "value", "mixed" (64/3 as 21 1/3), "goal"
//	value.long      it is far from the goal, and too large or too small to be
//	                shown, so it has no Value; Args "goal"
//	claim           it makes the goal, but the player claims another value, as in
//	                8*3=25; Args "claim", "value"; At the claim
//	claim.rounded   the same of a decimal, as in 8/3=2.67
func JudgeAnswer(text string, goal int64) Answer {
	budget := exact.NewBudget() // one for the whole text
	typed, err := expr.ParseAnswer(text)
	if err != nil {
		return Answer{Outcome: Invalid, Fault: AsFault(err)}
	}
	a := judgeValue(budget, typed.Node, exact.Int(goal))
	a.Again = typed.Again
	claims := typed.Claims
	if a.Outcome != Right {
		if meant := typed.Node.RootFirst(); !meant.Equal(typed.Node) {
			if v, err := expr.EvalWithin(budget, meant); err == nil && v.Is(goal) {
				a.Outcome, a.Fault = Wrong, &Fault{Code: "root-first", Args: Args{"meant": meant.String()}}
				return a
			}
		}
		claims = slices.DeleteFunc(claims, func(c expr.Claim) bool { return c.Final })
	}
	if outcome, f := judgeClaims(budget, claims, a.Value); f != nil {
		a.Outcome, a.Fault = outcome, f
	}
	return a
}

// ReadAnswer is Evaluate, of a text in the dress in which people write answers.
func ReadAnswer(text string) (*expr.Node, exact.Value, error) {
	n, v, err := Evaluate(text)
	if err != nil {
		for _, r := range expr.Readings(text, true) {
			if m, w, err := Evaluate(r.Text); err == nil && !r.Guess {
				return m, w, nil
			}
		}
	}
	return n, v, err
}

// Evaluate reads and evaluates an answer typed by a player, whatever its goal.
// A claim of the player about the answer or a step of it ("=24") that is not its
// value is a Fault "claim" with Args claim and value; the expression and its
// value are returned with it. Every error is a *Fault.
func Evaluate(text string) (*expr.Node, exact.Value, error) {
	typed, err := expr.ParseAnswer(text)
	if err != nil {
		return nil, exact.Value{}, err
	}
	budget := exact.NewBudget()
	v, err := expr.EvalWithin(budget, typed.Node)
	if err != nil {
		return typed.Node, exact.Value{}, err
	}
	if _, f := judgeClaims(budget, typed.Claims, v); f != nil {
		return typed.Node, v, f
	}
	return typed.Node, v, nil
}

// judgeClaims returns the Fault of the first wrong claim about an answer with
// the given value, or nil. The answer is Invalid if its final claim has no value.
func judgeClaims(budget *exact.Budget, claims []expr.Claim, value exact.Value) (Outcome, *Fault) {
	for _, c := range claims {
		want := value
		if !c.Final {
			var err error
			if want, err = expr.EvalWithin(budget, c.Of); err != nil {
				continue // the whole answer has the same fault
			}
		}
		claimed := judgeValue(budget, c.Makes, want)
		switch {
		case claimed.Outcome == Wrong:
			text, code := c.Makes.String(), "claim"
			if strings.Contains(text, ".") {
				code = "claim.rounded"
			} else if claimed.Valued && c.Makes.Op == expr.Num {
				text = claimed.Value.String()
			}
			return Wrong, &Fault{Code: code, Args: Args{"claim": text, "value": want.String()}, At: c.Makes.Place()}
		case claimed.Outcome == Invalid && c.Final:
			return Invalid, claimed.Fault
		case claimed.Outcome == Invalid:
			return Wrong, claimed.Fault
		}
	}
	return Right, nil
}

// judgeValue compares the value of n with the value wanted. A value past
// computing is still compared with a whole number, by its size.
func judgeValue(budget *exact.Budget, n *expr.Node, want exact.Value) Answer {
	v, err := expr.EvalWithin(budget, n)
	fault := AsFault(err)
	goal, whole := want.Int64()
	if fault != nil && fault.Code == "too-large" && whole {
		makes, err := expr.Makes(n, goal)
		f := AsFault(err)
		switch {
		case f != nil && f.Code != "too-large":
			fault = f
		case f == nil && makes:
			return Answer{Node: n, Value: want, Valued: true, Outcome: Right}
		case f == nil:
			return Answer{Node: n, Outcome: Wrong, Fault: &Fault{Code: "value.long", Args: Args{"goal": want.String()}}}
		}
	}
	if fault != nil {
		return Answer{Node: n, Outcome: Invalid, Fault: fault}
	}
	same := v.Is(goal)
	if !whole {
		same = budget.Cmp(v, want) == 0
		if budget.Reset() != nil { // they may be equal
			return Answer{Node: n, Value: v, Valued: true, Outcome: Invalid, Fault: &Fault{Code: "too-large", At: n.Place()}}
		}
	}
	if same {
		return Answer{Node: n, Value: v, Valued: true, Outcome: Right}
	}
	args := Args{"value": v.String(), "mixed": v.Mixed(), "goal": want.String()}
	return Answer{Node: n, Value: v, Valued: true, Outcome: Wrong, Fault: &Fault{Code: "value", Args: args}}
}
