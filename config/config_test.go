package config_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"reckon/config"
)

const token = "7000001:AAH-very-secret"

func parse(t *testing.T, env map[string]string, args ...string) (config.Settings, error) {
	t.Helper()
	for field := range reflect.TypeFor[config.Settings]().Fields() {
		name := field.Tag.Get("env")
		// With Setenv the former value comes back after the test.
		t.Setenv(name, "")
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
	var s config.Settings
	p, err := kong.New(&s, config.Options())
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
	want := config.Settings{DB: "reckon.db", Log: "auto", BackupKeep: 7,
		TelegramAPIURL: "https://api.telegram.org", TelegramRate: 30, DiscordAPIURL: "https://discord.com/api/v9/"}
	if !reflect.DeepEqual(s, want) {
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
telegram-rate = 20
backup-keep = "3"
`)
	env := map[string]string{"RECKON_CONFIG": name, "RECKON_DB": "env.db", "RECKON_LOG": "debug", "TELEGRAM_TOKEN": token + "\n"}
	s, err := parse(t, env, "--db=flag.db")
	if err != nil {
		t.Fatal(err)
	}
	got := []string{string(s.DB), s.Log, s.Locale, s.DiscordToken.Reveal(), s.TelegramToken.Reveal()}
	want := []string{"flag.db", "debug", "zh-Hans", "from-file", token}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("setting %d is %q, want %q", i, got[i], want[i])
		}
	}
	if s.TelegramRate != 20 || s.BackupKeep != 3 {
		t.Errorf("the file sets a rate of %d and %d copies", s.TelegramRate, s.BackupKeep)
	}
	if !s.Networks() || s.Level() != slog.LevelDebug {
		t.Errorf("Networks %v, Level %v", s.Networks(), s.Level())
	}
}

func TestProxies(t *testing.T) {
	s, err := parse(t, map[string]string{"RECKON_PROXIES": "127.0.0.1, 172.16.0.9/12 2001:db8::/32"})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"127.0.0.1": true, "127.0.0.2": false, "172.31.255.1": true, "::ffff:172.16.0.1": true, "172.32.0.1": false,
		"2001:db8:1::1": true, "2001:db9::1": false, "::1": false,
	} {
		if got := s.Proxies.Has(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is a proxy: %v, want %v", address, got, want)
		}
	}
	if none, err := parse(t, nil); err != nil || none.Proxies.Has(netip.MustParseAddr("127.0.0.1")) {
		t.Errorf("without the setting there is a proxy (%v)", err)
	}
}

func TestWrongValues(t *testing.T) {
	for _, c := range []struct {
		name, value, want string
	}{
		{"RECKON_DB", "", "--db: "},
		{"RECKON_FEEDBACK", "-1001234", "--feedback: "},
		{"RECKON_FEEDBACK", "telegram:", "--feedback: "},
		{"RECKON_FEEDBACK", ":-1001234", "--feedback: "},
		{"RECKON_FEEDBACK", "telegram: -1001234", "--feedback: "},
		{"TELEGRAM_APP", "bad name!", "--telegram-app: "},
		{"TELEGRAM_APP", "t.me/reckon_bot/play", "--telegram-app: "},
		{"RECKON_DB", "file:/data/reckon.db?mode=rwc", "--db: want the path of a file"},
		{"RECKON_DB", "file:reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", "file:///data/reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", "FILE:/data/reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", `"file:reckon.db"`, "--db: want the path of a file"},
		{"RECKON_DB", " file:reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", "sqlite:reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", "sqlite3:reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", "sqlite:///data/reckon.db", "--db: want the path of a file"},
		{"RECKON_DB", "jdbc:sqlite:/data/reckon.db", "--db: want the path of a file"},
		{"RECKON_BACKUP_KEEP", "0", "--backup-keep: "},
		{"RECKON_BACKUP_KEEP", "all", "--backup-keep"},
		{"RECKON_LISTEN", "8080", "--listen: "},
		{"RECKON_LISTEN", "localhost:http", "--listen: "},
		{"RECKON_URL", "https://bot.example.org", "--url: set --listen too"},
		{"RECKON_PROXIES", "127.0.0.1,proxy", "--proxies: "},
		{"RECKON_PROXIES", "10.0.0.0/99", "--proxies: "},
		{"RECKON_LOG", "loud", "--log must be one of"},
		{"RECKON_LOCALE", "not a tag", "--locale: "},
		{"RECKON_CONFIG", "/nowhere/reckon.toml", "no such file"},
		{"TELEGRAM_TOKEN", token + " " + token, "--telegram-token: "},
		{"TELEGRAM_RATE", "0", "--telegram-rate: "},
		{"TELEGRAM_RATE", "1001", "--telegram-rate: "},
		{"TELEGRAM_API_URL", "api.telegram.org/" + token, "--telegram-api-url: "},
		{"TELEGRAM_API_URL", "https://u:" + token + "@host:port/", "--telegram-api-url: "},
		{"TELEGRAM_API_URL", "ftp://api.telegram.org", "--telegram-api-url: "},
		{"DISCORD_API_URL", "https://discord.com/#" + token, "--discord-api-url: "},
		{"DISCORD_TOKEN", "Bot " + token, "--discord-token: leave out the word Bot"},
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

// The networks must post by HTTPS.
func TestPublicURL(t *testing.T) {
	for value, want := range map[string]string{
		"":                               "",
		"https://bot.example.org":        "https://bot.example.org/telegram /telegram",
		"https://bot.example.org/":       "https://bot.example.org/telegram /telegram",
		"https://example.org:8443/bots/": "https://example.org:8443/bots/telegram /bots/telegram",
		"http://127.0.0.1:8080":          "http://127.0.0.1:8080/telegram /telegram",
		"http://bot.example.org":         "want https",
		"http://localhost:8080":          "want https",
		"ftp://bot.example.org":          "want https",
		"bot.example.org":                "want a whole URL",
		"https://ann:" + token + "@host": "want a whole URL",
		"https://bot.example.org/?a":     "want a whole URL",
		"https://bot.example.org/#a":     "want a whole URL",
		"https://bot.example.org/{a}":    "want a URL whose path",
		"https://bot.example.org/a/../b": "want a URL whose path",
		"https://bot.example.org//a":     "want a URL whose path",
	} {
		s, err := parse(t, map[string]string{"RECKON_URL": value, "RECKON_LISTEN": "127.0.0.1:8080"})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "--url: "+want) || want == "" || strings.Contains(err.Error(), token) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %s", value, err, want)
			}
			continue
		}
		whole, local := s.URL.Below("/telegram")
		if got := strings.TrimSpace(whole + " " + local); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}

func TestKeptInFiles(t *testing.T) {
	telegram := writeFile(t, token+"\n")
	discord := writeFile(t, "abc")
	db := writeFile(t, "kept.db\n")
	nothing := writeFile(t, "\n")
	s, err := parse(t, map[string]string{"TELEGRAM_TOKEN_FILE": telegram, "TELEGRAM_TOKEN": "", "RECKON_DB_FILE": db}, "--discord-token-file", discord)
	if err != nil {
		t.Fatal(err)
	}
	if s.TelegramToken != token || s.DiscordToken != "abc" || s.DB != "kept.db" || !s.Networks() {
		t.Errorf("tokens %q and %q, database %q", s.TelegramToken.Reveal(), s.DiscordToken.Reveal(), s.DB)
	}
	s, err = parse(t, map[string]string{"RECKON_CONFIG": writeFile(t, "telegram-token-file = '"+telegram+"'\n"), "DISCORD_TOKEN_FILE": nothing, "RECKON_DB_FILE": ""})
	if err != nil || s.TelegramToken != token || s.DiscordToken != "" || s.DB != "reckon.db" {
		t.Errorf("error %v, tokens %q and %q, database %q", err, s.TelegramToken.Reveal(), s.DiscordToken.Reveal(), s.DB)
	}
	for want, env := range map[string]map[string]string{
		"--telegram-token-file: --telegram-token is set as well": {"TELEGRAM_TOKEN_FILE": telegram, "TELEGRAM_TOKEN": token},
		"--discord-token-file: --discord-token is set as well":   {"DISCORD_TOKEN_FILE": discord, "DISCORD_TOKEN": token},
		"--db-file: --db is set as well":                         {"RECKON_DB_FILE": db, "RECKON_DB": "reckon.db"},
		"--telegram-token-file: open /nowhere":                   {"TELEGRAM_TOKEN_FILE": "/nowhere"},
		"--discord-token-file: read":                             {"DISCORD_TOKEN_FILE": t.TempDir()},
		"--discord-token: ":                                      {"DISCORD_TOKEN_FILE": writeFile(t, "two "+token)},
		"more than 65536 bytes":                                  {"DISCORD_TOKEN_FILE": writeFile(t, strings.Repeat("AAH", 1<<15))},
	} {
		_, err := parse(t, env)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "AAH") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s and no secret", err, want)
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
	s = config.Settings{DiscordToken: `a<"\b`}
	if got := s.Redact(`{"err":"a\u003c\"\\b"}`); got != `{"err":"[secret]"}` {
		t.Errorf("in JSON: %s", got)
	}
	if got := new(config.Settings).Redact("as it is"); got != "as it is" {
		t.Errorf("%q", got)
	}
}

// However the address of a database server is printed, no secret is shown.
func TestDatabaseIsRedacted(t *testing.T) {
	for _, address := range []config.Path{
		"postgres://reckon:very%2Bsecret@db.example.org:5432/play?sslmode=require",
		"postgresql://db.example.org:5432/play?password=very%2Bsecret",
		"host=db.example.org dbname=play password=very+secret",
		"Postgres://reckon:very%2Bsecret@db.example.org/play",
		"'postgres://reckon:very%2Bsecret@db.example.org/play'",
	} {
		s := config.Settings{DB: address}
		marshalled, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var logged strings.Builder
		slog.New(slog.NewTextHandler(&logged, nil)).Info("settings", "db", s.DB)
		for _, text := range []string{fmt.Sprint(s.DB), fmt.Sprintf("%#v %+v %q %x", s, s, s.DB, s.DB), string(marshalled), logged.String(),
			s.Redact("failed: " + string(address) + " with very+secret or very%2Bsecret")} {
			if strings.Contains(text, "very") {
				t.Errorf("it is seen in %s", text)
			}
		}
		if !strings.Contains(fmt.Sprint(s.DB), "db.example.org:5432/play") {
			t.Errorf("nobody knows what %v is", s.DB)
		}
	}
	// A short password, or one that is a common word, is not removed from texts: the rest of the text
	// would tell what it is.
	for _, address := range []config.Path{"postgres://reckon:p@db.example.org/play", "postgres://reckon:postgres@db.example.org/play"} {
		s := config.Settings{DB: address}
		text := "open database postgres://db.example.org:5432/play: no reply"
		if got := s.Redact(text); got != text {
			t.Errorf("%s", got)
		}
	}
	if got := fmt.Sprint(config.Path("my reckon.db")); got != "my reckon.db" {
		t.Errorf("a file is shown as %s", got)
	}
}

// The files for containers and services, and the table in their README, name exactly the settings that
// exist.
func TestDeploy(t *testing.T) {
	known := map[string]bool{}
	for i := range reflect.TypeFor[config.Settings]().NumField() {
		known[reflect.TypeFor[config.Settings]().Field(i).Tag.Get("env")] = true
	}
	readme, err := os.ReadFile("deploy/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "| setting | default |")
	table, _, _ = strings.Cut(table, "\n\n")
	texts := map[string]string{"deploy/README.md": string(readme)}
	for _, name := range []string{"../compose.yaml", "../Dockerfile", "deploy/hardened.yaml", "deploy/reckon.service"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	names := regexp.MustCompile(`\b(RECKON|TELEGRAM|DISCORD)_[A-Z_]+\b`)
	for file, text := range texts {
		for _, name := range names.FindAllString(text, -1) {
			if !known[name] {
				t.Errorf("%s: there is no setting %s", file, name)
			}
		}
	}
	for name := range known {
		if name != "RECKON_CONFIG" && name != "RECKON_LOG" && name != "RECKON_LOCALE" && !strings.Contains(table, "`"+name+"`") {
			t.Errorf("deploy/README.md: the table lacks %s", name)
		}
	}
}

// The service tells Go to stay below the memory that it may take. Its threads, one for each processor
// and each call that waits, are fewer than the tasks that it may have.
func TestDeployLimits(t *testing.T) {
	type limit struct {
		// line is a pattern whose group is the number.
		line        string
		least, most int
	}
	ofGo := limit{`GOMEMLIMIT=(\d+)MiB`, 700, 900}
	for file, limits := range map[string][]limit{
		"deploy/reckon.service": {{`MemoryMax=(\d+)G`, 1, 1}, ofGo, {`TasksMax=(\d+)`, 512, 4096}},
		"deploy/hardened.yaml":  {{`mem_limit: (\d+)g`, 1, 1}, ofGo, {`pids_limit: (\d+)`, 512, 4096}},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range limits {
			found := regexp.MustCompile(l.line).FindStringSubmatch(string(text))
			if found == nil {
				t.Errorf("%s: there is no %s", file, l.line)
				continue
			}
			n, err := strconv.Atoi(found[1])
			if err != nil || n < l.least || n > l.most {
				t.Errorf("%s: %s is not from %d to %d", file, found[0], l.least, l.most)
			}
		}
	}
}

// TestEverySecretIsRedacted guards the list in Redact against a new setting.
func TestEverySecretIsRedacted(t *testing.T) {
	var s config.Settings
	v := reflect.ValueOf(&s).Elem()
	var text []string
	for i := range v.NumField() {
		if secret, ok := v.Field(i).Addr().Interface().(*config.Secret); ok {
			*secret = config.Secret(fmt.Sprintf("AAH-%d", i))
			text = append(text, secret.Reveal())
		}
	}
	if got := s.Redact(strings.Join(text, " ")); len(text) < 2 || strings.Contains(got, "AAH") {
		t.Errorf("of %d secrets this is left: %s", len(text), got)
	}
}

// A path may have any characters. Only the beginning of a URI is refused.
func TestPathsWithOddNames(t *testing.T) {
	for _, path := range []string{"a b%20?x#y.db", "数据.db", "C:\\data\\reckon.db", "./file:reckon.db", "file", "files:x.db", "my file:x.db", "/data/file:x"} {
		if s, err := parse(t, map[string]string{"RECKON_DB": path}); err != nil || s.DB.String() != path {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// If package net/http cannot use the proxy, a bot for networks does not start. The error has no password. Without a
// network no proxy is needed.
func TestProxyOfNetworks(t *testing.T) {
	start := func(proxy, except, telegramToken string) error {
		_, err := parse(t, map[string]string{
			"HTTPS_PROXY": proxy, "NO_PROXY": except, "https_proxy": "", "no_proxy": "", "TELEGRAM_TOKEN": telegramToken,
		})
		return err
	}
	for _, proxy := range []string{
		"http://127.0.0.1:notaport", "ftp://x", "socks4://10.0.0.1:1080", "http://", "http://:3128", "127.0.0.1:notaport",
		"http://ann:se%cret@10.0.0.1:3128", "http://ann:secret@proxy:3128:1", "://proxy", "http://a b:3128",
	} {
		err := start(proxy, "", token)
		if err == nil || !strings.Contains(err.Error(), "HTTPS_PROXY: want the address of a proxy") || strings.Contains(err.Error(), "cret") {
			t.Errorf("%q: %v", proxy, err)
		}
	}
	for _, proxy := range []string{
		"", "http://127.0.0.1:3128", "127.0.0.1:3128", "http//127.0.0.1:3128", "proxy", "https://ann:secret@proxy.example:8443/", "HTTP://proxy:1",
		"socks5://127.0.0.1:1080", "socks5h://127.0.0.1:1080", "http://[::1]:3128",
	} {
		if err := start(proxy, "", token); err != nil {
			t.Errorf("%q is refused: %v", proxy, err)
		}
	}
	if err := start("ftp://x", "*", token); err != nil {
		t.Errorf("a proxy for no host is refused: %v", err)
	}
	if err := start("ftp://x", "", ""); err != nil {
		t.Errorf("without a network a proxy is refused: %v", err)
	}
}

// Whoever follows the guide opens each address in the service, too: it may listen nowhere.
func TestDeployAddresses(t *testing.T) {
	addresses := regexp.MustCompile(`Environment=RECKON_(?:LISTEN|OPERATOR)=[0-9.]+:(\d+)`)
	for _, file := range []string{"deploy/README.md", "deploy/reckon.service"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := addresses.FindAllStringSubmatch(string(text), -1)
		if len(found) < 2 {
			t.Errorf("%s: %d addresses, want both", file, len(found))
		}
		for _, address := range found {
			if !strings.Contains(string(text), "SocketBindAllow=tcp:"+address[1]) {
				t.Errorf("%s: %s needs SocketBindAllow", file, address[0])
			}
		}
	}
}
