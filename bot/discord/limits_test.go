package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
)

// Processes share the requests of a second, as many as they are at the time.
func TestPerSecondIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		processes := 1
		l := newLimiter(func() int { return processes })
		for _, n := range []int{1, 3, 2} {
			processes = n
			begun := time.Now()
			for range 90 {
				if err := l.turn(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := 90/time.Since(begun).Seconds(), perSecond/float64(n); got < 0.95*want || got > 1.05*want {
				t.Errorf("%.1f a second of one among %d, want %.1f", got, n, want)
			}
		}
	})
}

// A thousand posts at once leave as fast as Discord's 50 requests a second allow
// with a tenth to spare.
func TestPerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, begun := newLimiter(alone), time.Now()
		const n, latency = 1000, 150 * time.Millisecond
		left := make(chan time.Time, n)
		var posts sync.WaitGroup
		for i := range n {
			posts.Go(func() {
				for {
					bucket, err := l.take(context.Background(), fmt.Sprint(i))
					var wanted *chat.RetryError
					if errors.As(err, &wanted) {
						chat.Pause(context.Background(), wanted.After)
						continue
					}
					left <- time.Now()
					chat.Pause(context.Background(), latency)
					_ = bucket.Release(nil)
					return
				}
			})
		}
		posts.Wait()
		took := time.Since(begun)
		var all []time.Time
		for range n {
			all = append(all, <-left)
		}
		for i := perSecond + 1; i < n; i++ {
			if d := all[i].Sub(all[i-perSecond-1]); d < time.Second {
				t.Fatalf("%d requests within %v", perSecond+2, d)
			}
		}
		if rate := n / took.Seconds(); rate < 0.95*perSecond {
			t.Errorf("%.1f a second, want at least 95 %% of %d", rate, perSecond)
		}
	})
}

// A global 429 stops what goes to every channel, and what people wait for goes on.
func TestGlobalLimit(t *testing.T) {
	for name, c := range map[string]struct{ body, header string }{
		"header": {`{"retry_after":40.0,"message":"slow down"}`, "X-RateLimit-Global"},
		"page":   {`<html>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var posts, answers atomic.Int32
			f, err := New(Config{Token: testToken, APIURL: serve(t, func(w http.ResponseWriter, q *http.Request) {
				if strings.HasSuffix(q.URL.Path, "/callback") {
					answers.Add(1)
					return
				}
				posts.Add(1)
				w.Header().Set("Retry-After", "40")
				if c.header != "" {
					w.Header().Set(c.header, "true")
					w.Header().Set("Content-Type", "application/json")
				}
				w.WriteHeader(429)
				fmt.Fprint(w, c.body)
			})})
			if err != nil {
				t.Fatal(err)
			}
			for channel := range 3 {
				var wait *chat.RetryError
				_, err := f.Deliver(t.Context(), unasked(chat.Place{Community: fmt.Sprint(channel)}, "n", say("x")))
				if !errors.As(err, &wait) || wait.After < 30*time.Second || wait.After > 40*time.Second {
					t.Errorf("post %d: %v", channel, err)
				}
			}
			i, _, err := decode([]byte(slash("1573664773625610240", "help")))
			if err != nil {
				t.Fatal(err)
			}
			x := newExchange(f.rest, f.pace, i, time.Now())
			if _, err := x.deliver(t.Context(), say("x")); err != nil {
				t.Error(err)
			}
			if posts.Load() != 1 || answers.Load() != 1 {
				t.Errorf("%d posts and %d answers were sent, want one of each", posts.Load(), answers.Load())
			}
		})
	}
}

// Answers to interactions wait for none of the requests that count.
func TestInteractionsDoNotCount(t *testing.T) {
	g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("at once") })
	g.start()
	g.front.limits.waiting.Store(10_000)
	if _, err := g.front.Deliver(t.Context(), unasked(chat.Place{Community: "70"}, "n", say("x"))); !errors.As(err, new(*chat.RetryError)) {
		t.Errorf("Post: %v", err)
	}
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "at once"`)
}

// What nobody asked for stops long before Discord shuts the address out, and
// goes on when ten minutes have passed.
func TestInvalidRequests(t *testing.T) {
	l, now := newLimiter(alone), time.Unix(1_790_000_000, 0)
	shared := http.Header{"X-Ratelimit-Scope": {"shared"}}
	for range maxInvalid {
		l.note(http.StatusTooManyRequests, shared, now)
		l.note(http.StatusNotFound, nil, now)
	}
	json := http.Header{"Content-Type": {"application/json"}}
	told := 0
	for i := range maxInvalid {
		if err := l.open(now); err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
		status := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests}[i%3]
		if l.note(status, json, now) {
			told++
		}
		now = now.Add(50 * time.Millisecond)
	}
	var wait *chat.RetryError
	if err := l.open(now); !errors.As(err, &wait) || !errors.Is(err, errInvalid) || told != 1 {
		t.Errorf("after %d invalid requests: %v, told %d times", maxInvalid, err, told)
	}
	begun := now
	for ; errors.As(l.open(now), &wait); now = now.Add(wait.After) {
		if now.Sub(begun) > 2*invalidWindow {
			t.Fatal("it never goes on")
		}
	}
	if l.invalid.count(now) > 4_900 || now.Sub(begun) > invalidWindow {
		t.Errorf("it goes on after %v with %d", now.Sub(begun), l.invalid.count(now))
	}
	if l.open(now.Add(invalidWindow)) != nil || l.invalid.count(now.Add(2*invalidWindow)) != 0 {
		t.Error("what was refused is never forgotten")
	}
}

// A channel whose limit is used up costs no request, and no other channel waits.
func TestPostKeepsToLimits(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	f, err := New(Config{Token: testToken, APIURL: serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "40")
		fmt.Fprint(w, `{"id":"1"}`)
	})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Deliver(t.Context(), unasked(chat.Place{Community: "70"}, "a", say("x"))); err != nil {
		t.Fatal(err)
	}
	var wait *chat.RetryError
	if _, err := f.Deliver(t.Context(), unasked(chat.Place{Community: "70"}, "b", say("x"))); !errors.As(err, &wait) || wait.After < 30*time.Second {
		t.Errorf("a second post: %v", err)
	}
	if _, err := f.Deliver(t.Context(), unasked(chat.Place{Community: "71"}, "c", say("x"))); err != nil {
		t.Errorf("another channel: %v", err)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// A limiter is kept while it is of use and then let go, with its buckets.
func TestLimiterForgets(t *testing.T) {
	var l buckets
	began := time.Now()
	first := l.current(began)
	if l.current(began.Add(bucketLife)) != first {
		t.Error("replaced too early")
	}
	if l.current(began.Add(bucketLife+1)) == first {
		t.Error("kept for ever")
	}
}
