package telegram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// newLimit returns the rate limit of one process that has run for a while.
func newLimit() *rateLimit {
	l := newRateLimit(telegramRate, func() int { return 1 })
	l.born = time.Now().Add(-minute)
	return l
}

var tooMany = &chat.RetryError{After: 2 * time.Second, Err: errors.New("429")}

// refuse makes Telegram refuse so many chats in a row.
func (l *rateLimit) refuse(chats int, err error) {
	for i := range chats {
		l.learn(fmt.Sprint("refused ", i), err)
	}
}

// leave waits for a reaction, which no limit of a chat holds back, and returns how long
// that took.
func (l *rateLimit) leave(t *testing.T, broadcast bool) time.Duration {
	t.Helper()
	begun := time.Now()
	action, place := reactions, chat.Place{Community: "5"}
	if broadcast { // each to a chat of its own
		action, place.Community = sends, fmt.Sprint(begun.UnixNano())
	}
	if err := l.wait(t.Context(), place, action, broadcast, begun.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	return time.Since(begun)
}

// busiest returns the greatest number of times within a span; they are in order.
func busiest(ts []time.Time, span time.Duration) (most int) {
	for i, from := 0, 0; i < len(ts); i++ {
		for ts[i].Sub(ts[from]) >= span {
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
		n       int // messages in each chat
		span    time.Duration
		most    int // in any such span and chat
		all     int // in any second, over all chats
	}{
		{"private", true, 1, 20, time.Second, 3, 4},
		{"group", false, 1, 50, time.Minute, 20, 4},
		{"many", true, 200, 1, time.Second, 1, 30},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newRateLimit(telegramRate, func() int { return 1 })
				times, all := make([][]time.Time, tt.chats), make(chan time.Time, tt.chats*tt.n)
				done := make(chan struct{})
				for c := range tt.chats {
					go func() {
						for range tt.n {
							if err := l.wait(context.Background(), chat.Place{Community: fmt.Sprint(c), Private: tt.private}, sends, true, time.Now().Add(time.Hour)); err != nil {
								t.Error(err)
							}
							times[c] = append(times[c], time.Now())
							all <- time.Now()
						}
						done <- struct{}{}
					}()
				}
				for range tt.chats {
					<-done
				}
				close(all)
				var whole []time.Time
				for at := range all {
					whole = append(whole, at)
				}
				for _, ts := range times {
					if n := busiest(ts, tt.span); n > tt.most {
						t.Errorf("%d messages within %v, at most %d", n, tt.span, tt.most)
					}
				}
				if n := busiest(whole, time.Second); n > tt.all {
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
			after(100 * time.Millisecond) // answers leave at once, so they come one by one
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

// A program that was ended and started anew sends no burst on top of what it sent
// before, and has its bursts again soon.
func TestRateLimitAfterRestart(t *testing.T) {
	begin := time.Unix(1_790_000_000, 0)
	l, c := newLimit(), chat.Place{Community: "5", Private: true}
	l.born = begin
	for i := range 4 {
		if at, ok := l.reserve(c, sends, false, begin, begin.Add(time.Hour)); !ok || at.Sub(begin) != time.Duration(i+1)*chatEvery {
			t.Errorf("message %d at once after the start leaves after %v", i+1, at.Sub(begin))
		}
	}
	soon := begin.Add(chatBurst * chatEvery)
	if at, ok := l.reserve(chat.Place{Community: "6", Private: true}, sends, false, soon, soon); !ok || at != soon {
		t.Errorf("%v after the start a message waits %v", soon.Sub(begin), at.Sub(soon))
	}
}

// The next message or edit waits as long as delay says, and delay reserves nothing.
func TestDelay(t *testing.T) {
	for _, tt := range []struct {
		private bool
		action  action
	}{{true, sends}, {false, sends}, {true, edits}, {false, edits}} {
		synctest.Test(t, func(t *testing.T) {
			l, c, now := newLimit(), chat.Place{Community: "5", Private: tt.private}, time.Now()
			var told []time.Duration
			for ahead := range 50 {
				told = append(told, l.delay(c, tt.action, false, now, ahead, 0))
			}
			for i := range told {
				next := l.delay(c, tt.action, false, now, 0, 0)
				at, _ := l.reserve(c, tt.action, false, now, now.Add(time.Hour))
				if d := at.Sub(now); (next-d).Abs() > time.Microsecond || (told[i]-d).Abs() > 2*time.Second {
					t.Errorf("%+v: message %d was to wait %v, is to wait %v and waits %v", tt, i, told[i], next, d)
				}
			}
			if d := l.delay(c, sends+edits-tt.action, false, now, 0, 0); d > 0 {
				t.Errorf("%+v: the other action, which counts apart, is to wait %v", tt, d)
			}
			l.learn(c.Community, &chat.RetryError{After: 2 * time.Hour})
			if d := l.delay(c, tt.action, false, now, 0, 0); d != 2*time.Hour {
				t.Errorf("%+v: a chat that Telegram closes for two hours waits %v", tt, d)
			}
		})
	}
}

// Minor messages leave a part of a group's minute to the rest. The minute is whole
// however many processes there are: one of them sends all messages of a group.
func TestMinorLeavesRoom(t *testing.T) {
	for _, processes := range []int{0, 1, 2, 50} {
		now := time.Unix(1_790_000_000, 0)
		l, c := newRateLimit(telegramRate, func() int { return processes }), chat.Place{Community: "5"}
		l.born = now.Add(-minute)
		for n := range groupMinute {
			now = now.Add(2 * time.Second) // at most one a second
			minor, other := l.delay(c, sends, false, now, 0, keptBack), l.delay(c, sends, false, now, 0, 0)
			if want := n >= groupMinute-keptBack; other != 0 || (minor > 10*time.Second) != want {
				t.Errorf("%d processes: after %d messages a minor one waits %v, another %v", processes, n, minor, other)
			}
			l.reserve(c, sends, false, now, now.Add(time.Hour))
		}
		now = now.Add(2 * time.Second)
		told := l.delay(c, sends, false, now, 0, 0)
		if at, ok := l.reserve(c, sends, false, now, now.Add(time.Hour)); !ok || at.Sub(now) != told || told < 10*time.Second {
			t.Errorf("%d processes: after %d messages the next waits %v, told was %v", processes, groupMinute, at.Sub(now), told)
		}
		now = now.Add(2 * time.Minute)
		if d := l.delay(c, sends, false, now, 0, keptBack); d > 0 {
			t.Errorf("%d processes: two minutes later a minor one waits %v", processes, d)
		}
	}
}

// A broadcast is told to wait for its chat only; for all others it waits when its chat
// is free.
func TestDelayOfBroadcasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, c := newLimit(), chat.Place{Community: "5", Private: true}
		l.refuse(breakAfter, tooMany)
		broadcast, answer := l.delay(c, sends, true, time.Now(), 0, 0), l.delay(c, sends, false, time.Now(), 0, 0)
		if broadcast != 0 || answer != tooMany.After {
			t.Errorf("while all is held for %v a broadcast is to wait %v, an answer %v", tooMany.After, broadcast, answer)
		}
		after(calm + tooMany.After)
		for range chatBurst {
			l.reserve(c, sends, false, time.Now(), time.Now())
		}
		if broadcast := l.delay(c, sends, true, time.Now(), 0, 0); broadcast != chatEvery {
			t.Errorf("behind a burst in its chat a broadcast is to wait %v, want %v", broadcast, chatEvery)
		}
	})
}

// A message that cannot leave in time takes nobody's place.
func TestTooLateReservesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, c := newLimit(), chat.Place{Community: "5", Private: true}
		for range chatBurst {
			l.reserve(c, sends, false, time.Now(), time.Now())
		}
		for range 10 {
			if at, ok := l.reserve(c, sends, true, time.Now(), time.Now()); ok {
				t.Fatalf("it leaves at %v", at)
			}
		}
		if d := l.delay(c, sends, false, time.Now(), 0, 0); d != chatEvery {
			t.Errorf("the next message waits %v, want %v", d, chatEvery)
		}
	})
}

func TestIdleChatsAreDropped(t *testing.T) {
	l, now := newLimit(), time.Unix(1_790_000_000, 0)
	for i := range 1000 {
		l.reserve(chat.Place{Community: fmt.Sprint(i)}, sends, false, now, now)
	}
	l.reserve(chat.Place{Community: "one more"}, sends, false, now.Add(3*minute), now.Add(3*minute))
	if n := len(l.chats); n != 1 {
		t.Errorf("%d chats remembered, want 1", n)
	}
}

// A chat that Telegram closes for long is remembered for as long.
func TestHeldChatIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, place := newLimit(), chat.Place{Community: "5"}
		l.learn(place.Community, &chat.RetryError{After: 2 * time.Hour})
		after(time.Hour)
		l.leave(t, true)
		if d := l.delay(place, sends, false, time.Now(), 0, 0); d.Round(time.Second) != time.Hour {
			t.Errorf("an hour later it waits %v", d)
		}
	})
}

func TestAnswersLeaveAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimit()
		for i := range 100 {
			if d := l.leave(t, false); d != 0 {
				t.Errorf("answer %d left after %v", i, d)
			}
		}
	})
}

// Broadcasts keep to the configured rate, of which each process has an equal part.
func TestBroadcastRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			limit     float64
			processes []int // how many there are, one after the other
		}{{1, []int{1}}, {telegramRate, []int{1, 3, 2, 1}}, {1000, []int{1}}} {
			processes := 1
			l := newRateLimit(tt.limit, func() int { return processes })
			l.born = time.Now().Add(-minute)
			for _, processes = range tt.processes {
				begun := time.Now()
				for range 100 {
					l.leave(t, true)
				}
				got, want := 100/time.Since(begun).Seconds(), tt.limit*broadcastShare/float64(processes)
				if got < 0.95*want || got > 1.02*want {
					t.Errorf("%.1f a second of one among %d processes, want %.1f", got, processes, want)
				}
			}
		}
	})
}

// Broadcasts reach 28.5 a second, together with answers. Telegram's limit is 30.
func TestBroadcasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, posters, answerEvery = 1000, 10, 100 * time.Millisecond
		for _, answers := range []bool{false, true} {
			l, begun := newLimit(), time.Now()
			ctx, stop := context.WithCancel(t.Context())
			left, todo := make(chan time.Time, 10*n), make(chan int)
			leave := func(place chat.Place, broadcast bool) {
				if err := l.wait(ctx, place, sends, broadcast, time.Now().Add(time.Hour)); err == nil {
					left <- time.Now()
				}
			}
			for range posters {
				go func() {
					for i := range todo {
						leave(chat.Place{Community: fmt.Sprint(i)}, true)
					}
				}()
			}
			if answers {
				go func() {
					for i := 0; chat.Pause(ctx, answerEvery); i++ {
						leave(chat.Place{Community: fmt.Sprint(-i)}, false)
					}
				}()
			}
			for i := range n {
				todo <- i
			}
			stop()
			close(todo)
			synctest.Wait()
			close(left)
			var all []time.Time
			for at := range left {
				all = append(all, at)
			}
			limit := 30
			if answers { // which go ahead of the broadcasts in line
				limit += inLine
			}
			rate := float64(len(all)) / time.Since(begun).Seconds()
			if most := busiest(all, time.Second); rate < 28.5 || most > limit {
				t.Errorf("with answers %v: %.1f a second, at most %d in one; want 28.5 and at most %d", answers, rate, most, limit)
			}
		}
	})
}

// However many answers there are, broadcasts go on.
func TestAnswersDoNotStarveBroadcasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimit()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go func() {
			for chat.Pause(ctx, 10*time.Millisecond) {
				_ = l.wait(ctx, chat.Place{Community: "5"}, reactions, false, time.Now())
			}
		}()
		for range 10 {
			if d := l.leave(t, true); d > lead+time.Second/10 {
				t.Errorf("a broadcast waited %v", d)
			}
		}
	})
}

// Broadcasts do not starve answers while the bot recovers from a storm of refusals. As the
// outbox does, each answer asks for its delay, and leaves when that is over.
func TestBroadcastsDoNotStarveAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimit()
		l.refuse(breakAfter, tooMany)
		after(tooMany.After + 3*time.Second) // the rate has reached the limit
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		for poster := range 16 {
			go func() {
				for i := 0; ctx.Err() == nil; i++ {
					_ = l.wait(ctx, chat.Place{Community: fmt.Sprint("daily ", poster, " ", i)}, sends, true, time.Now().Add(patience))
				}
			}()
		}
		after(time.Second)
		for i := range 20 {
			place, asked := chat.Place{Community: fmt.Sprint("group ", i)}, time.Now()
			for d := time.Duration(1); d > 0 && time.Since(asked) < patience; {
				if d = l.delay(place, sends, false, time.Now(), 0, 0); d > 0 {
					after(d)
				}
			}
			err := l.wait(ctx, place, sends, false, time.Now().Add(patience))
			if d := time.Since(asked); err != nil || d > time.Second {
				t.Errorf("answer %d beside broadcasts leaves after %v: %v", i, d, err)
			}
		}
	})
}

// A chat's own 429 holds that chat alone, however often it comes, and so does another busy
// chat's, as long as Telegram takes other messages.
func TestChatIsHeldAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimit()
		for range 2 * breakAfter {
			l.learn("busy", tooMany)
		}
		for i := range 10 {
			l.learn("taken", nil)
			for j := range breakAfter - 1 {
				l.learn(fmt.Sprintf("busy %d %d", i, j), tooMany)
			}
		}
		for _, place := range []chat.Place{{Community: "busy"}, {Community: "busy 3 0"}} {
			if d := l.delay(place, sends, false, time.Now(), 0, 0); d != tooMany.After {
				t.Errorf("%s waits %v, want %v", place.Community, d, tooMany.After)
			}
		}
		if d := l.leave(t, false) + l.leave(t, true); d > time.Second/10 {
			t.Errorf("other chats wait %v", d)
		}
	})
}

// Chats that are refused in a row, each until a time of its own, are over their own limits
// and hold up nobody else, unless they are many.
func TestChatsAreRefusedApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimit()
		for i := range breakMany {
			if d := l.leave(t, false) + l.leave(t, true); d > time.Second/10 {
				t.Errorf("after %d refusals other chats wait %v", i, d)
			}
			l.learn(fmt.Sprint("busy ", i), &chat.RetryError{After: time.Duration(50-5*i) * time.Second})
		}
		if d := l.leave(t, false); d != longestHold {
			t.Errorf("after %d refusals other chats wait %v", breakMany, d)
		}
	})
}

// A message that waits for its time waits longer if a 429 comes, or is sent away.
func TestRefusalWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			patience time.Duration
			waited   time.Duration
			sentAway bool
		}{{time.Minute, tooMany.After, false}, {chatEvery, chatEvery, true}} {
			l, c, begun := newLimit(), chat.Place{Community: "5", Private: true}, time.Now()
			for range chatBurst {
				l.reserve(c, sends, false, begun, begun)
			}
			ended := make(chan error, 1)
			go func() { ended <- l.wait(t.Context(), c, sends, false, begun.Add(tt.patience)) }()
			synctest.Wait()
			l.learn(c.Community, tooMany)
			err := <-ended
			if d := time.Since(begun); d != tt.waited || errors.As(err, new(*chat.RetryError)) != tt.sentAway {
				t.Errorf("with %v of patience: %v after %v", tt.patience, err, d)
			}
		}
	})
}

// When Telegram refuses several chats in a row, all messages wait, broadcasts too, for a
// few seconds at most. Then they leave at the limit, and faster each second; if that is
// refused, too, they keep to the limit for a minute.
func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimit()
		for range 20 {
			l.leave(t, false)
		}
		l.refuse(breakAfter, tooMany)
		after(time.Second)
		l.refuse(20, &chat.RetryError{After: longestHold}) // messages that were on their way
		other := chat.Place{Community: "other"}
		if told, d := l.delay(other, sends, false, time.Now(), 0, 0), l.leave(t, false); told != tooMany.After-time.Second || d != told {
			t.Errorf("the next answer was to wait %v and waits %v, want %v", told, d, tooMany.After-time.Second)
		}
		l.learn("other", nil)
		within := func(span time.Duration) (n int) {
			for begun := time.Now(); time.Since(begun) < span; n++ {
				l.leave(t, false)
			}
			return n
		}
		for _, want := range []int{telegramRate * 3 / 2, telegramRate * 3, telegramRate * 6} {
			if n := within(time.Second); n < want-want/5 || n > want+want/5 {
				t.Errorf("%d answers within a second, want about %d", n, want)
			}
		}
		l.refuse(breakAfter, tooMany)
		for _, wait := range []time.Duration{tooMany.After, 30 * time.Second} {
			after(wait)
			if n := within(3 * time.Second); n < 3*telegramRate-5 || n > 3*telegramRate+int(telegramRate*burst.Seconds()) {
				t.Errorf("after %v more, %d answers within 3 s, want about %d", wait, n, 3*telegramRate)
			}
		}
		after(calm)
		begun := time.Now()
		for range 100 {
			l.leave(t, false)
		}
		if d := time.Since(begun); d > 0 {
			t.Errorf("after a calm a hundred answers take %v", d)
		}
		l.refuse(breakAfter, &chat.RetryError{After: time.Minute})
		var retry *chat.RetryError
		if err := l.wait(t.Context(), chat.Place{Community: "5"}, sends, true, time.Now().Add(patience)); !errors.As(err, &retry) || retry.After > longestHold {
			t.Errorf("a broadcast: %v, want to be sent away for %v at most", err, longestHold)
		}
		if d := l.leave(t, true); d != longestHold {
			t.Errorf("a broadcast waits %v, want %v", d, longestHold)
		}
	})
}

// Ten seconds in which Telegram refuses everything cost few calls, however many chats
// wait for an answer, and five seconds after them all is told.
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

// In a lively group where the bot may delete, what Telegram refuses is not tried again and
// again by all that wait, nor by all of it at once.
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

// Without another figure broadcasts keep just below the thirty messages a second that Telegram
// publishes.
func TestTelegramsOwnRate(t *testing.T) {
	for given, want := range map[int]float64{0: 28.6, 300: 286} {
		f, err := New(Config{Token: telegramtest.Token, APIURL: testAPI, Rate: given})
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(f.limit.adjust(time.Now())); math.Abs(got-want) > 0.01 {
			t.Errorf("rate %d: %v broadcasts a second, want %v", given, got, want)
		}
	}
}
