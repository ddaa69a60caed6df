// Package terminal is the front end for one person at a keyboard, and what the
// documents quote. Its input may as well be a pipe: lines in, replies out. It
// knows lines of text and nothing of games, scores or a database.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"reckon/bot"
)

// Network is the word that names the terminal in chats, players and keys.
const Network = "terminal"

// prompt stands before what the person types; replies are set off from it by
// indent.
const (
	prompt = "> "
	indent = "\t"
)

// Config is what a FrontEnd is made of. In and Out are required.
type Config struct {
	In     io.Reader
	Out    io.Writer
	Name   string       // the person's; "" is "you"
	Locale string       // BCP 47 tag; may be empty
	Prompt bool         // a person is looking at Out: ask for each line
	Logger *slog.Logger // nil logs nothing
	Now    func() time.Time
	// Broken is what the person reads when answering fails by a fault of ours;
	// nil says nothing.
	Broken func(locale string) bot.Reply
}

// FrontEnd is one conversation.
type FrontEnd struct {
	c      Config
	chat   bot.Chat
	player bot.Player
	start  string // sets the keys and messages of this run apart from those of any other

	mu      sync.Mutex // guards what follows and Out
	asking  bool       // a prompt stands on the last line
	posts   int
	buttons []bot.Button // of the last message that has any
	source  bot.Message  // that message
}

var _ bot.FrontEnd = (*FrontEnd)(nil)

// New starts no conversation yet.
func New(c Config) *FrontEnd {
	if c.Name == "" {
		c.Name = "you"
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Broken == nil {
		c.Broken = func(string) bot.Reply { return bot.Reply{Silent: true} }
	}
	return &FrontEnd{
		c:      c,
		chat:   bot.Chat{Network: Network, ID: c.Name, Private: true, Title: c.Name},
		player: bot.Player{Network: Network, ID: c.Name, Name: c.Name, Role: bot.RoleAdmin},
		start:  strconv.FormatInt(c.Now().UnixNano(), 36),
	}
}

// Network implements bot.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run greets, then answers line after line. It returns nil at the end of the
// input or of ctx, and an error when it can no longer read or write. A read
// under way cannot be broken off: it is left behind with In when ctx ends.
func (f *FrontEnd) Run(ctx context.Context, h bot.Handler) error {
	in := readLines(ctx, f.c.In)
	var d decoder
	for n := 0; ; n++ {
		input := bot.Input{Kind: bot.Joined}
		if n > 0 {
			line, ok, err := f.next(ctx, in)
			if !ok {
				return err
			}
			if input, ok = d.decode(line, f.pressable); !ok {
				continue
			}
		}
		key := fmt.Sprintf("%s:%s:%d", Network, f.start, n)
		// What was typed is answered and stored even if the end has come.
		ask, err := f.answer(context.WithoutCancel(ctx), h, key, input)
		if err != nil {
			return err
		}
		d.ask = ask
	}
}

// next waits for a line; ok is false at the end, with the reason if it is no
// good one.
func (f *FrontEnd) next(ctx context.Context, in *lines) (line string, ok bool, err error) {
	if err := f.prompt(); err != nil {
		return "", false, err
	}
	select {
	case line, ok = <-in.text:
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if ok {
		f.asking = false
		return line, true, nil
	}
	if f.asking { // the shell's own prompt is not to stand behind ours
		f.asking = false
		_, err = io.WriteString(f.c.Out, "\n")
	}
	if ctx.Err() != nil {
		return "", false, err
	}
	return "", false, errors.Join(err, in.err)
}

// answer has one input answered and shows the reply; the Ask it returns, if
// any, waits for the next line.
func (f *FrontEnd) answer(ctx context.Context, h bot.Handler, key string, in bot.Input) (*bot.Ask, error) {
	r := f.handle(ctx, h, bot.Request{
		Key: key, Chat: f.chat, Player: f.player, Input: in,
		Discreet: true, Locale: f.c.Locale, At: f.c.Now(),
	})
	m, err := f.show(r)
	if err != nil {
		return nil, err
	}
	if r.Ask != nil {
		m = bot.Message{}
	}
	h.Sent(ctx, key, m)
	return r.Ask, nil
}

// handle turns a panic of the handler into a reply.
func (f *FrontEnd) handle(ctx context.Context, h bot.Handler, r bot.Request) (reply bot.Reply) {
	defer func() {
		if p := recover(); p != nil {
			f.c.Logger.Error("panic while answering", "network", Network, "key", r.Key, "panic", p, "stack", string(debug.Stack()))
			reply = f.c.Broken(r.Locale)
		}
	}()
	return h.Answer(ctx, r)
}

// pressable returns the n-th button of the last message that has any, counted
// from 1.
func (f *FrontEnd) pressable(n int) (bot.Button, bot.Message, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n < 1 || n > len(f.buttons) {
		return bot.Button{}, bot.Message{}, false
	}
	return f.buttons[n-1], f.source, true
}

// Post implements bot.FrontEnd. A terminal has one chat and loses nothing that
// was written, so the nonce is of no use.
func (f *FrontEnd) Post(_ context.Context, c bot.Chat, _ string, r bot.Reply) (bot.Message, error) {
	if c.Network != Network || c.ID != f.chat.ID {
		return bot.Message{}, fmt.Errorf("terminal chat %q: %w", c.ID, bot.ErrGone)
	}
	return f.show(r)
}

// Edit implements bot.FrontEnd and prints nothing: what is printed stays, and
// the person has read below it what became of it.
func (f *FrontEnd) Edit(context.Context, bot.Message, bot.Reply) error { return nil }

// show prints a reply. The message is zero if there was nothing to print.
func (f *FrontEnd) show(r bot.Reply) (bot.Message, error) {
	text := Show(r)
	if text == "" {
		return bot.Message{}, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.posts++
	m := bot.Message{Chat: f.chat, ID: f.start + "-" + strconv.Itoa(f.posts)}
	if buttons := flatten(r.Buttons); len(buttons) > 0 {
		f.buttons, f.source = buttons, m
	}
	text = indented(text)
	if f.asking {
		// Nobody asked for this reply, and there may be half a line behind the
		// prompt: leave it where it is.
		text = "\n" + text + prompt
	}
	_, err := io.WriteString(f.c.Out, text)
	return m, err
}

// prompt asks for a line if there is somebody to ask.
func (f *FrontEnd) prompt() error {
	if !f.c.Prompt {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asking = true
	_, err := io.WriteString(f.c.Out, prompt)
	return err
}

// indented sets every line off from what the person types.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	return b.String()
}
