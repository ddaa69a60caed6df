package say

import (
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// maxMissed is how many solutions that nobody found are shown.
const maxMissed = 5

// Ending says how a round ended: the answers with their times and points, and what nobody
// found.
func (v Voice) Ending(e play.Ending) []chat.Line {
	g := e.Round.Game
	var out []chat.Line
	if line := v.reason(e); len(line) > 0 {
		out = append(out, line)
	}
	won := winners(e)
	for i, row := range e.Rows {
		out = append(out, v.row(g, row, won[i]))
	}
	switch {
	case len(e.Rows) == 0 && e.Round.Mode().Shared:
		if e.Round.Reason != play.Expired { // which says it
			out = append(out, v.Line("ending.nobody", nil))
		}
	case e.Round.Mode().Shared && g.Rules().Measure != "" && e.Best.Best != "" && e.Rows[0].Measure <= e.Best.Measure:
		return out // the best there is stands there already
	}
	if g.Rules().Collect {
		return append(out, v.Missed(e.Missed, len(e.Rows) > 0)...)
	}
	if g.Rules().Measure == "" && slices.ContainsFunc(e.Rows, func(r play.Row) bool { return r.Text == e.Best.Best }) {
		return out
	}
	return append(out, v.Best(g, e.Best))
}

// winners returns which rows won a round that people play together: the best answers, or in
// a race the first one that was paid most.
func winners(e play.Ending) map[int]bool {
	out := map[int]bool{}
	top, measured := -1, e.Round.Game.Rules().Measure != ""
	for i, row := range e.Rows {
		switch {
		case row.Practice || !e.Round.Mode().Shared:
		case top < 0, !measured && row.Points > e.Rows[top].Points:
			top, out = i, map[int]bool{i: true}
		case measured && row.Measure == e.Rows[top].Measure:
			out[i] = true
		}
	}
	return out
}

func (v Voice) reason(e play.Ending) chat.Line {
	switch key := v.Key("ending", e.Round.Game.Name(), e.Round.Reason); {
	case e.Round.Reason == play.Solved && len(e.Missed) > 0, !v.Has(key), e.Round.Mode().Name != "" && e.Round.Reason == play.TimeUp && len(e.Rows) > 0:
		return nil
	default:
		return v.Line(key, nil)
	}
}

// row is one person's answer: "Ann 8/(3-8/3) +50 · 8.2 s".
func (v Voice) row(g engine.Game, r play.Row, winner bool) chat.Line {
	line := Item(nil)
	if winner {
		line = append(line, chat.Span{Text: "🏆 "})
	}
	line = append(line, v.Mention(r.PlayerName, r.PlayerKey), chat.Span{Text: " "}, Code(chat.Clip(r.Text, MaxQuote)))
	if g.Rules().Measure != "" {
		line = append(line, chat.Span{Text: " "})
		line = append(line, v.Measure(g, r.Measure)...)
		line = append(line, chat.Span{Text: stars(r.Stars)})
	}
	switch {
	case r.Practice:
		line = append(line, chat.Span{Text: " "}, chat.Span{Text: v.Phrase("ending.practice", nil)})
	case r.Points > 0:
		line = append(line, chat.Span{Text: " "}, Strong(v.Phrase("plus", With{"points": r.Points})))
	}
	return append(line, chat.Span{Text: " · " + v.tenths(r.Elapsed)})
}

// Missed lists solutions that were not found.
func (v Voice) Missed(all []string, others bool) []chat.Line {
	if len(all) == 0 {
		return nil
	}
	key := "ending.missed"
	if others {
		key = "ending.missed.others"
	}
	var list []chat.Line
	for _, text := range all[:min(len(all), maxMissed)] {
		list = append(list, chat.Line{Code(text)})
	}
	if more := len(all) - len(list); more > 0 {
		list = append(list, v.Line("solve.more", With{"n": more}))
	}
	return []chat.Line{append(v.Line(key, With{"n": len(all)}), v.join(list, "list.comma")...)}
}

// Best is the best there is.
func (v Voice) Best(g engine.Game, s engine.Solution) chat.Line {
	args := With{"solution": Code(s.Best), "n": len(s.All)}
	switch {
	case s.Best == "":
		return v.Line("solution.none", nil)
	case g.Rules().Measure == "":
		return v.Line(v.Key("solution", g.Name(), "plain"), args)
	}
	args["measure"] = v.Measure(g, s.Measure)
	measured := "measured"
	if s.Complete && len(s.All) > 1 {
		measured = "measured.of"
	}
	return v.Line(v.Key("solution", g.Name(), measured), args)
}

// Desc is an ID without the game's name, as people write the puzzle.
func Desc(id string) string {
	_, d, _ := strings.Cut(id, ":")
	return d
}

// Progress says how an open round stands: the solutions found or, where answers are hidden,
// how good each person's best one is.
func (v Voice) Progress(e play.Ending) []chat.Line {
	g := e.Round.Game
	var out []chat.Line
	for _, row := range e.Rows {
		if !e.Round.Mode().Hidden {
			if !row.Practice { // it is still to be found
				out = append(out, v.row(g, row, false))
			}
			continue
		}
		out = append(out, Item(v.Line("ranking.sealed", With{
			"player": v.Mention(row.PlayerName, row.PlayerKey), "measure": v.Measure(g, row.Measure), "stars": stars(row.Stars),
		})))
	}
	if n := e.Left; n > 0 && g.Rules().Collect && len(out) > 0 {
		line := v.Line("progress.left", With{"n": n})
		if all := len(e.Best.All); e.Best.Complete && all <= maxDots {
			line = append(chat.Line{{Text: strings.Repeat("●", all-n) + strings.Repeat("○", n) + " "}}, line...)
		}
		out = append(out, line)
	}
	return out
}

// maxDots is how many solutions are shown as dots, found or not.
const maxDots = 12

// Result says how a round ended in a message of its own: the winner, or what nobody found.
// The puzzle's own message has the rest.
func (v Voice) Result(e play.Ending) []chat.Line {
	first := chat.Line{Strong(v.title(e.Round))}
	if line := v.reason(e); len(line) > 0 {
		first = append(append(first, chat.Span{Text: " · "}), line...)
	}
	out := []chat.Line{first}
	won := winners(e)
	for i, row := range e.Rows {
		if won[i] {
			out = append(out, v.row(e.Round.Game, row, true))
		}
	}
	if len(e.Rows) == 0 && e.Round.Mode().Shared {
		out = append(out, v.Line("ending.nobody", nil))
	}
	switch collects := e.Round.Game.Rules().Collect; {
	case e.Round.Reason != play.GivenUp && len(won) > 0:
	case collects:
		out = append(out, v.Missed(e.Missed, len(e.Rows) > 0)...)
	default:
		out = append(out, v.Best(e.Round.Game, e.Best))
	}
	return out
}
