package privacy_test

import (
	"testing"

	"reckon/bot/chat"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// No message that waits for delivery leads to a person who is forgotten, not even the reply that tells them
// so.
func TestLastReplyIsOfNobody(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	// do sends Ann's input in her private chat.
	do := func(key string, in chat.Input) chat.Reply {
		t.Helper()
		reply, _, err := s.Bot.Do(t.Context(), chat.Request{
			Key:    key,
			Event:  []byte("{}"),
			Place:  chat.Place{Network: "net", Community: "ann", Private: true},
			Person: chat.Person{Network: "net", ID: "ann", Name: "Ann"},
			Input:  in,
			Locale: "en",
			At:     s.Now(),
		})
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	question := do("ask", chat.Input{Kind: chat.Command, Name: "privacy", Text: "forget"})
	done := do("forget", chat.Input{Kind: chat.Press, Data: question.Buttons[0][0].Data})
	if done.Tone != chat.Good {
		t.Fatalf("Ann is told %+v", done)
	}
	err := s.Store.Read(t.Context(), func(tx *storage.Tx) error {
		people, err := storage.List[*int64](tx, "list replies", `SELECT player_id FROM outbox WHERE nonce = 'forget'`)
		if err != nil {
			return err
		}
		if len(people) != 1 || people[0] != nil {
			t.Errorf("the replies' players are %v, want one reply of nobody", people)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
