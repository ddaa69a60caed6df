package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/config"
)

// slow is how far the clock may be off. Rounds last 30 seconds.
const slow = 5 * time.Second

// examineNetworks checks each network whose token is set, and that the metrics are not
// public.
func examineNetworks(ctx context.Context, s *config.Settings, menu []chat.MenuCommand) ([]chat.Finding, error) {
	if !s.Networks() {
		return []chat.Finding{{
			What: "networks", Found: "no token is set: reckon plays in the terminal",
			Remedy: "set TELEGRAM_TOKEN or DISCORD_TOKEN to play there", Minor: true,
		}}, nil
	}
	var found []chat.Finding
	for _, n := range networks {
		if n.token(s) == "" {
			continue
		}
		probe, err := n.probe(ctx, s)
		if err != nil {
			return nil, err
		}
		address := examineAddress(n.name, probe)
		found = append(found, address...)
		front, err := n.open(s, chat.Outfit{})
		if err != nil {
			found = append(found, chat.Finding{What: n.name + " settings", Found: err.Error(), Remedy: "correct the setting named"})
			continue
		}
		if patient, ok := front.(chat.Inspector); ok && address[0].Well() {
			found = append(found, patient.Inspect(ctx, menu)...)
		}
		if hook, ok := front.(chat.Webhook); ok && s.URL != "" {
			found = append(found, examineWebhook(ctx, s, n.name, hook.Path()))
		}
	}
	if s.URL == "" {
		return found, nil
	}
	status, body, err := fetch(ctx, http.MethodGet, strings.TrimRight(string(s.URL), "/")+"/metrics")
	if err == nil && status == http.StatusOK && strings.Contains(body, "reckon_build_info") {
		found = append(found, chat.Finding{
			What: "metrics", Found: "are public at " + string(s.URL),
			Remedy: "let the proxy pass on only the paths to which networks post", Minor: true,
		})
	}
	return found, nil
}

// examineAddress checks that a network's API answers, and compares our clock with the Date
// of its answer, which has whole seconds.
func examineAddress(network string, probe *http.Request) []chat.Finding {
	in := chat.Finding{What: network + " address"}
	host := probe.URL.Host
	begun := time.Now()
	answer, err := direct.Do(probe)
	if err != nil {
		in.Found, in.Remedy = err.Error(), "make "+host+" reachable from this machine: check DNS, the firewall and the proxy (HTTPS_PROXY)"
		return []chat.Finding{in}
	}
	answer.Body.Close()
	took := time.Since(begun)
	in.Found = fmt.Sprintf("%s answers in %v", host, took.Round(time.Millisecond))
	there, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return []chat.Finding{in}
	}
	clock := chat.Finding{What: "clock", Found: "agrees with the clock of " + host}
	switch off := begun.Add(took / 2).Sub(there.Add(500 * time.Millisecond)).Round(time.Second); {
	case off > slow:
		clock.Found = fmt.Sprintf("%v ahead of the clock of %s", off, host)
	case off < -slow:
		clock.Found = fmt.Sprintf("%v behind the clock of %s", -off, host)
	default:
		return []chat.Finding{in, clock}
	}
	clock.Remedy = "set the clock of this machine by NTP: rounds and dailies depend on it"
	return []chat.Finding{in, clock}
}

// examineWebhook checks that posts from outside reach the bot, by one without a signature,
// which the bot refuses.
func examineWebhook(ctx context.Context, s *config.Settings, network, path string) chat.Finding {
	in := chat.Finding{What: network + " posts"}
	url, _ := s.URL.Below(path)
	status, _, err := fetch(ctx, http.MethodPost, url)
	switch {
	case err != nil:
		in.Found = err.Error()
		in.Remedy = "check that the name in RECKON_URL leads to the proxy, and that the proxy has a certificate for it"
	case status == http.StatusUnauthorized:
		in.Found = url + " answers, and refuses unsigned posts"
	case status >= http.StatusInternalServerError:
		in.Found = fmt.Sprintf("%s answers %d: the proxy runs, but no bot behind it", url, status)
		in.Remedy = fmt.Sprintf("start the bot; if it is running, let the proxy pass %s on to %s", path, s.Listen)
	default:
		in.Found = fmt.Sprintf("%s answers %d, which is not an answer of the bot", url, status)
		in.Remedy = fmt.Sprintf("let the proxy pass %s on to %s, with path and headers unchanged", path, s.Listen)
	}
	return in
}

// direct follows no redirect.
var direct = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// maxRead is the most that fetch reads of an answer, in bytes.
const maxRead = 1 << 20

// fetch sends a request whose body is an empty JSON object.
func fetch(ctx context.Context, method, url string) (status int, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte("{}")))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := direct.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxRead))
	return answer.StatusCode, string(text), err
}
