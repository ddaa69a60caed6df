// Package outbox delivers messages. It knows where a message goes, whom it answers, how urgent it
// is and until when it is of use. What it says is a body that only the network's front end reads.
//
// A delivery is a reply, a post or an edit: a row of the outbox table, written with the
// change that it shows. Each network has an outlet, which delivers from memory at once. The
// rows are for deliveries that memory has no room for, and for the next process if this one
// ends. In an outlet:
//
//   - Deliveries of one lane (a chat, to most networks) are made one after the other: the
//     higher priority first, then in the order in which they came. What answers one person
//     is told in the order in which they asked, except verdicts. Lanes do not wait for each
//     other.
//   - A newer edit of a message replaces one that waits or has failed. Verdicts that wait
//     for one place are told in one message. What has expired is dropped.
//   - A pause that a network asks for holds back its lane. After a failure of unknown
//     cause a delivery is tried again, with a backoff, and others of the lane go first.
//     After several such failures in a row the network counts as down, and is tried with
//     one message at a time. A delivery is not given up for such failures before it is a
//     day old.
//   - Bulk (dailies) has lanes and slots of its own, and is claimed in small batches.
//
// How a delivery ended is noted a moment later, many notes in one transaction. What was
// delivered but not noted when a process is killed is delivered again unless it has
// expired: an answer is better doubled than missed. Only bulk is better missed than
// doubled: on a network that does not recognize a repeated delivery it is noted first that it
// has begun.
//
// A row has one owner, a process. All that a community has waiting, except bulk, has the
// same owner. When the owner is gone, others may claim it.
package outbox

import (
	"log/slog"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

// Config is what an Outbox is made of. All fields are required.
type Config struct {
	Store  *storage.Store
	Heart  *heartbeat.Heart
	Logger *slog.Logger
	Now    func() time.Time
	// Delivered is called with what people now see, in the transaction that notes it.
	Delivered func(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error
	// Moved is called when a community goes on under another key.
	Moved func(tx *storage.Tx, network, from, to string, at time.Time) error
	// Merge returns one reply that tells several verdicts.
	Merge func([]chat.Delivery) chat.Reply
	// Broken returns what a person reads whose reply a network refuses.
	Broken func(locale string) chat.Reply
}
