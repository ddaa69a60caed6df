package engine

import (
	"errors"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// ReadAnswer reads and evaluates an answer typed by a player. The claim is what
// the player says it makes ("=24"), or nil; a claim that is not the value is a
// Fault "claim" with Args claim and value, and the expression and its value are
// returned with it. Every error is a *Fault.
func ReadAnswer(text string) (*expr.Node, exact.Value, error) {
	n, claim, err := expr.ParseAnswer(text)
	if err != nil {
		return nil, exact.Value{}, ExprFault(err)
	}
	budget := exact.NewBudget() // one for all there is in the text
	v, err := expr.EvalWithin(budget, n)
	if err != nil {
		return n, exact.Value{}, ExprFault(err)
	}
	if claim == nil {
		return n, v, nil
	}
	w, err := expr.EvalWithin(budget, claim)
	if err != nil {
		return n, v, ExprFault(err)
	}
	at := &Span{claim.At.Pos, claim.At.End}
	switch c, err := budget.Cmp(v, w); {
	case err != nil: // they may be equal
		return n, v, &Fault{Code: "too-large", At: at}
	case c != 0:
		return n, v, &Fault{Code: "claim", Args: Args{"claim": w.String(), "value": v.String()}, At: at}
	}
	return n, v, nil
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
