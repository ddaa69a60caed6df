package daily_test

import (
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A link leads to a puzzle of a day, since its button is made for links. It carries out no other
// button: nobody shows everyone their card by following a link.
func TestLinkOpensADay(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	ann := s.Enter("Ann", "")
	a := ann.Do("open", "v2 daily 24")
	if a.View.Round == nil || !strings.HasPrefix(a.View.Round.Puzzle, "24:") {
		t.Errorf("a link to the day shows %+v", a.View.Round)
	}
	for _, data := range []string{"v2 card 1", "v2 share 1", "v2 archive"} {
		a := ann.Do("open", data)
		if a.Reply == nil || a.Reply.Tone == chat.Good || len(a.Reply.Buttons) > 0 || !strings.Contains(a.Reply.Text[0][0].Text, "too old") {
			t.Errorf("a link to %q is told %+v", data, a.Reply)
		}
	}
}

// A reminder that is not delivered by midnight is never delivered: the streak is over then.
func TestReminderHoldsUntilMidnight(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	_, _, err := s.Bot.Do(t.Context(), chat.Request{
		Key:    "net:1",
		Event:  []byte("{}"),
		Place:  chat.Place{Network: "net", Community: "ann", Private: true},
		Person: chat.Person{Network: "net", ID: "ann", Name: "Ann"},
		Input:  chat.Input{Kind: chat.Command, Name: "settings", Text: "reminder on"},
		Locale: "en",
		At:     s.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		ann, err := tx.FindPlayer("net", "ann")
		if err != nil {
			return err
		}
		return round.AddDay(tx, ann.ID, round.Number(s.Now())-1, s.Now())
	})
	now := s.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, time.UTC)
	s.Later(midnight.Add(-time.Hour).Sub(now))
	var until []time.Time
	for end := time.Now().Add(time.Minute); len(until) == 0 && time.Now().Before(end); chat.Pause(t.Context(), time.Millisecond) {
		err := s.Store.Read(t.Context(), func(tx *storage.Tx) error {
			var err error
			until, err = storage.List[time.Time](tx, "list reminders", `
				SELECT expires_at FROM outbox WHERE nonce LIKE 'reminder:%'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(until) != 1 || !until[0].Equal(midnight) {
		t.Errorf("the reminder holds until %v, want %v", until, midnight)
	}
}
