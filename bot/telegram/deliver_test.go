package telegram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

const long = "a hint that goes on "

func TestPressIsAlwaysAnswered(t *testing.T) {
	secret := func(s string) chat.Reply { r := say(s); r.Audience = chat.Secret; return r }
	asker := func(s string) chat.Reply { r := say(s); r.Audience = chat.Asker; return r }
	buttons := asker("hi")
	buttons.Buttons = [][]chat.Button{{{Label: "Next", Data: "n"}}}
	slow := func(context.Context, chat.Request) chat.Reply { time.Sleep(12 * time.Second); return secret("slow") }
	tests := []struct {
		name   string
		chat   int64
		answer func(context.Context, chat.Request) chat.Reply
		// alert is the text of the answer to the press.
		alert string
		// posted is the text of the message; empty: there is none.
		posted string
		within time.Duration
	}{
		{"silent", -5, always(chat.Reply{Silent: true}), "", "", 0},
		{"posted", -5, always(say("hi")), "", "hi", 0},
		{"ask", -5, always(chat.Reply{Ask: &chat.Ask{Hint: "reply to it"}}), "reply to it", "", 0},
		{"ask in private", 5, always(chat.Reply{Ask: &chat.Ask{Hint: "just type"}}), "just type", "", 0},
		{"secret", -5, always(secret("start with 8")), "start with 8", "", 0},
		{"secret in private", 5, always(secret("start with 8")), "", "start with 8", 0},
		{"long secret", -5, always(secret(strings.Repeat(long, 11))), "", "elsewhere", 0},
		{"asker", -5, always(asker("not yours")), "not yours", "", 0},
		{"asker with buttons", -5, always(buttons), "", "hi", 0},
		{"panic", -5, func(context.Context, chat.Request) chat.Reply { panic("boom") }, "", "", pressRest},
		{"slow secret", -5, slow, "", "elsewhere", pressGrace},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				b := start(t, s, &handler{answer: tt.answer})
				after(time.Second)
				begun := time.Now()
				s.Push(10, pressed(tt.chat, "q1", "hint"))
				after(20 * time.Second)
				acks := s.Calls("answerCallbackQuery")
				if len(acks) != 1 {
					t.Fatalf("%d callback answers, want 1", len(acks))
				}
				if got := acks[0].Get("text"); got != tt.alert || (got != "") != (acks[0].Get("show_alert") == "true") {
					t.Errorf("answered %v, want the alert %q", acks[0].Values, tt.alert)
				}
				if d := acks[0].At.Sub(begun); d > tt.within {
					t.Errorf("answered after %v", d)
				}
				var posted string
				for _, c := range s.Calls("sendMessage") {
					posted += c.Get("text")
				}
				if posted != tt.posted {
					t.Errorf("posted %q, want %q", posted, tt.posted)
				}
				b.end()
			})
		})
	}
}

// A secret reply is never posted where others can read it, whether a command, a text or a press asked
// for it. If it cannot be an alert, people read where to ask for it.
func TestSecretsStayPrivate(t *testing.T) {
	secret := func(text string) chat.Reply {
		r := say(text)
		r.Audience, r.Edit, r.Remove = chat.Secret, true, true
		r.Buttons = [][]chat.Button{{{Label: "Next", Data: "n"}}}
		return r
	}
	tests := []struct {
		name   string
		update string
		reply  chat.Reply
		// fault is how the answer to the press is refused; empty: it is not.
		fault string
		// told is the text of the alert or the message.
		told string
	}{
		{"press", pressed(-5, "q1", "hint"), secret("8/3"), "", "8/3"},
		{"press too old", pressed(-5, "q1", "hint"), secret("8/3"), "Bad Request: query is too old", "elsewhere"},
		{"too long", pressed(-5, "q1", "hint"), secret("8/3" + strings.Repeat(" ", 200)), "", "elsewhere"},
		{"typed", typed(-5, 3, "/hint"), secret("8/3"), "", "elsewhere"},
		{"heard", typed(-5, 3, "hint"), secret("8/3"), "", "elsewhere"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				if tt.fault != "" {
					s.FailNext("answerCallbackQuery", 1, telegramtest.Refusal(400, tt.fault))
				}
				h := &handler{answer: always(tt.reply)}
				b := start(t, s, h)
				s.Push(10, tt.update)
				after(time.Second)
				if n := len(s.Calls("editMessageText")); n > 0 {
					t.Errorf("%d edits", n)
				}
				if n := len(s.Calls("deleteMessage")); (n == 1) != strings.HasPrefix(tt.update, `"message"`) {
					t.Errorf("%d messages were deleted", n)
				}
				sent, told := s.Calls("sendMessage"), ""
				for _, c := range sent {
					told += c.Get("text")
				}
				for _, c := range s.Calls("answerCallbackQuery") {
					if tt.fault == "" {
						told += c.Get("text")
					}
				}
				if told != tt.told {
					t.Errorf("told %q, want %q", told, tt.told)
				}
				if len(sent) > 0 && !strings.Contains(sent[0].Get("reply_markup"), "https://t.me/reckon_bot?start=") {
					t.Errorf("no way to the private chat in %v", sent[0].Values)
				}
				e, _ := h.ended(10)
				if errors.Is(e.err, chat.ErrElsewhere) != (tt.told == "elsewhere") || e.tries != 1 || !e.message.IsZero() {
					t.Errorf("after %d tries: %v, as %v", e.tries, e.err, e.message)
				}
				b.end()
			})
		})
	}
}

// If a secret reply has an Otherwise, the Otherwise is shown as a message, and never as an alert. The press
// is answered, too.
func TestOtherwise(t *testing.T) {
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			s, r, there := newServer(), say(strings.Repeat(long, 11)), say("ask me there")
			there.Audience = chat.Asker
			r.Audience, r.Otherwise = chat.Secret, &there
			b := start(t, s, &handler{answer: always(say("hi"))})
			after(time.Second)
			if m, err := b.deliver(answering(t, pressed(-5, "q1", "hint"), r)); !errors.Is(err, chat.ErrElsewhere) || !m.IsZero() {
				t.Errorf("%v, %v", m, err)
			}
			after(time.Second)
			if acks, sent := texts(s, "answerCallbackQuery"), texts(s, "sendMessage"); !slices.Equal(acks, []string{""}) || !slices.Equal(sent, []string{"ask me there"}) {
				t.Errorf("the press is answered by %q, posted is %q", acks, sent)
			}
			b.end()
		})
	}
}

// secretive is a broker whose own reply is secret.
type secretive struct{ chat.Broker }

func (secretive) Elsewhere(string) chat.Reply {
	r := say("elsewhere")
	r.Audience = chat.Secret
	return r
}

// If the broker has no public reply either, nothing is posted.
func TestSecretWithoutBroker(t *testing.T) {
	for _, broker := range []chat.Broker{nil, secretive{}} {
		synctest.Test(t, func(t *testing.T) {
			s, r := newServer(), say("8/3")
			r.Audience = chat.Secret
			h := &handler{answer: always(r)}
			b := start(t, s, h, func(c *Config) { c.Broker = broker })
			s.Push(10, typed(-5, 1, "/hint"))
			after(time.Second)
			if sent := s.Calls("sendMessage"); len(sent) > 0 {
				t.Errorf("sent %v", sent)
			}
			if e, _ := h.ended(10); !errors.Is(e.err, chat.ErrElsewhere) || e.tries != 1 {
				t.Errorf("after %d tries: %v", e.tries, e.err)
			}
			b.end()
		})
	}
}

// Updates do not wait for deliveries. Replies are shown in order, about when Pace says, but an alert does
// not wait for a rate limit. A press whose reply has to wait is answered soon.
func TestPressesDoNotWaitForTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		var begun time.Time
		var taken []time.Duration
		// delays has what Pace returned.
		delays := map[string]time.Duration{}
		h := &handler{}
		h.answer = func(_ context.Context, r chat.Request) chat.Reply {
			taken = append(taken, time.Since(begun))
			if r.Input.Data == "hint" {
				reply := say("8/3")
				reply.Audience = chat.Secret
				return reply
			}
			d := deliveryOf(r, say(r.Input.Text))
			lane := h.front.Lane(d)
			// Pace knows the messages that were sent, but not those that wait. A message that was sent
			// since they were counted would count twice.
			for behind := -1; behind != h.count(lane, 0); {
				behind = h.count(lane, 0)
				delays[r.Input.Text] = h.front.Pace(d, behind)
			}
			return d.Reply
		}
		b := start(t, s, h)
		after(time.Second)
		begun = time.Now()
		var all telegramtest.Updates
		// A group may get 20 messages a minute.
		for i := range 25 {
			all = append(all, telegramtest.Updates{{int64(10 + i), typed(-5, i+1, fmt.Sprint("/24 ", i))}}...)
		}
		s.PushAll(append(all, telegramtest.Updates{{35, pressed(-5, "q1", "hint")}, {36, pressed(-5, "q2", "next")}}...))
		after(2 * pressRest)
		if len(taken) != 27 || taken[26] > time.Millisecond || len(s.Pending()) != 0 {
			t.Errorf("%d requests at %v, want all 27 at once; pending %v", len(taken), taken, s.Pending())
		}
		acks := map[string]string{}
		for _, c := range s.Calls("answerCallbackQuery") {
			acks[c.Get("callback_query_id")] = c.Get("text")
		}
		if want := map[string]string{"q1": "8/3", "q2": ""}; !maps.Equal(acks, want) {
			t.Errorf("the presses are answered by %q, want %q", acks, want)
		}
		if e, _ := h.ended(35); e.err != nil || e.at != begun {
			t.Errorf("the alert ended after %v: %v", e.at.Sub(begun), e.err)
		}
		after(90 * time.Second)
		sent := s.Calls("sendMessage")
		if len(sent) != 26 {
			t.Fatalf("%d messages, want 26", len(sent))
		}
		for i, c := range sent[:25] {
			if c.Get("text") != fmt.Sprint(i) {
				t.Errorf("message %d is %q", i, c.Get("text"))
			}
			// A message that was on its way when the delay was asked for may count twice.
			was, next := c.At.Sub(begun), sent[i+1].At.Sub(begun)
			if told := delays[fmt.Sprint(i)]; told < was-time.Millisecond || told > next+time.Millisecond {
				t.Errorf("message %d went after %v and the next after %v, told was %v", i, was, next, told)
			}
		}
		b.end()
	})
}

// A message that answers a press in a group begins with the name of the person who pressed, since it
// is no reply to a message. It has no name in private, as the reply to a command, if it is for all to
// read, or below a title.
func TestPressedMessageHasName(t *testing.T) {
	row := [][]chat.Button{{{Label: "Keep them", Data: "keep"}}}
	ask := say("Two are open.")
	ask.Buttons = row
	forAll := ask
	forAll.Audience = chat.Everyone
	ask.Audience = chat.Asker
	titled := chat.Reply{Audience: chat.Asker, Text: []chat.Line{{{Style: chat.Head, Text: "Board"}}}, Buttons: row}
	for _, tt := range []struct {
		name   string
		event  string
		reply  chat.Reply
		posted string
	}{
		{"group", pressed(-5, "q1", "next"), ask, "<b>Ann</b>: Two are open."},
		{"private", pressed(5, "q1", "next"), ask, "Two are open."},
		{"command", typed(-5, 1, "/24"), ask, "Two are open."},
		{"for all", pressed(-5, "q1", "next"), forAll, "Two are open."},
		{"title", pressed(-5, "q1", "next"), titled, "Board"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				b := start(t, s, &handler{answer: always(say("hi"))})
				after(time.Second)
				d := answering(t, tt.event, tt.reply)
				d.Name = "Ann"
				if _, err := b.deliver(d); err != nil {
					t.Fatal(err)
				}
				after(time.Minute)
				if got := texts(s, "sendMessage"); !slices.Equal(got, []string{tt.posted}) {
					t.Errorf("posted %q, want %q", got, tt.posted)
				}
				b.end()
			})
		})
	}
}

// A press is answered once, however many attempts its reply takes, in this process or in another.
func TestPressIsAnsweredOnce(t *testing.T) {
	secret := say("8/3")
	secret.Audience = chat.Secret
	for _, tt := range []struct {
		name  string
		reply chat.Reply
		// late is how old the press is at the first try.
		late time.Duration
		// alerts are the texts of the answers to the press.
		alerts []string
		posted string
	}{
		{"message", say("hi"), 0, []string{""}, "hi"},
		{"alert", secret, 0, []string{"8/3"}, ""},
		{"alert, late", secret, pressFor - time.Second, []string{"8/3"}, ""},
		{"alert, too late", secret, pressFor, nil, "elsewhere"},
		{"message, too late", say("hi"), time.Hour, nil, "hi"},
		{"silent, too late", chat.Reply{Silent: true}, time.Hour, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				b := start(t, s, &handler{answer: always(say("hi"))})
				after(time.Second)
				d := answering(t, pressed(-5, "q1", "hint"), tt.reply)
				after(tt.late)
				s.FailNext("sendMessage", 3, &telegramtest.Fault{Code: 502, Body: "<html>"})
				tries := 1
				for _, err := b.deliver(d); err != nil && !errors.Is(err, chat.ErrElsewhere); _, err = b.deliver(d) {
					// The last try is later than a press lives.
					after(pressFor / 2)
					tries++
				}
				after(pressFor)
				if got := texts(s, "answerCallbackQuery"); !slices.Equal(got, tt.alerts) {
					t.Errorf("the press is answered by %q, want %q", got, tt.alerts)
				}
				var want []string
				if tt.posted != "" {
					want = slices.Repeat([]string{tt.posted}, 4)
				}
				if sent := texts(s, "sendMessage"); !slices.Equal(sent, want) || tries != max(1, len(want)) {
					t.Errorf("%d tries, tried to post %q, want %q", tries, sent, want)
				}
				b.end()
			})
		})
	}
}

// If a press comes twice, it is left for a while to the process that received it first.
func TestRepeatedPress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		d := answering(t, pressed(-5, "q1", "hint"), chat.Reply{Silent: true})
		d.Repeated = true
		if m, err := b.deliver(d); err != nil || !m.IsZero() {
			t.Error(m, err)
		}
		after(pressRest - time.Millisecond)
		if got := texts(s, "answerCallbackQuery"); len(got) != 0 {
			t.Errorf("answered at once by %q", got)
		}
		after(time.Millisecond)
		if got := texts(s, "answerCallbackQuery"); !slices.Equal(got, []string{""}) {
			t.Errorf("answered by %q", got)
		}
		b.end()
	})
}

// A mark is shown as a reaction. If reactions are not allowed, or the reply answers a press, the words are
// posted. If the message was deleted, neither is needed. If the author has edited the message and the reply
// is in words, as all are in a private chat, an earlier reaction is removed.
func TestMarks(t *testing.T) {
	marked := chat.Reply{Mark: "👎", Text: []chat.Line{{{Text: "8*3 leaves out 3"}}}}
	removing := marked
	removing.Remove = true
	edited := func(chat int64) string {
		return strings.NewReplacer(`"message":`, `"edited_message":`, `"date":`, `"edit_date":946684800,"date":`).Replace(typed(chat, 77, "8/(3-8/3)"))
	}
	for _, tt := range []struct {
		name  string
		chat  int64
		reply chat.Reply
		event string
		// refused is the method that Telegram refuses; empty: none.
		refused string
		reacted bool
		// text is that of the message; empty: there is none.
		text string
	}{
		{"group", -5, marked, "", "", true, ""},
		{"private", 5, marked, "", "", false, "8*3 leaves out 3"},
		{"press", -5, marked, pressed(-5, "q1", "hint"), "", false, "8*3 leaves out 3"},
		{"no reactions there", -5, marked, "", "setMessageReaction", true, "8*3 leaves out 3"},
		{"removed", -5, removing, "", "", false, ""},
		{"edited", -5, say("right"), edited(-5), "", true, "right"},
		{"edited in private", 5, marked, edited(5), "", true, "8*3 leaves out 3"},
		{"may not remove", -5, removing, "", "deleteMessage", true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				s.SetRole(-5, telegramtest.BotID, "administrator")
				if tt.refused != "" {
					s.FailNext(tt.refused, 1, telegramtest.Refusal(400, "Bad Request: REACTION_INVALID"))
				}
				start(t, s, &handler{answer: always(tt.reply)})
				after(time.Second)
				if tt.event == "" {
					tt.event = typed(tt.chat, 77, "8*3")
				}
				s.Push(10, tt.event)
				after(20 * time.Second)
				made := s.Calls("setMessageReaction")
				if (len(made) == 1) != tt.reacted || len(made) > 1 {
					t.Fatalf("%d reactions", len(made))
				}
				reaction := `[{"emoji":"👎","type":"emoji"}]`
				if strings.Contains(tt.event, "edited_message") {
					reaction = "[]"
				}
				if tt.reacted && (made[0].Get("message_id") != "77" || made[0].Get("reaction") != reaction) {
					t.Errorf("reacted %v", made[0].Values)
				}
				if got := strings.Join(texts(s, "sendMessage"), "\n"); got != tt.text {
					t.Errorf("said %q, want %q", got, tt.text)
				}
			})
		})
	}
}

// If the bot may not delete messages in a chat, it does not try again there for a while, unless its rights
// have changed.
func TestRefusedDeletion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.SetRole(-5, telegramtest.BotID, "administrator")
		s.SetRole(-6, telegramtest.BotID, "administrator")
		start(t, s, &handler{answer: always(chat.Reply{Mark: "👎", Text: []chat.Line{{{Text: "no"}}}, Remove: true})})
		after(time.Second)
		id := 100
		say := func(where int64) {
			id++
			s.Push(int64(id), typed(where, id, "8*3"))
			after(5 * time.Second)
		}
		want := func(calls int, when string) {
			t.Helper()
			if got := len(s.Calls("deleteMessage")); got != calls {
				t.Errorf("%s: %d deletions were tried, want %d", when, got, calls)
			}
		}
		refusal := telegramtest.Refusal(400, "Bad Request: message can't be deleted")
		s.FailNext("deleteMessage", 1, refusal)
		say(-5)
		say(-5)
		want(1, "after a refusal")
		say(-6)
		want(2, "in another chat")
		after(deletionPause)
		s.FailNext("deleteMessage", 1, refusal)
		say(-5)
		want(3, "after the pause")
		id++
		s.Push(int64(id), `"my_chat_member":{"chat":{"id":-5,"type":"group"},"from":{"id":7},"date":1,"old_chat_member":{"status":"member"},"new_chat_member":{"status":"administrator"}}`)
		after(time.Second)
		say(-5)
		want(4, "with new rights")
		s.FailNext("deleteMessage", 1, telegramtest.Refusal(400, "Bad Request: message to delete not found"))
		say(-5)
		say(-5)
		want(6, "after the author had deleted a message")
	})
}

// If the reply to a message in a group has to wait, the message gets a reaction of eyes.
func TestNotice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		for _, event := range []string{typed(-5, 77, "/24"), typed(5, 78, "/24"), pressed(-5, "q", "next")} {
			b.f.Notice(t.Context(), answering(t, event, say("hi")))
		}
		made := s.Calls("setMessageReaction")
		if len(made) != 1 || made[0].Get("message_id") != "77" || made[0].Get("reaction") != `[{"emoji":"👀","type":"emoji"}]` {
			t.Errorf("reacted %v", made)
		}
		b.end()
	})
}

func TestEditFallsBackToPost(t *testing.T) {
	tests := []struct {
		name  string
		fail  int
		fault *telegramtest.Fault
		// message is the ID of the message in which the reply is shown.
		message string
	}{
		{"edited", 0, &telegramtest.Fault{}, "400"},
		{"not modified", 1, telegramtest.Refusal(400, "Bad Request: message is not modified: specified new message content"), "400"},
		{"deleted", 1, telegramtest.Refusal(400, "Bad Request: message to edit not found"), "501"},
		{"too old", 1, telegramtest.Refusal(400, "Bad Request: message can't be edited"), "501"},
		{"left behind", 1, telegramtest.Moved(-100), "501"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				s.FailNext("editMessageText", tt.fail, tt.fault)
				r := say("solved")
				r.Edit = true
				h := &handler{answer: always(r)}
				b := start(t, s, h)
				s.Push(10, pressed(-5, "q1", "giveup"))
				after(time.Second)
				if m, _ := h.delivered(10); m.ID != tt.message {
					t.Errorf("delivered as %q, want %q", m.ID, tt.message)
				}
				edits := s.Calls("editMessageText")
				if p := edits[0].Values; len(edits) != 1 || p.Get("message_id") != "400" || p.Get("chat_id") != "-5" {
					t.Errorf("%d edits, the first %v", len(edits), p)
				}
				b.end()
			})
		})
	}
}

// An edit that may succeed later is tried again. No message is posted instead of it.
func TestEditIsTriedAgain(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fault *telegramtest.Fault
	}{
		{"network", &telegramtest.Fault{}},
		{"server", telegramtest.Refusal(500, "Internal Server Error")},
		{"flood", telegramtest.TooMany(4)},
		{"kicked", telegramtest.Refusal(403, "Forbidden: bot was kicked from the group chat")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, r := newServer(), say("solved")
				r.Edit = true
				b := start(t, s, &handler{answer: always(say("hi"))})
				after(time.Second)
				s.FailNext("editMessageText", 1, tt.fault)
				d := answering(t, pressed(-5, "q1", "giveup"), r)
				if _, err := b.deliver(d); err == nil {
					t.Error("a failed edit is reported as made")
				}
				after(5 * time.Second)
				if m, err := b.deliver(d); err != nil || m != (chat.Message{Place: d.Place, ID: "400"}) {
					t.Errorf("the second try: %v, %v", m, err)
				}
				if sent := texts(s, "sendMessage"); len(sent) > 0 {
					t.Errorf("posted %q", sent)
				}
				b.end()
			})
		})
	}
}

// Nothing is posted in a group from which the bot was removed. The reply to the move of a group goes
// to the new group.
func TestRepliesToChangesOfAGroup(t *testing.T) {
	left := `"my_chat_member":{"chat":{"id":-5,"type":"group"},"from":{"id":7},"date":1,"old_chat_member":{"status":"member"},"new_chat_member":{"status":"left"}}`
	moved := `"message":{"message_id":1,"date":1,"chat":{"id":-5,"type":"group"},"migrate_to_chat_id":-100}`
	for _, tt := range []struct{ name, update, to string }{{"left", left, ""}, {"moved", moved, "-100"}} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, h := newServer(), &handler{answer: always(say("hi"))}
				b := start(t, s, h)
				s.Push(10, tt.update)
				after(time.Second)
				to := ""
				for _, c := range s.Calls("sendMessage") {
					to += c.Get("chat_id") + c.Get("reply_parameters")
				}
				if to != tt.to || len(h.requests()) != 1 {
					t.Errorf("%d requests, sent to %q, want to %q", len(h.requests()), to, tt.to)
				}
				if e, _ := h.ended(10); e.err != nil || e.tries != 1 {
					t.Errorf("%d tries: %v", e.tries, e.err)
				}
				b.end()
			})
		})
	}
}

// A reply follows a group that has moved. Messages have other numbers there, so the reply does not
// refer to, delete or edit a message of the old group.
func TestReplyFollowsAGroup(t *testing.T) {
	r := say("solved")
	r.Edit, r.Remove = true, true
	quoting := `"message":{"message_id":9,"date":1790000000,"from":{"id":7,"first_name":"Ann"},"chat":{"id":-5,"type":"group"},"text":"8*3",` +
		`"reply_to_message":{"message_id":400,"date":1,"from":{"id":42,"is_bot":true},"chat":{"id":-5,"type":"group"}}}`
	for _, tt := range []struct{ name, update string }{{"typed", typed(-5, 9, "/24")}, {"pressed", pressed(-5, "q", "x")}, {"in reply", quoting}} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, h := newServer(), &handler{answer: always(r)}
				gone := telegramtest.Moved(-100)
				s.FailNext("sendMessage", 1, gone)
				s.FailNext("editMessageText", 1, gone)
				b := start(t, s, h)
				s.Push(10, tt.update)
				after(time.Second)
				if m, ok := h.delivered(10); !ok || m.Place.Community != "-100" {
					t.Errorf("delivered %v as %v", ok, m)
				}
				sent := s.Calls("sendMessage")
				if p := sent[len(sent)-1].Values; len(sent) != 2 || p.Get("chat_id") != "-100" || p.Get("reply_parameters") != "" {
					t.Errorf("%d messages, the last %v", len(sent), p)
				}
				for _, c := range append(s.Calls("deleteMessage"), s.Calls("editMessageText")...) {
					if c.Get("chat_id") != "-5" {
						t.Errorf("%s %v", c.Method, c.Values)
					}
				}
				b.end()
			})
		})
	}
}

// A person's message is removed, even if the reply is an edit.
func TestEditRemoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, r := newServer(), say("solved")
		r.Edit, r.Remove = true, true
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		d := answering(t, `"message":{"message_id":9,"date":1790000000,"from":{"id":7,"first_name":"Ann"},"chat":{"id":-5,"type":"group"},"text":"8*3",`+
			`"reply_to_message":{"message_id":400,"date":1,"from":{"id":42,"is_bot":true},"chat":{"id":-5,"type":"group"}}}`, r)
		if m, err := b.deliver(d); err != nil || m.ID != "400" {
			t.Errorf("%v, %v", m, err)
		}
		if erased := s.Calls("deleteMessage"); len(erased) != 1 || erased[0].Get("message_id") != "9" {
			t.Errorf("deleted %v", erased)
		}
		b.end()
	})
}

// An event can be answered by a later process.
func TestEventOutlivesTheProcess(t *testing.T) {
	edited := say("solved")
	edited.Edit = true
	for _, tt := range []struct {
		name, update string
		reply        chat.Reply
		// target is the parameter that says what is answered.
		method, target string
	}{
		{"typed", typed(-5, 9, "/24"), say("hi"), "sendMessage", `{"message_id":9,"allow_sending_without_reply":true}`},
		{"pressed", pressed(-5, "q", "x"), edited, "editMessageText", "400"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, h := newServer(), &handler{answer: always(chat.Reply{Silent: true})}
				b := start(t, s, h)
				s.Push(10, tt.update)
				after(time.Second)
				r := h.requests()[0]
				b.end()
				b = start(t, s, &handler{answer: always(say("hi"))})
				after(time.Minute)
				// The description of a place is not stored.
				d := chat.Delivery{Key: r.Key, Event: bytes.Clone(r.Event), At: r.At, Reply: tt.reply}
				d.Place = chat.Place{Network: Network, Community: r.Place.Community}
				if _, err := b.deliver(d); err != nil {
					t.Error(err)
				}
				calls := s.Calls(tt.method)
				if len(calls) != 1 {
					t.Fatalf("%d calls", len(calls))
				}
				if p := calls[0].Values; p.Get("reply_parameters")+p.Get("message_id") != tt.target {
					t.Errorf("%s %v, want it to answer %s", tt.method, p, tt.target)
				}
				b.end()
			})
		})
	}
}

// An event that cannot be read is answered by a plain message.
func TestUnreadableEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, r := newServer(), say("hi")
		r.Edit, r.Remove = true, true
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		for _, event := range []string{"", "no JSON", `{"message":"x"}`, `{"message":9,"source":"400"}`} {
			d := post("-5", r)
			d.Event = []byte(event)
			m, err := b.deliver(d)
			if err != nil || m.IsZero() {
				t.Errorf("%q: %v, %v", event, m, err)
			}
			after(2 * time.Second)
		}
		if n := len(s.Calls("editMessageText")) + len(s.Calls("deleteMessage")) + len(s.Calls("answerCallbackQuery")); n > 0 {
			t.Errorf("%d calls about unknown messages", n)
		}
		b.end()
	})
}

// The messages of a chat keep their order, over all its topics. Alerts and silent replies wait for no other
// delivery.
func TestLane(t *testing.T) {
	f, err := New(Config{Token: telegramtest.Token})
	if err != nil {
		t.Fatal(err)
	}
	secret, asker := say("8/3"), say("not yours")
	secret.Audience, asker.Audience = chat.Secret, chat.Asker
	topic := post("-5", say("hi"))
	topic.Place.Channel = "3"
	silent := chat.Reply{Silent: true}
	mark, removing := say("no"), say("no")
	mark.Mark, removing.Mark, removing.Remove = "👎", "👎", true
	for _, tt := range []struct {
		name string
		d    chat.Delivery
		lane string
	}{
		{"reply", answering(t, typed(-5, 1, "/24"), say("hi")), "-5"},
		{"post", post("-5", say("hi")), "-5"},
		{"post in a topic", topic, "-5"},
		{"edit", edit("-5", "9", say("hi")), "-5"},
		{"another chat", post("-6", say("hi")), "-6"},
		{"silence", answering(t, typed(-5, 1, "/24"), silent), ""},
		{"silence after a press", answering(t, pressed(-5, "q", "x"), silent), ""},
		{"message after a press", answering(t, pressed(-5, "q", "x"), say("hi")), "-5"},
		{"alert", answering(t, pressed(-5, "q", "x"), secret), ""},
		{"alert for the asker", answering(t, pressed(-5, "q", "x"), asker), ""},
		{"in private", answering(t, pressed(5, "q", "x"), secret), "5"},
		{"reaction", answering(t, typed(-5, 1, "8*3"), mark), ""},
		{"reaction to what may be removed", answering(t, typed(-5, 1, "8*3"), removing), ""},
		{"to the person who typed", answering(t, typed(-5, 1, "/24"), asker), "-5"},
		{"where to ask", answering(t, typed(-5, 1, "/hint"), secret), "-5"},
	} {
		if lane := f.Lane(tt.d); lane != tt.lane {
			t.Errorf("%s: lane %q, want %q", tt.name, lane, tt.lane)
		}
	}
	if f.Idempotent() {
		t.Error("Telegram has no keys")
	}
}

// Messages and edits have separate limits. The reply to a press that cannot be an edit counts as a message.
func TestPaceOfDeliveries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, newServer(), &handler{answer: always(say("hi"))})
		after(time.Second)
		for range chatBurst {
			if _, err := b.deliver(post("-5", say("hi"))); err != nil {
				t.Fatal(err)
			}
		}
		r := say("solved")
		r.Edit = true
		pressedThere := answering(t, pressed(-5, "q", "x"), r)
		pressedThere.Place.Community = "-100" // the group has moved
		minor := post("-6", say("hi"))
		minor.Minor = true
		for _, tt := range []struct {
			name   string
			d      chat.Delivery
			behind int
			wait   time.Duration
		}{
			{"post", post("-5", say("hi")), 0, chatEvery},
			{"behind two", post("-5", say("hi")), 2, 3 * chatEvery},
			{"reply", answering(t, typed(-5, 1, "/24"), say("hi")), 0, chatEvery},
			{"edit", edit("-5", "9", say("hi")), 0, 0},
			{"reply by an edit", answering(t, pressed(-5, "q", "x"), r), 0, 0},
			{"reply by an edit of nothing", answering(t, typed(-5, 1, "/24"), r), 0, chatEvery},
			{"another chat", post("-6", say("hi")), 0, 0},
			{"another chat, behind a burst", post("-6", say("hi")), chatBurst, chatEvery},
			{"minor, behind what a group's minute leaves it", minor, groupMinute - minorSpare, minute},
			{"where the group has moved", pressedThere, chatBurst, chatEvery},
		} {
			if wait := b.f.Pace(tt.d, tt.behind); (wait - tt.wait).Abs() > time.Microsecond {
				t.Errorf("%s: %v, want %v", tt.name, wait, tt.wait)
			}
		}
		b.end()
	})
}

func TestRepliesGoWhereTheyBelong(t *testing.T) {
	topic := `"message":{"message_id":9,"message_thread_id":3,"is_topic_message":true,"date":1790000000,"from":{"id":7,"first_name":"Ann"},` +
		`"chat":{"id":-5,"type":"supergroup"},"text":"/24","entities":[{"type":"bot_command","offset":0,"length":3}]}`
	spoiling := say("not here")
	spoiling.Remove = true
	tests := []struct {
		name, update           string
		reply                  chat.Reply
		thread, replyTo, erase string
	}{
		{"group", typed(-5, 9, "/24"), say("hi"), "", `{"message_id":9,"allow_sending_without_reply":true}`, ""},
		{"private", typed(5, 9, "/24"), say("hi"), "", "", ""},
		{"topic", topic, say("hi"), "3", `{"message_id":9,"allow_sending_without_reply":true}`, ""},
		{"press", pressed(-5, "q", "x"), say("hi"), "", "", ""},
		{"removed", typed(-5, 9, "/24"), spoiling, "", "", "9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				s.FailNext("deleteMessage", 1, telegramtest.Refusal(400, "Bad Request: message can't be deleted"))
				b := start(t, s, &handler{answer: always(tt.reply)})
				s.Push(10, tt.update)
				after(time.Second)
				sent := s.Calls("sendMessage")
				if len(sent) != 1 {
					t.Fatalf("%d messages", len(sent))
				}
				p := sent[0].Values
				if p.Get("chat_id") == "" || p.Get("message_thread_id") != tt.thread || p.Get("reply_parameters") != tt.replyTo {
					t.Errorf("sent %v", p)
				}
				var erased string
				for _, c := range s.Calls("deleteMessage") {
					erased += c.Get("message_id")
				}
				if erased != tt.erase {
					t.Errorf("deleted %q, want %q", erased, tt.erase)
				}
				b.end()
			})
		})
	}
}

// If a wait is long, Deliver returns at once, so that the caller can serve others in that time.
func TestDeliverHandsLongWaitsBack(t *testing.T) {
	for _, bulk := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := start(t, newServer(), &handler{answer: always(say("hi"))})
			after(time.Second)
			d := post("-5", say("hi"))
			d.Bulk = bulk
			var posted int
			var retry *chat.RetryError
			for retry == nil && posted < 100 {
				begun, told := time.Now(), b.f.Pace(d, 0)
				_, err := b.deliver(d)
				if err != nil && !errors.As(err, &retry) {
					t.Fatal(err)
				}
				// Bulk also waits for other broadcasts, which Pace leaves out.
				waited := time.Since(begun)
				if waited > patience || retry == nil && (waited < told || !bulk && waited > told) {
					t.Errorf("bulk %v, message %d: waited %v, was announced %v", bulk, posted, waited, told)
				}
				posted++
			}
			if posted != groupMinute+1 || retry == nil || retry.After < 30*time.Second {
				t.Fatalf("bulk %v, message %d: %v; want the 21st to wait for the next minute", bulk, posted, retry)
			}
			if told := b.f.Pace(d, 0); told != retry.After {
				t.Errorf("bulk %v: to wait %v, told was %v", bulk, retry.After, told)
			}
			after(retry.After)
			if _, err := b.deliver(d); err != nil {
				t.Errorf("bulk %v, after the wait: %v", bulk, err)
			}
			b.end()
		})
	}
}

// A secret that answers nobody is not sent to a place where others can read it.
func TestDeliverRefusesSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, r := newServer(), say("8/3")
		r.Audience = chat.Secret
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		for _, d := range []chat.Delivery{post("-5", r), edit("-5", "9", r)} {
			if m, err := b.deliver(d); !errors.Is(err, chat.ErrElsewhere) || !m.IsZero() {
				t.Errorf("%+v: %v, %v", d.Message, m, err)
			}
		}
		if n := len(s.Calls("sendMessage")) + len(s.Calls("editMessageText")); n > 0 {
			t.Errorf("%d calls", n)
		}
		private := post("5", r)
		private.Place.Private = true
		if _, err := b.deliver(private); err != nil {
			t.Errorf("in private: %v", err)
		}
		b.end()
	})
}

// A message in a chat where the bot is no member is edited by an ID of its own. Its buttons lead to the bot. If the
// edit is refused, the chat of the person who caused it is not gone.
func TestEditWhereTheBotIsNoMember(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		r := say("Solved by Cem.")
		r.Buttons = [][]chat.Button{{{Label: "Play", Data: "v2 pose x", Personal: true}}}
		d := edit("5", "inline:AbC", r)
		d.Place.Private = true
		if _, err := b.deliver(d); err != nil {
			t.Error(err)
		}
		made := s.Calls("editMessageText")
		if len(made) != 1 || made[0].Get("inline_message_id") != "AbC" || made[0].Get("chat_id") != "" || made[0].Get("message_id") != "" {
			t.Fatalf("edited %v", made)
		}
		if keyboard := made[0].Get("reply_markup"); !strings.Contains(keyboard, "https://t.me/reckon_bot?start=") {
			t.Errorf("the button is %s", keyboard)
		}
		s.FailNext("editMessageText", 1, telegramtest.Refusal(403, "Forbidden: bot was kicked from the group chat"))
		r.Text = say("Solved by Dan.").Text
		d.Reply = r
		if _, err := b.deliver(d); chat.GoneBy(err) != chat.GoneMessage {
			t.Errorf("a refusal: %v", err)
		}
		b.end()
	})
}

func TestSilenceMakesNoCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		silent := chat.Reply{Silent: true}
		for _, d := range []chat.Delivery{post("-5", silent), edit("-5", "9", silent), answering(t, typed(-5, 1, "/24"), silent)} {
			if m, err := b.deliver(d); err != nil || !m.IsZero() {
				t.Errorf("%v, %v", m, err)
			}
		}
		if n := len(s.Calls("sendMessage")) + len(s.Calls("editMessageText")); n > 0 {
			t.Errorf("%d calls", n)
		}
		b.end()
	})
}

func TestFloodKeepsChatQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		s.FailNext("sendMessage", 1, telegramtest.TooMany(30))
		all := []chat.Delivery{
			post("-5", say("hi")), post("-5", say("hi")), edit("-5", "9", say("hi")), answering(t, typed(-5, 1, "/24"), say("hi")),
		}
		// Only the first may be a call.
		for i, d := range all {
			var retry *chat.RetryError
			if _, err := b.deliver(d); !errors.As(err, &retry) || retry.After != 30*time.Second {
				t.Errorf("delivery %d: %v, want it to wait 30 s", i, err)
			}
			if wait := b.f.Pace(d, 0); wait != 30*time.Second {
				t.Errorf("delivery %d is told to wait %v", i, wait)
			}
		}
		if n := len(s.Calls("sendMessage")) + len(s.Calls("editMessageText")); n != 1 {
			t.Errorf("%d calls, want 1", n)
		}
		b.end()
	})
}

// The daily's message may be quiet, and pinned instead of an earlier one. If the bot lacks the right to
// pin, the error says so. If a message is not pinned any more, unpinning it succeeds.
func TestPins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		defer b.end()
		after(time.Second)
		place := chat.Place{Network: Network, Community: "-5"}
		deliver := func(r chat.Reply) (chat.Message, error) {
			return b.f.Deliver(t.Context(), chat.Delivery{Key: "k", Place: place, Bulk: true, Reply: r})
		}
		loud, quiet := say("yesterday"), say("today")
		quiet.Quiet = true
		old, err := deliver(loud)
		m, errQuiet := deliver(quiet)
		if sent := s.Calls("sendMessage"); errors.Join(err, errQuiet) != nil || sent[0].Get("disable_notification") != "" || sent[1].Get("disable_notification") != "true" {
			t.Fatal(err, errQuiet, sent)
		}
		pin := func() error { _, err := deliver(chat.Reply{Pin: m.ID}); return err }
		if err := pin(); chat.GoneBy(err) != chat.GonePin {
			t.Errorf("without the right: %v", err)
		}
		s.SetRole(-5, telegramtest.BotID, "administrator")
		_, errOld := deliver(chat.Reply{Unpin: old.ID})
		_, errGone := deliver(chat.Reply{Unpin: "999"})
		if err := errors.Join(pin(), errOld, errGone); err != nil {
			t.Error(err)
		}
		if c := s.Calls("pinChatMessage")[1]; c.Get("message_id") != m.ID || c.Get("disable_notification") != "true" {
			t.Errorf("pinned by %v", c.Values)
		}
		if c := s.Calls("unpinChatMessage")[0]; c.Get("message_id") != old.ID || c.Get("chat_id") != "-5" {
			t.Errorf("unpinned by %v", c.Values)
		}
	})
}
