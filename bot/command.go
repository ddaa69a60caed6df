package bot

import (
	"cmp"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
)

// A command is a row of the command table. Menus, help and the reading of what
// people type are all made from it.
type command struct {
	name   string
	about  string // message key of what it does
	args   []argument
	admin  bool // for administrators only
	role   bool // it does more for administrators: their role must be known
	alone  bool // its reply is for the person alone
	reads  bool // it changes nothing
	hidden bool // not listed: another name of something listed
	run    func(t *turn, a arguments) (talk.Plan, error)
	help   string      // the line of /help it stands in
	also   []string    // what people say for it, in small letters
	game   engine.Game // of commands that deal a puzzle
}

// An argument is one option of a command.
type argument struct {
	name     string
	about    string // message key
	required bool
	keyword  bool              // typed as "name value"; else it is what is left of the text
	person   bool              // a person: whom the network says is meant, Input.Whom
	whole    *chat.Range       // a whole number in it, where the network asks for one; what is typed is read by the handler
	complete completer         // offers values while one is typed, where the network can
	choices  []string          // the only values; a word of the text that is one of them is meant as it
	labels   string            // message key prefix of the choices' labels; empty: the value itself
	keys     map[string]string // message keys of labels that stand elsewhere, by choice
	names    map[string]string // labels that are the same in every language, by choice

	spellings map[string]string // what is typed for a choice, in small letters: itself, its label, or another word for it in any language
	also      []string          // what is typed for the name, in small letters
}

// A completer offers values that begin with what is typed, in the reader's language.
type completer func(t *turn, typed string) []chat.MenuChoice

// arguments are a command's options by name.
type arguments map[string]string

// unread is under which name a text is kept that is none of the arguments of a
// command whose arguments all have to be named.
const unread = ""

// levels are the values of a level option, from engine.MinLevel up.
var levels = [...]string{"easiest", "easy", "medium", "hard", "hardest"}

// levelOf is the level of a value of a level option, or engine.AnyLevel.
func levelOf(name string) engine.Level { return engine.Level(slices.Index(levels[:], name) + 1) }

// periods are the values of a leaderboard's period option.
func periods() []string {
	var out []string
	for _, p := range play.Periods {
		out = append(out, string(p))
	}
	return out
}

// label is what a choice is called in a language.
func (a argument) label(v say.Voice, choice string) string {
	switch name, ok := a.names[choice]; {
	case ok:
		return name
	case a.labels == "":
		return choice
	}
	return v.Phrase(a.labelKey(choice), nil)
}

func (a argument) labelKey(choice string) string { return cmp.Or(a.keys[choice], a.labels+"."+choice) }

// isNamed tells whether a word is the argument's name.
func (a argument) isNamed(word string) bool { return word == a.name || slices.Contains(a.also, word) }

// longestLabel is how many words the label of a choice may have.
const longestLabel = 3

// choose finds the choice that words begin with, and how many of them it takes;
// 0 if they begin with none.
func (a argument) choose(words []string) (choice string, taken int) {
	for n := min(len(words), longestLabel); n > 0; n-- {
		if choice, ok := a.spellings[strings.ToLower(strings.Join(words[:n], " "))]; ok {
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

// takeFor takes the value of a keyword argument off words: where it has no choices,
// all words up to the next keyword.
func (cmd *command) takeFor(a argument, words []string) (value string, left []string) {
	if len(a.choices) > 0 {
		return a.take(words)
	}
	end := slices.IndexFunc(words, func(word string) bool {
		name, _, _ := strings.Cut(strings.ToLower(word), ":")
		return cmd.argument(func(a argument) bool { return a.keyword && a.isNamed(name) }) != nil
	})
	if end < 0 {
		end = len(words)
	}
	return strings.Join(words[:end], " "), words[end:]
}

// read takes a typed text apart: keyword arguments are "name value", words that
// are a choice go to its argument, and what is left goes to the first argument
// that is neither, or, where there is none, to the first choice, so that it is
// refused by name; or it stays unread.
func (cmd *command) read(text string) arguments {
	out := arguments{}
	var rest []string
	words := strings.Fields(text)
	for left := words; len(left) > 0; {
		name, value, joined := strings.Cut(left[0], ":")
		name = strings.ToLower(name)
		if a := cmd.argument(func(a argument) bool { return a.keyword && a.isNamed(name) }); a != nil {
			left = left[1:]
			if joined && value != "" {
				left = append([]string{value}, left...)
			}
			out[a.name], left = cmd.takeFor(*a, left)
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
		free = cmd.argument(func(a argument) bool { return !a.keyword && out[a.name] == "" })
	}
	switch {
	case free == nil && !slices.ContainsFunc(cmd.args, func(a argument) bool { return !a.keyword }):
		out[unread] = strings.Join(rest, " ")
	case free == nil:
	case len(rest) == len(words): // nothing was taken out: leave it as it was typed
		out[free.name] = strings.TrimSpace(text)
	default:
		out[free.name] = strings.Join(rest, " ")
	}
	return out
}

// readOptions takes options: where the text of the first that is neither a choice nor
// a number holds choices of others that are not given, "3 3 8 8 hard", they are meant.
func (cmd *command) readOptions(given map[string]string) arguments {
	free := cmd.argument(func(a argument) bool { return !a.keyword && len(a.choices) == 0 && a.whole == nil && !a.person })
	if free == nil || given[free.name] == "" {
		return given
	}
	out := cmd.read(given[free.name])
	for name, value := range given {
		if name != free.name {
			out[name] = value
		}
	}
	return out
}

func (cmd *command) argument(fits func(argument) bool) *argument {
	if i := slices.IndexFunc(cmd.args, fits); i >= 0 {
		return &cmd.args[i]
	}
	return nil
}

// An act is what a button does.
type act struct {
	role bool // it does more for administrators: their role must be known
	run  func(t *turn, p press) (talk.Plan, error)
}
