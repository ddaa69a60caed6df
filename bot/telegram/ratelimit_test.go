package telegram

import (
	"context"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/chat/pace"
	"reckon/bot/telegram/telegramtest"
)

func oneProcess() int { return 1 }

// busiest returns how many times are within a span at most. The times are in order.
func busiest(times []time.Time, span time.Duration) (most int) {
	from := 0
	for i := range times {
		for times[i].Sub(times[from]) >= span {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}

// The limits of a chat, a group and the bot hold in any span of time.
func TestRateLimit(t *testing.T) {
	for _, tt := range []struct {
		name    string
		private bool
		chats   int
		// n is how many messages there are in each chat.
		n    int
		span time.Duration
		// most is how many messages of a chat there may be in any span.
		most int
		// all is how many messages of all chats there may be in any second.
		all int
	}{
		{"private", true, 1, 20, time.Second, 3, 4},
		{"group", false, 1, 50, time.Minute, 20, 4},
		{"many", true, 200, 1, time.Second, 1, 30},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := pace.New(limits(0, oneProcess))
				times := make([][]time.Time, tt.chats)
				left := make(chan time.Time, tt.chats*tt.n)
				done := make(chan struct{})
				for c := range tt.chats {
					go func() {
						for range tt.n {
							call := pacedCall(chat.Place{Community: fmt.Sprint(c), Private: tt.private}, pace.Post)
							call.Bulk = true
							if err := l.Wait(context.Background(), call, time.Now().Add(time.Hour)); err != nil {
								t.Error(err)
							}
							times[c] = append(times[c], time.Now())
							left <- time.Now()
						}
						done <- struct{}{}
					}()
				}
				for range tt.chats {
					<-done
				}
				close(left)
				var all []time.Time
				for at := range left {
					all = append(all, at)
				}
				for _, ts := range times {
					if n := busiest(ts, tt.span); n > tt.most {
						t.Errorf("%d messages within %v, at most %d", n, tt.span, tt.most)
					}
				}
				if n := busiest(all, time.Second); n > tt.all {
					t.Errorf("%d messages within a second in all, at most %d", n, tt.all)
				}
			})
		})
	}
}

// The server's own limits refuse nothing that the front end sends.
func TestServerRefusesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Limits: true, Latency: 50 * time.Millisecond})
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		for i := range 60 {
			s.Text(-5, ann, "/24")
			s.Text(int64(100+i%20), telegramtest.Person{ID: int64(100 + i%20)}, "/24")
			// Answers leave at once, so they come one by one.
			after(100 * time.Millisecond)
		}
		after(5 * time.Minute)
		if n := len(s.Sent()); n != 120 {
			t.Errorf("%d messages, want 120", n)
		}
		for _, c := range s.Calls("") {
			if c.Code == 429 {
				t.Errorf("%s at %v is refused", c.Method, c.At)
			}
		}
		b.end()
	})
}

// If Telegram refuses everything for ten seconds, the bot makes few calls in that time, however many
// chats wait for an answer. Five seconds later all of them have their answers.
func TestStormOfRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: always(say("hi"))}
		b := start(t, s, h)
		after(time.Second)
		over := time.Now().Add(10 * time.Second)
		s.Fail(func(c telegramtest.Call) *telegramtest.Fault {
			if left := time.Until(over); c.Method == "sendMessage" && left > 0 {
				return telegramtest.TooMany(int(math.Ceil(left.Seconds())))
			}
			return nil
		})
		const n = 200
		var asked []int64
		for i := range n {
			asked = append(asked, s.Text(int64(100+i), telegramtest.Person{ID: int64(100 + i)}, "/24").Update)
			after(10 * time.Second / n)
		}
		calls := len(s.Calls("sendMessage"))
		after(5 * time.Second)
		for i, id := range asked {
			if _, ok := h.delivered(id); !ok {
				t.Errorf("answer %d is not told", i)
			}
		}
		if calls > 20 {
			t.Errorf("%d refused calls; each chat learns for itself", calls)
		}
		b.end()
	})
}

// If Telegram refuses a deletion in a busy group, the other waiting deletions are not tried again and
// again, nor all at once.
func TestRefusedDeletions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.SetRole(-5, telegramtest.BotID, "administrator")
		reply := say("not counted")
		reply.Mark, reply.Remove = "👎", true
		b := start(t, s, &handler{answer: always(reply)})
		after(time.Second)
		over := time.Now().Add(10 * time.Second)
		s.Fail(func(c telegramtest.Call) *telegramtest.Fault {
			if c.Get("chat_id") == "-5" && time.Now().Before(over) {
				return telegramtest.TooMany(3)
			}
			return nil
		})
		for i := range 40 {
			s.Text(-5, telegramtest.Person{ID: int64(100 + i)}, "8*3")
			after(50 * time.Millisecond)
		}
		after(time.Minute)
		refused, made := 0, 0
		var times []time.Time
		for _, c := range s.Calls("") {
			switch {
			case c.Get("chat_id") != "-5":
				continue
			case c.Code == 429:
				refused++
			case c.Method == "deleteMessage":
				made++
			}
			times = append(times, c.At)
		}
		if n := busiest(times, time.Second); refused > 10 || made != 40 || n > 3 {
			t.Errorf("%d calls refused, %d messages deleted, %d calls within a second", refused, made, n)
		}
		b.end()
	})
}

// If no Rate is set, broadcasts keep just below the thirty messages a second that Telegram publishes.
func TestTelegramsOwnRate(t *testing.T) {
	for given, want := range map[int]float64{0: 28.6, 300: 286} {
		if got := limits(given, oneProcess).Rate; math.Abs(got-want) > 0.01 {
			t.Errorf("rate %d: %v broadcasts a second, want %v", given, got, want)
		}
	}
}
