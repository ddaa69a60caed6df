// Package terminal is the front end for one person at a keyboard. Its input may also be a pipe: lines
// in, replies out. It knows lines of text, and no games, scores or database.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"reckon/bot/chat"
)

// Network is the word that names the terminal in places, persons and keys.
const Network = "terminal"

// The person types after prompt. Every line of a reply begins with indent or, in a narrow window, with narrowIndent.
const (
	prompt       = "> "
	indent       = "\t"
	narrowIndent = "  "
	// tabColumns is how wide indent is.
	tabColumns = 8
	// A window that has fewer columns than narrowBelow is narrow.
	narrowBelow = 60
)

// A Config has the parts of a FrontEnd. Out is required, and either In or Editor.
type Config struct {
	In  io.Reader
	Out io.Writer
	// Name is the person's name; empty: "you".
	Name string
	// Locale is a BCP 47 tag; it may be empty.
	Locale string
	// Greeting is a line before the first reply; it may be empty.
	Greeting chat.Line
	// Editor asks a person for lines; nil: lines are read from In, without a prompt.
	Editor Editor
	// Color means that Out shows colours.
	Color bool
	// ASCII means that Out shows no other characters.
	ASCII bool
	// Columns returns how wide Out is at the moment; 0: nobody knows. It may be nil; then no line is broken.
	Columns func() int
	// Logger may be nil, which logs nothing.
	Logger *slog.Logger
	// Now may be nil, which is time.Now.
	Now func() time.Time
	// Broker makes the reply after an internal error, and that during a long search; nil: there are none.
	Broker chat.Broker
}

// FrontEnd is one conversation.
type FrontEnd struct {
	c      Config
	place  chat.Place
	person chat.Person
	// start makes the keys and messages of this run unique.
	start string

	// mu guards the fields below, and Out.
	mu sync.Mutex
	// prompting means that a prompt is on the last line.
	prompting bool
	posts     int
	// source is the last message that has buttons, and buttons are its buttons.
	source  chat.Message
	buttons []chat.Button
	// awaited has a channel for the outcome of each request, by its key.
	awaited map[string]chan<- outcome
}

// An outcome says how a request ended: the reply's Ask, or why the reply could not be printed.
type outcome struct {
	ask *chat.Ask
	err error
}

var _ chat.FrontEnd = (*FrontEnd)(nil)

// New returns a FrontEnd; Run starts its conversation.
func New(c Config) *FrontEnd {
	if c.Name == "" {
		c.Name = "you"
	}
	outfit := chat.Outfit{Logger: c.Logger, Broker: c.Broker}.Complete()
	c.Logger = outfit.Logger
	c.Broker = outfit.Broker
	if c.Now == nil {
		c.Now = time.Now
	}
	return &FrontEnd{
		c:       c,
		place:   chat.Place{Network: Network, Community: c.Name, Private: true, Title: c.Name},
		person:  chat.Person{Network: Network, ID: c.Name, Name: c.Name, Role: chat.RoleAdmin},
		start:   strconv.FormatInt(c.Now().UnixNano(), 36),
		awaited: map[string]chan<- outcome{},
	}
}

// Network implements chat.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run greets, then answers line after line. It returns nil when the person quits, or when the
// input or ctx ends. It returns an error when it can no longer read or write. A read of In
// cannot be interrupted: if ctx ends, the read goes on after Run. Run closes the Editor.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) (err error) {
	read := lines(f.c.In)
	if editor := f.c.Editor; editor != nil {
		read = func() (string, error) {
			line, err := editor.Line(prompt)
			return clean(line), err
		}
		menu := h.Menu()
		editor.CompleteWith(func(line string) (head string, words []string) {
			buttons, _ := f.lastButtons()
			return complete(menu, buttons, line)
		})
		defer func() { err = errors.Join(err, editor.Close()) }()
	}
	if len(f.c.Greeting) > 0 {
		_, err := f.print(chat.Reply{Text: []chat.Line{f.c.Greeting}})
		if err != nil {
			return err
		}
	}
	ask, err := f.answer(ctx, h, 0, chat.Input{Kind: chat.Joined})
	if err != nil {
		return err
	}
	d := decoder{ask: ask}
	for n := 1; ; n++ {
		line, ok, err := f.next(ctx, read)
		if !ok || d.leaves(line) {
			return err
		}
		buttons, source := f.lastButtons()
		input, ok := d.decode(line, buttons, source)
		if !ok {
			continue
		}
		d.ask, err = f.answer(ctx, h, n, input)
		if err != nil {
			return err
		}
	}
}

// lastButtons returns the buttons of the last message that has any, and that message.
func (f *FrontEnd) lastButtons() ([]chat.Button, chat.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.buttons, f.source
}

// next waits for a line. ok is false when the input or ctx ends, or if reading failed with an error.
func (f *FrontEnd) next(ctx context.Context, read func() (string, error)) (line string, ok bool, err error) {
	f.setPrompting(f.c.Editor != nil)
	type result struct {
		line string
		err  error
	}
	results := make(chan result, 1)
	// If ctx ends, next does not wait for this read.
	go func() {
		line, err := read()
		results <- result{line, err}
	}()
	select {
	case r := <-results:
		f.setPrompting(false)
		if errors.Is(r.err, io.EOF) {
			return "", false, nil
		}
		return r.line, r.err == nil, r.err
	case <-ctx.Done():
	}
	if f.setPrompting(false) {
		// The shell's own prompt must not follow ours on one line.
		_, err = io.WriteString(f.c.Out, "\n")
	}
	return "", false, err
}

// setPrompting notes whether a prompt is on the last line, and reports whether one was.
func (f *FrontEnd) setPrompting(now bool) (before bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before = f.prompting
	f.prompting = now
	return before
}

// searchesAfter is how long a search takes before the person reads that it goes on.
const searchesAfter = time.Second

// lastWords is how long answer waits after ctx ends, for the request and for the reply to it.
const lastWords = 2 * time.Second

// answer hands input number n to the bot and waits until the reply is printed. It returns the
// reply's Ask, which the next line answers.
func (f *FrontEnd) answer(ctx context.Context, h chat.Handler, n int, in chat.Input) (*chat.Ask, error) {
	key := fmt.Sprintf("%s:%s:%d", Network, f.start, n)
	answered := make(chan outcome, 1)
	f.mu.Lock()
	f.awaited[key] = answered
	f.mu.Unlock()
	req := chat.Request{
		Key:       key,
		Event:     []byte("{}"),
		Place:     f.place,
		Person:    f.person,
		Input:     in,
		Ephemeral: true,
		Locale:    f.c.Locale,
		At:        chat.Exact(f.c.Now()),
	}
	var search *time.Timer
	req.Leave = func() {
		search = time.AfterFunc(searchesAfter, f.printSearch)
	}
	defer func() {
		if search != nil {
			search.Stop()
		}
	}()
	// A typed line is carried out and stored even after ctx ends, but not if it has to wait for a database that
	// can store nothing.
	late, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, end) })
	defer stop()
	if !chat.Guard(f.c.Logger, key, func() { h.Take(late, req) }) {
		_, err := f.print(f.c.Broker.Broken(f.c.Locale))
		return nil, err
	}
	select {
	case o := <-answered:
		return o.ask, o.err
	case <-late.Done():
		return nil, nil
	}
}

// printSearch tells a person at a keyboard that a search goes on. If the input is a pipe, nobody waits.
func (f *FrontEnd) printSearch() {
	if f.c.Editor == nil {
		return
	}
	// If nothing can be printed, the reply cannot be printed either, and says so.
	_, _ = f.print(f.c.Broker.Searching(f.c.Locale))
}

// Lane implements chat.FrontEnd: there is one chat.
func (f *FrontEnd) Lane(chat.Delivery) string { return Network }

// Pace implements chat.FrontEnd.
func (f *FrontEnd) Pace(chat.Delivery, int) time.Duration { return 0 }

// Idempotent implements chat.FrontEnd. A terminal loses no output, so nothing is printed twice.
func (f *FrontEnd) Idempotent() bool { return true }

// Deliver implements chat.FrontEnd. An edit prints nothing: the person has read the news in later
// lines.
func (f *FrontEnd) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	if d.Place.Network != Network || d.Place.Community != f.place.Community {
		err := fmt.Errorf("no terminal place %q", d.Place.Community)
		return chat.Message{}, &chat.RefusedError{Gone: chat.GoneCommunity, Err: err}
	}
	if !d.Message.IsZero() {
		return d.Message, nil
	}
	m, err := f.print(d.Reply)
	if d.Reply.Ask != nil {
		m = chat.Message{}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if answered := f.awaited[d.Key]; answered != nil && d.IsReply() {
		answered <- outcome{d.Reply.Ask, err}
		delete(f.awaited, d.Key)
	}
	return m, err
}

// print prints a reply. The message is zero if there was nothing to print.
func (f *FrontEnd) print(r chat.Reply) (chat.Message, error) {
	paint := plain
	if f.c.Color {
		paint = colored
	}
	margin, columns := f.measure()
	shown := r
	if f.c.ASCII {
		shown = replyInASCII(r)
	}
	text := indented(render(shown, paint, columns), margin)
	if text == "" {
		return chat.Message{}, nil
	}
	if f.c.ASCII {
		// What is cut ends with an ellipsis. In ASCII that must not be wider.
		text = strings.ReplaceAll(text, "…", "~")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.posts++
	m := chat.Message{Place: f.place, ID: f.start + "-" + strconv.Itoa(f.posts)}
	buttons := slices.Concat(chat.ShownButtons(r.Buttons, pressable)...)
	if len(buttons) > 0 {
		f.buttons = buttons
		f.source = m
	}
	if f.prompting {
		// The person has not asked for this message, and may have typed half a line after the prompt.
		// That half stays.
		text = "\n" + text + prompt
	}
	_, err := io.WriteString(f.c.Out, text)
	return m, err
}

// measure returns what each line begins with, and how many columns are left after that; 0: nobody knows.
func (f *FrontEnd) measure() (margin string, columns int) {
	if f.c.Columns == nil {
		return indent, 0
	}
	columns = f.c.Columns()
	if columns <= 0 {
		return indent, 0
	}
	if columns < narrowBelow {
		return narrowIndent, max(columns-len(narrowIndent), 1)
	}
	return indent, columns - tabColumns
}

// indented returns a text in which each line that is not empty begins with a margin.
func indented(text, margin string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(margin)
		}
		b.WriteString(line)
	}
	return b.String()
}
