package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"reckon/bot/chat"
	"reckon/config"
)

// examineOutside asks whether what a network posts arrives. Of what nobody has signed
// that is told by its being refused.
func examineOutside(ctx context.Context, s *config.Settings, network, path string) chat.Finding {
	in := chat.Finding{What: network + " posts"}
	url, _ := s.URL.Below(path)
	status, _, err := fetch(ctx, http.MethodPost, url)
	switch {
	case err != nil:
		in.Found = err.Error()
		in.Remedy = "see that the name in RECKON_URL leads to the proxy, and that the proxy has a certificate for it"
	case status == http.StatusUnauthorized:
		in.Found = url + " answers, and refuses what nobody has signed"
	case status >= http.StatusInternalServerError:
		in.Found = fmt.Sprintf("%s answers %d: the proxy is there, and behind it no bot", url, status)
		in.Remedy = fmt.Sprintf("start the bot; if it runs, have the proxy pass %s on to %s", path, s.Listen)
	default:
		in.Found = fmt.Sprintf("%s answers %d, which is not the bot", url, status)
		in.Remedy = fmt.Sprintf("have the proxy pass %s on to %s, path and headers as they are", path, s.Listen)
	}
	return in
}

// examineExposure asks whether everyone can read the metrics.
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

// maxRead is how much of an answer is read, in bytes.
const maxRead = 1 << 20

// fetch asks an address, without following it elsewhere.
func fetch(ctx context.Context, method, url string) (status int, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte("{}")))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxRead))
	return answer.StatusCode, string(text), err
}
