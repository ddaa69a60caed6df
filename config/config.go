// Package config has the operator's settings. They are read from flags, the environment and an optional
// file. A flag wins over the environment, and the environment over the file. The package knows the names
// of settings, their defaults and the form of their values, but not what they are used for.
package config

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"strings"
)

// Settings are all that an operator can set. help.go says what each setting does. A key in the file is
// the name of a flag without the dashes in front.
type Settings struct {
	Config File `env:"RECKON_CONFIG" placeholder:"FILE"`

	DB         Path   `name:"db" env:"RECKON_DB" placeholder:"FILE|URL"`
	DBFile     string `name:"db-file" env:"RECKON_DB_FILE" placeholder:"FILE"`
	Log        string `env:"RECKON_LOG" default:"auto" enum:"auto,debug,info,warn,error"`
	BackupDir  string `env:"RECKON_BACKUP_DIR" placeholder:"FOLDER"`
	BackupKeep int    `env:"RECKON_BACKUP_KEEP" default:"7" placeholder:"N"`

	Listen   string    `env:"RECKON_LISTEN" placeholder:"HOST:PORT"`
	Operator string    `env:"RECKON_OPERATOR" placeholder:"HOST:PORT"`
	Proxies  Proxies   `env:"RECKON_PROXIES" placeholder:"ADDRESS,…"`
	URL      PublicURL `name:"url" env:"RECKON_URL" placeholder:"URL"`
	Locale   string    `env:"RECKON_LOCALE" placeholder:"TAG"`
	Feedback string    `env:"RECKON_FEEDBACK" placeholder:"NETWORK:CHAT"`

	TelegramToken     Secret `env:"TELEGRAM_TOKEN" placeholder:"TOKEN"`
	TelegramTokenFile string `env:"TELEGRAM_TOKEN_FILE" placeholder:"FILE"`
	TelegramAPIURL    string `name:"telegram-api-url" env:"TELEGRAM_API_URL" default:"${telegram_api}" placeholder:"URL"`
	TelegramRate      int    `env:"TELEGRAM_RATE" default:"30" placeholder:"N"`
	TelegramApp       string `env:"TELEGRAM_APP" placeholder:"NAME"`

	DiscordToken            Secret `env:"DISCORD_TOKEN" placeholder:"TOKEN"`
	DiscordTokenFile        string `env:"DISCORD_TOKEN_FILE" placeholder:"FILE"`
	DiscordClientSecret     Secret `env:"DISCORD_CLIENT_SECRET" placeholder:"SECRET"`
	DiscordClientSecretFile string `env:"DISCORD_CLIENT_SECRET_FILE" placeholder:"FILE"`
	DiscordAPIURL           string `name:"discord-api-url" env:"DISCORD_API_URL" default:"${discord_api}" placeholder:"URL"`
}

const (
	// defaultDB is a file in the folder in which the program is started.
	defaultDB = "reckon.db"
	// maxRate is the limit of Telegram for bots that pay
	// (https://core.telegram.org/bots/faq#broadcasting-to-users).
	maxRate = 1000
)

// AfterApply is called by kong. It completes the settings and reports the first wrong
// one. The error contains no secret, and no URL, which may contain one.
func (s *Settings) AfterApply() error {
	if err := s.readFiles(); err != nil {
		return err
	}
	s.DB = cmp.Or(s.DB, defaultDB)
	for _, check := range []struct {
		flag string
		err  error
	}{
		{"locale", checkTag(s.Locale)},
		{"listen", checkAddress(s.Listen)},
		{"operator", checkAddress(s.Operator)},
		{"url", s.URL.check()},
		{"feedback", checkChat(s.Feedback)},
		{"telegram-token", s.TelegramToken.check()},
		{"telegram-api-url", checkURL(s.TelegramAPIURL)},
		{"telegram-app", checkApp(s.TelegramApp)},
		{"discord-token", s.DiscordToken.check()},
		{"discord-client-secret", s.DiscordClientSecret.check()},
		{"discord-api-url", checkURL(s.DiscordAPIURL)},
	} {
		if check.err != nil {
			return fmt.Errorf("--%s: %w", check.flag, check.err)
		}
	}
	if s.Networks() {
		if err := checkProxy(proxyOfNetworks()); err != nil {
			return fmt.Errorf("HTTPS_PROXY: %w", err)
		}
	}
	switch {
	case s.BackupKeep < 1:
		return errors.New("--backup-keep: want 1 or more")
	case s.TelegramRate < 1 || s.TelegramRate > maxRate:
		return fmt.Errorf("--telegram-rate: want a whole number a second, 1 to %d", maxRate)
	case s.URL != "" && s.Listen == "":
		return errors.New("--url: set --listen too, to the address to which a proxy passes on the posts to this URL")
	}
	return nil
}

// proxyOfNetworks returns the address of the proxy as package net/http reads it; empty: there is none.
func proxyOfNetworks() string {
	isForNone := cmp.Or(os.Getenv("NO_PROXY"), os.Getenv("no_proxy")) == "*"
	if isForNone {
		return ""
	}
	return cmp.Or(os.Getenv("HTTPS_PROXY"), os.Getenv("https_proxy"))
}

// HasOwnOperator reports whether the operator has an address apart from that of networks and people.
func (s *Settings) HasOwnOperator() bool { return s.Operator != "" && s.Operator != s.Listen }

// Networks reports whether a token is set: then the bot plays on that network, and not in the
// terminal.
func (s *Settings) Networks() bool { return s.TelegramToken != "" || s.DiscordToken != "" }

// Level returns the lowest level to log.
func (s *Settings) Level() slog.Level {
	var level slog.Level
	// "auto" is not the name of a level.
	isNamed := level.UnmarshalText([]byte(s.Log)) == nil
	switch {
	case isNamed:
		return level
	case s.Networks():
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

// maxSettingFile is how many bytes a file with one setting may have.
const maxSettingFile = 64 << 10

// readFiles reads the settings that are in files of their own, as Docker and systemd give secrets to a
// program. An empty file, or an empty name of a file, sets nothing. So an operator can leave out a network
// even if the file with its token has to exist.
func (s *Settings) readFiles() error {
	for _, setting := range []struct {
		flag, file string
		isSet      bool
		into       encoding.TextUnmarshaler
	}{
		{"db", s.DBFile, s.DB != "", &s.DB},
		{"telegram-token", s.TelegramTokenFile, s.TelegramToken != "", &s.TelegramToken},
		{"discord-token", s.DiscordTokenFile, s.DiscordToken != "", &s.DiscordToken},
		{"discord-client-secret", s.DiscordClientSecretFile, s.DiscordClientSecret != "", &s.DiscordClientSecret},
	} {
		if setting.file == "" {
			continue
		}
		if setting.isSet {
			return fmt.Errorf("--%s-file: --%s is set as well", setting.flag, setting.flag)
		}
		if err := readInto(setting.into, setting.file); err != nil {
			return fmt.Errorf("--%s-file: %w", setting.flag, err)
		}
	}
	return nil
}

func readInto(setting encoding.TextUnmarshaler, file string) error {
	text, err := ReadSettingFile(file)
	if err != nil || text == "" {
		return err
	}
	return setting.UnmarshalText([]byte(text))
}

// ReadSettingFile returns the content of a file with one setting, without the line end that editors add.
func ReadSettingFile(name string) (_ string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := io.ReadAll(io.LimitReader(f, maxSettingFile+1))
	if err != nil {
		return "", err
	}
	if len(text) > maxSettingFile {
		return "", fmt.Errorf("%s: more than %d bytes", name, maxSettingFile)
	}
	return strings.TrimSpace(string(text)), nil
}

// Redact removes every secret of the settings from a text: as it is, and in the form that it has in a URL
// or in JSON.
func (s *Settings) Redact(text string) string {
	secrets := s.DB.secrets()
	for _, secret := range []Secret{s.TelegramToken, s.DiscordToken, s.DiscordClientSecret} {
		if secret != "" {
			secrets = append(secrets, secret.Reveal())
		}
	}
	for _, secret := range secrets {
		// A string is always marshalled.
		quoted, _ := json.Marshal(secret)
		inJSON := strings.Trim(string(quoted), `"`)
		for _, form := range []string{secret, url.PathEscape(secret), url.QueryEscape(secret), inJSON} {
			text = strings.ReplaceAll(text, form, redacted)
		}
	}
	return text
}
