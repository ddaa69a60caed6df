package bot_test

import (
	"context"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/storage"
)

// waiting returns the messages that wait to be delivered and contain a text.
func (r *room) waiting(text string) (bodies []string) {
	r.write(func(tx *storage.Tx) error {
		all, err := tx.Waiting(text)
		for _, o := range all {
			bodies = append(bodies, string(o.Body))
		}
		return err
	})
	return bodies
}

// forget lets a person with a name ask to be forgotten, and confirm it.
func (r *room) forget(who, name string) {
	say := func(in chat.Input) chat.Reply {
		q := r.request(who, conversation(who), in)
		q.Person.Name = name
		reply := r.bot.Answer(context.Background(), q)
		r.bot.Delivered(context.Background(), q.Key, chat.Message{Place: q.Place, ID: "m" + q.Key})
		return reply
	}
	reply := say(chat.Input{Kind: chat.Command, Name: "privacy", Text: "forget"})
	say(chat.Input{Kind: chat.Press, Data: reply.Buttons[0][0].Data})
}

// A person has the name of a button. When they are forgotten, messages that wait for others stay.
func TestForgetLeavesOthersMessages(t *testing.T) {
	for _, name := range []string{"Zoe", "Hint (−30%)", "3", "Answer"} {
		r := newRoom(t)
		r.bot.Answer(t.Context(), r.request("bob", conversation("bob"), chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"}))
		before := len(r.waiting("tiles"))
		r.forget("eve", name)
		if after := len(r.waiting("tiles")); before == 0 || after != before {
			t.Errorf("%q is forgotten: %d of %d puzzles wait", name, after, before)
		}
	}
}

// If a person is forgotten, boards and other people's figures that wait to be shown do not name them.
func TestForgottenInTables(t *testing.T) {
	for _, text := range []string{"leaderboard", "stats eve"} {
		r := newRoom(t)
		r.today(61)
		r.solves("eve")
		name, rest, _ := strings.Cut(text, " ")
		// Nobody knows Carol yet, so the reply is stored.
		req := r.request("carol", group, chat.Input{Kind: chat.Command, Name: name, Text: rest})
		if got := onTerminal(r.bot.Answer(t.Context(), req)); !strings.Contains(got, "eve") {
			t.Fatalf("/%s: %s", text, got)
		}
		r.forget("eve", "eve")
		if left := r.waiting("eve"); len(left) > 0 {
			t.Errorf("/%s waits: %q", text, left)
		}
	}
}

// If a person is forgotten, a message of theirs that waits for the operator's chat does not name them.
func TestForgottenInFeedback(t *testing.T) {
	r := newRoom(t)
	r.ask("admin", chat.Place{Network: "net", Community: "desk"}, chat.Input{Kind: chat.Joined})
	r.command("eve", conversation("eve"), "feedback", "The cards are small")
	if waiting := r.waiting("The cards are small"); len(waiting) != 1 || !strings.Contains(waiting[0], "eve") {
		t.Fatalf("before: %q", waiting)
	}
	r.forget("eve", "eve")
	if left := r.waiting("eve"); len(left) > 0 {
		t.Errorf("what waits names her: %q", left)
	}
}

// The button asks Ann whether she wants to be forgotten, or unlinked. A stranger who presses it is refused,
// and nothing changes.
func TestErasesNobodyElse(t *testing.T) {
	r := newRoom(t)
	asked := r.command("ann", conversation("ann"), "privacy", "forget")
	r.command("bob", group, "help", "")
	reply := r.ask("bob", group, chat.Input{Kind: chat.Press, Data: asked.Buttons[0][0].Data})
	if text := onTerminal(reply); !strings.Contains(text, "/privacy") || reply.Tone == chat.Good {
		t.Errorf("bob reads: %s", text)
	}
	r.write(func(tx *storage.Tx) error {
		for _, who := range []string{"ann", "bob"} {
			if _, err := tx.FindPlayer("net", who); err != nil {
				t.Errorf("%s: %v", who, err)
			}
		}
		return nil
	})
}

// A person was challenged before they had said anything. When they are forgotten, no challenge names them.
func TestForgottenRival(t *testing.T) {
	r := newRoom(t)
	r.ask("ann", group, chat.Input{Kind: chat.Command, Name: "duel", Whom: chat.Person{Network: "net", ID: "eve", Name: "Eve"}})
	rival := func() (m round.MatchRow) {
		r.write(func(tx *storage.Tx) (err error) {
			m, err = round.MatchByID(tx, 1)
			return err
		})
		return m
	}
	if m := rival(); m.Rival == "" || strings.Contains(m.Rival, "eve") {
		t.Fatalf("the challenge is %+v", m)
	}
	r.forget("eve", "Eve")
	if m := rival(); m.Rival != "" || m.EndedAt.IsZero() {
		t.Errorf("the challenge stays: %+v", m)
	}
}
