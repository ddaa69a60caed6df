package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// messageEvent returns a MESSAGE_CREATE. more are further fields.
func messageEvent(id, content, more string) string {
	return fmt.Sprintf(`{"id":"%s","type":0,"channel_id":"71","content":%q,"author":{"id":"9","username":"ann_","global_name":"Ann"}%s}`, id, content, more)
}

const named = `,"guild_id":"7","member":{"nick":"Annie","roles":["5"]},"mentions":[{"id":"` + testApp + `"}]`

// TestDecodeMessage reads what is written to the bot, and nothing else.
func TestDecodeMessage(t *testing.T) {
	own := `,"referenced_message":{"id":"4000","author":{"id":"` + testApp + `"}}`
	at := time.Date(2026, time.November, 22, 2, 0, 0, 250_000_000, time.UTC)
	id := fmt.Sprint((at.UnixMilli() - 1420070400000) << 22)
	direct := chat.Place{Network: "discord", Community: "71", Private: true}
	server := chat.Place{Network: "discord", Community: "7", Channel: "71"}
	for _, c := range []struct {
		content, more string
		place         chat.Place
		want          chat.Input
	}{
		{"8/(3-8/3)", "", direct, chat.Input{Kind: chat.Text, Text: "8/(3-8/3)"}},
		{"/24  3 3  8 8", "", direct, chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"}},
		{"/Help", "", direct, chat.Input{Kind: chat.Command, Name: "help"}},
		{"1*2", own, direct, chat.Input{Kind: chat.Text, Text: "1*2", Source: chat.Message{Place: direct, ID: "4000"}}},
		{"<@" + testApp + "> 8/(3-8/3)", named, server, chat.Input{Kind: chat.Text, Text: "8/(3-8/3)"}},
		{"8/(3-8/3) <@!" + testApp + ">", named + own, server, chat.Input{Kind: chat.Text, Text: "8/(3-8/3)", Source: chat.Message{Place: server, ID: "4000"}}},
		{"<@" + testApp + "> /24 hard", named, server, chat.Input{Kind: chat.Command, Name: "24", Text: "hard"}},
		{"<@" + testApp + ">", named, server, chat.Input{Kind: chat.Command, Name: "start"}},
	} {
		_, r, ok := decodeMessage([]byte(messageEvent(id, c.content, c.more)), testApp)
		want := chat.Request{
			Key: "discord:message:" + id, Place: c.place, Input: c.want, At: at, Ephemeral: c.place.Private,
			Person: chat.Person{Network: "discord", ID: "9", Name: "Ann", Role: chat.RoleAdmin},
		}
		if !c.place.Private {
			want.Person.Name, want.Person.Role = "Annie", chat.RoleMember
		}
		if diff := cmp.Diff(want, r); !ok || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", c.content, ok, diff)
		}
	}
	for what, raw := range map[string]string{
		"talk in a server":   messageEvent(id, "hello", `,"guild_id":"7","mentions":[{"id":"1"}]`),
		"a hidden text":      messageEvent(id, "", named),
		"a picture":          messageEvent(id, "", ""),
		"the bot's own":      strings.Replace(messageEvent(id, "hello", ""), `"id":"9"`, `"id":"`+testApp+`"`, 1),
		"another bot's":      strings.Replace(messageEvent(id, "hello", ""), `"id":"9"`, `"id":"9","bot":true`, 1),
		"a web hook's":       messageEvent(id, "hello", `,"webhook_id":"3"`),
		"that somebody came": strings.Replace(messageEvent(id, "hello", ""), `"type":0`, `"type":7`, 1),
		"no message":         `{"id":[]}`,
	} {
		if _, r, ok := decodeMessage([]byte(raw), testApp); ok {
			t.Errorf("%s is read as %+v", what, r)
		}
	}
}

// A person who writes to the bot is answered in the same channel, and in a server by a reply to the
// message. The answer is never a secret.
func TestWrittenIsAnswered(t *testing.T) {
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		switch r.Input.Text {
		case "secret":
			return chat.Reply{Text: lines("the solution"), Audience: chat.Secret}
		case "edit":
			return chat.Reply{Text: lines("edited"), Edit: true}
		case "away":
			return chat.Reply{Text: lines("taken"), Remove: true}
		}
		return say(r.Input.Name + r.Input.Text)
	})
	g.start()
	g.Write(dm, ann, "", "1+2")
	g.expect(`POST channels/71/messages "1+2"`)
	own := take(t, "Delivered", g.sent)
	if own.ID != g.Sent()[0].ID {
		t.Errorf("delivered %+v", own)
	}
	g.Write(dm, ann, "", "secret")
	g.expect(`POST channels/71/messages "the solution"`)
	take(t, "Delivered", g.sent)

	a := g.Write(room, ann, "", "hello")
	r := take(t, "a reply", g.requests)
	reference, _ := r.Body["message_reference"].(map[string]any)
	if r.String() != `POST channels/70/messages "hello"` || reference["message_id"] != a.ID || reference["fail_if_not_exists"] != false {
		t.Errorf("%v in reply to %v", r, reference)
	}
	take(t, "Delivered", g.sent)
	g.Write(room, ann, "", "secret")
	g.expect(`POST channels/70/messages "elsewhere for "`)
	if err := take(t, "a failure", g.failed); err != chat.ErrElsewhere {
		t.Error(err)
	}
	a = g.Write(room, ann, "", "away")
	g.expect("DELETE channels/70/messages/"+a.ID, `POST channels/70/messages "taken"`)
	take(t, "Delivered", g.sent)
	g.Write(dm, ann, own.ID, "edit")
	g.expect("PATCH channels/71/messages/" + own.ID + ` "edited"`)
}

// While a search lasts that a message asked for, the bot types.
func TestSearchTypes(t *testing.T) {
	found := make(chan struct{})
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		r.Leave()
		<-found
		return say("found")
	})
	g.front.rest.timing.typesAfter = 5 * time.Millisecond
	g.start()
	g.Write(dm, ann, "", "solve 3 3 8 8")
	g.expect("POST channels/71/typing")
	close(found)
	g.expect(`POST channels/71/messages "found"`)
	take(t, "Delivered", g.sent)
}

// If the author changes a message, it is read again, with the time at which it was sent. The bot's reaction
// to the earlier text is removed. If Discord has only looked at a link in the message, nothing happens.
func TestEditedIsReadAgain(t *testing.T) {
	seen := make(chan chat.Request, 10)
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		seen <- r
		reply := say("right")
		if r.Input.Text == "8*3" || r.Input.Text == "8*(3" {
			reply.Mark = "🤔"
		}
		return reply
	})
	g.start()
	a := g.Write(room, ann, "", "8*3")
	first := take(t, "a request", seen)
	reaction := "channels/70/messages/" + a.ID + "/reactions/🤔/@me"
	g.expect("PUT " + reaction)
	take(t, "Delivered", g.sent)
	g.Edit(room, ann, a, "8*3", time.Time{})
	edited := first.At.Add(4 * time.Second)
	g.Edit(room, ann, a, "8*(3", edited)
	g.expect("GET channels/70/messages/"+a.ID, "DELETE "+reaction, "PUT "+reaction)
	take(t, "Delivered", g.sent)
	second := take(t, "a request", seen)
	if second.Input.Text != "8*(3" || !second.Input.Edited.Equal(first.At) || !second.At.Equal(edited) || second.Key == first.Key {
		t.Errorf("an edit of %+v is %+v", first, second)
	}
	g.Edit(room, ann, a, "8/(3-8/3)", edited.Add(time.Second))
	g.expect("GET channels/70/messages/"+a.ID, "DELETE "+reaction, `POST channels/70/messages "right"`)
	take(t, "Delivered", g.sent)
	if third := take(t, "a request", seen); third.Key == second.Key {
		t.Error("two edits have one key")
	}
}

// A server that the bot has just joined is greeted in the first channel in which it may
// write.
func TestGuilds(t *testing.T) {
	const none, all = `"permissions":"0"`, `"permissions":"3072"`
	guild := func(joined time.Time, roles, system, channels string) string {
		return fmt.Sprintf(`{"id":"7","name":"Club","joined_at":%q,"preferred_locale":"zh-CN","owner_id":"1","system_channel_id":%s,
			"roles":[{"id":"7",%s}],"members":[{"user":{"id":"%s"},"roles":[]}],"channels":[%s]}`, joined.Format(time.RFC3339), system, roles, testApp, channels)
	}
	channel := func(id string, kind, position int, more string) string {
		return fmt.Sprintf(`{"id":"%s","type":%d,"position":%d%s}`, id, kind, position, more)
	}
	closed := `,"permission_overwrites":[{"id":"7","type":0,"allow":"0","deny":"2048"}]`
	now := time.Date(2026, time.November, 22, 2, 0, 0, 0, time.UTC)
	some := channel("72", 0, 2, "") + "," + channel("71", 0, 1, "") + "," + channel("70", 2, 0, "")
	for name, c := range map[string]struct{ raw, want string }{
		"system channel":     {guild(now, all, `"72"`, some), "72"},
		"no system channel":  {guild(now, all, "null", some), "71"},
		"closed to the bot":  {guild(now, all, `"73"`, channel("73", 0, 0, closed)+","+some), "71"},
		"none to write in":   {guild(now, none, `"72"`, some), ""},
		"long known":         {guild(now.Add(-25*time.Hour), all, `"72"`, some), ""},
		"no server":          {`{"id":[]}`, ""},
		"out of order":       {`{"id":"7","unavailable":true}`, ""},
		"without its member": {strings.Replace(guild(now, all, `"72"`, some), `"members":`, `"others":`, 1), ""},
	} {
		r, err := decodeJoined([]byte(c.raw), testApp, now)
		want := chat.Request{
			Key: fmt.Sprintf("discord:joined:7:%d", now.Unix()), Locale: "zh-CN", At: now, Input: chat.Input{Kind: chat.Joined},
			Place: chat.Place{Network: "discord", Community: "7", Channel: c.want, Title: "Club", Locale: "zh-CN"},
		}
		if c.want == "" {
			want = chat.Request{}
		}
		if diff := cmp.Diff(want, r); diff != "" || (err == nil) != (c.want != "") {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestGuildEvents(t *testing.T) {
	seen := make(chan chat.Request, 10)
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		seen <- r
		if r.Input.Kind == chat.Left {
			return chat.Reply{Silent: true}
		}
		return say("hello")
	})
	g.start()
	g.Event("7", "GUILD_CREATE", fmt.Sprintf(`{"id":"7","joined_at":%q,"owner_id":"%s","members":[{"user":{"id":"%s"}}],"channels":[{"id":"70","type":0}]}`,
		time.Now().Format(time.RFC3339), testApp, testApp))
	g.expect(`POST channels/70/messages "hello"`)
	g.Event("7", "GUILD_DELETE", `{"id":"8","unavailable":true}`)
	g.Event("7", "GUILD_DELETE", `{"id":"7"}`)
	if r := take(t, "a request", seen); r.Input.Kind != chat.Joined {
		t.Errorf("%+v", r)
	}
	if r := take(t, "a request", seen); r.Input.Kind != chat.Left || r.Place.Community != "7" {
		t.Errorf("%+v", r)
	}
}

// Discord gives a channel that the bot may not see without its name and place. The bot does not greet there, though
// it comes first and is named as the server's own channel, and nobody reads that name.
func TestHiddenChannelIsNotGreeted(t *testing.T) {
	seen := make(chan chat.Request, 10)
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
		seen <- r
		return say("hello")
	})
	g.start()
	const hidden = `{"id":"66","type":0,"name":"___hidden___","topic":null,"position":null,"application_id":null,"flags":131072,` +
		`"permission_overwrites":[{"id":"7","type":0,"allow":"0","deny":"1024"}]}`
	const open = `{"id":"70","type":0,"name":"games","position":3,"permission_overwrites":[]}`
	g.Event("7", "GUILD_CREATE", fmt.Sprintf(`{"id":"7","joined_at":%q,"owner_id":"9","system_channel_id":"66",`+
		`"roles":[{"id":"7","permissions":"3072"}],"members":[{"user":{"id":"%s"}}],"channels":[%s,%s]}`,
		time.Now().Format(time.RFC3339), testApp, hidden, open))
	g.expect(`POST channels/70/messages "hello"`)
	r := take(t, "a request", seen)
	if r.Place.Channel != "70" || strings.Contains(fmt.Sprint(r), "hidden") {
		t.Errorf("%+v", r)
	}
}

// If the person's role decides, the front end asks Discord for it.
func TestRoleOfWriter(t *testing.T) {
	for name, c := range map[string]struct {
		guild string
		want  chat.Role
	}{
		"owner":   {`{"id":"7","owner_id":"9"}`, chat.RoleAdmin},
		"manager": {`{"id":"7","roles":[{"id":"7","permissions":"32"}]}`, chat.RoleAdmin},
		"member":  {`{"id":"7","roles":[{"id":"6","permissions":"32"},{"id":"7","permissions":"1024"}]}`, chat.RoleMember},
		"unknown": {``, chat.RoleUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			roles := make(chan chat.Role, 1)
			g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply {
				roles <- r.Person.Role
				return say("done")
			})
			g.roles = true
			g.Change(func(w *discordtest.World) { w.Guilds["7"] = c.guild })
			g.start()
			g.Write(room, ann, "", "/settings")
			if got := take(t, "a role", roles); got != c.want {
				t.Errorf("role %v, want %v", got, c.want)
			}
		})
	}
}

// Events that come before Discord has told the bot's ID are not read, because it is not known whom they are
// for.
func TestEventsBeforeReady(t *testing.T) {
	g := newGame(t, nil)
	in := g.receiver()
	in.open.Store(true)
	raw := `{"id":"1573664773625610240","channel_id":"80","content":"8*3","author":{"id":"9"}}`
	in.event(t.Context(), t.Context(), &discordgo.Event{Type: "MESSAGE_CREATE", RawData: json.RawMessage(raw)}, time.Now())
	if !in.lanes.Wait(t.Context()) {
		t.Error("it is taken")
	}
}
