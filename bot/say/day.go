package say

import (
	"reckon/bot/chat"
	"reckon/bot/play"
)

// Day is the headline of a day: "Daily #325 · 21 November 2026".
func (v Voice) Day(number int) chat.Line {
	return chat.Line{Strong(v.Phrase("day.title", With{"number": number})), {Text: " · " + v.Date(play.Day(number))}}
}

// Solvers names those who solved the puzzles of a day, a line for each game.
func (v Voice) Solvers(d play.CommunityDay) (out []chat.Line) {
	for _, g := range d.Games {
		out = append(out, v.solvers(g, func(s play.Solver) chat.Line { return chat.Line{v.Mention(s.Name, s.Key)} }))
	}
	return out
}

// Recap says how a day went: the solvers and their times, the nearest to a record, and the
// community's streak.
func (v Voice) Recap(d play.CommunityDay) (out []chat.Line) {
	for _, g := range d.Games {
		line := v.solvers(g, func(s play.Solver) chat.Line {
			who := chat.Line{v.Mention(s.Name, s.Key)}
			if s.Elapsed > 0 && g.Game.Rules().Measure == "" {
				who = append(who, chat.Span{Text: " " + v.Short(s.Elapsed)})
			}
			return who
		})
		if g.Best != nil {
			best := v.Line("day.best", With{"player": v.Mention(g.Best.Name, g.Best.Key), "measure": v.Measure(g.Game, g.Best.Measure)})
			line = v.Line("day.solved.best", With{"solved": line, "best": best})
		}
		out = append(out, line)
	}
	if d.Streak > 1 {
		out = append(out, v.Line("day.streak", With{"n": d.Streak}))
	}
	return out
}

func (v Voice) solvers(g play.GameDay, name func(play.Solver) chat.Line) chat.Line {
	var all []chat.Line
	for _, s := range g.Solvers {
		all = append(all, name(s))
	}
	if g.More > 0 {
		all = append(all, chat.Line{{Text: v.Phrase("day.more", With{"n": g.More})}})
	}
	return v.Line("day.solved", With{"game": v.GameName(g.Game), "players": v.join(all, "list.last")})
}
