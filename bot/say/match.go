package say

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
)

// matchTitle names a match: "Race of 5 · 24 · hard".
func (v Voice) matchTitle(m play.Match) chat.Line {
	out := chat.Line{Strong(v.Phrase("match."+m.Kind, With{"n": m.Length})), {Text: " · " + v.GameName(m.Game)}}
	if level := m.Level(); level > 0 {
		out = append(out, chat.Span{Text: " · " + v.Level(int(level))})
	}
	return out
}

// boutTitle names a puzzle of a match: "24 · 2 of 5".
func (v Voice) boutTitle(r play.Round) string {
	return v.Phrase("match.bout."+r.Match.Kind, With{"game": v.GameName(r.Game), "i": r.Number, "of": r.Match.Length})
}

// Challenge asks somebody to a duel.
func (v Voice) Challenge(m play.Match, who, rival chat.Span) []chat.Line {
	return []chat.Line{
		v.matchTitle(m),
		v.Line("duel.asked", With{"player": who, "rival": rival}),
		v.duelRule(m),
		v.Line("duel.until", With{"time": v.Duration(play.ChallengeFor)}),
	}
}

// duelRule says who wins a puzzle of a duel.
func (v Voice) duelRule(m play.Match) chat.Line {
	key := "duel.rule"
	if m.Game.Rules().Measure != "" {
		key += ".best"
	}
	return v.Line(key, With{"time": v.Length(m.Clock())})
}

// Settled says that nothing comes of a challenge; who is the one who said so.
func (v Voice) Settled(m play.Match, who chat.Span) []chat.Line {
	return []chat.Line{v.matchTitle(m), v.Line("match.over."+m.Reason, With{"player": who})}
}

// Board says how a match stands, and what comes.
func (v Voice) Board(m play.Match) []chat.Line {
	out := []chat.Line{v.matchTitle(m)}
	if !m.IsOver() && len(m.Bouts) == 0 {
		out = append(out, v.matchRule(m))
	}
	out = append(out, v.score(m, false)...)
	if line := v.state(m); len(line) > 0 {
		out = append(out, line)
	}
	return out
}

// matchRule says what wins.
func (v Voice) matchRule(m play.Match) chat.Line {
	switch {
	case m.Kind == play.DuelOf:
		return v.duelRule(m)
	case m.Community.Private:
		return v.Line("race.rule.alone", With{"time": v.Length(m.Clock())})
	}
	args := With{"open": v.Length(play.PlacesFor)}
	for i, points := range play.RacePoints {
		args["p"+strconv.Itoa(i+1)] = points
	}
	if m.Game.Rules().Measure != "" {
		return v.Line("race.rule.best", args)
	}
	return v.Line("race.rule", args)
}

// score is who has how much; at the end with how long they took.
func (v Voice) score(m play.Match, over bool) (out []chat.Line) {
	switch {
	case m.Kind == play.DuelOf:
		return append([]chat.Line{v.Standing(m)[0]}, v.bouts(m)...)
	case m.Community.Private:
		return v.bouts(m)
	}
	for _, t := range m.Table {
		line := Item(nil)
		if over && t.Rank == 1 {
			line = append(line, chat.Span{Text: "🏆 "})
		}
		line = append(line, chat.Span{Text: strconv.Itoa(t.Rank) + ". "}, v.Mention(t.Player.Name, t.Player.Key), chat.Span{Text: " "},
			Strong(v.Phrase("number", With{"n": t.Points})))
		if over {
			line = append(line, chat.Span{Text: " · "})
			line = append(line, v.Line("match.solved", With{"n": t.Solved, "time": v.Elapsed(t.Elapsed.Truncate(100 * time.Millisecond))})...)
		}
		out = append(out, line)
	}
	return out
}

// bouts says of each puzzle that is over who won it, how, and how fast.
func (v Voice) bouts(m play.Match) (out []chat.Line) {
	for _, b := range m.Bouts {
		if b.Round.ClosedAt.IsZero() {
			continue
		}
		line := Item(chat.Line{{Text: strconv.Itoa(b.Round.Number) + ". "}})
		if len(b.Finishes) == 0 {
			out = append(out, append(line, v.Line("match.nobody", nil)...))
			continue
		}
		f := b.Finishes[0]
		if m.Kind == play.DuelOf {
			line = append(line, v.Mention(f.Player.Name, f.Player.Key), chat.Span{Text: " "})
		}
		if f.Answer == 0 {
			out = append(out, append(line, v.Line("duel.resigned", nil)...))
			continue
		}
		line = append(line, Code(chat.Clip(f.Text, MaxQuote)))
		if b.Round.Game.Rules().Measure != "" {
			line = append(append(line, chat.Span{Text: " "}), v.Measure(b.Round.Game, f.Measure)...)
		}
		out = append(out, append(line, chat.Span{Text: " · " + v.Elapsed(f.Elapsed.Truncate(100*time.Millisecond))}))
	}
	return out
}

// Standing is "Ann 8 · Bob 5", empty where nobody has anything.
func (v Voice) Standing(m play.Match) []chat.Line {
	if len(m.Table) == 0 || m.Community.Private {
		return nil
	}
	var all []chat.Span
	var out chat.Line
	for i, t := range m.Table[:min(len(m.Table), maxStanding)] {
		if i > 0 {
			out = append(out, chat.Span{Text: " · "})
		}
		out = append(out, v.Mention(t.Player.Name, t.Player.Key), chat.Span{Text: " " + v.Phrase("number", With{"n": t.Points})})
	}
	return []chat.Line{append(out, all...)}
}

// maxStanding is how many people stand in a line.
const maxStanding = 5

// state says what comes next, or why nothing does.
func (v Voice) state(m play.Match) chat.Line {
	switch {
	case m.IsOver() && v.Has("match.over."+m.Reason):
		return v.Line("match.over."+m.Reason, nil)
	case m.IsOver() || m.NextAt.IsZero():
		return nil
	}
	return v.Line("match.next."+m.Kind, With{"i": len(m.Bouts) + 1, "of": m.Length, "time": v.Length(m.Pause())})
}

// MatchResult says how a match went.
func (v Voice) MatchResult(m play.Match) []chat.Line {
	out := []chat.Line{v.matchTitle(m)}
	if line := v.state(m); len(line) > 0 && m.Reason != play.Decided && m.Reason != play.AllPlayed {
		out = append(out, line)
	}
	switch {
	case m.Kind == play.DuelOf && m.Table[0].Points > m.Table[1].Points:
		win, lose := m.Table[0], m.Table[1]
		out = append(out, v.Line("duel.won", With{"player": v.Mention(win.Player.Name, win.Player.Key), "mine": win.Points, "theirs": lose.Points}))
	case m.Kind == play.DuelOf:
		return append(append(out, v.Line("duel.drawn", With{"mine": m.Table[0].Points, "theirs": m.Table[1].Points})), v.bouts(m)...)
	case len(m.Table) == 0:
		return append(out, v.Line("match.nobody.ever", nil))
	case m.Community.Private:
		out = append(out, v.Line("race.alone", With{
			"n": m.Table[0].Solved, "of": m.Length, "time": v.Elapsed(m.Table[0].Elapsed.Truncate(100 * time.Millisecond)),
		}))
	}
	if m.Kind == play.DuelOf {
		return append(out, v.bouts(m)...)
	}
	return append(out, v.score(m, true)...)
}

// Placed says to all that somebody was first in a puzzle of a match, or to the others
// which place they have.
func (v Voice) Placed(t play.Taken, who chat.Span) []chat.Line {
	key := "race.first"
	switch {
	case t.Round.IsDuel():
		key = "duel.first"
	case t.What != play.First:
		key = "race.place"
	}
	return []chat.Line{v.Line(key, With{
		"player": who, "time": v.Elapsed(t.Elapsed.Truncate(100 * time.Millisecond)), "open": v.Length(play.PlacesFor), "place": t.Place,
		"points": play.RacePoints[min(max(t.Place, 1), len(play.RacePoints))-1],
	})}
}

// boutHow says who wins a puzzle of a match, and when it ends.
func (v Voice) boutHow(r play.Round, private bool) chat.Line {
	args := With{"time": v.Length(r.Lasts), "open": v.Length(play.PlacesFor)}
	measured := r.Game.Rules().Measure != ""
	switch {
	case private && r.Community.Private:
		return v.Line("race.how.alone", args)
	case r.IsDuel() && measured:
		return v.Line("duel.how.best", args)
	case r.IsDuel():
		return v.Line("duel.how", args)
	case measured:
		return v.Line("task.hidden.clock", args)
	}
	return v.Line("race.how", args)
}
