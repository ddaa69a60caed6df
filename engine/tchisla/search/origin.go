package search

import (
	"context"

	"reckon/engine/expr"
)

// mostRoots is how often a number of the last level is squared in search of its
// origin under a root; no number held can be squared more often.
const mostRoots = 6

// originsOf finds the origins of the numbers of the last level in the findings: each
// is one operation on entries. A fingerprint without an origin belongs to no number
// and is refuted.
func (t *levels) originsOf(ctx context.Context, found map[int]finding, workers int) (from origins, refuted []key) {
	var keys []key
	from = make(origins)
	for _, f := range found {
		for _, p := range []part{f.left, f.right} {
			if _, known := from[p.key]; p.last && !known {
				from[p.key] = nil
				keys = append(keys, p.key)
			}
		}
	}
	if len(keys) == 0 {
		return from, nil
	}
	var goals []goal
	calc := t.calculator(0)
	for i, k := range keys {
		goals = appendUnwrapped(calc, goals, goal{sought: i, value: k.number(), digits: t.depth()}, mostRoots)
	}
	made := t.lookBack(ctx, goals, workers, false, nil)
	for i, k := range keys {
		if f, ok := made[i]; ok {
			from[k] = t.expressFinding(f, nil)
		} else {
			delete(from, k)
			refuted = append(refuted, k)
		}
	}
	return from, refuted
}

// expressAll looks back from the goals and writes those it finds.
func (t *levels) expressAll(ctx context.Context, goals []goal, workers int) map[int]*expr.Node {
	all := make(map[int]*expr.Node)
	refuted := make(map[key]bool)
	for len(goals) > 0 && ctx.Err() == nil {
		found := t.lookBack(ctx, goals, workers, true, refuted)
		from, wrong := t.originsOf(ctx, found, workers)
		for _, k := range wrong {
			refuted[k] = true
		}
		again := make(map[int]bool)
		for sought, f := range found {
			if f.left.last && refuted[f.left.key] || f.right.last && refuted[f.right.key] {
				again[sought] = true
				continue
			}
			all[sought] = t.expressFinding(f, from)
		}
		var left []goal
		for _, g := range goals {
			if again[g.sought] {
				left = append(left, g)
			}
		}
		goals = left
	}
	return all
}
