// Package command is the language in which people give the bot commands: the table of
// commands, their arguments as people type them or pick them in a menu, the data and
// the seals of buttons, and the limits on requests. It knows no round, and no handler:
// a Table holds handlers of any type.
package command

import (
	"regexp"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/lang"
)

// A Trait is a promise about a command or a button. A test checks that the handlers keep
// it.
type Trait int

const (
	// Reads: it changes nothing.
	Reads Trait = 1 << iota
	// Alone: its reply is for the person alone.
	Alone
	// Role: it does more for administrators, so the person's role must be known.
	Role
	// Deals: it deals a puzzle. In some communities only administrators may do that.
	Deals
	// Private: if others read along, it leads to a place where nobody else does.
	Private
	// Own: it is about the person who asks, never about somebody else.
	Own
	// Page: it opens the page, and is not there if there is no page.
	Page
	// Linked: a link to the page may lead to it, so it may run although nobody has pressed a
	// button.
	Linked
	// Typed: people type it. Menus do not list it.
	Typed
	// Plain: people need not type it, because their text alone does the same.
	Plain
	// Firsthand: its arguments count only if the person has typed them. A press runs it without
	// arguments, since somebody else may have written those: into a link, or in a group.
	Firsthand
)

// Has reports whether t holds a trait.
func (t Trait) Has(one Trait) bool { return t&one != 0 }

// A Command is a row of the table, from which menus and help are made. Its description
// is the message "command." and its name.
type Command[H any] struct {
	Name string
	Args Arguments
	Is   Trait
	// Help is the line of /help that lists it; empty: neither /help nor menus list it.
	Help string
	// In is the name of the command that leads to it, by an argument or a button. Menus list that command
	// instead; empty: no other command leads to it.
	In string
	Do H

	// words are other words for it, in any language and in small letters.
	words []string
}

// IsListed reports whether menus list the command.
func (c Command[H]) IsListed() bool { return c.Help != "" && c.In == "" && !c.Is.Has(Typed) }

// Usage returns the command as people give it. A command that no menu lists can only be typed. pairs are
// the names of arguments, each followed by its value.
func (c Command[H]) Usage(pairs ...string) chat.Span {
	usage := Usage(c.Name, pairs...)
	if !c.IsListed() {
		usage.Style = chat.Said
	}
	return usage
}

// Inside returns the commands to which the command with a name leads: see Command.In.
func Inside[H any](commands []Command[H], name string) (inside []Command[H]) {
	for _, c := range commands {
		if c.In == name {
			inside = append(inside, c)
		}
	}
	return inside
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
		if cmd.In != "" {
			cmd.words = append(cmd.words, names(book, "inside."+cmd.Name)...)
		}
		for i := range cmd.Args {
			cmd.Args[i].learn(book)
		}
	}
	return t
}

// learn fills in what people type for an argument in the languages of a book.
func (a *Argument) learn(book *lang.Book) {
	if a.About == "" {
		a.About = "arg." + a.Name
	}
	a.spellings = Spellings(book, *a)
	a.words = Words(book, a.About)
	// Replies and menus show the argument under these names.
	for _, key := range []string{"option.", "setting.", "panel."} {
		a.words = append(a.words, names(book, key+a.Name)...)
	}
}

// names returns the message with a key in each language that has it, in small letters.
func names(book *lang.Book, key string) (out []string) {
	for _, l := range book.Languages() {
		p := book.Printer(l)
		if p.Has(key) {
			out = append(out, strings.ToLower(p.Text(key)))
		}
	}
	return out
}

// Words returns what people may type instead of the message with a key, in any language and in small
// letters.
func Words(book *lang.Book, key string) (out []string) {
	for _, l := range book.Languages() {
		p := book.Printer(l)
		if p.Has("typed." + key) {
			words := strings.ToLower(p.Text("typed." + key))
			out = append(out, strings.Split(words, "|")...)
		}
	}
	return out
}

// Spellings returns the choices of an argument by what people type for them: the choice
// itself, its label, or another word for it in any language, in small letters.
func Spellings(book *lang.Book, a Argument) map[string]string {
	out := map[string]string{}
	for _, choice := range a.Choices {
		out[strings.ToLower(choice)] = choice
		for _, l := range book.Languages() {
			label := a.Label(book.Printer(l), choice)
			out[strings.ToLower(label)] = choice
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

// Find returns the command with a name, or nil.
func (t *Table[H]) Find(name string) *Command[H] {
	return first(t.Commands, func(c *Command[H]) bool { return c.Name == name })
}

// exclaimed matches a number with exclamation marks: somebody's joy, or a factorial. It is not the command
// with that number as its name, such as 24.
var exclaimed = regexp.MustCompile(`^\s*\d+\s*[!！]+\s*$`)

// ReadText returns the command that a text asks for, and the text of its arguments. A text asks for a
// command if it is a word for that command in any language, alone or before arguments that are surely
// arguments: see holdsOnlyChoices. cmd is nil if the text asks for no command.
func (t *Table[H]) ReadText(text string) (cmd *Command[H], args string) {
	if exclaimed.MatchString(text) {
		return nil, ""
	}
	text = strings.Trim(text, " /.:!?。：！？")
	if cmd := t.byWord(text); cmd != nil {
		return cmd, ""
	}
	word, args, _ := strings.Cut(text, " ")
	cmd = t.byWord(word)
	if cmd == nil || !cmd.Args.holdsOnlyChoices(args) {
		return nil, ""
	}
	return cmd, args
}

// byWord returns the command that a word means in any language, or nil.
func (t *Table[H]) byWord(word string) *Command[H] {
	if word == "" {
		return nil
	}
	word = strings.ToLower(word)
	return first(t.Commands, func(c *Command[H]) bool { return word == c.Name || slices.Contains(c.words, word) })
}

// FindMisspelt returns the command whose name differs from a name by one typing error, or nil.
func (t *Table[H]) FindMisspelt(name string) *Command[H] {
	return first(t.Commands, func(c *Command[H]) bool { return oneTypo(name, c.Name) })
}

// oneTypo reports whether two names differ by one typing error at most: a wrong letter, a letter too many,
// or two letters that changed places. Names of one letter are too short to tell.
func oneTypo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	isTooShort := len(a) < 2
	differsByMore := len(b)-len(a) > 1
	if isTooShort || differsByMore {
		return false
	}
	// i is the index of the first letter that differs.
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) || a[i+1:] == b[i+1:] {
		return true
	}
	isSwap := a[i] == b[i+1] && a[i+1] == b[i]
	return isSwap && a[i+2:] == b[i+2:]
}

// Menu returns the commands that /help names: those that menus list, and those that people can only type.
func (t *Table[H]) Menu() []chat.MenuCommand {
	var menu []chat.MenuCommand
	for _, cmd := range t.Commands {
		if cmd.Help == "" {
			continue
		}
		m := chat.MenuCommand{
			Name:   cmd.Name,
			About:  t.message("command." + cmd.Name),
			Alone:  cmd.Is.Has(Alone),
			Secret: cmd.Is.Has(Private),
			Page:   cmd.Is.Has(Page),
			Typed:  !cmd.IsListed(),
			Plain:  cmd.Is.Has(Plain),
		}
		for _, a := range cmd.Args {
			m.Args = append(m.Args, t.menuArg(a))
		}
		menu = append(menu, m)
	}
	return menu
}

// menuArg returns an argument as networks list it.
func (t *Table[H]) menuArg(a Argument) chat.MenuArg {
	arg := chat.MenuArg{
		Name:     a.Name,
		NameIn:   t.message("option." + a.Name),
		About:    t.message(a.About),
		Required: a.Required,
		Whole:    a.Whole,
		Person:   a.Person,
		Complete: a.Complete,
	}
	for _, value := range a.Choices {
		label := t.inAll(func(p *lang.Printer) string { return a.Label(p, value) })
		arg.Choices = append(arg.Choices, chat.MenuChoice{Value: value, Label: label})
	}
	return arg
}

// message returns a message in all languages.
func (t *Table[H]) message(key string) map[string]string {
	return t.inAll(func(p *lang.Printer) string { return p.Text(key) })
}

// inAll returns a text by language. Languages in which it is the same as in the default are left out.
func (t *Table[H]) inAll(text func(*lang.Printer) string) map[string]string {
	out := map[string]string{}
	// Languages returns the default first.
	for _, l := range t.book.Languages() {
		if s := text(t.book.Printer(l)); s != out[chat.DefaultLanguage] {
			out[l] = s
		}
	}
	return out
}

// Usage returns a command as people type it. pairs are the names of arguments, each followed by its
// value.
func Usage(name string, pairs ...string) chat.Span {
	s := chat.Span{Style: chat.Slash, Text: "/" + name}
	for i := 0; i+1 < len(pairs); i += 2 {
		s.Text += " " + pairs[i+1]
		s.Options = append(s.Options, chat.Option{Name: pairs[i], Value: pairs[i+1]})
	}
	return s
}

// UsageOf returns a command as people type it with one argument. Before the value of a keyword argument
// stands its name in the reader's language, as in the settings panel.
func UsageOf(p *lang.Printer, name string, a Argument, value string) chat.Span {
	s := Usage(name, a.Name, value)
	if a.Keyword {
		s.Text = "/" + name + " " + strings.ToLower(p.Text("panel."+a.Name)) + " " + value
	}
	return s
}
