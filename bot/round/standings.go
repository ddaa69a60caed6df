// This file says who has which rank in a puzzle of a match, and how many points people have in a match.

package round

import (
	"cmp"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// standingsOf returns the standings in a puzzle of a match, the best first. all are the answers that take
// part. The standings follow from these answers alone, so an answer that is read late changes them as if it
// had been read in time.
//
// If answers are measured, people are ranked by their best answers. Otherwise they are ranked by the
// times of their first right answers. After the first right answer the puzzle stays open to the
// others for a while (OpenFor of the mode). Later answers have no rank. If people play together, an
// answer that repeats one that others could read has no rank. Practice has no rank, either, unless
// the mode counts it.
func standingsOf(r Round, all []storage.Answer) []Standing {
	isMeasured := r.Game.Rules().Measure != ""
	mayHaveRank := func(a storage.Answer) bool { return r.MayRank(a) && r.original(all, a) == nil }
	candidates := slices.Clone(all)
	if r.Mode.Shared {
		candidates = only(all, mayHaveRank)
	}
	slices.SortStableFunc(candidates, r.compareTimes)

	// If answers are measured, the best answer of each person counts, and otherwise the first.
	var standings []Standing
	for _, a := range candidates {
		isTooLate := len(standings) > 0 && a.At.After(r.closesToOthers(standings[0].Answer))
		if isTooLate && !isMeasured {
			// The next one may be a message with its time in whole seconds, and may have been sent in time.
			continue
		}
		i := slices.IndexFunc(standings, func(x Standing) bool { return x.PlayerID == a.PlayerID })
		switch {
		case i < 0:
			standings = append(standings, Standing{Answer: a, Elapsed: r.elapsed(a.At)})
		case isMeasured && a.Measure < standings[i].Measure:
			standings[i] = Standing{Answer: a, Elapsed: r.elapsed(a.At)}
		}
	}

	if isMeasured {
		slices.SortStableFunc(standings, func(x, y Standing) int {
			return cmp.Or(x.Measure-y.Measure, r.compareTimes(x.Answer, y.Answer))
		})
	}
	// Measured answers that are equally good share a rank.
	for i := range standings {
		standings[i].Rank = i + 1
		isEqual := i > 0 && standings[i].Measure == standings[i-1].Measure
		if isMeasured && isEqual {
			standings[i].Rank = standings[i-1].Rank
		}
		standings[i].Score = r.scoreOf(standings[i], len(standings))
	}
	if r.hasOnlyWinner() {
		return standings[:min(len(standings), 1)]
	}
	return standings
}

// hasOnlyWinner reports whether only one person can have a rank in a puzzle of a match.
func (r Round) hasOnlyWinner() bool {
	if r.Mode.BestOnly {
		// Measured answers may be equally good.
		return r.Game.Rules().Measure == ""
	}
	return r.Mode.Pair
}

// closesToOthers returns until when others may answer a puzzle of a match after its first right answer. If a network
// gives the time of that answer in whole seconds, it may have been sent at the end of its second.
func (r Round) closesToOthers(first storage.Answer) time.Time {
	return lastMoment(first.At).Add(r.Mode.OpenFor)
}

// compareTimes compares how long two answers took, as people read it. So a time in whole seconds is not ahead of
// one in milliseconds because it was rounded down.
func (r Round) compareTimes(x, y storage.Answer) int {
	return cmp.Or(cmp.Compare(r.elapsed(x.At), r.elapsed(y.At)), x.At.Compare(y.At))
}

// MayRank reports whether an answer that takes part may have a rank in a puzzle of a match.
func (r Round) MayRank(a storage.Answer) bool {
	isCounted := !a.Practice || r.Mode.CountsKnown
	return isCounted && r.Admits(a.PlayerID)
}

// scoreOf returns how many points a standing is worth in its match. count is how many people have a rank in
// the puzzle. If the mode has no scores of its own, the standing is worth what the answer would be paid on
// the board.
func (r Round) scoreOf(s Standing, count int) int {
	if r.Mode.BestOnly {
		return r.scoreOfBest(s)
	}
	if r.Mode.Score != nil {
		return r.Mode.Score(s.Rank, count)
	}
	return r.worth(r.qualityOf(s), s.Hints)
}

// scoreOfBest returns how many points a standing is worth in a match in which only the best answers count.
func (r Round) scoreOfBest(s Standing) int {
	if s.Rank > 1 {
		return 0
	}
	return engine.Score(r.Game, s.Measure)
}

// qualityOf returns the quality of an answer with a rank in a puzzle of a match, in percent. A measured
// answer is compared with the best known one. In other games the quality follows from the rank.
func (r Round) qualityOf(s Standing) int {
	isMeasured := r.Game.Rules().Measure != ""
	// An earlier version that ended a round stored no best answer: Best is negative.
	hasBest := r.Best >= 0
	if isMeasured && hasBest {
		return r.Game.Quality(s.Measure, r.Best)
	}
	return RankShare(s.Rank)
}

// PointsOf returns the points to show with a standing. In a race they are the points that count in the
// race. A duel counts puzzles and shows no points. In other rounds they are the points that the person
// has earned.
func (r Round) PointsOf(s Standing) int {
	switch {
	case r.Match == nil, !r.Mode.Shared:
		return s.Points
	case r.Mode.Score == nil:
		return s.Score
	}
	return 0
}

// tallies sums up a match. The people of pair are in it even if they have no points.
func tallies(bouts []Bout, pair []storage.Player) []Tally {
	var all []Tally
	for _, player := range pair {
		all = append(all, Tally{Player: player})
	}
	for _, b := range bouts {
		for _, s := range b.Standings {
			i := slices.IndexFunc(all, func(t Tally) bool { return t.Player.ID == s.PlayerID })
			if i < 0 {
				i = len(all)
				player := storage.Player{ID: s.PlayerID, Key: s.PlayerKey, Name: s.PlayerName}
				all = append(all, Tally{Player: player})
			}
			all[i].Points += s.Score
			hasAnswered := s.Answer.ID != 0
			if !hasAnswered {
				continue
			}
			all[i].Solved++
			all[i].Elapsed += s.Elapsed
			if s.Practice {
				all[i].Knew++
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Tally) int { return y.Points - x.Points })
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && all[i].Points == all[i-1].Points {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// addPaid adds to tallies what the match has earned people, and by how much that raises the board. awards are
// the awards of the days on which the match has earned somebody something.
func addPaid(table []Tally, awards []dayAward) {
	for i := range table {
		t := &table[i]
		days := map[int][]dayAward{}
		for _, a := range awards {
			if a.PlayerID != t.Player.ID {
				continue
			}
			days[a.Day] = append(days[a.Day], a)
			if a.OfMatch {
				t.Earned += a.Points
			}
		}
		for _, all := range days {
			others := without(all, func(a dayAward) bool { return a.OfMatch })
			t.Paid += pointsOfDay(all) - pointsOfDay(others)
		}
	}
}

// pointsOfDay returns how many points a person has on the board of a day with these awards.
func pointsOfDay(awards []dayAward) int {
	sorted := slices.SortedFunc(slices.Values(awards), func(x, y dayAward) int { return y.Points - x.Points })
	points := 0
	for _, a := range sorted[:min(len(sorted), storage.BestOfDay)] {
		points += a.Points
	}
	return points
}
