package web_test

import (
	"bufio"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// A thousand streams of a room are told of a change at once, and take little memory. All of them end with
// the server.
func TestCrowd(t *testing.T) {
	// No stream waits for the database.
	dbtest.OnlyFile(t)
	// Other tests collect garbage less often than the program does, and need more memory for that.
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	const each, changes = 5, 10
	people := 200 / property.Step(5)
	s := newSite(t)
	ann := s.guest("Ann", "new")
	ann.do("command", "24", "text", "easy")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	heard := make(chan time.Time, people*each)
	var ended sync.WaitGroup
	// All are told when somebody comes, so they watch once all have come.
	var all []*visitor
	for i := range people {
		s.site.From = fmt.Sprintf("203.0.%d.%d", i/100, i%100)
		all = append(all, s.guest("Bob", ann.Room))
	}
	for i, v := range all {
		s.site.From = fmt.Sprintf("203.0.%d.%d", i/100, i%100)
		v.look()
		for range each {
			answer := v.open("since=" + v.View.Version)
			ended.Go(func() {
				defer answer.Body.Close()
				for in := bufio.NewScanner(answer.Body); in.Scan(); {
					if in.Text() != "" {
						heard <- time.Now()
					}
				}
			})
		}
	}
	if n := s.hub.Watchers(); n != people*each {
		t.Fatalf("%d watch", n)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	used := (after.HeapInuse + after.StackInuse - before.HeapInuse - before.StackInuse) >> 20
	var took []time.Duration
	for range changes {
		s.later(10 * time.Second)
		begun := time.Now()
		// A wrong answer changes the round.
		ann.answer("1+1")
		for range people * each {
			took = append(took, (<-heard).Sub(begun))
		}
	}
	slices.Sort(took)
	t.Logf("%d streams in %d MB, with their clients; told after %v (median), %v (99 %%), %v (last)", people*each, used,
		took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
	if used > 100 {
		t.Errorf("they take %d MB", used)
	}
	if last := took[len(took)-1]; last > time.Minute {
		t.Errorf("told after %v", last)
	}
	s.end()
	ended.Wait()
}

// Nobody has more than a few streams. When a stream ends, another one may begin.
func TestStreamsOfOne(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	var all []*http.Response
	for range 6 {
		all = append(all, v.open("since="+v.View.Version))
	}
	if status := s.call("GET", "play/watch", v.Token, nil, nil); status != http.StatusTooManyRequests {
		t.Errorf("one more: %d", status)
	}
	for _, answer := range all {
		answer.Body.Close()
	}
	until(t, "they have ended", func() bool { return s.hub.Watchers() == 0 })
	v.open("since=" + v.View.Version).Body.Close()
}
