package bot

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
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
func (t *turn) helpCommand(a command.Values) (talk.Plan, error) {
	return talk.Respond(t.help(a["topic"])), nil
}

// helpButton turns to another page.
func (t *turn) helpButton(p command.Press) (talk.Plan, error) {
	reply := t.help(p.Text(0))
	reply.Edit = true
	return talk.Respond(reply), nil
}

func (t *turn) help(topic string) chat.Reply {
	reply := chat.Reply{Audience: chat.Asker}
	switch g := t.bot.play.Game(topic); {
	case g != nil:
		reply.Text = t.gamePage(g)
		reply.Buttons = [][]chat.Button{{t.playButton(g), t.helpTo(topicScoring), t.helpTo("")}}
	case topic == topicScoring:
		reply.Text = t.Say.Scoring()
		reply.Buttons = [][]chat.Button{{t.helpTo("")}}
	default:
		reply.Text = t.firstPage()
		var pages []chat.Button
		for _, g := range t.bot.play.Games() {
			pages = append(pages, t.helpTo(g.Name()))
		}
		reply.Buttons = command.Rows(append(pages, t.helpTo(topicScoring)))
	}
	return reply
}

// firstPage lists the command table by what people want to do.
func (t *turn) firstPage() []chat.Line {
	var out []chat.Line
	for _, key := range helpLines {
		args := say.With{"commands": t.Say.Row(t.commandsIn(key))}
		line := t.Say.Line("help."+key, args)
		switch key {
		case helpHere:
			if t.Act.Community.Private {
				line = t.Say.Line("help.settings.alone", args)
			}
		case helpPlay:
			g := t.bot.play.Games()[0]
			args = say.With{
				"level": command.Usage(g.Name(), "level", t.Say.Level(int(engine.MaxLevel-1))),
				"own":   command.Usage(g.Name(), g.Rules().Argument, t.Say.Phrase(t.Say.Key("help", g.Name(), "own"), nil)),
			}
			out = append(out, line)
			line = t.Say.Line("help.wish", args)
		case helpAnswer:
			if t.Act.Community.Private {
				args["example"] = say.Code(t.Say.Phrase("example.answer", nil))
				line = t.Say.Line("help.answer.alone", args)
				break
			}
			line = t.Say.Sentences(line, typeHere(t.Say), t.Say.Line("help.answer.command", args))
		case helpPages:
			line = t.Say.Line("help.pages", say.With{
				"game": command.Usage("help", "topic", t.bot.play.Games()[0].Name()), "scoring": command.Usage("help", "topic", topicScoring),
			})
		}
		out = append(out, line)
	}
	return out
}

func (t *turn) commandsIn(line string) []chat.Span {
	var out []chat.Span
	for _, cmd := range t.bot.commands.Commands {
		if cmd.Help != line {
			continue
		}
		var pairs []string
		for _, a := range cmd.Args {
			if a.Required {
				pairs = append(pairs, a.Name, t.Say.Phrase("example."+a.Name, nil))
			}
		}
		out = append(out, command.Usage(cmd.Name, pairs...))
	}
	return out
}

// gamePage explains a game: what to do, an example, who wins, and what can be asked
// for.
func (t *turn) gamePage(g engine.Game) []chat.Line {
	deals := say.With{"plain": say.Slash(g.Name()), "level": command.Usage(g.Name(), "level", t.Say.Level(int(engine.MaxLevel-1)))}
	for _, kind := range []string{"own", "option"} {
		if key := "help." + g.Name() + "." + kind; t.Say.Has(key) {
			deals[kind] = command.Usage(g.Name(), g.Rules().Argument, t.Say.Phrase(key, nil))
		}
	}
	out := append(t.Say.GameRules(g, play.Clock(t.Act.Community, g)), t.Say.Line("help."+g.Name()+".deal", deals))
	return out
}

// helpTo is a button that turns to a page.
func (t *turn) helpTo(topic string) chat.Button {
	switch topic {
	case "":
		return chat.Button{Label: t.Say.Phrase("button.help", nil), Data: command.Data(talk.ActHelp)}
	case topicScoring:
		return chat.Button{Label: t.Say.Phrase("choice.topic.scoring", nil), Data: command.Data(talk.ActHelp, topic)}
	}
	return chat.Button{Label: t.Say.GameName(t.bot.play.Game(topic)), Data: command.Data(talk.ActHelp, topic)}
}
