// Package lang holds every sentence that a player reads, in one file for each language. It
// knows languages and plural rules, and no puzzle, chat or network. Its callers choose the
// sentence.
//
// A message is a go-i18n message: a text with named arguments ({{.expr}}), in plural
// forms if it has an argument n. This package never puts arguments into the text: Parts returns the text in
// pieces, so that callers can style an argument and no argument can be mistaken for markup.
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
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

//go:embed *.toml
var files embed.FS

// Default is the language in which every message exists.
const Default = "en"

// A Book has the messages of all languages.
type Book struct {
	// tags are the languages, the default first.
	tags    []language.Tag
	matcher language.Matcher
	// printers has the Printer of each language, by its tag.
	printers map[string]*Printer
}

// Open returns the built-in messages. Nothing changes a Book, so a process has one of them. A language is
// read when somebody first needs it, since most commands of the program speak only one. A test reads them all.
func Open() (*Book, error) { return builtIn() }

var builtIn = sync.OnceValues(func() (*Book, error) { return list(files) })

// Read reads the messages of a folder, which has a file for each language: its name is the
// BCP 47 tag and ".toml".
func Read(folder fs.FS) (*Book, error) {
	b, err := list(folder)
	if err != nil {
		return nil, err
	}
	for _, p := range b.printers {
		_, err := p.read()
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// list returns a Book with the languages of a folder. It does not read their messages yet.
func list(folder fs.FS) (*Book, error) {
	names, err := fs.Glob(folder, "*.toml")
	if err != nil {
		return nil, err
	}
	b := &Book{
		tags:     []language.Tag{language.MustParse(Default)},
		printers: map[string]*Printer{},
	}
	for _, name := range names {
		tag, err := language.Parse(strings.TrimSuffix(name, ".toml"))
		if err != nil {
			return nil, fmt.Errorf("messages %s: %w", name, err)
		}
		if tag.String() != Default {
			b.tags = append(b.tags, tag)
		}
		b.printers[tag.String()] = &Printer{
			book: b,
			name: tag.String(),
			read: sync.OnceValues(func() (*texts, error) { return readFile(folder, name, tag) }),
		}
	}
	if b.printers[Default] == nil {
		return nil, fmt.Errorf("there are no messages in %s", Default)
	}
	b.matcher = language.NewMatcher(b.tags)
	return b, nil
}

// texts are the messages of one language.
type texts struct {
	localizer *i18n.Localizer
	// keys are the keys of all messages. A message that has plural forms is true here.
	keys map[string]bool
}

// readFile reads the messages of one language.
func readFile(folder fs.FS, name string, tag language.Tag) (*texts, error) {
	bundle := i18n.NewBundle(tag)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	file, err := bundle.LoadMessageFileFS(folder, name)
	if err != nil {
		return nil, fmt.Errorf("messages %s: %w", name, err)
	}
	m := &texts{localizer: i18n.NewLocalizer(bundle, tag.String()), keys: map[string]bool{}}
	for _, message := range file.Messages {
		if message.Other == "" {
			return nil, fmt.Errorf("messages %s: %q has no text for most numbers", name, message.ID)
		}
		forms := message.Zero + message.One + message.Two + message.Few + message.Many
		m.keys[message.ID] = forms != ""
	}
	return m, nil
}

// text returns the message of a key with the names of its arguments in it, or "" if there is none. If the message has
// plural forms, n chooses one.
func (m *texts) text(key string, n int) string {
	// Templates are not executed: Parts cuts the text at the arguments.
	config := &i18n.LocalizeConfig{MessageID: key, TemplateParser: template.IdentityParser{}}
	if m.keys[key] {
		config.PluralCount = n
	}
	// An error means that there is no such message.
	text, _ := m.localizer.Localize(config)
	return text
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
	book *Book
	// name is the tag as a text.
	name string
	// read returns the messages of the language. It reads their file when it is called for the first time.
	read func() (*texts, error)
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
func (p *Printer) Language() string { return p.name }

// Has reports whether a key has a message, in this language or the default.
func (p *Printer) Has(key string) bool {
	return p.text(key, 0) != ""
}

// text returns the message of a key in this language, or else in the default; "" if there is none.
func (p *Printer) text(key string, n int) string {
	// There is no error here: Read returns it, and a test reads the built-in files.
	m, err := p.read()
	if err == nil {
		if text := m.text(key, n); text != "" {
			return text
		}
	}
	if p.name == Default {
		return ""
	}
	return p.book.printers[Default].text(key, n)
}

// Words returns the messages whose keys begin with a prefix, by the rest of the key. Their arguments
// stay in the text as {name}. They have no plural forms.
func (p *Printer) Words(prefix string) map[string]string {
	words := map[string]string{}
	defaults, err := p.book.printers[Default].read()
	if err != nil {
		// See text.
		return words
	}
	for key := range defaults.keys {
		name, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		for _, part := range p.Parts(key, 0) {
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
	for _, part := range p.Parts(key, 0) {
		text += part.Text
	}
	return text
}

// Parts returns the message of a key in pieces. If it has plural forms, n chooses one. For an unknown key it returns
// the key itself, so that a missing sentence does not break a reply. A test looks for missing sentences.
func (p *Printer) Parts(key string, n int) []Part {
	text := p.text(key, n)
	if text == "" {
		return []Part{{Text: key}}
	}
	return split(text)
}

// split cuts a text at the arguments in it.
func split(text string) []Part {
	var parts []Part
	for text != "" {
		fixed, rest, found := strings.Cut(text, "{{.")
		if fixed != "" {
			parts = append(parts, Part{Text: fixed})
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}}")
		parts = append(parts, Part{Arg: name})
		text = after
	}
	return parts
}
