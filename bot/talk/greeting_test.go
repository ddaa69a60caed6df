package talk

import (
	"testing"

	"reckon/bot/chat"
	"reckon/storage"
	"reckon/storage/storetest"
)

// If a person talks in their private chat, the reply says which puzzle is open, with buttons for a hint, an
// easier puzzle if there is one, and another. If the puzzle is solved, there is only a button for another.
func TestTalk(t *testing.T) {
	for _, test := range []struct {
		name string
		// level is the level of the puzzle; 0: it is one of a match.
		level  int
		answer string
		want   string
	}{
		{"in a match, where the next comes by itself", 0, "", ""},
		{"open", 3, "", "Hint (−30%) · Easier one · Next"},
		{"open, with a wrong answer", 3, "wrong", "Hint (−30%) · Easier one · Next"},
		{"as easy as can be", 1, "", "Hint (−30%) · Next"},
		{"solved", 3, "right", "Next"},
		{"given up, while others play it", 3, "gave up", "Next"},
	} {
		store := storetest.Open(t)
		req := newRequest(t, true)
		rounds := newRounds(t)
		rounds.Play = newPlay(t, store)
		// Only a puzzle of a day is answered with the others of the day.
		rounds.Features = new(observedDay).features
		var reply chat.Reply
		storetest.Write(t, store, func(tx *storage.Tx) error {
			r := newRound(t, hand, own)
			r.Level = test.level
			isInMatch := test.level == 0
			if isInMatch {
				r.Mode = duel
			}
			req.Act.Community = storetest.Community(t, tx, "ann")
			req.Act.Person = storetest.Person(t, tx, "ann")
			r.ID = storetest.Round(t, tx, req.Act.Community, "2 3 4 5")
			addAnswer(t, tx, r.ID, req, test.answer)
			result, err := Greeting{rounds}.Talk(req, r)(tx)
			reply = result.Reply
			return err
		})
		if got := labels(reply); got != test.want {
			t.Errorf("%s: the buttons are %s, want %s", test.name, got, test.want)
		}
	}
}

// addAnswer stores an answer with an outcome, or that the person gave up; nothing if the outcome is empty.
func addAnswer(t *testing.T, tx *storage.Tx, roundID int64, req *Request, outcome string) {
	t.Helper()
	if outcome == "" {
		return
	}
	if outcome == "gave up" {
		attempt := storage.Attempt{RoundID: roundID, PlayerID: req.Act.Person.ID, GaveUpAt: storetest.Noon}
		if err := tx.SaveAttempt(attempt, 0); err != nil {
			t.Fatal(err)
		}
		return
	}
	answer := storage.Answer{
		RoundID:  roundID,
		PlayerID: req.Act.Person.ID,
		At:       storetest.Noon,
		Text:     "2*(3+4+5)",
		Outcome:  outcome,
	}
	if _, err := tx.AddAnswer(answer, nil); err != nil {
		t.Fatal(err)
	}
}
