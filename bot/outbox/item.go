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
	// Press is for what a press of a button brings at once, such as a form or an alert. Such a delivery is
	// not stored. So Post, which stores deliveries, takes 0 for a priority that is not set.
	Press = iota
	// Play is a puzzle, or the reply to a right answer.
	Play
	// Result is how a round ended, and everything else that somebody asked for.
	Result
	// Verdict says that an answer is not right. Several verdicts can share a message.
	Verdict
	// Daily is for messages that nobody waits for.
	Daily
)

// A class is prompt or bulk. Each class has its own slots, claims, and limit in memory.
type class bool

const (
	// prompt is the class of deliveries that somebody waits for.
	prompt class = false
	// bulk is the class of deliveries that nobody waits for, such as dailies.
	bulk class = true
)

// An item is a delivery that this process owns.
type item struct {
	chat.Delivery
	// row is the item's row. If its ID is 0, the item is not stored: it is lost if the process ends.
	row storage.Outgoing

	// lane is the key of the item's lane.
	lane string
	// unordered means that the item need not keep the order of its lane, so it waits for no other
	// item.
	unordered bool
	// retryAt is when the item may be tried again after a failure of unknown cause.
	retryAt  time.Time
	failures int
	// fileFailures counts the tries in which the item's file could not be made.
	fileFailures int
	// term is the number of the lease under which this process got the item: see package heartbeat.
	term int64
	// stale means that the row may have changed, and is read again before the delivery.
	stale atomic.Bool
	// unreadable means that the body of the row cannot be read.
	unreadable bool
	// waitsUntil is when the item stops waiting for the reply that it follows. Zero means that it does not wait.
	waitsUntil time.Time
}

// read sets an item from its row. The network's name and ID of the person whom a reply answers are not in the
// row. So an item that is read again keeps them, and one that is read for the first time has none.
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
		Person:   it.Person,
		Name:     it.Name,
		At:       o.CreatedAt,
		Until:    o.Expires,
		Bulk:     o.Bulk,
		Priority: o.Priority,
		Minor:    isMinor(o.Priority),
	}
	if !it.IsReply() {
		it.Message = chat.Message{Place: it.Place, ID: o.Message}
	}
	it.unreadable = json.Unmarshal(o.Body, &it.Reply) != nil
}

// isMinor reports whether some of the network's rate limit is kept for what matters more than a delivery of
// that priority.
func isMinor(priority int) bool { return priority == Verdict }

func (it *item) class() class { return class(it.Bulk) }

// maxFileFailures is how many failures to make a file mean that it will never be made.
const maxFileFailures = 5

// lacksFile reports whether the file of the item is given up.
func (it *item) lacksFile() bool { return it.fileFailures >= maxFileFailures }

// isStored reports whether the item has a row.
func (it *item) isStored() bool { return it.row.ID != 0 }

func (it *item) isExpired(now time.Time) bool { return !it.Until.IsZero() && now.After(it.Until) }

// waits reports whether the item waits for the reply that it follows.
func (it *item) waits(now time.Time) bool { return it.waitsUntil.After(now) }

// isMergeable reports whether the item is a verdict that can share a message with others. The shared message
// says each person's name.
func (it *item) isMergeable() bool {
	if it.unordered || it.stale.Load() {
		return false
	}
	isNamedVerdict := it.Priority == Verdict && it.Name != ""
	othersMayRead := !it.Place.Private && it.Reply.Audience != chat.Secret
	return isNamedVerdict && othersMayRead
}

// mergesWith reports whether the item can now share a message with another item that is mergeable and goes now.
// The item has not expired: lane.first returns expired items before all others.
func (it *item) mergesWith(other *item, now time.Time) bool {
	isReady := !it.retryAt.After(now)
	return isReady && it.Place == other.Place && it.isMergeable()
}

// comesAfter reports whether the item must come after another that came before it: both are replies to the same
// person, and the earlier one is more urgent than a verdict.
func (it *item) comesAfter(earlier *item) bool {
	areReplies := it.IsReply() && earlier.IsReply()
	isUrgent := earlier.Priority < Verdict
	if !areReplies || !isUrgent {
		return false
	}
	return it.row.PlayerID != 0 && it.row.PlayerID == earlier.row.PlayerID
}

// A messageKey identifies a message that deliveries edit.
type messageKey struct{ community, channel, message string }

// editedMessage returns the message that an item edits. ok is false if the item is a new message.
func (it *item) editedMessage() (m messageKey, ok bool) {
	m = messageKey{
		community: it.Place.Community,
		channel:   it.Place.Channel,
		message:   it.row.Message,
	}
	return m, m.message != ""
}
