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

// Jobs of a key run in order. A key whose job is stuck does not keep other keys waiting.
func TestLanes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l chat.Lanes[string]
		var mu sync.Mutex
		var got []int
		stuck := make(chan struct{})
		l.Add("stuck", func(func()) { <-stuck })
		for n := range 100 {
			l.Add("a", func(func()) {
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
		l.Add("stuck", func(func()) {})
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

// A job that leaves its lane does not keep the next jobs of the lane waiting. Wait waits for it, too.
func TestJobLeavesItsLane(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l chat.Lanes[string]
		searched, next, last := make(chan struct{}), make(chan struct{}), make(chan struct{})
		l.Add("a", func(leave func()) {
			leave()
			leave()
			<-searched
		})
		l.Add("a", func(func()) { <-next })
		l.Add("a", func(func()) { close(last) })
		synctest.Wait()
		if n := l.Waiting("a"); n != 1 {
			t.Errorf("%d jobs wait, want one behind the second", n)
		}
		close(next)
		<-last
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if l.Wait(ctx) {
			t.Error("idle while a job runs beside its lane")
		}
		close(searched)
		if !l.Wait(t.Context()) {
			t.Error("not idle after the last job")
		}
	})
}
