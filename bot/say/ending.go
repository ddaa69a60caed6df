package say

import (
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// maxMissed is how many solutions that nobody found are shown.
const maxMissed = 5

// Ending says how a round ended: the answers with their times and points, and what nobody
// found.
func (v Voice) Ending(e round.Ending) []chat.Line {
	rules := e.Round.Game.Rules()
	out := v.reason(e)
	places := e.Places()
	for i, row := range e.Standings {
		out = append(out, v.row(e.Round, row, places[i] == 1))
	}
	out = append(out, v.answerOfOpponent(e)...)
	if isUnanswered(e) {
		out = append(out, v.Line("ending.nobody", nil))
	}
	if e.IsKept {
		return append(out, v.WhyKept())
	}
	if rules.Measure != "" && showsBest(e) {
		return append(out, v.meaningOfFound(e)...)
	}
	hasOneSolution := !rules.Collect && rules.Measure == ""
	isBest := func(row round.Standing) bool { return row.Text == e.Best.Best }
	if hasOneSolution && slices.ContainsFunc(e.Standings, isBest) {
		// A row shows the solution already.
		return append(out, v.Meaning(e.Round.Game, e.Best.Best)...)
	}
	return append(out, v.unfound(e)...)
}

// WhyKept says why a solution is not shown.
func (v Voice) WhyKept() chat.Line { return v.Line("ending.kept", nil) }

// isUnanswered reports whether an ending has to say that nobody found an answer. The reason of an expired or void
// round says so already.
func isUnanswered(e round.Ending) bool {
	saysNobody := e.Round.Reason == round.Expired || e.Round.Reason == round.Void
	return e.Round.Mode.Shared && len(e.Standings) == 0 && !saysNobody
}

// isBestFound reports whether somebody's answer to a measured round is as good as the best answer.
func isBestFound(e round.Ending) bool {
	return len(e.Standings) > 0 && e.Best.Best != "" && e.Standings[0].Measure <= e.Best.Measure
}

// showsBest reports whether the first row of a measured round shows the best answer. Where people play together,
// one that is as good will do.
func showsBest(e round.Ending) bool {
	return isBestFound(e) && (e.Round.Mode.Shared || e.Standings[0].Text == e.Best.Best)
}

// unfound says what nobody found. In a game where solutions are collected, it lists the missed ones.
// Otherwise it shows the best solution, and a rarer one if there is one.
func (v Voice) unfound(e round.Ending) []chat.Line {
	g := e.Round.Game
	if g.Rules().Collect {
		return v.Missed(e.Missed, len(e.Standings) > 0)
	}
	out := append([]chat.Line{v.Best(g, e.Best)}, v.Meaning(g, e.Best.Best)...)
	return append(out, v.rarer(e)...)
}

// meaningOfFound says what the best answer means if somebody found it, and shows a rarer one.
func (v Voice) meaningOfFound(e round.Ending) []chat.Line {
	return append(v.Meaning(e.Round.Game, e.Standings[0].Text), v.rarer(e)...)
}

// Meaning says what an answer means if it is a word and the meaning is known.
func (v Voice) Meaning(g engine.Game, answer string) []chat.Line {
	fact := engine.Meaning(g, answer)
	if fact.Code == "" {
		return nil
	}
	return []chat.Line{v.Line("meaning", With{"word": Code(fact.Args["word"].(string)), "text": fact.Args["text"]})}
}

// rarer shows a solution that is even better than the best one, but that hardly anybody would find. If
// there is none, it shows nothing.
func (v Voice) rarer(e round.Ending) []chat.Line {
	if e.Best.Rarer == "" {
		return nil
	}
	return append([]chat.Line{v.Rarer(e.Best)}, v.Meaning(e.Round.Game, e.Best.Rarer)...)
}

// Rarer shows the solution that is even better than the best one. It is nil if there is none.
func (v Voice) Rarer(s engine.Solution) chat.Line {
	if s.Rarer == "" {
		return nil
	}
	return v.Line("solution.rarer", With{"solution": Code(s.Rarer)})
}

// reason says why a round ended, if that is worth a line.
func (v Voice) reason(e round.Ending) []chat.Line {
	r := e.Round
	key := v.Key("ending", r.Game.Name(), r.Reason)
	ofMatch := r.Mode.Name + ".ending." + r.Reason
	if v.Has(ofMatch) {
		key = ofMatch
	}
	if !v.Has(key) {
		return nil
	}
	keepsMissed := e.IsKept && e.Left > 0
	hasMissed := len(e.Missed) > 0 || keepsMissed
	if r.Reason == round.Solved && hasMissed {
		// The sentence would say that all solutions were found.
		return nil
	}
	isAnsweredInMatch := r.Mode.Name != "" && len(e.Standings) > 0
	if r.Reason == round.TimeUp && isAnsweredInMatch {
		// The puzzles of a match usually end by their clock, so that need not be said.
		return nil
	}
	m, opponent := opponentIn(&e)
	if key == ofMatch && opponent.Name != "" {
		return []chat.Line{v.ofOpponent(m, opponent, key, With{"time": v.Elapsed(r.Lasts)})}
	}
	who := e.GivenAwayBy
	if e.ReplacedBy.Name != "" && v.Has(key+".by") {
		who = e.ReplacedBy
		key += ".by"
	}
	return []chat.Line{v.Line(key, With{
		"time":   v.Elapsed(r.Lasts),
		"player": v.Mention(who.Name, who.Key),
	})}
}

// row shows one person's answer: "Ann 8/(3-8/3) +50 · 8.2 s".
func (v Voice) row(r round.Round, s round.Standing, isWinner bool) chat.Line {
	cup := ""
	if isWinner {
		cup = "🏆 "
	}
	who := v.Mention(s.PlayerName, s.PlayerKey)
	out := Item(line(cup, who))
	isHidden := s.Text == ""
	if !isHidden {
		out = line(out, " ", Code(chat.Clip(s.Text, MaxQuote)))
	}
	if r.Game.Rules().Measure != "" {
		out = line(out, " ", v.Measure(r.Game, s.Measure), stars(s.Stars))
	}
	return line(out, v.rowPoints(r, s), " · "+v.Elapsed(s.Elapsed))
}

// answerOfOpponent shows which answer an opponent gave to a puzzle, and what it scored. If solutions are kept back, it
// shows only how good the answer was. It shows nothing if an opponent's time was the clock of the puzzle, or if only
// people played.
func (v Voice) answerOfOpponent(e round.Ending) []chat.Line {
	m, opponent := opponentIn(&e)
	if m == nil || m.Mode.OnItsClock {
		return nil
	}
	bout := m.Bouts[e.Round.Number-1]
	who := v.Player(*m, storage.Player{}, bout)
	if !opponent.Found {
		return []chat.Line{v.Line(m.Kind+".opponent.nothing", With{"opponent": who})}
	}
	out := Item(line(who))
	if opponent.Text != "" && !e.IsKept {
		out = line(out, " ", Code(chat.Clip(opponent.Text, MaxQuote)))
	}
	if e.Round.Game.Rules().Measure != "" {
		out = line(out, " ", v.Measure(e.Round.Game, opponent.Measure))
	}
	for _, s := range bout.Standings {
		if s.PlayerID == 0 {
			out = line(out, v.scorePlus(m.Kind, s))
		}
	}
	return []chat.Line{line(out, " · "+v.Elapsed(opponent.After))}
}

// rowPoints shows what an answer earned, with a space in front. It shows nothing if the answer earned nothing.
func (v Voice) rowPoints(r round.Round, s round.Standing) chat.Line {
	isOfMatch := r.Match != nil && r.Mode.Shared
	isPractice := s.Practice || r.Custom
	if isPractice && !isOfMatch {
		return line(" ", v.Phrase("ending.practice", nil))
	}
	if r.Mode.BestOnly {
		return v.scorePlus(r.Mode.Name, s)
	}
	points := r.PointsOf(s)
	if points == 0 {
		return nil
	}
	return line(" ", Strong(v.Phrase("plus", With{"points": points})))
}

// Missed lists solutions that were not found. someFound reports whether others were found.
func (v Voice) Missed(all []string, someFound bool) []chat.Line {
	if len(all) == 0 {
		return nil
	}
	key := "ending.missed"
	if someFound {
		key = "ending.missed.others"
	}
	var list []chat.Line
	for _, text := range all[:min(len(all), maxMissed)] {
		list = append(list, chat.Line{Code(text)})
	}
	more := len(all) - len(list)
	if more > 0 {
		list = append(list, v.Line("solve.more", With{"n": more}))
	}
	return []chat.Line{line(v.Line(key, With{"n": len(all)}), List(v, "list.comma", list))}
}

// Best shows the best solution known.
func (v Voice) Best(g engine.Game, s engine.Solution) chat.Line {
	if s.Best == "" {
		return v.Line("solution.none", nil)
	}
	args := With{"solution": Code(s.Best), "n": len(s.All)}
	if g.Rules().Measure == "" {
		return v.Line(v.Key("solution", g.Name(), "plain"), args)
	}
	args["measure"] = v.Measure(g, s.Measure)
	key := "measured"
	if s.Complete && len(s.All) > 1 {
		key = "measured.of"
	}
	return v.Line(v.Key("solution", g.Name(), key), args)
}

// Desc returns the ID of a puzzle without the game's name, as people write the puzzle.
func Desc(id string) string {
	_, desc, _ := strings.Cut(id, ":")
	return desc
}

// Progress says what has been found in an open round: the solutions or, if answers are hidden, how good
// each person's best answer is. If answers are hidden and there is a clock, it says only who has answered.
// In a race of several puzzles it says only who was first.
func (v Voice) Progress(e round.Ending) []chat.Line {
	m := e.Round.Mode
	isHiddenOnClock := m.Hidden && e.Round.Lasts > 0
	if isHiddenOnClock && len(e.Standings) > 0 {
		return []chat.Line{v.whoAnswered(e)}
	}
	var out []chat.Line
	showsPractice := false
	for _, row := range e.Standings {
		if m.Pay == mode.PayByRank && e.Round.MayRank(row.Answer) {
			return []chat.Line{v.first(m, v.Mention(row.PlayerName, row.PlayerKey), row.Elapsed, m.OpenFor)}
		}
		shown := v.progressRow(e.Round, row)
		if shown == nil {
			continue
		}
		out = append(out, shown)
		showsPractice = showsPractice || row.Practice
	}
	// Solutions that were found only in practice count as left. If such solutions are shown, the number of
	// those left would contradict them.
	countsLeft := e.Round.Game.Rules().Collect && !showsPractice
	hasMore := e.Left > 0 && len(out) > 0
	if countsLeft && hasMore {
		out = append(out, v.leftToFind(e))
	}
	return out
}

// progressRow shows what may be known of one person's answer while the round is open; nil: nothing.
func (v Voice) progressRow(r round.Round, row round.Standing) chat.Line {
	isMeasured := r.Game.Rules().Measure != ""
	if r.Mode.Hidden && isMeasured {
		return Item(v.Line("ranking.sealed", With{
			"player":  v.Mention(row.PlayerName, row.PlayerKey),
			"measure": v.Measure(r.Game, row.Measure),
			"stars":   stars(row.Stars),
		}))
	}
	// Practice is not shown, since others may still find the same solution.
	hidesSolution := r.Mode.Hidden || row.Practice
	if hidesSolution && r.Mode.Shared {
		return nil
	}
	return v.row(r, row, false)
}

// whoAnswered names the people who have answered, in the order of their names. The order in e would
// tell who is best.
func (v Voice) whoAnswered(e round.Ending) chat.Line {
	byName := func(x, y round.Standing) int { return strings.Compare(x.PlayerName, y.PlayerName) }
	var who []chat.Line
	for _, row := range slices.SortedStableFunc(slices.Values(e.Standings), byName) {
		who = append(who, chat.Line{v.Mention(row.PlayerName, row.PlayerKey)})
	}
	return v.Line("progress.in", With{"n": len(who), "players": List(v, "list.comma", who)})
}

// leftToFind says how many solutions are still to be found, with a dot for each solution if they are
// few.
func (v Voice) leftToFind(e round.Ending) chat.Line {
	if !e.Best.Complete {
		return v.Line("progress.more", nil)
	}
	out := v.Line("progress.left", With{"n": e.Left})
	all := len(e.Best.All)
	if all > maxDots {
		return out
	}
	dots := strings.Repeat("●", all-e.Left) + strings.Repeat("○", e.Left)
	return line(dots+" ", out)
}

// maxDots is how many solutions are shown as dots, found or not.
const maxDots = 12

// Result says how a round ended, for a message of its own: the winner, and the best possible
// answer. The puzzle's own message has the rest.
func (v Voice) Result(e round.Ending) []chat.Line {
	head := Head(v.Face(e.Round).Title)
	for _, reason := range v.reason(e) {
		head = line(head, " · ", reason)
	}
	out := []chat.Line{head, {Code(v.Form(e.Round))}}
	places := e.Places()
	for i, row := range e.Standings {
		if places[i] == 1 {
			out = append(out, v.row(e.Round, row, true))
		}
	}
	out = append(out, v.answerOfOpponent(e)...)
	if isUnanswered(e) {
		out = append(out, v.Line("ending.nobody", nil))
	}
	if e.IsKept {
		return append(out, v.WhyKept())
	}
	isWon := slices.Contains(places, 1)
	if isWon && isWonByBest(e) {
		return append(out, v.meaningOfFound(e)...)
	}
	return append(out, v.unfound(e)...)
}

// isWonByBest reports whether the winner's answer leaves nothing to show: it is as good as the best one or, in a
// game where an answer is right or wrong, nobody gave the round up.
func isWonByBest(e round.Ending) bool {
	if e.Round.Game.Rules().Measure == "" {
		return e.Round.Reason != round.GivenUp
	}
	return e.Standings[0].Measure <= e.Best.Measure
}
