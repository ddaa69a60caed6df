// Package config has the settings, read from flags, the environment and an optional file:
// a flag wins over the environment, and that over the file. It knows names, defaults and
// the form of values, and not the use of a setting.
package config

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"reckon/storage/address"
)

// Settings are all that an operator can set. --help prints the tags. A key of the file is
// a flag's name without the dashes.
type Settings struct {
	Config File `env:"RECKON_CONFIG" placeholder:"FILE" help:"TOML file of settings, whose keys are the names of these flags (telegram-token = \"…\")."`

	DB         Path   `name:"db" env:"RECKON_DB" placeholder:"FILE|URL" help:"SQLite file, created if it does not exist, or the URL of a PostgreSQL database, postgres://… (default: reckon.db)."`
	DBFile     string `name:"db-file" env:"RECKON_DB_FILE" placeholder:"FILE" help:"Read the value of --db from this file."`
	Log        string `env:"RECKON_LOG" default:"auto" enum:"auto,debug,info,warn,error" help:"Least level to log to standard error: ${enum}. Auto is info on a network and warn in the terminal."`
	BackupDir  string `env:"RECKON_BACKUP_DIR" placeholder:"FOLDER" help:"Copy the database into this folder each night while the bot runs (default: no copies)."`
	BackupKeep int    `env:"RECKON_BACKUP_KEEP" default:"7" placeholder:"N" help:"Keep this many of the newest copies (default: ${default})."`

	Listen   string    `env:"RECKON_LISTEN" placeholder:"HOST:PORT" help:"Serve /healthz, /readyz and /metrics over HTTP at this address, such as 127.0.0.1:8080 (default: at none)."`
	Operator string    `env:"RECKON_OPERATOR" placeholder:"HOST:PORT" help:"Serve /healthz, /readyz and /metrics at this address instead of that of --listen, so that nobody else sees them (default: there)."`
	URL      PublicURL `name:"url" env:"RECKON_URL" placeholder:"URL" help:"Public URL of this program, such as https://bot.example.org. The networks post events to /telegram and /discord below it, and a proxy passes these on to the address of --listen (default: the program fetches events itself)."`
	Locale   string    `env:"RECKON_LOCALE" placeholder:"TAG" help:"Language of the terminal, such as en or zh-Hans (default: the one in LC_ALL, LC_MESSAGES or LANG)."`

	TelegramToken           Secret `env:"TELEGRAM_TOKEN" placeholder:"TOKEN" help:"Token of the Telegram bot, from @BotFather. If it is set, the bot plays on Telegram. Prefer the environment or a file: others can read a command line."`
	TelegramTokenFile       string `env:"TELEGRAM_TOKEN_FILE" placeholder:"FILE" help:"Read the token from this file, such as a secret of Docker or a credential of systemd."`
	TelegramAPIURL          string `name:"telegram-api-url" env:"TELEGRAM_API_URL" default:"https://api.telegram.org" placeholder:"URL" help:"URL of the Telegram Bot API, for a server of your own (default: ${default})."`
	TelegramRate            int    `env:"TELEGRAM_RATE" default:"30" placeholder:"N" help:"Messages a second that the bot may send to all chats together; raise it for a server or a bot with a higher limit (default: ${default})."`
	TelegramApp             string `env:"TELEGRAM_APP" placeholder:"NAME" help:"Short name of the bot's Mini App, which opens the page in groups (default: the bot's main Mini App, if it has one)."`
	DiscordToken            Secret `env:"DISCORD_TOKEN" placeholder:"TOKEN" help:"Token of the Discord bot, without the word Bot. If it is set, the bot plays on Discord."`
	DiscordTokenFile        string `env:"DISCORD_TOKEN_FILE" placeholder:"FILE" help:"Read the token from this file."`
	DiscordClientSecret     Secret `env:"DISCORD_CLIENT_SECRET" placeholder:"SECRET" help:"OAuth client secret of the Discord application, for the page as an Activity and for linked roles (default: there is none)."`
	DiscordClientSecretFile string `env:"DISCORD_CLIENT_SECRET_FILE" placeholder:"FILE" help:"Read the client secret from this file."`
	DiscordAPIURL           string `name:"discord-api-url" env:"DISCORD_API_URL" default:"https://discord.com/api/v9/" placeholder:"URL" help:"URL of the Discord API, for a proxy, which also returns the URL of the gateway (default: ${default})."`
}

const (
	// defaultDB is in the folder where the program is started.
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
	for _, c := range []struct {
		flag string
		err  error
	}{
		{"locale", checkTag(s.Locale)}, {"listen", checkAddress(s.Listen)}, {"operator", checkAddress(s.Operator)}, {"url", s.URL.check()},
		{"telegram-token", s.TelegramToken.check()}, {"telegram-api-url", checkURL(s.TelegramAPIURL)},
		{"discord-token", s.DiscordToken.check()}, {"discord-client-secret", s.DiscordClientSecret.check()}, {"discord-api-url", checkURL(s.DiscordAPIURL)},
	} {
		if c.err != nil {
			return fmt.Errorf("--%s: %w", c.flag, c.err)
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

// Networks reports whether a token is set: then the bot plays on that network and not in
// the terminal.
func (s *Settings) Networks() bool { return s.TelegramToken != "" || s.DiscordToken != "" }

// Level returns the lowest level to log.
func (s *Settings) Level() slog.Level {
	var l slog.Level
	switch {
	case l.UnmarshalText([]byte(s.Log)) == nil:
		return l
	case s.Networks():
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

// maxKept is the size limit of a file that holds one setting, in bytes.
const maxKept = 64 << 10

// readFiles reads the settings that are kept in files of their own, as Docker and systemd
// hand out secrets. An empty file or name sets nothing, so that a network can be left out
// although its file must exist.
func (s *Settings) readFiles() error {
	for _, kept := range []struct {
		flag, file string
		set        bool
		into       encoding.TextUnmarshaler
	}{
		{"db", s.DBFile, s.DB != "", &s.DB},
		{"telegram-token", s.TelegramTokenFile, s.TelegramToken != "", &s.TelegramToken},
		{"discord-token", s.DiscordTokenFile, s.DiscordToken != "", &s.DiscordToken},
		{"discord-client-secret", s.DiscordClientSecretFile, s.DiscordClientSecret != "", &s.DiscordClientSecret},
	} {
		if kept.file == "" {
			continue
		}
		if kept.set {
			return fmt.Errorf("--%s-file: --%s is set as well", kept.flag, kept.flag)
		}
		text, err := ReadKept(kept.file)
		if err == nil && text != "" {
			err = kept.into.UnmarshalText([]byte(text))
		}
		if err != nil {
			return fmt.Errorf("--%s-file: %w", kept.flag, err)
		}
	}
	return nil
}

// ReadKept returns the content of a file without the line end that editors add.
func ReadKept(name string) (_ string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := io.ReadAll(io.LimitReader(f, maxKept+1))
	if err == nil && len(text) > maxKept {
		err = fmt.Errorf("%s: more than %d bytes", name, maxKept)
	}
	return strings.TrimSpace(string(text)), err
}

func checkTag(s string) error {
	if _, err := language.Parse(s); s != "" && err != nil {
		return fmt.Errorf("%q is not a language tag, such as en or zh-Hans", s)
	}
	return nil
}

// A Path names the database: a file, or the address of one on a server, which may contain a
// password. Unlike other settings it cannot be empty.
type Path string

// IsServer reports whether the database is on a server.
func (p Path) IsServer() bool { return address.IsServer(string(p)) }

// String returns the name of a file, or the host, port and name of a database on a server.
func (p Path) String() string { return address.Name(string(p)) }

// Format redacts under every verb of package fmt.
func (p Path) Format(f fmt.State, _ rune) { fmt.Fprint(f, p.String()) }

// MarshalText redacts in JSON and package slog.
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// minPassword is the length of a password from which it is removed wherever it is found. If
// a shorter one, or one that names the database as well, were removed from other words, what
// is left of them would tell it.
const minPassword = 8

// secrets returns the texts that must stay secret if the database is on a server.
func (p Path) secrets() []string {
	if !p.IsServer() {
		return nil
	}
	password := address.Password(string(p))
	if len(password) < minPassword || strings.Contains(p.String(), password) {
		return []string{string(p)}
	}
	return []string{string(p), password}
}

// UnmarshalText refuses an empty name.
func (p *Path) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("is set but empty")
	}
	*p = Path(text)
	return nil
}

func checkAddress(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if s != "" && err != nil {
		return errors.New("want a host and a port, such as 127.0.0.1:8080")
	}
	return nil
}

// A PublicURL is the URL at which the networks reach this program, empty if they cannot.
type PublicURL string

func (u PublicURL) check() error {
	if u == "" {
		return nil
	}
	parsed, err := url.Parse(string(u))
	if err != nil || parsed.Host == "" || parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return errors.New("want a whole URL without user, ? and #, such as https://bot.example.org")
	}
	if parsed.Scheme != "https" && !(parsed.Scheme == "http" && parsed.Hostname() == "127.0.0.1") {
		return errors.New("want https://…, since the posts must stay secret (http:// only for 127.0.0.1, for tests)")
	}
	// The path becomes a pattern of http.ServeMux.
	if strings.ContainsAny(parsed.Path, "{} ") || path.Clean(parsed.Path+"/x") != strings.TrimSuffix(parsed.Path, "/")+"/x" {
		return errors.New("want a URL whose path, if any, consists of plain words")
	}
	return nil
}

// Below returns the URL of a path below u, and the path of that URL. Both are empty if
// u is.
func (u PublicURL) Below(path string) (whole, local string) {
	if u == "" {
		return "", ""
	}
	whole = strings.TrimRight(string(u), "/") + path
	parsed, err := url.Parse(whole)
	if err != nil { // it was checked
		return "", ""
	}
	return whole, parsed.Path
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("want a whole URL, https://… or http://…")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return errors.New("want a URL without ? and #")
	}
	return nil
}

// Redact removes every secret of the settings from a text, in plain form and as it is
// written in a URL or in JSON.
func (s *Settings) Redact(text string) string {
	for _, secret := range append(s.DB.secrets(), string(s.TelegramToken), string(s.DiscordToken), string(s.DiscordClientSecret)) {
		if secret == "" {
			continue
		}
		quoted, _ := json.Marshal(secret) // a string never fails
		for _, form := range []string{
			secret, url.PathEscape(secret), url.QueryEscape(secret), strings.Trim(string(quoted), `"`),
		} {
			text = strings.ReplaceAll(text, form, redacted)
		}
	}
	return text
}
