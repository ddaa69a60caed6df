package telegram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot"
)

// Network is the word that names Telegram in chats, players and keys.
const Network = "telegram"

// Config is what a FrontEnd needs.
type Config struct {
	Token  string       // the bot's secret, from @BotFather
	APIURL string       // the Bot API server; "" is https://api.telegram.org
	Client *http.Client // for tests and proxies; nil is a client of our own. Redirects are never followed.
	Logger *slog.Logger // nil logs nothing
	// Broken is what a person reads when answering fails by a fault of ours;
	// nil says nothing.
	Broken func(locale string) bot.Reply
}

// FrontEnd serves one bot account.
type FrontEnd struct {
	token    string
	endpoint string // a format of token and method, as the library wants it
	http     *http.Client
	log      *slog.Logger
	broken   func(locale string) bot.Reply

	me   atomic.Pointer[user] // nil until connected
	pace *pace
}

var _ bot.FrontEnd = (*FrontEnd)(nil)

var reToken = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)

// New checks the configuration; it makes no call. Its errors are fit to be
// shown and hold no secret.
func New(c Config) (*FrontEnd, error) {
	if !reToken.MatchString(c.Token) {
		return nil, errors.New("TELEGRAM_TOKEN is not a bot token (digits, a colon, letters)")
	}
	if c.APIURL == "" {
		c.APIURL = "https://api.telegram.org"
	}
	u, err := url.Parse(c.APIURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("TELEGRAM_API_URL is not an http or https address")
	}
	if c.Client == nil {
		c.Client = &http.Client{}
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Broken == nil {
		c.Broken = func(string) bot.Reply { return bot.Reply{Silent: true} }
	}
	client := *c.Client
	// The path of every request holds the token: it must not travel to wherever
	// a redirect points.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	base := strings.ReplaceAll(strings.TrimRight(c.APIURL, "/"), "%", "%%")
	return &FrontEnd{
		token:    c.Token,
		endpoint: base + "/bot%s/%s",
		http:     &client,
		log:      c.Logger.With("network", Network),
		broken:   c.Broken,
		pace:     newPace(),
	}, nil
}

// Network implements bot.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run implements bot.FrontEnd. It waits for a network that is down, and returns
// an error only if Telegram refuses the token.
func (f *FrontEnd) Run(ctx context.Context, h bot.Handler) error {
	if err := f.connect(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var menu sync.WaitGroup
	menu.Go(func() { f.guard("menu", func() { f.register(ctx, h.Menu()) }) })
	defer menu.Wait()
	defer stop() // so that the menu does not outlive a refused token
	return newPoller(f, h).run(ctx)
}

// connect learns who the bot is. It returns nil with a context that has ended.
func (f *FrontEnd) connect(ctx context.Context) error {
	err := f.insist(ctx, time.Time{}, func() error {
		var me user
		if err := f.callInto(ctx, &me, "getMe", nil); err != nil {
			return err
		}
		f.me.Store(&me)
		// A web hook left by another program would refuse every poll.
		_, err := f.call(ctx, "deleteWebhook", nil)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return nil
	case refusesToken(err):
		return errToken
	case err != nil:
		return fmt.Errorf("connecting to Telegram: %w", err)
	}
	f.log.Info("connected", "bot", f.me.Load().Username)
	return nil
}

// Post implements bot.FrontEnd. Telegram cannot refuse a repetition: after a
// failure of unknown effect the same thing may appear twice, whatever the nonce.
func (f *FrontEnd) Post(ctx context.Context, c bot.Chat, nonce string, r bot.Reply) (bot.Message, error) {
	msg, err := f.unasked(c, r)
	if err != nil {
		return bot.Message{}, err
	}
	if err := f.pace.wait(ctx, c, sends, time.Now().Add(patience)); err != nil {
		return bot.Message{}, err
	}
	return f.send(ctx, c, msg, 0)
}

// Edit implements bot.FrontEnd.
func (f *FrontEnd) Edit(ctx context.Context, m bot.Message, r bot.Reply) error {
	msg, err := f.unasked(m.Chat, r)
	if err != nil {
		return err
	}
	if err := f.pace.wait(ctx, m.Chat, edits, time.Now().Add(patience)); err != nil {
		return err
	}
	return f.edit(ctx, m, msg)
}

// patience is how long Post and Edit wait for a turn before they hand the
// waiting back as a *bot.RetryError, so that a busy group does not hold up all
// others.
const patience = 3 * time.Second

func (f *FrontEnd) unasked(c bot.Chat, r bot.Reply) (message, error) {
	me := f.me.Load()
	if me == nil {
		return message{}, &bot.RetryError{After: time.Second, Err: errors.New("not connected to Telegram yet")}
	}
	return render(r, c, me.Username), nil
}
