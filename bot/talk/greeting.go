package talk

import (
	"slices"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Greeting greets people and communities, and gives a person a first puzzle.
type Greeting struct{ Rounds Rounds }

// Alone greets a person who opened the private chat without a command.
func (g Greeting) Alone(req *Request) chat.Reply {
	return chat.Reply{Text: []chat.Line{
		req.Say.Line("start.what", nil),
		req.Say.Line("start.play", say.With{
			"game": say.Slash(g.Rounds.Play.Games[0].Name()), "example": say.Code(req.Say.Phrase("example.answer", nil)), "daily": say.Slash("daily"),
		}),
		req.Say.Line("start.help", say.With{"help": say.Slash("help")}),
	}}
}

// Welcome greets a community, and says how to answer there.
func (g Greeting) Welcome(req *Request) chat.Reply {
	return chat.Reply{
		Text: []chat.Line{
			say.Head(req.Aloud.Phrase("welcome.hi", nil)),
			req.Aloud.Line("welcome.what", nil),
			req.Aloud.Sentences(req.Aloud.Line("help.answer", nil), typeHere(req.Aloud)),
			req.Aloud.Line("welcome.more", say.With{"help": say.Slash("help"), "settings": say.Slash("settings")}),
		},
		Buttons: button.Games(req.Aloud, g.Rounds.Settings.Games(req.Act.Community)),
	}
}

// typeHere says how to type an answer where others read along.
func typeHere(v say.Voice) chat.Line {
	return chat.Line{{Style: chat.Typed, Text: v.Phrase("help.answer.reply", say.With{"example": v.Phrase("example.answer", nil)})}}
}

// Command greets. A person in their private chat gets an easy puzzle at once, or the open
// one that they have not solved.
func (g Greeting) Command(req *Request) (Plan, error) {
	if !req.Act.Community.Private {
		// A link that adds the bot to a group makes two events: the bot joins, and this
		// command comes with a text. The second one stays silent.
		if req.Act.Community.Active && req.Input.Text != "" {
			return feature.Respond(feature.Silent), nil
		}
		return feature.Respond(g.Welcome(req)), nil
	}
	r, refusal, err := g.Rounds.Meant(req, play.Pointer{})
	if err != nil {
		return nil, err
	}
	isOpen := refusal == nil && !r.Over(req.Act.At)
	d, err := g.Rounds.Play.Draw(req.Ctx, req.Act, g.Rounds.Play.Games[0], engine.MinLevel, "")
	if err != nil {
		return nil, err
	}
	d.Level = engine.AnyLevel // the next one is harder
	return func(tx *storage.Tx) (Result, error) {
		if isOpen {
			mine, err := tx.PlayerAnswers(r.ID, req.Act.Person.ID)
			if err != nil {
				return Result{}, err
			}
			if !slices.ContainsFunc(mine, func(a storage.Answer) bool { return a.Outcome == string(engine.Right) }) {
				return Result{Reply: g.firstHand(req, "start.again", r), Round: r.ID}, nil
			}
		}
		dealt, err := g.Rounds.Play.Deal(tx, req.Act, d, 0)
		if err != nil {
			return refuse(req, err)
		}
		return Result{Reply: g.firstHand(req, "start.hello", dealt.Round), Round: dealt.Round.ID, Shows: !dealt.Again}, nil
	}, nil
}

// Thanks takes thanks kindly, where nobody else reads along.
func (g Greeting) Thanks(req *Request) (Plan, error) {
	if !req.Act.Community.Private {
		return feature.Respond(feature.Silent), nil
	}
	return feature.Respond(req.Say.Refuse("thanks", nil)), nil
}

// firstHand is a puzzle with a word of welcome, and buttons that deal the others.
func (g Greeting) firstHand(req *Request, welcome string, r play.Round) chat.Reply {
	reply := g.Rounds.Show(req, r)
	example := say.Code(req.Say.Example(r))
	reply.Text = []chat.Line{
		req.Say.Sentences(req.Say.Line(welcome, nil), req.Say.Rule(r.Game)),
		req.Say.Sentences(
			req.Say.Line(req.Say.Key("ask", r.Game.Name(), "alone"), say.With{"example": example}), req.Say.Line("start.help", say.With{"help": say.Slash("help")}),
		),
	}
	g.Rounds.besideGames(req, r, &reply)
	return reply
}

// besideGames puts the games under a first hand, where they stay when its hint is pressed.
func (s Rounds) besideGames(req *Request, r play.Round, reply *chat.Reply) {
	hint := button.RoundData(s.Seals, button.ActHint, r)
	for _, row := range reply.Buttons {
		for i := range row {
			if row[i].Data == hint {
				row[i].Data = button.RoundData(s.Seals, button.ActFirst, r)
			}
		}
	}
	reply.Buttons = append(reply.Buttons, button.Games(req.Say, s.Settings.Games(req.Act.Community))...)
	reply.Buttons = append(reply.Buttons, command.Rows(button.Ghost(req.Say, r.Game, 0, engine.AnyLevel))...)
}
