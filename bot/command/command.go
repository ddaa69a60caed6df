// Package command is the language in which people give the bot commands: the table of
// commands, their arguments as people type them or pick them in a menu, the data and
// the seals of buttons, and the limits on requests. It knows no round, and no handler:
// a Table holds handlers of any type.
package command

import (
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/lang"
)

// A Trait is a promise about a command or a button. A test checks that the handlers keep
// it.
type Trait int

const (
	Reads   Trait = 1 << iota // it changes nothing
	Alone                     // its reply is for the person alone
	Role                      // it does more for administrators: their role must be known
	Deals                     // it deals a puzzle, which may be left to administrators
	Private                   // where others read along, it leads to where they do not
	Page                      // it opens the page, and is not there without one
	Linked                    // a link to the page may lead to it, so it is pressed without being asked
)

// Has reports whether t holds a trait.
func (t Trait) Has(one Trait) bool { return t&one != 0 }

// A Command is a row of the table, from which menus and help are made. Its description
// is the message "command." and its name.
type Command[H any] struct {
	Name string
	Args Arguments
	Is   Trait
	Help string // the line of /help it stands in; empty: it is listed nowhere
	Do   H

	words []string // other words for it, in small letters
}

// An Act is a row of the table of buttons.
type Act[H any] struct {
	Is Trait
	Do H
}

// A Table holds the commands in the order of menus and help. The most used come first,
// since a phone shows the first few.
type Table[H any] struct {
	Commands []Command[H]
	book     *lang.Book
}

// NewTable makes a table that reads what people type in the languages of a book.
func NewTable[H any](book *lang.Book, commands []Command[H]) *Table[H] {
	t := &Table[H]{Commands: commands, book: book}
	for n := range commands {
		cmd := &commands[n]
		cmd.words = Words(book, "command."+cmd.Name)
		for i := range cmd.Args {
			a := &cmd.Args[i]
			if a.About == "" {
				a.About = "arg." + a.Name
			}
			a.words, a.spellings = Words(book, a.About), Spellings(book, *a)
			for _, l := range book.Languages() { // and the names under which it is shown
				for _, key := range []string{"option.", "setting."} {
					if p := book.Printer(l); p.Has(key + a.Name) {
						a.words = append(a.words, strings.ToLower(p.Text(key+a.Name)))
					}
				}
			}
		}
	}
	return t
}

// Words are the other words for the thing of a message key in any language, in small
// letters.
func Words(book *lang.Book, key string) (out []string) {
	for _, l := range book.Languages() {
		if p := book.Printer(l); p.Has("typed." + key) {
			out = append(out, strings.Split(strings.ToLower(p.Text("typed."+key)), "|")...)
		}
	}
	return out
}

// Spellings are the choices of an argument by what people type for them: the choice
// itself, its label, or another word for it in any language, in small letters.
func Spellings(book *lang.Book, a Argument) map[string]string {
	out := map[string]string{}
	for _, choice := range a.Choices {
		out[strings.ToLower(choice)] = choice
		for _, l := range book.Languages() {
			out[strings.ToLower(a.Label(book.Printer(l), choice))] = choice
		}
		if a.Labels == "" {
			continue
		}
		for _, word := range Words(book, a.labelKey(choice)) {
			out[word] = choice
		}
	}
	return out
}

// Find returns the command of a name, or nil.
func (t *Table[H]) Find(name string) *Command[H] {
	return first(t.Commands, func(c *Command[H]) bool { return c.Name == name })
}

// Said returns the command that a text asks for, and the text of its arguments: a word for
// it in any language, alone or before arguments that it takes. Nil if there is none.
func (t *Table[H]) Said(text string) (cmd *Command[H], args string) {
	text = strings.Trim(text, " /.!?。！？")
	find := func(word string) *Command[H] {
		word = strings.ToLower(word)
		return first(t.Commands, func(c *Command[H]) bool { return word != "" && (word == c.Name || slices.Contains(c.words, word)) })
	}
	if cmd = find(text); cmd != nil {
		return cmd, ""
	}
	word, args, _ := strings.Cut(text, " ")
	if cmd = find(word); cmd == nil || !cmd.Args.take(args) {
		return nil, ""
	}
	return cmd, args
}

// Misspelt returns the command whose name differs from a name by one letter, or nil.
func (t *Table[H]) Misspelt(name string) *Command[H] {
	return first(t.Commands, func(c *Command[H]) bool { return oneTypo(name, c.Name) })
}

// oneTypo reports whether two names differ by one letter: another one, one too many,
// or two that changed places.
func oneTypo(a, b string) bool {
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
	return a[at] == b[at+1] && a[at+1] == b[at] && a[at+2:] == b[at+2:]
}

// Menu returns the commands as networks list them.
func (t *Table[H]) Menu() (menu []chat.MenuCommand) {
	in := func(text func(*lang.Printer) string) map[string]string {
		out := map[string]string{}
		for _, l := range t.book.Languages() { // the default comes first: the same text in another is left out
			if s := text(t.book.Printer(l)); s != out[chat.DefaultLanguage] {
				out[l] = s
			}
		}
		return out
	}
	message := func(key string) map[string]string { return in(func(p *lang.Printer) string { return p.Text(key) }) }
	for _, cmd := range t.Commands {
		if cmd.Help == "" {
			continue
		}
		m := chat.MenuCommand{Name: cmd.Name, About: message("command." + cmd.Name), Alone: cmd.Is.Has(Alone), Page: cmd.Is.Has(Page)}
		for _, a := range cmd.Args {
			arg := chat.MenuArg{
				Name: a.Name, NameIn: message("option." + a.Name), About: message(a.About), Required: a.Required, Whole: a.Whole, Person: a.Person,
				Complete: a.Complete,
			}
			for _, value := range a.Choices {
				label := in(func(p *lang.Printer) string { return a.Label(p, value) })
				arg.Choices = append(arg.Choices, chat.MenuChoice{Value: value, Label: label})
			}
			m.Args = append(m.Args, arg)
		}
		menu = append(menu, m)
	}
	return menu
}

// Usage is a command as people type it, with arguments: pairs of a name and a value.
func Usage(name string, pairs ...string) chat.Span {
	s := chat.Span{Style: chat.Slash, Text: "/" + name}
	for i := 0; i+1 < len(pairs); i += 2 {
		s.Text += " " + pairs[i+1]
		s.Options = append(s.Options, chat.Option{Name: pairs[i], Value: pairs[i+1]})
	}
	return s
}

// UsageOf is a command as people type it with one argument; the name of a keyword
// stands before its value, in the reader's language.
func UsageOf(p *lang.Printer, name string, a Argument, value string) chat.Span {
	s := Usage(name, a.Name, value)
	if a.Keyword {
		s.Text = "/" + name + " " + p.Text("setting."+a.Name) + " " + value
	}
	return s
}
