package say

import (
	"cmp"
	"maps"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// A Reader says who reads a verdict.
type Reader struct {
	// Who is the person who answered.
	Who chat.Span
	// Alone reports whether nobody else reads the verdict.
	Alone bool
	// Sealed reports whether nobody else could read the answer.
	Sealed bool
	// Place reports whether everyone at the round's place reads the verdict.
	Place bool
	// AnswerButton is the label of the button that answers, under the puzzle.
	AnswerButton string
}

// A manner is the tone of a verdict, and the reaction that may replace its words.
type manner struct {
	tone     chat.Tone
	reaction string
}

var manners = map[round.What]manner{
	round.Wrong:     {chat.Bad, "🤔"},
	round.TooLate:   {chat.Neutral, "😢"},
	round.Known:     {chat.Neutral, "👌"},
	round.First:     {chat.Good, "🏆"},
	round.Further:   {chat.Good, "👏"},
	round.Noted:     {chat.Good, "👍"},
	round.NoBetter:  {chat.Good, "👍"},
	round.Practised: {chat.Good, ""},
	round.Muted:     {chat.Neutral, "🙊"},
	round.Outsider:  {chat.Neutral, "🙊"},
}

// The reactions of some answers.
const (
	unreadable = "🤷"
	quick      = "⚡"
	celebrated = "🎉"
)

// Verdict says what an answer was and what it earned. It tells the person or, if to.Place is true, everyone
// at the place. If others read the verdict, it names the person, and does not repeat an answer to a hidden
// round.
func (v Voice) Verdict(o round.Outcome, to Reader) chat.Reply {
	reply := chat.Reply{
		Audience: chat.Asker,
		Tone:     manners[o.What].tone,
		Mark:     reaction(o, to),
		Text:     v.verdict(o, to, v.arguments(o, to)),
	}
	if o.Publicly {
		reply.Text = append(reply.Text, v.Line("open.noted", With{"answer": Strong(to.AnswerButton)}))
	}
	if o.NotInWorld {
		key := "right.hasty"
		if o.Round.IsUnopened() {
			key = "right.unopened"
		}
		reply.Text = append(reply.Text, v.Line(key, nil))
	}
	if o.Ending != nil {
		reply.Text = append(reply.Text, v.answerOfOpponent(*o.Ending)...)
	}
	if o.Streak != nil {
		reply.Text = append(reply.Text, v.Streak(*o.Streak))
	}
	isOwnScore := len(o.Scores) == 1 && o.Scores[0].Points == o.Points
	areScoresNews := len(o.Scores) > 0 && !isOwnScore
	switch {
	case to.Place && areScoresNews:
		reply.Text = append(reply.Text, v.Line("right.board", With{"people": v.scores(o)}))
	case o.What == round.Further && o.Uncounted > 0 && !o.Round.Community.Private:
		// No other message tells by how much the answer has raised the board.
		reply.Text = append(reply.Text, v.Line("match.board", With{"people": v.raised(to.Who, o)}))
	}
	return reply
}

// scores returns a line of the people who earned something by a puzzle, with their points on the board: "Ann
// 50 · Bo 20". If the answer has raised the board by less than it earned, the line says so, and why.
func (v Voice) scores(o round.Outcome) chat.Line {
	var people []chat.Line
	for _, s := range o.Scores {
		person := v.Points([]storage.Standing{s})
		isByAnswerer := s.PlayerID == o.Attempt.PlayerID
		if isByAnswerer && o.Uncounted > 0 {
			person = v.Line("right.board.full", With{
				"person": person,
				"points": o.Points - o.Uncounted,
				"reason": v.onlyBest(),
			})
		}
		people = append(people, person)
	}
	return Join(people, " · ", " · ")
}

// raised says by how much an answer has raised its person's points on the board, and why it is less than the
// answer earned.
func (v Voice) raised(who chat.Span, o round.Outcome) chat.Line {
	return v.Line("match.board.why", With{
		"player":  who,
		"points":  o.Points - o.Uncounted,
		"reasons": v.onlyBest(),
	})
}

// arguments returns the arguments of the sentences of a verdict.
func (v Voice) arguments(o round.Outcome, to Reader) With {
	return With{
		"answer": Code(chat.Clip(cmp.Or(o.Verdict.Masked, o.Verdict.Text), MaxQuote)),
		"value":  chat.Clip(o.Verdict.Value, MaxQuote),
		"player": to.Who,
		"earned": v.Phrase(earnedKey(o), With{"points": o.Points}),
		"points": o.Points,
		"found":  o.Found,
		"total":  len(o.Solution.All),
		"n":      len(o.Solution.All),
	}
}

// earnedKey returns the key of the phrase for the points of an answer.
func earnedKey(o round.Outcome) string {
	if o.Points > 0 {
		return "earned"
	}
	// A further solution of a daily pays nothing only if the person has all its points already.
	hasAllPoints := o.What == round.Further && o.Round.Daily != 0
	if hasAllPoints {
		return "earned.full"
	}
	return "earned.none"
}

// verdict says what an answer was.
func (v Voice) verdict(o round.Outcome, to Reader, args With) []chat.Line {
	switch o.What {
	case round.Wrong:
		return v.wrong(o, to)
	case round.TooLate:
		lines := []chat.Line{v.late(o, args)}
		if o.Ended != nil {
			lines = append(lines, v.Ending(*o.Ended)...)
		}
		return lines
	case round.Known:
		return []chat.Line{v.foundBefore(o, to, args)}
	case round.Outsider:
		return []chat.Line{v.Line(o.Round.Mode.Name+".others", nil)}
	case round.First, round.Further:
		return v.right(o, to, args)
	}
	if o.Round.Game.Rules().Measure != "" {
		return v.measured(o, to, args)
	}
	if o.What == round.Muted && !to.Alone {
		return []chat.Line{{{Text: manners[o.What].reaction}}}
	}
	key := "plain"
	if o.Round.Mode.Shared && !to.Alone {
		// Others have yet to find the solution.
		key = "unsaid"
	}
	return []chat.Line{
		v.Line(v.Key("right", o.Round.Game.Name(), key), args),
		v.practice(o),
	}
}

// justEnded is how long after the end of a round a late answer needs no words, since everyone has just seen
// how the round ended.
const justEnded = time.Minute

// reaction returns the reaction that tells a person what their answer was, if others read along. It is
// empty if the person is told in words.
func reaction(o round.Outcome, to Reader) string {
	getsWords := to.Alone || takesWords(o, to)
	if getsWords && o.What != round.Outsider {
		return ""
	}
	isInvalid := o.Verdict.Outcome == engine.Invalid
	isSecondOrLast := o.Rank == 2 || o.Ending != nil
	switch {
	case o.What == round.Wrong && isInvalid:
		return unreadable
	case o.What == round.First && o.Fast:
		return quick
	case o.What == round.Further && isSecondOrLast:
		return celebrated
	}
	return manners[o.What].reaction
}

// takesWords reports whether an answer needs a reply in words, because a reaction would not say
// enough.
func takesWords(o round.Outcome, to Reader) bool {
	r := o.Round
	switch o.What {
	case round.Wrong:
		// A person's first wrong answer needs words, so that they learn what the reaction means.
		return !o.WasWrongBefore && !to.Sealed
	case round.First:
		// In a match the message of the puzzle tells who was first.
		return r.Mode.Name == ""
	case round.TooLate:
		hasJustEnded := !r.ClosedAt.IsZero() && o.At.Sub(r.ClosedAt) < justEnded
		return !hasJustEnded
	case round.Known:
		return r.Mode.Hidden
	case round.Noted, round.NoBetter:
		// In a round that people play together, the puzzle's message shows the answer.
		isSpecial := o.Record != nil || o.Publicly
		return !r.Mode.Shared || isSpecial
	}
	return false
}

// foundBefore says that the same solution was found before.
func (v Voice) foundBefore(o round.Outcome, to Reader, args With) chat.Line {
	isOwn := o.First.PlayerID == o.Attempt.PlayerID
	by := v.Mention(o.First.PlayerName, o.First.PlayerKey)
	hasRank := isOwn && o.Round.Mode.Pay == mode.PayByRank
	if hasRank && o.First.Form != o.Verdict.Form {
		return v.Line("match.had", nil)
	}
	if !isOwn && o.Round.Mode.Hidden {
		// The answer must not be repeated. Another one still counts: a duel in which nothing else is left to find is
		// void.
		return v.withAnswer(v.Line("known.open", With{"by": by}), to, args)
	}
	key := "known"
	if o.Verdict.Text == o.First.Text {
		key = "known.same"
	}
	if isOwn {
		key += ".own"
	}
	args["first"] = Code(chat.Clip(o.First.Text, MaxQuote))
	args["by"] = by
	return v.Line(key, args)
}

// withAnswer puts the answer before a line, or the person's name if others read the line.
func (v Voice) withAnswer(what chat.Line, to Reader, args With) chat.Line {
	of := args["answer"]
	if !to.Alone {
		of = to.Who
	}
	return v.Line("measured.of", With{"of": of, "said": what})
}

// lateFor is how late an answer may be if its sender is to be told what it would have been worth.
const lateFor = 10 * time.Second

// late says that an answer came too late. If it was only a little late, it also says what it was.
func (v Voice) late(o round.Outcome, args With) chat.Line {
	lateBy := o.Elapsed - o.Round.Lasts
	if lateBy <= 0 {
		// The round ended before its clock ran out, for example because somebody found the word.
		lateBy = o.At.Sub(o.Round.ClosedAt)
	}
	isJustLate := o.Round.Lasts > 0 && lateBy > 0 && lateBy <= lateFor
	if !isJustLate || !o.HasWorth {
		return v.Line("late", nil)
	}
	// The sentence has tenths of a second.
	args["time"] = v.Elapsed(max(lateBy, 100*time.Millisecond))
	if o.Round.Game.Rules().Measure == "" {
		return v.Line("late.right", args)
	}
	args["measure"] = v.Measure(o.Round.Game, o.Verdict.Measure)
	return v.Line("late.measured", args)
}

// wrong says what is wrong with an answer. If answers to the round are hidden, or others could not read this one, it
// does not repeat the answer to others. At a person's first wrong answer that others read, it also explains
// the reaction.
func (v Voice) wrong(o round.Outcome, to Reader) []chat.Line {
	isHidden := o.Round.Mode.Hidden && o.Round.ClosedAt.IsZero() && !to.Alone
	if to.Sealed || isHidden {
		said := v.Line("measured.wrong", With{"answer": Strong(to.AnswerButton)})
		return []chat.Line{v.Line("measured.of", With{"of": to.Who, "said": said})}
	}
	fault := *o.Verdict.Fault
	text := cmp.Or(o.Verdict.Masked, o.Verdict.Text)
	if text != "" {
		fault.Args = engine.Args{}
		maps.Copy(fault.Args, o.Verdict.Fault.Args)
		fault.Args["answer"] = text
	}
	lines := v.Explain(o.Round.Game.Name(), o.Text, &fault)
	if !o.WasWrongBefore && !to.Alone && o.Round.ClosedAt.IsZero() {
		lines = append(lines, v.Line("mark.how", With{
			"mark":   manners[round.Wrong].reaction,
			"answer": Strong(to.AnswerButton),
		}))
	}
	return lines
}

// right confirms an answer in a game where any right answer counts. In a race of several puzzles it says who
// was first, or the person's rank. In such a race it does not tell the solution, because others may still
// find it.
func (v Voice) right(o round.Outcome, to Reader, args With) []chat.Line {
	r := o.Round
	if r.Mode.Pay == mode.PayByRank {
		if o.What != round.First {
			return []chat.Line{v.place(o)}
		}
		who := to.Who
		if to.Alone {
			who = chat.Span{}
		}
		return []chat.Line{v.first(r.Mode, who, o.Elapsed, o.OpenFor)}
	}
	lines := []chat.Line{v.rightLine(o, to, args)}
	if r.Mode.OnItsClock && o.What == round.First {
		m, opponent := opponentIn(o.Ending)
		lines = append(lines, v.ofOpponent(m, opponent, r.Mode.Name+".beaten", With{"time": v.Elapsed(r.Lasts)}))
	}
	if o.Fast {
		lines = append(lines, v.Line("right.fast", With{"time": v.Elapsed(o.Elapsed)}))
	}
	return lines
}

// place says which rank a right answer has so far, and how far it is behind the first one.
func (v Voice) place(o round.Outcome) chat.Line {
	key := o.Round.Mode.Name + ".place"
	isTooCloseToSay := o.Behind < 100*time.Millisecond
	if isTooCloseToSay {
		key += ".close"
	}
	return v.Line(key, With{
		"place":  v.Ordinal(o.Rank),
		"time":   v.Elapsed(o.Behind),
		"first":  v.Mention(o.First.PlayerName, o.First.PlayerKey),
		"points": o.Worth,
	})
}

// rightLine says that an answer is right, and which solution it is. If others may still win, the answer
// is not told.
func (v Voice) rightLine(o round.Outcome, to Reader, args With) chat.Line {
	r := o.Round
	if o.OpenFor > 0 {
		args["hints"] = o.Attempt.Hints
		args["n"] = o.Attempt.Hints
		args["time"] = v.Duration(o.OpenFor)
		return v.Line("right.hinted", args)
	}
	isFurther := o.What == round.Further
	what := "first"
	if isFurther {
		what = "more"
	}
	kind := "right"
	namesWinner := !isFurther && r.Mode.Shared && !to.Alone
	if namesWinner {
		kind = "won"
	}
	if r.Game.Rules().Collect && o.Solution.Complete {
		if len(o.Solution.All) == 1 {
			what += ".only"
		} else {
			what += ".of"
		}
	}
	return v.Line(v.Key(kind, r.Game.Name(), what), args)
}

// practice says why an answer pays nothing.
func (v Voice) practice(o round.Outcome) chat.Line {
	if o.Practice == round.CustomPuzzle && o.Round.IsForFun() {
		return v.Line("practice.fun", nil)
	}
	return v.Line("practice."+string(o.Practice), nil)
}

// praise says that an answer is as good as the best one, which people could find, or even better.
func (v Voice) praise(g engine.Game, isBetter bool) chat.Line {
	rare := v.Key("measured", g.Name(), "rare")
	if isBetter && v.Has(rare) {
		return v.Line(rare, nil)
	}
	return v.Line(v.Key("measured", g.Name(), "best"), nil)
}

// unscoredKey returns the key of the words for an answer in a match in which only the best answers count. What the
// answer scores is known at the end. isSecret reports whether only the person reads the words, while the puzzle is open.
func unscoredKey(isSecret, isBest bool) string {
	switch {
	case !isSecret:
		return "measured.practice"
	case isBest:
		return "measured.unscored.best"
	}
	return "measured.unscored"
}

// measured confirms an answer in a game where the best answer counts.
func (v Voice) measured(o round.Outcome, to Reader, args With) []chat.Line {
	r := o.Round
	game := r.Game
	measure := o.Verdict.Measure
	isBest := !o.Verdict.Near && measure <= o.Solution.Measure
	starred := 0
	if !o.Verdict.Near {
		starred = round.Stars(game, measure, o.Solution.Measure)
	}
	args["measure"] = v.Measure(game, measure)
	args["stars"] = stars(starred)
	isPractice := !o.Counts()
	// isSecret means that only the person reads the verdict, while the puzzle is open.
	isSecret := to.Alone && r.ClosedAt.IsZero()
	// While answers are hidden, the points and the stars of this one would tell others how good the best one is.
	hidesWorth := r.Mode.Shared && r.Mode.Hidden && r.ClosedAt.IsZero() && !to.Alone
	if hidesWorth {
		args["stars"] = ""
	}
	key := "measured.noted"
	switch {
	case o.What == round.NoBetter:
		key = v.Key("measured", game.Name(), "no-better")
		args["best"] = v.Measure(game, o.Before.Measure)
	case isPractice || r.Custom || hidesWorth:
		key = "measured.practice"
	case r.Mode.Shared && r.Mode.BestOnly:
		key = unscoredKey(isSecret, isBest)
	case r.Mode.Shared:
		args["points"] = o.Worth
		if isSecret {
			key = "measured.hidden"
		}
		if isSecret && isBest {
			key = v.Key("measured", game.Name(), "hidden.best")
		}
	}
	lines := []chat.Line{v.withAnswer(v.Line(key, args), to, args)}
	if isPractice {
		lines = append(lines, v.practice(o))
	}
	if isBest && !r.Mode.Shared {
		lines = append(lines, v.praise(game, measure < o.Solution.Measure))
	}
	// A person who plays alone is told how good the best answer is. The points of their own answer would tell it, too.
	mayFindBetter := !isBest && o.What != round.NoBetter && o.Solution.Best != ""
	if r.TellsBest() && mayFindBetter {
		known := v.Key("measured", game.Name(), "known")
		lines = append(lines, v.Line(known, With{"best": v.Measure(game, o.Solution.Measure)}))
	}
	if o.Record != nil {
		lines = append(lines, v.NewRecord(game, *o.Record))
	}
	return lines
}

// NewRecord announces an answer that is better than all known ones.
func (v Voice) NewRecord(g engine.Game, r round.Record) chat.Line {
	return v.Line("record.new", With{
		"player":  v.Mention(r.PlayerName, r.PlayerKey),
		"puzzle":  Code(Desc(r.Puzzle)),
		"measure": v.Measure(g, r.Measure),
		"was":     v.Measure(g, r.Was),
	})
}

// Streak says how many days in a row somebody has answered well.
func (v Voice) Streak(s round.Streak) chat.Line {
	var freezes chat.Line
	if s.Freezes > 0 {
		freezes = v.Line("daily.freezes", With{"n": s.Freezes})
	}
	return v.Sentences(v.Line("daily.streak", With{"n": s.Days}), freezes)
}
