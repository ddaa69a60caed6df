package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// Processes share the limit of requests a second, however many there are at the time.
func TestPerSecondIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		processes := 1
		l := newLimiter(func() int { return processes })
		for _, n := range []int{1, 3, 2} {
			processes = n
			begun := time.Now()
			for range 90 {
				if err := l.wait(t.Context(), "a"); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := 90/time.Since(begun).Seconds(), perSecond/float64(n); got < 0.95*want || got > 1.05*want {
				t.Errorf("%.1f a second of one among %d, want %.1f", got, n, want)
			}
		}
	})
}

// A thousand posts at once leave as fast as Discord's 50 requests a second allow, and no faster.
func TestPerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, begun := newLimiter(func() int { return 1 }), time.Now()
		const n, latency = 1000, 150 * time.Millisecond
		left := make(chan time.Time, n)
		var posts sync.WaitGroup
		for i := range n {
			posts.Go(func() {
				for {
					err := l.wait(context.Background(), fmt.Sprint(i))
					var wanted *chat.RetryError
					if errors.As(err, &wanted) {
						chat.Pause(context.Background(), wanted.After)
						continue
					}
					left <- time.Now()
					chat.Pause(context.Background(), latency)
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
		const allowed = 50
		for i := allowed; i < n; i++ {
			if d := all[i].Sub(all[i-allowed]); d < time.Second {
				t.Fatalf("%d requests within %v", allowed+1, d)
			}
		}
		if rate := n / took.Seconds(); rate < 0.95*allowed {
			t.Errorf("%.1f a second, want at least 95 %% of %d", rate, allowed)
		}
	})
}

// If a busy machine sends requests late, the bot makes up for it, but never sends more than Discord
// allows.
func TestLateRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(func() int { return 1 })
		random := rand.New(rand.NewPCG(1, 1))
		var left []time.Time
		for begun := time.Now(); time.Since(begun) < time.Minute; {
			if err := l.wait(t.Context(), "a"); err != nil {
				t.Fatal(err)
			}
			left = append(left, time.Now())
			// Now and then the next request leaves late.
			time.Sleep(time.Duration(random.IntN(21)) * time.Millisecond)
		}
		for i := 50; i < len(left); i++ {
			if d := left[i].Sub(left[i-50]); d < time.Second {
				t.Fatalf("51 requests within %v", d)
			}
		}
		if len(left) < 60*0.95*50 {
			t.Errorf("%d requests in a minute, want %v", len(left), 60*0.95*50)
		}
	})
}

// When Discord has refused a request because of the limit of all requests, the bot sends fewer
// requests a second for a while.
func TestCalmAfterRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(func() int { return 1 })
		sent := func(span time.Duration) (n int) {
			for begun := time.Now(); time.Since(begun) < span; n++ {
				if err := l.wait(t.Context(), "a"); err != nil {
					t.Fatal(err)
				}
			}
			return n
		}
		l.learn("a", 429, http.Header{"Retry-After": {"1"}, "X-Ratelimit-Global": {"true"}})
		time.Sleep(time.Second)
		if n := sent(calm - time.Second); n < 9*44 || n > 9*46 {
			t.Errorf("%d requests in nine seconds after a refusal", n)
		}
		time.Sleep(2 * calm)
		if n := sent(30 * time.Second); n < 30*47 || n > 30*49 {
			t.Errorf("%d requests in half a minute after the calm", n)
		}
	})
}

// A global 429 stops posts to every channel. People who wait for an answer still get it.
func TestGlobalLimit(t *testing.T) {
	page := discordtest.TooMany(40*time.Second, true)
	page.Body, page.Header = "<html>", http.Header{"Retry-After": {"40"}}
	for name, fault := range map[string]*discordtest.Fault{"header": discordtest.TooMany(40*time.Second, true), "page": page} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("x") })
			g.start()
			g.fail(func(c discordtest.Call) *discordtest.Fault {
				if strings.HasPrefix(c.Path, "channels/") {
					return fault
				}
				// Run may still be asking for the end point.
				return nil
			})
			for channel := range 3 {
				var wait *chat.RetryError
				_, err := g.front.Deliver(t.Context(), unasked(chat.Place{Community: fmt.Sprint(channel)}, "n", say("x")))
				if !errors.As(err, &wait) || wait.After < 30*time.Second || wait.After > 40*time.Second {
					t.Errorf("post %d: %v", channel, err)
				}
			}
			g.command("help")
			g.expect(`POST channels/0/messages "x"`, `callback type 4 "x"`)
		})
	}
}

// Answers to interactions wait for none of the requests that count.
func TestInteractionsDoNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(func() int { return 1 })
		for i := range 1000 {
			go func() { _ = l.wait(t.Context(), fmt.Sprint(i)) }()
		}
		synctest.Wait()
		begun := time.Now()
		if err := l.wait(t.Context(), "POST 70"); !errors.Is(err, errPerSecond) {
			t.Errorf("a post behind a thousand: %v", err)
		}
		if err := l.checkBucket("POST interactions/1"); err != nil || time.Since(begun) > 0 {
			t.Errorf("an answer: %v after %v", err, time.Since(begun))
		}
	})
}

// Requests that answer nobody are stopped long before Discord bans the address. They go on after some time.
func TestInvalidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(func() int { return 1 })
		shared := http.Header{"X-Ratelimit-Scope": {"shared"}}
		for range maxInvalid {
			l.learn("", http.StatusTooManyRequests, shared)
			l.learn("", http.StatusNotFound, nil)
		}
		json := http.Header{"Content-Type": {"application/json"}}
		told := 0
		for i := range maxInvalid {
			if err := l.check(""); err != nil {
				t.Fatalf("after %d: %v", i, err)
			}
			if l.learn("", []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests}[i%3], json) {
				told++
			}
		}
		var wait *chat.RetryError
		if err := l.check(""); !errors.As(err, &wait) || !errors.Is(err, errRefused) || told != 1 {
			t.Errorf("after %d invalid requests: %v, told %d times", maxInvalid, err, told)
		}
		if err := l.checkBucket(""); err != nil {
			t.Errorf("people are not answered: %v", err)
		}
		refused := maxInvalid
		for begun := time.Now(); time.Since(begun) < invalidWindow; time.Sleep(10 * time.Millisecond) {
			if l.check("") == nil {
				l.learn("", http.StatusForbidden, json)
				refused++
			}
		}
		if refused < maxInvalid*19/10 || refused > 5_000 {
			t.Errorf("%d refusals within ten minutes", refused)
		}
	})
}

// If a channel's limit is used up, no request is made for it, and no other channel waits.
func TestPostKeepsToLimits(t *testing.T) {
	t.Parallel()
	g := anotherGame(t, discordtest.Options{Limits: true}, nil)
	post := func(channel string, n int) error {
		return deliver(t, g, unasked(chat.Place{Community: channel}, fmt.Sprint(channel, n), say("x")))
	}
	for n := range 5 {
		if err := post("70", n); err != nil {
			t.Fatal(err)
		}
	}
	var wait *chat.RetryError
	if err := post("70", 5); !errors.As(err, &wait) || !errors.Is(err, errBucket) || wait.After > 5*time.Second {
		t.Errorf("a sixth post: %v", err)
	}
	if err := post("71", 0); err != nil {
		t.Errorf("another channel: %v", err)
	}
	if len(g.requests) != 6 {
		t.Errorf("%d requests", len(g.requests))
	}
}

// A bucket is used up for as long as the response says, even if it is a 429 that says so only by
// Retry-After.
func TestBuckets(t *testing.T) {
	json := "application/json"
	for name, c := range map[string]struct {
		status int
		header http.Header
		want   time.Duration
	}{
		"some left":  {200, http.Header{"X-Ratelimit-Remaining": {"1"}, "X-Ratelimit-Reset-After": {"5"}}, 0},
		"none left":  {200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"4.5"}}, 4500 * time.Millisecond},
		"a 429":      {429, http.Header{"X-Ratelimit-Reset-After": {"2"}, "Content-Type": {json}}, 2 * time.Second},
		"a bare 429": {429, http.Header{"Retry-After": {"3"}, "Content-Type": {json}}, 3 * time.Second},
		"no number":  {200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"x"}}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLimiter(func() int { return 1 })
			l.learn("a", c.status, c.header)
			for _, check := range []func(string) error{l.check, l.checkBucket} {
				var wait *chat.RetryError
				err := check("a")
				if errors.As(err, &wait) != (c.want > 0) || wait != nil && (wait.After != c.want || !errors.Is(err, errBucket)) {
					t.Errorf("%s: %v, want %v", name, err, c.want)
				}
			}
			if err := l.check("b"); err != nil {
				t.Errorf("%s: another bucket: %v", name, err)
			}
			time.Sleep(c.want)
			if err := l.check("a"); err != nil {
				t.Errorf("%s: after %v: %v", name, c.want, err)
			}
		})
	}
}

// A request that waits when a global 429 arrives is not sent.
func TestLimitWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(func() int { return 1 })
		sent := make(chan error, 10)
		for range cap(sent) {
			go func() { sent <- l.wait(t.Context(), "a") }()
		}
		time.Sleep(time.Millisecond)
		if err := <-sent; err != nil {
			t.Error(err)
		}
		l.learn("b", 429, http.Header{"Retry-After": {"9"}, "X-Ratelimit-Global": {"true"}})
		for range cap(sent) - 1 {
			var wait *chat.RetryError
			if err := <-sent; !errors.As(err, &wait) || wait.After < 8*time.Second || wait.After > 9*time.Second {
				t.Errorf("wait: %v", err)
			}
		}
	})
}

// Messages are limited by channel. Answers to interactions are limited only by their own buckets.
func TestBucketOfCall(t *testing.T) {
	for _, c := range []struct{ method, url, bucket, secret string }{
		{"GET", discordgo.EndpointGatewayBot, "GET gateway/bot", ""},
		{"POST", discordgo.EndpointChannelMessages("70"), "POST 70", ""},
		{"PATCH", discordgo.EndpointChannelMessage("70", "5"), "PATCH 70", ""},
		{"POST", discordgo.EndpointInteractionResponse("1", "secret") + "?with_response=true", "POST interactions/1/secret/callback", "secret"},
		{"POST", discordgo.EndpointFollowupMessage("2", "secret"), "POST webhooks/2/secret", "secret"},
	} {
		bucket, secret := call{c.method, c.url, nil}.bucket()
		if bucket != c.bucket || secret != c.secret {
			t.Errorf("%s %s: %q, %q", c.method, c.url, bucket, secret)
		}
	}
}
