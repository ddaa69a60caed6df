package outbox

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// The priorities of deliveries, the most urgent first. They are stored, so their numbers stay.
const (
	// Press answers a press: a form, an alert. These are not stored, so Post reads 0 as a priority
	// that is not set.
	Press = iota
	// Play is a puzzle, or a right answer.
	Play
	// Result is how a round ended, and everything else that somebody asked for.
	Result
	// Verdict says that an answer is not right. Several are told in one message.
	Verdict
	// Daily is for what nobody waits for.
	Daily
)

// A class of deliveries has slots, claims and a bound of its own.
type class bool

const (
	// prompt is what somebody waits for.
	prompt class = false
	// bulk is what nobody waits for, such as dailies.
	bulk class = true
)

// An item is a delivery that this process owns.
type item struct {
	chat.Delivery
	// row is what is stored. If its ID is 0, nothing is: the item ends with the process.
	row storage.Outgoing

	// lane is the key of the item's lane.
	lane string
	// unordered means that the network delivers it without any order, so it waits for no other.
	unordered bool
	// again is the time before which it is not tried, after failures of unknown cause.
	again    time.Time
	failures int
	// term is that of the lease under which it was claimed.
	term int64
	// stale means that the row may have changed: it is read again before the delivery.
	stale atomic.Bool
	// unreadable means that the body of the row cannot be read.
	unreadable bool
}

// read makes an item what its row says.
func (it *item) read(o storage.Outgoing) {
	it.row = o
	it.Delivery = chat.Delivery{
		Key: o.Nonce,
		Place: chat.Place{
			Network:   o.Network,
			Community: o.CommunityKey,
			Channel:   o.Channel,
			Private:   o.Private,
		},
		Event:    o.Event,
		Locale:   o.Locale,
		Name:     it.Name,
		At:       o.CreatedAt,
		Until:    o.Expires,
		Bulk:     o.Bulk,
		Priority: o.Priority,
		Minor:    o.Priority == Verdict,
	}
	if !it.IsReply() {
		it.Message = chat.Message{Place: it.Place, ID: o.Message}
	}
	it.unreadable = json.Unmarshal(o.Body, &it.Reply) != nil
}

func (it *item) class() class { return class(it.Bulk) }

// isStored reports whether the item has a row.
func (it *item) isStored() bool { return it.row.ID != 0 }

func (it *item) expired(now time.Time) bool { return !it.Until.IsZero() && now.After(it.Until) }

// isMergeable reports whether the item can be told in one message with others of its kind.
func (it *item) isMergeable() bool {
	if it.unordered || it.stale.Load() {
		return false
	}
	isVerdict := it.Priority == Verdict && it.Name != ""
	return isVerdict && !it.Place.Private && it.Reply.Audience != chat.Secret
}

// mergesWith reports whether the item can be told now in one message with another, mergeable one. It
// has not expired: what has is taken first, alone.
func (it *item) mergesWith(other *item, now time.Time) bool {
	isReady := !it.again.After(now)
	return isReady && it.Place == other.Place && it.isMergeable()
}

// follows reports whether the item must wait for an earlier one: both answer the same person, and
// the earlier one is more urgent than a verdict.
func (it *item) follows(earlier *item) bool {
	if !it.IsReply() || !earlier.IsReply() || earlier.Priority >= Verdict {
		return false
	}
	return it.row.PlayerID != 0 && it.row.PlayerID == earlier.row.PlayerID
}

// A messageKey identifies a message that deliveries edit.
type messageKey struct{ community, channel, message string }

// edits returns the message that an item edits; ok is false if it makes a new one.
func (it *item) edits() (m messageKey, ok bool) {
	m = messageKey{
		community: it.Place.Community,
		channel:   it.Place.Channel,
		message:   it.row.Message,
	}
	return m, m.message != ""
}
