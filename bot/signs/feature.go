// Package signs finds signs that a program answers in a person's place, and lets the operator decide.
//
// Every few minutes a job looks at the times of new right answers, for each game separately. A sign is one
// of three facts: times that are all alike, times that come again in the same order, or times that are too
// short even for the quickest people. While a sign is undecided, the person is checked. They play on as
// always, but what they earn counts only in their communities, and nothing is learnt from their times. Then
// the operator decides. If the operator clears the signs, everything counts. If the operator keeps them, the
// person is barred from the World. The kernel has a column of its own for this (storage.Check), so it never
// asks this package.
package signs

import (
	"reckon/bot/feature"
	"reckon/storage"
)

// Feature returns the feature: the job that looks for signs. The operator decides on the command line.
func Feature(k feature.Kernel) feature.Feature {
	s := signs{k}
	return feature.Feature{
		Name: "signs",
		Jobs: []feature.Job{{
			Kind:    jobKind,
			Run:     s.run,
			AtStart: true,
		}},
		Tables: []storage.Table{{
			Name:   "signs",
			Key:    []string{"player_id", "game", "kind", "at"},
			People: []string{"player_id"},
			Forget: storage.Delete,
			Export: map[string]string{"signs": `
				SELECT game, kind, at, answers, figure, chance, decision, decided_at FROM signs WHERE player_id = $1 ORDER BY at`},
		}},
	}
}
