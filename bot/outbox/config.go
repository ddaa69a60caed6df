package outbox

import (
	"context"
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
	// Delivered is called when people see a delivery, in the transaction that stores its end. m is the
	// message that the delivery became.
	Delivered func(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error
	// Failed is called when a puzzle's message will not be delivered, in the transaction that stores that.
	Failed func(tx *storage.Tx, o storage.Outgoing, at time.Time) error
	// Moved is called when a network has given a community another key.
	Moved func(tx *storage.Tx, network, from, to string, at time.Time) error
	// Merge returns one reply with the verdicts of several deliveries.
	Merge func([]chat.Delivery) chat.Reply
	// Fill makes the file of a delivery whose Reply has only the file's Kind and Facts. After chat.ErrBusy
	// Fill is called again in a moment. After another error it is called a few times more.
	Fill func(ctx context.Context, d *chat.Delivery) error
	// NoFile returns what a person reads if their file cannot be made.
	NoFile func(locale string) chat.Reply
	// Broken returns what a person reads if the network refuses the reply to them.
	Broken func(locale string) chat.Reply
}
