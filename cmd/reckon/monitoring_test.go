package main

import (
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/heartbeat"
	"reckon/config"
)

// deploy is the folder of what hosts are given.
const deploy = "../../config/deploy"

// metricNames returns the names of ours in what Prometheus reads from a bot that serves everything.
func metricNames(t *testing.T) map[string]bool {
	t.Helper()
	store := openDatabase(t)
	s := config.Settings{Listen: freePort(t), Operator: freePort(t)}
	l, err := listen(&s, store, slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.close() })
	close(l.begun)
	l.metrics.Plays([]string{"24"}, "right")
	l.metrics.Serves("net")
	l.metrics.Transport("net", nil)
	l.metrics.Copies(func() float64 { return 0 })
	l.metrics.Watchers(func() int { return 0 })
	if err := heartbeat.New(store, time.Now, slog.New(slog.DiscardHandler)).Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	// A path is counted once it was asked for.
	ask(t, "http://"+s.Operator+"/metrics")
	_, body := ask(t, "http://"+s.Operator+"/metrics")
	names := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (reckon_\w+)`).FindAllStringSubmatch(body, -1) {
		names[found[1]] = true
	}
	return names
}

var metricName = regexp.MustCompile(`\breckon_[a-z_]+\b`)

// isKnown reports whether a metric exists. Of a histogram there are three series.
func isKnown(known map[string]bool, name string) bool {
	for _, suffix := range []string{"_bucket", "_count", "_sum"} {
		if whole, isSeries := strings.CutSuffix(name, suffix); isSeries && known[whole] {
			return true
		}
	}
	return known[name]
}

// The alerts, the dashboard and the guide name metrics that exist, and the guide and the dashboard all of them.
func TestMetricsThatHostsAreTold(t *testing.T) {
	known := metricNames(t)
	guide := readDeploy(t, "README.md")
	_, table, _ := strings.Cut(guide, "| metric | what it is |")
	table, _, _ = strings.Cut(table, "\n\n")
	for file, text := range map[string]string{
		"the guide":      table,
		"alerts.yaml":    readDeploy(t, "alerts.yaml"),
		"dashboard.json": strings.Join(dashboardQueries(t), "\n"),
	} {
		named := metricName.FindAllString(text, -1)
		if len(named) == 0 {
			t.Errorf("%s names no metric", file)
		}
		told := map[string]bool{}
		for _, name := range named {
			if !isKnown(known, name) {
				t.Errorf("%s: there is no metric %s", file, name)
			}
			for _, suffix := range []string{"", "_bucket", "_count", "_sum"} {
				told[strings.TrimSuffix(name, suffix)] = true
			}
		}
		for _, name := range slices.Sorted(maps.Keys(known)) {
			if file != "alerts.yaml" && !told[name] {
				t.Errorf("%s does not name %s", file, name)
			}
		}
	}
}

func readDeploy(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deploy, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// dashboardQueries returns the queries of all panels, and checks that each asks for something and that none lies on another.
func dashboardQueries(t *testing.T) []string {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Type, Title string
			Targets     []struct{ Expr string }
			GridPos     struct{ X, Y, W, H int }
		}
	}
	if err := json.Unmarshal([]byte(readDeploy(t, "dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	var queries []string
	taken := map[[2]int]string{}
	for _, panel := range dashboard.Panels {
		if panel.Type != "row" && len(panel.Targets) == 0 {
			t.Errorf("panel %q asks for nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			queries = append(queries, target.Expr)
		}
		at := panel.GridPos
		for x := range at.W {
			for y := range at.H {
				place := [2]int{at.X + x, at.Y + y}
				if other := taken[place]; other != "" {
					t.Fatalf("panel %q lies on %q", panel.Title, other)
				}
				taken[place] = panel.Title
			}
		}
	}
	return queries
}

// Each alert has what Prometheus needs. Where promtool is installed, it reads them and the queries of the dashboard, and
// tries which alerts fire.
func TestAlerts(t *testing.T) {
	_, rules, _ := strings.Cut(readDeploy(t, "alerts.yaml"), "rules:")
	alerts := strings.Split(rules, "- alert: ")[1:]
	if len(alerts) == 0 {
		t.Fatal("there are no alerts")
	}
	for _, alert := range alerts {
		name, _, _ := strings.Cut(alert, "\n")
		for _, field := range []string{"expr", "for", "severity", "summary", "description"} {
			if !regexp.MustCompile(`(?m)^ +` + field + `: \S`).MatchString(alert) {
				t.Errorf("%s has no %s", name, field)
			}
		}
		if !strings.Contains(alert, "reckon") {
			t.Errorf("%s is not about Reckon", name)
		}
	}
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Skip("no promtool, so nobody reads the rules as Prometheus does")
	}
	// Grafana fills in these variables.
	filled := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*")
	asRules := "groups: [{name: dashboard, rules: [\n"
	for _, query := range dashboardQueries(t) {
		quoted, err := json.Marshal(filled.Replace(query))
		if err != nil {
			t.Fatal(err)
		}
		asRules += "{record: panel, expr: " + string(quoted) + "},\n"
	}
	panels := filepath.Join(t.TempDir(), "panels.yaml")
	if err := os.WriteFile(panels, []byte(asRules+"]}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "rules", panels},
		{"check", "rules", filepath.Join(deploy, "alerts.yaml")},
		{"test", "rules", "testdata/alerts/test.yaml"},
	} {
		out, err := exec.CommandContext(t.Context(), "promtool", args...).CombinedOutput()
		if err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// The profiles of Go are at the operator's own address alone, and take as long as they are asked to.
func TestProfiles(t *testing.T) {
	store := openDatabase(t)
	open := freePort(t)
	own := freePort(t)
	for _, c := range []struct {
		settings config.Settings
		asked    string
		want     int
	}{
		{config.Settings{Listen: open, Operator: own}, own, http.StatusOK},
		{config.Settings{Listen: open, Operator: own}, open, http.StatusNotFound},
		{config.Settings{Listen: open}, open, http.StatusNotFound},
		{config.Settings{Listen: open, Operator: open}, open, http.StatusNotFound},
	} {
		l, err := listen(&c.settings, store, slog.New(slog.DiscardHandler), false)
		if err != nil {
			t.Fatal(err)
		}
		close(l.begun)
		for _, path := range []string{"/debug/pprof/", "/debug/pprof/goroutine?debug=1"} {
			if got, _ := ask(t, "http://"+c.asked+path); got != c.want {
				t.Errorf("%+v: %s at %s answers %d, want %d", c.settings, path, c.asked, got, c.want)
			}
		}
		// The command line may have a token.
		if got, _ := ask(t, "http://"+c.asked+"/debug/pprof/cmdline"); got != http.StatusNotFound {
			t.Errorf("the command line is told: %d", got)
		}
		if err := l.close(); err != nil {
			t.Error(err)
		}
	}

	paths := http.NewServeMux()
	mountProfiles(paths)
	s := httptest.NewUnstartedServer(paths)
	s.Config.WriteTimeout = 300 * time.Millisecond
	s.Start()
	defer s.Close()
	if status, body := ask(t, s.URL+"/debug/pprof/profile?seconds=1"); status != http.StatusOK {
		t.Errorf("a long profile: %d %.100s", status, body)
	}
	// Another site that the operator looks at must not let their browser start one.
	for site, want := range map[string]int{
		"cross-site":  http.StatusForbidden,
		"same-site":   http.StatusForbidden,
		"same-origin": http.StatusOK,
		"none":        http.StatusOK,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/debug/pprof/goroutine?debug=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Sec-Fetch-Site", site)
		answer, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("a request from %s: %d, want %d", site, answer.StatusCode, want)
		}
	}
}
