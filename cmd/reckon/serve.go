package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"log/slog"
	"math/rand/v2"
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
	log := slog.New(slog.NewTextHandler(redactor{c.err, s}, &slog.HandlerOptions{Level: s.Level()}))
	slog.SetDefault(log) // and with it package log, where libraries log
	store, err := storage.Open(ctx, s.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	book, err := lang.Open()
	if err != nil {
		return err
	}
	var seed [32]byte
	crand.Read(seed[:]) // never fails, says its documentation
	b, err := bot.New(bot.Config{
		Store: store, Games: games.All(), Book: book, Logger: log, Now: time.Now, Rand: rand.NewChaCha8(seed),
	})
	if err != nil {
		return err
	}
	fronts, err := frontEnds(c, s, log, b)
	if err != nil {
		return err
	}
	return b.Serve(ctx, fronts...)
}

// networks are all there are, each served if its token is set.
var networks = []struct {
	token func(*config.Settings) config.Secret
	open  func(*config.Settings, *slog.Logger, chat.Broker) (chat.FrontEnd, error)
}{
	{
		func(s *config.Settings) config.Secret { return s.TelegramToken },
		func(s *config.Settings, log *slog.Logger, b chat.Broker) (chat.FrontEnd, error) {
			return telegram.New(telegram.Config{
				Token: s.TelegramToken.Reveal(), APIURL: string(s.TelegramAPIURL), Rate: int(s.TelegramRate), Logger: log, Broker: b,
			})
		},
	},
	{
		func(s *config.Settings) config.Secret { return s.DiscordToken },
		func(s *config.Settings, log *slog.Logger, b chat.Broker) (chat.FrontEnd, error) {
			return discord.New(discord.Config{Token: s.DiscordToken.Reveal(), APIURL: string(s.DiscordAPIURL), Logger: log, Broker: b})
		},
	},
}

// frontEnds are those of the networks whose tokens are set, else the terminal.
func frontEnds(c console, s *config.Settings, log *slog.Logger, b *bot.Bot) ([]chat.FrontEnd, error) {
	var fronts []chat.FrontEnd
	for _, n := range networks {
		if n.token(s) == "" {
			continue
		}
		f, err := n.open(s, log, b)
		if err != nil {
			return nil, err
		}
		fronts = append(fronts, f)
	}
	if len(fronts) == 0 {
		fronts = append(fronts, person(c, s, terminal.Config{Logger: log, Broker: b}))
	}
	return fronts, nil
}
