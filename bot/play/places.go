package play

import (
	"cmp"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A Row is what one person did in a round: an answer, or, with an Answer whose ID is 0,
// the win of a duel's puzzle that the other person gave up.
type Row struct {
	storage.Answer               // its Points are all that the person earned where answers are measured
	Stars          int           // 0: the game has none
	Elapsed        time.Duration // since the round began
	Place          int           // in a puzzle of a match, from 1; equally good answers share one
	Score          int           // points in the match
}

// rowOf makes a row of an answer. best is the best known measure.
func rowOf(r Round, best int, a storage.Answer) Row {
	row := Row{Answer: a, Elapsed: max(0, a.At.Sub(r.begun()))}
	if a.Outcome == string(engine.Right) {
		row.Stars = Stars(r.Game, a.Measure, best)
	}
	return row
}

// placesOf returns the places in a puzzle of a match. They follow from its answers
// alone, so that a late answer changes them as if it had been read in time.
func placesOf(r Round, all []storage.Answer) []Row {
	m := r.Mode()
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return x.At.Compare(y.At) })
	rank := byTime
	if r.Game.Rules().Measure != "" {
		rank = byMeasure
	}
	out := rank(r, all)
	for i := range out {
		out[i].Score = m.Scores[min(out[i].Place, len(m.Scores))-1]
	}
	if m.Pair {
		out = out[:min(len(out), 1)]
	}
	return out
}

// byTime ranks right answers by who was first. They must have come while the first one
// left the puzzle open, and repeat nothing that others could read.
func byTime(r Round, right []storage.Answer) (out []Row) {
	read := map[string]bool{}
	for _, a := range right {
		if len(out) > 0 && a.At.Sub(out[0].At) > r.Mode().OpenFor {
			break
		}
		had := slices.ContainsFunc(out, func(x Row) bool { return x.PlayerID == a.PlayerID })
		if !had && !read[a.Form] && takesPlace(r, a) {
			row := rowOf(r, 0, a)
			row.Place = len(out) + 1
			out = append(out, row)
		}
		read[a.Form] = read[a.Form] || a.Open
	}
	return out
}

// byMeasure ranks people by their best answers.
func byMeasure(r Round, all []storage.Answer) (out []Row) {
	for _, a := range all {
		i := slices.IndexFunc(out, func(x Row) bool { return x.PlayerID == a.PlayerID })
		switch {
		case !takesPlace(r, a):
		case i < 0:
			out = append(out, rowOf(r, 0, a))
		case a.Measure < out[i].Measure:
			out[i] = rowOf(r, 0, a)
		}
	}
	slices.SortStableFunc(out, func(x, y Row) int { return cmp.Or(x.Measure-y.Measure, x.At.Compare(y.At)) })
	for i := range out {
		out[i].Place = i + 1
		if i > 0 && out[i].Measure == out[i-1].Measure {
			out[i].Place = out[i-1].Place
		}
	}
	return out
}

// takesPlace reports whether an answer may have a place. Among others nobody has one who
// had seen a solution.
func takesPlace(r Round, a storage.Answer) bool { return !a.Practice || !r.Shared() }
