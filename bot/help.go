package bot

import (
	"encoding/json"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// The lines of /help, top to bottom. Each command stands in one of them.
const (
	helpPlay   = "play"
	helpAnswer = "answer"
	helpStuck  = "stuck"
	helpDaily  = "daily"
	helpBoards = "boards"
	helpSolve  = "solve"
	helpHere   = "settings"
	helpData   = "privacy"
	helpPages  = "pages"
)

var helpLines = []string{helpPlay, helpAnswer, helpStuck, helpDaily, helpBoards, helpSolve, helpHere, helpData, helpPages}

// topicScoring is the page about points, beside those about games.
const topicScoring = "scoring"

// helpCommand shows a page of help: the first says what one can do.
func (t *turn) helpCommand(a arguments) (effect, error) { return respond(t.help(a["topic"])), nil }

// helpButton turns to another page.
func (t *turn) helpButton(p press) (effect, error) {
	reply := t.help(p.text(0))
	reply.Edit = true
	return respond(reply), nil
}

func (t *turn) help(topic string) chat.Reply {
	reply := chat.Reply{Audience: chat.Asker}
	switch g := t.bot.play.Game(topic); {
	case g != nil:
		reply.Text = t.gamePage(g)
		reply.Buttons = [][]chat.Button{{t.playButton(g), t.helpTo(topicScoring), t.helpTo("")}}
	case topic == topicScoring:
		reply.Text = t.say.Scoring()
		reply.Buttons = [][]chat.Button{{t.helpTo("")}}
	default:
		reply.Text = t.firstPage()
		var pages []chat.Button
		for _, g := range t.bot.play.Games() {
			pages = append(pages, t.helpTo(g.Name()))
		}
		reply.Buttons = rowsOf(append(pages, t.helpTo(topicScoring)))
	}
	return reply
}

// firstPage lists the command table by what people want to do.
func (t *turn) firstPage() []chat.Line {
	var out []chat.Line
	for _, key := range helpLines {
		args := say.With{"commands": t.say.Row(t.commandsIn(key))}
		line := t.say.Line("help."+key, args)
		switch key {
		case helpHere:
			if t.act.Community.Private {
				line = t.say.Line("help.settings.alone", args)
			}
		case helpPlay:
			g := t.bot.play.Games()[0]
			args = say.With{
				"level": t.usage(g.Name(), "level", t.say.Level(int(engine.MaxLevel-1))),
				"own":   t.usage(g.Name(), g.Rules().Argument, t.say.Phrase(t.say.Key("help", g.Name(), "own"), nil)),
			}
			out = append(out, line)
			line = t.say.Line("help.wish", args)
		case helpAnswer:
			if t.act.Community.Private {
				args["example"] = say.Code(t.say.Phrase("example.answer", nil))
				line = t.say.Line("help.answer.alone", args)
				break
			}
			line = t.say.Sentences(line, typeHere(t.say), t.say.Line("help.answer.command", args))
		case helpPages:
			line = t.say.Line("help.pages", say.With{
				"game": t.usage("help", "topic", t.bot.play.Games()[0].Name()), "scoring": t.usage("help", "topic", topicScoring),
			})
		}
		out = append(out, line)
	}
	return out
}

func (t *turn) commandsIn(line string) []chat.Span {
	var out []chat.Span
	for _, cmd := range t.bot.commands {
		if cmd.help == line {
			out = append(out, t.usageOf(cmd))
		}
	}
	return out
}

// gamePage explains a game: what to do, an example, who wins, and what can be asked
// for.
func (t *turn) gamePage(g engine.Game) []chat.Line {
	deals := say.With{"plain": say.Slash(g.Name()), "level": t.usage(g.Name(), "level", t.say.Level(int(engine.MaxLevel-1)))}
	for _, kind := range []string{"own", "option"} {
		if key := "help." + g.Name() + "." + kind; t.say.Has(key) {
			deals[kind] = t.usage(g.Name(), g.Rules().Argument, t.say.Phrase(key, nil))
		}
	}
	out := append(t.say.GameRules(g, play.Clock(t.act.Community, g)), t.say.Line("help."+g.Name()+".deal", deals))
	return out
}

// helpTo is a button that turns to a page.
func (t *turn) helpTo(topic string) chat.Button {
	switch topic {
	case "":
		return chat.Button{Label: t.say.Phrase("button.help", nil), Data: dataOf(actHelp)}
	case topicScoring:
		return chat.Button{Label: t.say.Phrase("choice.topic.scoring", nil), Data: dataOf(actHelp, topic)}
	}
	return chat.Button{Label: t.say.GameName(t.bot.play.Game(topic)), Data: dataOf(actHelp, topic)}
}

// privacyCommand says what is stored, and forgets the person who asks for it.
func (t *turn) privacyCommand(a arguments) (effect, error) {
	if a["forget"] == "" {
		return respond(chat.Reply{Audience: chat.Asker, Text: []chat.Line{
			t.say.Line("privacy.what", say.With{"export": say.Slash("export")}),
			t.say.Line("privacy.how", say.With{"command": t.usage("privacy", "forget", "forget")}),
		}}), nil
	}
	return func(*storage.Tx) (response, error) {
		return response{Reply: chat.Reply{
			Audience: chat.Asker, Text: []chat.Line{t.say.Line("privacy.sure", nil)},
			Buttons: [][]chat.Button{{{Label: t.say.Phrase("choice.forget", nil), Data: dataOf(actForget, t.act.Person.ID), Style: chat.Danger}}},
		}}, nil
	}, nil
}

// forgetButton forgets the person who was asked whether they want it, and nobody
// else who presses.
func (t *turn) forgetButton(p press) (effect, error) {
	if p.number(0) == 0 || p.number(0) != t.act.Person.ID {
		return respond(t.say.Refuse("privacy.not-yours", say.With{"command": t.usage("privacy", "forget", t.say.Phrase("choice.forget", nil))})), nil
	}
	return func(tx *storage.Tx) (response, error) {
		all, err := tx.Kin(t.act.Person.ID)
		if err != nil {
			return response{}, err
		}
		if err := t.bot.play.Forget(tx, t.act.Person, t.act.At); err != nil {
			return response{}, err
		}
		t.act.Person = storage.Player{} // the request is nobody's
		reply := chat.Reply{Tone: chat.Good, Audience: chat.Asker, Text: []chat.Line{t.say.Line("privacy.forgotten", nil)}, Edit: true}
		for _, who := range all {
			if err := t.unname(tx, who); err != nil {
				return response{}, err
			}
		}
		return response{Reply: reply}, nil
	}, nil
}

// unname takes a person out of the messages that wait to be delivered. Replies to
// others that name them are dropped.
func (t *turn) unname(tx *storage.Tx, who storage.Player) error {
	key, err := json.Marshal(who.Key)
	if err != nil {
		return err
	}
	onBoard, err := json.Marshal(t.boardName(who.Name, who.Key))
	if err != nil {
		return err
	}
	// Before an upgrade the field was stored with a capital.
	for _, text := range []string{`"player":` + string(key), `"Player":` + string(key), string(onBoard)} {
		if err := t.dropReplies(tx, text); err != nil {
			return err
		}
	}
	waiting, err := tx.Waiting(`layer":` + string(key))
	if err != nil {
		return err
	}
	for _, o := range waiting {
		var r chat.Reply
		if err := json.Unmarshal(o.Body, &r); err != nil {
			return err
		}
		for _, line := range r.Text {
			for i, s := range line {
				if s.Person == who.Key {
					line[i] = t.say.Mention("", "")
				}
			}
		}
		body, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if err := tx.PutBody(o.ID, body); err != nil {
			return err
		}
		t.changed = append(t.changed, o.ID)
	}
	return nil
}

// dropReplies drops the replies that wait and hold a text.
func (t *turn) dropReplies(tx *storage.Tx, text string) error {
	waiting, err := tx.Waiting(text)
	if err != nil {
		return err
	}
	for _, o := range waiting {
		if o.Event == nil {
			continue
		}
		if _, err := tx.Done(o, storage.Failed, "", "", t.act.At); err != nil {
			return err
		}
		t.changed = append(t.changed, o.ID)
	}
	return nil
}
