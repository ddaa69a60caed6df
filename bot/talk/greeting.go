package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Greeting greets people and communities, and gives a person a first puzzle.
type Greeting struct{ Rounds Rounds }

// Alone greets a person who opened the private chat without a command.
func (g Greeting) Alone(t *Turn) chat.Reply {
	return chat.Reply{Text: []chat.Line{
		t.Say.Line("start.what", nil),
		t.Say.Line("start.play", say.With{
			"game": say.Slash(g.Rounds.Play.Games()[0].Name()), "example": say.Code(t.Say.Phrase("example.answer", nil)), "daily": say.Slash("daily"),
		}),
		t.Say.Line("start.help", say.With{"help": say.Slash("help")}),
	}}
}

// Welcome greets a community, and says how to answer there.
func (g Greeting) Welcome(t *Turn) chat.Reply {
	return chat.Reply{
		Text: []chat.Line{
			t.Aloud.Line("welcome.what", nil),
			t.Aloud.Sentences(t.Aloud.Line("help.answer", nil), typeHere(t.Aloud)),
			t.Aloud.Line("welcome.more", say.With{"help": say.Slash("help"), "settings": say.Slash("settings")}),
		},
		Buttons: button.Games(t.Aloud, g.Rounds.Settings.Games(t.Act.Community)),
	}
}

// typeHere says how to type an answer where others read along.
func typeHere(v say.Voice) chat.Line {
	return chat.Line{say.Typed(v.Phrase("help.answer.reply", say.With{"example": v.Phrase("example.answer", nil)}))}
}

// Command greets. A person in their private chat gets an easy puzzle at once, or the open
// one that they have not solved.
func (g Greeting) Command(t *Turn, _ command.Values) (Plan, error) {
	if !t.Act.Community.Private {
		// A link that adds the bot to a group makes two events: the bot joins, and this
		// command comes with a text. The second one stays silent.
		if g.IsWelcomed(t) && t.Req.Input.Text != "" {
			return Respond(Silent), nil
		}
		return Respond(g.Welcome(t)), nil
	}
	r, refusal, err := g.Rounds.Meant(t, play.Pointer{})
	if err != nil {
		return nil, err
	}
	isOpen := refusal == nil && r.Daily == 0 && !r.Over(t.Act.At)
	d, err := g.Rounds.Play.Draw(t.Ctx, t.Act, g.Rounds.Play.Games()[0], engine.MinLevel, "")
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		if isOpen {
			right, err := tx.RightAnswers(r.ID)
			if err != nil {
				return Result{}, err
			}
			if len(right) == 0 {
				return About(r, g.firstHand(t, "start.again", r)), nil
			}
		}
		dealt, err := g.Rounds.Play.Deal(tx, t.Act, d)
		if err != nil {
			return RefuseMatch(t, err)
		}
		return Result{Reply: g.firstHand(t, "start.hello", dealt.Round), Round: dealt.Round.ID, Shows: !dealt.Again}, nil
	}, nil
}

// firstHand is a puzzle with a word of welcome, and buttons that deal the others.
func (g Greeting) firstHand(t *Turn, welcome string, r play.Round) chat.Reply {
	reply := g.Rounds.Show(t, r)
	example := say.Code(t.Say.Example(r))
	reply.Text = []chat.Line{
		t.Say.Sentences(t.Say.Line(welcome, nil), t.Say.Rule(r.Game)),
		t.Say.Sentences(
			t.Say.Line(t.Say.Key("ask", r.Game.Name(), "alone"), say.With{"example": example}), t.Say.Line("start.help", say.With{"help": say.Slash("help")}),
		),
	}
	reply.Buttons = append(reply.Buttons, button.Games(t.Say, g.Rounds.Settings.Games(t.Act.Community))...)
	return reply
}

// IsWelcomed reports whether the bot was in the community before this request.
func (g Greeting) IsWelcomed(t *Turn) bool { return t.Act.Community.ID != 0 && t.Act.Community.Active }
