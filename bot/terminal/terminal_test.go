package terminal_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/terminal"
)

// echo answers every input with what it has understood, and records what it got. Its answers are delivered
// while the next input comes.
type echo struct {
	front chat.FrontEnd
	// answer makes the replies; nil: they say what was understood.
	answer func(chat.Request) chat.Reply

	mu       sync.Mutex
	requests []chat.Request
	out      sync.WaitGroup
	sent     []string
	failed   []error
}

func (e *echo) Take(_ context.Context, r chat.Request) {
	e.mu.Lock()
	e.requests = append(e.requests, r)
	e.mu.Unlock()
	reply := e.reply(r)
	e.out.Go(func() {
		m, err := e.front.Deliver(context.Background(), replyTo(r, reply))
		e.mu.Lock()
		defer e.mu.Unlock()
		if err != nil {
			e.failed = append(e.failed, err)
			return
		}
		e.sent = append(e.sent, r.Key+" "+m.ID)
	})
}

// replyTo is the delivery of the reply to a request.
func replyTo(r chat.Request, reply chat.Reply) chat.Delivery {
	return chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event, Locale: r.Locale, At: r.At, Reply: reply}
}

func (e *echo) reply(r chat.Request) chat.Reply {
	if e.answer != nil {
		return e.answer(r)
	}
	switch in := r.Input; {
	case in.Kind == chat.Joined:
		return chat.Reply{Text: []chat.Line{{{Text: "hello"}}}}
	case in.Kind == chat.Press && in.Data == "ask":
		return chat.Reply{Ask: &chat.Ask{Data: "submit", Hint: "your answer?"}}
	default:
		return chat.Reply{
			Text:    []chat.Line{{{Text: fmt.Sprintf("%d %s%s %s", in.Kind, in.Name, in.Data, in.Text)}}},
			Buttons: [][]chat.Button{{{Label: "Ask", Data: "ask"}}, {{Label: "Next", Data: "next"}}},
		}
	}
}

func (*echo) Offered(context.Context, chat.Request, string, string) {}

func (*echo) Offers(context.Context, chat.Request) chat.Offers { return chat.Offers{} }

func (*echo) Complete(context.Context, chat.Request) []chat.MenuChoice { return nil }

func (*echo) NeedsRole(context.Context, chat.Request) bool { return false }
func (*echo) Menu() []chat.MenuCommand                     { return nil }

// run runs a front end with a handler until everything is delivered.
func (e *echo) run(ctx context.Context, c terminal.Config) error {
	f := terminal.New(c)
	e.front = f
	err := f.Run(ctx, e)
	e.out.Wait()
	return err
}

func run(t *testing.T, in string, h *echo) string {
	t.Helper()
	var out bytes.Buffer
	if err := h.run(t.Context(), terminal.Config{In: strings.NewReader(in), Out: &out, Locale: "en"}); err != nil {
		t.Fatal(err)
	}
	for _, err := range h.failed {
		t.Errorf("Deliver: %v", err)
	}
	return out.String()
}

func TestPipe(t *testing.T) {
	h := &echo{}
	got := run(t, "/24 3 3 8 8\r\n\n#1\n8*3\nnext\nask\n/help\n1+1\n1\n", h)
	want := "\thello\n" +
		"\t0 24 3 3 8 8\n\t#1 Ask\n\t#2 Next\n" +
		"\tyour answer?\n" +
		"\t3 submit 8*3\n\t#1 Ask\n\t#2 Next\n" +
		"\t2 next \n\t#1 Ask\n\t#2 Next\n" +
		"\tyour answer?\n" +
		"\t0 help \n\t#1 Ask\n\t#2 Next\n" +
		"\t1  1+1\n\t#1 Ask\n\t#2 Next\n" +
		"\t1  1\n\t#1 Ask\n\t#2 Next\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if len(h.sent) != len(h.requests) {
		t.Errorf("%d replies were reported as sent, want %d", len(h.sent), len(h.requests))
	}
	r := h.requests[1]
	if r.Place.Network != "terminal" || r.Place.Community == "" || !r.Place.Private || !r.Ephemeral || r.Locale != "en" ||
		r.Event == nil || r.Person.Network != "terminal" || r.Person.Name != "you" || r.Person.Role != chat.RoleAdmin || r.At.IsZero() {
		t.Errorf("request %+v", r)
	}
}

func TestKeysAreNeverUsedTwice(t *testing.T) {
	h := &echo{}
	for range 3 {
		run(t, "a\nb\n", h)
	}
	seen := map[string]bool{}
	for _, r := range h.requests {
		if seen[r.Key] || !strings.HasPrefix(r.Key, "terminal:") {
			t.Errorf("key %q", r.Key)
		}
		seen[r.Key] = true
	}
	for _, s := range h.sent {
		_, id, _ := strings.Cut(s, " ")
		if seen[id] || id == "" {
			t.Errorf("message ID %q", id)
		}
		seen[id] = true
	}
}

func TestLongLine(t *testing.T) {
	h := &echo{answer: func(chat.Request) chat.Reply { return chat.Reply{Silent: true} }}
	run(t, strings.Repeat("根", 1<<20)+"\nnext\n\xff\xfe1", h)
	var got []string
	for _, r := range h.requests[1:] {
		got = append(got, r.Input.Text)
	}
	if len(got) != 3 || got[1] != "next" || got[2] != "1" {
		t.Fatalf("%d lines: %.40q", len(got), got)
	}
	if n := len(got[0]); n <= 4096 || n > 8<<10 || strings.Trim(got[0], "根") != "" {
		t.Errorf("the long line is cut to %d bytes: more than a judge reads is wanted, and whole characters", n)
	}
}

func TestPanicIsAReply(t *testing.T) {
	h := &echo{answer: func(r chat.Request) chat.Reply {
		if r.Input.Text == "boom" {
			panic("boom")
		}
		return chat.Reply{Text: []chat.Line{{{Text: "fine"}}}}
	}}
	var out bytes.Buffer
	c := terminal.Config{In: strings.NewReader("boom\nagain\n"), Out: &out, Broker: broker{}}
	if err := h.run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "\tfine\n\tsomething broke\n\tfine\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A typist plays a person at a keyboard.
type typist struct {
	out    io.Writer
	lines  *bufio.Scanner
	closed bool
}

func (p *typist) Line(prompt string) (string, error) {
	io.WriteString(p.out, prompt)
	if !p.lines.Scan() {
		io.WriteString(p.out, "\n")
		return "", io.EOF
	}
	return p.lines.Text(), nil
}

func (*typist) CompleteWith(terminal.Completer) {}

func (p *typist) Close() error {
	p.closed = true
	return nil
}

func yes(chat.Request) chat.Reply { return chat.Reply{Text: []chat.Line{{{Text: "yes"}}}} }

func TestEditor(t *testing.T) {
	for typed, want := range map[string]string{
		"a\n":        "\tyes\n> \tyes\n> \n",
		"a\nquit\nb": "\tyes\n> \tyes\n> ",
		"/exit\nb":   "\tyes\n> ",
	} {
		var out bytes.Buffer
		person := &typist{out: &out, lines: bufio.NewScanner(strings.NewReader(typed))}
		h := &echo{answer: yes}
		if err := h.run(t.Context(), terminal.Config{Editor: person, Out: &out}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
		if !person.closed {
			t.Errorf("%q: the terminal is not given back", typed)
		}
	}
}

// If the end comes while a line is being typed, the shell's prompt gets a line of its own, and the terminal
// is restored.
func TestStopWhileTyping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		in, hand := io.Pipe()
		defer hand.Close()
		var out lockedBuffer
		person := &typist{out: &out, lines: bufio.NewScanner(in)}
		h := &echo{answer: yes}
		ended := make(chan error)
		go func() { ended <- h.run(ctx, terminal.Config{Editor: person, Out: &out}) }()
		synctest.Wait()
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got, want := out.String(), "\tyes\n> \n"; got != want || !person.closed {
			t.Errorf("got %q, want %q; closed %v", got, want, person.closed)
		}
	})
}

func TestColor(t *testing.T) {
	var out bytes.Buffer
	h := &echo{answer: func(chat.Request) chat.Reply {
		return chat.Reply{Tone: chat.Good, Text: []chat.Line{{{Text: "yes"}}}}
	}}
	if err := h.run(t.Context(), terminal.Config{In: strings.NewReader(""), Out: &out, Color: true}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "\t\x1b[32myes\x1b[0m\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// If the end comes while an answer is being made, the answer is still shown.
func TestStopFinishesTheAnswer(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	h := &echo{answer: func(r chat.Request) chat.Reply {
		if r.Input.Kind == chat.Text {
			stop()
			return chat.Reply{Text: []chat.Line{{{Text: "done"}}}}
		}
		return chat.Reply{Silent: true}
	}}
	in, hand := io.Pipe()
	defer hand.Close()
	go io.WriteString(hand, "8*3\n")
	var out bytes.Buffer
	if err := h.run(ctx, terminal.Config{In: in, Out: &out}); err != nil {
		t.Fatal(err)
	}
	if out.String() != "\tdone\n" || len(h.sent) != 2 {
		t.Errorf("printed %q, sent %q", out.String(), h.sent)
	}
}

// mute is a handler whose replies never come.
type mute struct{ *echo }

func (m mute) Take(context.Context, chat.Request) {}

// If an answer does not come soon after the end, Run waits no longer.
func TestStopIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- terminal.New(terminal.Config{In: strings.NewReader(""), Out: io.Discard}).Run(ctx, mute{&echo{}})
		}()
		synctest.Wait()
		begun := time.Now()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("the end took %v", took)
		}
	})
}

// stuck is a handler that waits for a database.
type stuck struct{ *echo }

func (stuck) Take(ctx context.Context, _ chat.Request) { <-ctx.Done() }

// If an answer cannot be stored, Run waits no longer soon after the end.
func TestStopWhileNothingCanBeStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- terminal.New(terminal.Config{In: strings.NewReader(""), Out: io.Discard}).Run(ctx, stuck{&echo{}})
		}()
		time.Sleep(time.Minute)
		select {
		case err := <-ended:
			t.Fatalf("it ended by itself: %v", err)
		default:
		}
		begun := time.Now()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("the end took %v", took)
		}
	})
}

type broker struct{ chat.Broker }

func (broker) Broken(string) chat.Reply {
	return chat.Reply{Text: []chat.Line{{{Text: "something broke"}}}}
}

func (broker) Searching(string) chat.Reply {
	return chat.Reply{Text: []chat.Line{{{Text: "searching"}}}}
}

// A person at a keyboard reads that a search goes on, unless it is over soon. A pipe does not.
func TestSearch(t *testing.T) {
	answer := func(r chat.Request) chat.Reply {
		if r.Input.Kind != chat.Joined {
			r.Leave()
		}
		if r.Input.Text == "slow" {
			time.Sleep(time.Minute)
		}
		return yes(r)
	}
	const lines = "quick\nslow\n"
	for _, c := range []struct {
		name     string
		isPerson bool
		want     string
	}{
		{"a person", true, "\tyes\n> \tyes\n> \tsearching\n\tyes\n> \n"},
		{"a pipe", false, "\tyes\n\tyes\n\tyes\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out lockedBuffer
			config := terminal.Config{Out: &out, Broker: broker{}, In: strings.NewReader(lines)}
			if c.isPerson {
				config.Editor = &typist{out: &out, lines: bufio.NewScanner(config.In)}
			}
			h := &echo{answer: answer}
			if err := h.run(t.Context(), config); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); got != c.want {
				t.Errorf("%s reads %q, want %q", c.name, got, c.want)
			}
		})
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
func (brokenPipe) Read([]byte) (int, error)  { return 0, io.ErrClosedPipe }

// A reply that could not be written counts as not delivered.
func TestBrokenPipe(t *testing.T) {
	h := &echo{}
	err := h.run(t.Context(), terminal.Config{In: strings.NewReader("a\n"), Out: brokenPipe{}})
	if !errors.Is(err, io.ErrClosedPipe) || len(h.sent) > 0 || len(h.failed) != 1 || !errors.Is(h.failed[0], io.ErrClosedPipe) {
		t.Errorf("error %v, sent %v, failed %v", err, h.sent, h.failed)
	}
	if err := h.run(t.Context(), terminal.Config{In: brokenPipe{}, Out: io.Discard}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}

// lockedBuffer may be read while the front end writes.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestPostAndEdit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &echo{}
		in, hand := io.Pipe()
		var out lockedBuffer
		person := &typist{out: &out, lines: bufio.NewScanner(in)}
		f := terminal.New(terminal.Config{Editor: person, Out: &out, Now: time.Now})
		h.front = f
		ended := make(chan error)
		go func() { ended <- f.Run(t.Context(), h) }()
		synctest.Wait()

		place := h.requests[0].Place
		daily := chat.Reply{Text: []chat.Line{{{Text: "daily"}}}, Buttons: [][]chat.Button{{{Label: "Play", Data: "play"}}}}
		post := chat.Delivery{Key: "n1", Place: place, Reply: daily}
		m, err := f.Deliver(t.Context(), post)
		if err != nil || m.IsZero() {
			t.Fatal(m, err)
		}
		edit := chat.Delivery{Key: "n2", Place: place, Message: m, Reply: chat.Reply{Text: []chat.Line{{{Text: "over"}}}}}
		if same, err := f.Deliver(t.Context(), edit); err != nil || same != m {
			t.Fatal(same, err)
		}
		if f.Lane(post) == "" || f.Lane(post) != f.Lane(edit) {
			t.Errorf("lanes %q and %q of one chat", f.Lane(post), f.Lane(edit))
		}
		fmt.Fprintln(hand, "#1")
		hand.Close()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		want := "\thello\n> \n\tdaily\n\t#1 Play\n> \t2 play \n\t#1 Ask\n\t#2 Next\n> \n"
		if got := out.String(); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
		if got := h.requests[1].Input.Source; got != m {
			t.Errorf("pressed on %+v, want %+v", got, m)
		}
		post.Place.Network = "telegram"
		if _, err := f.Deliver(t.Context(), post); chat.GoneBy(err) == "" {
			t.Errorf("another network's chat: %v", err)
		}
		post.Place = place
		post.Place.Community = "somebody else"
		if _, err := f.Deliver(t.Context(), post); chat.GoneBy(err) == "" {
			t.Errorf("another person's chat: %v", err)
		}
	})
}

// The reply to a line that was typed in another process is printed like an unsolicited message. So is a
// reply that comes again.
func TestReplyOfAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &echo{}
		in, hand := io.Pipe()
		var out lockedBuffer
		person := &typist{out: &out, lines: bufio.NewScanner(in)}
		f := terminal.New(terminal.Config{Editor: person, Out: &out, Now: time.Now})
		h.front = f
		ended := make(chan error)
		go func() { ended <- f.Run(t.Context(), h) }()
		synctest.Wait()
		before := h.requests[0]
		for _, key := range []string{"terminal:before:1", before.Key} {
			r := before
			r.Key = key
			again := replyTo(r, chat.Reply{Text: []chat.Line{{{Text: "late"}}}, Edit: true})
			if m, err := f.Deliver(t.Context(), again); err != nil || m.IsZero() {
				t.Error(m, err)
			}
		}
		hand.Close()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got, want := out.String(), "\thello\n> \n\tlate\n> \n\tlate\n> \n"; got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	})
}
