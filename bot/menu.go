package bot

import (
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/say"
)

// Menu implements chat.Handler.
func (b *Bot) Menu() []chat.MenuCommand {
	in := func(text func(say.Voice) string) map[string]string {
		out := map[string]string{}
		for _, l := range b.book.Languages() { // the default first: what is the same needs no other
			if t := text(b.voice(l)); t != out[chat.DefaultLanguage] {
				out[l] = t
			}
		}
		return out
	}
	message := func(key string) map[string]string {
		return in(func(v say.Voice) string { return v.Phrase(key, nil) })
	}
	var menu []chat.MenuCommand
	for _, cmd := range b.commands {
		if cmd.hidden {
			continue
		}
		m := chat.MenuCommand{Name: cmd.name, About: message(cmd.about), Admin: cmd.admin, Alone: cmd.alone}
		for _, a := range cmd.args {
			arg := chat.MenuArg{
				Name: a.name, NameIn: message("option." + a.name), About: message(a.about), Required: a.required, Whole: a.whole, Person: a.person,
				Complete: a.complete != nil,
			}
			for _, value := range a.choices {
				label := in(func(v say.Voice) string { return a.label(v, value) })
				arg.Choices = append(arg.Choices, chat.MenuChoice{Value: value, Label: label})
			}
			m.Args = append(m.Args, arg)
		}
		menu = append(menu, m)
	}
	return menu
}

// find looks a command up by its name.
func (b *Bot) find(name string) *command {
	i := slices.IndexFunc(b.commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &b.commands[i]
}

// said finds the command that people mean who say a text and nothing else.
func (b *Bot) said(text string) *command {
	word := strings.ToLower(strings.Trim(text, " /.!?。！？"))
	i := slices.IndexFunc(b.commands, func(c command) bool { return slices.Contains(c.also, word) })
	if i < 0 || word == "" {
		return nil
	}
	return &b.commands[i]
}
