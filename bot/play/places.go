package play

import (
	"cmp"
	"slices"

	"reckon/storage"
)

// placesOf returns the places in a puzzle of a match. They follow from its answers
// alone, so that a late answer changes them as if it had been read in time. Where answers
// are measured people are ranked by their best ones. Else they are ranked by who was
// first: the others must answer while the first one leaves the puzzle open. Among others an
// answer that earns nothing has no place.
func placesOf(r Round, all []storage.Answer) (out []Row) {
	m, measured := r.Mode, r.Game.Rules().Measure != ""
	all = slices.DeleteFunc(slices.Clone(all), func(x storage.Answer) bool { return m.Shared && (x.Practice || original(all, x) != nil) })
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return x.At.Compare(y.At) })
	for _, a := range all {
		if !measured && len(out) > 0 && a.At.Sub(out[0].At) > m.OpenFor {
			break
		}
		i := slices.IndexFunc(out, func(x Row) bool { return x.PlayerID == a.PlayerID })
		switch {
		case i < 0:
			out = append(out, Row{Answer: a, Elapsed: r.elapsed(a.At)})
		case measured && a.Measure < out[i].Measure:
			out[i] = Row{Answer: a, Elapsed: r.elapsed(a.At)}
		}
	}
	if measured {
		slices.SortStableFunc(out, func(x, y Row) int { return cmp.Or(x.Measure-y.Measure, x.At.Compare(y.At)) })
	}
	for i := range out {
		out[i].Place = i + 1
		if measured && i > 0 && out[i].Measure == out[i-1].Measure {
			out[i].Place = out[i-1].Place
		}
		out[i].Score = m.Score(out[i].Place, len(out))
	}
	if m.Pair {
		out = out[:min(len(out), 1)]
	}
	return out
}
