package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
)

// outsideRemedy is the remedy if nothing answers at the public URL.
const outsideRemedy = "check that the name in RECKON_URL leads to the proxy, and that the proxy has a certificate for it"

// direct is an HTTP client that follows no redirect.
var direct = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// maxRead is how many bytes of an answer fetch reads at most.
const maxRead = 1 << 20

// fetch sends a request whose body is an empty JSON object.
func fetch(ctx context.Context, method, url string) (status int, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte("{}")))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	return read(r)
}

// read sends a request, and reads the beginning of the answer.
func read(r *http.Request) (status int, body string, err error) {
	answer, err := direct.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxRead))
	return answer.StatusCode, string(text), err
}

// get asks for a URL as a messenger does that shows what a link leads to.
func get(ctx context.Context, url string) (status int, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Accept", "text/html,image/png,*/*")
	return read(r)
}
