package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

const ping = `{"id":"1","application_id":"` + testApp + `","type":1,"token":"ping"}`

// newPosted makes a game in which interactions are posted to the front end.
func newPosted(t *testing.T, answer func(context.Context, chat.Request) chat.Reply) *game {
	g := newGame(t, answer)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		status, answer := g.front.Post(r.Context(), r.Header, body)
		w.WriteHeader(status)
		// The server may have stopped.
		_, _ = w.Write(answer)
	}))
	t.Cleanup(server.Close)
	g.front.endpoint.url = server.URL
	return g
}

// post posts a body to the front end itself, and returns the status and the answer.
func (g *game) post(body string) (int, string) {
	status, answer := g.front.Post(context.Background(), g.Sign([]byte(body), time.Now()), []byte(body))
	return status, string(answer)
}

// posted returns where Discord posts interactions.
func (g *game) posted() (url string) {
	g.Change(func(w *discordtest.World) { url = w.Endpoint })
	return url
}

// startPosted runs the front end until the test ends, and waits until the end point
// is set.
func (g *game) startPosted() {
	g.t.Helper()
	g.run()
	g.t.Cleanup(g.end)
	g.expect("GET commands")
	g.until("the end point is set", func() bool { return strings.Contains(g.log.String(), "end point is changed") })
}

// A posted interaction is answered by a call of its own. No gateway is opened.
func TestPost(t *testing.T) {
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply {
		if r.Input.Name == "fault" {
			panic("fault in a handler")
		}
		return say(r.Input.Name)
	})
	g.startPosted()
	for _, name := range []string{"fault", "help", "24"} {
		g.command(name)
		if name != "fault" {
			g.expect(`callback type 4 "` + name + `"`)
			take(t, "Sent", g.sent)
		}
	}
	if len(g.hellos) != 0 {
		t.Error("the gateway was opened")
	}
	if got := g.log.String(); strings.Count(got, "msg=panic") != 1 || strings.Count(got, "end point is changed") != 1 {
		t.Errorf("want one panic, and the end point set once:\n%s", got)
	}
}

// If an interaction is posted again, perhaps by somebody who has seen it, it is answered only once.
func TestPostTwice(t *testing.T) {
	gate := make(chan struct{})
	n := make(chan string, 10)
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply {
		n <- r.Key
		<-gate
		return say("once")
	})
	g.startPosted()
	body := slash(snowflake(time.Now()), "help")
	if err := g.Know(body); err != nil {
		t.Fatal(err)
	}
	h := g.Sign([]byte(body), time.Now())
	for range 3 {
		if status, _ := g.front.Post(t.Context(), h, []byte(body)); status != 202 {
			t.Errorf("answered %d", status)
		}
	}
	close(gate)
	g.expect(`callback type 4 "once"`)
	take(t, "Sent", g.sent)
	if len(n) != 1 || len(g.requests) != 0 {
		t.Errorf("taken %d times, and %d requests more", len(n), len(g.requests))
	}
}

// Discord may post to a process that has just started and does not know the key yet. The post is answered
// as soon as the key is known.
func TestPostBeforeTheBeginning(t *testing.T) {
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply { return say("taken") })
	early := make(chan int, 1)
	body := slash(snowflake(time.Now()), "help")
	if err := g.Know(body); err != nil {
		t.Fatal(err)
	}
	h := g.Sign([]byte(body), time.Now())
	go func() {
		status, _ := g.front.Post(t.Context(), h, []byte(body))
		early <- status
	}()
	g.run()
	t.Cleanup(g.end)
	g.expectInAnyOrder("GET commands", `callback type 4 "taken"`)
	if status := take(t, "the answer", early); status != 202 {
		t.Errorf("answered %d", status)
	}
}

func TestPostFaults(t *testing.T) {
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply { return say("taken") })
	body := slash("1573664773625610240", "help")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if status, _ := g.front.Post(gone, g.Sign([]byte(body), time.Now()), []byte(body)); status != 503 {
		t.Errorf("before the key is known, after the wait: %d", status)
	}
	g.startPosted()
	other := ed25519.NewKeyFromSeed(make([]byte, 32))
	now := time.Now()
	for name, c := range map[string]struct {
		change func(http.Header)
		body   string
		status int
		answer string
	}{
		"PING":              {nil, ping, 200, `{"type":1}`},
		"no headers":        {func(h http.Header) { h.Del(signatureHeader); h.Del(timestampHeader) }, body, 401, ""},
		"no timestamp":      {func(h http.Header) { h.Del(timestampHeader) }, body, 401, ""},
		"another timestamp": {func(h http.Header) { h.Set(timestampHeader, fmt.Sprint(now.Unix()+60)) }, body, 401, ""},
		"a bit flipped":     {func(h http.Header) { s := h.Get(signatureHeader); h.Set(signatureHeader, flip(s)) }, body, 401, ""},
		"a PING, unsigned":  {func(h http.Header) { h.Set(signatureHeader, strings.Repeat("0", 128)) }, ping, 401, ""},
		"not hex":           {func(h http.Header) { h.Set(signatureHeader, strings.Repeat("zz", 64)) }, body, 401, ""},
		"too short":         {func(h http.Header) { h.Set(signatureHeader, "00") }, body, 401, ""},
		"another's key": {func(h http.Header) {
			h.Set(signatureHeader, hex.EncodeToString(ed25519.Sign(other, []byte(h.Get(timestampHeader)+body))))
		}, body, 401, ""},
		"posted anew later": {func(h http.Header) { copyHeader(h, g.Sign([]byte(body), now.Add(-staleAfter-time.Minute))) }, body, 401, ""},
		"posted from ahead": {func(h http.Header) { copyHeader(h, g.Sign([]byte(body), now.Add(staleAfter+time.Minute))) }, body, 401, ""},
		"no number for time": {func(h http.Header) {
			h.Set(timestampHeader, "x")
			h.Set(signatureHeader, hex.EncodeToString(ed25519.Sign(g.Key, []byte("x"+body))))
		}, body, 401, ""},
		"no JSON": {nil, "{", 400, ""},
	} {
		h := g.Sign([]byte(c.body), now)
		if c.change != nil {
			c.change(h)
		}
		if status, answer := g.front.Post(t.Context(), h, []byte(c.body)); status != c.status || string(answer) != c.answer {
			t.Errorf("%s: %d %s, want %d %s", name, status, answer, c.status, c.answer)
		}
	}
	if len(g.requests) != 0 || len(g.sent) != 0 {
		t.Error("something of it was taken")
	}
}

func flip(signature string) string {
	last := "0"
	if strings.HasSuffix(signature, last) {
		last = "1"
	}
	return signature[:len(signature)-1] + last
}

func copyHeader(to, from http.Header) {
	for k := range from {
		to.Set(k, from.Get(k))
	}
}

// Discord tests an end point before it accepts it. By then the end point answers. If Discord removes the
// end point, it is set again. If Discord refuses it, the bot tries again.
func TestEndpointIsSet(t *testing.T) {
	g := newPosted(t, nil)
	g.front.rest.timing.endpointCheck = time.Millisecond
	refused := 0
	g.refuse(func(r discordtest.Call) (int, string) {
		if r.Method == http.MethodPatch {
			refused++
			if refused < 3 {
				return 400, `{"code":50035,"message":"Invalid Form Body"}`
			}
		}
		return 0, ""
	})
	g.startPosted()
	if log := g.log.String(); strings.Count(log, "RECKON_URL") != 2 {
		t.Errorf("want to be told twice that it is not set:\n%s", log)
	}
	g.Change(func(w *discordtest.World) { w.Endpoint = "" })
	g.until("it is set again", func() bool { return strings.Count(g.log.String(), "end point is changed") == 2 })
	if g.posted() != g.front.endpoint.url {
		t.Errorf("the end point is %q", g.posted())
	}
}

// If Discord is away at the start, the bot tries again after short pauses. Then it sets the end point and
// registers the commands.
func TestEndpointAfterAnOutage(t *testing.T) {
	g := newPosted(t, nil)
	g.front.rest.timing.menuShortest, g.front.rest.timing.menuLongest = time.Hour, time.Hour
	var mu sync.Mutex
	tried := map[string]int{}
	g.fail(func(c discordtest.Call) *discordtest.Fault {
		mu.Lock()
		defer mu.Unlock()
		tried[c.Path]++
		if tried[c.Path] < 2*triesToRegister {
			return &discordtest.Fault{}
		}
		return nil
	})
	g.run()
	g.t.Cleanup(g.end)
	for _, what := range []string{"end point is changed", "commands are registered"} {
		g.until(what, func() bool { return strings.Contains(g.log.String(), what) })
	}
}

// If there is no address, interactions come by the gateway again.
func TestEndpointIsRemoved(t *testing.T) {
	g := newGame(t, nil)
	g.Change(func(w *discordtest.World) { w.Endpoint = "https://bot.example.org/discord" })
	g.start()
	g.until("it is removed", func() bool { return strings.Contains(g.log.String(), "end point is changed") })
	if g.posted() != "" {
		t.Errorf("the end point is %q", g.posted())
	}
}

// At the end, events that have begun are finished, and no others are taken. The end point stays set for
// other processes.
func TestPostsAtTheEnd(t *testing.T) {
	begun, end := make(chan struct{}, 2), make(chan struct{})
	g := newPosted(t, func(context.Context, chat.Request) chat.Reply {
		begun <- struct{}{}
		<-end
		return say("finished")
	})
	g.run()
	g.expect("GET commands")
	g.until("the end point is set", func() bool { return strings.Contains(g.log.String(), "end point is changed") })
	g.command("help")
	take(t, "the request", begun)
	g.stop()
	// This event is ignored until then.
	late := strings.Replace(slash(snowflake(time.Now()), "late"), `"type":2`, `"type":77`, 1)
	for status := 0; status != 503; status, _ = g.post(late) {
		if status != 0 && status != 202 {
			t.Fatalf("answered %d", status)
		}
	}
	close(end)
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
	g.expect(`callback type 4 "finished"`)
	if status, answer := g.post(ping); status != 200 || answer != pong {
		t.Errorf("a PING at the end is answered %d %s", status, answer)
	}
	if g.posted() != g.front.endpoint.url {
		t.Error("the end removes what others serve")
	}
}

func TestPostedTokenRefused(t *testing.T) {
	g := newPosted(t, nil)
	g.refuse(func(discordtest.Call) (int, string) { return 401, `{"message":"401: Unauthorized","code":0}` })
	g.run()
	defer g.stop()
	if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("Run: %v", err)
	}
}

// If interactions are posted, Discord also posts that the bot was added to a server. The server is greeted
// as it would be by the gateway. If the bot could not take in a post, Discord posts it again.
func TestPostedServer(t *testing.T) {
	taken := make(chan chat.Request, 10)
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply {
		taken <- r
		return say("hello")
	})
	joined := time.Now().Add(-time.Second).UTC().Truncate(time.Second)
	g.Change(func(w *discordtest.World) {
		w.Guilds["7"] = `{"id":"7","name":"Club","owner_id":"1","system_channel_id":"71","preferred_locale":"zh-TW","roles":[{"id":"7","permissions":"3072"}]}`
		w.Guilds["7/channels"] = `[{"id":"70","type":0,"position":0},{"id":"71","type":0,"position":1}]`
	})
	g.startPosted()
	g.until("events are posted", func() bool { return strings.Contains(g.log.String(), "new servers are posted") })
	member := fmt.Sprintf(`{"user":{"id":%q},"roles":[],"joined_at":%q}`, testApp, joined.Format(time.RFC3339))
	for _, c := range []struct {
		member string
		status int
	}{{"", 204}, {member, 204}} {
		g.Change(func(w *discordtest.World) { w.Guilds["7/members/"+testApp] = c.member })
		if status, err := g.Authorize("7"); err != nil || status != c.status {
			t.Errorf("answered %d, %v", status, err)
		}
	}
	var greeting discordtest.Call
	// First the bot asks for the server.
	for greeting.Method != http.MethodPost {
		greeting = take(t, "a call", g.requests)
	}
	if greeting.Path != "channels/71/messages" {
		t.Errorf("greeted by %s", greeting.Path)
	}
	r := take(t, "a request", taken)
	if want := fmt.Sprintf("discord:joined:7:%d", joined.Unix()); r.Key != want || r.Place.Channel != "71" || r.Place.Title != "Club" || r.Input.Kind != chat.Joined {
		t.Errorf("%+v, want the key %s", r, want)
	}
	g.Change(func(w *discordtest.World) {
		w.Fail = func(c discordtest.Call) *discordtest.Fault {
			if strings.HasPrefix(c.Path, "guilds/") {
				return discordtest.Refusal(502, 0, "away")
			}
			return nil
		}
	})
	if status, err := g.Authorize("7"); err != nil || status != 503 {
		t.Errorf("while Discord's API is away it is answered %d, %v", status, err)
	}
}

// If a host has events posted to another address, that address stays.
func TestEventsElsewhere(t *testing.T) {
	g := newPosted(t, nil)
	g.Change(func(w *discordtest.World) { w.Events = "https://host.example/events" })
	g.startPosted()
	var posted string
	g.Change(func(w *discordtest.World) { posted = w.Events })
	if posted != "https://host.example/events" || strings.Contains(g.log.String(), "not greeted") {
		t.Errorf("events are posted to %q\n%s", posted, g.log)
	}
}

// If the gateway is used again, neither interactions nor events are posted any more.
func TestEventsByTheGateway(t *testing.T) {
	g := newGame(t, nil)
	g.Change(func(w *discordtest.World) {
		w.Endpoint = "https://bot.example.org/discord"
		w.Events = w.Endpoint
	})
	g.start()
	g.until("the end point is removed", func() bool { return strings.Contains(g.log.String(), "end point is changed") })
	g.Change(func(w *discordtest.World) {
		if w.Endpoint != "" || w.Events != "" {
			t.Errorf("interactions are posted to %q, events to %q", w.Endpoint, w.Events)
		}
	})
}
