package main

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// dated answers with a Date that is off, after a while.
type dated struct {
	off   time.Duration
	takes time.Duration
	err   error
}

func (d dated) RoundTrip(*http.Request) (*http.Response, error) {
	time.Sleep(d.takes)
	date := time.Now().Add(d.off).UTC().Format(http.TimeFormat)
	return &http.Response{Header: http.Header{"Date": {date}}}, d.err
}

// A wrong clock is told once, and no call that is slow or fails accuses one.
func TestClockWatch(t *testing.T) {
	for name, c := range map[string]struct {
		calls dated
		want  int
	}{
		"right":          {dated{}, 0},
		"a second":       {dated{off: time.Second}, 0},
		"behind":         {dated{off: 10 * time.Minute}, 1},
		"ahead":          {dated{off: -10 * time.Minute}, 1},
		"a long poll":    {dated{off: time.Minute, takes: 30 * time.Second}, 0},
		"out of reach":   {dated{off: time.Minute, err: errors.New("away")}, 0},
		"a slow network": {dated{takes: time.Second}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			var log strings.Builder
			watch := &clockWatch{next: c.calls, network: "net", log: slog.New(slog.NewTextHandler(&log, nil))}
			for range 3 {
				_, err := watch.RoundTrip(httptest.NewRequest(http.MethodGet, "/", nil))
				if !errors.Is(err, c.calls.err) {
					t.Errorf("%s: %v", name, err)
				}
			}
			if got := strings.Count(log.String(), "clock"); got != c.want {
				t.Errorf("%s: warned %d times, want %d\n%s", name, got, c.want, log.String())
			}
		})
	}
}
