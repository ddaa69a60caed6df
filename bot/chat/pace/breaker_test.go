package pace

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// Refusals of a chat hold only that chat, however often they come, as long as the network takes calls
// of other chats.
func TestChatIsHeldAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for range 2 * breakAfter {
			l.Refused(Call{Chat: "busy"}, pause)
		}
		for i := range 10 {
			l.Accepted()
			for j := range breakAfter - 1 {
				l.Refused(Call{Chat: fmt.Sprintf("busy %d %d", i, j)}, pause)
			}
		}
		for _, chat := range []string{"busy", "busy 3 0"} {
			if d := l.Delay(Call{Chat: chat}, 0); d != pause {
				t.Errorf("%s waits %v, want %v", chat, d, pause)
			}
		}
		if d := l.leave(t, false) + l.leave(t, true); d > time.Second/10 {
			t.Errorf("other chats wait %v", d)
		}
	})
}

// If chats are refused in a row, but each until another time, they have exceeded their own limits. So no
// other chat is held, unless many chats are refused.
func TestChatsAreRefusedApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for i := range breakMany {
			if d := l.leave(t, false) + l.leave(t, true); d > time.Second/10 {
				t.Errorf("after %d refusals other chats wait %v", i, d)
			}
			l.Refused(Call{Chat: fmt.Sprint("busy ", i)}, time.Duration(50-5*i)*time.Second)
		}
		if d := l.leave(t, false); d != longestHold {
			t.Errorf("after %d refusals other chats wait %v", breakMany, d)
		}
	})
}

// leavers returns how many answers leave within a time.
func (l *Limiter) leavers(t *testing.T, span time.Duration) (n int) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < span; n++ {
		l.leave(t, false)
	}
	return n
}

// When the network refuses several chats in a row, all calls wait for a few seconds at most,
// including bulk calls. Then they leave at the rate, and faster each second. If calls are refused
// again, they keep to the rate for a minute.
func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		for range 20 {
			l.leave(t, false)
		}
		l.refuse(breakAfter, pause)
		pass(time.Second)
		// These calls were on their way.
		l.refuse(20, longestHold)
		told := l.Delay(Call{Chat: "other"}, 0)
		if d := l.leave(t, false); told != pause-time.Second || d != told {
			t.Errorf("the next answer was to wait %v and waits %v, want %v", told, d, pause-time.Second)
		}
		l.Accepted()
		for _, want := range []int{perSecond * 3 / 2, perSecond * 3, perSecond * 6} {
			if n := l.leavers(t, time.Second); n < want-want/5 || n > want+want/5 {
				t.Errorf("%d answers within a second, want about %d", n, want)
			}
		}

		l.refuse(breakAfter, pause)
		for _, wait := range []time.Duration{pause, 30 * time.Second} {
			pass(wait)
			n := l.leavers(t, 3*time.Second)
			if n < 3*perSecond-5 || n > 3*perSecond+int(perSecond*catchUp.Seconds()) {
				t.Errorf("after %v more, %d answers within 3 s, want about %d", wait, n, 3*perSecond)
			}
		}
		pass(network.Calm)
		begun := time.Now()
		for range 100 {
			l.leave(t, false)
		}
		if d := time.Since(begun); d > 0 {
			t.Errorf("after a calm a hundred answers take %v", d)
		}

		l.refuse(breakAfter, time.Minute)
		err := l.Wait(t.Context(), Call{Chat: "5", Bulk: true}, time.Now().Add(3*time.Second))
		if early, ok := errors.AsType[*EarlyError](err); !ok || early.After > longestHold {
			t.Errorf("bulk: %v, want to be sent away for %v at most", err, longestHold)
		}
		if d := l.leave(t, true); d != longestHold {
			t.Errorf("bulk waits %v, want %v", d, longestHold)
		}
	})
}

// If the network asks for a pause of all calls, the Limiter keeps to it, however long it is. After
// it, calls keep to the careful rate for the time Calm.
func TestHoldAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Limits{Rate: 50, Processes: one, Line: 1, Calm: 10 * time.Second, Careful: 40})
		if !l.HoldAll(time.Minute) {
			t.Error("the hold does not begin")
		}
		if l.HoldAll(time.Second) {
			t.Error("the hold begins twice")
		}
		if d := l.Held(Call{Chat: "5", Bulk: true}); d != time.Minute {
			t.Errorf("held for %v, want a minute", d)
		}
		bulk := func(span time.Duration) (n int) {
			for begun := time.Now(); time.Since(begun) < span; n++ {
				l.leave(t, true)
			}
			return n
		}
		if d := l.leave(t, true); d != time.Minute {
			t.Errorf("bulk leaves after %v", d)
		}
		if n := bulk(9 * time.Second); n < 9*39 || n > 9*41 {
			t.Errorf("%d calls in nine seconds of calm", n)
		}
		pass(10 * time.Second)
		if n := bulk(9 * time.Second); n < 9*49 || n > 9*51 {
			t.Errorf("%d calls in nine seconds after the calm", n)
		}
	})
}

// After a hold of all calls, bulk calls do not keep answers waiting. Each answer asks for its delay,
// and leaves when that is over.
func TestBulkDoesNotStarveAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const patience = 3 * time.Second
		l := newLimiter()
		l.refuse(breakAfter, pause)
		// By then all calls leave as fast as they may.
		pass(pause + 3*time.Second)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		for poster := range 16 {
			go func() {
				for i := 0; ctx.Err() == nil; i++ {
					c := Call{Chat: fmt.Sprint("daily ", poster, " ", i), Group: true, Bulk: true}
					_ = l.Wait(ctx, c, time.Now().Add(patience))
				}
			}()
		}
		pass(time.Second)
		for i := range 20 {
			c := Call{Chat: fmt.Sprint("group ", i), Group: true}
			asked := time.Now()
			for d := l.Delay(c, 0); d > 0 && time.Since(asked) < patience; d = l.Delay(c, 0) {
				pass(d)
			}
			err := l.Wait(ctx, c, time.Now().Add(patience))
			if d := time.Since(asked); err != nil || d > time.Second {
				t.Errorf("answer %d among bulk leaves after %v: %v", i, d, err)
			}
		}
	})
}

// After a refusal, the calls of Kind Other for the chat leave one by one.
func TestOthersAreSpacedAfterRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter()
		l.Refused(Call{Chat: "5", Kind: Other}, pause)
		begun := time.Now()
		for i := range 5 {
			l.leave(t, false)
			if d, want := time.Since(begun), pause+time.Duration(i)*network.Every; d != want {
				t.Errorf("call %d leaves after %v, want %v", i, d, want)
			}
		}
	})
}
