package talk

import (
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A form that begins with an answer begins with the person's last one.
func TestLastText(t *testing.T) {
	store := storetest.Open(t)
	req := newRequest(t, true)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		req.Act.Person = storetest.Person(t, tx, "ann")
		id := storetest.Round(t, tx, club, "2 3 4 5")
		for _, want := range []string{"", "2+3+4+5", "2*3+4+5"} {
			if want != "" {
				answer := storage.Answer{RoundID: id, PlayerID: req.Act.Person.ID, At: storetest.Noon, Text: want, Outcome: "wrong"}
				if _, err := tx.AddAnswer(answer, nil); err != nil {
					return err
				}
			}
			got, err := lastText(tx, req, id)
			if err != nil || got != want {
				t.Errorf("it is %q, want %q (%v)", got, want, err)
			}
		}
		return nil
	})
}

// Who was let into a community's round joins the community, and is at the round from then on. A day
// belongs to nobody.
func TestEnter(t *testing.T) {
	store := storetest.Open(t)
	rounds := newRounds(t)
	for _, daily := range []int{0, 61} {
		req := newRequest(t, true)
		req.Act.At = storetest.Noon
		storetest.Write(t, store, func(tx *storage.Tx) error {
			club := storetest.Community(t, tx, "club")
			req.Act.Community = storetest.Community(t, tx, "ann")
			req.Act.Person = storetest.Person(t, tx, []string{"ann", "bo"}[min(daily, 1)])
			r := newRound(t, hand, race)
			r.CommunityID = club.ID
			r.ID = storetest.Round(t, tx, club, "2 3 4 5")
			r.Daily = daily
			if err := rounds.enter(tx, req, r); err != nil {
				return err
			}
			isMember, err := tx.IsMember(club.ID, req.Act.Person.ID, storetest.Noon.Add(-round.BelongFor))
			if isMember != (daily == 0) {
				t.Errorf("daily %d: member %t", daily, isMember)
			}
			return err
		})
	}
}

// A form that is asked for while a round ends says that it is over: the puzzle's message shows how. Later
// it is told here, too.
func TestAskForWhatIsOver(t *testing.T) {
	store := storetest.Open(t)
	x := Attempts{Rounds: newRounds(t)}
	x.Store = store
	x.Play = newPlay(t, store)
	req := newRequest(t, false)
	req.Act.At = storetest.Noon.Add(time.Minute)
	var r round.Round
	storetest.Write(t, store, func(tx *storage.Tx) error {
		req.Act.Community = storetest.Community(t, tx, "club")
		req.Act.Person = storetest.Person(t, tx, "ann")
		id, err := tx.AddRound(storage.Round{
			CommunityID: req.Act.Community.ID,
			Game:        "24",
			Puzzle:      hand,
			Class:       "2 3 4 5",
			DealtAt:     storetest.Noon,
			ClosedAt:    storetest.Noon.Add(30 * time.Second),
			Reason:      round.GivenUp,
		})
		if err != nil {
			return err
		}
		r, err = x.Play.Round(tx, id)
		return err
	})
	for _, wasOpen := range []bool{true, false} {
		read := r
		if wasOpen {
			read.ClosedAt = time.Time{}
		}
		plan, err := x.ask(req, read)
		if err != nil {
			t.Fatal(err)
		}
		var result Result
		storetest.Write(t, store, func(tx *storage.Tx) error {
			result, err = plan(tx)
			return err
		})
		isShort := textOf(result.Reply) == textOfKey(req, "late")
		if isShort != wasOpen || result.Reply.Ask != nil {
			t.Errorf("was open %t: it says %q", wasOpen, textOf(result.Reply))
		}
	}
}
