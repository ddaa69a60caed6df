// Package discord is the Discord front end. It makes Requests of what people do, and messages of
// Replies. It knows Discord's limits and its ways to fail. It must never know a game, a sentence that
// players read, or the database.
//
// # Discord's words
//
//   - An interaction is a slash command, a press of a button, or a form that was sent. With its token
//     it can be answered for 15 minutes. It fails if it has no first answer within 3 seconds.
//   - A first answer may be a deferral: people read that the bot is thinking or, after a press, read
//     nothing. The original is the message of the first answer. What the bot adds to it are follow-ups.
//   - A guild is a server of Discord's. In this package the word server always means a guild.
//   - The gateway is a connection over which events come. A shard is a part of the servers; each shard
//     has a connection of its own.
//
// # The files
//
// Events come in one of two ways. shards.go keeps the shards of this process connected, each by a
// gateway.go. Or Discord posts interactions, and endpoint.go takes them. receive.go hands all of them
// on. decode.go makes a Request of an interaction, message.go of a message, and guild.go of news about a
// server. event.go has what is stored of all these, so that any process can answer.
//
// Replies go out by deliver.go. plan.go decides which calls show the reply to an interaction, and
// response.go makes these calls. Where the bot has no right to post, it uses the tokens of grant.go.
// render.go makes messages of Replies, with form.go, colour.go, and markdown.go for texts. rest.go makes
// the calls, and limits.go keeps them within Discord's limits.
//
// menu.go describes the commands, roles.go writes the figures for which servers give roles, proof.go
// asks who opened the page, and inspect.go finds what an operator has to mend.
//
// The figures in this package are those of Discord's API documents,
// https://discord.com/developers/docs.
package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Config is what a FrontEnd needs. Token and APIURL are required.
type Config struct {
	// Token is the bot's token, without "Bot " in front.
	Token string
	// APIURL is a whole URL of http or https. Every request goes there, even the one that asks for
	// the gateway's address.
	APIURL string
	// Endpoint is the whole URL, with Path at its end, to which Discord posts interactions; empty:
	// they come by the gateway. With an end point the bot gets only interactions, and news of servers
	// that it was added to.
	Endpoint string
	// Secret is the application's client secret. Without it people cannot prove on the page who they
	// are.
	Secret string
	chat.Outfit
}

// FrontEnd is a chat.FrontEnd for Discord.
type FrontEnd struct {
	rest      *rest
	broker    chat.Broker
	holder    chat.Holder
	responses responses
	endpoint  endpoint
	secret    string
	page      string
}

var _ chat.Webhook = (*FrontEnd)(nil)

// New prepares a FrontEnd; it makes no connection. It fails if there is no token
// or APIURL cannot be read.
func New(c Config) (*FrontEnd, error) {
	if c.Token == "" {
		return nil, errors.New("no Discord token")
	}
	base := strings.TrimSuffix(c.APIURL, "/") + "/"
	if _, err := url.Parse(base); err != nil {
		// The error of url.Parse repeats the address, which may hold a secret.
		return nil, errors.New("the address of Discord's API cannot be read")
	}
	c.Outfit = c.Complete()
	dial := (&net.Dialer{Timeout: dialFor}).DialContext
	r := &rest{
		http:    &http.Client{Transport: c.Calls(dial), Timeout: callFor},
		base:    base,
		token:   c.Token,
		hasPage: c.Page != "" && c.Secret != "",
		log:     c.Logger,
		limits:  newLimiter(c.Processes),
		timing:  discordTiming(),
		named:   make(chan struct{}),
		dial:    dial,
		// Discord is dark unless people choose another theme.
		draw:      func(p chat.Picture) ([]byte, error) { return c.Broker.Draw(p, true) },
		searching: c.Broker.Searching,
	}
	if r.hasPage {
		r.figures = c.Figures
	}
	return &FrontEnd{
		rest:     r,
		broker:   c.Broker,
		holder:   c.Holder,
		endpoint: endpoint{rest: r, url: c.Endpoint, started: make(chan struct{})},
		secret:   c.Secret,
		page:     c.Page,
	}, nil
}

// Network is "discord".
func (f *FrontEnd) Network() string { return network }

// Path is where interactions are posted, below the address of the program.
const Path = "/discord"

// Path implements chat.Webhook.
func (f *FrontEnd) Path() string { return Path }

// Signed implements chat.Webhook. It cannot check the signature, which depends on the body.
func (f *FrontEnd) Signed(h http.Header) bool {
	return h.Get(timestampHeader) != "" && len(h.Get(signatureHeader)) == hex.EncodedLen(ed25519.SignatureSize)
}

// Post implements chat.Webhook.
func (f *FrontEnd) Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	return f.endpoint.post(ctx, h, body)
}

// Run serves until ctx ends: by posts if there is an end point, or else by the gateway. After that,
// events that have begun get a few seconds. The error says why Discord refuses the bot for good.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) error {
	// Work that has begun may go on for a while after ctx has ended.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()

	in := &receiver{
		rest:      f.rest,
		broker:    f.broker,
		responses: &f.responses,
		handler:   h,
		menu:      h.Menu(),
	}
	in.open.Store(true)
	var err error
	if f.endpoint.url != "" {
		err = f.serveEndpoint(ctx, work, in)
	} else {
		err = f.serveGateway(ctx, work, in)
	}
	in.open.Store(false)

	drain, cancel := context.WithTimeout(work, f.rest.timing.drain)
	defer cancel()
	if !in.lanes.Wait(drain) {
		f.rest.log.Warn("discord: unfinished events were abandoned", "after", f.rest.timing.drain)
	}
	return err
}

// serveEndpoint serves what Discord posts. work outlives ctx.
func (f *FrontEnd) serveEndpoint(ctx, work context.Context, in *receiver) error {
	begin := func(app application) {
		in.me.Store(&app.Bot.ID)
		go chat.Guard(f.rest.log, "menu", func() { in.register(ctx, app.ID) })
	}
	return f.endpoint.serve(ctx, begin, &postHandlers{
		interaction: func(raw []byte, now time.Time) { in.interaction(work, raw, now) },
		added: func(ctx context.Context, server string) error {
			return in.added(ctx, work, server, time.Now())
		},
	})
}

// serveGateway serves what comes by the gateway. work outlives ctx.
func (f *FrontEnd) serveGateway(ctx, work context.Context, in *receiver) error {
	serving, stop := context.WithCancel(ctx)
	var setup sync.WaitGroup
	setup.Go(func() {
		chat.Guard(f.rest.log, "end point", func() {
			// An earlier run may have had interactions posted to an address. As long as it is set, none come by
			// the gateway. If set fails, it logs why.
			_ = f.endpoint.set(serving, "", "discord: whether interactions come by the gateway is not known", nil)
		})
	})
	shards := &shardManager{
		rest:     f.rest,
		holder:   f.holder,
		dispatch: func(e *discordgo.Event) { in.event(serving, work, e, time.Now()) },
	}
	err := shards.serve(serving)
	// If Discord refuses the bot, everything else ends, too.
	stop()
	setup.Wait()
	return err
}
