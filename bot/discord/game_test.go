package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

const (
	testToken = discordtest.Token
	testApp   = discordtest.AppID
	// patience is how long a test waits before it gives up. It is long because machines may be busy.
	patience = time.Minute
)

var (
	ann  = discordtest.Person{ID: "9", Name: "ann"}
	room = discordtest.Place{Guild: "7", Channel: "70"}
	dm   = discordtest.Place{Channel: "71"}
)

// take returns the next value from a channel.
func take[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s: nothing came", what)
		panic("unreachable")
	}
}

// A game is a front end running against a stand-in.
type game struct {
	*discordtest.Server
	*handler
	t     *testing.T
	front *FrontEnd
	log   *logBook
	stop  context.CancelFunc
	done  chan error

	// requests has all calls, except for those about the gateway and the application.
	requests chan discordtest.Call
	// hellos has each IDENTIFY and RESUME, once it is answered.
	hellos chan discordtest.Hello
	// beats has the heartbeats.
	beats chan discordtest.Hello
	// closes has the codes with which the bot closed connections.
	closes chan int
}

// newGame prepares a front end; start runs it.
func newGame(t *testing.T, answer func(context.Context, chat.Request) chat.Reply) *game {
	t.Helper()
	t.Parallel()
	return anotherGame(t, discordtest.Options{FirstBy: -1}, answer)
}

// anotherGame prepares a front end and a server with options. A test may have several. They speak in
// memory, so a test may run in fake time.
func anotherGame(t *testing.T, o discordtest.Options, answer func(context.Context, chat.Request) chat.Reply) *game {
	t.Helper()
	g := &game{
		Server: discordtest.New(o), handler: &handler{answer: answer, sent: make(chan chat.Message, 100), failed: make(chan error, 100)},
		t: t, log: &logBook{wrote: make(chan struct{}, 1)}, done: make(chan error, 1),
		requests: make(chan discordtest.Call, 1000), hellos: make(chan discordtest.Hello, 1000), beats: make(chan discordtest.Hello, 1000), closes: make(chan int, 1000),
	}
	t.Cleanup(g.Close)
	calls := func(c discordtest.Call) {
		if c.Path != "gateway/bot" && c.Path != "applications/@me" {
			g.requests <- c
		}
	}
	g.Change(func(w *discordtest.World) { w.Calls = calls })
	g.gate(nil)
	front, err := New(Config{
		Token: testToken, APIURL: "http://discord.test/api/v9",
		Outfit: chat.Outfit{
			Logger: slog.New(slog.NewTextHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
			Broker: broker{}, Transport: func(http.RoundTripper) http.RoundTripper { return g.Server },
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	front.rest.dial = g.Dial
	// If a test wants deferrals, it sets these times itself.
	front.rest.timing = timing{
		deferAfter: patience, pressAfter: patience, typesAfter: patience, firstBy: patience, tokenLife: 15 * time.Minute, drain: patience,
		naming: patience, greeting: patience, beat: patience, identify: time.Millisecond, takeover: time.Second,
		shortest: time.Millisecond, longest: time.Millisecond, menuShortest: time.Millisecond, menuLongest: time.Millisecond, endpointCheck: patience,
	}
	g.front, g.handler.front = front, front
	t.Cleanup(func() {
		g.out.Wait()
		for range len(g.failed) {
			t.Errorf("Deliver: %v", <-g.failed)
		}
		for _, secret := range []string{testToken, discordtest.Secret} {
			if strings.Contains(g.log.String(), secret) {
				t.Errorf("the log tells %s:\n%s", secret, g.log)
			}
		}
	})
	return g
}

// gate records what the bot says to the gateway. If f is not nil, f says how the gateway answers.
func (g *game) gate(f func(discordtest.Hello) discordtest.Greeting) {
	gate := func(h discordtest.Hello) (greeting discordtest.Greeting) {
		if f != nil {
			greeting = f(h)
		}
		switch h.Op {
		case discordtest.Beat:
			g.beats <- h
		case discordtest.Closed:
			g.closes <- h.Code
		}
		return greeting
	}
	met := func(h discordtest.Hello) { g.hellos <- h }
	g.Change(func(w *discordtest.World) { w.Gate, w.Met = gate, met })
}

// fail makes calls fail with the faults that f returns.
func (g *game) fail(f func(discordtest.Call) *discordtest.Fault) {
	g.Change(func(w *discordtest.World) { w.Fail = f })
}

// refuse makes Discord refuse calls with the status and the body that f returns, unless the status is 0.
func (g *game) refuse(f func(discordtest.Call) (status int, body string)) {
	g.fail(func(c discordtest.Call) *discordtest.Fault {
		if status, body := f(c); status != 0 {
			return &discordtest.Fault{Code: status, Body: body}
		}
		return nil
	})
}

// command runs a command in the room. press presses a button of the message 4000 there.
func (g *game) command(name string) discordtest.Act { return g.acted(g.Command(room, ann, name)) }
func (g *game) press(data string) discordtest.Act   { return g.acted(g.Press(room, ann, "4000", data)) }

// event sends an interaction that a test has written.
func (g *game) event(raw string) {
	g.t.Helper()
	if err := g.Know(raw); err != nil {
		g.t.Error(err)
	}
	g.Event("7", "INTERACTION_CREATE", raw)
}

func (g *game) acted(a discordtest.Act, err error) discordtest.Act {
	g.t.Helper()
	if err != nil {
		g.t.Error(err)
	}
	return a
}

// run runs the front end, and does not wait for the connection.
func (g *game) run() {
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	go func() { g.done <- g.front.Run(ctx, g.handler) }()
}

// start runs the front end until the test ends, and waits until it is connected
// and has asked for the commands.
func (g *game) start() {
	g.t.Helper()
	g.run()
	g.t.Cleanup(g.end)
	take(g.t, "IDENTIFY", g.hellos)
	g.expect("GET commands")
}

// end ends Run.
func (g *game) end() {
	g.t.Helper()
	g.stop()
	if err := take(g.t, "the end of Run", g.done); err != nil {
		g.t.Error(err)
	}
}

// expect takes the next requests, and compares them with those wanted.
func (g *game) expect(want ...string) {
	g.t.Helper()
	for _, w := range want {
		if got := take(g.t, w, g.requests).String(); got != w {
			g.t.Errorf("request:\n got %s\nwant %s", got, w)
		}
	}
}

// expectInAnyOrder takes as many requests as are wanted, and compares them in any order.
func (g *game) expectInAnyOrder(want ...string) {
	g.t.Helper()
	var got []string
	for range want {
		got = append(got, take(g.t, want[0], g.requests).String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		g.t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// snowflake returns the ID of an event at a time.
func snowflake(at time.Time) string {
	// epoch is the beginning of Discord's time, in Unix ms.
	const epoch = 1420070400000
	return fmt.Sprint((at.UnixMilli() - epoch) << 22)
}

func slash(id, name string) string {
	return fmt.Sprintf(`{"id":"%s","application_id":"%s","token":"interaction-secret-%s","type":2,"guild_id":"7","channel_id":"70","locale":"en-US","context":0,
		"member":{"user":{"id":"9","username":"ann"},"permissions":"0"},"data":{"id":"1","type":1,"name":"%s"}}`, id, testApp, id, name)
}

func press(id, data string) string {
	return fmt.Sprintf(`{"id":"%s","application_id":"%s","token":"interaction-secret-%s","type":3,"guild_id":"7","channel_id":"70","locale":"en-US","context":0,
		"member":{"user":{"id":"9","username":"ann"},"permissions":"0"},"message":{"id":"4000","flags":0},"data":{"custom_id":"%s","component_type":2}}`, id, testApp, id, data)
}

// logBook stores what is logged.
type logBook struct {
	mu    sync.Mutex
	text  strings.Builder
	wrote chan struct{}
}

// until waits until a condition holds. It checks the condition whenever something is logged.
func (g *game) until(what string, is func() bool) {
	g.t.Helper()
	for late := time.After(patience); !is(); {
		select {
		case <-g.log.wrote:
		case <-late:
			g.t.Fatalf("in vain: %s\n%s", what, g.log)
		}
	}
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.wrote <- struct{}{}:
	default:
	}
	return l.text.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A handler answers by a function. It delivers the reply while the next request comes, and records the
// outcome.
type handler struct {
	answer func(context.Context, chat.Request) chat.Reply
	menu   []chat.MenuCommand
	// roles is what NeedsRole reports.
	roles bool
	front chat.FrontEnd
	// If hold is not nil, nothing is delivered before it is closed.
	hold chan struct{}

	out    sync.WaitGroup
	sent   chan chat.Message
	failed chan error
}

func (h *handler) Take(ctx context.Context, r chat.Request) {
	// This comes before the answer, so that a test that ends meanwhile waits for the delivery, too.
	h.out.Add(1)
	answered := false
	defer func() {
		// The answer has panicked.
		if !answered {
			h.out.Done()
		}
	}()
	reply := h.answer(ctx, r)
	answered = true
	go func() {
		defer h.out.Done()
		if h.hold != nil {
			<-h.hold
		}
		m, err := h.front.Deliver(context.Background(), replyTo(r, reply))
		switch {
		case err != nil:
			h.failed <- err
		case !reply.Silent:
			h.sent <- m
		}
	}()
}

func (h *handler) Offered(context.Context, chat.Request, string, string) {}

func (h *handler) Offers(context.Context, chat.Request) chat.Offers { return chat.Offers{} }

func (h *handler) Complete(_ context.Context, r chat.Request) []chat.MenuChoice {
	return []chat.MenuChoice{{Value: r.Input.Args[r.Input.Arg], Label: map[string]string{"en": r.Input.Arg}}}
}

func (h *handler) NeedsRole(context.Context, chat.Request) bool { return h.roles }
func (h *handler) Menu() []chat.MenuCommand                     { return h.menu }

// replyTo returns the delivery of the reply to a request.
func replyTo(r chat.Request, reply chat.Reply) chat.Delivery {
	return chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event, Locale: r.Locale, At: r.At, Reply: reply}
}

func say(text string) chat.Reply { return chat.Reply{Text: lines(text)} }

// A broker makes the replies that a front end gives by itself, in a few words.
type broker struct{}

func (broker) Broken(locale string) chat.Reply { return say("broken for " + locale) }

// Draw fails for the kind "none". For any other kind it returns the kind and the theme.
func (broker) Draw(p chat.Picture, dark bool) ([]byte, error) {
	if p.Kind == "none" {
		return nil, errors.New("no such kind")
	}
	return fmt.Appendf(nil, "PNG of %s, dark %v", p.Kind, dark), nil
}

func (broker) Searching(string) chat.Reply { return say("searching") }

func (broker) Elsewhere(locale string) chat.Reply { return say("elsewhere for " + locale) }
