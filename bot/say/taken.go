package say

import (
	"cmp"
	"maps"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// Taken says what became of an answer. Where others read along, an answer to a
// hidden round is not repeated, and the person is named.
func (v Voice) Taken(t play.Taken, who chat.Span, ephemeral bool) []chat.Line {
	g := t.Round.Game
	args := With{
		"answer": Code(chat.Clip(shown(t.Verdict), MaxQuote)), "value": chat.Clip(t.Verdict.Value, MaxQuote), "player": who,
		"points": t.Points, "found": t.Found, "total": len(t.Solution.All), "n": len(t.Solution.All),
	}
	switch t.What {
	case play.Wrong:
		return v.wrong(t, who, ephemeral)
	case play.TooLate:
		return v.late(t)
	case play.ShutOut:
		return []chat.Line{v.Line("shut-out", nil)}
	case play.Known:
		return []chat.Line{v.known(t, args)}
	case play.First, play.Further:
		return v.right(t, args)
	}
	if g.Rules().Measure != "" {
		return v.measured(t, args, ephemeral)
	}
	key := "plain"
	if t.Round.Shared() && !ephemeral { // others are still to find it
		key = "unsaid"
	}
	return []chat.Line{
		v.Line(v.Key("right", g.Name(), key), args),
		v.Line("practice."+string(t.Practice), nil),
	}
}

// shown is an answer as others may read it.
func shown(v engine.Verdict) string { return cmp.Or(v.Masked, v.Text) }

func (v Voice) wrong(t play.Taken, who chat.Span, ephemeral bool) []chat.Line {
	fault := *t.Verdict.Fault
	fault.Args = maps.Clone(fault.Args)
	if fault.Args == nil {
		fault.Args = engine.Args{}
	}
	if text := shown(t.Verdict); text != "" {
		fault.Args["answer"] = text
	}
	out := v.Explain(t.Round.Game.Name(), t.Text, &fault)
	if t.Round.Hidden() && !ephemeral { // what was typed is not for others to read
		out = []chat.Line{v.Line("measured.of", With{"of": who, "said": v.Line("measured.wrong", nil)})}
	}
	if t.Tries == 0 {
		out = append(out, v.Line("shut-out", nil))
	}
	return out
}

// late says how the round ended of an answer that comes too late.
func (v Voice) late(t play.Taken) []chat.Line {
	out := []chat.Line{v.Line("late", nil)}
	if t.Ending != nil {
		out = append(out, v.Ending(*t.Ending)...)
	}
	return out
}

func (v Voice) known(t play.Taken, args With) chat.Line {
	if t.Round.Match != nil && t.First.PlayerID == t.Attempt.PlayerID && t.First.Form != t.Verdict.Form {
		return v.Line("race.had", nil)
	}
	args["first"] = Code(chat.Clip(t.First.Text, MaxQuote))
	args["by"] = v.Mention(t.First.PlayerName, t.First.PlayerKey)
	key := "known"
	if t.Verdict.Text == t.First.Text {
		key = "known.same"
	}
	if t.First.PlayerID == t.Attempt.PlayerID {
		key += ".own"
	}
	return v.Line(key, args)
}

func (v Voice) right(t play.Taken, args With) []chat.Line {
	kind, what := "right", "first"
	switch {
	case t.What == play.Further:
		what = "more"
	case t.Round.Shared(): // others read who it was
		kind = "won"
	}
	if t.Round.Game.Rules().Collect && t.Solution.Complete {
		what += map[bool]string{true: ".only", false: ".of"}[len(t.Solution.All) == 1]
	}
	line := v.Line(v.Key(kind, t.Round.Game.Name(), what), args)
	if t.OpenFor > 0 { // others may still win: the answer is not told
		line = v.Line("right.hinted", With{"player": args["player"], "points": t.Points, "hints": t.Attempt.Hints, "n": t.Attempt.Hints, "time": v.Clock(t.OpenFor)})
	}
	out := []chat.Line{line}
	if t.Fast {
		out = append(out, v.Line("right.fast", With{"time": v.Elapsed(t.Elapsed.Truncate(100 * time.Millisecond))}))
	}
	if t.Streak != nil {
		out = append(out, v.Streak(*t.Streak))
	}
	return out
}

// measured confirms an answer where the best one counts.
func (v Voice) measured(t play.Taken, args With, ephemeral bool) []chat.Line {
	g := t.Round.Game
	starred := play.Stars(g, t.Verdict.Measure, t.Solution.Measure)
	if t.Verdict.Near {
		starred = 0
	}
	args["measure"], args["stars"] = v.Measure(g, t.Verdict.Measure), stars(starred)
	isBest := t.Verdict.Measure <= t.Solution.Measure && !t.Verdict.Near
	key := "measured.noted"
	switch {
	case t.What == play.NoBetter:
		key = v.Key("measured", g.Name(), "no-better")
		args["best"] = v.Measure(g, t.Before.Measure)
	case t.Practice != play.Paid:
		key = "measured.practice"
	case t.Round.Shared():
		key = "measured.hidden"
		args["points"] = t.Worth
		if isBest && ephemeral { // to the others it would say how far one can get
			key += ".best"
		}
	}
	said := v.Line(key, args)
	of := args["player"]
	if ephemeral {
		of = args["answer"]
	}
	out := []chat.Line{v.Line("measured.of", With{"of": of, "said": said})}
	if t.Practice != play.Paid {
		out = append(out, v.Line("practice."+string(t.Practice), nil))
	}
	if !t.Round.Shared() && isBest {
		out = append(out, v.Line(v.Key("measured", g.Name(), "best"), nil))
	}
	if t.Record != nil {
		out = append(out, v.NewRecord(t))
	}
	if t.Streak != nil {
		out = append(out, v.Streak(*t.Streak))
	}
	return out
}

// NewRecord tells of an answer better than any known.
func (v Voice) NewRecord(t play.Taken) chat.Line {
	g := t.Round.Game
	return v.Line("record.new", With{
		"player": v.Mention(t.Record.PlayerName, t.Record.PlayerKey), "puzzle": Code(Desc(t.Record.Puzzle)),
		"measure": v.Measure(g, t.Record.Measure), "was": v.Measure(g, t.Record.Was),
	})
}

// Streak says how many days in a row somebody has answered well.
func (v Voice) Streak(s play.Streak) chat.Line {
	var freezes chat.Line
	if s.Freezes > 0 {
		freezes = v.Line("daily.freezes", With{"n": s.Freezes})
	}
	return v.Sentences(v.Line("daily.streak", With{"n": s.Days}), freezes)
}
