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

// A Reader is who reads a verdict.
type Reader struct {
	Who    chat.Span // the person who answered
	Alone  bool      // nobody else reads it
	Sealed bool      // others do, but could not read the answer
	Place  bool      // everyone at the round's place reads it
}

// manners are the tone of a verdict, and the reaction that may stand for its words.
var manners = map[play.What]struct {
	tone chat.Tone
	mark string
}{
	play.Wrong:     {chat.Bad, "🤔"},
	play.TooLate:   {chat.Neutral, "😢"},
	play.Known:     {chat.Neutral, "👌"}, // right, and nothing new
	play.First:     {chat.Good, "🏆"},
	play.Further:   {chat.Good, "👏"},
	play.Noted:     {chat.Good, "👍"},
	play.NoBetter:  {chat.Good, "👍"},
	play.Practised: {chat.Good, ""},
	play.Outsider:  {chat.Neutral, "🙊"},
}

// Verdict says what an answer was and what it earned: to the person, or to everyone at the
// place. Unless the person alone reads it, an answer to a hidden round is not repeated, and the
// person is named.
func (v Voice) Verdict(t play.Outcome, to Reader) chat.Reply {
	reply := chat.Reply{Audience: chat.Asker, Tone: manners[t.What].tone, Mark: reaction(t, to)}
	r, g, earned := t.Round, t.Round.Game, "earned"
	if t.Points == 0 {
		earned = "earned.none"
	}
	args := With{
		"answer": Code(chat.Clip(cmp.Or(t.Verdict.Masked, t.Verdict.Text), MaxQuote)), "value": chat.Clip(t.Verdict.Value, MaxQuote), "player": to.Who,
		"earned": v.Phrase(earned, With{"points": t.Points}), "points": t.Points, "found": t.Found, "total": len(t.Solution.All), "n": len(t.Solution.All),
	}
	switch {
	case t.What == play.Wrong:
		reply.Text = v.wrong(t, to)
	case t.What == play.TooLate:
		reply.Text = []chat.Line{v.late(t, args)}
		if t.Ended != nil {
			reply.Text = append(reply.Text, v.Ending(*t.Ended)...)
		}
	case t.What == play.Known:
		reply.Text = []chat.Line{v.known(t, to, args)}
	case t.What == play.Outsider:
		reply.Text = []chat.Line{v.Line(r.Mode.Name+".others", nil)}
	case t.What == play.First || t.What == play.Further:
		reply.Text = v.right(t, to, args)
	case g.Rules().Measure != "":
		reply.Text = v.measured(t, to, args)
	default:
		key := "plain"
		if r.Mode.Shared && !to.Alone { // others are still to find it
			key = "unsaid"
		}
		reply.Text = []chat.Line{v.Line(v.Key("right", g.Name(), key), args), v.Line("practice."+string(t.Practice), nil)}
	}
	if t.Openly {
		reply.Text = append(reply.Text, v.Line("open.noted", With{"answer": Strong(v.Phrase("button.answer", nil))}))
	}
	if t.Streak != nil {
		reply.Text = append(reply.Text, v.Streak(*t.Streak))
	}
	if to.Place && (len(t.Scores) > 1 || len(t.Scores) == 1 && t.Scores[0].Points != t.Points) { // else they say the same again
		reply.Text = append(reply.Text, v.Points(t.Scores))
	}
	return reply
}

// justEnded is for how long everyone who plays has just seen how a round ended.
const justEnded = time.Minute

// reaction is the mark that tells a person among others what became of their answer;
// empty where it takes words. A person's first miss takes them, so that they learn what the
// mark means.
func reaction(t play.Outcome, to Reader) string {
	r, words, mark := t.Round, to.Alone, manners[t.What].mark
	switch t.What {
	case play.Outsider:
		return mark
	case play.Wrong:
		if words = words || !t.Missed && !to.Sealed; t.Verdict.Outcome == engine.Invalid {
			mark = "🤷"
		}
	case play.First: // where there is no match a message tells who was first
		if words = words || r.Mode.Name == ""; t.Fast {
			mark = "⚡"
		}
	case play.Further:
		if t.Place == 2 || t.Ending != nil { // the best but the first, or the last solution
			mark = "🎉"
		}
	case play.TooLate:
		words = words || r.ClosedAt.IsZero() || t.At.Sub(r.ClosedAt) >= justEnded
	case play.Known:
		words = words || r.Mode.Hidden
	case play.Noted, play.NoBetter: // else the puzzle's message shows it
		words = words || !r.Mode.Shared || t.Record != nil || t.Openly
	}
	if words {
		return ""
	}
	return mark
}

// known says that the same solution was found before.
func (v Voice) known(t play.Outcome, to Reader, args With) chat.Line {
	own, key := t.First.PlayerID == t.Attempt.PlayerID, "known"
	by := v.Mention(t.First.PlayerName, t.First.PlayerKey)
	switch {
	case own && t.Round.Mode.Pay == mode.PayPlaces && t.First.Form != t.Verdict.Form:
		return v.Line("match.had", nil)
	case !own && t.Round.Mode.Hidden: // not to be repeated
		return v.said(v.Line("known.open", With{"by": by}), to, args)
	case t.Verdict.Text == t.First.Text:
		key = "known.same"
	}
	if own {
		key += ".own"
	}
	args["first"], args["by"] = Code(chat.Clip(t.First.Text, MaxQuote)), by
	return v.Line(key, args)
}

// said is said of the answer or, where others read along, of the person.
func (v Voice) said(what chat.Line, to Reader, args With) chat.Line {
	of := args["answer"]
	if !to.Alone {
		of = to.Who
	}
	return v.Line("measured.of", With{"of": of, "said": what})
}

// lateFor is how late an answer is told what it would have been.
const lateFor = 10 * time.Second

// late says that an answer came too late and, where it was only just, what it was.
func (v Voice) late(t play.Outcome, args With) chat.Line {
	by := t.Elapsed - t.Round.Lasts
	if t.Round.Lasts == 0 || by > lateFor || !t.TakesPart {
		return v.Line("late", nil)
	}
	args["time"] = v.Elapsed(by)
	if t.Round.Game.Rules().Measure == "" {
		return v.Line("late.right", args)
	}
	args["measure"] = v.Measure(t.Round.Game, t.Verdict.Measure)
	return v.Line("late.measured", args)
}

// wrong says what is wrong with an answer. What was typed for a hidden round, or so that others
// cannot read it, is not for them; a person's first miss among others explains the mark.
func (v Voice) wrong(t play.Outcome, to Reader) []chat.Line {
	if to.Sealed || t.Round.Mode.Hidden && !to.Alone {
		return []chat.Line{v.Line("measured.of", With{"of": to.Who, "said": v.Line("measured.wrong", nil)})}
	}
	fault := *t.Verdict.Fault
	if text := cmp.Or(t.Verdict.Masked, t.Verdict.Text); text != "" {
		fault.Args = engine.Args{}
		maps.Copy(fault.Args, t.Verdict.Fault.Args)
		fault.Args["answer"] = text
	}
	out := v.Explain(t.Round.Game.Name(), t.Text, &fault)
	if !t.Missed && !to.Alone {
		out = append(out, v.Line("mark.how", With{"mark": manners[play.Wrong].mark, "answer": Strong(v.Phrase("button.answer", nil))}))
	}
	return out
}

// right confirms an answer where a right one counts. In a puzzle of a match all are told who
// was first, and the others their places; no solution is told, others may still find one.
func (v Voice) right(t play.Outcome, to Reader, args With) []chat.Line {
	r, kind, what := t.Round, "right", "first"
	switch {
	case r.Mode.Pay == mode.PayPlaces && t.What == play.First:
		return []chat.Line{v.first(r.Mode, to.Who, t.Elapsed)}
	case r.Mode.Pay == mode.PayPlaces:
		return []chat.Line{v.Line(r.Mode.Name+".place", With{"place": t.Place, "points": r.Mode.Score(t.Place, t.Place)})}
	case t.What == play.Further:
		what = "more"
	case r.Mode.Shared && !to.Alone: // others read who it was
		kind = "won"
	}
	if r.Game.Rules().Collect && t.Solution.Complete {
		what += map[bool]string{true: ".only", false: ".of"}[len(t.Solution.All) == 1]
	}
	out := []chat.Line{v.Line(v.Key(kind, r.Game.Name(), what), args)}
	if t.OpenFor > 0 { // others may still win: the answer is not told
		args["hints"], args["n"], args["time"] = t.Attempt.Hints, t.Attempt.Hints, v.Duration(t.OpenFor)
		out = []chat.Line{v.Line("right.hinted", args)}
	}
	if r.Mode.Ghost && t.What == play.First {
		out = append(out, v.Line("ghost.beaten", With{"time": v.Elapsed(r.Lasts)}))
	}
	if t.Fast {
		out = append(out, v.Line("right.fast", With{"time": v.Elapsed(t.Elapsed)}))
	}
	return out
}

// measured confirms an answer where the best one counts.
func (v Voice) measured(t play.Outcome, to Reader, args With) []chat.Line {
	r, g, m, key := t.Round, t.Round.Game, t.Verdict.Measure, "measured.noted"
	starred, isBest := 0, false
	if !t.Verdict.Near {
		starred, isBest = play.Stars(g, m, t.Solution.Measure), m <= t.Solution.Measure
	}
	args["measure"], args["stars"] = v.Measure(g, m), stars(starred)
	switch {
	case t.What == play.NoBetter:
		key = v.Key("measured", g.Name(), "no-better")
		args["best"] = v.Measure(g, t.Before.Measure)
	case t.Practice != play.Paid || r.Own:
		key = "measured.practice"
	case r.Mode.Shared:
		args["points"] = t.Worth
		if to.Alone { // to the others it would say how far one can get
			key = map[bool]string{true: "measured.hidden.best", false: "measured.hidden"}[isBest]
		}
	}
	out := []chat.Line{v.said(v.Line(key, args), to, args)}
	if t.Practice != play.Paid {
		out = append(out, v.Line("practice."+string(t.Practice), nil))
	}
	if !r.Mode.Shared && isBest {
		out = append(out, v.Line(v.Key("measured", g.Name(), "best"), nil))
	}
	if t.Record != nil {
		out = append(out, v.NewRecord(g, *t.Record))
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
