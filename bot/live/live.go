// Package live wakes people's pages when something that they show has changed: a round, a place or a
// person. Each of these has a topic, an opaque text. The package knows that a topic has changed, but
// not what has changed in it.
package live

import "sync"

// A Hub wakes watchers. The zero value is ready, and many goroutines may use it.
type Hub struct {
	mu sync.Mutex
	// now is the present moment. Moments are numbers: each call of Touch or TouchAll is one moment later.
	now uint64
	// touched has the moment of the last touch of each topic.
	touched map[string]uint64
	// forgotten is the moment when touched was last emptied.
	forgotten uint64
	// watchers has the Watchers of each topic.
	watchers map[string]map[*Watcher]struct{}
	// count is how many Watchers there are.
	count int
}

// A Watcher waits for changes of its topics.
type Watcher struct {
	// C holds a value if a topic was touched since a value was last taken.
	C      chan struct{}
	hub    *Hub
	topics []string
}

// maxTouched is how many topics touched may have. Before it would have more, it is emptied.
const maxTouched = 4096

// Now returns the present moment. Somebody who takes it, then reads what a page shows, and then calls Watch
// with it misses no touch.
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

// forget empties touched. A later Watcher whose moment is earlier wakes at once, because its topics may have been
// touched.
func (h *Hub) forget() {
	h.touched = map[string]uint64{}
	h.forgotten = h.now
}

// Watch returns a Watcher of topics. The Watcher wakes at once if one of the topics was touched after the
// moment since, or may have been.
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
	mayBeForgotten := since < h.forgotten
	if mayBeForgotten {
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
