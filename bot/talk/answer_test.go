package talk

import (
	"testing"

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
