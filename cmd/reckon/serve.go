package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/discord"
	"reckon/bot/lang"
	"reckon/bot/telegram"
	"reckon/bot/terminal"
	"reckon/config"
	"reckon/engine/games"
	"reckon/storage"
)

// serve makes the bot and its front ends of the settings and runs them.
func serve(ctx context.Context, c console, s *config.Settings) (err error) {
	log := logger(c.err, s)
	slog.SetDefault(log) // and with it package log, where libraries log
	store, err := storage.Open(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	o, err := watched(s, store, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	book, err := lang.Open()
	if err != nil {
		return err
	}
	var seed [32]byte
	crand.Read(seed[:]) // never fails, says its documentation
	b, err := bot.New(bot.Config{
		Store: store, Games: games.All(), Book: book, Logger: log, Now: time.Now, Rand: rand.NewChaCha8(seed), Meter: o.meter(),
	})
	if err != nil {
		return err
	}
	fronts, err := frontEnds(c, s, store, log, b, o)
	if err != nil {
		return err
	}
	defer keepCopies(ctx, s, store, log)()
	o.ready(ctx)
	return b.Serve(ctx, fronts...)
}

// outfit is what a front end is made with.
type outfit struct {
	log       *slog.Logger
	broker    chat.Broker
	transport func(http.RoundTripper) http.RoundTripper // nil: nobody watches
	holder    chat.Holder
	processes func() int // that serve the database, this one among them
}

// networks are all there are, each served if its token is set.
var networks = []struct {
	name  string
	token func(*config.Settings) config.Secret
	probe func(context.Context, *config.Settings) (*http.Request, error)
	open  func(*config.Settings, outfit) (chat.FrontEnd, error)
}{
	{
		"Telegram",
		func(s *config.Settings) config.Secret { return s.TelegramToken },
		func(ctx context.Context, s *config.Settings) (*http.Request, error) {
			return telegram.Probe(ctx, string(s.TelegramAPIURL))
		},
		func(s *config.Settings, o outfit) (chat.FrontEnd, error) {
			webhook, _ := s.URL.Below(telegram.Path)
			return telegram.New(telegram.Config{
				Token: s.TelegramToken.Reveal(), APIURL: string(s.TelegramAPIURL), Rate: int(s.TelegramRate), Webhook: webhook,
				Holder: o.holder, Processes: o.processes, Logger: o.log, Broker: o.broker, Transport: o.transport,
			})
		},
	},
	{
		"Discord",
		func(s *config.Settings) config.Secret { return s.DiscordToken },
		func(ctx context.Context, s *config.Settings) (*http.Request, error) {
			return discord.Probe(ctx, string(s.DiscordAPIURL))
		},
		func(s *config.Settings, o outfit) (chat.FrontEnd, error) {
			endpoint, _ := s.URL.Below(discord.Path)
			return discord.New(discord.Config{
				Token: s.DiscordToken.Reveal(), APIURL: string(s.DiscordAPIURL), Endpoint: endpoint,
				Holder: o.holder, Processes: o.processes, Logger: o.log, Broker: o.broker, Transport: o.transport,
			})
		},
	},
}

// frontEnds are those of the networks whose tokens are set, else the terminal.
func frontEnds(c console, s *config.Settings, store *storage.Store, log *slog.Logger, b *bot.Bot, o *observatory) ([]chat.FrontEnd, error) {
	var fronts []chat.FrontEnd
	for _, n := range networks {
		if n.token(s) == "" {
			continue
		}
		f, err := n.open(s, outfit{log: log, broker: b, transport: o.transport(n.name), holder: store, processes: store.Processes})
		if err != nil {
			return nil, err
		}
		if hook, ok := f.(chat.Webhook); ok {
			o.mount(s.URL, hook)
		}
		fronts = append(fronts, o.frontEnd(f))
	}
	if len(fronts) == 0 {
		fronts = append(fronts, o.frontEnd(person(c, s, terminal.Config{Logger: log, Broker: b})))
	}
	return fronts, nil
}
