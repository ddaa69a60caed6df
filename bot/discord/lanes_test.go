package discord

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// Jobs of a key run in order, and a key that is stuck holds up no other.
func TestLanes(t *testing.T) {
	var l lanes
	var mu sync.Mutex
	var got []int
	stuck := make(chan struct{})
	l.add("stuck", func() { <-stuck })
	for n := range 100 {
		l.add("a", func() {
			mu.Lock()
			got = append(got, n)
			mu.Unlock()
		})
	}
	done := make(chan struct{})
	l.add("a", func() { close(done) })
	take(t, "the last job", done)
	if len(got) != 100 || !slices.IsSorted(got) {
		t.Errorf("order: %v", got)
	}
	if l.wait(time.Millisecond) {
		t.Error("idle while a job runs")
	}
	close(stuck)
	if !l.wait(patience) {
		t.Error("not idle after the last job")
	}
}
