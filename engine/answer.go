package engine

import (
	"errors"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// An Answer is a calculation typed by a player, judged as far as all games judge
// alike.
type Answer struct {
	Node    *expr.Node  // nil if the text cannot be read
	Again   *expr.Node  // Node with results of steps used again, see expr.Answer; as good if Right
	Value   exact.Value // what it makes; 0 unless Valued
	Valued  bool
	Outcome Outcome
	Fault   *Fault // nil if Right
}

// JudgeAnswer reads an answer and says whether it makes the goal. The first of
// these Faults is given that holds:
//
//	syntax.* too-*  and the others of expr.Error: it cannot be read or has no
//	                value, or what the player says it makes has none
//	root-first      it makes the goal if √ is taken before !, as in √9! for (√9)!;
//	                Args "meant" (the answer with its brackets)
//	value           it makes something else; Args "value", "mixed" (64/3 as 21 1/3), "goal"
//	value.long       it is far from the goal, and too large or too small to be
//	                shown, so it has no Value; Args "goal"
//	claim           it makes the goal, but the player says something else, as in
//	                8*3=25; Args "claim", "value"; At the claim
func JudgeAnswer(text string, goal int64) Answer {
	budget := exact.NewBudget() // one for all there is in the text
	typed, err := expr.ParseAnswer(text)
	if err != nil {
		return Answer{Outcome: Invalid, Fault: AsFault(ExprFault(err))}
	}
	a := judgeValue(budget, typed.Node, goal)
	a.Again = typed.Again
	if a.Outcome != Right {
		if f := rootFirstFault(budget, text, typed.Node, goal); f != nil {
			a.Outcome, a.Fault = Wrong, f
			return a
		}
	}
	for _, c := range typed.Claims {
		if c.Final && a.Outcome == Right {
			a.Outcome, a.Fault = judgeClaim(budget, c.Makes, goal)
		} else if f := wrongStep(budget, c); f != nil {
			a.Outcome, a.Fault = Wrong, f
			return a
		}
	}
	return a
}

// wrongStep compares a step on the way with what it is said to make. A step that
// has no value is at fault as a part of the whole.
func wrongStep(budget *exact.Budget, c expr.Claim) *Fault {
	if c.Final {
		return nil
	}
	v, err := expr.EvalWithin(budget, c.Of)
	if err != nil {
		return nil
	}
	return compareClaim(budget, v, c.Makes)
}

// judgeClaim compares what the player says an answer makes with the goal, which
// it does make.
func judgeClaim(budget *exact.Budget, claim *expr.Node, goal int64) (Outcome, *Fault) {
	said := judgeValue(budget, claim, goal)
	if said.Outcome != Wrong {
		return said.Outcome, said.Fault
	}
	text := claim.String()
	if said.Valued {
		text = said.Value.String()
	}
	return Wrong, claimFault(text, exact.Int(goal), claim)
}

func claimFault(said string, value exact.Value, claim *expr.Node) *Fault {
	return &Fault{Code: "claim", Args: Args{"claim": said, "value": value.String()}, At: PlaceOf(claim)}
}

// judgeValue compares the value of n with the goal.
func judgeValue(budget *exact.Budget, n *expr.Node, goal int64) Answer {
	v, err := expr.EvalWithin(budget, n)
	switch fault := AsFault(ExprFault(err)); {
	case fault != nil && fault.Code == "too-large":
		return judgeSize(n, goal, fault)
	case fault != nil:
		return Answer{Node: n, Outcome: Invalid, Fault: fault}
	case !v.Is(goal):
		args := Args{"value": v.String(), "mixed": v.Mixed(), "goal": exact.Int(goal).String()}
		return Answer{Node: n, Value: v, Valued: true, Outcome: Wrong, Fault: &Fault{Code: "value", Args: args}}
	}
	return Answer{Node: n, Value: v, Valued: true, Outcome: Right}
}

// judgeSize compares the goal with what is known of a value past checking.
func judgeSize(n *expr.Node, goal int64, tooLarge *Fault) Answer {
	makes, err := expr.Makes(n, goal)
	switch fault := AsFault(ExprFault(err)); {
	case fault != nil && fault.Code == "too-large":
		return Answer{Node: n, Outcome: Invalid, Fault: tooLarge}
	case fault != nil:
		return Answer{Node: n, Outcome: Invalid, Fault: fault}
	case !makes:
		return Answer{Node: n, Outcome: Wrong, Fault: &Fault{Code: "value.long", Args: Args{"goal": exact.Int(goal).String()}}}
	}
	return Answer{Node: n, Value: exact.Int(goal), Valued: true, Outcome: Right}
}

// rootFirstFault says that a failing answer makes the goal when √ is taken
// before !; else it is nil.
func rootFirstFault(budget *exact.Budget, text string, n *expr.Node, goal int64) *Fault {
	if !hasRootOfFactorial(n) {
		return nil
	}
	meant, err := expr.ParseRootFirst(text)
	if err != nil || meant.Node.Equal(n) {
		return nil
	}
	if v, err := expr.EvalWithin(budget, meant.Node); err != nil || !v.Is(goal) {
		return nil
	}
	return &Fault{Code: "root-first", Args: Args{"meant": meant.Node.String()}}
}

func hasRootOfFactorial(n *expr.Node) bool {
	return n != nil && (n.Op == expr.Sqrt && n.X.Op == expr.Fact || hasRootOfFactorial(n.X) || hasRootOfFactorial(n.Y))
}

// ReadAnswer reads and evaluates an answer typed by a player, whatever its goal.
// What the player says that it or a step of it makes ("=24") and is not the
// value is a Fault "claim" with Args claim and value, and the expression and its
// value are returned with it. Every error is a *Fault.
func ReadAnswer(text string) (*expr.Node, exact.Value, error) {
	typed, err := expr.ParseAnswer(text)
	if err != nil {
		return nil, exact.Value{}, ExprFault(err)
	}
	budget := exact.NewBudget()
	v, err := expr.EvalWithin(budget, typed.Node)
	if err != nil {
		return typed.Node, exact.Value{}, ExprFault(err)
	}
	for _, c := range typed.Claims {
		fault := wrongStep(budget, c)
		if c.Final {
			fault = compareClaim(budget, v, c.Makes)
		}
		if fault != nil {
			return typed.Node, v, fault
		}
	}
	return typed.Node, v, nil
}

// compareClaim compares the value v with what the player says it is.
func compareClaim(budget *exact.Budget, v exact.Value, claim *expr.Node) *Fault {
	w, err := expr.EvalWithin(budget, claim)
	if err != nil {
		return AsFault(ExprFault(err))
	}
	switch c, err := budget.Cmp(v, w); {
	case err != nil: // they may be equal
		return &Fault{Code: "too-large", At: PlaceOf(claim)}
	case c != 0:
		return claimFault(w.String(), v, claim)
	}
	return nil
}

// ExprFault turns an error of expr into a *Fault; it has no place where the
// expression was not parsed or is empty.
func ExprFault(err error) error {
	var e *expr.Error
	if !errors.As(err, &e) {
		return err
	}
	f := &Fault{Code: e.Code, Args: Args(e.Args)}
	if e.At != (expr.Span{}) {
		f.At = &Span{e.At.Pos, e.At.End}
	}
	return f
}
