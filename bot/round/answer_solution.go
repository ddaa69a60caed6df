// This file has what answer_first.go and answer_own.go share: in games that are not measured, people are
// paid for each different solution.

package round

import (
	"slices"

	"reckon/storage"
)

// isFound reports whether one of these earlier answers has found the solution already. Then the answer is
// Known. An answer that wins may repeat a solution that somebody else has found.
func (sub *submission) isFound(earlier []storage.Answer, wins bool) bool {
	o := &sub.outcome
	isSame := func(x storage.Answer) bool { return x.Form == o.Verdict.Form }
	isOwn := func(x storage.Answer) bool { return isSame(x) && x.PlayerID == sub.act.Person.ID }
	o.Found = countForms(earlier)
	found := slices.IndexFunc(earlier, isOwn)
	if found < 0 && !wins {
		found = slices.IndexFunc(earlier, isSame)
	}
	if found < 0 {
		return false
	}
	o.What = Known
	o.First = &earlier[found]
	return true
}

// paySolution stores a right answer and pays it by its quality, in percent. An answer of full quality is
// the First. isLast reports whether its solution is the last one that could be found.
func (sub *submission) paySolution(tx *storage.Tx, quality int, isLast bool) error {
	o := &sub.outcome
	o.What = Further
	if quality == fullQuality {
		o.What = First
	}
	points := sub.unpaid(o.Round.worth(quality, o.Attempt.Hints))
	return sub.storePaid(tx, points, isLast)
}

// unpaid returns the part of the points that the round may still pay the person. A puzzle of a day never
// pays more than its base in all, so that everybody can reach the same score in a day.
func (sub *submission) unpaid(points int) int {
	r := sub.outcome.Round
	if r.Daily == 0 || r.Base == 0 {
		return points
	}
	return max(0, min(points, r.Base-sub.facts.Earned))
}
