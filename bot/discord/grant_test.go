package discord

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// If the bot may not post in a channel, it posts by the token of an interaction. It edits a message by the
// token with which the message was posted.
func TestPostByGrant(t *testing.T) {
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply { return say(r.Input.Name) })
	g.start()
	g.Change(func(w *discordtest.World) { w.Allowed[room.Channel] = "1024" })
	first := g.command("24")
	g.expect(`callback type 4 "24"`)
	puzzle := take(t, "Delivered", g.sent)
	second := g.command("hint")
	g.expect(`callback type 4 "hint"`)
	take(t, "Delivered", g.sent)

	// by takes the next request, which must be made by the token of an interaction.
	by := func(a discordtest.Act, want string) {
		t.Helper()
		if r := take(t, want, g.requests); r.String() != want || r.Interaction != a.ID {
			t.Errorf("%v by %s, want %s by %s", r, r.Interaction, want, a.ID)
		}
	}
	if _, err := g.front.Deliver(t.Context(), editOf(puzzle, say("over"))); err != nil {
		t.Error(err)
	}
	by(first, "PATCH message "+puzzle.ID+` "over"`)
	result, err := g.front.Deliver(t.Context(), unasked(puzzle.Place, "n", say("result")))
	if err != nil || result.ID == "" || result.Place != puzzle.Place {
		t.Error(result, err)
	}
	by(second, `follow-up "result"`)
	if _, err := g.front.Deliver(t.Context(), editOf(result, say("again"))); err != nil {
		t.Error(err)
	}
	by(second, "PATCH message "+result.ID+` "again"`)
	if _, err := g.front.Deliver(t.Context(), unasked(chat.Place{Community: "7", Channel: "71"}, "n", say("elsewhere"))); err != nil {
		t.Error(err)
	}
	g.expect(`POST channels/71/messages "elsewhere"`)

	g.Change(func(w *discordtest.World) { w.Allowed[room.Channel] = "3072" })
	g.command("24")
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
	_, channel := s.of("70")
	_, message := s.of("1")
	if channel || message {
		t.Error("a token is used after its life")
	}
	i.ChannelID = "71"
	s.learn(i, "2", time.Now().Add(time.Minute))
	kept := 0
	s.all.Range(func(any, any) bool { kept++; return true })
	if kept != 2 {
		t.Errorf("%d grants are kept, want those of a channel and of a message", kept)
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
		"a direct message":     {interaction{User: &discordgo.User{ID: "9"}, AppPermissions: "0"}, true},
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
