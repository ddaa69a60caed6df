package daily_test

import (
	"errors"
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

// A link opens a puzzle of a day, because the button for that is made for links. A link presses no other
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
		if a.Reply == nil {
			t.Fatalf("a link to %q has no reply", data)
		}
		isRefused := strings.Contains(a.Reply.Text[0][0].Text, "too old")
		if !isRefused || a.Reply.Tone == chat.Good || len(a.Reply.Buttons) > 0 {
			t.Errorf("a link to %q is told %+v", data, a.Reply)
		}
	}
}

// If a reminder is not delivered by midnight, it is never delivered: the streak is over by then.
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
		today := round.Number(s.Now())
		return errors.Join(
			round.AddDay(tx, ann.ID, today-2, s.Now()),
			round.AddDay(tx, ann.ID, today-1, s.Now()))
	})
	now := s.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, time.UTC)
	s.Later(midnight.Add(-time.Hour).Sub(now))
	var until []time.Time
	end := time.Now().Add(time.Minute)
	for len(until) == 0 && time.Now().Before(end) {
		chat.Pause(t.Context(), time.Millisecond)
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

// The page shows what a person has done on a day: what is open, what is done and, once they have begun,
// their card. They can send the same card to any chat as long as the day counts.
func TestDayOnThePage(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	number := round.Number(s.Now())
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		return errors.Join(
			round.AddDaily(tx, number, "24", "24:5,8,9,12", "24:5,8,9,12"),
			round.AddDaily(tx, number, "tchisla", "tchisla:98#7", "tchisla:98#7"),
		)
	})
	ann := s.Enter("Ann", "")
	day := ann.Do("command", "daily").View.Day
	if day == nil || day.Number != number || !day.Live {
		t.Fatalf("the live day is %+v", day)
	}
	if day.Done || day.Show == nil || len(day.Parts) != len(games.All()) {
		t.Fatalf("a new day is %+v", day)
	}
	for _, part := range day.Parts {
		if part.State != "" || part.Detail != "" {
			t.Errorf("a new day has %+v", part)
		}
	}
	if day.Score != 0 || day.Squares != "" || day.Card != "" {
		t.Errorf("a new day has the card %q, %d points, %q", day.Card, day.Score, day.Squares)
	}
	var keys []string
	storetest.Write(t, s.Store, func(tx *storage.Tx) (err error) {
		keys, err = storage.List[string](tx, "find Ann", `SELECT key FROM players WHERE network = 'web'`)
		return err
	})
	request := chat.Request{
		Place:  chat.Place{Network: "web", Community: keys[0], Private: true},
		Person: chat.Person{Network: "web", ID: keys[0], Name: "Ann"},
		Locale: "en",
		At:     s.Now(),
	}
	_, hasCard, err := s.Bot.Card(t.Context(), request, number)
	if err != nil || hasCard {
		t.Errorf("a new day has a card to send: %v, %v", hasCard, err)
	}
	ann.Do("press", day.Parts[0].Press)
	ann.Answer("12+9+8-5")
	ann.Do("press", day.Parts[1].Press)
	ann.Answer("7*7+7*7")
	day = ann.Do("command", "daily").View.Day
	if day.Parts[0].State != "right" || day.Parts[1].State != "near" || day.Parts[2].State != "" {
		t.Errorf("the parts are %+v", day.Parts)
	}
	if day.Score != 32 || day.Squares != "🟩🟨⬜⬜⬜" {
		t.Errorf("the day has %d points and the squares %s", day.Score, day.Squares)
	}
	if !strings.HasPrefix(day.Card, "Reckon #") || !strings.Contains(day.Card, "\n24 · ") {
		t.Errorf("the card is\n%s", day.Card)
	}
	// If the page asks for no number, it gets today's day.
	view, err := s.Bot.View(t.Context(), request, true)
	if err != nil || view.Day == nil {
		t.Fatalf("the page shows %+v, %v", view.Day, err)
	}
	if view.Day.Number != number || view.Day.Score != 32 {
		t.Errorf("the page shows %+v", view.Day)
	}
	for shown, want := range map[int]bool{number - 1: false, number: true, number + 1: false} {
		offer, hasCard, err := s.Bot.Card(t.Context(), request, shown)
		if err != nil || hasCard != want {
			t.Errorf("day %d has a card to send: %v, %v, want %v", shown, hasCard, err, want)
		}
		if hasCard && !strings.Contains(offer.About, "32/100") {
			t.Errorf("the card to send is %q", offer.About)
		}
	}
	request.At = request.At.Add(48 * time.Hour)
	if _, hasCard, err := s.Bot.Card(t.Context(), request, number); err != nil || hasCard {
		t.Errorf("two days later there is a card to send: %v, %v", hasCard, err)
	}
}
