package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
)

const testEndpoint = "https://bot.example.org/discord"

const ping = `{"id":"1","application_id":"` + testApp + `","type":1,"token":"ping"}`

// newPosted makes a game whose interactions are posted.
func newPosted(t *testing.T, answer func(context.Context, chat.Request) chat.Reply) *game {
	g := newGame(t, answer)
	g.front.endpoint.url = testEndpoint
	g.front.pace.look = time.Millisecond
	return g
}

// signed makes the header of a post, as of a time.
func (d *standIn) signed(body string, at time.Time) http.Header {
	h := http.Header{}
	stamp := strconv.FormatInt(at.Unix(), 10)
	h.Set("X-Signature-Timestamp", stamp)
	h.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(d.key, []byte(stamp+body))))
	return h
}

// post posts a body as Discord does, and tells how it was answered.
func (g *game) post(body string) (int, string) {
	status, answer := g.front.Post(g.standIn.t.Context(), g.signed(body, time.Now()), []byte(body))
	return status, string(answer)
}

// startPosted runs the front end until the test ends, and waits until the end point
// is set.
func (g *game) startPosted() {
	g.standIn.t.Helper()
	g.run()
	g.standIn.t.Cleanup(func() {
		g.stop()
		if err := take(g.standIn.t, "the end of Run", g.done); err != nil {
			g.standIn.t.Error(err)
		}
	})
	g.until("the end point is set", func() bool { return g.endpoint == testEndpoint })
}

// until waits for something about a stand-in.
func (d *standIn) until(what string, is func() bool) {
	d.t.Helper()
	for end := time.Now().Add(patience); ; {
		d.mu.Lock()
		ok := is()
		d.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(end) {
			d.t.Fatalf("in vain: %s", what)
		}
		if !chat.Pause(d.t.Context(), time.Millisecond) {
			return
		}
	}
}

// What is posted is answered by a call of its own; no gateway is opened.
func TestPost(t *testing.T) {
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply {
		if r.Input.Name == "fault" {
			panic("fault in a handler")
		}
		return say(r.Input.Name)
	})
	g.startPosted()
	g.expect("GET applications/" + testApp + "/commands")
	for i, name := range []string{"fault", "help", "24"} {
		id := strconv.Itoa(1573664773625610240 + i)
		if status, answer := g.post(slash(id, name)); status != 202 || answer != "" {
			t.Errorf("%s: answered %d %s", name, status, answer)
		}
		if name != "fault" {
			g.expect(`POST interactions/` + id + `/interaction-secret-` + id + `/callback type 4 "` + name + `"`)
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

// An interaction that is posted again, also by whoever has seen it, is answered once.
func TestPostTwice(t *testing.T) {
	gate := make(chan struct{})
	n := make(chan string, 10)
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply {
		n <- r.Key
		<-gate
		return say("once")
	})
	g.startPosted()
	g.expect("GET applications/" + testApp + "/commands")
	body := slash("1573664773625610240", "help")
	h := g.signed(body, time.Now())
	for range 3 {
		if status, _ := g.front.Post(t.Context(), h, []byte(body)); status != 202 {
			t.Errorf("answered %d", status)
		}
	}
	close(gate)
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "once"`)
	take(t, "Sent", g.sent)
	if len(n) != 1 || len(g.requests) != 0 {
		t.Errorf("taken %d times, and %d requests more", len(n), len(g.requests))
	}
}

// A process that has just been started is posted to before it knows the key: it is
// answered as soon as that is known.
func TestPostBeforeTheBeginning(t *testing.T) {
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply { return say("taken") })
	early := make(chan int, 1)
	body := slash("1573664773625610240", "help")
	h := g.signed(body, time.Now())
	go func() {
		status, _ := g.front.Post(t.Context(), h, []byte(body))
		early <- status
	}()
	g.startPosted()
	if status := take(t, "the answer", early); status != 202 {
		t.Errorf("answered %d", status)
	}
}

func TestPostFaults(t *testing.T) {
	g := newPosted(t, func(_ context.Context, r chat.Request) chat.Reply { return say("taken") })
	body := slash("1573664773625610240", "help")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if status, _ := g.front.Post(gone, g.signed(body, time.Now()), []byte(body)); status != 503 {
		t.Errorf("before the key is known, to who waits no longer: %d", status)
	}
	g.startPosted()
	g.expect("GET applications/" + testApp + "/commands")
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
		"posted anew later": {func(h http.Header) { copyHeader(h, g.signed(body, now.Add(-staleAfter-time.Minute))) }, body, 401, ""},
		"posted from ahead": {func(h http.Header) { copyHeader(h, g.signed(body, now.Add(staleAfter+time.Minute))) }, body, 401, ""},
		"no number for time": {func(h http.Header) {
			h.Set(timestampHeader, "x")
			h.Set(signatureHeader, hex.EncodeToString(ed25519.Sign(g.key, []byte("x"+body))))
		}, body, 401, ""},
		"no JSON": {nil, "{", 400, ""},
	} {
		h := g.signed(c.body, now)
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

// Discord tries an end point before it takes it: by then it answers. What Discord has
// removed is set again, and what it refuses is tried again.
func TestEndpointIsSet(t *testing.T) {
	g := newPosted(t, nil)
	refused := 0
	g.refuse = func(r request) (int, string) {
		if r.method != http.MethodPatch {
			return 0, ""
		}
		if status, answer := g.post(ping); status != 200 || answer != pong {
			t.Errorf("a PING before the end point is set is answered %d %s", status, answer)
		}
		if refused++; refused < 3 {
			return 400, `{"code":50035,"message":"Invalid Form Body"}`
		}
		return 0, ""
	}
	g.startPosted()
	if log := g.log.String(); strings.Count(log, "RECKON_URL") != 2 {
		t.Errorf("want to be told twice that it is not set:\n%s", log)
	}
	g.mu.Lock()
	g.endpoint = ""
	g.mu.Unlock()
	g.until("it is set again", func() bool { return g.endpoint == testEndpoint })
	g.mu.Lock()
	defer g.mu.Unlock()
	if want := []string{testEndpoint, testEndpoint}; !slices.Equal(g.changes, want) {
		t.Errorf("changed to %q, want %q", g.changes, want)
	}
}

// Without an address interactions come by the gateway again.
func TestEndpointIsRemoved(t *testing.T) {
	g := newGame(t, nil)
	g.endpoint = testEndpoint
	g.start()
	g.until("it is removed", func() bool { return g.endpoint == "" })
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.changes) != 1 {
		t.Errorf("changed to %q", g.changes)
	}
}

// The end finishes what was taken, takes no more, and leaves the end point to others.
func TestPostsAtTheEnd(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	g := newPosted(t, func(context.Context, chat.Request) chat.Reply {
		close(begun)
		<-end
		return say("finished")
	})
	g.run()
	g.expect("GET applications/" + testApp + "/commands")
	g.until("the end point is set", func() bool { return g.endpoint == testEndpoint })
	if status, _ := g.post(slash("1573664773625610240", "help")); status != 202 {
		t.Fatalf("answered %d", status)
	}
	take(t, "the request", begun)
	g.stop()
	g.until("no more is taken", func() bool {
		status, _ := g.front.Post(context.Background(), g.signed(slash("1573664773625610241", "late"), time.Now()), []byte(slash("1573664773625610241", "late")))
		return status == 503
	})
	close(end)
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "finished"`)
	if status, answer := g.post(ping); status != 200 || answer != pong {
		t.Errorf("a PING at the end is answered %d %s", status, answer)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.endpoint != testEndpoint {
		t.Error("the end removes what others serve")
	}
}

func TestPostedTokenRefused(t *testing.T) {
	g := newPosted(t, nil)
	g.refuse = func(request) (int, string) { return 401, `{"message":"401: Unauthorized","code":0}` }
	g.run()
	defer g.stop()
	if err := take(t, "the end of Run", g.done); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("Run: %v", err)
	}
}
