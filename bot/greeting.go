package bot

import (
	"errors"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// greeting is what who opens a conversation by other means reads first.
func (t *turn) greeting() chat.Reply {
	return chat.Reply{Text: []chat.Line{
		t.Say.Line("start.what", nil),
		t.Say.Line("start.play", say.With{
			"game": say.Slash(t.bot.play.Games()[0].Name()), "example": say.Code(t.Say.Phrase("example.answer", nil)), "daily": say.Slash("daily"),
		}),
		t.Say.Line("start.help", say.With{"help": say.Slash("help")}),
	}}
}

// welcome tells a community what comes, and how to answer there.
func (t *turn) welcome() chat.Reply {
	return chat.Reply{
		Text: []chat.Line{
			t.Aloud.Line("welcome.what", nil),
			t.Aloud.Sentences(t.Aloud.Line("help.answer", nil), typeHere(t.Aloud)),
			t.Aloud.Line("welcome.more", say.With{"help": say.Slash("help"), "settings": say.Slash("settings")}),
		},
		Buttons: t.gameButtons(t.Aloud),
	}
}

// typeHere says how to answer by typing where others read along.
func typeHere(v say.Voice) chat.Line {
	return chat.Line{say.Typed(v.Phrase("help.answer.reply", say.With{"example": v.Phrase("example.answer", nil)}))}
}

// startCommand greets. Who is alone with the bot gets an easy puzzle at once, or
// the open one that they have no answer to.
func (t *turn) startCommand(command.Values) (talk.Plan, error) {
	if !t.Act.Community.Private {
		return t.startAmongOthers(), nil
	}
	r, refusal, err := t.meant(play.Pointer{})
	if err != nil {
		return nil, err
	}
	isOpen := refusal == nil && r.Daily == 0 && !r.Over(t.Act.At)
	d, err := t.bot.play.Draw(t.Ctx, t.Act, t.bot.play.Games()[0], engine.MinLevel, "")
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		if isOpen {
			right, err := tx.RightAnswers(r.ID)
			if err != nil {
				return talk.Result{}, err
			}
			if len(right) == 0 {
				return aboutRound(r, t.firstHand("start.again", r)), nil
			}
		}
		dealt, err := t.bot.play.Deal(tx, t.Act, d)
		var going *play.MatchError
		if errors.As(err, &going) {
			return t.refuseMatch(err)
		}
		if err != nil {
			return talk.Result{}, err
		}
		return talk.Result{Reply: t.firstHand("start.hello", dealt.Round), Round: dealt.Round.ID, Shows: !dealt.Again}, nil
	}, nil
}

// firstHand is a puzzle with a word of welcome, and the way to all the others.
func (t *turn) firstHand(welcome string, r play.Round) chat.Reply {
	reply := t.puzzleReply(r)
	example := say.Code(t.Say.Example(r))
	reply.Text = []chat.Line{
		t.Say.Sentences(t.Say.Line(welcome, nil), t.Say.Rule(r.Game)),
		t.Say.Sentences(
			t.Say.Line(t.Say.Key("ask", r.Game.Name(), "alone"), say.With{"example": example}), t.Say.Line("start.help", say.With{"help": say.Slash("help")}),
		),
	}
	reply.Buttons = append(reply.Buttons, t.gameButtons(t.Say)...)
	return reply
}

// startAmongOthers welcomes a community. A link that adds the bot sends the command
// with a text behind it, beside the news that the bot has come: the second of the
// two says nothing.
func (t *turn) startAmongOthers() talk.Plan {
	if t.isWelcomed() && t.Req.Input.Text != "" {
		return talk.Respond(talk.Silent)
	}
	return talk.Respond(t.welcome())
}

// isWelcomed tells whether the bot was in the community before this request, and
// so has been asked for something there or has said what it does.
func (t *turn) isWelcomed() bool { return t.Act.Community.ID != 0 && t.Act.Community.Active }
