package talk

import (
	"cmp"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
)

// TopicScoring is the page about points, beside those about games.
const TopicScoring = "scoring"

// Help explains the commands, the games and the points.
type Help struct {
	Play     *play.Play
	Commands *command.Table[Command]
}

// Page shows a page of help; the first lists what people can do. A button turns to another.
func (h Help) Page(req *Request) (Plan, error) {
	topic := cmp.Or(req.Args["topic"], req.Button.Text(0))
	first := button.New(req.Say, "help", command.Data(button.ActHelp))
	scoring := chat.Button{Label: req.Say.Phrase("choice.topic.scoring", nil), Data: command.Data(button.ActHelp, TopicScoring)}
	reply := chat.Reply{Audience: chat.Asker, Edit: req.Button.Act != ""}
	switch g := h.Play.Game(topic); {
	case g != nil:
		deals := say.With{"plain": say.Slash(g.Name()), "level": command.Usage(g.Name(), "level", req.Say.Level(int(engine.MaxLevel-1)))}
		for _, kind := range []string{"own", "option", "whole", "sums"} {
			if key := "help." + g.Name() + "." + kind; req.Say.Has(key) {
				deals[kind] = command.Usage(g.Name(), g.Rules().Argument, req.Say.Phrase(key, nil))
			}
		}
		reply.Text = append(req.Say.GameRules(g, play.Clock(req.Act.Community, g)), req.Say.Line("help."+g.Name()+".deal", deals))
		reply.Buttons = [][]chat.Button{{button.New(req.Say, "play", command.Data(button.ActNext, g.Name(), engine.AnyLevel)), scoring, first}}
	case topic == TopicScoring:
		reply.Text = req.Say.Scoring()
		reply.Buttons = [][]chat.Button{{first}}
	default:
		reply.Text = h.firstPage(req)
		var pages []chat.Button
		for _, g := range h.Play.Games {
			pages = append(pages, chat.Button{Label: req.Say.GameName(g), Data: command.Data(button.ActHelp, g.Name())})
		}
		reply.Buttons = command.Rows(append(pages, scoring))
	}
	return feature.Respond(reply), nil
}

// firstPage lists the commands by what people want to do.
func (h Help) firstPage(req *Request) []chat.Line {
	alone := req.Act.Community.Private
	var out []chat.Line
	for _, key := range feature.HelpLines {
		var commands []chat.Span // with examples of the arguments they require
		for _, cmd := range h.Commands.Commands {
			if cmd.Help != key {
				continue
			}
			var pairs []string
			for _, a := range cmd.Args {
				if a.Required || a.Person {
					pairs = append(pairs, a.Name, req.Say.Phrase("example."+a.Name, nil))
				}
			}
			commands = append(commands, command.Usage(cmd.Name, pairs...))
		}
		args := say.With{"commands": say.Join(commands, " · ", " · "), "example": say.Code(req.Say.Phrase("example.answer", nil))}
		switch {
		case alone && (key == feature.HelpHere || key == feature.HelpAnswer):
			out = append(out, req.Say.Line("help."+key+".alone", args))
		case key == feature.HelpAnswer:
			out = append(out, req.Say.Sentences(req.Say.Line("help.answer", args), typeHere(req.Say), req.Say.Line("help.answer.command", args)))
		case key == feature.HelpPlay:
			g := h.Play.Games[0]
			out = append(out, req.Say.Line("help.play", args), req.Say.Line("help.wish", say.With{
				"level": command.Usage(g.Name(), "level", req.Say.Level(int(engine.MaxLevel-1))),
				"own":   command.Usage(g.Name(), g.Rules().Argument, req.Say.Phrase(req.Say.Key("help", g.Name(), "own"), nil)),
			}))
		case key == feature.HelpPages:
			out = append(out, req.Say.Line("help.pages", say.With{
				"game": command.Usage("help", "topic", h.Play.Games[0].Name()), "scoring": command.Usage("help", "topic", TopicScoring),
			}))
		default:
			out = append(out, req.Say.Line("help."+key, args))
		}
	}
	return out
}
