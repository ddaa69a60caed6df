package chat_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
)

// Jobs of a key run in order, and a key that is stuck holds up no other.
func TestLanes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l chat.Lanes[string]
		var mu sync.Mutex
		var got []int
		stuck := make(chan struct{})
		l.Add("stuck", func() { <-stuck })
		for n := range 100 {
			l.Add("a", func() {
				time.Sleep(time.Millisecond)
				mu.Lock()
				got = append(got, n)
				mu.Unlock()
			})
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if l.Wait(ctx) {
			t.Error("idle while a job runs")
		}
		if n := l.Waiting("stuck") + l.Waiting("a"); n != 0 {
			t.Errorf("%d jobs wait though all have begun", n)
		}
		l.Add("stuck", func() {})
		if n := l.Waiting("stuck"); n != 1 {
			t.Errorf("%d jobs wait behind the one that is stuck", n)
		}
		if len(got) != 100 || !slices.IsSorted(got) {
			t.Errorf("order: %v", got)
		}
		close(stuck)
		if !l.Wait(t.Context()) {
			t.Error("not idle after the last job")
		}
	})
}
