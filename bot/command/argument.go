package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/lang"
)

// An Argument is one option of a command, as networks list it and people type it.
type Argument struct {
	Name     string
	About    string // message key of its description; empty: "arg." and the name
	Required bool
	Keyword  bool              // typed as "name value"; else it is what is left of the text
	Person   bool              // a person: chat.Input.Whom
	Open     bool              // given, the reply is for all to read
	Complete bool              // values are offered while one is typed, where the network can
	Whole    *chat.Range       // a whole number in it, where the network asks for one; the handler reads the text
	Choices  []string          // the only values
	Labels   string            // message key prefix of the choices' labels; empty: the value itself
	Keys     map[string]string // message keys of other labels, by choice
	Names    map[string]string // labels that are the same in every language, by choice

	spellings map[string]string // choices by their labels and other words in any language, in small letters
	words     []string          // other words for the name, in small letters
}

// Arguments are the arguments of a command, in the order of menus.
type Arguments []Argument

// Values are the values of a command's arguments by name.
type Values map[string]string

// Unread is the name under which Read keeps a text that belongs to no argument of a
// command whose arguments are all keywords.
const Unread = ""

// first returns the first one that fits, or nil.
func first[T any](all []T, fits func(*T) bool) *T {
	for i := range all {
		if fits(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// Find returns the argument of a name, or nil.
func (all Arguments) Find(name string) *Argument {
	return first(all, func(a *Argument) bool { return a.Name == name })
}

// keyword returns the keyword argument that a word names, or nil.
func (all Arguments) keyword(word string) *Argument {
	word = strings.ToLower(word)
	return first(all, func(a *Argument) bool { return a.Keyword && (word == a.Name || slices.Contains(a.words, word)) })
}

// free returns the argument that takes any words, or nil.
func (all Arguments) free() *Argument {
	return first(all, func(a *Argument) bool { return !a.Keyword && len(a.Choices) == 0 })
}

// Label is the name of a choice in a language.
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

// longestLabel is how many words the label of a choice may have.
const longestLabel = 3

// choose returns the choice in any language that words begin with, and how many words
// it takes; 0 if there is none.
func (a *Argument) choose(words []string) (choice string, taken int) {
	for n := min(len(words), longestLabel); n > 0; n-- {
		if choice, ok := a.spellings[strings.ToLower(strings.Join(words[:n], " "))]; ok {
			return choice, n
		}
	}
	return "", 0
}

// valueOf takes the value of a keyword argument off words: a choice, or else a word
// that is refused later; where there are no choices, all words up to the next keyword.
func (all Arguments) valueOf(a *Argument, words []string) (value string, left []string) {
	if choice, n := a.choose(words); n > 0 {
		return choice, words[n:]
	}
	end := slices.IndexFunc(words, func(word string) bool {
		name, _, _ := strings.Cut(word, ":")
		return len(a.Choices) > 0 || all.keyword(name) != nil
	})
	switch {
	case end < 0:
		end = len(words)
	case len(a.Choices) > 0:
		end = 1
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
		name, value, _ := strings.Cut(left[0], ":")
		if a := all.keyword(name); a != nil {
			if left = left[1:]; value != "" {
				left = append([]string{value}, left...)
			}
			out[a.Name], left = all.valueOf(a, left)
			continue
		}
		a := first(all, func(a *Argument) bool { _, n := a.choose(left); return !a.Keyword && n > 0 })
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
	to := all.free()
	if to == nil {
		to = first(all, func(a *Argument) bool { return !a.Keyword && out[a.Name] == "" })
	}
	switch {
	case to == nil && first(all, func(a *Argument) bool { return !a.Keyword }) == nil:
		out[Unread] = strings.Join(rest, " ")
	case to == nil:
	case len(rest) == len(words): // all of it, as it was typed
		out[to.Name] = strings.TrimSpace(text)
	default:
		out[to.Name] = strings.Join(rest, " ")
	}
	return out
}

// take reports whether a text holds nothing but choices and numbers for them; in others
// a word that begins like a command is no command.
func (all Arguments) take(text string) bool {
	values := all.Read(text)
	for name, value := range values {
		a := all.Find(name)
		if a == nil || !slices.Contains(a.Choices, value) && !strings.ContainsFunc(value, unicode.IsDigit) {
			return false
		}
	}
	return len(values) > 0
}

// ReadOptions reads options. A text that holds choices of other arguments, "3 3 8 8
// hard", is read as if it were typed.
func (all Arguments) ReadOptions(given map[string]string) Values {
	free := all.free()
	if free == nil || free.Whole != nil || free.Person || given[free.Name] == "" {
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
