// Package outbox delivers messages. It knows them as bodies and places; it never knows a
// round, a job or a word.
//
// A delivery is a reply, a post or an edit: a row of the outbox table, written with the
// change that it shows. An outlet for each network delivers it from memory at once. The row
// serves what is more than memory holds, and the next process if this one ends. In an
// outlet:
//
//   - Deliveries of one lane (a chat, to most networks) are made one after the other: the
//     higher priority first, then in the order of coming; what answers one person in the
//     order in which they asked, but for verdicts. Lanes wait for nothing of each other's.
//   - A newer edit of a message replaces one that waits or has failed. Verdicts that wait
//     for one place are told in one message. What has expired is dropped.
//   - A pause that a network asks for holds back its lane. After a failure of unknown
//     cause a delivery is tried again, with a backoff, and others of the lane go first.
//     Many such failures in a row open the breaker: the network is down, and tried with
//     one message at a time. Before a day is over no delivery is given up for it.
//   - Bulk (dailies) has lanes and slots of its own, and is claimed in small batches.
//
// How a delivery ended is noted a moment later, many notes in one transaction. What was
// delivered and not noted when a process is killed is delivered again unless it has
// expired: an answer is better doubled than missed. Only bulk, on a network that shows the
// same thing twice, is better missed: it is marked before it is delivered.
//
// A row has one owner, a process, and so has all that a community has waiting that is not
// bulk; when the owner is gone it is free again.
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
	// Delivered is called with what people see now, in the transaction that notes it.
	Delivered func(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error
	// Moved is called when a community goes on under another key.
	Moved func(tx *storage.Tx, network, from, to string, at time.Time) error
	// Merge makes one reply of several verdicts.
	Merge func([]chat.Delivery) chat.Reply
	// Broken is what a person reads whose reply a network refuses.
	Broken func(locale string) chat.Reply
}
