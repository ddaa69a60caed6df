package offer_test

import (
	"os"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// An answer that is typed for all to read goes while others may still find it; one that was sent
// sealed tells nothing, so it stays.
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
	offers := s.Bot.Offers(t.Context(), request(s, "3", "cat", chat.Input{Kind: chat.Text, Text: "#1 (7!+7!)/(7-(7+7)/7)"}))
	if len(offers.List) != 1 {
		t.Fatalf("Cat is offered %+v", offers)
	}
	sent := do("4", "cat", chat.Input{Kind: chat.Sent, Data: offers.List[0].Data})
	if sent.Remove || sent.Tone != chat.Good {
		t.Errorf("what Cat sent goes: %+v", sent)
	}
}

// An answer that is too long for a button is not offered.
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

// request is what somebody does in a group.
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
