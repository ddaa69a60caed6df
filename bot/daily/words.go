package daily

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
)

// solvers names those who solved the puzzles of a day, a line for each game.
func solvers(v say.Voice, day round.CommunityDay) []chat.Line {
	var lines []chat.Line
	for _, g := range day.Games {
		var players []chat.Line
		for _, s := range g.Solvers {
			players = append(players, chat.Line{v.Mention(s.Name, s.Key)})
		}
		lines = append(lines, say.Item(solvedLine(v, g.Game, players, g.More)))
	}
	return lines
}

// solvedLine names the solvers of a puzzle, and how many more there are.
func solvedLine(v say.Voice, g engine.Game, players []chat.Line, more int) chat.Line {
	switch {
	case more > round.MostMore:
		players = append(players, v.Line("day.many", say.With{"n": round.MostMore}))
	case more > 0:
		players = append(players, v.Line("day.more", say.With{"n": more}))
	}
	return v.Line("day.solved", say.With{
		"game":    v.GameName(g),
		"players": say.List(v, "list.last", players),
	})
}

// recap says how a day went: the best scores, the best or fastest solvers of each puzzle, who found the best answer if
// no named solver has one as good, and the community's streak.
func recap(v say.Voice, day round.CommunityDay) []chat.Line {
	var lines []chat.Line
	if len(day.Scores) > 0 {
		lines = append(lines, scoreLines(v, day.Scores)...)
	}
	for _, g := range day.Games {
		solved := rankedLine(v, g)
		isBestUnnamed := g.Best != nil && !isNamed(g, g.Best.Measure)
		if isBestUnnamed {
			best := v.Line("day.best", say.With{
				"player":  v.Mention(g.Best.Name, g.Best.Key),
				"measure": v.Measure(g.Game, g.Best.Measure),
			})
			solved = v.Line("day.solved.best", say.With{"solved": solved, "best": best})
		}
		lines = append(lines, say.Item(solved))
	}
	if day.Streak > 1 {
		lines = append(lines, v.Line("day.streak", say.With{"n": day.Streak}))
	}
	return lines
}

// scoreLines names those who have the best scores of a day, a line each with its squares. The person with the
// best score, and those with the same score, have a crown.
func scoreLines(v say.Voice, scores []round.DayScore) []chat.Line {
	lines := []chat.Line{v.Line("day.scores", say.With{"most": round.MostOfDay})}
	for _, s := range scores {
		who := v.Mention(s.Name, s.Key)
		if s.Points == scores[0].Points {
			who.Text = "👑 " + who.Text
		}
		row := ""
		for _, grade := range s.Grades {
			row += grades[grade].String()
		}
		scored := v.Line("day.scored", say.With{"player": who, "score": s.Points, "squares": row})
		lines = append(lines, say.Item(scored))
	}
	return lines
}

// isNamed reports whether the named solvers of a puzzle include one whose answer has this measure.
func isNamed(g round.GameDay, measure int) bool {
	return slices.ContainsFunc(g.Solvers, func(s round.DailySolver) bool { return s.Measure == measure })
}

// maxRanked is how many solvers of a puzzle a recap names.
const maxRanked = 5

// rankedLine names the best or fastest solvers of a puzzle, the best first, and says how good or how fast
// they were. The best solver, and those who are as good, have a crown. If some solvers are not named,
// nobody has a crown, since one of them may be better.
func rankedLine(v say.Voice, g round.GameDay) chat.Line {
	ranked := rank(g)
	first := ranked[:min(len(ranked), maxRanked)]
	more := g.More + len(ranked) - len(first)
	best := ""
	if g.More == 0 && len(first) > 0 {
		best = performance(v, g, first[0])
	}
	var players []chat.Line
	for _, s := range first {
		who := v.Mention(s.Name, s.Key)
		how := performance(v, g, s)
		if how == "" {
			players = append(players, chat.Line{who})
			continue
		}
		if how == best {
			who.Text = "👑 " + who.Text
		}
		players = append(players, chat.Line{who, {Text: " " + how}})
	}
	return solvedLine(v, g.Game, players, more)
}

// rank returns the named solvers of a puzzle. The best come first or, if answers are not measured, the
// fastest. Solvers whose measure or time is unknown come last.
func rank(g round.GameDay) []round.DailySolver {
	byGoodness := func(a, b round.DailySolver) int { return cmp.Compare(goodness(g, a), goodness(g, b)) }
	return slices.SortedStableFunc(slices.Values(g.Solvers), byGoodness)
}

// goodness returns a number for how good or how fast a solver was. Less is better.
func goodness(g round.GameDay, s round.DailySolver) int64 {
	switch {
	case isMeasured(g) && s.Measure >= 0:
		return int64(s.Measure)
	case !isMeasured(g) && elapsed(s) > 0:
		return int64(elapsed(s))
	}
	return math.MaxInt64
}

// performance says how good or how fast a solver was. It is empty if that is unknown.
func performance(v say.Voice, g round.GameDay, s round.DailySolver) string {
	switch {
	case isMeasured(g) && s.Measure >= 0:
		return say.Plain(v.Measure(g.Game, s.Measure))
	case !isMeasured(g) && elapsed(s) > 0:
		return v.Short(elapsed(s))
	}
	return ""
}

// isMeasured reports whether answers to a puzzle are better or worse, not only right or wrong.
func isMeasured(g round.GameDay) bool { return g.Game.Rules().Measure != "" }

// elapsed returns how long a solver took after they were first shown the puzzle. It is 0 if that is
// unknown.
func elapsed(s round.DailySolver) time.Duration { return round.Took(s.ShownAt, s.SolvedAt) }

// cardText returns a person's card as a text for any chat: the score and the streak, a square for each game, and how
// fast or how good the person was. It gives no solution away:
//
//	Reckon #325 · 62/100 🔥 12
//	🟩🟨⬛🟩🟧
//	24 · 8 s
func cardText(v say.Voice, day round.Achievement) []string {
	lines := cardHead(v, day)
	for _, part := range day.Parts {
		detail := v.PartDetail(part)
		if part.Stars > 0 {
			detail = strings.Repeat("★", part.Stars) + strings.Repeat("☆", round.MaxStars-part.Stars)
		}
		if detail != "" {
			lines = append(lines, v.GameName(part.Game)+" · "+detail)
		}
	}
	return lines
}

// cardHead returns the first two lines of a card: the score and the squares.
func cardHead(v say.Voice, day round.Achievement) []string {
	title := v.Phrase("share.title", say.With{"number": day.Number})
	score := scoreText(v, day.Score())
	if isGoingOn(day) {
		score = v.Phrase("share.sofar", say.With{"score": score})
	}
	title += " · " + score
	if day.Live && day.Streak.Days > 0 {
		title += " 🔥 " + strconv.Itoa(day.Streak.Days)
	}
	return []string{title, squares(day)}
}

// scoreText says the score of a day out of the most that there is.
func scoreText(v say.Voice, score int) string {
	return v.Phrase("day.score", say.With{"score": score, "most": round.MostOfDay})
}

// grades has the square for each grade.
var grades = map[round.Grade]card.Grade{
	round.Full:    card.Full,
	round.Much:    card.Much,
	round.Some:    card.Some,
	round.Nothing: card.None,
}

// isGoingOn reports whether there are puzzles of the day that the person has not played and still can.
func isGoingOn(day round.Achievement) bool { return day.Live && !day.Done() }

// squares returns a square for each puzzle of the day. They show how well somebody did.
func squares(day round.Achievement) string {
	row := ""
	for _, part := range day.Parts {
		square := grades[part.Grade()].String()
		if isGoingOn(day) && !part.Done() {
			square = card.Unplayed.String()
		}
		row += square
	}
	return row
}
