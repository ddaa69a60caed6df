package config_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"reckon/config"
)

const token = "7000001:AAH-very-secret"

func parse(t *testing.T, env map[string]string, args ...string) (config.Settings, error) {
	t.Helper()
	for _, name := range []string{"RECKON_CONFIG", "RECKON_DB", "RECKON_LOG", "RECKON_LOCALE",
		"TELEGRAM_TOKEN", "TELEGRAM_API_URL", "TELEGRAM_RATE", "DISCORD_TOKEN", "DISCORD_API_URL"} {
		t.Setenv(name, "") // so that the value of before comes back after the test
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
	var s config.Settings
	p, err := kong.New(&s)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Parse(args)
	return s, err
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "reckon.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestDefaults(t *testing.T) {
	s, err := parse(t, map[string]string{"RECKON_CONFIG": ""})
	if err != nil {
		t.Fatal(err)
	}
	want := config.Settings{DB: "reckon.db", Log: "auto",
		TelegramAPIURL: "https://api.telegram.org", TelegramRate: 30, DiscordAPIURL: "https://discord.com/api/v9/"}
	if s != want {
		t.Errorf("got %+v, want %+v", s, want)
	}
	if s.Networks() || s.Level() != slog.LevelWarn {
		t.Errorf("Networks %v, Level %v; want a quiet terminal", s.Networks(), s.Level())
	}
}

func TestWeight(t *testing.T) {
	name := writeFile(t, `db = "file.db"
log = "error"
locale = "zh-Hans"
discord-token = "from-file"
`)
	env := map[string]string{"RECKON_CONFIG": name, "RECKON_DB": "env.db", "RECKON_LOG": "debug", "TELEGRAM_TOKEN": token + "\n"}
	s, err := parse(t, env, "--db=flag.db")
	if err != nil {
		t.Fatal(err)
	}
	got := []string{s.DB, s.Log, s.Locale, s.DiscordToken.Reveal(), s.TelegramToken.Reveal()}
	want := []string{"flag.db", "debug", "zh-Hans", "from-file", token}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("setting %d is %q, want %q", i, got[i], want[i])
		}
	}
	if !s.Networks() || s.Level() != slog.LevelDebug {
		t.Errorf("Networks %v, Level %v", s.Networks(), s.Level())
	}
}

func TestWrongValues(t *testing.T) {
	for _, c := range []struct {
		name, value, want string
	}{
		{"RECKON_DB", "", "--db: "},
		{"RECKON_LOG", "loud", "--log must be one of"},
		{"RECKON_LOCALE", "not a tag", "--locale: "},
		{"RECKON_CONFIG", "/nowhere/reckon.toml", "no such file"},
		{"TELEGRAM_TOKEN", token + " " + token, "--telegram-token: "},
		{"TELEGRAM_RATE", "0", "--telegram-rate: "},
		{"TELEGRAM_RATE", "1001", "--telegram-rate: "},
		{"TELEGRAM_API_URL", "api.telegram.org/" + token, "--telegram-api-url: "},
		{"TELEGRAM_API_URL", "https://u:" + token + "@host:port/", "--telegram-api-url: "},
		{"DISCORD_TOKEN", "Bot " + token, "--discord-token: "},
		{"DISCORD_API_URL", "https://h/?key=" + token, "--discord-api-url: "},
	} {
		_, err := parse(t, map[string]string{c.name: c.value})
		if err == nil {
			t.Errorf("%s=%s is taken", c.name, c.value)
			continue
		}
		if s := err.Error(); !strings.Contains(s, c.want) || strings.Contains(s, token) || strings.Contains(s, "\n") {
			t.Errorf("%s=%s: %q, want one line with %q and no secret", c.name, c.value, s, c.want)
		}
	}
}

func TestWrongFile(t *testing.T) {
	for text, want := range map[string]string{
		"db = \"a.db\"\ntelegram-token = " + token: "line 2",
		"telegram_token = \"" + token + "\"":       `"telegram_token"`,
		"discord-token = 7000001":                  "--discord-token",
		"locale = \"no tag\"":                      "--locale: ",
	} {
		_, err := parse(t, nil, "--config", writeFile(t, text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "AAH") {
			t.Errorf("%s: error %v, want %s and no secret", text, err, want)
		}
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	s := config.Settings{TelegramToken: token}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+"\n", s)
		fmt.Fprintf(&out, verb+"\n", s.TelegramToken)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("start", "settings", s, "token", s.TelegramToken)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("start", "settings", s, "token", s.TelegramToken)
	if err := json.NewEncoder(&out).Encode(s); err != nil {
		t.Fatal(err)
	}
	hex := fmt.Sprintf("%x", token)
	if got := out.String(); strings.Contains(got, "AAH") || strings.Contains(got, hex) {
		t.Errorf("printed:\n%s", got)
	}
}

func TestRedact(t *testing.T) {
	s := config.Settings{TelegramToken: token}
	text := "Post \"https://api.telegram.org/bot" + token + "/getMe\" and ?t=7000001%3AAAH-very-secret: refused"
	if got := s.Redact(text); strings.Contains(got, "AAH") || !strings.HasSuffix(got, ": refused") {
		t.Errorf("%q", got)
	}
	if got := new(config.Settings).Redact("as it is"); got != "as it is" {
		t.Errorf("%q", got)
	}
}
