package talk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
)

// The pages of help that are about no game.
const (
	TopicPlay     = "play"
	TopicDaily    = "daily"
	TopicRace     = "race"
	TopicDuel     = "duel"
	TopicScoring  = "scoring"
	TopicCommands = "commands"
)

// Topics returns the topics of help other than games. hasDay reports whether there are puzzles of the day.
func Topics(hasDay bool) []string {
	topics := []string{TopicPlay, TopicRace, TopicDuel, TopicScoring, TopicCommands}
	if hasDay {
		topics = slices.Insert(topics, 1, TopicDaily)
	}
	return topics
}

// Help explains the commands, the games and the points.
type Help struct {
	Play     *round.Play
	Commands *command.Table[Command]
	Features feature.Features
}

// allRules is the argument of a button that leads to all rules about points.
const allRules = "all"

// Page shows a page of help. The first page says what there is. Buttons lead to the other pages.
func (h Help) Page(req *Request) (Plan, error) {
	topic := cmp.Or(req.Args["topic"], req.Button.Text(0))
	reply := chat.Reply{Audience: chat.Asker, Edit: req.Button.Act != ""}
	first := button.New(req.Say, "help", command.Data(button.ActHelp))
	scoring := topicButton(req.Say, TopicScoring)
	day := h.Features.Day()
	g := h.Play.Game(topic)
	switch {
	case g != nil:
		deal := button.New(req.Say, "play", command.Data(button.ActNext, g.Name(), engine.AnyLevel))
		reply.Text = h.gamePage(req, g)
		reply.Buttons = [][]chat.Button{{deal, scoring, first}}
	case topic == TopicPlay && !req.OnPage():
		reply.Text = h.playPage(req)
		reply.Buttons = command.Rows(append(h.gameTopics(req.Say), scoring, first))
	case topic == TopicDaily && day != nil && !req.OnPage():
		reply.Text = req.Say.AboutDays(len(h.Play.Games))
		reply.Buttons = [][]chat.Button{{day.Button(req.Say, h.Play.Games[0]), scoring, first}}
	case topic == TopicRace && !req.OnPage():
		reply.Text = h.racePage(req)
		reply.Buttons = [][]chat.Button{{topicButton(req.Say, TopicDuel), scoring, first}}
	case topic == TopicDuel && !req.OnPage():
		reply.Text = h.duelPage(req)
		reply.Buttons = [][]chat.Button{{topicButton(req.Say, TopicRace), scoring, first}}
	case topic == TopicScoring && req.Button.Text(1) == allRules:
		reply.Text = h.scoring(req)
		reply.Buttons = [][]chat.Button{{first}}
	case topic == TopicScoring:
		all := button.New(req.Say, "rules", command.Data(button.ActHelp, TopicScoring, allRules))
		reply.Text, reply.Table = req.Say.ScoringInShort()
		reply.Buttons = [][]chat.Button{{all, first}}
	case topic == TopicCommands && !req.OnPage():
		reply.Text = h.commandPage(req)
		reply.Buttons = [][]chat.Button{{first}}
	case req.OnPage():
		reply.Text = []chat.Line{req.Say.Line("help.onpage", nil)}
		reply.Buttons = command.Rows(append(h.gameTopics(req.Say), scoring))
	default:
		h.firstPage(req, &reply)
	}
	return feature.Respond(reply), nil
}

// topicButton returns a button that leads to a page of help about no game.
func topicButton(v say.Voice, topic string) chat.Button {
	return chat.Button{
		Label: v.Phrase("choice.topic."+topic, nil),
		Data:  command.Data(button.ActHelp, topic),
	}
}

// gameTopics returns buttons that lead to the pages of the games.
func (h Help) gameTopics(v say.Voice) []chat.Button {
	var all []chat.Button
	for _, g := range h.Play.Games {
		all = append(all, chat.Button{Label: v.GameName(g), Data: command.Data(button.ActHelp, g.Name())})
	}
	return all
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
func (h Help) gamePage(req *Request, g engine.Game) []chat.Line {
	rules := req.Say.GameRules(g, round.Clock(req.Act.Community, g))
	if req.OnPage() {
		return rules
	}
	deal := h.Commands.Find(g.Name())
	deals := say.With{"plain": deal.Usage(), "level": deal.Usage("level", hard(req.Say))}
	// These are the examples of puzzles and options. Each game has some of them.
	for _, example := range []string{"own", "option", "whole", "sums", "plate", "krypto"} {
		key := "help." + g.Name() + "." + example
		if req.Say.Has(key) {
			deals[example] = deal.Usage(g.Rules().Argument, req.Say.Phrase(key, nil))
		}
	}
	rules = append(rules, req.Say.Line("help."+g.Name()+".deal", deals))
	for _, other := range h.Play.Games {
		if other.Rules().LastLevelOf != g.Name() {
			continue
		}
		name := req.Say.GameName(other)
		rules = append(rules, req.Say.Line("help.last-level", say.With{
			"game":    name,
			"command": deal.Usage("level", strings.ToLower(name)),
		}))
	}
	return rules
}

// hard returns the word for the level of a hard puzzle.
func hard(v say.Voice) string { return v.Level(int(engine.MaxLevel - 1)) }

// firstPage says what there is: a line each for those who play alone, those who come every day, and those who
// play with others.
func (h Help) firstPage(req *Request, reply *chat.Reply) {
	topics := []string{TopicPlay}
	reply.Text = []chat.Line{req.Say.Line("help.first.play", say.With{"play": h.Commands.Find(feature.PlayMenu).Usage()})}
	day := h.Features.Day()
	if day != nil {
		topics = append(topics, TopicDaily)
		reply.Text = append(reply.Text, req.Say.Line("help.first.daily", say.With{
			"n":     len(h.Play.Games),
			"daily": say.Slash(day.Command),
		}))
	}
	topics = append(topics, TopicRace)
	reply.Text = append(reply.Text, req.Say.Line("help.first.friends", say.With{
		"commands": say.Join(h.usages(req, feature.HelpFriends), " · ", " · "),
	}))
	var row []chat.Button
	for _, topic := range topics {
		b := topicButton(req.Say, topic)
		b.Label = req.Say.Phrase("button.help."+topic, nil)
		row = append(row, b)
	}
	last := []chat.Button{topicButton(req.Say, TopicCommands)}
	for _, f := range h.Features() {
		if f.Help != nil {
			last = append(last, f.Help(req.Say))
		}
	}
	reply.Buttons = [][]chat.Button{row, last}
}

// playPage says how to answer, and how to get another puzzle.
func (h Help) playPage(req *Request) []chat.Line {
	return []chat.Line{
		say.Head(req.Say.Phrase("choice.topic.play", nil)),
		howToAnswer(req),
		h.wishLine(req),
		req.Say.Line("help.hints", nil),
	}
}

// howToAnswer says how to answer at the place of a request.
func howToAnswer(req *Request) chat.Line {
	if req.Act.Community.Private {
		example := say.Code(req.Say.Phrase("example.answer", nil))
		return req.Say.Line("help.answer.alone", say.With{"example": example})
	}
	return req.Say.Sentences(req.Say.Line("help.answer", nil), typeHere(req.Say))
}

// wishLine says how to get a harder puzzle, or one with one's own numbers.
func (h Help) wishLine(req *Request) chat.Line {
	game := h.Play.Games[0]
	own := req.Say.Phrase(req.Say.Key("help", game.Name(), "own"), nil)
	return req.Say.Line("help.wish", say.With{
		"level": command.Usage(game.Name(), "level", hard(req.Say)),
		"own":   command.Usage(game.Name(), game.Rules().Argument, own),
	})
}

// racePage explains the race.
func (h Help) racePage(req *Request) []chat.Line {
	wish := command.Usage(mode.Race, feature.ArgCount, "3", "level", hard(req.Say))
	usual := h.Play.Mode(mode.Race, mode.Together, h.Play.Games[0]).Length
	out := req.Say.AboutRace(usual, say.Slash(mode.Race), wish)
	for _, kind := range h.Play.KindsInside(mode.Race) {
		longest := strconv.Itoa(slices.Max(kind.Lengths))
		out = append(out, req.Say.Line("help."+kind.Name, say.With{
			"command": command.Usage(mode.Race, "game", kind.Choice),
			"full":    command.Usage(mode.Race, "game", kind.Choice, feature.ArgCount, longest),
		}))
	}
	for _, kind := range h.Play.KindsWithWord() {
		word := req.Say.Phrase("choice.match."+kind.Word, nil)
		usage := command.Usage(h.Play.Games[0].Name(), kind.Word, word)
		out = append(out, req.Say.Line("help."+kind.Name, say.With{"command": usage}))
	}
	return out
}

// duelPage explains the duel.
func (h Help) duelPage(req *Request) []chat.Line {
	rival := req.Say.Phrase("example."+feature.ArgPerson, nil)
	out := req.Say.AboutDuel(command.Usage(mode.Duel, feature.ArgPerson, rival))
	for _, kind := range h.Play.KindsInside(mode.Duel) {
		out = append(out, req.Say.Line("help."+kind.Name, say.With{
			"command": command.Usage(mode.Duel, feature.ArgPerson, rival, "game", kind.Choice),
		}))
	}
	return out
}

// commandPage lists the commands by what people want to do.
func (h Help) commandPage(req *Request) []chat.Line {
	var out []chat.Line
	for _, key := range feature.HelpLines {
		usages := h.usages(req, key)
		if len(usages) == 0 {
			continue
		}
		switch {
		case key == feature.HelpHere && req.Act.Community.Private:
			key += ".alone"
		case key == feature.HelpPages:
			usages = append(usages,
				command.Usage("help", "topic", h.Play.Games[0].Name()),
				command.Usage("help", "topic", TopicScoring),
			)
		}
		out = append(out, req.Say.Line("help.all."+key, say.With{"commands": say.Join(usages, " · ", " · ")}))
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
		out = append(out, cmd.Usage(pairs...))
	}
	return out
}
