// Package discord is the Discord front end. It turns interactions (slash
// commands, button presses, modal forms) into Requests and Replies into
// messages, and knows Discord's limits and its ways to fail. It must never know
// a game, a sentence players read, or the database.
//
// The figures in this package (3 seconds to a first answer, 15 minutes of a
// token's life, 2000 characters of content and so on) are those of Discord's
// API documents, https://discord.com/developers/docs.
package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot"
)

// DefaultAPIURL is where Discord's REST API is.
const DefaultAPIURL = "https://discord.com/api/v9/"

const network = "discord"

// Config is what a FrontEnd needs. Only Token is required.
type Config struct {
	Token  string       // the bot's, without "Bot " in front
	APIURL string       // default DefaultAPIURL; every request goes there, also the one that asks for the gateway
	Logger *slog.Logger // default slog.Default()
	// Broken makes what a person reads when something of ours failed; locale is
	// that of the person's client and may be empty. Nil: nothing is shown.
	Broken func(locale string) bot.Reply
}

// pace holds the waits of a FrontEnd. They are Discord's, except in tests.
type pace struct {
	deferAfter time.Duration // from the event to the deferral of its answer
	firstBy    time.Duration // from the event to the last moment a first answer makes sense
	tokenLife  time.Duration // from the event to the end of its token
	silence    time.Duration // without a heartbeat acknowledged: the connection is dead
	drain      time.Duration // granted to answers in flight when Run ends
	retry      []time.Duration
}

func discordPace() pace {
	return pace{
		deferAfter: 1500 * time.Millisecond, // half of the 3 s, so that a deferral may itself be slow
		firstBy:    3 * time.Second,
		tokenLife:  15 * time.Minute,
		silence:    time.Minute, // Discord asks for a heartbeat every 41.25 s
		drain:      10 * time.Second,
		retry:      []time.Duration{0, time.Second, 2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 2 * time.Minute},
	}
}

// FrontEnd is a bot.FrontEnd for Discord.
type FrontEnd struct {
	session *discordgo.Session
	token   string
	log     *slog.Logger
	broken  func(locale string) bot.Reply
	pace    pace
	posts   limiter
	lanes   bot.Lanes[string]

	taking atomic.Bool // events are taken in

	registering sync.Mutex // guards registered
	registered  bool       // the commands are as wanted
}

var _ bot.FrontEnd = (*FrontEnd)(nil)

// New prepares a FrontEnd; it makes no connection. It fails if there is no
// token or APIURL is not a http or https URL.
func New(c Config) (*FrontEnd, error) {
	if c.Token == "" {
		return nil, errors.New("no Discord token")
	}
	if c.APIURL == "" {
		c.APIURL = DefaultAPIURL
	}
	route, err := newRoute(c.APIURL, http.DefaultTransport)
	if err != nil {
		return nil, err
	}
	s, err := newSession(c.Token, route)
	if err != nil {
		return nil, err
	}
	f := &FrontEnd{
		session: s,
		token:   c.Token,
		log:     c.Logger,
		broken:  c.Broken,
		pace:    discordPace(),
	}
	if f.log == nil {
		f.log = slog.Default()
	}
	if f.broken == nil {
		f.broken = func(string) bot.Reply { return bot.Reply{Silent: true} }
	}
	return f, nil
}

// Network is "discord".
func (f *FrontEnd) Network() string { return network }

// Run connects to the gateway and serves until ctx ends; then answers in flight
// get ten seconds, and so does the gateway's closing. The error tells that Discord refuses the bot for good.
func (f *FrontEnd) Run(ctx context.Context, h bot.Handler) error {
	// What was begun is finished after ctx has ended, but not for ever.
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()

	dropped := make(chan struct{}, 1)
	removers := f.listen(ctx, work, h, dropped)
	defer func() {
		for _, remove := range removers {
			remove()
		}
	}()
	f.taking.Store(true)
	err := f.stayConnected(ctx, dropped)
	f.taking.Store(false)

	drain, cancel := context.WithTimeout(work, f.pace.drain)
	defer cancel()
	if !f.lanes.Wait(drain) {
		f.log.Warn("discord: answers in flight were abandoned", "after", f.pace.drain)
	}
	f.closeGateway()
	return err
}

// listen has the session tell of interactions, of being ready and of a lost
// connection. Everything it registers returns at once: discordgo calls it from
// the goroutine that reads the gateway.
func (f *FrontEnd) listen(ctx, work context.Context, h bot.Handler, dropped chan<- struct{}) (removers []func()) {
	menu := h.Menu()
	return []func(){
		f.session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
			switch e.Type {
			case "INTERACTION_CREATE":
				f.receive(work, h, menu, e.RawData, time.Now())
			case "READY":
				go f.register(ctx, menu, e.RawData)
			}
		}),
		f.session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
			select {
			case dropped <- struct{}{}:
			default:
			}
		}),
	}
}
