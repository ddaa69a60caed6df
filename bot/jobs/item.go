package jobs

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// The urgencies of what is said, the least first. They are stored.
const (
	Press   = iota // what answers a press: a form, an alert
	Play           // a puzzle, a right answer
	Result         // how a round ended, and what else was asked for
	Verdict        // that an answer is not right: several are told in one
	Daily          // nobody waits for it
)

// An Item is something to be said that this process has in hand. One that is not
// stored has no Row.ID and ends with the process.
type Item struct {
	// Repeated tells that the event came before, and whoever took it then answers it.
	Repeated bool

	Row   storage.Outgoing
	Place chat.Place
	Reply chat.Reply
	At    time.Time // of the event that is answered, or when it was enqueued
	Name  string    // of who is answered; empty: unknown
	Left  bool      // it is stored, and another process's to say

	lane       string
	queue      *queue
	again      time.Time   // not tried before
	tries      int         // those that failed for no known reason
	changed    atomic.Bool // what is stored may differ: it is read again before it is said
	unreadable bool        // its body is
}

// stored makes an Item of what is stored.
func stored(o storage.Outgoing) *Item {
	it := &Item{
		Row: o, At: o.CreatedAt,
		Place: chat.Place{Network: o.Network, Community: o.CommunityKey, Channel: o.Channel, Private: o.Private},
	}
	it.unreadable = json.Unmarshal(o.Body, &it.Reply) != nil
	return it
}

// delivery is an Item as its front end sees it.
func (it *Item) delivery() chat.Delivery {
	d := chat.Delivery{
		Key: it.Row.Nonce, Place: it.Place, Event: it.Row.Event, Locale: it.Row.Locale, At: it.At, Until: it.Row.BestBefore,
		Bulk: it.Row.Bulk, Minor: it.Row.Urgency == Verdict, Repeated: it.Repeated, Reply: it.Reply,
	}
	if it.Row.Event == nil && it.Row.Message != "" {
		d.Message = chat.Message{Place: it.Place, ID: it.Row.Message}
	}
	return d
}

// useless tells whether it is too late to say it.
func (it *Item) useless(now time.Time) bool {
	return !it.Row.BestBefore.IsZero() && now.After(it.Row.BestBefore)
}

// mergeable tells whether it can be told with others of its kind.
func (it *Item) mergeable() bool {
	return it.Row.Urgency == Verdict && it.Name != "" && !it.Place.Private && it.lane != "" && it.Reply.Audience != chat.Secret
}
