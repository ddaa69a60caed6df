// Package discord is the Discord front end. It turns interactions (slash
// commands, button presses, modal forms) into Requests and Replies into
// messages, and knows Discord's limits and its ways to fail. It must never know
// a game, a sentence players read, or the database.
//
// A tour by file: decode.go and render.go are the two pure halves, with message.go and
// guild.go for events without an interaction, event.go for what is stored of either,
// form.go, colour.go, and markdown.go for texts. intake.go takes events in. plan.go says
// which calls show a reply, as data; response.go makes them; deliver.go delivers, also by
// the tokens of grant.go where the bot has no right to post. rest.go makes the calls, within
// limits.go. Events come from fleet.go, which keeps this process's shards, each with a
// gateway.go; or from endpoint.go, where Discord posts interactions. menu.go describes the
// commands, and roles.go the figures by which servers give roles. Files refer to each other one way.
//
// The figures in this package (3 seconds to a first answer, 15 minutes of a
// token's life, 4000 characters of text and so on) are those of Discord's
// API documents, https://discord.com/developers/docs.
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
	Token  string // the bot's, without "Bot " in front
	APIURL string // a whole URL of http or https; every request goes there, also the one that asks for the gateway
	// Endpoint is where Discord is to post interactions, a whole URL with Path at its end;
	// empty: they come by the gateway. Where they are posted, nothing else comes but news of
	// servers that the bot was added to.
	Endpoint string
	// Secret is the application's client secret, by which people prove who they are on the
	// page; empty: they cannot.
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
		return nil, errors.New("the address of Discord's API cannot be read") // err repeats it, and it may hold a secret
	}
	c.Outfit = c.Complete()
	dial := (&net.Dialer{Timeout: dialFor}).DialContext
	r := &rest{
		dial: dial, page: c.Page != "" && c.Secret != "", http: &http.Client{Transport: c.Calls(dial), Timeout: callFor}, base: base, token: c.Token, log: c.Logger,
		limits: newLimiter(c.Processes), timing: discordTiming(),
		draw: func(p chat.Picture) ([]byte, error) { return c.Broker.Draw(p, true) }, // Discord is dark to begin with
	}
	if r.page {
		r.figures = c.Figures
	}
	return &FrontEnd{
		rest: r, broker: c.Broker, holder: c.Holder, secret: c.Secret, page: c.Page,
		endpoint: endpoint{rest: r, url: c.Endpoint, started: make(chan struct{})},
	}, nil
}

// Network is "discord".
func (f *FrontEnd) Network() string { return network }

// Path is where interactions are posted, below the address of the program.
const Path = "/discord"

// Path implements chat.Webhook.
func (f *FrontEnd) Path() string { return Path }

// Signed implements chat.Webhook. Whether a signature is right depends on the body.
func (f *FrontEnd) Signed(h http.Header) bool {
	return h.Get(timestampHeader) != "" && len(h.Get(signatureHeader)) == hex.EncodedLen(ed25519.SignatureSize)
}

// Post implements chat.Webhook.
func (f *FrontEnd) Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	return f.endpoint.post(ctx, h, body)
}

// Run serves until ctx ends, by posts if there is an end point and else by the gateway; then
// unfinished events get a few seconds. The error says why Discord refuses the bot for good.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) error {
	// Work that was begun is finished after ctx has ended, but not for ever.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()

	in := &intake{rest: f.rest, broker: f.broker, responses: &f.responses, handler: h, menu: h.Menu()}
	in.open.Store(true)
	var err error
	if f.endpoint.url != "" {
		err = f.endpoint.serve(ctx,
			func(app application) {
				in.me.Store(&app.Bot.ID)
				go chat.Guard(f.rest.log, "menu", func() { in.register(ctx, app.ID) })
			},
			func(interaction []byte, now time.Time) { in.interaction(work, interaction, now) },
			func(ctx context.Context, server string) error { return in.added(ctx, work, server, time.Now()) })
	} else {
		serving, stop := context.WithCancel(ctx)
		var others sync.WaitGroup
		others.Go(func() {
			chat.Guard(f.rest.log, "end point", func() {
				_ = f.endpoint.set(serving, "", "discord: whether interactions come by the gateway is not known", nil) // it has logged why not
			})
		})
		shards := &fleet{
			rest: f.rest, holder: f.holder,
			dispatch: func(e *discordgo.Event) { in.event(serving, work, e, time.Now()) },
		}
		err = shards.serve(serving)
		stop() // nothing goes on after a refusal
		others.Wait()
	}
	in.open.Store(false)

	drain, cancel := context.WithTimeout(work, f.rest.timing.drain)
	defer cancel()
	if !in.lanes.Wait(drain) {
		f.rest.log.Warn("discord: unfinished events were abandoned", "after", f.rest.timing.drain)
	}
	return err
}
