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
	return append(t,
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
		return say(c.refuse("unknown-command", with{"command": code("/" + clip(in.Name, 32)), "help": code("/help")})), nil
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

// badChoice lists the values an argument may have.
func (c *call) badChoice(a argument, value string) Reply {
	var all []Span
	for _, choice := range a.choices {
		all = append(all, code(choice))
	}
	return c.refuse("bad-choice", with{"value": code(clip(value, 40)), "name": code(a.name), "choices": c.choice(all)})
}

// clip keeps a text that is quoted back from filling the screen.
func clip(text string, runes int) string {
	if r := []rune(text); len(r) > runes {
		return string(r[:runes]) + "…"
	}
	return text
}

// read takes a typed text apart: keyword arguments are "name value", a word
// that is a choice goes to its argument, and what is left goes to the first
// argument that is neither, or, where there is none, to the first choice, so
// that it is refused by name.
func (cmd *command) read(text string) arguments {
	out := arguments{}
	var rest []string
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		word := strings.ToLower(words[i])
		name, value, joined := strings.Cut(word, ":")
		a := cmd.argument(func(a argument) bool {
			return a.keyword && (a.name == word || joined && a.name == name) || !a.keyword && slices.Contains(a.choices, word)
		})
		switch {
		case a == nil:
			rest = append(rest, words[i])
		case !a.keyword:
			out[a.name] = word
		case joined && value != "":
			out[a.name] = words[i][len(name)+1:]
		case i+1 < len(words):
			i++
			out[a.name] = words[i]
		default:
			out[a.name] = ""
		}
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
