package tell

import (
	"cmp"
	"slices"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
)

// words returns the message of an Announcement, in the language of a voice.
func (t *Teller) words(v say.Voice, a Announcement) chat.Reply {
	f := a.Facts
	switch a.Kind {
	case Progress:
		return t.progress(v, *f.Ending)
	case Ended:
		return t.Ending(v, *f.Ending)
	case Result:
		return t.Result(v, *f.Ending)
	case First, FirstOnClock:
		return t.first(v, *f.Outcome, v.Mention(f.Person.Name, f.Person.Key))
	case Record:
		r := f.Outcome.Round
		return chat.Reply{Tone: chat.Good, Text: []chat.Line{v.NewRecord(r.Game, *f.Outcome.Record)}}
	case Bout:
		return t.bout(v, *f.Match, *f.Dealt)
	case Board:
		return t.Board(v, *f.Match)
	case Table:
		return t.Table(v, *f.Match)
	case MatchOver:
		return t.MatchResult(v, *f.Match)
	case Unaccepted:
		return t.unaccepted(v, *f.Match)
	}
	return f.Reply
}

// progress returns the message that shows a puzzle and how its round stands: who found what. In a
// contest it shows how well people did, and on a clock only who has answered.
func (t *Teller) progress(v say.Voice, e round.Ending) chat.Reply {
	r := e.Round
	reply := chat.Reply{
		Face:    v.Face(r),
		Text:    append(v.Task(r, r.Community.Private), v.Progress(e)...),
		Buttons: button.Play(v, t.Seals, r, true, r.PriceOfFirstHint()),
	}
	if e.Match != nil {
		reply.Text = append(v.Standing(*e.Match), reply.Text...)
	}
	return reply
}

// Ending returns the puzzle's own message after the round has ended. A button explains the solution if
// nobody found it. Other buttons post a picture, and share a hard puzzle. If the round had a clock, these
// other buttons are under its Result.
func (t *Teller) Ending(v say.Voice, e round.Ending) chat.Reply {
	r := e.Round
	reply := chat.Reply{
		Face:    v.Face(r),
		Text:    v.Ending(e),
		Buttons: button.Onward(v, r),
	}
	reply.Face.Note = ""
	reply.Face.Over = true
	switch {
	case e.IsKept:
		button.WithTell(v, &reply, r.Puzzle)
	case len(e.Standings) == 0:
		button.WithIdea(v, &reply, r.Game, r.Puzzle.Face().Goal, e.Best.Best)
	}
	if !e.IsKept {
		t.Links.AddSolution(v, &reply, r.Puzzle)
	}
	if !r.IsTimed() {
		t.addPicture(v, &reply, e)
	}
	return reply
}

// Result returns the message that tells how a round ended, which is not the puzzle's own message. A
// button explains the best solution.
func (t *Teller) Result(v say.Voice, e round.Ending) chat.Reply {
	r := e.Round
	reply := chat.Reply{
		Sort:    r.GameNumber,
		Text:    v.Result(e),
		Buttons: button.Onward(v, r),
	}
	if e.IsKept {
		button.WithTell(v, &reply, r.Puzzle)
	} else {
		button.WithIdea(v, &reply, r.Game, r.Puzzle.Face().Goal, e.Best.Best)
		t.Links.AddSolution(v, &reply, r.Puzzle)
	}
	t.addPicture(v, &reply, e)
	return reply
}

// addPicture adds buttons that post a picture of how people did, and that share a hard puzzle.
func (t *Teller) addPicture(v say.Voice, reply *chat.Reply, e round.Ending) {
	r := e.Round
	if !r.Mode.Shared || len(e.Standings) == 0 {
		return
	}
	last := len(reply.Buttons) - 1
	if last >= 0 {
		reply.Buttons[last] = append(reply.Buttons[last], chat.Button{
			Label: v.Phrase("button.picture", nil),
			Icon:  button.IconPicture,
			Data:  button.RoundData(t.Seals, button.ActPicture, r),
		})
	}
	t.Links.AddShare(v, reply, r)
}

// first returns the message that tells a place who was first in a race.
func (t *Teller) first(v say.Voice, o round.Outcome, who chat.Span) chat.Reply {
	r := o.Round
	reply := v.Verdict(o, say.Reader{Who: who, Place: true, AnswerButton: v.Phrase("button.answer", nil)})
	reply.Audience = table[First].audience
	reply.Buttons = [][]chat.Button{{button.Next(v, r)}}
	if o.OpenFor == 0 {
		button.WithExplain(v, &reply, r.Game, r.Puzzle.Face().Goal, o.Verdict.Text)
	}
	return reply
}

// bout returns the message with a puzzle of a match.
func (t *Teller) bout(v say.Voice, m round.Match, r round.Round) chat.Reply {
	return chat.Reply{
		Face:    v.Face(r),
		Text:    slices.Concat(v.Instead(m, r), v.Standing(m), v.Task(r, r.Community.Private)),
		Buttons: button.Play(v, t.Seals, r, false, r.PriceOfFirstHint()),
	}
}

// Board returns a match's own message, which shows how the match stands.
func (t *Teller) Board(v say.Voice, m round.Match) chat.Reply {
	reply := chat.Reply{Text: v.Board(m)}
	var buttons []chat.Button
	if m.Gathers() {
		buttons = append(buttons,
			button.New(v, "join", command.Data(button.ActJoin, m.ID)),
			button.New(v, "begin", command.Data(button.ActBegin, m.ID)))
	}
	if m.Mode.AskerStops && !m.IsOver() {
		buttons = append(buttons, button.Stop(v, m.ID))
	}
	if m.Gathers() {
		reply.Buttons = append(reply.Buttons, buttons)
		reply.Buttons = append(reply.Buttons, choices(v, m)...)
		return reply
	}
	// What people are asked to choose stands before what they rarely do.
	reply.Buttons = choices(v, m)
	if len(buttons) > 0 {
		reply.Buttons = append(reply.Buttons, buttons)
	}
	return reply
}

// Table returns the message that tells how a match stands after a puzzle, and lets a person choose the kind of the
// next one.
func (t *Teller) Table(v say.Voice, m round.Match) chat.Reply {
	return chat.Reply{Text: v.MatchTable(m), Buttons: choices(v, m)}
}

// choices returns the buttons that choose the kind of the next puzzle of a match; none if nothing is to be chosen.
func choices(v say.Voice, m round.Match) [][]chat.Button {
	if m.Chooser().ID == 0 {
		return nil
	}
	var row []chat.Button
	for _, choice := range m.Choices() {
		row = append(row, chat.Button{
			Label: v.ChoiceName(m, choice),
			Data:  command.Data(button.ActChoose, m.ID, len(m.Bouts)+1, choice),
		})
	}
	if len(row) == 0 {
		return nil
	}
	return [][]chat.Button{row}
}

// unaccepted returns the message of a challenge that nobody accepted.
func (t *Teller) unaccepted(v say.Voice, m round.Match) chat.Reply {
	solo := t.Solos.Buttons(v, m.Game, 0, m.Level())
	return chat.Reply{Text: v.ChallengeOver(m, chat.Span{}), Buttons: command.Rows(solo)}
}

// MatchResult returns the message that says how a match went. A person who played alone, without an
// opponent, is offered a match against an opponent. A button shares the hardest of the puzzles.
func (t *Teller) MatchResult(v say.Voice, m round.Match) chat.Reply {
	row := []chat.Button{{
		Label: v.Again(m),
		Icon:  button.IconAgain,
		Data:  command.Data(button.ActRematch, m.ID),
		Style: chat.Primary,
	}}
	if m.Mode.IsAlone() {
		row = append(row, t.Solos.Buttons(v, m.Game, m.Length, m.Level())...)
	}
	if len(m.Bouts) > 0 {
		byLevel := func(x, y round.Bout) int { return cmp.Compare(x.Round.Level, y.Round.Level) }
		hardest := slices.MaxFunc(m.Bouts, byLevel)
		row = append(row, t.Links.Share(v, hardest.Round))
	}
	return chat.Reply{Text: v.MatchResult(m), Buttons: [][]chat.Button{row}}
}
