package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/storage"
)

// GiveUpCommand gives up.
func (x Attempts) GiveUpCommand(t *Turn, _ command.Values) (Plan, error) {
	return x.giveUp(t, play.Pointer{}, play.Said)
}

// GiveUpButton gives up, or confirms that.
func (x Attempts) GiveUpButton(t *Turn, p command.Press) (Plan, error) {
	how := play.Slip
	if p.Act == button.ActSure {
		how = play.Asked
	}
	return x.giveUp(t, Pointer(p), how)
}

// giveUp shows the person a solution, and ends the round for all where they may
// end it.
func (x Attempts) giveUp(t *Turn, to play.Pointer, how play.Resolve) (Plan, error) {
	r, refusal, err := x.Meant(t, to)
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	s, err := x.Play.Search(t.Ctx, t.Act.Person, r.Puzzle, play.SolveTime)
	if err != nil {
		return nil, err
	}
	known, err := x.Dailies.Known(t, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		q, err := x.Play.GiveUp(tx, t.Act, r.ID, s, how)
		if err != nil {
			return Result{}, err
		}
		switch q.What {
		case play.QuitOver:
			return x.ended(t, tx, q.Round, s)
		case play.QuitRefused:
			return Result{Reply: t.Say.Refuse("giveup.daily", say.With{"command": say.Slash("daily")})}, nil
		case play.QuitMatch:
			return Result{Reply: t.Say.Refuse("giveup.match", nil)}, nil
		case play.QuitAsk:
			return About(q.Round, x.askSure(t, q)), nil
		case play.QuitPrivate:
			return About(q.Round, x.InPrivate(t, button.ActGiveUp, q.Round)), nil
		case play.QuitAlone:
			reply := x.quitReply(t, q)
			if q.Round.Daily != 0 {
				err = x.Dailies.AddCard(t, tx, &reply, q.Round, known)
			}
			return About(q.Round, reply), err
		}
		return x.quitForAll(t, tx, q)
	}, nil
}

// askSure asks for a confirmation. Where a network has no room for a button there, a
// second press of the same one confirms.
func (x Attempts) askSure(t *Turn, q play.Quit) chat.Reply {
	r := q.Round
	key := "giveup.sure.alone"
	switch {
	case r.Daily != 0:
		key = "giveup.sure"
	case r.Mode().GiveUp == mode.QuitResigns:
		key = "giveup.sure.duel"
	case q.ForAll && r.Shared():
		key = "giveup.sure.all"
	}
	return chat.Reply{
		Audience: chat.Secret, Edit: t.Req.Input.Alone,
		Text: []chat.Line{t.Say.Line(key, nil), t.Say.Line("giveup.again", say.With{"button": say.Strong(t.Say.Phrase("button.giveup", nil))})},
		Buttons: [][]chat.Button{{{
			Label: t.Say.Phrase("button.giveup", nil), Icon: button.IconGiveUp, Data: button.RoundData(x.Seals, button.ActSure, r), Style: chat.Danger, Personal: true,
		}}},
	}
}

// quitReply shows a solution to the one who gave up.
func (x Attempts) quitReply(t *Turn, q play.Quit) chat.Reply {
	reply := chat.Reply{Audience: chat.Secret, Face: t.Say.Face(q.Round), Edit: t.Req.Input.Alone}
	reply.Face.Note = ""
	if q.Round.Game.Rules().Collect {
		reply.Text = t.Say.Missed(q.Missed, len(q.Missed) < len(q.Best.All))
	} else {
		reply.Text = []chat.Line{t.Say.Best(q.Round.Game, q.Best)}
	}
	reply.Text = append(reply.Text, t.Say.Line("giveup.alone", nil))
	button.WithExplain(t.Say, &reply, q.Best.Best)
	return reply
}

// quitForAll shows how the round ended: in its own message, and to who typed the
// command in a message of its own.
func (x Attempts) quitForAll(t *Turn, tx *storage.Tx, q play.Quit) (Result, error) {
	if q.Ending == nil { // somebody was faster
		return Result{Reply: Silent}, nil
	}
	source := t.Req.Input.Source
	own := source.ID != "" && source.ID == q.Round.Message && t.Act.Community.ID == q.Round.CommunityID
	if err := x.Announce.Ended(tx, t.Act.At, *q.Ending, t.Req.Key, own); err != nil {
		return Result{}, err
	}
	if q.Round.Message != "" && !own {
		result := x.Announce.Result(t.Aloud, *q.Ending)
		result.Edit = t.Act.Community.Private && t.Req.Input.Kind == chat.Press // it was asked there
		return About(q.Round, result), nil
	}
	reply := x.Announce.Ending(t.Aloud, *q.Ending)
	reply.Edit = own
	return About(q.Round, reply), nil
}
