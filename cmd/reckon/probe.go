package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/config"
)

// slow is how far the clock may be off: rounds last 30 seconds.
const slow = 5 * time.Second

// examineNetworks checks each network whose token is set.
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
		front, err := n.open(s, outfit{log: slog.New(slog.DiscardHandler), broker: chat.Silence{}})
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
	if s.URL != "" {
		found = append(found, examineExposure(ctx, s)...)
	}
	return found, nil
}

// examineAddress checks that a network's API answers, and compares its clock with
// ours by HTTP's Date, which has whole seconds.
func examineAddress(network string, probe *http.Request) []chat.Finding {
	in := chat.Finding{What: network + " address"}
	host := probe.URL.Host
	begun := time.Now()
	answer, err := direct.Do(probe)
	if err != nil {
		in.Found, in.Remedy = err.Error(), "see that "+host+" can be reached from this machine: name service, firewall, proxy (HTTPS_PROXY)"
		return []chat.Finding{in}
	}
	answer.Body.Close()
	took := time.Since(begun)
	in.Found = fmt.Sprintf("%s answers in %v", host, took.Round(time.Millisecond))
	there, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return []chat.Finding{in}
	}
	clock := chat.Finding{What: "clock", Found: "agrees with that of " + host}
	switch off := begun.Add(took / 2).Sub(there.Add(500 * time.Millisecond)).Round(time.Second); {
	case off > slow:
		clock.Found = fmt.Sprintf("%v ahead of that of %s", off, host)
	case off < -slow:
		clock.Found = fmt.Sprintf("%v behind that of %s", -off, host)
	default:
		return []chat.Finding{in, clock}
	}
	clock.Remedy = "have the machine's clock set by NTP: rounds and dailies go by it"
	return []chat.Finding{in, clock}
}

// examineWebhook checks that posts from outside reach the bot: it refuses an unsigned
// one.
func examineWebhook(ctx context.Context, s *config.Settings, network, path string) chat.Finding {
	in := chat.Finding{What: network + " posts"}
	url, _ := s.URL.Below(path)
	status, _, err := fetch(ctx, http.MethodPost, url)
	switch {
	case err != nil:
		in.Found = err.Error()
		in.Remedy = "see that the name in RECKON_URL leads to the proxy, and that the proxy has a certificate for it"
	case status == http.StatusUnauthorized:
		in.Found = url + " answers, and refuses unsigned posts"
	case status >= http.StatusInternalServerError:
		in.Found = fmt.Sprintf("%s answers %d: the proxy is there, and behind it no bot", url, status)
		in.Remedy = fmt.Sprintf("start the bot; if it runs, have the proxy pass %s on to %s", path, s.Listen)
	default:
		in.Found = fmt.Sprintf("%s answers %d, which is not the bot", url, status)
		in.Remedy = fmt.Sprintf("have the proxy pass %s on to %s, path and headers as they are", path, s.Listen)
	}
	return in
}

// examineExposure checks that the metrics are not public.
func examineExposure(ctx context.Context, s *config.Settings) []chat.Finding {
	status, body, err := fetch(ctx, http.MethodGet, strings.TrimRight(string(s.URL), "/")+"/metrics")
	if err != nil || status != http.StatusOK || !strings.Contains(body, "reckon_build_info") {
		return nil
	}
	return []chat.Finding{{
		What: "metrics", Found: "are open to everyone who reaches " + string(s.URL),
		Remedy: "have the proxy pass on nothing but the paths that networks post to", Minor: true,
	}}
}

// direct follows no redirect.
var direct = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// maxRead is the most that fetch reads of an answer, in bytes.
const maxRead = 1 << 20

// fetch sends a request with an empty JSON object.
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
