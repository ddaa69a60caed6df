// Package config is the one struct of settings, filled from flags, the
// environment and an optional file, in this order of weight. It knows names,
// defaults and what a value must look like; it never sees what a setting is
// used for.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"

	"golang.org/x/text/language"
)

// Settings are what an operator can set. The tags are the reference that
// --help prints; a key of the file is a flag's name without the dashes.
type Settings struct {
	Config File `env:"RECKON_CONFIG" placeholder:"FILE" help:"TOML file of settings; its keys are the names of these flags (telegram-token = \"…\")."`

	DB     string `name:"db" env:"RECKON_DB" default:"reckon.db" placeholder:"FILE" help:"SQLite database, made if it is not there (default: ${default})."`
	Log    string `env:"RECKON_LOG" default:"auto" enum:"auto,debug,info,warn,error" help:"Log this and worse to standard error: ${enum}. Auto is info with a network, warn in the terminal."`
	Locale string `env:"RECKON_LOCALE" placeholder:"TAG" help:"Language of the terminal, such as en or zh-Hans (default: that of LC_ALL, LC_MESSAGES or LANG)."`

	TelegramToken  Secret `env:"TELEGRAM_TOKEN" placeholder:"TOKEN" help:"Token of the Telegram bot, from @BotFather. If set, Telegram is served. Better in the environment or the file: others can read a command line."`
	TelegramAPIURL string `name:"telegram-api-url" env:"TELEGRAM_API_URL" default:"https://api.telegram.org" placeholder:"URL" help:"Telegram Bot API, for a server of your own (default: ${default})."`
	DiscordToken   Secret `env:"DISCORD_TOKEN" placeholder:"TOKEN" help:"Token of the Discord bot, without the word Bot. If set, Discord is served."`
	DiscordAPIURL  string `name:"discord-api-url" env:"DISCORD_API_URL" default:"https://discord.com/api/v9/" placeholder:"URL" help:"Discord API, for a proxy; the gateway is asked from it (default: ${default})."`
}

// Validate names the first setting that cannot be right. The error never holds
// a secret, nor a URL, which may hold one.
func (s *Settings) Validate() error {
	checks := []struct {
		name string
		err  error
	}{
		{"db", filled(s.DB)},
		{"locale", tag(s.Locale)},
		{"telegram-token", s.TelegramToken.check()},
		{"telegram-api-url", httpURL(s.TelegramAPIURL)},
		{"discord-token", s.DiscordToken.check()},
		{"discord-api-url", httpURL(s.DiscordAPIURL)},
	}
	for _, c := range checks {
		if c.err != nil {
			return fmt.Errorf("--%s: %w", c.name, c.err)
		}
	}
	return nil
}

// Networks tells whether a network is to be served instead of the terminal.
func (s *Settings) Networks() bool {
	return s.TelegramToken != "" || s.DiscordToken != ""
}

// Level is the least level to log.
func (s *Settings) Level() slog.Level {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
	}
	if l, ok := levels[s.Log]; ok {
		return l
	}
	if s.Networks() {
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

func filled(s string) error {
	if s == "" {
		return errors.New("is set but empty")
	}
	return nil
}

func tag(s string) error {
	if s == "" {
		return nil
	}
	if _, err := language.Parse(s); err != nil {
		return fmt.Errorf("%q is no language tag, such as en or zh-Hans", s)
	}
	return nil
}

func httpURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("want a whole URL, https://… or http://…")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return errors.New("want a URL without ? and #")
	}
	return nil
}
