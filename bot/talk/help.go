package talk

import (
	"cmp"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
)

// TopicScoring is the page about points. The other topics are games.
const TopicScoring = "scoring"

// Help explains the commands, the games and the points.
type Help struct {
	Play     *round.Play
	Commands *command.Table[Command]
	Features feature.Features
}

// Page shows a page of help. The first page lists what people can do. Buttons lead to the other pages.
func (h Help) Page(req *Request) (Plan, error) {
	topic := cmp.Or(req.Args["topic"], req.Button.Text(0))
	reply := chat.Reply{Audience: chat.Asker, Edit: req.Button.Act != ""}
	first := button.New(req.Say, "help", command.Data(button.ActHelp))
	scoring := chat.Button{
		Label: req.Say.Phrase("choice.topic.scoring", nil),
		Data:  command.Data(button.ActHelp, TopicScoring),
	}
	g := h.Play.Game(topic)
	switch {
	case g != nil:
		deal := button.New(req.Say, "play", command.Data(button.ActNext, g.Name(), engine.AnyLevel))
		reply.Text = gamePage(req, g)
		reply.Buttons = [][]chat.Button{{deal, scoring, first}}
	case topic == TopicScoring:
		reply.Text = h.scoring(req)
		reply.Buttons = [][]chat.Button{{first}}
	default:
		var pages []chat.Button
		for _, g := range h.Play.Games {
			pages = append(pages, chat.Button{Label: req.Say.GameName(g), Data: command.Data(button.ActHelp, g.Name())})
		}
		reply.Text = h.firstPage(req)
		reply.Buttons = command.Rows(append(pages, scoring))
	}
	return feature.Respond(reply), nil
}

// scoring says how points work, in the kernel and in features.
func (h Help) scoring(req *Request) []chat.Line {
	var lines []chat.Line
	for _, f := range h.Features() {
		if f.Scoring != nil {
			lines = append(lines, f.Scoring(req.Say)...)
		}
	}
	return req.Say.Scoring(lines...)
}

// gamePage says the rules of a game and, in a chat, what its command can deal.
func gamePage(req *Request, g engine.Game) []chat.Line {
	rules := req.Say.GameRules(g, round.Clock(req.Act.Community, g))
	if req.OnPage() {
		return rules
	}
	deals := say.With{"plain": say.Slash(g.Name()), "level": levelUsage(req, g)}
	for _, kind := range []string{"own", "option", "whole", "sums"} {
		key := "help." + g.Name() + "." + kind
		if req.Say.Has(key) {
			deals[kind] = command.Usage(g.Name(), g.Rules().Argument, req.Say.Phrase(key, nil))
		}
	}
	return append(rules, req.Say.Line("help."+g.Name()+".deal", deals))
}

// levelUsage is the command that deals a hard puzzle of a game.
func levelUsage(req *Request, g engine.Game) chat.Span {
	hard := int(engine.MaxLevel - 1)
	return command.Usage(g.Name(), "level", req.Say.Level(hard))
}

// firstPage lists the commands by what people want to do. The page needs no commands.
func (h Help) firstPage(req *Request) []chat.Line {
	if req.OnPage() {
		return []chat.Line{req.Say.Line("help.onpage", nil)}
	}
	isAlone := req.Act.Community.Private
	game := h.Play.Games[0]
	var out []chat.Line
	for _, key := range feature.HelpLines {
		usages := h.usages(req, key)
		args := say.With{
			"commands": say.Join(usages, " · ", " · "),
			"example":  say.Code(req.Say.Phrase("example.answer", nil)),
		}
		hasOwnLine := key == feature.HelpHere || key == feature.HelpAnswer
		switch {
		case isAlone && hasOwnLine:
			out = append(out, req.Say.Line("help."+key+".alone", args))
		case key == feature.HelpAnswer:
			out = append(out, req.Say.Sentences(
				req.Say.Line("help.answer", args),
				typeHere(req.Say),
				req.Say.Line("help.answer.command", args),
			))
		case key == feature.HelpPlay:
			own := req.Say.Phrase(req.Say.Key("help", game.Name(), "own"), nil)
			out = append(out, req.Say.Line("help.play", args), req.Say.Line("help.wish", say.With{
				"level": levelUsage(req, game),
				"own":   command.Usage(game.Name(), game.Rules().Argument, own),
			}))
		case key == feature.HelpPages:
			out = append(out, req.Say.Line("help.pages", say.With{
				"game":    command.Usage("help", "topic", game.Name()),
				"scoring": command.Usage("help", "topic", TopicScoring),
			}))
		case len(usages) > 0:
			out = append(out, req.Say.Line("help."+key, args))
		}
	}
	return out
}

// usages returns the commands of a line of help, with examples of the arguments that they require.
func (h Help) usages(req *Request, line string) []chat.Span {
	var out []chat.Span
	for _, cmd := range h.Commands.Commands {
		if cmd.Help != line {
			continue
		}
		var pairs []string
		for _, arg := range cmd.Args {
			if arg.Required || arg.Person {
				pairs = append(pairs, arg.Name, req.Say.Phrase("example."+arg.Name, nil))
			}
		}
		out = append(out, command.Usage(cmd.Name, pairs...))
	}
	return out
}
