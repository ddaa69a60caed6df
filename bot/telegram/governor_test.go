package telegram

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
)

// Answers to a hundred chats at once all leave at once, and broadcasts make room
// for those that come one by one.
func TestAnswersLeaveAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := newGovernor(telegramRate, alone), time.Now()
		for range 100 {
			if err := g.wait(t.Context(), false, begun); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("the last of a hundred left after %v", d)
		}
	})
}

// A bot that may send more has its broadcasts go out faster.
func TestBroadcastsOfAnotherRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, limit := range []float64{1, 100, 1000} {
			g, begun := newGovernor(limit, alone), time.Now()
			for range 101 {
				if err := g.wait(t.Context(), true, time.Now().Add(time.Hour)); err != nil {
					t.Fatal(err)
				}
			}
			if got := 100 / time.Since(begun).Seconds(); got > limit || got < 0.95*limit {
				t.Errorf("%.1f a second, where %v are taken", got, limit)
			}
		}
	})
}

// Processes share the rate, as many as they are at the time.
func TestBroadcastsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		processes := 1
		g := newGovernor(telegramRate, func() int { return processes })
		rate := func() float64 {
			begun := time.Now()
			for range 100 {
				if err := g.wait(t.Context(), true, time.Now().Add(time.Hour)); err != nil {
					t.Fatal(err)
				}
			}
			return 100 / time.Since(begun).Seconds()
		}
		for _, n := range []int{1, 3, 2, 1} {
			processes = n
			if got, want := rate(), telegramRate*broadcastShare/float64(n); got < 0.95*want || got > 1.02*want {
				t.Errorf("%.1f a second of one among %d, want %.1f", got, n, want)
			}
		}
	})
}

// The figure to reach for broadcasts is 28.5 a second; Telegram's limit is 30.
func TestBroadcasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, posters, answerEvery = 1000, 10, 100 * time.Millisecond
		for _, answers := range []bool{false, true} {
			g, begun := newGovernor(telegramRate, alone), time.Now()
			ctx, stop := context.WithCancel(t.Context())
			left, todo := make(chan time.Time, 10*n), make(chan int)
			note := func(broadcast bool) {
				if err := g.wait(ctx, broadcast, time.Now().Add(time.Hour)); err == nil {
					left <- time.Now()
				}
			}
			for range posters {
				go func() {
					for range todo {
						note(true)
					}
				}()
			}
			if answers {
				go func() {
					for chat.Pause(ctx, answerEvery) {
						note(false)
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
		g := newGovernor(telegramRate, alone)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go func() {
			for chat.Pause(ctx, 10*time.Millisecond) {
				_ = g.wait(ctx, false, time.Now())
			}
		}()
		for range 10 {
			begun := time.Now()
			if err := g.wait(ctx, true, begun.Add(patience)); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(begun); d > lead+time.Second/10 {
				t.Errorf("a broadcast waited %v", d)
			}
		}
	})
}

// A 429 in one chat is the chat's; one in the next chat is everybody's.
func TestRefusalsSlowAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGovernor(telegramRate, alone)
		answer := func() time.Duration {
			begun := time.Now()
			if err := g.wait(t.Context(), false, begun.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			return time.Since(begun)
		}
		for range 20 {
			answer()
		}
		g.refused("-5", 2*time.Second, time.Now())
		g.refused("-5", 2*time.Second, time.Now())
		if d := answer(); d != 0 {
			t.Errorf("after 429s in one chat answers wait %v", d)
		}
		g.refused("-6", 2*time.Second, time.Now())
		for range 5 { // what was on its way
			g.refused("-7", 2*time.Second, time.Now())
		}
		if told, d := g.delay(time.Now()), answer(); told != 2*time.Second || d != told {
			t.Errorf("after 429s in two chats the next answer was told to wait %v and waits %v", told, d)
		}
		begun := time.Now()
		for range 21 {
			answer()
		}
		// 21 answers were the last second's; then each second has one more.
		if d := time.Since(begun); d < 1700*time.Millisecond || d > 2*time.Second {
			t.Errorf("21 answers take %v, as many took no time before; want the rate halved", d)
		}
		after(10 * time.Minute)
		begun = time.Now()
		for range 100 {
			answer()
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("after ten minutes without a 429 a hundred answers take %v", d)
		}
	})
}

// A 429 that concerns all stops broadcasts too, and no longer than it wants.
func TestRefusalsStopBroadcasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGovernor(telegramRate, alone)
		g.refused("-5", time.Minute, time.Now())
		g.refused("-6", time.Minute, time.Now())
		var retry *chat.RetryError
		if err := g.wait(t.Context(), true, time.Now().Add(patience)); !errors.As(err, &retry) || retry.After > longestHold {
			t.Errorf("%v, want to be sent away for %v at most", err, longestHold)
		}
		after(longestHold)
		if err := g.wait(t.Context(), true, time.Now().Add(patience)); err != nil {
			t.Error(err)
		}
	})
}

// Ten seconds in which Telegram refuses everything cost few calls, however many
// chats there are to answer.
func TestStormOfRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		h := &handler{answer: always(say("hi"))}
		b := start(t, s, h)
		after(time.Second)
		s.fail("sendMessage", 10_000, 429, refused(429, "Too Many Requests", `{"retry_after":3}`))
		const n = 74
		for i := range n {
			s.push(int64(10+i), typed(int64(100+i), i, "/24"))
			after(10 * time.Second / n)
		}
		calls := len(s.made("sendMessage"))
		s.mu.Lock()
		s.faults = nil
		s.mu.Unlock()
		after(3 * time.Minute)
		for i := range n {
			if _, ok := h.delivered(int64(10 + i)); !ok {
				t.Errorf("answer %d was never told", i)
			}
		}
		if calls > 20 {
			t.Errorf("%d refused calls; each chat learns for itself", calls)
		}
		b.end()
	})
}
