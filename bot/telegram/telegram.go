package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// Config is what a FrontEnd needs.
type Config struct {
	Token  string       // the bot's secret, from @BotFather
	APIURL string       // the Bot API server, a whole URL of http or https
	Rate   int          // how many messages a second the server takes of a bot in all; 0: as many as Telegram's own
	Client *http.Client // for tests and proxies; nil is a client of our own. Redirects are never followed.
	// Transport, if not nil, stands before that of the client, to watch the calls.
	Transport func(http.RoundTripper) http.RoundTripper
	// Webhook is where Telegram is to post updates, a whole URL with Path at its end; empty:
	// they are fetched.
	Webhook string
	// Holder keeps two processes from polling at once; nil: this one is alone.
	Holder chat.Holder
	// Processes is how many processes share Telegram's limits, this one among them. It is
	// asked often; nil: 1.
	Processes func() int
	Logger    *slog.Logger // nil logs nothing
	Broker    chat.Broker  // what people read after an internal error; nil says nothing
}

// FrontEnd serves one bot account.
type FrontEnd struct {
	sender
	broker  chat.Broker
	holder  chat.Holder
	webhook webhook
}

var _ chat.Webhook = (*FrontEnd)(nil)

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
	if c.Holder == nil {
		c.Holder = &chat.Alone{}
	}
	if c.Processes == nil {
		c.Processes = func() int { return 1 }
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
	return &FrontEnd{
		sender: sender{client: api, limit: newRateLimit(float64(cmp.Or(c.Rate, telegramRate)), c.Processes)},
		broker: c.Broker, holder: c.Holder, webhook: webhook{client: api, url: c.Webhook, secret: secretOf(c.Token)},
	}, nil
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
	t := newTaker(&f.sender, h)
	if f.webhook.url != "" {
		return f.webhook.serve(ctx, t)
	}
	return (&poller{client: f.client, holder: f.holder, takes: t}).run(ctx)
}

// Path is that of FrontEnd.Path.
const Path = "/telegram"

// Path implements chat.Webhook.
func (f *FrontEnd) Path() string { return Path }

// Post implements chat.Webhook.
func (f *FrontEnd) Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte) {
	return f.webhook.post(ctx, h, body), nil
}

// connect learns who the bot is. It returns nil with a context that has ended.
func (f *FrontEnd) connect(ctx context.Context) error {
	err := f.insist(ctx, func() error {
		var me tgbotapi.User
		err := f.callInto(ctx, &me, "getMe", nil)
		if err == nil {
			f.me.Store(&me)
		}
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
	f.log.Info("connected", "bot", f.me.Load().UserName, "invite", invite(f.me.Load().UserName))
	return nil
}
