package pace

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// network has the limits of these tests. The network itself allows 30 calls a second.
var network = Limits{
	Rate:      28.6,
	Processes: one,
	Line:      3,
	Every:     1050 * time.Millisecond,
	Burst:     3,
	Window:    20,
	Span:      61 * time.Second,
	Spare:     8,
	Calm:      time.Minute,
}

const perSecond = 30

func one() int { return 1 }

// newLimiter returns a Limiter for the network in a program that has run for a while.
func newLimiter() *Limiter {
	limits := network
	limits.Began = time.Now().Add(-time.Hour)
	return New(limits)
}

// pause is what the network asks for when it refuses.
const pause = 2 * time.Second

// refuse makes the network refuse calls of some chats in a row.
func (l *Limiter) refuse(chats int, pause time.Duration) {
	for i := range chats {
		l.Refused(Call{Chat: fmt.Sprint("refused ", i)}, pause)
	}
}

// leave waits for a call that no limit of a chat holds back, and returns how long that took.
func (l *Limiter) leave(t *testing.T, bulk bool) time.Duration {
	t.Helper()
	begun := time.Now()
	c := Call{Chat: "5", Kind: Other}
	if bulk {
		// Each call has a chat of its own.
		c = Call{Chat: fmt.Sprint(begun.UnixNano()), Bulk: true}
	}
	if err := l.Wait(t.Context(), c, begun.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	return time.Since(begun)
}

// pass lets fake time pass until all goroutines wait.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

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

func within(got, want, by time.Duration) bool { return (got - want).Abs() <= by }

// The limits of a chat, a group and the network hold in any span of time.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name  string
		group bool
		chats int
		// calls is how many calls there are in each chat.
		calls int
		span  time.Duration
		// most is how many calls of a chat there may be in any span.
		most int
		// all is how many calls of all chats there may be in any second.
		all int
	}{
		{"one chat", false, 1, 20, time.Second, 3, 4},
		{"group", true, 1, 50, time.Minute, 20, 4},
		{"many chats", false, 200, 1, time.Second, 1, perSecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := New(network)
				times := make([][]time.Time, tt.chats)
				left := make(chan time.Time, tt.chats*tt.calls)
				for i := range tt.chats {
					go func() {
						c := Call{Chat: fmt.Sprint(i), Group: tt.group, Bulk: true}
						for range tt.calls {
							if err := l.Wait(t.Context(), c, time.Now().Add(time.Hour)); err != nil {
								t.Error(err)
							}
							times[i] = append(times[i], time.Now())
							left <- time.Now()
						}
					}()
				}
				pass(time.Hour)
				close(left)
				var all []time.Time
				for at := range left {
					all = append(all, at)
				}
				if len(all) != tt.chats*tt.calls {
					t.Errorf("%d calls left", len(all))
				}
				for _, ts := range times {
					if n := busiest(ts, tt.span); n > tt.most {
						t.Errorf("%d calls within %v, at most %d", n, tt.span, tt.most)
					}
				}
				if n := busiest(all, time.Second); n > tt.all {
					t.Errorf("%d calls within a second in all, at most %d", n, tt.all)
				}
			})
		})
	}
}

// A program that was ended and started again makes no burst in addition to that of the earlier process.
// Soon it may make bursts again.
func TestRestart(t *testing.T) {
	begin := time.Unix(1_790_000_000, 0)
	limits := network
	limits.Began = begin
	l := New(limits)
	for i := range 4 {
		want := time.Duration(i+1) * limits.Every
		if at := l.reserve(Call{Chat: "5"}, begin, begin.Add(time.Hour)); at.Sub(begin) != want {
			t.Errorf("call %d at once after the start leaves after %v, want %v", i+1, at.Sub(begin), want)
		}
	}
	soon := begin.Add(time.Duration(limits.Burst) * limits.Every)
	if at := l.reserve(Call{Chat: "6"}, soon, soon); at != soon {
		t.Errorf("%v after the start a call waits %v", soon.Sub(begin), at.Sub(soon))
	}
}

// A Limiter without limits of chats keeps to its Rate and to holds.
func TestWithoutChatLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Limits{Rate: 10, Processes: one, Line: 1})
		begun := time.Now()
		c := Call{Chat: "5", Group: true, Bulk: true}
		for range 100 {
			if err := l.Wait(t.Context(), c, begun.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(begun); !within(d, 10*time.Second, time.Second/5) {
			t.Errorf("a hundred calls take %v, want 10 s", d)
		}
		if d := l.Delay(c, 10); d != 0 {
			t.Errorf("a call for the chat is to wait %v", d)
		}
	})
}

// The next call waits as long as Delay says, and Delay reserves nothing.
func TestDelay(t *testing.T) {
	for _, c := range []Call{
		{Kind: Post},
		{Kind: Post, Group: true},
		{Kind: Edit},
		{Kind: Edit, Group: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLimiter()
			now := time.Now()
			var told []time.Duration
			for ahead := range 50 {
				told = append(told, l.Delay(c, ahead))
			}
			for i := range told {
				next := l.Delay(c, 0)
				waits := l.reserve(c, now, now.Add(time.Hour)).Sub(now)
				if !within(next, waits, time.Microsecond) || !within(told[i], waits, 2*time.Second) {
					t.Errorf("%+v: call %d was to wait %v, is to wait %v and waits %v", c, i, told[i], next, waits)
				}
			}
			other := c
			other.Kind = Post + Edit - c.Kind
			if d := l.Delay(other, 0); d > 0 {
				t.Errorf("%+v: a call that counts apart is to wait %v", c, d)
			}
			l.Refused(c, 2*time.Hour)
			if d := l.Delay(c, 0); d != 2*time.Hour {
				t.Errorf("%+v: a chat that the network closes for two hours waits %v", c, d)
			}
		})
	}
}

// Minor calls leave a part of a group's window to other calls. However many processes there are, the window
// is not shared: one process makes all calls of a group.
func TestMinorLeavesRoom(t *testing.T) {
	for _, processes := range []int{0, 1, 2, 50} {
		synctest.Test(t, func(t *testing.T) {
			limits := network
			limits.Processes = func() int { return processes }
			limits.Began = time.Now().Add(-time.Hour)
			l := New(limits)
			c := Call{Chat: "5", Group: true}
			minor := c
			minor.Minor = true
			for n := range limits.Window {
				pass(2 * time.Second)
				waits := l.Delay(minor, 0) > 10*time.Second
				if want := n >= limits.Window-limits.Spare; waits != want || l.Delay(c, 0) != 0 {
					t.Errorf("%d processes: after %d calls a minor one waits %v, another %v", processes, n, waits, l.Delay(c, 0))
				}
				l.reserve(c, time.Now(), time.Now().Add(time.Hour))
			}
			pass(2 * time.Second)
			told := l.Delay(c, 0)
			waits := time.Until(l.reserve(c, time.Now(), time.Now().Add(time.Hour)))
			if waits != told || told < 10*time.Second {
				t.Errorf("%d processes: after a whole window the next call waits %v, told was %v", processes, waits, told)
			}
			pass(2 * time.Minute)
			if d := l.Delay(minor, 0); d > 0 {
				t.Errorf("%d processes: two minutes later a minor call waits %v", processes, d)
			}
		})
	}
}

// For a bulk call Delay counts only the wait for its chat. The call waits for everything else when
// its chat is free.
func TestDelayOfBulk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		l.refuse(breakAfter, pause)
		if d := l.Delay(Call{Chat: "5", Bulk: true}, 0); d != 0 {
			t.Errorf("while all is held bulk is to wait %v", d)
		}
		if d := l.Delay(Call{Chat: "5"}, 0); d != pause {
			t.Errorf("while all is held an answer is to wait %v, want %v", d, pause)
		}
		pass(network.Calm + pause)
		for range network.Burst {
			l.reserve(Call{Chat: "5"}, time.Now(), time.Now())
		}
		if d := l.Delay(Call{Chat: "5", Bulk: true}, 0); d != network.Every {
			t.Errorf("behind a burst in its chat bulk is to wait %v, want %v", d, network.Every)
		}
	})
}

// A call that cannot leave in time uses up nothing of the limits.
func TestTooLateReservesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for range network.Burst {
			l.reserve(Call{Chat: "5"}, time.Now(), time.Now())
		}
		for range 10 {
			err := l.Wait(t.Context(), Call{Chat: "5"}, time.Now().Add(time.Second))
			if early, ok := errors.AsType[*EarlyError](err); !ok || early.After != network.Every {
				t.Fatal(err)
			}
			l.reserve(Call{Chat: "5", Bulk: true}, time.Now(), time.Now())
		}
		if d := l.Delay(Call{Chat: "5"}, 0); d != network.Every {
			t.Errorf("the next call waits %v, want %v", d, network.Every)
		}
	})
}

func TestIdleChatsAreForgotten(t *testing.T) {
	l := newLimiter()
	now := time.Now()
	for i := range 1000 {
		l.reserve(Call{Chat: fmt.Sprint(i), Group: true}, now, now)
	}
	later := now.Add(5 * time.Minute)
	l.reserve(Call{Chat: "one more"}, later, later)
	if n := len(l.chats); n != 1 {
		t.Errorf("%d chats remembered, want 1", n)
	}
}

// If the network holds a chat for long, the chat is remembered for as long.
func TestHeldChatIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		l.Refused(Call{Chat: "held"}, 2*time.Hour)
		pass(time.Hour)
		l.leave(t, true)
		if d := l.Delay(Call{Chat: "held"}, 0); d.Round(time.Second) != time.Hour {
			t.Errorf("an hour later it waits %v", d)
		}
	})
}

func TestAnswersLeaveAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for i := range 100 {
			if d := l.leave(t, false); d != 0 {
				t.Errorf("answer %d left after %v", i, d)
			}
		}
	})
}

// Bulk calls keep to the rate, and each process has an equal part of the rate.
func TestRateIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			rate float64
			// processes is how many processes there are, one number after the other.
			processes []int
		}{{1, []int{1}}, {28.6, []int{1, 3, 2, 1}}, {1000, []int{1}}} {
			processes := 1
			limits := network
			limits.Rate = tt.rate
			limits.Processes = func() int { return processes }
			limits.Began = time.Now().Add(-time.Hour)
			l := New(limits)
			for _, processes = range tt.processes {
				begun := time.Now()
				for range 100 {
					l.leave(t, true)
				}
				got := 100 / time.Since(begun).Seconds()
				if want := tt.rate / float64(processes); got < 0.95*want || got > 1.02*want {
					t.Errorf("%.1f a second of one among %d processes, want %.1f", got, processes, want)
				}
			}
		}
	})
}

// Bulk calls and answers together reach the rate.
func TestBulkReachesTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls, posters, answerEvery = 1000, 10, 100 * time.Millisecond
		for _, answers := range []bool{false, true} {
			l := newLimiter()
			begun := time.Now()
			ctx, stop := context.WithCancel(t.Context())
			left := make(chan time.Time, 10*calls)
			todo := make(chan int)
			leave := func(c Call) {
				if l.Wait(ctx, c, time.Now().Add(time.Hour)) == nil {
					left <- time.Now()
				}
			}
			for range posters {
				go func() {
					for i := range todo {
						leave(Call{Chat: fmt.Sprint(i), Group: true, Bulk: true})
					}
				}()
			}
			if answers {
				go func() {
					for i := 0; sleep(ctx, answerEvery) == nil; i++ {
						leave(Call{Chat: fmt.Sprint(-i), Group: true})
					}
				}()
			}
			for i := range calls {
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
			limit := perSecond
			if answers {
				// Answers go ahead of the bulk calls that have reserved their time.
				limit += network.Line
			}
			rate := float64(len(all)) / time.Since(begun).Seconds()
			if most := busiest(all, time.Second); rate < 28.5 || most > limit {
				t.Errorf("with answers %v: %.1f a second, at most %d in one; want 28.5 and at most %d", answers, rate, most, limit)
			}
		}
	})
}

// However many answers there are, bulk calls go on.
func TestAnswersDoNotStarveBulk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go func() {
			for sleep(ctx, 10*time.Millisecond) == nil {
				_ = l.Wait(ctx, Call{Chat: "5", Kind: Other}, time.Now())
			}
		}()
		for range 10 {
			if d := l.leave(t, true); d > lead+time.Second/10 {
				t.Errorf("bulk waited %v", d)
			}
		}
	})
}

// If so many bulk calls wait that a further one cannot leave in time, it gets an EarlyError at once.
func TestLineIsNoLongerThanTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		begun := time.Now()
		var left, sentAway atomic.Int32
		for i := range 500 {
			go func() {
				err := l.Wait(t.Context(), Call{Chat: fmt.Sprint(i), Bulk: true}, begun.Add(3*time.Second))
				if err == nil {
					left.Add(1)
					return
				}
				if early, ok := errors.AsType[*EarlyError](err); !ok || early.After <= 0 {
					t.Error(err)
				}
				if time.Since(begun) == 0 {
					sentAway.Add(1)
				}
			}()
			synctest.Wait()
		}
		pass(time.Minute)
		if n := left.Load(); n < 3*28-5 || n > 3*perSecond || sentAway.Load() < 400 {
			t.Errorf("%d calls left within 3 s, %d were sent away at once", n, sentAway.Load())
		}
	})
}

// If a refusal comes while a call waits, the call waits longer or gets an EarlyError.
func TestRefusalWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			patience time.Duration
			waited   time.Duration
			sentAway bool
		}{{time.Minute, pause, false}, {network.Every, network.Every, true}} {
			l := newLimiter()
			begun := time.Now()
			for range network.Burst {
				l.reserve(Call{Chat: "5"}, begun, begun)
			}
			ended := make(chan error, 1)
			go func() { ended <- l.Wait(t.Context(), Call{Chat: "5"}, begun.Add(tt.patience)) }()
			synctest.Wait()
			l.Refused(Call{Chat: "5"}, pause)
			err := <-ended
			if d := time.Since(begun); d != tt.waited || errors.As(err, new(*EarlyError)) != tt.sentAway {
				t.Errorf("with %v of patience: %v after %v", tt.patience, err, d)
			}
		}
	})
}

// A call that waits ends with its context.
func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, bulk := range []bool{false, true} {
			l := newLimiter()
			l.Hold(Call{Chat: "5"}, time.Minute)
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			err := l.Wait(ctx, Call{Chat: "5", Bulk: bulk}, time.Now().Add(time.Hour))
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("bulk %v: %v", bulk, err)
			}
		}
	})
}

// A call that the network does not count waits only while its chat is held.
func TestUncounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		l.HoldAll(time.Hour)
		for range 100 {
			if err := l.Wait(t.Context(), Call{Chat: "5", Uncounted: true}, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(l.chats); n != 0 {
			t.Errorf("%d chats remembered", n)
		}
		l.Hold(Call{Chat: "5"}, pause)
		if d := l.Held(Call{Chat: "5", Uncounted: true}); d != pause {
			t.Errorf("held for %v, want %v", d, pause)
		}
		begun := time.Now()
		if err := l.Wait(t.Context(), Call{Chat: "5", Uncounted: true}, begun.Add(time.Minute)); err != nil || time.Since(begun) != pause {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// A hold of a scope does not hold the chat's other calls.
func TestScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		l.Refused(Call{Chat: "5", Scope: "deletions"}, pause)
		if d := l.Held(Call{Chat: "5"}); d != 0 {
			t.Errorf("the chat is held for %v", d)
		}
		if d := l.Held(Call{Chat: "5", Scope: "deletions"}); d != pause {
			t.Errorf("the scope is held for %v", d)
		}
		// The chat and its scope count as one chat that is refused.
		l.Refused(Call{Chat: "5"}, pause)
		l.Refused(Call{Chat: "6"}, pause)
		if d := l.Held(Call{Chat: "7"}); d != 0 {
			t.Errorf("another chat is held for %v", d)
		}
	})
}
