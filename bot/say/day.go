package say

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/storage"
)

// Day is the headline of a day: "Daily #325 · 21 November 2026".
func (v Voice) Day(number int) chat.Line {
	return Head(v.Phrase("day.title", With{"number": number}), " · "+v.Date(play.Day(number)))
}

// Moment is a point in time, in the zone that it has. Where that is UTC nobody knows the
// reader's, and it is named.
func (v Voice) Moment(t time.Time) chat.Span {
	text := t.Format(v.Phrase("moment.layout", nil))
	if t.Location() == time.UTC {
		text += " UTC"
	}
	return chat.Span{Style: chat.Moment, Unix: t.Unix(), Text: text}
}

// ShownFrom tells a person who gave up a puzzle of a day from when on its solutions are shown.
func (v Voice) ShownFrom(shown time.Time) chat.Line {
	return v.Line("giveup.day", With{"time": v.Moment(shown)})
}

// Solvers names those who solved the puzzles of a day, a line for each game.
func (v Voice) Solvers(d play.CommunityDay) (out []chat.Line) {
	for _, g := range d.Games {
		out = append(out, Item(v.solvers(g, false)))
	}
	return out
}

// maxRanked is how many solvers of a puzzle a recap names.
const maxRanked = 5

// Recap says how a day went: the best or fastest solvers of each puzzle with a crown for the first,
// who came nearest to a record, and the community's streak.
func (v Voice) Recap(d play.CommunityDay) (out []chat.Line) {
	for _, g := range d.Games {
		solved := v.solvers(g, true)
		isNearest := func(s storage.Solver) bool { return s.Measure == g.Best.Measure }
		if g.Best != nil && !slices.ContainsFunc(g.Solvers, isNearest) {
			best := v.Line("day.best", With{
				"player":  v.Mention(g.Best.Name, g.Best.Key),
				"measure": v.Measure(g.Game, g.Best.Measure),
			})
			solved = v.Line("day.solved.best", With{"solved": solved, "best": best})
		}
		out = append(out, Item(solved))
	}
	if d.Streak > 1 {
		out = append(out, v.Line("day.streak", With{"n": d.Streak}))
	}
	return out
}

// solvers names the solvers of a puzzle: as they came or, if ranked, the best or fastest
// first, with how good or how fast they were.
func (v Voice) solvers(g play.GameDay, ranked bool) chat.Line {
	var all []chat.Line
	solvers, more, measured := slices.Clone(g.Solvers), g.More, g.Game.Rules().Measure != ""
	elapsed := func(s storage.Solver) time.Duration { // 0: it is not known when they were first shown the puzzle
		if s.OpenedAt.IsZero() {
			return 0
		}
		return max(0, s.SolvedAt.Sub(s.OpenedAt))
	}
	if ranked {
		slices.SortStableFunc(solvers, func(a, b storage.Solver) int {
			if measured {
				return cmp.Compare(uint(a.Measure), uint(b.Measure)) // -1 is not known, and comes last
			}
			return cmp.Compare(uint64(elapsed(a))-1, uint64(elapsed(b))-1) // so does 0
		})
		n := min(len(solvers), maxRanked)
		more += len(solvers) - n
		solvers = solvers[:n]
	}
	best := "" // of the first, as it is shown
	for i, s := range solvers {
		who, how := v.Mention(s.Name, s.Key), ""
		switch {
		case !ranked:
		case measured && s.Measure >= 0:
			how = " " + Plain(v.Measure(g.Game, s.Measure))
		case !measured && elapsed(s) > 0:
			how = " " + v.Short(elapsed(s))
		}
		// Solvers beyond those listed may be better than the first here.
		if i == 0 && g.More == 0 {
			best = how
		}
		if best != "" && how == best {
			who.Text = "👑 " + who.Text
		}
		all = append(all, line(who, how))
	}
	if more > 0 {
		all = append(all, v.Line("day.more", With{"n": more}))
	}
	return v.Line("day.solved", With{"game": v.GameName(g.Game), "players": List(v, "list.last", all)})
}

// medals are those of the first places.
var medals = [...]string{"🥇", "🥈", "🥉"}

// Rank is a medal or, behind the first three, a number.
func Rank(rank int) string {
	if rank <= len(medals) {
		return medals[rank-1]
	}
	return strconv.Itoa(rank)
}
