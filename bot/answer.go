package bot

import (
	"errors"
	"strings"
	"unicode"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// takeText takes a plain text as an answer or, where it cannot be one, as a command
// ("hint") or in a private chat as a puzzle to be dealt: "2016#7", "3 3 8 8". What
// people say to each other is taken only if it is an answer.
func (t *turn) takeText() (talk.Plan, error) {
	text := t.Req.Input.Text
	if t.Req.Input.Overheard {
		return t.takeOverheard(text)
	}
	r, refusal, err := t.bot.rounds.Meant(t.Turn, play.Pointer{})
	if err != nil {
		return nil, err
	}
	if cmd := t.bot.commands.Said(text); cmd != nil && (refusal != nil || !r.Puzzle.Judge(text).OnTiles) {
		t.Req.Input.Text = ""
		return t.runCommand(cmd)
	}
	if g := t.gameOf(text); g != nil && t.Act.Community.Private && (refusal != nil || r.Over(t.Act.At) || isNoAnswer(r, text)) {
		return t.deal(g, engine.AnyLevel, text)
	}
	if refusal != nil {
		return talk.Respond(*refusal), nil
	}
	return t.judge(r, text)
}

func (t *turn) takeOverheard(text string) (talk.Plan, error) {
	var r play.Round
	var ok bool
	err := t.bot.store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		r, ok, err = t.bot.play.Overheard(tx, t.Act, text)
		return err
	})
	if err != nil || !ok {
		return nil, err
	}
	return t.judge(r, text)
}

// isNoAnswer reports whether a text holds what no answer does.
func isNoAnswer(r play.Round, text string) bool {
	f := r.Puzzle.Judge(text).Fault
	return f != nil && f.Code == "syntax.unexpected"
}

// gameOf is the game of which a text with a number in it is a puzzle; nil if
// there is none.
func (t *turn) gameOf(text string) engine.Game {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return nil
	}
	for _, g := range t.bot.play.Games() {
		if _, err := g.Parse(text); err == nil {
			return g
		}
	}
	return nil
}

// answerCommand takes the answer typed behind the command.
func (t *turn) answerCommand(a command.Values) (talk.Plan, error) {
	r, refusal, err := t.bot.rounds.Meant(t.Turn, play.Pointer{})
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	return t.judge(r, a[talk.ArgAnswer])
}

func refusedOr(refusal *chat.Reply) talk.Plan {
	if refusal == nil {
		return nil
	}
	return talk.Respond(*refusal)
}

// answerButton asks for an answer in a form, or takes the one that was asked for.
// button.ActAgain begins with the person's last answer.
func (t *turn) answerButton(p command.Press) (talk.Plan, error) {
	r, refusal, err := t.bot.rounds.Meant(t.Turn, talk.Pointer(p))
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	if t.Req.Input.Kind == chat.Submit {
		return t.judge(r, t.Req.Input.Text)
	}
	return t.ask(r, p.Act)
}

// ask asks for an answer. From now on the person's texts in this place are meant
// for this round; in their own conversation one that was dealt elsewhere is first
// shown.
func (t *turn) ask(r play.Round, act string) (talk.Plan, error) {
	s := t.bot.play.Solve(t.Ctx, r.Puzzle)
	why, err := t.whyMissed(r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		now, err := t.bot.play.Round(tx, r.ID)
		if err != nil {
			return talk.Result{}, err
		}
		if now.Over(t.Act.At) {
			return t.ended(tx, now, s)
		}
		if !now.Admits(t.Act.Person.ID) {
			return talk.Result{Reply: t.Say.Refuse("duel.others", nil)}, nil
		}
		known, err := tx.Current(t.Act.Community.ID, t.Act.Channel, t.Act.Person.ID)
		if err != nil && err != storage.ErrNotFound {
			return talk.Result{}, err
		}
		if err := t.bot.play.LookAt(tx, t.Act, now); err != nil {
			return talk.Result{}, err
		}
		if t.Act.Community.Private && now.CommunityID != t.Act.Community.ID && known != now.ID {
			return t.showHere(tx, now)
		}
		form := t.form(now, act, why)
		if act == button.ActAgain {
			form.Ask.Value, err = tx.LastText(now.ID, t.Act.Person.ID)
			if err != nil && !errors.Is(err, storage.ErrNotFound) {
				return talk.Result{}, err
			}
		}
		return talk.Result{Reply: form}, nil
	}, nil
}

// whyMissed says what is wrong with the person's last answer to a round that people
// race for, which a mark alone has told them; empty if nothing is.
func (t *turn) whyMissed(r play.Round) (string, error) {
	if !r.Shared() || r.Game.Rules().Measure != "" {
		return "", nil
	}
	var last string
	err := t.bot.store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
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

// showHere shows, in a person's own conversation, a daily or a round of elsewhere.
func (t *turn) showHere(tx *storage.Tx, r play.Round) (talk.Result, error) {
	if r.Daily != 0 {
		return t.bot.features.dailies.Show(t.Turn, tx, r)
	}
	return talk.About(r, t.bot.rounds.Show(t.Turn, r)), nil
}

// maxHint is the longest Ask.Hint, in characters.
const maxHint = 200

// form asks for the answer to a round; why says what was wrong with the last one.
func (t *turn) form(r play.Round, act, why string) chat.Reply {
	ask := &chat.Ask{
		Data: button.RoundData(t.bot.seals, act, r), Title: t.Say.Phrase("ask.title", nil), Label: t.Say.Form(r),
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

// judge judges an answer and, in its effect, counts it.
func (t *turn) judge(r play.Round, text string) (talk.Plan, error) {
	j := t.bot.play.Judge(t.Ctx, r, text)
	known, err := t.bot.features.dailies.Known(t.Turn, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		took, err := t.bot.play.Answer(tx, t.Act, j)
		if err != nil {
			return talk.Result{}, err
		}
		if err := t.afterAnswer(tx, took); err != nil {
			return talk.Result{}, err
		}
		reply, err := t.takenReply(tx, took)
		if err == nil && r.Daily != 0 && changesCard(took) {
			err = t.bot.features.dailies.AddCard(t.Turn, tx, &reply, took.Round, known)
		}
		return talk.About(took.Round, reply), err
	}, nil
}

// ended says how a round ended to who comes too late.
func (t *turn) ended(tx *storage.Tx, r play.Round, s engine.Solution) (talk.Result, error) {
	reply := chat.Reply{Audience: chat.Asker, Text: []chat.Line{t.Say.Line("late", nil)}}
	if !r.ClosedAt.IsZero() { // else it is to be awarded yet
		e, err := t.bot.play.Progress(tx, r, s)
		if err != nil {
			return talk.Result{}, err
		}
		reply.Text = append(reply.Text, t.Say.Ending(*e)...)
	}
	reply.Buttons = button.Onward(t.Say, r)
	return talk.About(r, reply), nil
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
