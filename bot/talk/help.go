package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
)

// The lines of /help, top to bottom. Each command stands in one of them.
const (
	HelpPlay   = "play"
	HelpAnswer = "answer"
	HelpStuck  = "stuck"
	HelpDaily  = "daily"
	HelpBoards = "boards"
	HelpSolve  = "solve"
	HelpHere   = "settings"
	HelpData   = "privacy"
	HelpPages  = "pages"
)

var helpLines = []string{HelpPlay, HelpAnswer, HelpStuck, HelpDaily, HelpBoards, HelpSolve, HelpHere, HelpData, HelpPages}

// TopicScoring is the page about points, beside those about games.
const TopicScoring = "scoring"

// Help explains the commands, the games and the points.
type Help struct {
	Play     *play.Play
	Commands *command.Table[Handler]
}

// Command shows a page of help; the first lists what people can do.
func (h Help) Command(t *Turn, a command.Values) (Plan, error) {
	return Respond(h.page(t, a["topic"])), nil
}

// Button turns to another page.
func (h Help) Button(t *Turn, p command.Press) (Plan, error) {
	reply := h.page(t, p.Text(0))
	reply.Edit = true
	return Respond(reply), nil
}

func (h Help) page(t *Turn, topic string) chat.Reply {
	first := chat.Button{Label: t.Say.Phrase("button.help", nil), Data: command.Data(button.ActHelp)}
	scoring := chat.Button{Label: t.Say.Phrase("choice.topic.scoring", nil), Data: command.Data(button.ActHelp, TopicScoring)}
	reply := chat.Reply{Audience: chat.Asker}
	switch g := h.Play.Game(topic); {
	case g != nil:
		deals := say.With{"plain": say.Slash(g.Name()), "level": command.Usage(g.Name(), "level", t.Say.Level(int(engine.MaxLevel-1)))}
		for _, kind := range []string{"own", "option"} {
			if key := "help." + g.Name() + "." + kind; t.Say.Has(key) {
				deals[kind] = command.Usage(g.Name(), g.Rules().Argument, t.Say.Phrase(key, nil))
			}
		}
		reply.Text = append(t.Say.GameRules(g, play.Clock(t.Act.Community, g)), t.Say.Line("help."+g.Name()+".deal", deals))
		reply.Buttons = [][]chat.Button{{{
			Label: t.Say.Phrase("button.play", nil), Icon: button.IconNext, Data: command.Data(button.ActNext, g.Name(), engine.AnyLevel), Style: chat.Primary,
		}, scoring, first}}
	case topic == TopicScoring:
		reply.Text = t.Say.Scoring()
		reply.Buttons = [][]chat.Button{{first}}
	default:
		reply.Text = h.firstPage(t)
		var pages []chat.Button
		for _, g := range h.Play.Games() {
			pages = append(pages, chat.Button{Label: t.Say.GameName(g), Data: command.Data(button.ActHelp, g.Name())})
		}
		reply.Buttons = command.Rows(append(pages, scoring))
	}
	return reply
}

// firstPage lists the commands by what people want to do.
func (h Help) firstPage(t *Turn) []chat.Line {
	alone := t.Act.Community.Private
	var out []chat.Line
	for _, key := range helpLines {
		args := say.With{"commands": t.Say.Row(h.commandsIn(t, key)), "example": say.Code(t.Say.Phrase("example.answer", nil))}
		switch {
		case key == HelpHere && alone:
			out = append(out, t.Say.Line("help.settings.alone", args))
		case key == HelpAnswer && alone:
			out = append(out, t.Say.Line("help.answer.alone", args))
		case key == HelpAnswer:
			out = append(out, t.Say.Sentences(t.Say.Line("help.answer", args), typeHere(t.Say), t.Say.Line("help.answer.command", args)))
		case key == HelpPlay:
			g := h.Play.Games()[0]
			out = append(out, t.Say.Line("help.play", args), t.Say.Line("help.wish", say.With{
				"level": command.Usage(g.Name(), "level", t.Say.Level(int(engine.MaxLevel-1))),
				"own":   command.Usage(g.Name(), g.Rules().Argument, t.Say.Phrase(t.Say.Key("help", g.Name(), "own"), nil)),
			}))
		case key == HelpPages:
			out = append(out, t.Say.Line("help.pages", say.With{
				"game": command.Usage("help", "topic", h.Play.Games()[0].Name()), "scoring": command.Usage("help", "topic", TopicScoring),
			}))
		default:
			out = append(out, t.Say.Line("help."+key, args))
		}
	}
	return out
}

// commandsIn are the commands of a line, with examples of the arguments they require.
func (h Help) commandsIn(t *Turn, line string) (out []chat.Span) {
	for _, cmd := range h.Commands.Commands {
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
