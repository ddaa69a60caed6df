// Package terminal is the front end for one person at a keyboard; the documents quote
// it. Its input may also be a pipe: lines in, replies out. It knows lines of text, and
// no games, scores or database.
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

// The person types after prompt; every line of a reply begins with indent.
const (
	prompt = "> "
	indent = "\t"
)

// A Config has the parts of a FrontEnd. Out is required, and In or Editor.
type Config struct {
	In     io.Reader
	Out    io.Writer
	Name   string       // the person's; "" is "you"
	Locale string       // BCP 47 tag; may be empty
	Editor Editor       // a person types there and reads Out; nil: lines are read from In, without a prompt
	Color  bool         // Out shows colours
	Logger *slog.Logger // nil logs nothing
	Now    func() time.Time
	Broker chat.Broker // makes the reply after an internal error; nil shows none
}

// FrontEnd is one conversation.
type FrontEnd struct {
	c      Config
	place  chat.Place
	person chat.Person
	start  string // makes the keys and messages of this run unique

	mu      sync.Mutex // guards the fields below and Out
	asking  bool       // a prompt is on the last line
	posts   int
	buttons []chat.Button           // of the last message that has any
	source  chat.Message            // that message
	awaited map[string]chan<- shown // by the key of the request
}

var _ chat.FrontEnd = (*FrontEnd)(nil)

// New returns a FrontEnd; Run starts its conversation.
func New(c Config) *FrontEnd {
	if c.Name == "" {
		c.Name = "you"
	}
	given := chat.Outfit{Logger: c.Logger, Broker: c.Broker}.Complete()
	c.Logger, c.Broker = given.Logger, given.Broker
	if c.Now == nil {
		c.Now = time.Now
	}
	return &FrontEnd{
		c:       c,
		place:   chat.Place{Network: Network, Community: c.Name, Private: true, Title: c.Name},
		person:  chat.Person{Network: Network, ID: c.Name, Name: c.Name, Role: chat.RoleAdmin},
		start:   strconv.FormatInt(c.Now().UnixNano(), 36),
		awaited: map[string]chan<- shown{},
	}
}

// Network implements chat.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run greets, then answers line after line. It returns nil when the person quits, at the
// end of the input or of ctx, and an error when it can no longer read or write. A read
// of In cannot be interrupted: it goes on after Run when ctx ends. Run closes the
// Editor.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) (err error) {
	read := piped(f.c.In)
	if editor := f.c.Editor; editor != nil {
		read = func() (string, error) {
			line, err := editor.Line(prompt)
			return clean(line), err
		}
		defer func() { err = errors.Join(err, editor.Close()) }()
	}
	var d decoder
	for n := 0; ; n++ {
		input := chat.Input{Kind: chat.Joined}
		if n > 0 {
			line, ok, err := f.next(ctx, read)
			if !ok || d.leaves(line) {
				return err
			}
			f.mu.Lock()
			buttons, source := f.buttons, f.source
			f.mu.Unlock()
			if input, ok = d.decode(line, buttons, source); !ok {
				continue
			}
		}
		key := fmt.Sprintf("%s:%s:%d", Network, f.start, n)
		ask, err := f.answer(ctx, h, key, input)
		if err != nil {
			return err
		}
		d.ask = ask
	}
}

// next waits for a line; ok is false at the end, with an error if reading failed.
func (f *FrontEnd) next(ctx context.Context, read func() (string, error)) (line string, ok bool, err error) {
	f.ask(f.c.Editor != nil)
	type typed struct {
		line string
		err  error
	}
	come := make(chan typed, 1)
	go func() { // so that the end of ctx need not wait for it
		line, err := read()
		come <- typed{line, err}
	}()
	var got typed
	select {
	case got = <-come:
		ok = got.err == nil
	case <-ctx.Done():
	}
	asked := f.ask(false)
	switch {
	case ok:
		return got.line, true, nil
	case errors.Is(got.err, io.EOF):
		return "", false, nil
	case got.err != nil:
		return "", false, got.err
	case asked: // the shell's own prompt must not follow ours on one line
		_, err = io.WriteString(f.c.Out, "\n")
	}
	return "", false, err
}

// ask notes whether a prompt is on the last line, and reports whether one was.
func (f *FrontEnd) ask(now bool) (before bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before, f.asking = f.asking, now
	return before
}

// lastWords is how long answer waits for a reply after ctx ends.
const lastWords = 2 * time.Second

// answer hands one input to the bot and waits until the reply is shown. It returns the
// reply's Ask, which the next line answers.
func (f *FrontEnd) answer(ctx context.Context, h chat.Handler, key string, in chat.Input) (*chat.Ask, error) {
	answered := make(chan shown, 1)
	f.mu.Lock()
	f.awaited[key] = answered
	f.mu.Unlock()
	req := chat.Request{
		Key: key, Event: []byte("{}"), Place: f.place, Person: f.person, Input: in,
		Ephemeral: true, Locale: f.c.Locale, At: f.c.Now(),
	}
	// A typed line is carried out and stored even after ctx ends.
	if !chat.Guard(f.c.Logger, key, func() { h.Take(context.WithoutCancel(ctx), req) }) {
		r := f.c.Broker.Broken(f.c.Locale)
		_, err := f.show(r)
		return nil, err
	}
	late := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWords, func() { close(late) }) })
	defer stop()
	select {
	case s := <-answered:
		return s.ask, s.err
	case <-late:
		return nil, nil
	}
}

// A shown is the result of showing a reply.
type shown struct {
	ask *chat.Ask
	err error
}

// Lane implements chat.FrontEnd: there is one chat.
func (f *FrontEnd) Lane(chat.Delivery) string { return Network }

// Pace implements chat.FrontEnd.
func (f *FrontEnd) Pace(chat.Delivery, int) time.Duration { return 0 }

// Idempotent implements chat.FrontEnd: a terminal loses no output.
func (f *FrontEnd) Idempotent() bool { return true }

// Deliver implements chat.FrontEnd. An edit prints nothing: printed lines stay, and the
// person has read the news below them.
func (f *FrontEnd) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	switch {
	case d.Place.Network != Network || d.Place.Community != f.place.Community:
		return chat.Message{}, &chat.RefusedError{Gone: chat.GoneCommunity, Err: fmt.Errorf("no terminal place %q", d.Place.Community)}
	case !d.Message.IsZero():
		return d.Message, nil
	}
	m, err := f.show(d.Reply)
	if d.Reply.Ask != nil {
		m = chat.Message{}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if answered := f.awaited[d.Key]; answered != nil && d.Answers() {
		answered <- shown{d.Reply.Ask, err}
		delete(f.awaited, d.Key)
	}
	return m, err
}

// show prints a reply. The message is zero if there was nothing to print.
func (f *FrontEnd) show(r chat.Reply) (chat.Message, error) {
	paint := plain
	if f.c.Color {
		paint = colored
	}
	text := show(r, paint)
	if text == "" {
		return chat.Message{}, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.posts++
	m := chat.Message{Place: f.place, ID: f.start + "-" + strconv.Itoa(f.posts)}
	if buttons := slices.Concat(chat.Shown(r.Buttons, pressable)...); len(buttons) > 0 {
		f.buttons, f.source = buttons, m
	}
	var indented strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			indented.WriteString(indent)
		}
		indented.WriteString(line)
	}
	text = indented.String()
	if f.asking {
		// This message is unsolicited, and there may be half a line after the prompt:
		// leave it in place.
		text = "\n" + text + prompt
	}
	_, err := io.WriteString(f.c.Out, text)
	return m, err
}
