package talk

import (
	"errors"
	"time"

	"reckon/bot/announce"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
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

// cause is the request as announcements know it.
func (t *Turn) cause() announce.Cause {
	return announce.Cause{Act: t.Act, Key: t.Req.Key, Aloud: t.Aloud}
}

// editFor is for how long after it was sent a message is judged anew when its author
// changes it.
const editFor = 5 * time.Minute

// Unasked judges a text that was said to everyone, or a message that its author has
// changed, if it is an answer; else it is nothing to the bot. A changed message is one
// only if it was a wrong answer before.
func (x Attempts) Unasked(t *Turn) (Plan, error) {
	in := t.Req.Input
	edited := !in.Edited.IsZero()
	if edited && (t.Act.At.Sub(in.Edited) > editFor || in.Name != "" && in.Name != "answer") {
		return nil, nil
	}
	var r play.Round
	var ok bool
	err := x.Store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		if edited {
			r, ok, err = x.Play.Mistaken(tx, t.Act, in.Edited, in.Text)
		} else {
			r, ok, err = x.Play.Overheard(tx, t.Act, in.Text)
		}
		return err
	})
	if err != nil || !ok {
		return nil, err
	}
	return x.Judge(t, r, in.Text)
}

// Command takes the answer typed behind the command.
func (x Attempts) Command(t *Turn, a command.Values) (Plan, error) {
	r, refusal, err := x.Meant(t, play.Pointer{})
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	return x.Judge(t, r, a[ArgAnswer])
}

func refusedOr(refusal *chat.Reply) Plan {
	if refusal == nil {
		return nil
	}
	return Respond(*refusal)
}

// Button asks for an answer in a form, or takes the one that was asked for.
func (x Attempts) Button(t *Turn, p command.Press) (Plan, error) {
	r, refusal, err := x.Meant(t, Pointer(p))
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	if t.Req.Input.Kind == chat.Submit {
		return x.Judge(t, r, t.Req.Input.Text)
	}
	return x.ask(t, r, p.Act)
}

// ask asks for an answer; button.ActAgain begins with the person's last one. From now on
// the person's texts in this place are meant for this round; in their own conversation one
// that was dealt elsewhere is first shown.
func (x Attempts) ask(t *Turn, r play.Round, act string) (Plan, error) {
	s := x.Play.Solve(t.Ctx, r.Puzzle)
	why, err := x.whyMissed(t, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		now, err := x.Play.Round(tx, r.ID)
		if err != nil {
			return Result{}, err
		}
		if now.Over(t.Act.At) {
			return x.ended(t, tx, now, s)
		}
		if !now.Admits(t.Act.Person.ID) {
			return Result{Reply: t.Say.Refuse("duel.others", nil)}, nil
		}
		known, err := tx.Current(t.Act.Community.ID, t.Act.Channel, t.Act.Person.ID)
		if err != nil && err != storage.ErrNotFound {
			return Result{}, err
		}
		if err := x.Play.LookAt(tx, t.Act, now); err != nil {
			return Result{}, err
		}
		if t.Act.Community.Private && now.CommunityID != t.Act.Community.ID && known != now.ID {
			if now.Daily != 0 {
				return x.Dailies.Show(t, tx, now)
			}
			return About(now, x.Show(t, now)), nil
		}
		form := x.form(t, now, act, why)
		if act == button.ActAgain {
			form.Ask.Value, err = tx.LastText(now.ID, t.Act.Person.ID)
			if err != nil && !errors.Is(err, storage.ErrNotFound) {
				return Result{}, err
			}
		}
		return Result{Reply: form}, nil
	}, nil
}

// whyMissed says what is wrong with the person's last answer to a round that people
// race for, of which only a mark has told them; empty if nothing is.
func (x Attempts) whyMissed(t *Turn, r play.Round) (string, error) {
	if !r.Shared() || r.Game.Rules().Measure != "" {
		return "", nil
	}
	var last string
	err := x.Store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		last, err = tx.LastText(r.ID, t.Act.Person.ID)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	fault := r.Puzzle.Judge(last).Fault
	if fault == nil {
		return "", nil
	}
	return t.Say.Why(r.Game.Name(), last, fault), nil
}

// maxHint is the longest Ask.Hint, in characters.
const maxHint = 200

// form asks for the answer to a round; why says what was wrong with the last one.
func (x Attempts) form(t *Turn, r play.Round, act, why string) chat.Reply {
	ask := &chat.Ask{
		Data: button.RoundData(x.Seals, act, r), Title: t.Say.Phrase("ask.title", nil), Label: t.Say.Form(r),
		Placeholder: t.Say.Example(r),
	}
	ask.Hint = t.Say.Phrase("ask.hint", say.With{"command": "/answer"})
	if t.Act.Community.Private {
		ask.Hint = t.Say.Phrase(t.Say.Key("ask", r.Game.Name(), "alone"), say.With{"example": ask.Placeholder})
	}
	if left := maxHint - len([]rune(ask.Hint)) - len("\n"); why != "" && left > 0 {
		ask.Hint = chat.Clip(why, left) + "\n" + ask.Hint
	}
	return chat.Reply{Ask: ask}
}

// Judge judges an answer and, in its Plan, counts it.
func (x Attempts) Judge(t *Turn, r play.Round, text string) (Plan, error) {
	j := x.Play.Judge(t.Ctx, r, text)
	known, err := x.Dailies.Known(t, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		took, err := x.Play.Answer(tx, t.Act, j)
		if err != nil {
			return Result{}, err
		}
		told, err := x.Announce.Answered(tx, t.cause(), took)
		if err != nil {
			return Result{}, err
		}
		reply := x.verdict(t, took, told)
		if r.Daily != 0 && changesCard(took) {
			err = x.Dailies.AddCard(t, tx, &reply, took.Round, known)
		}
		return About(took.Round, reply), err
	}, nil
}

// ended replies to a request about a round that is over with how it ended.
func (x Attempts) ended(t *Turn, tx *storage.Tx, r play.Round, s engine.Solution) (Result, error) {
	reply := chat.Reply{Audience: chat.Asker, Text: []chat.Line{t.Say.Line("late", nil)}}
	if !r.ClosedAt.IsZero() { // else it is to be awarded yet
		e, err := x.Play.Progress(tx, r, s)
		if err != nil {
			return Result{}, err
		}
		reply.Text = append(reply.Text, t.Say.Ending(*e)...)
	}
	reply.Buttons = button.Onward(t.Say, r)
	return About(r, reply), nil
}

// changesCard reports whether an answer may have changed the person's card.
func changesCard(took play.Taken) bool {
	switch took.What {
	case play.First, play.Noted:
		return true
	case play.Practised:
		return took.Practice != play.QuitBefore
	}
	return took.What == play.Wrong && took.Tries == 0
}
