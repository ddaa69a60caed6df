package telegram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// Config is what a FrontEnd needs.
type Config struct {
	Token  string       // the bot's secret, from @BotFather
	APIURL string       // the Bot API server, a whole URL of http or https
	Client *http.Client // for tests and proxies; nil is a client of our own. Redirects are never followed.
	// Transport, if not nil, stands before that of the client, to watch the calls.
	Transport func(http.RoundTripper) http.RoundTripper
	Logger    *slog.Logger // nil logs nothing
	Broker    chat.Broker  // what people read after an internal error; nil says nothing
}

// FrontEnd serves one bot account.
type FrontEnd struct {
	sender
	broker chat.Broker
}

var _ chat.FrontEnd = (*FrontEnd)(nil)

var reToken = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)

// New checks the configuration; it makes no call. Its errors are fit to be
// shown and hold no secret.
func New(c Config) (*FrontEnd, error) {
	if !reToken.MatchString(c.Token) {
		return nil, errors.New("TELEGRAM_TOKEN is not a bot token (digits, a colon, letters)")
	}
	if c.Client == nil {
		c.Client = &http.Client{Transport: newTransport()}
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Broker == nil {
		c.Broker = chat.Silence{}
	}
	withoutRedirects := *c.Client
	if c.Transport != nil {
		withoutRedirects.Transport = c.Transport(withoutRedirects.Transport)
	}
	// The path of every request holds the token: it must not travel to wherever
	// a redirect points.
	withoutRedirects.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	base := strings.ReplaceAll(strings.TrimRight(c.APIURL, "/"), "%", "%%")
	api := &client{token: c.Token, endpoint: base + "/bot%s/%s", http: &withoutRedirects, log: c.Logger.With("network", Network)}
	return &FrontEnd{sender: sender{client: api, pace: newPace()}, broker: c.Broker}, nil
}

// maxIdle is how many connections are kept for the next calls; net/http's own
// figure, two, would have most calls of a busy minute dial anew.
const maxIdle = 100

func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = maxIdle, maxIdle
	return t
}

// Network implements chat.FrontEnd.
func (f *FrontEnd) Network() string { return Network }

// Run implements chat.FrontEnd. It waits for a network that is down, and returns
// an error only if Telegram refuses the token.
func (f *FrontEnd) Run(ctx context.Context, h chat.Handler) error {
	if err := f.connect(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var menu sync.WaitGroup
	menu.Go(func() { chat.Guard(f.log, "menu", func() { f.register(ctx, h.Menu()) }) })
	defer menu.Wait()
	defer stop() // so that the menu does not outlive a refused token
	return newPoller(&taker{sender: &f.sender, h: h}).run(ctx)
}

// connect learns who the bot is. It returns nil with a context that has ended.
func (f *FrontEnd) connect(ctx context.Context) error {
	err := f.insist(ctx, time.Time{}, func() error {
		var me tgbotapi.User
		if err := f.callInto(ctx, &me, "getMe", nil); err != nil {
			return err
		}
		f.me.Store(&me)
		// A web hook left by another program would refuse every poll.
		return f.request(ctx, "deleteWebhook", tgbotapi.DeleteWebhookConfig{})
	})
	switch {
	case ctx.Err() != nil:
		return nil
	case refusesToken(err):
		return errToken
	case err != nil:
		return fmt.Errorf("connecting to Telegram: %w", err)
	}
	f.log.Info("connected", "bot", f.me.Load().UserName, "invite", invite(f.me.Load().UserName))
	return nil
}
