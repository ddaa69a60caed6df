package discord

import (
	"context"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
)

// denied is an interaction from where the bot may not post.
func denied(event string) string {
	return strings.Replace(event, `"context":0`, `"context":0,"app_permissions":"1024"`, 1)
}

// Where the bot may not post, results go out by the tokens of interactions, and a
// message is edited by that by which it was made.
func TestPostByGrant(t *testing.T) {
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply { return say(r.Input.Name) })
	g.start()
	const first, second = "1573664773625610240", "1573664773625610241"
	g.event("INTERACTION_CREATE", denied(slash(first, "24")))
	g.expect("POST interactions/" + first + "/interaction-secret-" + first + `/callback type 4 "24"`)
	made := take(t, "Delivered", g.sent)
	puzzle := chat.Message{Place: chat.Place{Network: "discord", Community: "7", Channel: "70"}, ID: made[strings.LastIndex(made, " ")+1:]}
	g.event("INTERACTION_CREATE", denied(slash(second, "hint")))
	g.expect("POST interactions/" + second + "/interaction-secret-" + second + `/callback type 4 "hint"`)
	take(t, "Delivered", g.sent)

	if _, err := g.front.Deliver(t.Context(), editOf(puzzle, say("over"))); err != nil {
		t.Error(err)
	}
	g.expect("PATCH webhooks/" + testApp + "/interaction-secret-" + first + "/messages/" + puzzle.ID + ` "over"`)
	result, err := g.front.Deliver(t.Context(), unasked(puzzle.Place, "n", say("result")))
	if err != nil || result.ID == "" || result.Place != puzzle.Place {
		t.Error(result, err)
	}
	g.expect("POST webhooks/" + testApp + "/interaction-secret-" + second + ` "result"`)
	if _, err := g.front.Deliver(t.Context(), editOf(result, say("again"))); err != nil {
		t.Error(err)
	}
	g.expect("PATCH webhooks/" + testApp + "/interaction-secret-" + second + "/messages/" + result.ID + ` "again"`)
	if _, err := g.front.Deliver(t.Context(), unasked(chat.Place{Community: "7", Channel: "71"}, "n", say("elsewhere"))); err != nil {
		t.Error(err)
	}
	g.expect(`POST channels/71/messages "elsewhere"`)

	allowed := strings.Replace(slash("1573664773625610242", "24"), `"context":0`, `"context":0,"app_permissions":"3072"`, 1)
	g.event("INTERACTION_CREATE", allowed)
	take(t, "an answer", g.requests)
	take(t, "Delivered", g.sent)
	if _, err := g.front.Deliver(t.Context(), unasked(puzzle.Place, "n", say("by itself"))); err != nil {
		t.Error(err)
	}
	g.expect(`POST channels/70/messages "by itself"`)
}

func TestGrantsRunOut(t *testing.T) {
	var s grants
	i := &interaction{ChannelID: "70", GuildID: "7", AppPermissions: "1024"}
	s.learn(i, "1", time.Now().Add(-time.Second))
	_, channel := s.ofChannel("70")
	_, message := s.ofMessage("1")
	if channel || message {
		t.Error("a token is used after its life")
	}
	s.learn(i, "2", time.Now().Add(time.Minute))
	if len(s.messages) != 1 {
		t.Errorf("%d grants are kept", len(s.messages))
	}
}

func TestMayPost(t *testing.T) {
	for what, c := range map[string]struct {
		i    interaction
		want bool
	}{
		"not said":             {interaction{GuildID: "7"}, true},
		"both rights":          {interaction{GuildID: "7", AppPermissions: "3072"}, true},
		"administrator":        {interaction{GuildID: "7", AppPermissions: "8"}, true},
		"sees only":            {interaction{GuildID: "7", AppPermissions: "1024"}, false},
		"does not see":         {interaction{GuildID: "7", AppPermissions: "2048"}, false},
		"a direct message":     {interaction{User: &user{ID: "9"}, AppPermissions: "0"}, true},
		"a thread, as channel": {inThread("3072"), false},
		"a thread":             {inThread("274877907968"), true},
	} {
		if got := c.i.mayPost(); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

func inThread(permissions string) interaction {
	i := interaction{GuildID: "7", AppPermissions: permissions}
	i.Channel.Type = 11
	return i
}
