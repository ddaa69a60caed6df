// Package telegram is the Telegram front end: it turns updates of the Bot API into
// chat.Requests, and chat.Replies into messages, edits and alerts.
//
// It knows the Bot API and the types of package chat. It must never know a game, a
// database or a sentence: all that people read comes in a chat.Reply.
//
// Updates come in one of two ways. Either poll.go fetches them, and confirms those that were carried
// out. Or Telegram posts them to a web hook, and webhook.go receives them. take.go carries updates out,
// those of one chat in their order; decode.go makes Requests of them. offer.go shows people what they
// may send when they type after the bot's name.
//
// Replies go out by deliver.go. render.go and html.go make messages of them. press.go answers presses,
// ephemeral.go has messages that one person alone sees in a group, and ratelimit.go has the limits that
// package pace keeps to. call.go is the only file that makes HTTP requests. It keeps the token out of
// errors and says what a refusal means.
//
// When the bot starts, menu.go registers the commands and profile.go writes the bot's descriptions.
// proof.go checks who has opened the page, and inspect.go finds what an operator has to mend.
//
// Package telegramtest is the server that the tests run against.
//
// Figures are those of the Bot API manual (https://core.telegram.org/bots/api, 10.3) and
// of its FAQ (https://core.telegram.org/bots/faq#broadcasting-to-users), unless a comment
// says otherwise.
package telegram

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"reckon/bot/chat"
	"reckon/bot/chat/pace"
)

// Config is what a FrontEnd needs.
type Config struct {
	// Token is the bot's secret, from @BotFather.
	Token string
	// APIURL is the Bot API server, a whole URL of http or https.
	APIURL string
	// Rate is how many messages a second the server takes from a bot in all; 0: as many as
	// Telegram's own server.
	Rate int
	// Webhook is the whole URL, with Path at its end, to which Telegram posts updates. If it
	// is empty, the bot fetches updates.
	Webhook string
	// App is the short name of the Mini App that opens the page in groups; empty: the bot's main
	// Mini App, if it has one.
	App string
	chat.Outfit
}

// FrontEnd serves one bot account.
type FrontEnd struct {
	sender
	broker  chat.Broker
	holder  chat.Holder
	webhook webhook
	page    string
	app     string
	profile chat.Profile
}

var _ chat.Webhook = (*FrontEnd)(nil)

var reToken = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)

// New checks the configuration; it makes no call. Its errors may be shown: they hold no
// secret.
func New(c Config) (*FrontEnd, error) {
	if !reToken.MatchString(c.Token) {
		return nil, errors.New("TELEGRAM_TOKEN is not a bot token (digits, a colon, letters)")
	}
	c.Outfit = c.Complete()
	base := strings.ReplaceAll(strings.TrimRight(c.APIURL, "/"), "%", "%%")
	dialer := &net.Dialer{Timeout: dialFor}
	api := &client{
		token:    c.Token,
		endpoint: base + "/bot%s/%s",
		http: &http.Client{
			Transport: c.Calls(dialer.DialContext),
			// The path of every request holds the token, which must not follow a redirect.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		log: c.Logger.With("network", Network),
	}
	return &FrontEnd{
		sender:  sender{client: api, limit: pace.New(limits(c.Rate, c.Processes))},
		broker:  c.Broker,
		holder:  c.Holder,
		webhook: webhook{client: api, url: c.Webhook, secret: webhookSecret(c.Token)},
		page:    c.Page,
		app:     c.App,
		profile: c.Profile,
	}, nil
}

// Network implements chat.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Link returns a link that presses a button with some data in the private chat with the bot. It is empty until
// the bot's name is known.
func (f *FrontEnd) Link(data string) string {
	me := f.me.Load()
	if me == nil {
		return ""
	}
	return deepLink(me.UserName, data)
}

// Run implements chat.FrontEnd. It waits for a network that is down, and returns an
// error only if Telegram refuses the token.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) error {
	me := account{page: f.page}
	err := f.insist(ctx, &me, "getMe", nil)
	if ctx.Err() != nil {
		return nil
	}
	if refusesToken(err) {
		return errToken
	}
	if err != nil {
		return fmt.Errorf("connecting to Telegram: %w", err)
	}
	me.setApp(f.app)
	f.me.Store(&me)
	f.log.Info("connected", "bot", me.UserName, "invite", invitation(me.UserName))

	ctx, stop := context.WithCancel(ctx)
	var setup sync.WaitGroup
	setup.Go(func() {
		chat.Guard(f.log, "menu", func() { f.register(ctx, h.Menu(), f.page) })
	})
	setup.Go(func() {
		chat.Guard(f.log, "ephemeral messages", func() { f.findEphemeral(ctx) })
	})
	setup.Go(func() {
		chat.Guard(f.log, "profile", func() { f.introduce(ctx, f.profile) })
	})
	defer setup.Wait()
	// If the token is refused, the setup must end, too.
	defer stop()

	t := &taker{sender: &f.sender, handler: h}
	if f.webhook.url != "" {
		return f.webhook.serve(ctx, t)
	}
	p := &poller{client: f.client, holder: f.holder, taker: t}
	return p.run(ctx)
}

// Path is where updates are posted, below the address of the program.
const Path = "/telegram"

// Path implements chat.Webhook.
func (f *FrontEnd) Path() string { return Path }

// Signed implements chat.Webhook.
func (f *FrontEnd) Signed(h http.Header) bool {
	secret := h.Get("X-Telegram-Bot-Api-Secret-Token")
	return subtle.ConstantTimeCompare([]byte(secret), []byte(f.webhook.secret)) == 1
}

// Post implements chat.Webhook.
func (f *FrontEnd) Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	if !f.Signed(h) {
		return http.StatusUnauthorized, nil
	}
	return f.webhook.post(ctx, body), nil
}
