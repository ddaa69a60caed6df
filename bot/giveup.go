package bot

import (
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

func (t *turn) giveUpCommand(arguments) (effect, error) { return t.giveUp(play.Pointer{}, false) }

func (t *turn) giveUpButton(p press) (effect, error) { return t.giveUp(p.pointer(), p.act == actSure) }

// giveUp shows the person a solution, and ends the round for all where they may
// end it.
func (t *turn) giveUp(to play.Pointer, sure bool) (effect, error) {
	r, refusal, err := t.meant(to)
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	s := t.bot.play.Solve(t.ctx, r.Puzzle)
	return func(tx *storage.Tx) (response, error) {
		q, err := t.bot.play.GiveUp(tx, t.act, r.ID, s, sure)
		if err != nil {
			return response{}, err
		}
		switch q.What {
		case play.QuitOver:
			return t.ended(tx, q.Round, s)
		case play.QuitRefused:
			return response{Reply: t.say.Refuse("giveup.daily", say.With{"command": say.Slash("daily")})}, nil
		case play.QuitAsk:
			return aboutRound(q.Round, t.askSure(q.Round)), nil
		case play.QuitPrivate:
			return aboutRound(q.Round, t.inPrivate(actGiveUp, q.Round)), nil
		case play.QuitAlone:
			return aboutRound(q.Round, t.quitReply(q)), nil
		}
		return t.quitForAll(tx, q)
	}, nil
}

// askSure asks once more where giving up costs something.
func (t *turn) askSure(r play.Round) chat.Reply {
	return chat.Reply{
		Audience: chat.Secret, Text: []chat.Line{t.say.Line("giveup.sure", nil)},
		Buttons: [][]chat.Button{{{
			Label: t.say.Phrase("button.giveup", nil), Data: t.bot.seals.roundData(actSure, r), Style: chat.Danger, Personal: true,
		}}},
	}
}

// quitReply shows a solution to the one who gave up.
func (t *turn) quitReply(q play.Quit) chat.Reply {
	reply := chat.Reply{Audience: chat.Secret, Face: t.say.Face(q.Round)}
	reply.Face.Note = ""
	if q.Round.Game.Rules().Collect {
		reply.Text = t.say.Missed(q.Missed, len(q.Missed) < len(q.Best.All))
	} else {
		reply.Text = []chat.Line{t.say.Best(q.Round.Game, q.Best)}
	}
	reply.Text = append(reply.Text, t.say.Line("giveup.alone", nil))
	withExplain(t.say, &reply, q.Best.Best)
	return reply
}

// quitForAll shows how the round ended: in its own message, and to who typed the
// command in a message of its own.
func (t *turn) quitForAll(tx *storage.Tx, q play.Quit) (response, error) {
	if q.Ending == nil { // somebody was faster
		return response{Reply: silent}, nil
	}
	source := t.req.Input.Source
	own := source.ID != "" && source.ID == q.Round.Message && t.act.Community.ID == q.Round.CommunityID
	if err := t.bot.showEnding(tx, t.act.At, *q.Ending, t.req.Key, own); err != nil {
		return response{}, err
	}
	if q.Round.Message != "" && !own {
		return aboutRound(q.Round, resultReply(t.say, *q.Ending)), nil
	}
	reply := endingReply(t.say, *q.Ending)
	reply.Edit = own
	return aboutRound(q.Round, reply), nil
}
