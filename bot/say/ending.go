package say

import (
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/engine"
)

// maxMissed is how many solutions that nobody found are shown.
const maxMissed = 5

// Ending says how a round ended: the answers with their times and points, and what nobody
// found.
func (v Voice) Ending(e play.Ending) []chat.Line {
	g := e.Round.Game
	out := v.reason(e)
	won := winners(e)
	for i, row := range e.Rows {
		out = append(out, v.row(e.Round, row, won[i]))
	}
	switch shared := e.Round.Mode.Shared; {
	case len(e.Rows) == 0 && shared:
		if e.Round.Reason != play.Expired { // which says it
			out = append(out, v.Line("ending.nobody", nil))
		}
	case shared && g.Rules().Measure != "" && e.Best.Best != "" && e.Rows[0].Measure <= e.Best.Measure:
		return append(out, v.unfound(e, true)...)
	}
	isThere := func(r play.Row) bool { return r.Text == e.Best.Best }
	if !g.Rules().Collect && g.Rules().Measure == "" && slices.ContainsFunc(e.Rows, isThere) {
		return out
	}
	return append(out, v.unfound(e, false)...)
}

// unfound says what nobody found: the solutions, or the best one unless it stands there
// already, and the better one that hardly anybody would find.
func (v Voice) unfound(e play.Ending, isThere bool) (out []chat.Line) {
	switch {
	case isThere:
	case e.Round.Game.Rules().Collect:
		return v.Missed(e.Missed, len(e.Rows) > 0)
	default:
		out = append(out, v.Best(e.Round.Game, e.Best))
	}
	if rarer := e.Best.Rarer; rarer != "" {
		out = append(out, v.Line("solution.rarer", With{"solution": Code(rarer)}))
	}
	return out
}

// winners returns which rows won a round that people play together: the best answers, or in
// a race the first one that was paid most.
func winners(e play.Ending) map[int]bool {
	out := map[int]bool{}
	top, measured := -1, e.Round.Game.Rules().Measure != ""
	for i, row := range e.Rows {
		switch {
		case row.Practice || !e.Round.Mode.Shared:
		case top < 0, !measured && row.Points > e.Rows[top].Points:
			top, out = i, map[int]bool{i: true}
		case measured && row.Measure == e.Rows[top].Measure:
			out[i] = true
		}
	}
	return out
}

// reason says why a round ended, where it is worth a line.
func (v Voice) reason(e play.Ending) []chat.Line {
	r := e.Round
	key := v.Key("ending", r.Game.Name(), r.Reason)
	if own := r.Mode.Name + ".ending." + r.Reason; v.Has(own) {
		key = own
	}
	if r.Reason == play.Solved && len(e.Missed) > 0 || !v.Has(key) || r.Mode.Name != "" && r.Reason == play.TimeUp && len(e.Rows) > 0 {
		return nil
	}
	return []chat.Line{v.Line(key, With{"time": v.Elapsed(r.Lasts)})}
}

// row is one person's answer: "Ann 8/(3-8/3) +50 · 8.2 s".
func (v Voice) row(of play.Round, r play.Row, winner bool) chat.Line {
	cup, points := "", chat.Line{}
	if winner {
		cup = "🏆 "
	}
	switch {
	case r.Score > 0: // of the match, as its standings count
		points = line(" ", Strong(v.Phrase("plus", With{"points": r.Score})))
	case of.Match != nil && of.Mode.Shared:
	case r.Practice || of.Own:
		points = line(" ", v.Phrase("ending.practice", nil))
	case r.Points > 0:
		points = line(" ", Strong(v.Phrase("plus", With{"points": r.Points})))
	}
	out := Item(line(cup, v.Mention(r.PlayerName, r.PlayerKey), " ", Code(chat.Clip(r.Text, MaxQuote))))
	if of.Game.Rules().Measure != "" {
		out = line(out, " ", v.Measure(of.Game, r.Measure), stars(r.Stars))
	}
	return line(out, points, " · "+v.Elapsed(r.Elapsed))
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
	return []chat.Line{line(v.Line(key, With{"n": len(all)}), List(v, "list.comma", list))}
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
// how good each person's best one is; on a clock only who has answered, and in a race who
// was first.
func (v Voice) Progress(e play.Ending) []chat.Line {
	g, m := e.Round.Game, e.Round.Mode
	var out, who []chat.Line
	byName := func(x, y play.Row) int { return strings.Compare(x.PlayerName, y.PlayerName) } // the best go first in e
	for _, row := range slices.SortedStableFunc(slices.Values(e.Rows), byName) {
		who = append(who, chat.Line{v.Mention(row.PlayerName, row.PlayerKey)})
	}
	if m.Hidden && e.Round.Lasts > 0 && len(who) > 0 {
		return []chat.Line{v.Line("progress.in", With{"n": len(who), "players": List(v, "list.comma", who)})}
	}
	for _, row := range e.Rows {
		if m.Pay == mode.PayPlaces && !row.Practice {
			return []chat.Line{v.first(m, v.Mention(row.PlayerName, row.PlayerKey), row.Elapsed)}
		}
		if !m.Hidden {
			if !row.Practice { // it is still to be found
				out = append(out, v.row(e.Round, row, false))
			}
			continue
		}
		out = append(out, Item(v.Line("ranking.sealed", With{
			"player": v.Mention(row.PlayerName, row.PlayerKey), "measure": v.Measure(g, row.Measure), "stars": stars(row.Stars),
		})))
	}
	if n := e.Left; n > 0 && g.Rules().Collect && len(out) > 0 {
		left := v.Line("progress.left", With{"n": n})
		if all := len(e.Best.All); !e.Best.Complete {
			left = v.Line("progress.more", nil)
		} else if all <= maxDots {
			left = line(strings.Repeat("●", all-n)+strings.Repeat("○", n)+" ", left)
		}
		out = append(out, left)
	}
	return out
}

// maxDots is how many solutions are shown as dots, found or not.
const maxDots = 12

// Result says how a round ended in a message of its own: the winner, and the best there is.
// The puzzle's own message has the rest.
func (v Voice) Result(e play.Ending) []chat.Line {
	head := Head(v.Face(e.Round).Title)
	for _, reason := range v.reason(e) {
		head = line(head, " · ", reason)
	}
	out := []chat.Line{head, {Code(v.Form(e.Round))}}
	won := winners(e)
	for i, row := range e.Rows {
		if won[i] {
			out = append(out, v.row(e.Round, row, true))
		}
	}
	if len(e.Rows) == 0 && e.Round.Mode.Shared {
		out = append(out, v.Line("ending.nobody", nil))
	}
	isBest := e.Round.Reason != play.GivenUp
	if e.Round.Game.Rules().Measure != "" && len(e.Rows) > 0 {
		isBest = e.Rows[0].Measure <= e.Best.Measure
	}
	return append(out, v.unfound(e, len(won) > 0 && isBest)...)
}
