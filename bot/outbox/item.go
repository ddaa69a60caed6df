package outbox

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// The priorities of deliveries, the highest first. They are stored.
const (
	Press   = iota // answers a press: a form, an alert
	Play           // a puzzle, a right answer
	Result         // how a round ended, and whatever else was asked for
	Verdict        // an answer is not right: several are told in one message
	Daily          // nobody waits for it
)

// An item is a delivery that this process owns.
type item struct {
	chat.Delivery
	row storage.Outgoing // ID 0: it is not stored, and ends with the process

	lane       string      // its key
	unordered  bool        // the network orders it with nothing
	again      time.Time   // not tried before
	failures   int         // of unknown cause
	term       int64       // of the lease under which it was claimed
	stale      atomic.Bool // the row may have changed: it is read again before the delivery
	unreadable bool        // the body of the row is
}

// read makes an item what its row says.
func (it *item) read(o storage.Outgoing) {
	it.row = o
	it.Delivery = chat.Delivery{
		Key: o.Nonce, Event: o.Event, Locale: o.Locale, Name: it.Name, At: o.CreatedAt, Until: o.Expires,
		Priority: o.Priority, Bulk: o.Bulk, Minor: o.Priority == Verdict,
		Place: chat.Place{Network: o.Network, Community: o.CommunityKey, Channel: o.Channel, Private: o.Private},
	}
	if !it.Answers() {
		it.Message = chat.Message{Place: it.Place, ID: o.Message}
	}
	it.unreadable = json.Unmarshal(o.Body, &it.Reply) != nil
}

func (it *item) expired(now time.Time) bool { return !it.Until.IsZero() && now.After(it.Until) }

// mergeable reports whether it can be told with others of its kind.
func (it *item) mergeable() bool {
	return it.Priority == Verdict && it.Name != "" && !it.Place.Private && !it.unordered && it.Reply.Audience != chat.Secret && !it.stale.Load()
}

// follows reports whether it and an earlier item answer the same person, to whom the earlier
// one says more than that an answer is not right.
func (it *item) follows(earlier *item) bool {
	return it.Answers() && earlier.Answers() && it.row.PlayerID != 0 && it.row.PlayerID == earlier.row.PlayerID && earlier.Priority < Verdict
}

// An edited is a message that deliveries edit.
type edited struct{ community, channel, message string }

// edits returns the message that an item edits; ok is false if it makes a new one.
func (it *item) edits() (m edited, ok bool) {
	return edited{it.Place.Community, it.Place.Channel, it.row.Message}, it.row.Message != ""
}
