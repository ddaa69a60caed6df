package feature

import (
	"context"
	"log/slog"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/storage"
)

// A Kernel has the parts of the kernel that features use. A bot that only lists its commands or tables has
// no database, so any field may be nil while a Feature is made. At that time a feature stores the Kernel.
// It reads the fields later.
type Kernel struct {
	Store    *storage.Store
	Games    []engine.Game
	Book     *lang.Book
	Play     *round.Play
	Settings *settings.Settings
	Seals    command.Sealer
	Limits   *command.Limits
	Tell     *tell.Teller
	Links    *button.Links
	Pictures *Pictures
	Logger   *slog.Logger
	Now      func() time.Time
	Speak    func(languages ...string) say.Voice
	// Features returns all features, for a feature that calls a hook of the others.
	Features Features
	// Do carries out a request of somebody who reads the reply at once, on a page. repeated reports
	// whether the request was carried out before.
	Do func(ctx context.Context, r chat.Request) (reply chat.Reply, repeated bool, err error)
	// FrontEnd returns the front end of a network; nil if the bot is not there. For something that only
	// some front ends can do, a feature declares an interface, and tests whether the front end implements
	// it.
	FrontEnd func(network string) chat.FrontEnd
}
