// Package lang holds every sentence that a player reads, in one file for each language. It
// knows languages and plural rules, and no puzzle, chat or network. Its callers choose the
// sentence.
//
// A message is a go-i18n message: a text with named arguments ({{.expr}}), in plural
// forms if it has an argument n. This package never puts arguments into the text: Parts
// returns the text in pieces, so that callers can style an argument and no argument can
// be mistaken for markup.
package lang

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

//go:embed *.toml
var files embed.FS

// Default is the language in which every message exists.
const Default = "en"

// A Book has the messages of all languages.
type Book struct {
	bundle *i18n.Bundle
	// tags are the languages, the default first.
	tags []language.Tag
	// matcher finds the language of tags that a wish means.
	matcher language.Matcher
	// printers has the Printer of each language, by its tag.
	printers map[string]*Printer
	// keys has the keys of the messages of each language.
	keys map[string]map[string]bool
	// plural has the keys of the messages that have plural forms.
	plural map[string]bool
}

// Open returns the built-in messages. They are read only once, since nothing changes a Book.
func Open() (*Book, error) { return builtIn() }

var builtIn = sync.OnceValues(func() (*Book, error) { return Read(files) })

// Read reads the messages of a folder. It has a file for each language, whose name is the language's BCP 47
// tag and ".toml".
func Read(folder fs.FS) (*Book, error) {
	defaultTag := language.MustParse(Default)
	b := &Book{
		bundle:   i18n.NewBundle(defaultTag),
		tags:     []language.Tag{defaultTag},
		printers: map[string]*Printer{},
		keys:     map[string]map[string]bool{},
		plural:   map[string]bool{},
	}
	b.bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	names, err := fs.Glob(folder, "*.toml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		f, err := b.bundle.LoadMessageFileFS(folder, name)
		if err != nil {
			return nil, fmt.Errorf("messages %s: %w", name, err)
		}
		b.add(f)
	}
	b.matcher = language.NewMatcher(b.tags)
	for _, t := range b.tags {
		tag := t.String()
		localizer := i18n.NewLocalizer(b.bundle, tag, Default)
		b.printers[tag] = &Printer{book: b, localizer: localizer, tag: tag}
	}
	return b, nil
}

// add notes the language and the keys of a file.
func (b *Book) add(f *i18n.MessageFile) {
	keys := map[string]bool{}
	for _, m := range f.Messages {
		keys[m.ID] = true
		if m.One != "" {
			b.plural[m.ID] = true
		}
	}
	b.keys[f.Tag.String()] = keys
	if f.Tag.String() != Default {
		b.tags = append(b.tags, f.Tag)
	}
}

// Languages returns all languages, the default first.
func (b *Book) Languages() []string {
	var names []string
	for _, t := range b.tags {
		names = append(names, t.String())
	}
	return names
}

// SelfName returns a language's own name, such as 简体中文 for zh-Hans, or the tag if the name
// is unknown.
func SelfName(tag string) string {
	t, err := language.Parse(tag)
	if err != nil {
		return tag
	}
	return cmp.Or(display.Self.Name(t), tag)
}

// A Printer returns messages in one language.
type Printer struct {
	book      *Book
	localizer *i18n.Localizer
	// tag is the language.
	tag string
}

// Printer returns a Printer for the first wish that means a known language, or for the default. A wish is
// a BCP 47 tag in any spelling ("zh", "zh-TW", "zh_CN"). Empty and unreadable wishes are skipped.
func (b *Book) Printer(wishes ...string) *Printer {
	return b.printers[b.match(wishes)]
}

// match returns the tag of the language that Printer chooses.
func (b *Book) match(wishes []string) string {
	for _, w := range wishes {
		if b.printers[w] != nil {
			return w
		}
		wanted := language.Make(strings.ReplaceAll(w, "_", "-"))
		_, i, confidence := b.matcher.Match(wanted)
		if confidence >= language.Low {
			return b.tags[i].String()
		}
	}
	return b.tags[0].String()
}

// Language returns the tag of the language.
func (p *Printer) Language() string { return p.tag }

// Has reports whether there is a message with a key, in this language or the default.
func (p *Printer) Has(key string) bool { return p.book.keys[Default][key] || p.book.keys[p.tag][key] }

// Words returns the messages whose keys begin with a prefix, by the rest of the key. names are the arguments
// that the messages may have. An argument stays in the text as {name}. None of the messages has plural forms.
func (p *Printer) Words(prefix string, names ...string) map[string]string {
	words := map[string]string{}
	for key := range p.book.keys[Default] {
		name, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		for _, part := range p.Parts(key, names, 0) {
			words[name] += part.Text
			if part.Arg != "" {
				words[name] += "{" + part.Arg + "}"
			}
		}
	}
	return words
}

// A Part is a piece of a message: either a fixed Text, or the name of an argument.
type Part struct {
	Text string
	Arg  string
}

// Text returns a message that has no arguments.
func (p *Printer) Text(key string) string {
	text := ""
	for _, part := range p.Parts(key, nil, 0) {
		text += part.Text
	}
	return text
}

// The two marks enclose an argument's name while the template is executed. They are
// private-use runes that no message file contains.
const (
	markOpen  = "\uE000"
	markClose = "\uE001"
)

// Parts returns the message of a key in pieces. names are the arguments that it may use,
// and n chooses the plural form. For an unknown key it returns the key itself, so that a
// missing sentence does not break a reply. A test looks for missing sentences.
func (p *Printer) Parts(key string, names []string, n int) []Part {
	data := map[string]any{}
	for _, name := range names {
		data[name] = markOpen + name + markClose
	}
	config := &i18n.LocalizeConfig{MessageID: key, TemplateData: data}
	if p.book.plural[key] {
		config.PluralCount = n
	}
	// If only the default language has the message, there is an error, but also the text in that language.
	text, err := p.localizer.Localize(config)
	if err != nil && text == "" {
		return []Part{{Text: key}}
	}
	return split(text)
}

// split cuts a text at the marks around the names of arguments.
func split(text string) []Part {
	var parts []Part
	for text != "" {
		fixed, rest, found := strings.Cut(text, markOpen)
		if fixed != "" {
			parts = append(parts, Part{Text: fixed})
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, markClose)
		parts = append(parts, Part{Arg: name})
		text = after
	}
	return parts
}
