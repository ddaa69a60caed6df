package privacy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

// enqueue stores a delivery to a group of a network. Its message names a person Ann by their ID on that network. event
// is empty, or the event that the message answers.
func enqueue(tx *storage.Tx, v say.Voice, network, id, nonce string, event []byte) error {
	c, err := tx.EnsureCommunity(network, "club", false, 0, "Club", storetest.Noon)
	if err != nil {
		return err
	}
	body, err := json.Marshal(chat.Reply{Text: []chat.Line{{v.Mention("Ann", id)}}})
	if err != nil {
		return err
	}
	o := storage.Outgoing{Nonce: nonce, CommunityID: c.ID, Event: event, Body: body}
	return tx.Enqueue(&o, func(string) bool { return true }, storetest.Noon)
}

// The name of a person who is forgotten is removed from messages that wait on their network. Somebody with
// the same ID on another network keeps their name.
func TestNameOfAnotherNetworkStays(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "7")
		for _, network := range []string{ann.Network, "another"} {
			if err := enqueue(tx, v, network, ann.Key, network, nil); err != nil {
				return err
			}
		}
		// The row of a reply also has the event that it answers, which may lead to the person. So the row is
		// dropped.
		if err := enqueue(tx, v, ann.Network, ann.Key, "reply", []byte("{}")); err != nil {
			return err
		}
		waiting, err := tx.Waiting("text")
		if err != nil {
			return err
		}
		var ids []int64
		for _, o := range waiting {
			if o.Network == ann.Network {
				ids = append(ids, o.ID)
			}
		}
		req := &feature.Request{Act: round.Act{At: storetest.Noon}, Say: v}
		// The search found the first message only. The reply was not yet waiting then.
		found := nameSearch{messages: map[int64][]int64{ann.ID: ids[:1]}, last: ids[0]}
		if !tx.IsAlone() {
			found.last += maxUncommitted
		}
		if err := removeName(req, tx, ann, found); err != nil {
			return err
		}
		// A process that has read the messages already reads those in req.Edited again.
		if len(ids) != 2 || !slices.Equal(slices.Sorted(slices.Values(req.Edited)), ids) {
			t.Errorf("the messages %v have changed, want %v", req.Edited, ids)
		}
		waiting, err = tx.Waiting("text")
		if err != nil {
			return err
		}
		namesAnn := map[string]bool{} // by network
		for _, o := range waiting {
			namesAnn[o.Network] = strings.Contains(string(o.Body), "Ann")
		}
		if len(waiting) != 2 {
			t.Errorf("%d messages wait, want 2", len(waiting))
		}
		if namesAnn[ann.Network] || !namesAnn["another"] {
			t.Errorf("messages that name Ann, by network: %v", namesAnn)
		}
		if slices.ContainsFunc(waiting, func(o storage.Outgoing) bool { return o.ID == ids[1] }) {
			t.Error("the reply still waits")
		}
		return nil
	})
}

// A person is forgotten with all their linked accounts. That holds even for an account that is linked after the
// waiting messages have been searched.
func TestNamesOfLinkedAccountsGo(t *testing.T) {
	for _, linksLate := range []bool{false, true} {
		p := privacy{Kernel: featuretest.Kernel(t)}
		var ann, anna storage.Player
		storetest.Write(t, p.Store, func(tx *storage.Tx) error {
			var err error
			ann = storetest.Person(t, tx, "7")
			anna, err = tx.EnsurePlayer("another", "8", "Anna", "en", storetest.Noon)
			if err != nil {
				return err
			}
			for _, who := range []storage.Player{ann, anna} {
				if err := enqueue(tx, p.Speak("en"), who.Network, who.Key, who.Network, nil); err != nil {
					return err
				}
			}
			if linksLate {
				return nil
			}
			return tx.Link(ann.ID, anna.ID, storetest.Noon)
		})
		req := &feature.Request{Ctx: t.Context(), Act: round.Act{Person: ann, At: storetest.Noon}, Say: p.Speak("en")}
		var err error
		req.Button, err = command.Sealer{}.Read(command.Data(actForget, ann.ID))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := p.forget(req)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Write(t, p.Store, func(tx *storage.Tx) error {
			if linksLate {
				if err := tx.Link(ann.ID, anna.ID, storetest.Noon); err != nil {
					return err
				}
			}
			if _, err := plan(tx); err != nil {
				return err
			}
			waiting, err := tx.Waiting("text")
			if err != nil {
				return err
			}
			for _, o := range waiting {
				if strings.Contains(string(o.Body), "Ann") {
					t.Errorf("linked late: %t: on %s waits %s", linksLate, o.Network, o.Body)
				}
			}
			if len(waiting) != 2 {
				t.Errorf("linked late: %t: %d messages wait, want 2", linksLate, len(waiting))
			}
			keys, err := storage.List[string](tx, "list keys", `SELECT COALESCE(key, '') FROM players`)
			if err != nil {
				return err
			}
			if !slices.Equal(keys, []string{"", ""}) {
				t.Errorf("linked late: %t: the players have the keys %q, want none", linksLate, keys)
			}
			return nil
		})
	}
}
