package bot

import (
	"slices"
	"strings"

	"reckon/engine"
)

// A command is a row of the command table. Menus, help and the reading of what
// people type are all made from it.
type command struct {
	name   string
	about  string // message key of what it does
	args   []argument
	admin  bool // for the chat's administrators only
	hidden bool // not listed: another name of something listed
	run    func(c *call, a arguments) (effect, error)
	game   engine.Game // of commands that pose a puzzle
}

// An argument is one option of a command.
type argument struct {
	name     string
	about    string // message key
	required bool
	keyword  bool     // typed as "name value"; else it is what is left of the text
	choices  []string // the only values; a word of the text that is one of them is meant as it
	labels   string   // message key prefix of the choices' labels; empty: the value itself

	spelt map[string]string // what is typed for a choice, in small letters: itself, or its label in any language
}

// arguments are a command's options by name.
type arguments map[string]string

// levels are the values of a level option, from engine.MinLevel up.
var levels = [...]string{"easiest", "easy", "medium", "hard", "hardest"}

// periods are the values of a leaderboard's period option.
var periods = [...]string{"today", "week", "month", "all"}

// table makes the command table. The order is that of menus and help.
func (b *Bot) table() []command {
	var t []command
	v := b.speak()
	level := argument{name: "level", about: "arg.level", choices: levels[:], labels: "choice.level"}
	var names []string
	for _, g := range b.games {
		names = append(names, g.Name())
		t = append(t, command{
			name: g.Name(), about: "command." + g.Name(), game: g, run: (*call).poseCommand,
			args: []argument{{name: g.Rules().Argument, about: v.key("arg", g.Name(), g.Rules().Argument)}, level},
		})
	}
	t = append(t,
		command{name: "answer", about: "command.answer", run: (*call).answerCommand,
			args: []argument{{name: "answer", about: "arg.answer", required: true}}},
		command{name: "hint", about: "command.hint", run: (*call).hintCommand},
		command{name: "giveup", about: "command.giveup", run: (*call).giveUpCommand},
		command{name: "solve", about: "command.solve", run: (*call).solveCommand,
			args: []argument{{name: "puzzle", about: "arg.puzzle", required: true}}},
		command{name: "daily", about: "command.daily", run: (*call).dailyCommand,
			args: []argument{{name: "game", about: "arg.game", choices: names, labels: "choice.game"}}},
		command{name: "leaderboard", about: "command.leaderboard", run: (*call).leaderboardCommand,
			args: []argument{{name: "period", about: "arg.period", choices: periods[:], labels: "choice.period"}}},
		command{name: "records", about: "command.records", run: (*call).recordsCommand},
		command{name: "stats", about: "command.stats", run: (*call).statsCommand},
		command{name: "settings", about: "command.settings", admin: true, run: (*call).settingsCommand, args: settingsArguments(b.book)},
		command{name: "help", about: "command.help", run: (*call).helpCommand},
		command{name: "privacy", about: "command.privacy", run: (*call).privacyCommand,
			args: []argument{{name: "forget", about: "arg.forget", choices: []string{"forget"}, labels: "choice"}}},
		command{name: "start", hidden: true, run: (*call).startCommand},
	)
	for _, cmd := range t {
		for i := range cmd.args {
			cmd.args[i].spelt = b.spellings(cmd.args[i])
		}
	}
	return t
}

// spellings are what may be typed for an argument's choices.
func (b *Bot) spellings(a argument) map[string]string {
	out := map[string]string{}
	for _, choice := range a.choices {
		out[strings.ToLower(choice)] = choice
		for _, l := range b.book.Languages() {
			if a.labels != "" {
				out[strings.ToLower(b.speak(l).phrase(a.labels+"."+choice, nil))] = choice
			}
		}
	}
	return out
}

// longestLabel is how many words the label of a choice may have.
const longestLabel = 3

// choose finds the choice that words begin with, and how many of them it takes;
// 0 if they begin with none.
func (a argument) choose(words []string) (choice string, taken int) {
	for n := min(len(words), longestLabel); n > 0; n-- {
		if choice, ok := a.spelt[strings.ToLower(strings.Join(words[:n], " "))]; ok {
			return choice, n
		}
	}
	return "", 0
}

// take takes a value off words: a choice, or else the first word, if any.
func (a argument) take(words []string) (value string, left []string) {
	if choice, n := a.choose(words); n > 0 {
		return choice, words[n:]
	}
	if len(words) == 0 {
		return "", nil
	}
	return words[0], words[1:]
}

// find looks a command up by the name typed.
func (b *Bot) find(name string) *command {
	i := slices.IndexFunc(b.commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &b.commands[i]
}

// runCommand carries out a command.
func (b *Bot) runCommand(c *call) (effect, error) {
	in := c.req.Input
	cmd := b.find(in.Name)
	if cmd == nil {
		return say(c.unknown(in.Name)), nil
	}
	if cmd.admin && c.req.Player.Role != RoleAdmin && !c.req.Chat.Private {
		return say(c.refuse("admins-only", with{"command": code("/" + cmd.name)})), nil
	}
	args := arguments(in.Args)
	if in.Args == nil {
		args = cmd.read(in.Text)
	}
	for _, a := range cmd.args {
		value, given := args[a.name]
		if given && len(a.choices) > 0 && !slices.Contains(a.choices, value) {
			return say(c.badChoice(a, value)), nil
		}
		if a.required && strings.TrimSpace(value) == "" {
			return say(c.refuse("missing-argument."+a.name, with{"command": code("/" + cmd.name)})), nil
		}
	}
	return cmd.run(c, args)
}

// unknown refuses a command that is not there. Where the name is that of one
// but for a slip of the pen, that one is what is meant.
func (c *call) unknown(name string) Reply {
	args := with{"command": code("/" + clip(name, 32)), "help": code("/help")}
	for _, cmd := range c.commands {
		if slip(name, cmd.name) {
			args["meant"] = code("/" + cmd.name)
			return c.refuse("unknown-command.meant", args)
		}
	}
	return c.refuse("unknown-command", args)
}

// slip tells whether two names differ by one letter: another one, one too many,
// or two that changed places.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 2 || len(b)-len(a) > 1 {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if len(a) < len(b) {
		return a[at:] == b[at+1:]
	}
	if at == len(a) || a[at+1:] == b[at+1:] {
		return true
	}
	return at+1 < len(a) && a[at] == b[at+1] && a[at+1] == b[at] && a[at+2:] == b[at+2:]
}

// badChoice lists the values an argument may have.
func (c *call) badChoice(a argument, value string) Reply {
	var all []Span
	for _, choice := range a.choices {
		all = append(all, code(choice))
	}
	key := "bad-choice"
	if len(all) == 1 {
		key += ".one"
	}
	return c.refuse(key, with{"value": code(clip(value, 40)), "name": code(a.name), "choices": c.choice(all)})
}

// clip keeps a text that is quoted back from filling the screen.
func clip(text string, runes int) string {
	if r := []rune(text); len(r) > runes {
		return string(r[:runes]) + "…"
	}
	return text
}

// read takes a typed text apart: keyword arguments are "name value", words that
// are a choice go to its argument, and what is left goes to the first argument
// that is neither, or, where there is none, to the first choice, so that it is
// refused by name.
func (cmd *command) read(text string) arguments {
	out := arguments{}
	var rest []string
	words := strings.Fields(text)
	for left := words; len(left) > 0; {
		name, value, joined := strings.Cut(left[0], ":")
		name = strings.ToLower(name)
		if a := cmd.argument(func(a argument) bool { return a.keyword && a.name == name }); a != nil {
			left = left[1:]
			if joined && value != "" {
				left = append([]string{value}, left...)
			}
			out[name], left = a.take(left)
			continue
		}
		a := cmd.argument(func(a argument) bool { _, taken := a.choose(left); return !a.keyword && taken > 0 })
		if a == nil {
			rest, left = append(rest, left[0]), left[1:]
			continue
		}
		out[a.name], left = a.take(left)
	}
	if len(rest) == 0 {
		return out
	}
	free := cmd.argument(func(a argument) bool { return !a.keyword && len(a.choices) == 0 })
	if free == nil {
		free = cmd.argument(func(a argument) bool { return out[a.name] == "" })
	}
	switch {
	case free == nil:
	case len(rest) == len(words): // nothing was taken out: leave it as it was typed
		out[free.name] = strings.TrimSpace(text)
	default:
		out[free.name] = strings.Join(rest, " ")
	}
	return out
}

func (cmd *command) argument(fits func(argument) bool) *argument {
	if i := slices.IndexFunc(cmd.args, fits); i >= 0 {
		return &cmd.args[i]
	}
	return nil
}

// NeedsRole implements Handler.
func (b *Bot) NeedsRole(in Input) bool {
	switch in.Kind {
	case Command:
		cmd := b.find(in.Name)
		return cmd != nil && (cmd.admin || cmd.name == "giveup")
	case Press:
		p, err := parsePress(in.Data)
		return err == nil && p.verb == verbGiveUp
	}
	return false
}

// Menu implements Handler.
func (b *Bot) Menu() []MenuCommand {
	in := func(key string, args with) map[string]string {
		out := map[string]string{}
		for _, l := range Locales {
			out[l] = b.speak(l).phrase(key, args)
		}
		return out
	}
	var menu []MenuCommand
	for _, cmd := range b.commands {
		if cmd.hidden {
			continue
		}
		m := MenuCommand{Name: cmd.name, About: in(cmd.about, nil), Admin: cmd.admin}
		for _, a := range cmd.args {
			arg := MenuArg{Name: a.name, About: in(a.about, nil), Required: a.required}
			for _, value := range a.choices {
				label := map[string]string{}
				for _, l := range Locales {
					label[l] = value
				}
				if a.labels != "" {
					label = in(a.labels+"."+value, nil)
				}
				arg.Choices = append(arg.Choices, MenuChoice{Value: value, Label: label})
			}
			m.Args = append(m.Args, arg)
		}
		menu = append(menu, m)
	}
	return menu
}
