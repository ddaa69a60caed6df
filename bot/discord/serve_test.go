package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

func TestAnswer(t *testing.T) {
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply { return say(r.Input.Name + " " + r.Person.Name) })
	g.start()
	g.command("help")
	g.expect(`callback type 4 "help ann"`)
	if m := take(t, "Sent", g.sent); m.ID != g.Sent()[0].ID || m.Place.Channel != "70" {
		t.Errorf("Sent %+v", m)
	}
}

// If a handler is slow, the answer is deferred within Discord's three seconds. Then it comes as an edit.
func TestSlowAnswerIsDeferred(t *testing.T) {
	asked := make(chan struct{})
	g := newGame(t, func(ctx context.Context, _ chat.Request) chat.Reply {
		<-asked
		return say("at last")
	})
	g.front.rest.timing.deferAfter = 5 * time.Millisecond
	g.start()
	g.command("slow")
	g.expect("callback type 5")
	close(asked)
	g.expect(`PATCH original "at last"`)
	take(t, "Sent", g.sent)
}

// If the handler searches for long, the person reads that instead of "is thinking…", whether the search begins before
// the answer is deferred or after that. The reply replaces it. A search that is over soon shows nothing.
func TestSearchIsShown(t *testing.T) {
	deferred := make(chan struct{})
	found := make(chan struct{})
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		if r.Input.Name == "late" {
			<-deferred
		}
		r.Leave()
		if r.Input.Name != "soon" {
			<-found
		}
		return say("found")
	})
	g.start()
	g.command("soon")
	g.expect(`callback type 4 "found"`)
	g.front.rest.timing.deferAfter = 5 * time.Millisecond
	g.command("early")
	g.expect("callback type 5", `PATCH original "searching"`)
	found <- struct{}{}
	g.expect(`PATCH original "found"`)
	g.command("late")
	g.expect("callback type 5")
	deferred <- struct{}{}
	g.expect(`PATCH original "searching"`)
	found <- struct{}{}
	g.expect(`PATCH original "found"`)
}

// If an interaction waits behind a slow one of its channel, its answer is deferred, too.
func TestQueuedAnswerIsDeferred(t *testing.T) {
	first := make(chan struct{})
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		if r.Input.Kind == chat.Command {
			<-first
		}
		return say(r.Input.Name + r.Input.Data)
	})
	g.front.rest.timing.deferAfter, g.front.rest.timing.pressAfter = 5*time.Millisecond, 5*time.Millisecond
	g.start()
	g.command("slow")
	g.expect("callback type 5")
	g.press("quick")
	g.expect("callback type 5 ephemeral")
	close(first)
	g.expectInAnyOrder(`PATCH original "slow"`,
		"DELETE original", `follow-up "quick"`)
}

// A deferral may have taken effect although Discord seemed to fail. A reply for everyone does not replace
// it, because then only the person might see the reply.
func TestDeferralOfUnknownEffect(t *testing.T) {
	asked := make(chan struct{})
	g := newGame(t, func(context.Context, chat.Request) chat.Reply {
		<-asked
		return say("a puzzle")
	})
	var once atomic.Bool
	g.fail(func(r discordtest.Call) *discordtest.Fault {
		if strings.HasSuffix(r.Path, "/callback") && once.CompareAndSwap(false, true) {
			return &discordtest.Fault{Code: 502, Body: "<html>", After: true}
		}
		return nil
	})
	g.front.rest.timing.pressAfter = 5 * time.Millisecond
	g.start()
	g.press("next")
	g.expect("callback type 5 ephemeral", "callback type 5 ephemeral")
	close(asked)
	g.expect("GET original", "DELETE original", `follow-up "a puzzle"`)
	take(t, "Sent", g.sent)
}

// Requests of one channel come in the order of their events.
func TestOrder(t *testing.T) {
	const n = 50
	order := make(chan string, n)
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		order <- r.Input.Name
		return chat.Reply{Silent: true}
	})
	g.start()
	for i := range n {
		g.command(fmt.Sprint(i))
	}
	for i := range n {
		if got := take(t, "a request", order); got != fmt.Sprint(i) {
			t.Fatalf("request %s came as number %d", got, i)
		}
	}
}

// The next event is taken while the answer to the one before is still being delivered.
func TestAnswersDoNotWaitForDeliveries(t *testing.T) {
	order, stuck := make(chan string, 2), make(chan struct{})
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		order <- r.Input.Name
		return say(r.Input.Name)
	})
	g.refuse(func(r discordtest.Call) (int, string) {
		if strings.Contains(r.String(), "first") {
			<-stuck
		}
		return 0, ""
	})
	g.start()
	g.command("first")
	g.command("second")
	for _, want := range []string{"first", "second"} {
		if got := take(t, want, order); got != want {
			t.Errorf("answered %s, want %s", got, want)
		}
	}
	g.expect(`callback type 4 "second"`)
	close(stuck)
	g.expect(`callback type 4 "first"`)
}

// If an event cannot be read but says whose it is, the person reads an apology. Neither such an event nor a
// panic of the handler makes others wait.
func TestBrokenEvents(t *testing.T) {
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		if r.Input.Name == "fault" {
			panic("fault in a handler")
		}
		return say("fine")
	})
	g.start()
	g.Event("7", "INTERACTION_CREATE", `{"id":7,"token":{}}`)
	g.Event("7", "INTERACTION_CREATE", `"none"`)
	g.Event("7", "INTERACTION_CREATE", `null`)
	// It does not say whom to tell.
	g.Event("7", "INTERACTION_CREATE", `{"id":"4","application_id":"2","type":2,"data":[]}`)
	g.Event("7", "MESSAGE_CREATE", `{"id":[]}`)
	g.Event("7", "GUILD_CREATE", `{"id":[]}`)
	g.Event("7", "NEW_IN_2027", `{}`)
	// Nobody waits for the answer to this one.
	g.Event("7", "INTERACTION_CREATE", `{"id":"3","application_id":"2","type":4,"token":"interaction-secret-3","locale":"de","data":[]}`)
	g.until("it is logged", func() bool { return strings.Contains(g.log.String(), "id=3") })
	g.Event("7", "INTERACTION_CREATE", `{"id":"1","application_id":"2","token":"interaction-secret-1","locale":"de","data":[]}`)
	g.expect(`callback type 4 ephemeral "broken for de"`)
	g.command("fault")
	g.command("help")
	g.expect(`callback type 4 "fine"`)
	if n := strings.Count(g.log.String(), "msg=panic"); n != 1 {
		t.Errorf("the panic was logged %d times", n)
	}
}

func TestRefusedForGood(t *testing.T) {
	for code, word := range map[int]string{4004: "DISCORD_TOKEN", 4013: "intents", 4014: "intents"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			g := newGame(t, nil)
			g.gate(func(h discordtest.Hello) (greeting discordtest.Greeting) {
				if h.Op == discordtest.Identified {
					greeting.Close = code
				}
				return greeting
			})
			g.run()
			defer g.stop()
			if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), word) || strings.Contains(err.Error(), testToken) {
				t.Errorf("Run: %v", err)
			}
		})
	}
	t.Run("401", func(t *testing.T) {
		g := newGame(t, nil)
		g.refuse(func(discordtest.Call) (int, string) { return 401, `{"message":"401: Unauthorized","code":0}` })
		g.run()
		defer g.stop()
		if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
			t.Errorf("Run: %v", err)
		}
	})
}

// A token that is reset while the bot runs ends Run when the next session begins.
func TestTokenReset(t *testing.T) {
	g := newGame(t, nil)
	g.run()
	defer g.stop()
	take(t, "IDENTIFY", g.hellos)
	g.until("it is let in", func() bool { return strings.Contains(g.log.String(), "connected to the gateway") })
	g.refuse(func(discordtest.Call) (int, string) { return 401, `{"message":"401: Unauthorized","code":0}` })
	g.Say(opInvalid, false)
	if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("Run: %v", err)
	}
}

// When Run is told to end, events that have begun are finished, and the gateway is closed properly.
// Events that were taken can still be answered after that.
func TestEndFinishesWhatWasBegun(t *testing.T) {
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	g := newGame(t, func(ctx context.Context, _ chat.Request) chat.Reply {
		close(begun)
		<-end
		if ctx.Err() != nil {
			return say("cut short")
		}
		return say("finished")
	})
	g.handler.hold = ended
	g.run()
	take(t, "IDENTIFY", g.hellos)
	g.expect("GET commands")
	g.command("help")
	take(t, "the request", begun)
	g.stop()
	select {
	case <-g.done:
		t.Error("Run has ended before its handler")
	default:
	}
	close(end)
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
	if code := take(t, "a close", g.closes); code != websocket.CloseNormalClosure {
		t.Errorf("closed with %d", code)
	}
	close(ended)
	g.expect(`callback type 4 "finished"`)
	take(t, "Sent", g.sent)
}

// A handler that does not return does not keep Run from returning.
func TestEndIsBounded(t *testing.T) {
	begun, never := make(chan struct{}), make(chan struct{})
	g := newGame(t, func(context.Context, chat.Request) chat.Reply {
		close(begun)
		<-never
		return chat.Reply{Silent: true}
	})
	g.front.rest.timing.drain = 50 * time.Millisecond
	defer close(never)
	g.run()
	take(t, "IDENTIFY", g.hellos)
	g.command("help")
	take(t, "the request", begun)
	g.end()
}

// A deferral that comes too late has no effect. If the interaction has been answered already, the deferral
// learns that.
func TestDeferral(t *testing.T) {
	g := newGame(t, nil)
	pending := func(raw string) *response {
		i, _, err := decode([]byte(raw))
		if err = errors.Join(err, g.Know(raw)); err != nil {
			t.Fatal(err)
		}
		return newResponse(g.front.rest, i, time.Now())
	}
	raw := slash(snowflake(time.Now()), "help")
	x, again := pending(raw), pending(raw)
	if _, err := x.deliver(t.Context(), say("at once")); err != nil {
		t.Fatal(err)
	}
	x.deferNow(t.Context(), deferredOpenly)
	g.expect(`callback type 4 "at once"`)
	if len(g.requests) != 0 || x.exchange.state != unanswered {
		t.Errorf("%d more requests, state %d", len(g.requests), x.exchange.state)
	}
	again.deferNow(t.Context(), deferredOpenly)
	g.expect("callback type 5")
	if again.exchange.state != answered {
		t.Errorf("state %d of what another process has answered", again.exchange.state)
	}
	raw = press(snowflake(time.Now()), "x")
	pressed, again := pending(raw), pending(raw)
	pressed.deferNow(t.Context(), deferredUpdate)
	again.deferNow(t.Context(), deferredUpdate)
	g.expect("callback type 6", "callback type 6")
	// In any other state a reply would replace the message that was pressed.
	if again.exchange.state != deferredUpdate {
		t.Errorf("state %d of a press that another process has answered", again.exchange.state)
	}
}

// If a pause is too long to wait for, the error has it.
func TestLongPauseIsHandedBack(t *testing.T) {
	g := newGame(t, nil)
	g.fail(func(discordtest.Call) *discordtest.Fault { return discordtest.TooMany(40*time.Second, false) })
	i, _, err := decode([]byte(slash(snowflake(time.Now()), "help")))
	if err != nil {
		t.Fatal(err)
	}
	var wanted *chat.RetryError
	_, err = newResponse(g.front.rest, i, time.Now()).deliver(t.Context(), say("x"))
	if !errors.As(err, &wanted) || wanted.After < 30*time.Second || len(g.requests) != 1 {
		t.Errorf("after %d requests: %v", len(g.requests), err)
	}
}

// If a call may have had its effect, it is repeated only if Discord would refuse the repetition.
func TestMayRepeat(t *testing.T) {
	down, ours := error(&apiError{}), error(&apiError{status: 400})
	server, limit := error(&apiError{status: 502}), error(&chat.RetryError{Err: &apiError{status: 429}})
	for _, c := range []struct {
		once bool
		err  error
		want bool
	}{
		{false, down, true}, {false, server, true}, {false, limit, true}, {false, ours, false}, {false, context.Canceled, false},
		{true, down, false}, {true, server, false}, {true, limit, true}, {true, ours, false},
	} {
		if got := (step{once: c.once}).mayRepeat(c.err); got != c.want {
			t.Errorf("once %v, %#v: %v", c.once, c.err, got)
		}
	}
}

// A gateway that lets the bot in and then says nothing does not keep Run from returning.
func TestEndWhileConnecting(t *testing.T) {
	g := newGame(t, nil)
	g.front.rest.timing.drain = 50 * time.Millisecond
	g.gate(func(h discordtest.Hello) discordtest.Greeting {
		return discordtest.Greeting{Silent: h.Op == discordtest.Identified}
	})
	g.run()
	take(t, "IDENTIFY", g.hellos)
	g.end()
}

// A first answer is tried again: at once if Discord fails, and after the pause that Discord asks for
// if a limit is used up.
func TestFirstAnswerIsRetried(t *testing.T) {
	g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("persistent") })
	failures := []*discordtest.Fault{{Code: 502, Body: "<html>"}, discordtest.TooMany(50*time.Millisecond, false), {Code: 500, Body: `{"code":0}`}, {}}
	var n atomic.Int32
	g.fail(func(r discordtest.Call) *discordtest.Fault {
		if i := int(n.Load()); strings.HasSuffix(r.Path, "/callback") && i < len(failures) {
			n.Add(1)
			return failures[i]
		}
		return nil
	})
	g.start()
	g.command("help")
	at := `callback type 4 "persistent"`
	g.expect(at, at, at, at, at)
	take(t, "Sent", g.sent)
}

// If an answer took effect although Discord seemed to fail, the second try learns that. Then an edit finds
// the message.
func TestFirstAnswerOfUnknownEffect(t *testing.T) {
	g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("heard") })
	var once atomic.Bool
	g.fail(func(r discordtest.Call) *discordtest.Fault {
		if strings.HasSuffix(r.Path, "/callback") && once.CompareAndSwap(false, true) {
			return &discordtest.Fault{Code: 502, Body: "<html>", After: true}
		}
		return nil
	})
	g.start()
	g.command("help")
	g.expect(`callback type 4 "heard"`, `callback type 4 "heard"`, `PATCH original "heard"`)
	if m := take(t, "Sent", g.sent); m.ID != g.Sent()[0].ID {
		t.Errorf("Sent %+v", m)
	}
}

// The text of an error has no secret, whatever the server or the network does.
func TestErrorsKeepSecrets(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.WriteHeader(500)
		fmt.Fprintf(w, `{"code":1,"message":"no route %s for %s"}`, q.URL, q.Header.Get("Authorization"))
	}))
	t.Cleanup(server.Close)
	for _, url := range []string{server.URL, "http://127.0.0.1:1/"} {
		f, err := New(Config{Token: testToken, APIURL: url})
		if err != nil {
			t.Fatal(err)
		}
		f.rest.timing.firstBy = 50 * time.Millisecond
		i, _, err := decode([]byte(slash("1573664773625610240", "help")))
		if err != nil {
			t.Fatal(err)
		}
		x := newResponse(f.rest, i, time.Now())
		_, err = x.deliver(t.Context(), say("x"))
		if err == nil || strings.Contains(err.Error(), testToken) || strings.Contains(err.Error(), "interaction-secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// deaf never answers.
type deaf struct{}

func (deaf) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestCallWithoutAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		front, err := New(Config{Token: testToken, APIURL: "http://discord.test/api/v9", Outfit: chat.Outfit{
			Transport: func(http.RoundTripper) http.RoundTripper { return deaf{} },
		}})
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		if err := front.rest.get(t.Context(), "gateway", nil); err == nil || time.Since(begun) != callFor {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// endless answers with a body that never ends.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	e.read += len(b)
	return len(b), nil
}

func (e *endless) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(e), Request: r}, nil
}

// If a response never ends, no more of it is read than the longest response may have.
func TestAnswerWithoutEnd(t *testing.T) {
	g := newGame(t, nil)
	body := &endless{}
	g.front.rest.http.Transport = body
	if err := g.front.rest.get(t.Context(), "gateway", nil); err == nil || body.read > 2*maxBody {
		t.Errorf("%v after %d bytes", err, body.read)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []Config{{}, {Token: "x", APIURL: ":"}} {
		if _, err := New(c); err == nil {
			t.Errorf("%+v: accepted", c)
		}
	}
}
