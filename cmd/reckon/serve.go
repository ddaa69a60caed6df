package main

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"os/user"
	"runtime"
	"strings"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/discord"
	"reckon/bot/lang"
	"reckon/bot/live"
	"reckon/bot/telegram"
	"reckon/bot/terminal"
	"reckon/bot/web"
	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type (
	chatCmd struct{}
	webCmd  struct{}
)

// webAddress is where the page is by default.
const webAddress = "127.0.0.1:8080"

// Run serves the page alone, with no account on any network.
func (webCmd) Run(ctx context.Context, c console, s *config.Settings, list []engine.Game, book *lang.Book) error {
	s.TelegramToken, s.DiscordToken = "", ""
	s.Listen = cmp.Or(s.Listen, webAddress)
	return serve(ctx, c, s, list, book, true)
}

// longestWait is the longest pause between two looks at a database server that is away when
// the bot starts.
const longestWait = 10 * time.Second

// Run plays until a signal comes, the input ends, or every network has refused the bot
// for good. Requests in progress are finished and stored.
func (chatCmd) Run(ctx context.Context, c console, s *config.Settings, list []engine.Game, book *lang.Book) error {
	return serve(ctx, c, s, list, book, false)
}

// serve plays on the networks whose tokens are set, on the page if alone is set or it has a
// public URL, or else in the terminal.
func serve(ctx context.Context, c console, s *config.Settings, list []engine.Game, book *lang.Book, alone bool) (err error) {
	page := alone || s.URL != ""
	log := logger(c.err, s)
	slog.SetDefault(log) // libraries log through package log
	var store *storage.Store
	final := func(err error) bool {
		return !s.Networks() || !s.DB.IsServer() || !storage.Unavailable(err)
	}
	err = chat.Insist(ctx, chat.Backoff(time.Second, longestWait), log.Warn, "waiting for the database", final, func() (err error) {
		store, err = bot.Open(ctx, string(s.DB))
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Serve(); err != nil {
		return err
	}
	l, err := listen(s, store, log, page)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	var seed [32]byte
	crand.Read(seed[:]) // its documentation says that it never fails
	var hub *live.Hub
	if page {
		hub = new(live.Hub)
	}
	b, err := bot.New(bot.Config{
		Store: store, Games: list, Book: book, Logger: log, Now: time.Now, Rand: rand.NewChaCha8(seed), Meter: l.metrics, Live: hub, Guests: web.Network, Page: pageOf(s),
	})
	if err != nil {
		return err
	}
	fronts, provers, err := frontEnds(s, log, b, l)
	if err != nil {
		return err
	}
	b.GiveRoles(provers)
	if page {
		f, err := openPage(ctx, s, log, b, hub, l, provers)
		if err != nil {
			return err
		}
		fronts = append(fronts, f)
	}
	if len(fronts) == 0 {
		fronts = append(fronts, l.metrics.FrontEnd(person(c, s, log, b, book)))
	}
	defer keepCopies(ctx, s, store, log)()
	if alone {
		fmt.Fprintf(c.out, "Open http://%s/ in a browser. Ctrl-C ends it.\n", l.servers[0].Addr)
	}
	l.ready(ctx)
	if err = b.Serve(ctx, fronts...); errors.Is(err, bot.ErrRefused) { // it is logged
		return refused
	}
	return err
}

// networks lists all networks. The bot plays on those whose token is set.
var networks = []struct {
	name  string
	token func(*config.Settings) config.Secret
	probe func(context.Context, *config.Settings) (*http.Request, error)
	open  func(*config.Settings, chat.Outfit) (chat.FrontEnd, error)
}{
	{
		"Telegram",
		func(s *config.Settings) config.Secret { return s.TelegramToken },
		func(ctx context.Context, s *config.Settings) (*http.Request, error) {
			return http.NewRequestWithContext(ctx, http.MethodGet, s.TelegramAPIURL, nil)
		},
		func(s *config.Settings, o chat.Outfit) (chat.FrontEnd, error) {
			webhook, _ := s.URL.Below(telegram.Path)
			return telegram.New(telegram.Config{
				Token: s.TelegramToken.Reveal(), APIURL: s.TelegramAPIURL, Rate: s.TelegramRate, Webhook: webhook, App: s.TelegramApp, Outfit: o,
			})
		},
	},
	{
		"Discord",
		func(s *config.Settings) config.Secret { return s.DiscordToken },
		func(ctx context.Context, s *config.Settings) (*http.Request, error) {
			return discord.Probe(ctx, s.DiscordAPIURL)
		},
		func(s *config.Settings, o chat.Outfit) (chat.FrontEnd, error) {
			endpoint, _ := s.URL.Below(discord.Path)
			return discord.New(discord.Config{
				Token: s.DiscordToken.Reveal(), APIURL: s.DiscordAPIURL, Endpoint: endpoint, Secret: s.DiscordClientSecret.Reveal(), Outfit: o,
			})
		},
	},
}

// openPage returns the front end of the page, which l serves from now on.
func openPage(
	ctx context.Context, s *config.Settings, log *slog.Logger, b *bot.Bot, hub *live.Hub, l *listener, provers map[string]chat.Prover,
) (chat.FrontEnd, error) {
	c := web.Config{Bot: b, Broker: b, Live: hub, Logger: log, Now: time.Now, Provers: provers}
	if err := l.store.Commit(ctx, func(tx *storage.Tx) (err error) {
		c.Secret, err = tx.Secret("page")
		return err
	}); err != nil {
		return nil, err
	}
	page, err := web.New(c)
	if err != nil {
		return nil, err
	}
	l.metrics.Watchers(hub.Watchers)
	l.mountPage(s.URL, page.Routes())
	return page, nil
}

// pageOf is the address of the page for networks; empty: they cannot open it.
func pageOf(s *config.Settings) string {
	page, _ := s.URL.Below(web.Path)
	return page
}

// frontEnds returns a front end for each network whose token is set, and those that can prove
// who opens the page.
func frontEnds(s *config.Settings, log *slog.Logger, b *bot.Bot, l *listener) (fronts []chat.FrontEnd, provers map[string]chat.Prover, err error) {
	provers = map[string]chat.Prover{}
	for _, n := range networks {
		if n.token(s) == "" {
			continue
		}
		watched := func(next http.RoundTripper) http.RoundTripper {
			return l.metrics.Transport(strings.ToLower(n.name), next)
		}
		f, err := n.open(s, chat.Outfit{Logger: log, Broker: b, Transport: watched, Holder: l.store, Processes: l.store.Processes, Page: pageOf(s), Profile: b.Profile(), Figures: b.Figures()})
		if err != nil {
			return nil, nil, err
		}
		if hook, ok := f.(chat.Webhook); ok {
			l.mount(s.URL, hook)
		}
		if prover, ok := f.(chat.Prover); ok {
			provers[f.Network()] = prover
		}
		fronts = append(fronts, l.metrics.FrontEnd(f))
	}
	return fronts, provers, nil
}

// person returns the front end for a person at the console.
func person(c console, s *config.Settings, log *slog.Logger, broker chat.Broker, book *lang.Book) chat.FrontEnd {
	p := terminal.Config{In: c.in, Out: c.out, Logger: log, Broker: broker, Locale: s.Locale}
	if p.Locale == "" {
		p.Locale = terminal.Locale(os.Getenv)
	}
	if isTerminal(c.in) && isTerminal(c.out) {
		p.Editor = terminal.NewKeyboard()
		p.Color = terminal.Colored(os.Getenv, runtime.GOOS == "windows")
		fmt.Fprintln(c.out, book.Printer(p.Locale).Text("terminal.web"))
	}
	if u, err := user.Current(); err == nil {
		p.Name = u.Username
	}
	return terminal.New(p)
}
