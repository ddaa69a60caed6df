package offer_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// If an answer is typed where all can read it, the message is removed while others may still find the
// answer. A sealed answer tells nothing, so its message stays.
func TestSealedAnswerStays(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	do := func(key, who string, in chat.Input) chat.Reply {
		t.Helper()
		reply, _, err := s.Bot.Do(t.Context(), request(s, key, who, in))
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	do("1", "ann", chat.Input{Kind: chat.Command, Name: "tchisla", Text: "2016 7"})
	typed := do("2", "bob", chat.Input{Kind: chat.Command, Name: "answer", Text: "7*7*(7*7-7)-7*7+7"})
	if !typed.Remove {
		t.Errorf("what Bob typed stays: %+v", typed)
	}
	typing := request(s, "3", "cat", chat.Input{Kind: chat.Text, Text: "#1 (7!+7!)/(7-(7+7)/7)"})
	offers := s.Bot.Offers(t.Context(), typing)
	if len(offers.List) != 1 {
		t.Fatalf("Cat is offered %+v", offers)
	}
	sent := do("4", "cat", chat.Input{Kind: chat.Sent, Data: offers.List[0].Data})
	if sent.Remove || sent.Tone != chat.Good {
		t.Errorf("what Cat sent goes: %+v", sent)
	}
}

// If an answer is too long for the data of a message, it is not offered.
func TestLongAnswerIsNotEnclosed(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	for length, want := range map[int]int{1: 1, 800: 1, 801: 0, 4000: 0} {
		answer := strings.Repeat("x", length)
		offers := s.Bot.Offers(t.Context(), request(s, "", "ann", chat.Input{Kind: chat.Text, Text: answer}))
		if len(offers.List) != want || offers.Lead != nil {
			t.Errorf("for an answer of %d bytes %d are offered, want %d: %+v", length, len(offers.List), want, offers.Lead)
		}
	}
}

// A person who names the bot where it is no member gets the puzzle that they ask for. If they ask for none,
// they get an easy one of the first game, or one of the level that they name.
func TestSummoned(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	for text, want := range map[string]struct{ title, level string }{
		"":             {"24: ", "very easy"},
		"hello there":  {"24: ", "very easy"},
		"#1 8*3":       {"24: ", "very easy"},
		"hard":         {"24: ", "hard"},
		"24 hard":      {"24: ", "hard"},
		"tchisla easy": {"Tchisla: ", "easy"},
		"3 3 8 8":      {"24: 3 3 8 8 → 24", "very hard"},
	} {
		offers := s.Bot.Offers(t.Context(), request(s, "", "ann", chat.Input{Kind: chat.Summoned, Text: text}))
		if len(offers.List) != 1 || offers.Lead != nil {
			t.Fatalf("for %q they are offered %+v", text, offers)
		}
		o := offers.List[0]
		if !strings.HasPrefix(o.Title, want.title) || o.About != want.level {
			t.Errorf("for %q they are offered %s, %s", text, o.Title, o.About)
		}
	}
}

// A person who asks for the day where the bot is no member gets a message that has no number. Each person who presses
// its button is led to their own day.
func TestSummonedForTheDay(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	for _, text := range []string{"daily", "/daily", "Puzzle of the day", "每日一题"} {
		offers := s.Bot.Offers(t.Context(), request(s, "", "ann", chat.Input{Kind: chat.Summoned, Text: text}))
		if len(offers.List) != 1 || offers.Lead != nil {
			t.Fatalf("for %q they are offered %+v", text, offers)
		}
		o := offers.List[0]
		open := o.Reply.Buttons[0][0]
		if o.Title != "Puzzle of the day" || o.Reply.Face != nil {
			t.Errorf("for %q they are offered %+v", text, o)
		}
		if !open.Personal || open.Data != "v2 daily 24" {
			t.Errorf("for %q the button is %+v", text, open)
		}
		press := requestAlone(s, text, "bob", chat.Input{Kind: chat.Press, Data: open.Data})
		opened, _, err := s.Bot.Do(t.Context(), press)
		if err != nil || opened.Face == nil || !strings.Contains(opened.Face.Title, "Daily #") {
			t.Errorf("after %q Bob is shown %+v (%v)", text, opened, err)
		}
	}
}

// The button above the offers leads into the person's own chat: to the puzzle that they answer or, if what
// they type is no puzzle, to another one.
func TestLeads(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	_, _, err := s.Bot.Do(t.Context(), request(s, "1", "ann", chat.Input{Kind: chat.Command, Name: "24", Text: "easy"}))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"#1":      "v2 answer 1 ",
		"#1 1":    "v2 answer 1 ",
		"#2":      "",
		"1 1 1 1": "v2 next 24 0",
		// The next puzzle has the level that they asked for.
		"24 hard 1 1 1 1": "v2 next 24 4",
	} {
		lead := s.Bot.Offers(t.Context(), request(s, "", "ann", chat.Input{Kind: chat.Text, Text: text})).Lead
		if lead == nil || !lead.Personal {
			t.Fatalf("for %q there is %+v", text, lead)
		}
		if (lead.Data == "") != (want == "") || !strings.HasPrefix(lead.Data, want) {
			t.Errorf("for %q the button does %q, want %q", text, lead.Data, want)
		}
	}
}

// Only people who have done something in the group in the last ninety days are told which of its rounds they answer.
func TestWhoIsToldOfARound(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	here := request(s, "1", "ann", chat.Input{Kind: chat.Command, Name: "24", Text: "easy"})
	if _, _, err := s.Bot.Do(t.Context(), here); err != nil {
		t.Fatal(err)
	}
	elsewhere := request(s, "2", "bob", chat.Input{Kind: chat.Command, Name: "24", Text: "easy"})
	elsewhere.Place.Community = "another"
	if _, _, err := s.Bot.Do(t.Context(), elsewhere); err != nil {
		t.Fatal(err)
	}
	const day = 24 * time.Hour
	for _, test := range []struct {
		who    string
		after  time.Duration
		isTold bool
	}{
		{"ann", 0, true},
		{"ann", 90*day - time.Hour, true},
		{"ann", 90*day + time.Hour, false},
		{"bob", 0, false},
		{"somebody new", 0, false},
	} {
		r := request(s, "", test.who, chat.Input{Kind: chat.Text, Text: "#1"})
		r.At = r.At.Add(test.after)
		lead := s.Bot.Offers(t.Context(), r).Lead
		if lead == nil || strings.HasPrefix(lead.Data, "v2 answer 1 ") != test.isTold {
			t.Errorf("%s after %v: %+v", test.who, test.after, lead)
		}
	}
}

// People may name a game by its name in their language, or by that of its command.
func TestGameIsNamed(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	for text, locale := range map[string]string{
		"Countdown": "en",
		"凑目标数":      "zh-CN",
		"湊目標數":      "zh-TW",
		"countdown": "zh-CN",
	} {
		r := request(s, "", "ann", chat.Input{Kind: chat.Text, Text: text})
		r.Locale = locale
		offers := s.Bot.Offers(t.Context(), r)
		if len(offers.List) != 1 || !strings.HasPrefix(offers.List[0].Data, "v2 pose countdown:") {
			t.Errorf("for %s they are offered %+v", text, offers.List)
		}
	}
}

// request returns what a person does in a group.
func request(s *webtest.Site, key, who string, in chat.Input) chat.Request {
	return chat.Request{
		Key:    "net:" + key,
		Event:  []byte("{}"),
		Place:  chat.Place{Network: "net", Community: "club"},
		Person: chat.Person{Network: "net", ID: who, Name: who},
		Input:  in,
		Locale: "en",
		At:     s.Now(),
	}
}

// requestAlone makes a request of a person in their own chat.
func requestAlone(s *webtest.Site, key, who string, in chat.Input) chat.Request {
	r := request(s, key, who, in)
	r.Place.Private = true
	r.Place.Community = who
	return r
}

// doAlone carries out a request of a person in their own chat.
func doAlone(t *testing.T, s *webtest.Site, key, who string, in chat.Input) chat.Reply {
	t.Helper()
	reply, _, err := s.Bot.Do(t.Context(), requestAlone(s, key, who, in))
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// sendPuzzle sends a puzzle, as Ann, to a chat where the bot is no member. It returns what she was offered.
func sendPuzzle(t *testing.T, s *webtest.Site) chat.Offer {
	t.Helper()
	summons := request(s, "", "ann", chat.Input{Kind: chat.Summoned, Text: "3 3 8 8"})
	o := s.Bot.Offers(t.Context(), summons).List[0]
	s.Bot.Offered(t.Context(), summons, o.Token, "inline:9")
	return o
}

// editsOf returns the edits of the message that sendPuzzle has sent.
func editsOf(t *testing.T, s *webtest.Site) (bodies []string) {
	t.Helper()
	storetest.Write(t, s.Store, func(tx *storage.Tx) (err error) {
		bodies, err = storage.List[string](tx, "list edits", `SELECT body FROM outbox WHERE message = 'inline:9'`)
		return err
	})
	return bodies
}

// A puzzle that somebody has sent where the bot is no member says who solved it first, with a way to the next one.
func TestGuestMessageSaysWhoSolved(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	o := sendPuzzle(t, s)
	if o.Token == "" || !o.Reply.Buttons[0][0].Personal {
		t.Fatalf("the offer is %+v", o)
	}
	do := func(key, who string, in chat.Input) chat.Reply {
		t.Helper()
		return doAlone(t, s, key, who, in)
	}
	edits := func() []string {
		t.Helper()
		return editsOf(t, s)
	}
	isTold := func(r chat.Reply) bool {
		const named = "Whoever solves it first is named in the message that you came from."
		return slices.ContainsFunc(r.Text, func(l chat.Line) bool { return say.Plain(l) == named })
	}
	for i, who := range []string{"bob", "cem", "dan"} {
		dealt := do(fmt.Sprint("open", i), who, chat.Input{Kind: chat.Opened, Data: o.Reply.Buttons[0][0].Data})
		if dealt.Face == nil || !isTold(dealt) {
			t.Fatalf("%s is shown %+v", who, dealt)
		}
	}
	// The message is on one network. A person who opens its button on another is not named there.
	for i, in := range []chat.Input{
		{Kind: chat.Opened, Data: o.Reply.Buttons[0][0].Data},
		{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"},
	} {
		r := request(s, fmt.Sprint("elsewhere", i), "fay", in)
		r.Place = chat.Place{Network: "other", Community: "fay", Private: true}
		r.Person.Network = "other"
		reply, _, err := s.Bot.Do(t.Context(), r)
		if err != nil || isTold(reply) {
			t.Errorf("on another network: %+v (%v)", reply, err)
		}
	}
	if got := edits(); len(got) != 0 {
		t.Errorf("after an answer on another network the message is edited: %q", got)
	}
	do("wrong", "dan", chat.Input{Kind: chat.Command, Name: "answer", Text: "3+3+8+8"})
	if got := edits(); len(got) != 0 {
		t.Errorf("after a wrong answer the message is edited: %q", got)
	}
	// Somebody who has given up was shown the solution.
	do("give up", "dan", chat.Input{Kind: chat.Command, Name: "giveup"})
	do("give up, sure", "dan", chat.Input{Kind: chat.Command, Name: "giveup"})
	do("known", "dan", chat.Input{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"})
	if got := edits(); len(got) != 0 {
		t.Errorf("after the answer of somebody who has given up the message is edited: %q", got)
	}
	// Somebody who has not come by the button changes nothing.
	do("own", "eve", chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"})
	do("own answer", "eve", chat.Input{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"})
	if got := edits(); len(got) != 0 {
		t.Errorf("after somebody else's answer the message is edited: %q", got)
	}
	for _, who := range []string{"cem", "bob"} {
		do("answer "+who, who, chat.Input{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"})
	}
	got := edits()
	if len(got) != 1 {
		t.Fatalf("the message is edited %d times, want once: %q", len(got), got)
	}
	for _, want := range []string{"Solved by", "cem", "v2 next 24", "v2 pose 24:3,3,8,8"} {
		if !strings.Contains(got[0], want) {
			t.Errorf("the edit has no %q: %s", want, got[0])
		}
	}
	if strings.Contains(got[0], "8/(3-8/3)") {
		t.Errorf("the edit gives the answer away: %s", got[0])
	}
}

// Nobody can put another puzzle into the button of a message, such as one whose solution they know, to be named there.
func TestGuestMessageKeepsItsPuzzle(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	o := sendPuzzle(t, s)
	forged := strings.Replace(o.Reply.Buttons[0][0].Data, "24:3,3,8,8", "24:1,2,3,4", 1)
	for i, in := range []chat.Input{
		{Kind: chat.Opened, Data: forged},
		{Kind: chat.Command, Name: "answer", Text: "1*2*3*4"},
	} {
		doAlone(t, s, fmt.Sprint("forged", i), "bob", in)
	}
	if got := editsOf(t, s); len(got) > 0 {
		t.Errorf("the message is edited: %q", got)
	}
}

// A person who is forgotten before the message is edited is not named there.
func TestGuestMessageOfForgotten(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	o := sendPuzzle(t, s)
	n := 0
	do := func(in chat.Input) chat.Reply {
		t.Helper()
		n++
		return doAlone(t, s, fmt.Sprint(n), "bob", in)
	}
	do(chat.Input{Kind: chat.Opened, Data: o.Reply.Buttons[0][0].Data})
	do(chat.Input{Kind: chat.Command, Name: "answer", Text: "8/(3-8/3)"})
	if got := editsOf(t, s); len(got) != 1 {
		t.Fatalf("%d edits wait", len(got))
	}
	reply := do(chat.Input{Kind: chat.Command, Name: "privacy", Text: "forget"})
	for len(reply.Buttons) > 0 && !reply.Forgotten {
		reply = do(chat.Input{Kind: chat.Press, Data: reply.Buttons[0][0].Data})
	}
	if got := editsOf(t, s); !reply.Forgotten || len(got) != 0 {
		t.Errorf("forgotten (%v), and %d edits wait", reply.Forgotten, len(got))
	}
}
