package talk

import (
	"errors"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A pass is good for ten minutes and for one visit, by who it was made for and where.
func TestPass(t *testing.T) {
	rounds := newRounds(t)
	rounds.Store = storetest.Open(t)
	rounds.Seals = command.Sealer{Secret: []byte("of the test")}
	x := Pages{Deals: Deals{Rounds: rounds}}
	req := newRequest(t, false)
	req.Locale = "fr"
	req.Act.Channel = "here"
	storetest.Write(t, rounds.Store, func(tx *storage.Tx) error {
		req.Act.Community = storetest.Community(t, tx, "club")
		req.Act.Person = storetest.Person(t, tx, "ann")
		return nil
	})
	enter := func(pass string, after time.Duration) (chat.Request, error) {
		return x.Enter(t.Context(), pass, req.Act.At.Add(after))
	}

	pass := x.pass(req, "v2 page 7")
	if _, err := enter(pass, 10*time.Minute+time.Second); !errors.Is(err, chat.ErrProof) {
		t.Errorf("after more than ten minutes: %v", err)
	}
	who, err := enter(pass, 10*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	isAnn := who.Person.ID == "ann" && who.Person.Role == chat.RoleMember && who.Locale == "fr"
	isThere := who.Place.Community == "club" && who.Place.Channel == "here" && !who.Place.Private
	if !isAnn || !isThere || who.Input.Data != "v2 page 7" {
		t.Errorf("who comes is %+v", who)
	}
	if _, err := enter(pass, time.Minute); !errors.Is(err, chat.ErrProof) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := enter(x.Deals.Seals.Enclose("{}", "", "another"), 0); !errors.Is(err, chat.ErrProof) {
		t.Errorf("what was enclosed for something else: %v", err)
	}
}
