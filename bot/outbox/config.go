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
	// Delivered is told what people see now, in the transaction that notes it.
	Delivered func(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error
	// Moved is told that a community goes on under another key.
	Moved func(tx *storage.Tx, network, from, to string, at time.Time) error
	// Merge makes one reply of several verdicts.
	Merge func([]chat.Delivery) chat.Reply
	// Broken is what a person reads whose reply a network refuses.
	Broken func(locale string) chat.Reply
}

// write writes what can be done again if another transaction was in the way.
func (c *Config) write(ctx context.Context, fn func(tx *storage.Tx) error) error {
	return storage.Retry(ctx, func() error { return c.Store.Write(ctx, fn) })
}
