package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"reckon/bot"
)

func TestAnswer(t *testing.T) {
	g := newGame(t, func(_ context.Context, r bot.Request) bot.Reply { return say(r.Input.Name + " " + r.Player.Name) })
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "help ann"`)
	if got := take(t, "Sent", g.sent); !strings.HasPrefix(got, "discord:interaction:1573664773625610240 50") {
		t.Errorf("Sent %q", got)
	}
}

// A slow handler is waited for: Discord is asked for patience within its three
// seconds, and the answer comes by an edit.
func TestSlowAnswerIsDeferred(t *testing.T) {
	asked := make(chan struct{})
	g := newGame(t, func(ctx context.Context, _ bot.Request) bot.Reply {
		<-asked
		return say("at last")
	})
	g.front.pace.deferAfter = 5 * time.Millisecond
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "slow"))
	g.expect("POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 5")
	close(asked)
	g.expect("PATCH webhooks/" + testApp + `/interaction-secret-1573664773625610240/messages/@original "at last"`)
	take(t, "Sent", g.sent)
}

// An interaction that waits behind a slow one of its channel is deferred too.
func TestQueuedAnswerIsDeferred(t *testing.T) {
	first := make(chan struct{})
	g := newGame(t, func(_ context.Context, r bot.Request) bot.Reply {
		if r.Input.Kind == bot.Command {
			<-first
		}
		return say(r.Input.Name + r.Input.Data)
	})
	g.front.pace.deferAfter = 5 * time.Millisecond
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "slow"))
	g.expect("POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 5")
	g.event("INTERACTION_CREATE", press("1573664773625610241", "quick"))
	g.expect("POST interactions/1573664773625610241/interaction-secret-1573664773625610241/callback type 6")
	close(first)
	g.expect("PATCH webhooks/"+testApp+`/interaction-secret-1573664773625610240/messages/@original "slow"`,
		"POST webhooks/"+testApp+`/interaction-secret-1573664773625610241 "quick"`)
}

// Requests of one channel come in the order of their events.
func TestOrder(t *testing.T) {
	const n = 50
	order := make(chan string, n)
	g := newGame(t, func(_ context.Context, r bot.Request) bot.Reply {
		order <- r.Input.Name
		return bot.Reply{Silent: true}
	})
	g.start()
	for i := range n {
		g.event("INTERACTION_CREATE", slash(fmt.Sprint(1573664773625610240+i), fmt.Sprint(i)))
	}
	for i := range n {
		if got := take(t, "a request", order); got != fmt.Sprint(i) {
			t.Fatalf("request %s came as number %d", got, i)
		}
	}
}

func TestEventTwice(t *testing.T) {
	var seen atomic.Int32
	g := newGame(t, func(context.Context, bot.Request) bot.Reply {
		if seen.Add(1) > 1 {
			return bot.Reply{Silent: true}
		}
		return say("once")
	})
	g.start()
	at := "POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback"
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	g.expect(at+` type 4 "once"`, at+" type 5 ephemeral") // which is refused, and nothing is deleted
	g.event("INTERACTION_CREATE", slash("1573664773625610249", "help"))
	g.expect("POST interactions/1573664773625610249/interaction-secret-1573664773625610249/callback type 5 ephemeral",
		"DELETE webhooks/"+testApp+"/interaction-secret-1573664773625610249/messages/@original")
	if strings.Contains(g.log.String(), "ERROR") {
		t.Error(g.log)
	}
}

// A person is told when an event cannot be read or the handler panics, as far
// as the event tells whom to tell.
func TestBrokenEvents(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { panic("fault in a handler") })
	g.start()
	g.event("INTERACTION_CREATE", `{"id":7,"token":{}}`)
	g.event("INTERACTION_CREATE", `"none"`)
	g.event("INTERACTION_CREATE", `null`)
	g.event("MESSAGE_CREATE", `{"id":[]}`)
	g.event("GUILD_CREATE", `{"id":[]}`)
	g.event("NEW_IN_2027", `{}`)
	g.event("INTERACTION_CREATE", `{"id":"1","application_id":"2","token":"interaction-secret-1","locale":"de","data":[]}`)
	g.expect(`POST interactions/1/interaction-secret-1/callback type 4 ephemeral "broken for de"`)
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 ephemeral "broken for en-US"`)
	if n := strings.Count(g.log.String(), "fault in a handler"); n != 1 {
		t.Errorf("the panic was logged %d times", n)
	}
}

func TestDroppedConnectionIsResumed(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { return say("still here") })
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	take(t, "an answer", g.requests)
	g.cut()
	hello := take(t, "RESUME", g.hellos)
	if hello["op"] != 6 || hello["session_id"] != "S1" || hello["seq"] != 2.0 {
		t.Errorf("after a cut: %v", hello)
	}
	g.event("INTERACTION_CREATE", slash("1573664773625610241", "help"))
	take(t, "an answer after the cut", g.requests)
}

// A connection whose heartbeats are not acknowledged is left in a way that lets
// it be resumed.
func TestDeadConnectionIsResumed(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { return say("still here") })
	g.beat, g.front.pace.silence = 500*time.Millisecond, 1500*time.Millisecond
	g.start()
	g.mu.Lock()
	g.mute = true
	g.mu.Unlock()
	if code := take(t, "a close", g.closes); code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		t.Errorf("closed with %d, which ends the session", code)
	}
	if hello := take(t, "RESUME", g.hellos); hello["op"] != 6 {
		t.Errorf("after a silence: %v", hello)
	}
}

func TestRefusedForGood(t *testing.T) {
	for code, word := range map[int]string{4004: "DISCORD_TOKEN", 4013: "intents", 4014: "intents"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			g := newGame(t, nil)
			g.greet = func(c *websocket.Conn) bool {
				if err := c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(patience)); err != nil {
					t.Error(err)
				}
				return true
			}
			g.run()
			defer g.stop()
			if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), word) || strings.Contains(err.Error(), testToken) {
				t.Errorf("Run: %v", err)
			}
		})
	}
	t.Run("401", func(t *testing.T) {
		g := newGame(t, nil)
		g.refuse = func(request) (int, string) { return 401, `{"message":"401: Unauthorized","code":0}` }
		g.run()
		defer g.stop()
		if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
			t.Errorf("Run: %v", err)
		}
	})
}

// A panic in what a front end calls after the answer ends with the request.
func TestPanicAfterAnswer(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { return say("fine") })
	close(g.sent) // Sent will panic
	g.start()
	for _, id := range []string{"1573664773625610240", "1573664773625610241"} {
		g.event("INTERACTION_CREATE", slash(id, "help"))
		g.expect("POST interactions/" + id + "/interaction-secret-" + id + `/callback type 4 "fine"`)
	}
}

// What was begun when Run is asked to end is answered and reported, and the
// gateway is left properly.
func TestEndFinishesAnswers(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	g := newGame(t, func(ctx context.Context, _ bot.Request) bot.Reply {
		close(begun)
		<-end
		if ctx.Err() != nil {
			return say("cut short")
		}
		return say("finished")
	})
	g.run()
	take(t, "IDENTIFY", g.hellos)
	g.expect("GET applications/" + testApp + "/commands")
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	take(t, "the request", begun)
	g.stop()
	close(end)
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "finished"`)
	take(t, "Sent", g.sent)
	if code := take(t, "a close", g.closes); code != websocket.CloseNormalClosure {
		t.Errorf("closed with %d", code)
	}
}

// A gateway that lets the bot in and then says nothing does not keep Run from
// ending.
func TestEndWhileConnecting(t *testing.T) {
	g := newGame(t, nil)
	g.front.pace.drain = 50 * time.Millisecond
	g.greet = func(*websocket.Conn) bool { return true }
	g.run()
	take(t, "IDENTIFY", g.hellos)
	g.stop()
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
}

// A first answer is tried again, at once where Discord fails and after the
// pause it wants where it limits.
func TestFirstAnswerIsRetried(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { return say("persistent") })
	failures := []struct {
		status int
		body   string
	}{{502, "<html>"}, {429, `{"message":"slow down","retry_after":0.05,"global":false}`}, {500, `{"code":0}`}}
	var n atomic.Int32
	g.refuse = func(r request) (int, string) {
		if i := int(n.Load()); strings.HasSuffix(r.path, "/callback") && i < len(failures) {
			n.Add(1)
			return failures[i].status, failures[i].body
		}
		return 0, ""
	}
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	at := `POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "persistent"`
	g.expect(at, at, at, at)
	take(t, "Sent", g.sent)
}

// If an answer had its effect though Discord seemed to fail, the second try is
// told so; the message is then found by editing it.
func TestFirstAnswerOfUnknownEffect(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { return say("heard") })
	var once atomic.Bool
	g.refuse = func(r request) (int, string) {
		if strings.HasSuffix(r.path, "/callback") && once.CompareAndSwap(false, true) {
			g.obey(r)
			return 502, "<html>"
		}
		return 0, ""
	}
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	at := `POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "heard"`
	g.expect(at, at, "PATCH webhooks/"+testApp+`/interaction-secret-1573664773625610240/messages/@original "heard"`)
	if got := take(t, "Sent", g.sent); !strings.HasPrefix(got, "discord:interaction:1573664773625610240 50") {
		t.Errorf("Sent %q", got)
	}
}

// A message Discord will not have is no reason to leave a person waiting.
func TestRefusedAnswer(t *testing.T) {
	g := newGame(t, func(context.Context, bot.Request) bot.Reply { return say("unacceptable") })
	var once atomic.Bool
	g.refuse = func(r request) (int, string) {
		if strings.HasSuffix(r.path, "/callback") && once.CompareAndSwap(false, true) {
			return 400, `{"code":50035,"message":"Invalid Form Body"}`
		}
		return 0, ""
	}
	g.start()
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	at := "POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4"
	g.expect(at+` "unacceptable"`, at+` ephemeral "broken for en-US"`)
}

func TestPostAndEdit(t *testing.T) {
	g := newGame(t, nil)
	chat := bot.Chat{Network: "discord", ID: "70"}
	m, err := g.front.Post(t.Context(), chat, "daily:2026-11-21:discord:70", say("daily"))
	if err != nil || m.Chat != chat || m.ID == "" {
		t.Fatal(m, err)
	}
	r := take(t, "a post", g.requests)
	nonce, _ := r.body["nonce"].(string)
	if len(nonce) != maxNonce || r.body["enforce_nonce"] != true || r.path != "channels/70/messages" {
		t.Errorf("posted %v to %s", r.body, r.path)
	}
	if err := g.front.Edit(t.Context(), m, say("closed")); err != nil {
		t.Error(err)
	}
	g.expect("PATCH channels/70/messages/" + m.ID + ` "closed"`)
}

func TestPostErrors(t *testing.T) {
	retry := func(err error) bool {
		var e *bot.RetryError
		return errors.As(err, &e) && e.After == 1500*time.Millisecond
	}
	gone := func(err error) bool { return errors.Is(err, bot.ErrGone) }
	plain := func(err error) bool { return err != nil && !retry(err) && !gone(err) }
	for _, c := range []struct {
		status int
		body   string
		is     func(error) bool
	}{
		{403, `{"code":50001,"message":"Missing Access"}`, gone},
		{403, `{"code":50013,"message":"Missing Permissions"}`, gone},
		{403, `{"code":50007,"message":"Cannot send messages to this user"}`, gone},
		{404, `{"code":10003,"message":"Unknown Channel"}`, gone},
		{404, `{"code":10008,"message":"Unknown Message"}`, gone},
		{403, `<html>`, gone},
		{429, `{"retry_after":1.5,"global":false,"message":"slow down"}`, retry},
		{429, `<html>`, plain},
		{500, `{"code":0}`, plain},
		{502, `<html>`, plain},
		{503, ``, plain},
		{400, `{"code":50035,"message":"Invalid Form Body"}`, plain},
		{401, `{"code":0,"message":"401: Unauthorized"}`, plain},
	} {
		t.Run(fmt.Sprint(c.status, c.body), func(t *testing.T) {
			g := newGame(t, nil)
			g.refuse = func(request) (int, string) { return c.status, c.body }
			_, err := g.front.Post(t.Context(), bot.Chat{ID: "70"}, "n", say("x"))
			if !c.is(err) {
				t.Errorf("Post: %v", err)
			}
			if len(g.requests) != 1 {
				t.Errorf("%d requests", len(g.requests))
			}
			if err := g.front.Edit(t.Context(), bot.Message{Chat: bot.Chat{ID: "71"}, ID: "5"}, say("x")); !c.is(err) {
				t.Errorf("Edit: %v", err)
			}
		})
	}
}

// A channel whose limit is used up costs no request, and no other channel waits.
func TestPostKeepsToLimits(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	f, err := New(Config{Token: testToken, APIURL: serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "40")
		fmt.Fprint(w, `{"id":"1"}`)
	})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Post(t.Context(), bot.Chat{ID: "70"}, "a", say("x")); err != nil {
		t.Fatal(err)
	}
	var wait *bot.RetryError
	if _, err := f.Post(t.Context(), bot.Chat{ID: "70"}, "b", say("x")); !errors.As(err, &wait) || wait.After < 30*time.Second {
		t.Errorf("a second post: %v", err)
	}
	if _, err := f.Post(t.Context(), bot.Chat{ID: "71"}, "c", say("x")); err != nil {
		t.Errorf("another channel: %v", err)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// A limiter is kept while it is of use and then let go, with its buckets.
func TestLimiterForgets(t *testing.T) {
	var l limiter
	began := time.Now()
	first := l.current(began)
	if l.current(began.Add(limiterLife)) != first {
		t.Error("replaced too early")
	}
	if l.current(began.Add(limiterLife+1)) == first {
		t.Error("kept for ever")
	}
}

// No error text tells a secret, whatever the server or the network does.
func TestErrorsKeepSecrets(t *testing.T) {
	t.Parallel()
	echo := serve(t, func(w http.ResponseWriter, q *http.Request) {
		w.WriteHeader(500)
		fmt.Fprintf(w, `{"code":1,"message":"no route %s for %s"}`, q.URL, q.Header.Get("Authorization"))
	})
	for _, url := range []string{echo, "http://127.0.0.1:1/"} {
		f, err := New(Config{Token: testToken, APIURL: url})
		if err != nil {
			t.Fatal(err)
		}
		f.pace.firstBy = 50 * time.Millisecond
		i, _, err := decode([]byte(slash("1573664773625610240", "help")))
		if err != nil {
			t.Fatal(err)
		}
		x := newExchange(f, i, time.Now())
		_, err = x.deliver(t.Context(), say("x"))
		if err == nil || strings.Contains(err.Error(), testToken) || strings.Contains(err.Error(), "interaction-secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []Config{{}, {Token: "x", APIURL: "discord.com/api"}, {Token: "x", APIURL: "ftp://discord.com"}, {Token: "x", APIURL: ":"}} {
		if _, err := New(c); err == nil {
			t.Errorf("%+v: accepted", c)
		}
	}
}
