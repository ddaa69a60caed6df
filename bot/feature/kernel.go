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

// A Kernel is what features stand on. To list its commands or its tables a bot needs no database, so
// any field may be nil while a Feature is made: keep the Kernel, and read it later.
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
	// Features lists all features, for one that asks the others what they say or do.
	Features Features
	// Do carries out a request of somebody who reads the reply at once, on a page. repeated means
	// that it was carried out before.
	Do func(ctx context.Context, r chat.Request) (reply chat.Reply, repeated bool, err error)
	// FrontEnd returns the front end of a network; nil: the bot is not there. What only some front
	// ends can do is an interface that a feature declares, and asks a front end for.
	FrontEnd func(network string) chat.FrontEnd
}
