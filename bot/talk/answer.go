package talk

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// editFor is for how long after it was sent a message is judged anew when its author
// changes it.
const editFor = 5 * time.Minute

// Unasked judges a text that was said to everyone, or a message that its author has
// changed, if it is an answer; else it is nothing to the bot. A changed message is one
// only if it was a wrong answer before.
func (x Attempts) Unasked(req *Request) (Plan, error) {
	in := req.Input
	edited := !in.Edited.IsZero()
	if edited && (req.Act.At.Sub(in.Edited) > editFor || in.Name != "" && in.Name != "answer") {
		return nil, nil
	}
	find := x.Play.Overheard
	if edited {
		find = func(tx *storage.Tx, a play.Act, text string) (play.Round, bool, error) {
			return x.Play.Mistaken(tx, a, in.Edited, text)
		}
	}
	var ok bool
	r, err := look(req, x.Store, func(tx *storage.Tx) (r play.Round, err error) {
		r, ok, err = find(tx, req.Act, in.Text)
		return r, err
	})
	if err != nil || !ok || !r.Puzzle.Judge(in.Text).Meant {
		return nil, err
	}
	return x.Judge(req, r, in.Text)
}

// Answer takes the answer typed behind the command or into the form, or asks for one in a
// form.
func (x Attempts) Answer(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, req.pointer())
	switch typed := req.Args[ArgAnswer]; {
	case err != nil || refusal != nil:
		return refusedOr(refusal), err
	case req.Input.Kind == chat.Submit:
		return x.Judge(req, r, req.Input.Text)
	case typed != "":
		return x.Judge(req, r, typed)
	}
	return x.ask(req, r)
}

// ask asks for an answer; button.ActAgain begins with the person's last one. From now on
// the person's texts in this place are meant for this round; in their own conversation one
// that was dealt elsewhere is first shown.
func (x Attempts) ask(req *Request, r play.Round) (Plan, error) {
	var s engine.Solution // a form waits for no search
	if r.Over(req.Act.At) {
		s = x.Play.Solve(req.Ctx, r.Puzzle)
	}
	why, err := x.whyMissed(req, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		now, err := x.Play.Round(tx, r.ID)
		if err != nil {
			return Result{}, err
		}
		if now.Over(req.Act.At) {
			if !r.Over(req.Act.At) { // since a moment ago: the puzzle's message shows how it ended
				now.ClosedAt = time.Time{}
			}
			return x.ended(req, tx, now, s)
		}
		if !now.Admits(req.Act.Person.ID) {
			return Result{Reply: req.Say.Refuse(now.Mode.Name+".others", nil)}, nil
		}
		if err := x.Play.LookAt(tx, req.Act, now); err != nil {
			return Result{}, err
		}
		if req.Act.Community.Private && now.CommunityID != req.Act.Community.ID && req.Act.Near.Current != now.ID {
			if now.Daily != 0 {
				return x.Dailies.Show(req, tx, now)
			}
			return About(now, x.Show(req, now)), nil
		}
		form := x.form(req, now, why)
		if req.Button.Act == button.ActAgain {
			if form.Ask.Value, err = lastText(tx, req, now.ID); err != nil {
				return Result{}, err
			}
		}
		return Result{Reply: form}, nil
	}, nil
}

// lastText is the text of the person's last answer to a round; empty if there is none.
func lastText(tx *storage.Tx, req *Request, roundID int64) (string, error) {
	mine, err := tx.PlayerAnswers(roundID, req.Act.Person.ID)
	if err != nil || len(mine) == 0 {
		return "", err
	}
	return mine[len(mine)-1].Text, nil
}

// whyMissed says what is wrong with the person's last answer to a round that people
// race for, of which only a mark has told them; empty if nothing is.
func (x Attempts) whyMissed(req *Request, r play.Round) (string, error) {
	if !r.Mode.Shared || r.Game.Rules().Measure != "" {
		return "", nil
	}
	last, err := look(req, x.Store, func(tx *storage.Tx) (string, error) { return lastText(tx, req, r.ID) })
	if err != nil || last == "" {
		return "", err
	}
	fault := r.Puzzle.Judge(last).Fault
	if fault == nil {
		return "", nil
	}
	return req.Say.Why(r.Game.Name(), last, fault), nil
}

// maxHint is the longest Ask.Hint, in characters.
const maxHint = 200

// form asks for the answer to a round; why says what was wrong with the last one.
func (x Attempts) form(req *Request, r play.Round, why string) chat.Reply {
	ask := &chat.Ask{
		Data: button.RoundData(x.Seals, req.Button.Act, r), Title: req.Say.Phrase("ask.title", nil), Label: req.Say.Form(r),
		Placeholder: req.Say.Example(r),
	}
	ask.Hint = req.Say.Phrase("ask.hint", say.With{"command": "/answer"})
	if req.Act.Community.Private {
		ask.Hint = req.Say.Phrase(req.Say.Key("ask", r.Game.Name(), "alone"), say.With{"example": ask.Placeholder})
	}
	if left := maxHint - len([]rune(ask.Hint)) - len("\n"); why != "" && left > 0 {
		ask.Hint = chat.Clip(why, left) + "\n" + ask.Hint
	}
	late := req.Say.Refuse("ask.late", nil)
	late.Buttons = [][]chat.Button{{{Label: req.Say.Phrase("button.answer", nil), Icon: button.IconAnswer, Data: ask.Data, Style: chat.Primary}}}
	return chat.Reply{Ask: ask, Otherwise: &late}
}

// Judge judges an answer and, in its Plan, counts it.
func (x Attempts) Judge(req *Request, r play.Round, text string) (Plan, error) {
	j := x.Play.Judge(req.Ctx, r, text)
	var known map[string]engine.Solution
	if r.Daily != 0 {
		var err error
		if known, err = x.Play.Known(req.Ctx, r.Daily); err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) (Result, error) {
		took, err := x.Play.Answer(tx, req.Act, j)
		if err != nil {
			return Result{}, err
		}
		told, err := x.Announce.Answered(tx, req.cause(), took)
		if err != nil {
			return Result{}, err
		}
		reply := x.verdict(req, took, told)
		changesCard := took.What == play.First || took.What == play.Noted ||
			took.What == play.Practised && took.Practice != play.QuitBefore
		if r.Daily != 0 && changesCard {
			err = x.Dailies.AddCard(req, tx, &reply, took.Round, known)
		}
		return About(took.Round, reply), err
	}, nil
}

// A manner is how an answer is replied to among people.
type manner struct {
	tone chat.Tone
	mark string // the reaction that may stand for words, where others read along
}

const (
	markWrong  = "🤔"
	markUnread = "🤷"
	markNoted  = "👍"
	markFast   = "⚡"
	markNext   = "🎉" // the best but the first
)

var manners = map[play.What]manner{
	play.Wrong:     {chat.Bad, markWrong},
	play.TooLate:   {mark: "😢"},
	play.Known:     {mark: "👌"}, // right, and nothing new
	play.First:     {chat.Good, "🏆"},
	play.Further:   {chat.Good, "👏"},
	play.Noted:     {chat.Good, markNoted},
	play.NoBetter:  {chat.Good, markNoted},
	play.Practised: {tone: chat.Good},
}

// justEnded is for how long everyone who plays has just seen how a round ended.
const justEnded = time.Minute

// reaction is the mark that tells a person among others what became of their answer;
// empty where it takes words. A person's first miss takes them, so that they learn what the
// mark means.
func reaction(req *Request, took play.Taken) string {
	r, words, mark := took.Round, false, manners[took.What].mark
	switch took.What {
	case play.Wrong:
		if words = !took.Missed && !req.Act.Sealed; took.Verdict.Outcome == engine.Invalid {
			mark = markUnread
		}
	case play.First: // where there is no match a message tells who was first
		if words = r.Mode.Name == ""; took.Fast {
			mark = markFast
		}
	case play.Further:
		if took.Place == 2 || took.Changed.Ending != nil { // or it was the last solution
			mark = markNext
		}
	case play.TooLate:
		words = r.ClosedAt.IsZero() || req.Act.At.Sub(r.ClosedAt) >= justEnded
	case play.Known:
		words = r.Mode.Hidden
	case play.Noted, play.NoBetter: // else the puzzle's message shows it
		words = !r.Mode.Shared || took.Record != nil || took.Openly
	}
	if words || req.Act.Ephemeral {
		return ""
	}
	return mark
}

// verdict tells a person what became of their answer. told is what everyone at the place
// is told instead, in the same message; nil: nothing.
func (x Attempts) verdict(req *Request, took play.Taken, told *chat.Reply) chat.Reply {
	r := took.Round
	switch {
	case told != nil:
		told.Remove = took.OpenFor > 0 && !req.Act.Ephemeral // so that others may still win
		return *told
	case took.What == play.Outsider:
		return outsideReply(req, took.Answered)
	}
	openly, found, v := r.Mode.Hidden && !req.Act.Ephemeral, took.What == play.First || took.What == play.Further, req.Say
	if openly || found && r.Mode.Shared && !r.Mode.Hidden && took.Place <= 1 {
		v = req.Aloud
	}
	// A retry from the form of a private "wrong" message edits that message.
	again := req.Input.Kind == chat.Submit && req.Button.Act == button.ActAgain
	reply := chat.Reply{
		Text: v.Taken(took.Answered, took.Earned, req.Me(), req.Act.Ephemeral), Tone: manners[took.What].tone, Mark: reaction(req, took),
		Audience: chat.Asker, Edit: again,
	}
	if r.Mode.Hidden {
		elsewhere := req.InPrivate(button.RoundData(x.Seals, button.ActAnswer, r))
		reply.Audience, reply.Otherwise = chat.Secret, &elsewhere
	}
	if openly && took.What != play.TooLate { // it was typed where others read: it is taken away, and not repeated
		reply.Audience, reply.Remove = chat.Everyone, took.Verdict.OnTiles && took.What != play.Wrong
	}
	switch {
	case took.What == play.TooLate:
		reply.Audience = chat.Asker
		if r.Daily == 0 {
			reply.Buttons = button.Onward(req.Say, r)
		}
	case took.What == play.Wrong:
		x.afterMiss(req, took.Answered, &reply)
	case took.Place == 1 && !r.Mode.Hidden: // the first in a puzzle of a race: others may still find it
		reply.Remove = !req.Act.Ephemeral
	case took.Place > 0:
	case r.Mode.Shared && took.What == play.First: // the place is told elsewhere
		reply.Buttons = [][]chat.Button{{button.Next(v, r)}}
		if took.OpenFor == 0 {
			button.WithExplain(v, &reply, r.Game, r.Puzzle.Face().Goal, took.Verdict.Text)
		}
	case r.Mode.Shared && took.What == play.Practised:
		reply.Remove = !req.Act.Ephemeral // so that others may still win
	case !r.Mode.Shared && (found || took.Ending != nil):
		if found {
			reply.Audience = chat.Secret
		}
		if took.Ending != nil {
			reply.Buttons = button.Onward(v, r)
		}
		button.WithExplain(v, &reply, r.Game, r.Puzzle.Face().Goal, took.Verdict.Text)
	}
	return reply
}

// afterMiss lets a person who alone is told of a miss try again, and explains the mark
// where others read along.
func (x Attempts) afterMiss(req *Request, a play.Answered, reply *chat.Reply) {
	switch {
	case req.Act.Sealed:
		reply.Text = req.Say.Uncounted(req.Me())
	case req.Act.Ephemeral && !req.Act.Community.Private:
		reply.Buttons = [][]chat.Button{{{
			Label: req.Say.Phrase("button.again", nil), Icon: button.IconAgain, Data: button.RoundData(x.Seals, button.ActAgain, a.Round),
		}}}
	case !a.Missed && !a.Round.Mode.Hidden && !req.Act.Ephemeral:
		reply.Text = append(reply.Text, req.Say.Line("mark.how", say.With{"mark": markWrong, "answer": say.Strong(req.Say.Phrase("button.answer", nil))}))
	}
}

// outsideReply tells a person that two others play. A right answer that all can read is
// removed; what people say to each other gets no reply.
func outsideReply(req *Request, a play.Answered) chat.Reply {
	right := a.Verdict.Outcome == engine.Right
	if req.Input.Overheard && !right {
		return Silent
	}
	reply := req.Say.Refuse(a.Round.Mode.Name+".others", nil)
	reply.Mark = "🙊"
	reply.Remove = right && !req.Act.Ephemeral
	return reply
}
