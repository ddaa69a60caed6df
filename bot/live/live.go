// Package live wakes those who watch something when it has changed: a round, a place, a person.
// It knows topics, which are opaque, and not what changed about them.
package live

import "sync"

// A Hub wakes watchers. The zero value is ready, and many goroutines may use it.
type Hub struct {
	mu sync.Mutex
	// now counts touches.
	now uint64
	// touched says when a topic was touched last. Touches until forgotten are not in it any more.
	touched   map[string]uint64
	forgotten uint64
	// watchers are by topic; count is how many there are.
	watchers map[string]map[*Watcher]struct{}
	count    int
}

// A Watcher waits for changes of its topics.
type Watcher struct {
	// C holds a value if a topic was touched since a value was last taken.
	C      chan struct{}
	hub    *Hub
	topics []string
}

// maxTouched is for how many topics a Hub knows when they were touched.
const maxTouched = 4096

// Now returns a moment for Watch.
func (h *Hub) Now() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

// Touch wakes those who watch one of the topics.
func (h *Hub) Touch(topics ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now++
	if h.touched == nil || len(h.touched)+len(topics) > maxTouched {
		h.forget()
	}
	for _, t := range topics {
		h.touched[t] = h.now
		for w := range h.watchers[t] {
			w.wake()
		}
	}
}

// TouchAll wakes everyone.
func (h *Hub) TouchAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now++
	h.forget()
	for _, watchers := range h.watchers {
		for w := range watchers {
			w.wake()
		}
	}
}

// forget drops what is known of topics, so that a Watcher from an earlier moment is awake at once.
func (h *Hub) forget() {
	h.touched = map[string]uint64{}
	h.forgotten = h.now
}

// Watch returns a Watcher of topics. It is awake if one of them was touched since a moment, or
// may have been.
func (h *Hub) Watch(since uint64, topics ...string) *Watcher {
	w := &Watcher{C: make(chan struct{}, 1), hub: h, topics: topics}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers == nil {
		h.watchers = map[string]map[*Watcher]struct{}{}
	}
	h.count++
	for _, t := range topics {
		if h.watchers[t] == nil {
			h.watchers[t] = map[*Watcher]struct{}{}
		}
		h.watchers[t][w] = struct{}{}
		if h.touched[t] > since {
			w.wake()
		}
	}
	if since < h.forgotten {
		w.wake()
	}
	return w
}

// wake puts a value into C, unless it holds one.
func (w *Watcher) wake() {
	select {
	case w.C <- struct{}{}:
	default:
	}
}

// Close ends the watch.
func (w *Watcher) Close() {
	h := w.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count--
	for _, t := range w.topics {
		delete(h.watchers[t], w)
		if len(h.watchers[t]) == 0 {
			delete(h.watchers, t)
		}
	}
}

// Watchers returns how many Watchers there are.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}
