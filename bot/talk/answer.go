package talk

import (
	"time"

	"reckon/bot/announce"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/storage"
)

// Attempts take what people do of a round: answers, hints and giving up.
type Attempts struct {
	Rounds
	Dailies  Dailies
	Pictures Pictures
	Announce *announce.Announcer
}

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
	var ok bool
	r, err := look(req, x.Store, func(tx *storage.Tx) (r play.Round, err error) {
		if edited {
			r, ok, err = x.Play.Mistaken(tx, req.Act, in.Edited, in.Text)
		} else {
			r, ok, err = x.Play.Overheard(tx, req.Act, in.Text)
		}
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
	r, refusal, err := x.Meant(req, req.Pointer())
	switch typed := req.Args[feature.ArgAnswer]; {
	case err != nil || refusal != nil:
		return refusal, err
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
		if err := x.enter(tx, req, now); err != nil {
			return Result{}, err
		}
		if req.Act.Community.Private && now.CommunityID != req.Act.Community.ID && req.Act.Near.Current != now.ID {
			if now.Daily != 0 {
				return x.Dailies.Show(req, tx, now)
			}
			return Result{Reply: x.Show(req, now), Round: now.ID}, nil
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

// ended replies to a request about a round that is over with how it ended.
func (x Attempts) ended(req *Request, tx *storage.Tx, r play.Round, s engine.Solution) (Result, error) {
	reply := chat.Reply{Audience: chat.Asker, Text: []chat.Line{req.Say.Line("late", nil)}}
	if !r.ClosedAt.IsZero() { // else it is to be awarded yet
		e, err := x.Play.Progress(tx, r, s)
		if err != nil {
			return Result{}, err
		}
		reply.Text = append(reply.Text, req.Say.Ending(*e)...)
	}
	reply.Buttons = button.Onward(req.Say, r)
	return Result{Reply: reply, Round: r.ID}, nil
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
		told, err := x.Announce.Answered(tx, req.Act, req.Aloud, took)
		if err != nil {
			return Result{}, err
		}
		kind, reply := x.verdict(req, took, told)
		changesCard := took.What == play.First || took.What == play.Noted ||
			took.What == play.Practised && took.Practice != play.QuitBefore
		if r.Daily != 0 && changesCard {
			err = x.Dailies.AddCard(req, tx, &reply, took.Round, known)
		}
		return Result{Kind: kind, Reply: reply, Round: took.Round.ID}, err
	}, nil
}

// verdict replies to an answer. told is what everyone at the place is told in the same message;
// nil: nothing.
func (x Attempts) verdict(req *Request, took play.Outcome, told *chat.Reply) (tell.Kind, chat.Reply) {
	teller := tell.Teller{Seals: x.Seals, Shelf: x.Announce.Shelf}
	answerer := tell.Answerer{
		Who:       req.Me(),
		Say:       req.Say,
		Aloud:     req.Aloud,
		Alone:     req.Act.Ephemeral,
		Private:   req.Act.Community.Private,
		Sealed:    req.Act.Sealed,
		Overheard: req.Input.Overheard,
		Elsewhere: req.InPrivate(button.RoundData(x.Seals, button.ActAnswer, took.Round)),
	}
	if told != nil {
		return teller.Lead(*told, took, answerer)
	}
	kind, reply := teller.Verdict(took, answerer)
	if kind == tell.NotTheirs || kind == tell.Silence {
		return kind, reply
	}
	// The form is that of a private "wrong" message.
	reply.Edit = req.Input.Kind == chat.Submit && req.Button.Act == button.ActAgain
	return kind, reply
}
