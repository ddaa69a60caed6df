// Package config is the one struct of settings, filled from flags, the
// environment and an optional file, in this order of weight. It knows names,
// defaults and what a value must look like; it never sees what a setting is
// used for.
package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/url"
	"path"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/language"
)

// Settings are what an operator can set. The tags are the reference that
// --help prints; a key of the file is a flag's name without the dashes.
type Settings struct {
	Config File `env:"RECKON_CONFIG" placeholder:"FILE" help:"TOML file of settings; its keys are the names of these flags (telegram-token = \"…\")."`

	DB         Path   `name:"db" env:"RECKON_DB" placeholder:"FILE|URL" help:"SQLite database, made if it is not there, or the URL of a PostgreSQL database, postgres://… (default: reckon.db)."`
	DBFile     string `name:"db-file" env:"RECKON_DB_FILE" placeholder:"FILE" help:"Read the setting db from this file instead."`
	Log        string `env:"RECKON_LOG" default:"auto" enum:"auto,debug,info,warn,error" help:"Log this and worse to standard error: ${enum}. Auto is info with a network, warn in the terminal."`
	BackupDir  string `env:"RECKON_BACKUP_DIR" placeholder:"FOLDER" help:"Copy the database into this folder each night while a bot serves from it (default: no copies)."`
	BackupKeep int    `env:"RECKON_BACKUP_KEEP" default:"7" placeholder:"N" help:"Keep so many of these copies, the newest (default: ${default})."`

	Listen Listen    `env:"RECKON_LISTEN" placeholder:"HOST:PORT" help:"Serve /healthz, /readyz and /metrics over HTTP there, such as 127.0.0.1:8080 (default: nowhere)."`
	URL    PublicURL `name:"url" env:"RECKON_URL" placeholder:"URL" help:"Where the networks reach this program, such as https://bot.example.org: they post there, below it /telegram and /discord, and a proxy passes these two on to what --listen names (default: they are asked, over connections that stay open)."`
	Locale string    `env:"RECKON_LOCALE" placeholder:"TAG" help:"Language of the terminal, such as en or zh-Hans (default: that of LC_ALL, LC_MESSAGES or LANG)."`

	TelegramToken     Secret `env:"TELEGRAM_TOKEN" placeholder:"TOKEN" help:"Token of the Telegram bot, from @BotFather. If set, Telegram is served. Better in the environment or the file: others can read a command line."`
	TelegramTokenFile string `env:"TELEGRAM_TOKEN_FILE" placeholder:"FILE" help:"Read the token from this file instead, such as a secret of Docker or a credential of systemd."`
	TelegramAPIURL    URL    `name:"telegram-api-url" env:"TELEGRAM_API_URL" default:"https://api.telegram.org" placeholder:"URL" help:"Telegram Bot API, for a server of your own (default: ${default})."`
	TelegramRate      Rate   `env:"TELEGRAM_RATE" default:"30" placeholder:"N" help:"Messages a second that the Telegram server takes of a bot in all, for a server or a bot that may send more (default: ${default})."`
	DiscordToken      Secret `env:"DISCORD_TOKEN" placeholder:"TOKEN" help:"Token of the Discord bot, without the word Bot. If set, Discord is served."`
	DiscordTokenFile  string `env:"DISCORD_TOKEN_FILE" placeholder:"FILE" help:"Read the token from this file instead."`
	DiscordAPIURL     URL    `name:"discord-api-url" env:"DISCORD_API_URL" default:"https://discord.com/api/v9/" placeholder:"URL" help:"Discord API, for a proxy; the gateway is asked from it (default: ${default})."`
}

// defaultDB is beside whoever starts the program.
const defaultDB = "reckon.db"

// AfterApply makes kong complete the settings and names the first that cannot be
// right. The error never holds a secret, nor a URL, which may hold one.
func (s *Settings) AfterApply() error {
	if err := s.readFiles(); err != nil {
		return err
	}
	s.DB = cmp.Or(s.DB, defaultDB)
	if err := tag(s.Locale); err != nil {
		return fmt.Errorf("--locale: %w", err)
	}
	if s.BackupKeep < 1 {
		return errors.New("--backup-keep: want 1 or more")
	}
	if s.URL != "" && s.Listen == "" {
		return errors.New("--url: set --listen too, to where a proxy passes on what is posted to that URL")
	}
	for flag, value := range s.fields() {
		if c, ok := value.(interface{ check() error }); ok {
			if err := c.check(); err != nil {
				return fmt.Errorf("--%s: %w", flag, err)
			}
		}
	}
	return nil
}

// fields are the settings by the names of their flags, in order.
func (s *Settings) fields() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		v := reflect.ValueOf(*s)
		for i := range v.NumField() {
			name := v.Type().Field(i).Tag.Get("name")
			if name == "" {
				name = dashed(v.Type().Field(i).Name)
			}
			if !yield(name, v.Field(i).Interface()) {
				return
			}
		}
	}
}

// dashed is the flag of a field without a name of its own: telegram-token of
// TelegramToken.
func dashed(field string) string {
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Networks tells whether a network is to be served instead of the terminal: one
// whose token is set.
func (s *Settings) Networks() bool {
	for _, value := range s.fields() {
		if secret, ok := value.(Secret); ok && secret != "" {
			return true
		}
	}
	return false
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

func tag(s string) error {
	if s == "" {
		return nil
	}
	if _, err := language.Parse(s); err != nil {
		return fmt.Errorf("%q is no language tag, such as en or zh-Hans", s)
	}
	return nil
}

// A Rate is a number a second.
type Rate int

// maxRate is what Telegram allows at most, to bots that pay for it
// (https://core.telegram.org/bots/faq#broadcasting-to-users).
const maxRate = 1000

func (r Rate) check() error {
	if r < 1 || r > maxRate {
		return fmt.Errorf("want a whole number a second, 1 to %d", maxRate)
	}
	return nil
}

// A Path names the database: a file, or the URL of one on a server, which may hold a
// password. Unlike other settings it cannot be set to nothing.
type Path string

// server is the URL of a database on a server; nil: the database is a file.
func (p Path) server() *url.URL {
	if !strings.HasPrefix(string(p), "postgres://") && !strings.HasPrefix(string(p), "postgresql://") {
		return nil
	}
	u, err := url.Parse(string(p))
	if err != nil {
		return &url.URL{Scheme: "postgres"}
	}
	return u
}

// String is a file's name, and of a URL what is no secret.
func (p Path) String() string {
	u := p.server()
	if u == nil {
		return string(p)
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// Format redacts under every verb of package fmt.
func (p Path) Format(f fmt.State, _ rune) { fmt.Fprint(f, p.String()) }

// LogValue redacts in package slog.
func (p Path) LogValue() slog.Value { return slog.StringValue(p.String()) }

// MarshalText redacts in JSON and TOML.
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// secrets are what of a URL nobody is to see, as it stands there and as it is meant.
func (p Path) secrets() (all []string) {
	u := p.server()
	if u == nil {
		return nil
	}
	all = append(all, string(p))
	if password, ok := u.User.Password(); ok && password != "" {
		all = append(all, password)
	}
	return append(all, u.Query()["password"]...)
}

// UnmarshalText refuses an empty name.
func (p *Path) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("is set but empty")
	}
	*p = Path(text)
	return nil
}

// A Listen is an address to listen on; empty, none.
type Listen string

func (l Listen) check() error {
	if l == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(string(l))
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("want a host and a port, such as 127.0.0.1:8080")
	}
	return nil
}

// A PublicURL is where others reach this program; empty, nowhere.
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
		return errors.New("want https://…, since what is posted must stay secret (http:// only of 127.0.0.1, for tests)")
	}
	// It becomes a pattern of paths.
	if strings.ContainsAny(parsed.Path, "{} ") || path.Clean(parsed.Path+"/x") != strings.TrimSuffix(parsed.Path, "/")+"/x" {
		return errors.New("want a URL whose path, if any, is of plain words")
	}
	return nil
}

// Below is the URL of a path below it, and the path as it is there. Of no URL both are
// empty.
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

// A URL is the address of a service.
type URL string

func (s URL) check() error {
	u, err := url.Parse(string(s))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("want a whole URL, https://… or http://…")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return errors.New("want a URL without ? and #")
	}
	return nil
}

// Redact takes every secret of the settings out of a text, as it is and as it
// stands in an address or in JSON.
func (s *Settings) Redact(text string) string {
	all := s.DB.secrets()
	for _, value := range s.fields() {
		if secret, ok := value.(Secret); ok {
			all = append(all, string(secret))
		}
	}
	for _, secret := range all {
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
