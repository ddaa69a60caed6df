package bot

import (
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
)

// answerArgument names the argument that is an answer.
const answerArgument = "answer"

// usage is a command as it is written, with arguments: pairs of a name and a
// value.
func (t *turn) usage(name string, pairs ...string) chat.Span {
	s, cmd := say.Slash(name), t.bot.find(name)
	for i := 0; i+1 < len(pairs); i += 2 {
		if a := cmd.argument(func(a argument) bool { return a.name == pairs[i] }); a != nil && a.keyword {
			s.Text += " " + t.Say.Phrase("setting."+a.name, nil)
		}
		s.Text += " " + pairs[i+1]
		s.Options = append(s.Options, chat.Option{Name: pairs[i], Value: pairs[i+1]})
	}
	return s
}

// usageOf is a command with an example of what it cannot do without.
func (t *turn) usageOf(cmd command) chat.Span {
	var pairs []string
	for _, a := range cmd.args {
		if a.required {
			pairs = append(pairs, a.name, t.Say.Phrase("example."+a.name, nil))
		}
	}
	return t.usage(cmd.name, pairs...)
}

// missing refuses a command that lacks an argument. The example of an answer is
// one of the game that is meant here.
func (t *turn) missing(cmd *command, a argument) (chat.Reply, error) {
	example := t.Say.Phrase("example."+a.name, nil)
	if a.name == answerArgument {
		r, refusal, err := t.meant(play.Pointer{})
		if err != nil {
			return chat.Reply{}, err
		}
		if refusal == nil {
			example = t.Say.Example(r)
		}
	}
	return t.Say.Refuse("missing-argument."+a.name, say.With{"command": t.usage(cmd.name, a.name, example)}), nil
}

// badChoice lists the values an argument may have, as people type them.
func (t *turn) badChoice(cmd *command, a argument, value string) chat.Reply {
	var names []chat.Span
	for _, choice := range a.choices {
		names = append(names, say.Code(a.label(t.Say, choice)))
	}
	key := "bad-choice." + a.name
	if !t.Say.Has(key) {
		key = "bad-choice"
	}
	return t.Say.Refuse(key, say.With{
		"value": say.Code(chat.Clip(value, 40)), "choices": t.Say.Choice(names), "command": t.usage(cmd.name, a.name, a.choices[0]),
	})
}

// notRead refuses what is none of the arguments of a command.
func (t *turn) notRead(cmd *command, text string) chat.Reply {
	var names []chat.Span
	for _, a := range cmd.args {
		names = append(names, say.Code(t.Say.Phrase("setting."+a.name, nil)))
	}
	return t.Say.Refuse("not-read."+cmd.name, say.With{"value": say.Code(chat.Clip(text, 40)), "choices": t.Say.List(names)})
}
