package play

import (
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// hintedAnswer is how many hints make an answer leave a race open.
	hintedAnswer = 2
	// OpenFor is for how long.
	OpenFor = time.Minute
)

// stillOpen reports whether a right answer sent at a time would win: nobody has won, or
// only with the help of hints and just now.
func stillOpen(paid []storage.Answer, at time.Time) bool {
	if len(paid) == 0 {
		return true
	}
	return !slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.Hints < hintedAnswer }) &&
		at.Sub(paid[0].At) < OpenFor
}

// paidOf returns the answers among right ones that are no practice.
func paidOf(right []storage.Answer) []storage.Answer {
	return slices.DeleteFunc(slices.Clone(right), func(x storage.Answer) bool { return x.Practice })
}

// original returns the answer of somebody else that all could read before an equal one was
// sent; nil if there is none. What others could read is nobody's merit.
func original(all []storage.Answer, x storage.Answer) *storage.Answer {
	i := slices.IndexFunc(all, func(o storage.Answer) bool {
		return o.Open && o.PlayerID != x.PlayerID && o.Form == x.Form && x.Form != "" &&
			(o.At.Before(x.At) || o.At.Equal(x.At) && (x.ID == 0 || o.ID < x.ID))
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

// isSecret reports whether an answer leaves its solution to others: it is practice, and
// nobody could read it.
func isSecret(x storage.Answer) bool { return x.Practice && !x.Open }

// isExhausted reports whether nothing is left to find after right answers.
func isExhausted(r Round, right []storage.Answer, s engine.Solution) bool {
	return len(right) > 0 && (!r.Game.Rules().Collect || s.Complete && distinct(right) >= len(s.All))
}

// whyRaceEnds is when a race without a clock ends, and why: when nobody has answered for
// a day or, if it was won with the help of hints and nothing else is left to find, when
// the others have had their minute.
func whyRaceEnds(tx *storage.Tx, r Round, s engine.Solution) (reason string, again time.Time, err error) {
	all, err := tx.RightAnswers(r.ID)
	if err != nil {
		return "", time.Time{}, err
	}
	paid := paidOf(all)
	if isExhausted(r, paid, s) {
		return Solved, paid[0].At.Add(OpenFor), nil
	}
	last, err := lastAnswered(tx, r)
	reason = Expired
	if len(paid) > 0 {
		reason = Solved
	}
	return reason, last.Add(idleFor), err
}

// distinct counts solutions.
func distinct(answers []storage.Answer) int {
	forms := map[string]bool{}
	for _, a := range answers {
		forms[a.Form] = true
	}
	return len(forms)
}
