package command

import (
	"cmp"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/lang"
)

// An Argument is one option of a command.
type Argument struct {
	Name     string
	About    string // message key of what it is; empty: "arg." and the name
	Required bool
	Keyword  bool              // typed as "name value"; else it is what is left of the text
	Person   bool              // a person: chat.Input.Whom
	Complete bool              // values are offered while one is typed, where the network can
	Whole    *chat.Range       // a whole number in it, where the network asks for one; the handler reads what is typed
	Choices  []string          // the only values
	Labels   string            // message key prefix of the choices' labels; empty: the value itself
	Keys     map[string]string // message keys of labels that stand elsewhere, by choice
	Names    map[string]string // labels that are the same in every language, by choice

	spellings map[string]string // choices by what people type for them in any language, in small letters
	words     []string          // what else people type for the name, in small letters
}

// Arguments are the arguments of a command, in the order of menus.
type Arguments []Argument

// Values are the values of a command's arguments by name.
type Values map[string]string

// Unread is the name under which Read keeps a text that belongs to no argument of a
// command whose arguments are all keywords.
const Unread = ""

// Find returns the argument of a name, or nil.
func (all Arguments) Find(name string) *Argument {
	return all.first(func(a Argument) bool { return a.Name == name })
}

func (all Arguments) first(fits func(Argument) bool) *Argument {
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return &all[i]
	}
	return nil
}

// keyword returns the keyword argument that a word names, or nil.
func (all Arguments) keyword(word string) *Argument {
	return all.first(func(a Argument) bool { return a.Keyword && (word == a.Name || slices.Contains(a.words, word)) })
}

// Label is what a choice is called in a language.
func (a Argument) Label(p *lang.Printer, choice string) string {
	switch name, ok := a.Names[choice]; {
	case ok:
		return name
	case a.Labels == "":
		return choice
	}
	return p.Text(a.labelKey(choice))
}

func (a Argument) labelKey(choice string) string { return cmp.Or(a.Keys[choice], a.Labels+"."+choice) }

// Choice returns the choice that a text spells in any language.
func (a Argument) Choice(text string) (choice string, ok bool) {
	choice, ok = a.spellings[strings.ToLower(strings.TrimSpace(text))]
	return choice, ok
}

// longestLabel is how many words the label of a choice may have.
const longestLabel = 3

// choose returns the choice that words begin with, and of how many words it is; 0 if
// they begin with none.
func (a Argument) choose(words []string) (choice string, taken int) {
	for n := min(len(words), longestLabel); n > 0; n-- {
		if choice, ok := a.Choice(strings.Join(words[:n], " ")); ok {
			return choice, n
		}
	}
	return "", 0
}

// takeFor takes the value of a keyword argument off words: a choice or, where there are
// no choices, all words up to the next keyword.
func (all Arguments) takeFor(a Argument, words []string) (value string, left []string) {
	if len(words) == 0 {
		return "", nil
	}
	end := len(words)
	if len(a.Choices) > 0 {
		choice, n := a.choose(words)
		if n > 0 {
			return choice, words[n:]
		}
		end = 1
	} else if i := slices.IndexFunc(words, func(word string) bool {
		name, _, _ := strings.Cut(strings.ToLower(word), ":")
		return all.keyword(name) != nil
	}); i >= 0 {
		end = i
	}
	return strings.Join(words[:end], " "), words[end:]
}

// Read reads a typed text: keyword arguments are "name value", and words that are a
// choice go to its argument. What is left goes to the first argument that is neither
// or, where there is none, to the first choice that is not given, so that it is refused
// by name; else it stays Unread.
func (all Arguments) Read(text string) Values {
	out := Values{}
	var rest []string
	words := strings.Fields(text)
	for left := words; len(left) > 0; {
		name, value, joined := strings.Cut(left[0], ":")
		if a := all.keyword(strings.ToLower(name)); a != nil {
			left = left[1:]
			if joined && value != "" {
				left = append([]string{value}, left...)
			}
			out[a.Name], left = all.takeFor(*a, left)
			continue
		}
		a := all.first(func(a Argument) bool { _, n := a.choose(left); return !a.Keyword && n > 0 })
		if a == nil {
			rest, left = append(rest, left[0]), left[1:]
			continue
		}
		choice, n := a.choose(left)
		out[a.Name], left = choice, left[n:]
	}
	if len(rest) == 0 {
		return out
	}
	free := all.first(func(a Argument) bool { return !a.Keyword && len(a.Choices) == 0 })
	if free == nil {
		free = all.first(func(a Argument) bool { return !a.Keyword && out[a.Name] == "" })
	}
	switch {
	case free == nil && all.first(func(a Argument) bool { return !a.Keyword }) == nil:
		out[Unread] = strings.Join(rest, " ")
	case free == nil:
	case len(rest) == len(words): // all of it, as it was typed
		out[free.Name] = strings.TrimSpace(text)
	default:
		out[free.Name] = strings.Join(rest, " ")
	}
	return out
}

// ReadOptions reads options. A text that holds choices of other arguments, "3 3 8 8
// hard", is read as if it were typed.
func (all Arguments) ReadOptions(given map[string]string) Values {
	free := all.first(func(a Argument) bool { return !a.Keyword && len(a.Choices) == 0 && a.Whole == nil && !a.Person })
	if free == nil || given[free.Name] == "" {
		return given
	}
	out := all.Read(given[free.Name])
	for name, value := range given {
		if name != free.Name {
			out[name] = value
		}
	}
	return out
}
