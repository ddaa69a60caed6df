// Package discord is the Discord front end. It turns interactions (slash
// commands, button presses, modal forms) into Requests and Replies into
// messages, and knows Discord's limits and its ways to fail. It must never know
// a game, a sentence players read, or the database.
//
// A tour by file: decode.go and render.go are the two pure halves, with form.go,
// accent.go for colours and markdown.go for texts; plan.go says which calls show a
// reply, as data; respond.go takes an interaction in and tells Discord of it;
// complete.go answers one that asks what may be typed; listen.go takes in what comes
// without one, as message.go and guild.go read it; deliver.go says what is to be said,
// post.go what answers no interaction, and detour.go does so by the tokens of grant.go
// where the bot has no right to; send.go makes the calls, within the limits of
// limits.go; gateway.go keeps the connection on which events come, trying again as
// attempts.go says, and menu.go the commands registered. Files refer to each other one
// way.
//
// The figures in this package (3 seconds to a first answer, 15 minutes of a
// token's life, 4000 characters of text and so on) are those of Discord's
// API documents, https://discord.com/developers/docs.
package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Config is what a FrontEnd needs. Token and APIURL are required.
type Config struct {
	Token  string // the bot's, without "Bot " in front
	APIURL string // a whole URL of http or https; every request goes there, also the one that asks for the gateway
	// Transport, if not nil, stands before that of the REST calls, to watch them.
	Transport func(http.RoundTripper) http.RoundTripper
	Logger    *slog.Logger // default slog.Default()
	Broker    chat.Broker  // what people read after an internal error; nil says nothing
}

// FrontEnd is a chat.FrontEnd for Discord.
type FrontEnd struct {
	*rest
	pace      *pace
	broker    chat.Broker
	exchanges exchanges
}

var _ chat.FrontEnd = (*FrontEnd)(nil)

// New prepares a FrontEnd; it makes no connection. It fails if there is no token
// or APIURL cannot be read.
func New(c Config) (*FrontEnd, error) {
	if c.Token == "" {
		return nil, errors.New("no Discord token")
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Broker == nil {
		c.Broker = chat.Silence{}
	}
	r, err := newREST(c.Token, c.APIURL, c.Logger)
	if err != nil {
		return nil, err
	}
	if c.Transport != nil {
		r.session.Client.Transport = c.Transport(r.session.Client.Transport)
	}
	// Discord is dark to begin with.
	r.draw = func(p chat.Picture) ([]byte, error) { return c.Broker.Draw(p, true) }
	return &FrontEnd{rest: r, pace: discordPace(), broker: c.Broker}, nil
}

// Network is "discord".
func (f *FrontEnd) Network() string { return network }

// Run connects to the gateway and serves until ctx ends; then events in hand get
// a few seconds, and so does the gateway's closing. The error tells that
// Discord refuses the bot for good.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) error {
	// What was begun is finished after ctx has ended, but not for ever.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()

	menu := h.Menu()
	answers := &responder{FrontEnd: f, h: h, menu: menu}
	commands := &registrar{rest: f.rest, pace: f.pace, menu: menu}
	typing := &completer{rest: f.rest, pace: f.pace, h: h, menu: menu}
	heard := &listener{responder: answers}
	gate, err := newGateway(f.rest, f.pace, func(e *discordgo.Event) {
		switch e.Type {
		case "MESSAGE_CREATE", "GUILD_CREATE", "GUILD_DELETE":
			heard.hear(work, e, time.Now())
		case "INTERACTION_CREATE":
			if typing.hear(work, e.RawData, time.Now()) {
				return
			}
			answers.receive(work, e.RawData, time.Now())
		case "READY":
			heard.ready(e.RawData)
			go chat.Guard(f.log, "menu", func() { commands.register(ctx, e.RawData) })
		}
	})
	if err != nil {
		return err
	}

	answers.taking.Store(true)
	err = gate.stayConnected(ctx)
	answers.taking.Store(false)

	drain, cancel := context.WithTimeout(work, f.pace.drain)
	defer cancel()
	if !answers.lanes.Wait(drain) {
		f.log.Warn("discord: events in hand were abandoned", "after", f.pace.drain)
	}
	gate.leave()
	return err
}
