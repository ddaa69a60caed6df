package privacy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

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
		body, err := json.Marshal(chat.Reply{Text: []chat.Line{{v.Mention("Ann", ann.Key)}}})
		if err != nil {
			return err
		}
		for _, network := range []string{ann.Network, "another"} {
			c, err := tx.EnsureCommunity(network, "club", false, 0, "Club", storetest.Noon)
			if err != nil {
				return err
			}
			o := storage.Outgoing{Nonce: network, CommunityID: c.ID, Body: body}
			if err := tx.Enqueue(&o, func(string) bool { return true }, storetest.Noon); err != nil {
				return err
			}
		}
		// The row of a reply also has its event, which may lead to the person. So the row is dropped.
		group, err := tx.EnsureCommunity(ann.Network, "club", false, 0, "Club", storetest.Noon)
		if err != nil {
			return err
		}
		reply := storage.Outgoing{Nonce: "reply", CommunityID: group.ID, Event: []byte("{}"), Body: body}
		if err := tx.Enqueue(&reply, func(string) bool { return true }, storetest.Noon); err != nil {
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
		// The first message was found before. The others come later.
		found := nameSearch{messages: map[int64][]int64{ann.ID: ids[:1]}, last: maxUncommitted + ids[0]}
		if err := removeName(req, tx, ann, found); err != nil {
			return err
		}
		// A process that has read the messages already reads them again.
		if len(ids) != 2 || !slices.Equal(slices.Sorted(slices.Values(req.Edited)), ids) {
			t.Errorf("the messages %v have changed, want %v", req.Edited, ids)
		}
		waiting, err = tx.Waiting("text")
		if err != nil {
			return err
		}
		names := map[string]bool{}
		for _, o := range waiting {
			names[o.Network] = strings.Contains(string(o.Body), "Ann")
		}
		if len(waiting) != 2 || names[ann.Network] || !names["another"] {
			t.Errorf("of %d messages these name Ann: %v", len(waiting), names)
		}
		return nil
	})
}
