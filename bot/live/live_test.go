package live

import (
	"strconv"
	"sync"
	"testing"
)

// awake reports whether a watcher is awake, and puts it to sleep.
func awake(w *Watcher) bool {
	select {
	case <-w.C:
		return true
	default:
		return false
	}
}

// A watcher wakes when one of its topics is touched, and for no other.
func TestTouch(t *testing.T) {
	var h Hub
	ann := h.Watch(h.Now(), "r1", "p1")
	bob := h.Watch(h.Now(), "r2")
	if awake(ann) || awake(bob) {
		t.Fatal("they are awake from the beginning")
	}
	h.Touch("x", "p1")
	if !awake(ann) || awake(bob) {
		t.Error("a touch wakes the wrong one")
	}
	h.Touch("r1")
	h.Touch("r1")
	if !awake(ann) || awake(ann) {
		t.Error("two touches do not wake once")
	}
	h.TouchAll()
	if !awake(ann) || !awake(bob) {
		t.Error("not everyone wakes")
	}
}

// A watcher of a topic that was touched after its moment is awake at once. So is one whose moment is before the
// first touch, because the hub does not know what was touched before that.
func TestSince(t *testing.T) {
	var h Hub
	h.Touch("first")
	before := h.Now()
	h.Touch("r1")
	after := h.Now()
	for name, c := range map[string]struct {
		since uint64
		topic string
		want  bool
	}{
		"touched after the moment":  {before, "r1", true},
		"touched before the moment": {after, "r1", false},
		"never touched":             {before, "r2", false},
		"before the first touch":    {0, "r2", true},
	} {
		if awake(h.Watch(c.since, c.topic)) != c.want {
			t.Errorf("%s: awake is %v", name, !c.want)
		}
	}
	h.TouchAll()
	if !awake(h.Watch(after, "r2")) {
		t.Error("all topics were touched after its moment, and it sleeps")
	}
	if awake(h.Watch(h.Now(), "r2")) {
		t.Error("nothing was touched after its moment, and it is awake")
	}
}

// The hub forgets old touches. A watcher from a moment before that is awake at once, to be sure.
func TestForgotten(t *testing.T) {
	var h Hub
	h.Touch("first")
	begun := h.Now()
	for i := range maxTouched - 1 {
		h.Touch(strconv.Itoa(i))
	}
	if awake(h.Watch(begun, "quiet")) {
		t.Error("it has forgotten too early")
	}
	h.Touch("one more")
	if !awake(h.Watch(begun, "quiet")) || len(h.touched) > maxTouched {
		t.Errorf("it knows of %d topics", len(h.touched))
	}
}

// A watcher that was closed is not woken, and leaves nothing behind.
func TestClose(t *testing.T) {
	var h Hub
	ann := h.Watch(h.Now(), "r1", "p1")
	bob := h.Watch(h.Now(), "r1")
	ann.Close()
	h.Touch("r1")
	if awake(ann) || !awake(bob) || h.Watchers() != 1 {
		t.Errorf("with %d watchers the wrong one wakes", h.Watchers())
	}
	bob.Close()
	if len(h.watchers) != 0 || h.Watchers() != 0 {
		t.Errorf("what is left: %v", h.watchers)
	}
}

// Many watch, touch and close at the same time.
func TestHubTogether(t *testing.T) {
	var h Hub
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 500 {
				w := h.Watch(h.Now(), "r"+strconv.Itoa(i%2))
				h.Touch("r" + strconv.Itoa(i%2))
				if !awake(w) {
					t.Error("it sleeps through a touch")
				}
				h.TouchAll()
				w.Close()
			}
		})
	}
	all.Wait()
	if h.Watchers() != 0 || h.Now() != 8*500*2 {
		t.Errorf("%d watchers, %d touches", h.Watchers(), h.Now())
	}
}
