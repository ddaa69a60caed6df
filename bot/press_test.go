package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"reckon/bot/chat"
)

// dataOf returns the data of a button of a reply.
func dataOf(t *testing.T, r chat.Reply, label string) string {
	t.Helper()
	for _, row := range r.Buttons {
		for _, b := range row {
			if b.Label == label {
				return b.Data
			}
		}
	}
	t.Fatalf("no button %q in\n%s", label, onTerminal(r))
	return ""
}

// links links a person's players on two networks.
func (r *room) links(who, twin string) (home, away chat.Place) {
	r.t.Helper()
	home, away = conversation(who), conversation(twin)
	away.Network = "other"
	code := linkCode.FindString(onTerminal(r.command(who, home, "link", "")))
	req := r.request(twin, away, chat.Input{Kind: chat.Command, Name: "link", Text: code})
	req.Person.Network = "other"
	if got := onTerminal(r.bot.Answer(context.Background(), req)); !strings.Contains(got, "Linked") {
		r.t.Fatalf("%s and %s: %s", who, twin, got)
	}
	return home, away
}

// The button that confirms Unlink works only for the person whom it asks. It does not work for somebody else,
// even if they are linked, too.
func TestUnlinkIsConfirmedByNobodyElse(t *testing.T) {
	r := newRoom(t)
	home, _ := r.links("ann", "anna")
	other, _ := r.links("zoe", "zora")
	sure := dataOf(t, r.command("ann", home, "unlink", ""), "Unlink")
	if got := onTerminal(r.ask("zoe", other, chat.Input{Kind: chat.Press, Data: sure})); strings.Contains(got, "Unlinked") {
		t.Errorf("a stranger's press: %s", got)
	}
	for _, who := range []string{"ann", "zoe"} {
		if got := onTerminal(r.command(who, conversation(who), "unlink", "")); !strings.Contains(got, "Unlink "+who) {
			t.Errorf("%s is not linked any longer: %s", who, got)
		}
	}
	if got := onTerminal(r.ask("ann", home, chat.Input{Kind: chat.Press, Data: sure})); !strings.Contains(got, "Unlinked") {
		t.Errorf("her own press: %s", got)
	}
}

// Messages of two chats may have the same ID. A person gives up a group's puzzle in their private chat, by a
// message with the ID of the puzzle's message. The puzzle ends in the group, and its message shows that.
func TestMessagesOfTwoChatsWithOneNumber(t *testing.T) {
	r := newRoom(t)
	deal := r.request("ann", group, chat.Input{Kind: chat.Command, Name: "24", Text: "hard"})
	dealt := r.bot.Answer(context.Background(), deal)
	const number = "m17"
	r.bot.Delivered(context.Background(), deal.Key, chat.Message{Place: group, ID: number})
	own := conversation("ann")
	own.Community = "own-ann"
	source := chat.Message{Place: own, ID: number}
	asked := r.ask("ann", own, chat.Input{Kind: chat.Press, Data: dataOf(t, dealt, "Give up"), Source: source})
	r.posts = nil
	ended := r.ask("ann", own, chat.Input{Kind: chat.Press, Data: dataOf(t, asked, "Give up"), Source: source})
	if !strings.Contains(onTerminal(ended), "Given up") {
		t.Fatalf("she reads\n%s", onTerminal(ended))
	}
	r.tick()
	if !slices.Contains(r.posts, "room edit "+number) {
		t.Errorf("the puzzle in the group stays as it was: %q", r.posts)
	}
}

// If there is no such level, the next puzzle and the one after it have any level.
func TestNextOfNoLevel(t *testing.T) {
	r := newRoom(t)
	own := conversation("ann")
	for _, data := range []string{"v2 next 24 9", "v2 next 24 -3", "v2 next 24 99999999"} {
		dealt := r.ask("ann", own, chat.Input{Kind: chat.Press, Data: data})
		if next := dataOf(t, dealt, "Next"); !strings.HasPrefix(next+" ", "v2 next 24 0 ") && next != "v2 next 24" {
			t.Errorf("%s: the next one after it is %s", data, next)
		}
	}
	if r.log.Len() > 0 {
		t.Errorf("logged: %s", r.log.String())
	}
}
