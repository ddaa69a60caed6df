package say

import (
	"cmp"
	"maps"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Taken says what became of an answer. Unless the person alone reads it, an answer to a
// hidden round is not repeated, and the person is named.
func (v Voice) Taken(a play.Answered, e play.Earned, who chat.Span, alone bool) []chat.Line {
	g, earned := a.Round.Game, "earned"
	if e.Points == 0 {
		earned = "earned.none"
	}
	args := With{
		"answer": Code(chat.Clip(cmp.Or(a.Verdict.Masked, a.Verdict.Text), MaxQuote)), "value": chat.Clip(a.Verdict.Value, MaxQuote), "player": who,
		"earned": v.Phrase(earned, With{"points": e.Points}), "points": e.Points, "found": e.Found, "total": len(a.Solution.All), "n": len(a.Solution.All),
	}
	switch a.What {
	case play.Wrong:
		return v.wrong(a, who, alone)
	case play.TooLate:
		out := []chat.Line{v.late(a, e, args)}
		if a.Ended != nil {
			out = append(out, v.Ending(*a.Ended)...)
		}
		return out
	case play.Known:
		own := a.First.PlayerID == a.Attempt.PlayerID
		key := "known"
		switch {
		case own && a.Round.Mode.Pay == mode.PayPlaces && a.First.Form != a.Verdict.Form:
			return []chat.Line{v.Line("match.had", nil)}
		case !own && a.Round.Mode.Hidden: // not to be repeated
			of := who
			if alone {
				of = args["answer"].(chat.Span)
			}
			said := v.Line("known.open", With{"by": v.Mention(a.First.PlayerName, a.First.PlayerKey)})
			return []chat.Line{v.Line("measured.of", With{"of": of, "said": said})}
		case a.Verdict.Text == a.First.Text:
			key = "known.same"
		}
		if own {
			key += ".own"
		}
		args["first"], args["by"] = Code(chat.Clip(a.First.Text, MaxQuote)), v.Mention(a.First.PlayerName, a.First.PlayerKey)
		return []chat.Line{v.Line(key, args)}
	}
	var out []chat.Line
	switch {
	case a.What == play.First || a.What == play.Further:
		out = v.right(a, e, args, alone)
	case g.Rules().Measure != "":
		out = v.measured(a, e, args, alone)
	default:
		key := "plain"
		if a.Round.Mode.Shared && !alone { // others are still to find it
			key = "unsaid"
		}
		out = []chat.Line{v.Line(v.Key("right", g.Name(), key), args), v.Line("practice."+string(a.Practice), nil)}
	}
	if a.Openly {
		out = append(out, v.Line("open.noted", With{"answer": Strong(v.Phrase("button.answer", nil))}))
	}
	if e.Streak != nil {
		out = append(out, v.Streak(*e.Streak))
	}
	return out
}

// lateFor is how late an answer is told what it would have been.
const lateFor = 10 * time.Second

// late says that an answer came too late and, where it was only just, what it was.
func (v Voice) late(a play.Answered, e play.Earned, args With) chat.Line {
	by, takesPart := e.Elapsed-a.Round.Lasts, a.Verdict.Outcome == engine.Right
	if a.Verdict.Near {
		takesPart = a.Round.Game.Quality(a.Verdict.Measure, a.Solution.Measure) > 0
	}
	if a.Round.Lasts == 0 || by > lateFor || !takesPart {
		return v.Line("late", nil)
	}
	args["time"] = v.Elapsed(by)
	if a.Round.Game.Rules().Measure == "" {
		return v.Line("late.right", args)
	}
	args["measure"] = v.Measure(a.Round.Game, a.Verdict.Measure)
	return v.Line("late.measured", args)
}

func (v Voice) wrong(a play.Answered, who chat.Span, alone bool) []chat.Line {
	fault := *a.Verdict.Fault
	if text := cmp.Or(a.Verdict.Masked, a.Verdict.Text); text != "" {
		fault.Args = engine.Args{}
		maps.Copy(fault.Args, a.Verdict.Fault.Args)
		fault.Args["answer"] = text
	}
	out := v.Explain(a.Round.Game.Name(), a.Text, &fault)
	if a.Round.Mode.Hidden && !alone { // what was typed is not for others to read
		out = v.Uncounted(who)
	}
	return out
}

// Uncounted says that somebody's answer is not right, and nothing of the answer.
func (v Voice) Uncounted(who chat.Span) []chat.Line {
	return []chat.Line{v.Line("measured.of", With{"of": who, "said": v.Line("measured.wrong", nil)})}
}

// right confirms an answer where a right one counts. In a puzzle of a match all are told who
// was first, and the others their places; no solution is told, others may still find one.
func (v Voice) right(a play.Answered, e play.Earned, args With, alone bool) []chat.Line {
	if m := a.Round.Mode; m.Pay == mode.PayPlaces {
		if a.What == play.First {
			return []chat.Line{v.first(m, args["player"].(chat.Span), e.Elapsed)}
		}
		return []chat.Line{v.Line(m.Name+".place", With{"place": e.Place, "points": m.Score(e.Place, e.Place)})}
	}
	kind, what := "right", "first"
	switch {
	case a.What == play.Further:
		what = "more"
	case a.Round.Mode.Shared && !alone: // others read who it was
		kind = "won"
	}
	if a.Round.Game.Rules().Collect && a.Solution.Complete {
		what += map[bool]string{true: ".only", false: ".of"}[len(a.Solution.All) == 1]
	}
	line := v.Line(v.Key(kind, a.Round.Game.Name(), what), args)
	if e.OpenFor > 0 { // others may still win: the answer is not told
		line = v.Line("right.hinted", With{"player": args["player"], "earned": args["earned"], "hints": a.Attempt.Hints, "n": a.Attempt.Hints, "time": v.Duration(e.OpenFor)})
	}
	out := []chat.Line{line}
	if e.Fast {
		out = append(out, v.Line("right.fast", With{"time": v.Elapsed(e.Elapsed)}))
	}
	return out
}

// measured confirms an answer where the best one counts.
func (v Voice) measured(a play.Answered, e play.Earned, args With, alone bool) []chat.Line {
	g := a.Round.Game
	starred := play.Stars(g, a.Verdict.Measure, a.Solution.Measure)
	if a.Verdict.Near {
		starred = 0
	}
	args["measure"], args["stars"] = v.Measure(g, a.Verdict.Measure), stars(starred)
	isBest := a.Verdict.Measure <= a.Solution.Measure && !a.Verdict.Near
	key := "measured.noted"
	switch {
	case a.What == play.NoBetter:
		key = v.Key("measured", g.Name(), "no-better")
		args["best"] = v.Measure(g, a.Before.Measure)
	case a.Practice != play.Paid || a.Round.Own:
		key = "measured.practice"
	case a.Round.Mode.Shared:
		args["points"] = e.Worth
		if alone { // to the others it would say how far one can get
			key = map[bool]string{true: "measured.hidden.best", false: "measured.hidden"}[isBest]
		}
	}
	said := v.Line(key, args)
	of := args["player"]
	if alone {
		of = args["answer"]
	}
	out := []chat.Line{v.Line("measured.of", With{"of": of, "said": said})}
	if a.Practice != play.Paid {
		out = append(out, v.Line("practice."+string(a.Practice), nil))
	}
	if !a.Round.Mode.Shared && isBest {
		out = append(out, v.Line(v.Key("measured", g.Name(), "best"), nil))
	}
	if e.Record != nil {
		out = append(out, v.NewRecord(g, *e.Record))
	}
	return out
}

// NewRecord announces an answer better than any known.
func (v Voice) NewRecord(g engine.Game, r storage.Record) chat.Line {
	return v.Line("record.new", With{
		"player": v.Mention(r.PlayerName, r.PlayerKey), "puzzle": Code(Desc(r.Puzzle)),
		"measure": v.Measure(g, r.Measure), "was": v.Measure(g, r.Was),
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
