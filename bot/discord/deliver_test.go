package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

var (
	guild  = chat.Place{Network: "discord", Community: "7", Channel: "70"}
	direct = chat.Place{Network: "discord", Community: "70", Private: true}
)

// unasked returns the delivery of a message that answers nobody.
func unasked(p chat.Place, key string, r chat.Reply) chat.Delivery {
	return chat.Delivery{Key: key, Place: p, At: time.Now(), Reply: r}
}

// editOf returns the delivery of an edit.
func editOf(m chat.Message, r chat.Reply) chat.Delivery {
	d := unasked(m.Place, "edit", r)
	d.Message = m
	return d
}

func secret(text string) chat.Reply { return chat.Reply{Text: lines(text), Audience: chat.Secret} }

func TestPostAndEdit(t *testing.T) {
	g := newGame(t, nil)
	m, err := g.front.Deliver(t.Context(), unasked(guild, "daily:2026-11-21:discord:70", say("daily")))
	if err != nil || m.Place != guild || m.ID == "" {
		t.Fatal(m, err)
	}
	r := take(t, "a post", g.requests)
	nonce, _ := r.Body["nonce"].(string)
	if len(nonce) != maxNonce || r.Body["enforce_nonce"] != true || r.Path != "channels/70/messages" {
		t.Errorf("posted %v to %s", r.Body, r.Path)
	}
	if same, err := g.front.Deliver(t.Context(), editOf(m, say("closed"))); err != nil || same != m {
		t.Error(same, err)
	}
	g.expect("PATCH channels/70/messages/" + m.ID + ` "closed"`)
}

// The messages in a channel keep their order. The reply to an interaction waits for no other delivery.
func TestLane(t *testing.T) {
	g := newGame(t, nil)
	post := unasked(guild, "a", say("x"))
	edit, other := editOf(chat.Message{Place: guild, ID: "5"}, say("x")), unasked(chat.Place{Community: "7", Channel: "71"}, "b", say("x"))
	answer := post
	answer.Event = []byte(`{"token":"t"}`)
	written := post
	written.Event = []byte(`{"written":"4"}`)
	if l := g.front.Lane(post); l == "" || l != g.front.Lane(edit) || l == g.front.Lane(other) || g.front.Lane(answer) != "" || g.front.Lane(written) != l {
		t.Errorf("lanes %q, %q, %q, %q", l, g.front.Lane(edit), g.front.Lane(other), g.front.Lane(answer))
	}
	if !g.front.Idempotent() {
		t.Error("a nonce is not trusted")
	}
}

// A secret that answers nobody is not sent to a place where others read it. The same holds for a secret
// that answers an event but cannot be shown to one person alone.
func TestSecretsAreNotPosted(t *testing.T) {
	g := newGame(t, nil)
	unreadable := unasked(guild, "n", secret("8/3"))
	unreadable.Event = []byte{}
	for what, d := range map[string]chat.Delivery{
		"post": unasked(guild, "n", secret("8/3")), "edit": editOf(chat.Message{Place: guild, ID: "5"}, secret("8/3")), "answer": unreadable,
	} {
		if _, err := g.front.Deliver(t.Context(), d); !errors.Is(err, chat.ErrElsewhere) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if len(g.requests) != 0 {
		t.Errorf("%d requests", len(g.requests))
	}
	if _, err := g.front.Deliver(t.Context(), unasked(direct, "n", secret("8/3"))); err != nil {
		t.Errorf("in private: %v", err)
	}
	g.expect(`POST channels/70/messages "8/3"`)
}

// News about a server has no interaction, so the reply to it is a message in a channel.
func TestAnswerWithoutInteraction(t *testing.T) {
	g := newGame(t, nil)
	for _, event := range []string{"", "{}"} {
		d := unasked(guild, "n", say("hello"))
		d.Event = []byte(event)
		if m, err := g.front.Deliver(t.Context(), d); err != nil || m.Place != guild || m.ID == "" {
			t.Errorf("event %q: %v, %v", event, m, err)
		}
		g.expect(`POST channels/70/messages "hello"`)
		d.Reply = chat.Reply{Silent: true}
		if m, err := g.front.Deliver(t.Context(), d); err != nil || !m.IsZero() {
			t.Errorf("event %q, silence: %v, %v", event, m, err)
		}
	}
	if len(g.requests) != 0 {
		t.Errorf("%d requests too many", len(g.requests))
	}
}

// A mark is shown as a reaction to the person's message. If the bot may not react, it posts the words. If
// it has deleted the message, neither is needed.
func TestMark(t *testing.T) {
	for _, x := range []struct {
		remove bool
		// refused is the method that Discord refuses; empty: none.
		refused string
		want    []string
	}{
		{false, "", []string{"PUT channels/70/messages/5/reactions/🤔/@me"}},
		{false, http.MethodPut, []string{"PUT channels/70/messages/5/reactions/🤔/@me", `POST channels/70/messages "no"`}},
		{true, "", []string{"DELETE channels/70/messages/5"}},
		{true, http.MethodDelete, []string{"DELETE channels/70/messages/5", "PUT channels/70/messages/5/reactions/🤔/@me"}},
	} {
		t.Run("", func(t *testing.T) {
			g := newGame(t, nil)
			g.fail(func(c discordtest.Call) *discordtest.Fault {
				if c.Method == x.refused {
					return discordtest.Refusal(403, 50013, "Missing Permissions")
				}
				return nil
			})
			d := unasked(guild, "n", say("no"))
			d.Event = []byte(`{"channel_id":"70","written":"5"}`)
			d.Reply.Mark, d.Reply.Remove = "🤔", x.remove
			if _, err := g.front.Deliver(t.Context(), d); err != nil {
				t.Error(err)
			}
			for _, want := range x.want {
				g.expect(want)
			}
			if len(g.requests) != 0 {
				t.Errorf("%d requests too many", len(g.requests))
			}
		})
	}
}

// If an interaction came before, it is left to the process that took it first. This process neither ends it
// silently nor defers its answer.
func TestRepeatedInteraction(t *testing.T) {
	const id = "1573664773625610240"
	g := newGame(t, nil)
	d := resumed(t, slash(id, "help"), chat.Reply{Silent: true})
	d.Repeated = true
	e, err := readEvent(d.Event)
	if err != nil {
		t.Fatal(err)
	}
	x := newResponse(g.front.rest, e.interaction, time.Now())
	g.front.responses.add(x)
	if m, err := g.front.Deliver(t.Context(), d); err != nil || !m.IsZero() {
		t.Error(m, err)
	}
	// This process has no response of the interaction.
	if m, err := g.front.Deliver(t.Context(), d); err != nil || !m.IsZero() {
		t.Error(m, err)
	}
	// Its timer would do this.
	x.deferNow(t.Context(), deferredOpenly)
	if len(g.requests) != 0 {
		t.Errorf("%v", <-g.requests)
	}
}

func TestDeliverErrors(t *testing.T) {
	retry := func(err error) bool {
		var e *chat.RetryError
		return errors.As(err, &e) && e.After == 1500*time.Millisecond
	}
	gone := func(what chat.Gone) func(error) bool {
		return func(err error) bool { return chat.GoneBy(err) == what }
	}
	refused := func(err error) bool { return errors.As(err, new(*chat.RefusedError)) && chat.GoneBy(err) == "" }
	plain := func(err error) bool {
		return err != nil && !refused(err) && !errors.As(err, new(*chat.RetryError)) && chat.GoneBy(err) == ""
	}
	for _, c := range []struct {
		status int
		body   string
		is     func(error) bool
	}{
		{403, `{"code":50001,"message":"Missing Access"}`, gone(chat.GoneRight)},
		{403, `{"code":50013,"message":"Missing Permissions"}`, gone(chat.GoneRight)},
		{403, `{"code":50007,"message":"Cannot send messages to this user"}`, gone(chat.GoneCommunity)},
		{404, `{"code":10004,"message":"Unknown Guild"}`, gone(chat.GoneCommunity)},
		{404, `{"code":10003,"message":"Unknown Channel"}`, gone(chat.GoneThread)},
		{400, `{"code":50083,"message":"Thread is archived"}`, gone(chat.GoneThread)},
		{404, `{"code":10008,"message":"Unknown Message"}`, gone(chat.GoneMessage)},
		{403, `{"code":50005,"message":"Cannot edit a message authored by another user"}`, gone(chat.GoneMessage)},
		{403, `<html>`, plain},
		{404, `<html>`, plain},
		{429, `{"retry_after":1.5,"global":false,"message":"slow down"}`, retry},
		{429, `<html>`, func(err error) bool { return errors.As(err, new(*chat.RetryError)) }},
		{500, `{"code":0}`, plain},
		{502, `<html>`, plain},
		{503, ``, plain},
		{400, `{"code":50035,"message":"Invalid Form Body"}`, refused},
		{401, `{"code":0,"message":"401: Unauthorized"}`, plain},
	} {
		t.Run(fmt.Sprint(c.status, c.body), func(t *testing.T) {
			g := newGame(t, nil)
			g.refuse(func(discordtest.Call) (int, string) { return c.status, c.body })
			if _, err := g.front.Deliver(t.Context(), unasked(chat.Place{Community: "70"}, "n", say("x"))); !c.is(err) {
				t.Errorf("post: %v", err)
			}
			if len(g.requests) != 1 {
				t.Errorf("%d requests", len(g.requests))
			}
			m := chat.Message{Place: chat.Place{Community: "71"}, ID: "5"}
			if _, err := g.front.Deliver(t.Context(), editOf(m, say("x"))); !c.is(err) {
				t.Errorf("edit: %v", err)
			}
		})
	}
}

// If Discord refuses a message, the interaction can still be answered with another message.
func TestRefusedAnswer(t *testing.T) {
	g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("unacceptable") })
	g.refuse(func(r discordtest.Call) (int, string) {
		if strings.Contains(r.String(), "unacceptable") {
			return 400, `{"code":50035,"message":"Invalid Form Body"}`
		}
		return 0, ""
	})
	g.start()
	id := snowflake(time.Now())
	g.event(slash(id, "help"))
	g.expect(`callback type 4 "unacceptable"`)
	if err := take(t, "a refusal", g.failed); !errors.As(err, new(*chat.RefusedError)) {
		t.Errorf("Deliver: %v", err)
	}
	d := resumed(t, slash(id, "help"), say("sorry"))
	d.Reply.Audience = chat.Asker
	if m, err := g.front.Deliver(t.Context(), d); err != nil || !m.IsZero() {
		t.Error(m, err)
	}
	g.expect(`callback type 4 ephemeral "sorry"`)
}

// resumed returns the delivery of a reply to an event as it is stored.
func resumed(t *testing.T, raw string, r chat.Reply) chat.Delivery {
	t.Helper()
	i, q, err := decode([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	q.Event, q.Place.Title = i.event(), ""
	return replyTo(q, r)
}

// These say how far another process has come with the answer to an interaction.
const (
	nothing       = "nothing"
	thinking      = "a deferral"
	thinkingAlone = "a deferral for the person alone"
	searching     = "a deferral that says that a search goes on"
	pressedOnly   = "a press acknowledged"
	all           = "all of it"
	allAlone      = "all of it, for the person alone"
)

// begin lets another process begin the answer to an interaction. left says how far it comes.
func (g *game) begin(raw, left string) {
	g.t.Helper()
	if err := g.Know(raw); err != nil {
		g.t.Fatal(err)
	}
	i, _, err := decode([]byte(raw))
	if err != nil {
		g.t.Fatal(err)
	}
	x := &exchange{interaction: i}
	m := render(say("another's"), nil)
	switch left {
	case nothing:
		return
	case thinking:
		_, err = newResponse(g.front.rest, i, time.Now()).call(g.t.Context(), x.deferral(deferredOpenly))
	case thinkingAlone:
		_, err = newResponse(g.front.rest, i, time.Now()).call(g.t.Context(), x.deferral(deferredAlone))
	case searching:
		begun := newResponse(g.front.rest, i, time.Now())
		begun.deferNow(g.t.Context(), deferredAlone)
		<-g.requests
		begun.search(g.t.Context())
	case pressedOnly:
		_, err = newResponse(g.front.rest, i, time.Now()).call(g.t.Context(), x.deferral(deferredUpdate))
	case allAlone:
		m.Flags |= 64
		fallthrough
	case all:
		_, err = newResponse(g.front.rest, i, time.Now()).call(g.t.Context(), x.say(m, false)[0])
	}
	if err != nil {
		g.t.Error(err)
	}
	<-g.requests
}

// This process answers interactions that it has never seen. Another process took them, and may have begun
// their answers, before it ended.
func TestResumed(t *testing.T) {
	var (
		alone = chat.Reply{Text: lines("a"), Audience: chat.Asker}
		edit  = chat.Reply{Text: lines("a"), Edit: true}
		shut  = chat.Reply{Silent: true}
	)
	// These ages are far apart, so that a slow machine changes nothing.
	const young, inTime, old, ended = time.Second, 5 * time.Minute, 10 * time.Minute, 16 * time.Minute
	const post = `POST channels/70/messages "a"`
	kinds := map[string]func(id, data string) string{"slash": slash, "press": press, "direct": func(id, name string) string {
		return strings.Replace(interactions()["direct"], "1573664773625610240", id, 2)
	}}
	const look = "GET original"
	for _, c := range []struct {
		kind  string
		age   time.Duration
		left  string
		name  string
		reply chat.Reply
		lost  bool
		want  []string
	}{
		{"slash", young, nothing, "public", say("a"), false, []string{look, `callback type 4 "a"`}},
		{"slash", young, nothing, "secret", secret("a"), false, []string{look, `callback type 4 ephemeral "a"`}},
		{"slash", young, all, "public", say("a"), false, []string{look}},
		{"slash", young, allAlone, "secret", secret("a"), false, []string{look}},
		{"slash", young, thinking, "public", say("a"), false, []string{look, `PATCH original "a"`}},
		{"slash", young, thinking, "secret", secret("a"), false, []string{look, "DELETE original", `follow-up ephemeral "a"`}},
		{"slash", young, thinkingAlone, "secret", secret("a"), false, []string{look, `PATCH original "a"`}},
		{"slash", young, searching, "secret", secret("a"), false, []string{look, `PATCH original "a"`}},
		{"slash", old, thinking, "public", say("a"), false, []string{look, `PATCH original "a"`}},
		{"slash", old, thinkingAlone, "alone", alone, false, []string{look, `PATCH original "a"`}},
		{"slash", old, thinkingAlone, "public", say("a"), false, []string{look, "DELETE original", `follow-up "a"`}},
		{"slash", old, all, "public", say("a"), false, []string{look}},
		{"slash", old, nothing, "public", say("a"), false, []string{look, post}},
		{"slash", old, nothing, "alone", alone, true, []string{look}},
		{"slash", old, nothing, "secret", secret("a"), true, []string{look}},
		{"slash", old, nothing, "silence", shut, true, []string{look}},
		{"slash", ended, thinking, "public", say("a"), false, []string{post}},
		{"slash", ended, thinking, "secret", secret("a"), true, nil},
		{"press", young, nothing, "edit", edit, false, []string{look, `callback type 7 "a"`}},
		{"press", young, pressedOnly, "edit", edit, false, []string{look, `PATCH original "a"`}},
		{"press", young, pressedOnly, "public", say("a"), false, []string{look, `follow-up "a"`}},
		{"press", young, pressedOnly, "secret", secret("a"), false, []string{look, `follow-up ephemeral "a"`}},
		{"press", young, all, "public", say("a"), false, []string{look}},
		{"press", young, allAlone, "secret", secret("a"), false, []string{look}},
		{"press", old, pressedOnly, "edit", edit, false, []string{look, `PATCH original "a"`}},
		{"press", old, pressedOnly, "public", say("a"), false, []string{look, `follow-up "a"`}},
		{"press", old, nothing, "edit", edit, false, []string{look, post}},
		{"press", old, nothing, "public", say("a"), false, []string{look, post}},
		{"press", old, nothing, "secret", secret("a"), true, []string{look}},
		{"direct", old, nothing, "secret", secret("a"), false, []string{look, post}},
		{"direct", ended, thinking, "secret", secret("a"), false, []string{post}},
	} {
		t.Run(fmt.Sprintf("%s, %v old, %s, left %s", c.kind, c.age, c.name, c.left), func(t *testing.T) {
			g := newGame(t, nil)
			g.front.rest.timing.firstBy = inTime
			id := snowflake(time.Now().Add(-c.age))
			raw := kinds[c.kind](id, "x")
			d := resumed(t, raw, c.reply)
			g.begin(raw, c.left)
			m, err := g.front.Deliver(t.Context(), d)
			switch {
			case c.lost && chat.GoneBy(err) != chat.GoneMessage:
				t.Errorf("nobody saw it, and the error is %v", err)
			case !c.lost && err != nil:
				t.Error(err)
			case !m.IsZero() && (m.Place.Community != d.Place.Community || m.Place.Channel != d.Place.Channel):
				t.Errorf("the message is at %+v", m.Place)
			case !c.lost && c.reply.Audience == chat.Everyone && !c.reply.Silent == m.IsZero():
				t.Errorf("the message is %+v", m)
			}
			g.expectSoFar(c.want...)
		})
	}
}

// expectSoFar takes all requests that were made so far, and compares them with those wanted.
func (g *game) expectSoFar(want ...string) {
	g.t.Helper()
	var got []string
	for range len(g.requests) {
		got = append(got, (<-g.requests).String())
	}
	if !slices.Equal(got, want) {
		g.t.Errorf("requests:\n got %q\nwant %q", got, want)
	}
}

// If Discord no longer knows an interaction, a reply for everyone is posted as a message.
func TestLostInteraction(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		lost   bool
	}{
		{404, `{"code":10062,"message":"Unknown interaction"}`, true},
		{404, `{"code":10015,"message":"Unknown Webhook"}`, true},
		{401, `{"code":50027,"message":"Invalid Webhook Token"}`, true},
		{502, `<html>`, false},
		{403, `<html>`, false},
		{429, `{"message":"slow down","retry_after":40,"global":false}`, false},
	} {
		t.Run(c.body, func(t *testing.T) {
			g := newGame(t, nil)
			g.front.rest.timing.firstBy = time.Millisecond
			g.refuse(func(r discordtest.Call) (int, string) {
				if strings.Contains(r.Path, "interaction-secret") {
					return c.status, c.body
				}
				return 0, ""
			})
			m, err := g.front.Deliver(t.Context(), resumed(t, slash(snowflake(time.Now().Add(-time.Second)), "x"), say("a")))
			if c.lost != (err == nil && m.ID != "") || chat.GoneBy(err) != "" {
				t.Errorf("%v, %v", m, err)
			}
		})
	}
}

// If the second step of a reply fails, the next try begins with that step, even if another process made the
// first step.
func TestResumedTwice(t *testing.T) {
	g := newGame(t, nil)
	g.front.rest.timing.firstBy = 3 * time.Second
	raw := slash(snowflake(time.Now().Add(-5*time.Second)), "x")
	d := resumed(t, raw, secret("a"))
	g.begin(raw, thinking)
	var down atomic.Bool
	down.Store(true)
	g.refuse(func(r discordtest.Call) (int, string) {
		if r.Method == http.MethodPost && down.Load() {
			return 502, "<html>"
		}
		return 0, ""
	})
	if _, err := g.front.Deliver(t.Context(), d); err == nil || chat.GoneBy(err) != "" {
		t.Fatalf("Deliver: %v", err)
	}
	down.Store(false)
	if _, err := g.front.Deliver(t.Context(), d); err != nil {
		t.Error(err)
	}
	// This is like another process.
	g.front.responses.remove(strings.TrimPrefix(d.Key, "discord:interaction:"))
	if _, err := g.front.Deliver(t.Context(), d); err != nil {
		t.Error(err)
	}
	g.expectSoFar("GET original", "DELETE original", `follow-up ephemeral "a"`, `follow-up ephemeral "a"`, "GET original", `follow-up ephemeral "a"`)
}

// If a first answer cannot be given within 3 s because Discord fails, the answer is given when Discord is
// back.
func TestAnswerAfterOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := anotherGame(t, discordtest.Options{}, func(_ context.Context, r chat.Request) chat.Reply { return say("late") })
		g.front.rest.timing.firstBy = 3 * time.Second
		var down atomic.Bool
		down.Store(true)
		g.refuse(func(r discordtest.Call) (int, string) {
			if strings.Contains(r.Path, "/interaction-secret-") && down.Load() {
				return 502, "<html>"
			}
			return 0, ""
		})
		g.start()
		id := snowflake(time.Now())
		g.event(slash(id, "help"))
		if err := take(t, "a failure", g.failed); chat.GoneBy(err) != "" {
			t.Errorf("Deliver: %v", err)
		}
		down.Store(false)
		// By the fake clock, the time for a first answer has passed.
		time.Sleep(3 * time.Second)
		if m, err := g.front.Deliver(t.Context(), resumed(t, slash(id, "help"), say("late"))); err != nil || m.ID == "" {
			t.Error(m, err)
		}
		// Without a first answer there can be no other answer.
		for {
			switch r := take(t, "the answer", g.requests).String(); {
			case r == `POST channels/70/messages "late"`:
				return
			case !strings.HasPrefix(r, "callback"):
				t.Errorf("%s before a first answer", r)
			}
		}
	})
}

// An event that comes twice is answered once.
func TestEventTwice(t *testing.T) {
	var seen atomic.Int32
	g := newGame(t, func(context.Context, chat.Request) chat.Reply {
		if seen.Add(1) > 1 {
			return chat.Reply{Silent: true}
		}
		return say("once")
	})
	g.start()
	first, second := snowflake(time.Now()), snowflake(time.Now().Add(time.Millisecond))
	g.event(slash(first, "help"))
	take(t, "Sent", g.sent)
	g.event(slash(first, "help"))
	// The deferral is refused, and nothing is deleted.
	g.expect(`callback type 4 "once"`, "callback type 5 ephemeral")
	g.event(slash(second, "help"))
	g.expect("callback type 5 ephemeral", "DELETE original")
	if strings.Contains(g.log.String(), "ERROR") {
		t.Error(g.log)
	}
}

// If an event comes twice, the silent reply to the second one may come before the answer to the first.
func TestSilenceFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply chat.Reply
		want  []string
	}{
		{"public", say("a"), []string{`follow-up "a"`}},
		{"secret", secret("a"), []string{`follow-up ephemeral "a"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, nil)
			raw := slash(snowflake(time.Now()), "x")
			g.begin(raw, nothing)
			for _, r := range []chat.Reply{{Silent: true}, c.reply} {
				if _, err := g.front.Deliver(t.Context(), resumed(t, raw, r)); err != nil {
					t.Error(err)
				}
			}
			g.expectSoFar(append([]string{"GET original", "callback type 5 ephemeral", "DELETE original", "GET original"}, c.want...)...)
		})
	}
}

// When an interaction has been answered, its response is forgotten.
func TestResponsesAreForgotten(t *testing.T) {
	g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("a") })
	g.start()
	for range 3 {
		g.command("help")
		take(t, "Sent", g.sent)
	}
	lost := resumed(t, slash(snowflake(time.Now().Add(-16*time.Minute)), "x"), secret("a"))
	if _, err := g.front.Deliver(t.Context(), lost); chat.GoneBy(err) == "" {
		t.Error(err)
	}
	g.front.responses.all.Range(func(id, _ any) bool {
		t.Errorf("the response to %v is kept", id)
		return true
	})
}

// The daily's message may be quiet, and pinned instead of an earlier one. If the bot lacks the right to
// pin, the error says so. If a message is not pinned any more, unpinning it succeeds.
func TestPins(t *testing.T) {
	g := newGame(t, nil)
	quiet := say("daily")
	quiet.Quiet = true
	m, err := g.front.Deliver(t.Context(), unasked(guild, "k", quiet))
	if r := take(t, "a post", g.requests); err != nil || r.Body["flags"] != float64(componentsV2|4096) {
		t.Errorf("posted %v, %v", r.Body["flags"], err)
	}
	code := ""
	g.refuse(func(discordtest.Call) (int, string) {
		if code == "" {
			return 204, ""
		}
		return 400, `{"code":` + code + `,"message":"no"}`
	})
	for _, c := range []struct {
		code, path string
		reply      chat.Reply
		gone       chat.Gone
	}{
		{"", "PUT channels/70/messages/pins/" + m.ID, chat.Reply{Pin: m.ID}, ""},
		{"", "DELETE channels/70/messages/pins/1", chat.Reply{Unpin: "1"}, ""},
		{"10008", "DELETE channels/70/messages/pins/1", chat.Reply{Unpin: "1"}, ""},
		{"50013", "PUT channels/70/messages/pins/" + m.ID, chat.Reply{Pin: m.ID}, chat.GonePin},
		{"30003", "PUT channels/70/messages/pins/" + m.ID, chat.Reply{Pin: m.ID}, chat.GonePin},
		{"10008", "PUT channels/70/messages/pins/" + m.ID, chat.Reply{Pin: m.ID}, chat.GoneMessage},
	} {
		code = c.code
		_, err := g.front.Deliver(t.Context(), unasked(guild, "pin", c.reply))
		if r := take(t, "a call", g.requests); r.Method+" "+r.Path != c.path || chat.GoneBy(err) != c.gone || (err == nil) != (c.gone == "") {
			t.Errorf("%s after code %q: %v, want %s, %q", r.Method+" "+r.Path, c.code, err, c.path, c.gone)
		}
	}
}
