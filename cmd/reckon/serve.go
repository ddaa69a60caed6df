package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"reckon/bot"
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

// frontEnds are those of the networks whose tokens are set, else the terminal.
func frontEnds(c console, s *config.Settings, log *slog.Logger, b *bot.Bot) ([]bot.FrontEnd, error) {
	var fronts []bot.FrontEnd
	if s.TelegramToken != "" {
		f, err := telegram.New(telegram.Config{
			Token: s.TelegramToken.Reveal(), APIURL: s.TelegramAPIURL, Logger: log, Broken: b.Broken,
		})
		if err != nil {
			return nil, err
		}
		fronts = append(fronts, f)
	}
	if s.DiscordToken != "" {
		f, err := discord.New(discord.Config{
			Token: s.DiscordToken.Reveal(), APIURL: s.DiscordAPIURL, Logger: log, Broken: b.Broken,
		})
		if err != nil {
			return nil, err
		}
		fronts = append(fronts, f)
	}
	if len(fronts) == 0 {
		fronts = append(fronts, person(c, s, terminal.Config{Logger: log, Broken: b.Broken}))
	}
	return fronts, nil
}
