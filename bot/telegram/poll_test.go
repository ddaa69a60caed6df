package telegram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// An update is confirmed when it was carried out, and not before. It does not wait for its reply.
func TestConfirmedWhenTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, gate := newServer(), make(chan struct{})
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { <-gate; return say("hi") }}
		s.FailNext("sendMessage", 1, telegramtest.TooMany(30))
		b := start(t, s, h)
		s.Push(10, typed(-5, 1, "/24"))
		after(5 * time.Second)
		if got := s.Pending(); !slices.Equal(got, []int64{10}) {
			t.Errorf("under way: pending %v, want the update", got)
		}
		close(gate)
		after(time.Second)
		if got := s.Pending(); len(got) != 0 {
			t.Errorf("carried out: pending %v, want none", got)
		}
		if _, ok := h.ended(10); ok {
			t.Error("its reply does not wait")
		}
		after(30 * time.Second)
		m, ok := h.delivered(10)
		if want := (chat.Message{Place: h.requests()[0].Place, ID: "501"}); !ok || m != want {
			t.Errorf("delivered as %v, want %v", m, want)
		}
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
}

func TestSeenAgainAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		stuck := &handler{answer: func(ctx context.Context, r chat.Request) chat.Reply {
			if r.Place.Community == "-6" {
				// The handler never returns by itself.
				<-ctx.Done()
			}
			return say("hi")
		}}
		b := start(t, s, stuck)
		s.Push(10, typed(-5, 1, "/24"))
		s.Push(11, typed(-6, 2, "/24"))
		s.Push(12, typed(-6, 3, "/24"))
		after(time.Second)
		begun := time.Now()
		if err := b.end(); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(begun); d > drainFor+time.Second {
			t.Errorf("Run took %v to end", d)
		}
		h := &handler{answer: always(say("hi"))}
		b = start(t, s, h)
		after(5 * time.Second)
		var keys []string
		for _, r := range h.requests() {
			keys = append(keys, r.Key)
		}
		if want := []string{"telegram:update:11", "telegram:update:12"}; !slices.Equal(keys, want) {
			t.Errorf("after the restart came %v, want %v", keys, want)
		}
		b.end()
	})
}

func TestShutdownFinishesAndConfirms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { time.Sleep(3 * time.Second); return say("hi") }}
		b := start(t, s, h)
		s.Push(10, typed(-5, 1, "/24"))
		s.Push(11, typed(-5, 2, "/24"))
		after(time.Second)
		b.end()
		if _, ok := h.delivered(10); !ok {
			t.Error("what was under way was not answered, though Deliver works for a while after Run")
		}
		if got := s.Pending(); !slices.Equal(got, []int64{11}) {
			t.Errorf("pending %v, want only what had not begun", got)
		}
	})
}

func TestSlowChatHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			if r.Place.Community == "-5" {
				time.Sleep(time.Minute)
			}
			return say("hi")
		}}
		b := start(t, s, h)
		s.Push(10, typed(-5, 1, "/24"))
		after(time.Second)
		s.Push(11, typed(-6, 2, "/24"))
		after(time.Second)
		if _, ok := h.delivered(11); !ok {
			t.Error("the other chat waits")
		}
		if got := s.Pending(); !slices.Equal(got, []int64{10, 11}) {
			t.Errorf("pending %v, want both: offsets confirm everything below them", got)
		}
		after(time.Minute)
		if got := s.Pending(); len(got) != 0 {
			t.Errorf("pending %v at the end", got)
		}
		if n := len(h.requests()); n != 2 {
			t.Errorf("%d requests, want 2", n)
		}
		b.end()
	})
}

func TestOrderWithinAChat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply { return say(r.Input.Text) }}
		b := start(t, s, h)
		for i := range 40 {
			s.Push(int64(10+i), typed(int64(1+i%4), i, fmt.Sprint(i)))
		}
		after(time.Minute)
		last := map[string]int{}
		sent := s.Calls("sendMessage")
		for _, c := range sent {
			var n int
			fmt.Sscan(c.Get("text"), &n)
			if chat := c.Get("chat_id"); n < last[chat] {
				t.Errorf("chat %s got %d after %d", chat, n, last[chat])
			} else {
				last[chat] = n
			}
		}
		if len(sent) != 40 {
			t.Errorf("%d messages, want 40", len(sent))
		}
		b.end()
	})
}

func TestTroublesomeUpdates(t *testing.T) {
	tests := []struct {
		name     string
		updates  telegramtest.Updates
		requests int
		logged   string
	}{
		{"delivered twice", telegramtest.Updates{{10, typed(-5, 1, "/24")}, {10, typed(-5, 1, "/24")}}, 1, ""},
		{"malformed", telegramtest.Updates{{10, `"message":{"message_id":"x","chat":"nowhere"}`}, {11, typed(-5, 1, "/24")}}, 1, "cannot be read"},
		{"unknown kind", telegramtest.Updates{{10, `"kind_of_the_future":{"id":"1"}`}, {11, typed(-5, 1, "/24")}}, 1, ""},
		{"malformed alone", telegramtest.Updates{{10, `"message":7`}}, 0, "cannot be read"},
		{"no number", telegramtest.Updates{{10, `"update_id":"x"`}, {11, typed(-5, 1, "/24")}}, 1, "without a number"},
		{"malformed behind a slow one", telegramtest.Updates{{10, typed(-5, 1, "/slow")}, {11, `"message":7`}}, 1, "cannot be read"},
		{"numbers begin anew", telegramtest.Updates{{900, typed(-5, 1, "/24")}, {7, typed(-5, 2, "/24")}}, 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				h := &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
					if r.Input.Name == "slow" {
						time.Sleep(2 * time.Second)
					}
					return say("hi")
				}}
				b := start(t, s, h)
				after(time.Second)
				s.PushAll(tt.updates)
				after(10 * time.Second)
				if n := len(h.requests()); n != tt.requests {
					t.Errorf("%d requests, want %d", n, tt.requests)
				}
				if got := s.Pending(); len(got) != 0 {
					t.Errorf("pending %v", got)
				}
				if tt.logged != "" && strings.Count(b.log.String(), tt.logged) != 1 {
					t.Errorf("want one line with %q in the log:\n%s", tt.logged, b.log)
				}
				if n := len(s.Calls("getUpdates")); n > 12 {
					t.Errorf("%d polls in 11 seconds", n)
				}
				b.end()
			})
		})
	}
}

func TestPollFaults(t *testing.T) {
	tests := []struct {
		name  string
		fault *telegramtest.Fault
	}{
		{"another poller", telegramtest.Refusal(409, "Conflict: terminated by other getUpdates request")},
		{"web hook", telegramtest.Refusal(409, "Conflict: can't use getUpdates method while webhook is active")},
		{"flood", telegramtest.TooMany(2)},
		{"gateway", &telegramtest.Fault{Code: 502, Body: "<html>502 Bad Gateway</html>"}},
		{"server", telegramtest.Refusal(500, "Internal Server Error")},
		{"network", &telegramtest.Fault{}},
		{"no list", &telegramtest.Fault{Code: 200, Body: `{"ok":true,"result":{"a":1}}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, h := newServer(), &handler{answer: always(say("hi"))}
				s.FailNext("getUpdates", 3, tt.fault)
				b := start(t, s, h)
				s.Push(10, typed(-5, 1, "/24"))
				after(10 * time.Second)
				if _, ok := h.delivered(10); !ok {
					t.Error("nothing was answered")
				}
				polls := s.Calls("getUpdates")
				if d := polls[1].At.Sub(polls[0].At); tt.name == "flood" && d < 2*time.Second {
					t.Errorf("polled again after %v, asked to wait 2 s", d)
				} else if d < 100*time.Millisecond && tt.name != "web hook" {
					t.Errorf("polled again after %v", d)
				}
				b.end()
			})
		})
	}
}

func TestIdleEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, newServer(), &handler{answer: always(say("hi"))})
		after(5 * time.Second)
		begun := time.Now()
		if err := b.end(); err != nil {
			t.Error(err)
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("took %v", d)
		}
		if log := b.log.String(); strings.Contains(log, "WARN") {
			t.Errorf("an end as it should be is reported:\n%s", log)
		}
	})
}

// However long an outage was, updates are taken soon after it. Meanwhile the bot does not ask more and more often.
func TestHeardSoonAfterOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, h := newServer(), &handler{answer: always(say("hi"))}
		b := start(t, s, h)
		after(time.Second)
		s.Fail(func(telegramtest.Call) *telegramtest.Fault { return &telegramtest.Fault{} })
		before := len(s.Calls("getUpdates"))
		after(10 * time.Minute)
		// The pauses grow to four seconds, more or less a quarter.
		if n := len(s.Calls("getUpdates")) - before; n < 100 || n > 210 {
			t.Errorf("%d polls in ten minutes without an answer", n)
		}
		s.Push(10, typed(-5, 1, "/24"))
		s.Fail(nil)
		after(5 * time.Second)
		if _, ok := h.delivered(10); !ok {
			t.Error("nothing was answered five seconds after the end of an outage")
		}
		b.end()
	})
}

// If a poll or the call for a message never ends, only that takes longer: a waiting update is taken, and
// another chat is answered meanwhile.
func TestCallsThatNeverEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, h := newServer(), &handler{answer: always(say("hi"))}
		s.FailNext("getUpdates", 1, &telegramtest.Fault{Hang: true})
		s.FailNext("sendMessage", 1, &telegramtest.Fault{Hang: true})
		b := start(t, s, h)
		s.Push(10, typed(-5, 1, "/24"))
		after(pollFor + callFor + 5*time.Second)
		s.Push(11, typed(-6, 1, "/24"))
		after(time.Second)
		if _, ok := h.delivered(11); !ok || len(s.Calls("sendMessage")) != 2 {
			t.Errorf("another chat is not answered; %d messages", len(s.Calls("sendMessage")))
		}
		after(callFor)
		if e, ok := h.ended(10); !ok || e.err == nil {
			t.Errorf("the first message ended with %+v", e)
		}
		b.end()
	})
}

// A trickle is a body that arrives at a thousand bytes a second.
type trickle struct {
	io.ReadCloser
	// ctx is the context of the request.
	ctx context.Context
}

func (b trickle) Read(p []byte) (int, error) {
	if !chat.Pause(b.ctx, 50*time.Millisecond) {
		return 0, b.ctx.Err()
	}
	return b.ReadCloser.Read(p[:min(50, len(p))])
}

// If the network is slow, all updates are taken, however many wait. A picture that is being uploaded makes
// no other chat wait.
func TestSlowNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const chats = 100
		s, h := newServer(), &handler{answer: func(_ context.Context, r chat.Request) chat.Reply {
			reply := say("hi")
			if r.Place.Community == "-1" {
				reply.Picture = &chat.Picture{Kind: "share"}
			}
			return reply
		}}
		var all telegramtest.Updates
		for i := range int64(chats) {
			all = append(all, telegramtest.Updates{{10 + i, typed(-1-i, int(i)+1, "/24 "+strings.Repeat("1 ", 400))}}...)
		}
		s.PushAll(all)
		b := start(t, s, h, func(c *Config) {
			c.Outfit.Transport = through(transport(func(r *http.Request) (*http.Response, error) {
				if strings.HasSuffix(r.URL.Path, "sendPhoto") {
					chat.Pause(r.Context(), callFor)
				}
				response, err := s.RoundTrip(r)
				if err == nil {
					response.Body = trickle{response.Body, r.Context()}
				}
				return response, err
			})).Transport
		})
		after(10 * time.Minute)
		for i := range int64(chats) {
			if _, ok := h.delivered(10 + i); !ok && i > 0 {
				t.Errorf("chat %d is not answered", i)
			}
		}
		if n := len(h.requests()); n != chats || len(s.Pending()) > 0 {
			t.Errorf("%d of %d updates were taken, %d are pending", n, chats, len(s.Pending()))
		}
		b.abandon()
		b.end()
	})
}

// If a response with all updates would be too long, the bot fetches fewer at a time.
func TestLongUpdates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const updates = 90
		s, h := newServer(), &handler{answer: always(say("hi"))}
		var all telegramtest.Updates
		for i := range int64(updates) {
			all = append(all, telegramtest.Updates{{10 + i, typed(1+i, 1, strings.Repeat("a", maxBody/80))}}...)
		}
		s.PushAll(all)
		b := start(t, s, h)
		after(time.Minute)
		if n := len(h.requests()); n != updates || len(s.Pending()) > 0 {
			t.Errorf("%d of %d updates were taken, %d are pending", n, updates, len(s.Pending()))
		}
		if log := b.log.String(); strings.Contains(log, "passed over") {
			t.Errorf("an update that can be read is passed over:\n%s", log)
		}
		b.end()
	})
}

// An update that cannot be read, for whatever reason, is skipped and logged once. All others are taken. If
// the network fails for a while, nothing is lost.
func TestUnreadableUpdates(t *testing.T) {
	cut := func(body []byte) []byte { return body[:len(body)-10] }
	blanks := bytes.Repeat([]byte(" "), maxBody)
	for name, tt := range map[string]struct {
		// harm makes a response unreadable while it has the text "broken".
		harm  func(body []byte) []byte
		lasts time.Duration
		// within is how soon the others must be taken.
		within     time.Duration
		passedOver bool
	}{
		"too long": {
			harm:       func(body []byte) []byte { return bytes.Replace(body, []byte(`"broken"`), blanks, 1) },
			lasts:      time.Hour,
			within:     30 * time.Second,
			passedOver: true,
		},
		"no JSON": {
			harm:       func(body []byte) []byte { return bytes.Replace(body, []byte(`"broken"`), []byte(`"broken`), 1) },
			lasts:      time.Hour,
			within:     30 * time.Second,
			passedOver: true,
		},
		"cut off for ever":    {harm: cut, lasts: time.Hour, within: unreadFor + time.Minute, passedOver: true},
		"cut off for a while": {harm: cut, lasts: 4 * time.Minute, within: 4*time.Minute + 5*time.Second},
		"a page of a proxy": {
			harm:   func([]byte) []byte { return []byte("<html>") },
			lasts:  10 * time.Minute,
			within: 10*time.Minute + 5*time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, h := newServer(), &handler{answer: always(say("hi"))}
				begun := time.Now()
				b := start(t, s, h, func(c *Config) {
					c.Outfit.Transport = through(transport(func(r *http.Request) (*http.Response, error) {
						response, err := s.RoundTrip(r)
						if err != nil || time.Since(begun) > tt.lasts {
							return response, err
						}
						body, err := io.ReadAll(response.Body)
						if bytes.Contains(body, []byte("broken")) {
							body = tt.harm(body)
						}
						response.Body = io.NopCloser(bytes.NewReader(body))
						return response, err
					})).Transport
				})
				after(time.Second)
				s.PushAll(telegramtest.Updates{
					{900, typed(-5, 1, "/24")}, {7, typed(5, 1, "broken")}, {8, typed(-5, 2, "/24")}, {9, typed(-6, 1, "/24")},
				})
				after(tt.within)
				want, lines := 4, 0
				if tt.passedOver {
					want, lines = 3, 1
				}
				if n := len(h.requests()); n != want || len(s.Pending()) > 0 {
					t.Errorf("%d updates were taken, want %d; pending %v", n, want, s.Pending())
				}
				if n := strings.Count(b.log.String(), "passed over"); n != lines {
					t.Errorf("%d lines tell of it, want %d", n, lines)
				}
				s.Push(10, typed(-7, 1, "/24"))
				after(time.Second)
				if _, ok := h.delivered(10); !ok {
					t.Error("a later update is not answered at once")
				}
				b.end()
			})
		})
	}
}

// An update that is being carried out is not passed over, though it cannot be read when it comes once more.
func TestUnreadableWhileCarriedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, gate := newServer(), make(chan struct{})
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { <-gate; return say("hi") }}
		var isBroken atomic.Bool
		b := start(t, s, h, func(c *Config) {
			c.Outfit.Transport = through(transport(func(r *http.Request) (*http.Response, error) {
				response, err := s.RoundTrip(r)
				if err != nil || !isBroken.Load() {
					return response, err
				}
				body, err := io.ReadAll(response.Body)
				body = bytes.Replace(body, []byte(`"slow"`), []byte(`"slow`), 1)
				response.Body = io.NopCloser(bytes.NewReader(body))
				return response, err
			})).Transport
		})
		s.Push(7, typed(5, 1, "slow"))
		after(time.Second)
		isBroken.Store(true)
		after(time.Minute)
		if log := b.log.String(); len(s.Pending()) != 1 || strings.Contains(log, "passed over") {
			t.Errorf("%d updates are pending, and the log says:\n%s", len(s.Pending()), log)
		}
		isBroken.Store(false)
		close(gate)
		after(10 * time.Second)
		if n := len(h.requests()); n != 1 || len(s.Pending()) > 0 {
			t.Errorf("%d updates were taken, and %d are pending", n, len(s.Pending()))
		}
		b.end()
	})
}

// Of two processes, one polls. The other takes over when it ends.
func TestOnePolls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, holder := newServer(), &chat.Alone{}
		shared := func(c *Config) { c.Holder = holder }
		first := start(t, s, &handler{answer: always(say("hi"))}, shared)
		after(time.Second)
		h := &handler{answer: always(say("hi"))}
		second := start(t, s, h, shared)
		s.Push(10, typed(-5, 1, "/24"))
		after(time.Minute)
		if n := len(h.requests()); n != 0 {
			t.Errorf("the other process was handed %d updates", n)
		}
		first.end()
		s.Push(11, typed(-5, 2, "/24"))
		after(time.Second)
		if got := h.requests(); len(got) != 1 || got[0].Key != "telegram:update:11" {
			t.Errorf("after the end of the first the other was handed %v", got)
		}
		second.end()
	})
}

// A reluctant is a Holder that fails once.
type reluctant struct {
	chat.Alone
	hasFailed bool
}

func (r *reluctant) Hold(ctx context.Context, name string) (context.Context, func(), error) {
	if !r.hasFailed {
		r.hasFailed = true
		return nil, nil, errors.New("nobody knows who polls")
	}
	return r.Alone.Hold(ctx, name)
}

// A process that could not find out whether another one polls asks again soon.
func TestHoldFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, h := newServer(), &handler{answer: always(say("hi"))}
		b := start(t, s, h, func(c *Config) { c.Holder = new(reluctant) })
		s.Push(10, typed(-5, 1, "/24"))
		after(time.Second)
		if _, ok := h.delivered(10); !ok {
			t.Error("nothing was answered within a second")
		}
		b.end()
	})
}

// A loser is a Holder whose hold ends when lose is called.
type loser struct {
	chat.Alone
	lose chan struct{}
}

func (l *loser) Hold(ctx context.Context, name string) (context.Context, func(), error) {
	held, release, err := l.Alone.Hold(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	held, end := context.WithCancel(held)
	go func() {
		select {
		case <-l.lose:
			end()
		case <-held.Done():
		}
	}()
	return held, func() { end(); release() }, nil
}

// A process that loses the hold stops polling, and does not even confirm, until it holds again.
func TestLostHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, gate := newServer(), &loser{lose: make(chan struct{})}, make(chan struct{})
		h := &handler{answer: func(context.Context, chat.Request) chat.Reply { <-gate; return say("hi") }}
		b := start(t, s, h, func(c *Config) { c.Holder = l })
		s.Push(10, typed(-5, 1, "/24"))
		after(time.Second)
		polls := len(s.Calls("getUpdates"))
		l.lose <- struct{}{}
		synctest.Wait()
		close(gate)
		synctest.Wait()
		calls := s.Calls("getUpdates")[polls:]
		if len(calls) == 0 || calls[0].Get("offset") != "0" {
			t.Errorf("after the loss it polled by %v, want to begin anew", calls)
		}
		after(time.Second)
		if got := s.Pending(); len(got) != 0 {
			t.Errorf("pending %v", got)
		}
		b.end()
	})
}
