package bot

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

func (t *turn) giveUpCommand(command.Values) (talk.Plan, error) {
	return t.giveUp(play.Pointer{}, play.Said)
}

func (t *turn) giveUpButton(p command.Press) (talk.Plan, error) {
	how := play.Slip
	if p.Act == button.ActSure {
		how = play.Asked
	}
	return t.giveUp(talk.Pointer(p), how)
}

// giveUp shows the person a solution, and ends the round for all where they may
// end it.
func (t *turn) giveUp(to play.Pointer, how play.Resolve) (talk.Plan, error) {
	r, refusal, err := t.bot.rounds.Meant(t.Turn, to)
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	s, err := t.bot.play.Search(t.Ctx, t.Act.Person, r.Puzzle, play.SolveTime)
	if err != nil {
		return nil, err
	}
	known, err := t.bot.features.dailies.Known(t.Turn, r)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		q, err := t.bot.play.GiveUp(tx, t.Act, r.ID, s, how)
		if err != nil {
			return talk.Result{}, err
		}
		switch q.What {
		case play.QuitOver:
			return t.ended(tx, q.Round, s)
		case play.QuitRefused:
			return talk.Result{Reply: t.Say.Refuse("giveup.daily", say.With{"command": say.Slash("daily")})}, nil
		case play.QuitMatch:
			return talk.Result{Reply: t.Say.Refuse("giveup.match", nil)}, nil
		case play.QuitAsk:
			return talk.About(q.Round, t.askSure(q)), nil
		case play.QuitPrivate:
			return talk.About(q.Round, t.bot.rounds.InPrivate(t.Turn, button.ActGiveUp, q.Round)), nil
		case play.QuitAlone:
			reply := t.quitReply(q)
			if q.Round.Daily != 0 {
				err = t.bot.features.dailies.AddCard(t.Turn, tx, &reply, q.Round, known)
			}
			return talk.About(q.Round, reply), err
		}
		return t.quitForAll(tx, q)
	}, nil
}

// askSure asks for a confirmation. Where a network has no room for a button there, a
// second press of the same one confirms.
func (t *turn) askSure(q play.Quit) chat.Reply {
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
			Label: t.Say.Phrase("button.giveup", nil), Icon: button.IconGiveUp, Data: button.RoundData(t.bot.seals, button.ActSure, r), Style: chat.Danger, Personal: true,
		}}},
	}
}

// quitReply shows a solution to the one who gave up.
func (t *turn) quitReply(q play.Quit) chat.Reply {
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
func (t *turn) quitForAll(tx *storage.Tx, q play.Quit) (talk.Result, error) {
	if q.Ending == nil { // somebody was faster
		return talk.Result{Reply: talk.Silent}, nil
	}
	source := t.Req.Input.Source
	own := source.ID != "" && source.ID == q.Round.Message && t.Act.Community.ID == q.Round.CommunityID
	if err := t.bot.showEnding(tx, t.Act.At, *q.Ending, t.Req.Key, own); err != nil {
		return talk.Result{}, err
	}
	if q.Round.Message != "" && !own {
		result := t.bot.resultReply(t.Aloud, *q.Ending)
		result.Edit = t.Act.Community.Private && t.Req.Input.Kind == chat.Press // it was asked there
		return talk.About(q.Round, result), nil
	}
	reply := t.bot.endingReply(t.Aloud, *q.Ending)
	reply.Edit = own
	return talk.About(q.Round, reply), nil
}
