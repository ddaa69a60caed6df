package storage

import (
	"slices"
	"sync"
	"time"
)

const (
	// newsEvery is how long touches wait for further ones before other processes are told of all of
	// them. If each transaction sent a notification of its own, their commits would queue.
	newsEvery = 20 * time.Millisecond
	// newsAgain is the pause before other processes are told again of touches, if that has failed.
	newsAgain = time.Second
	// maxNews is how many touches a notification holds. A notification may have 8000 bytes.
	maxNews = 300
)

// news are the touches that other processes have not been told yet.
type news struct {
	mu     sync.Mutex
	untold []Touch
}

// add adds touches, and reports whether there were none before.
func (n *news) add(touched []Touch) (first bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	first = len(n.untold) == 0
	n.untold = append(n.untold, touched...)
	return first
}

// take removes all touches, and returns each of them once. If there are too many for a notification, it
// returns one that says that anything may have changed.
func (n *news) take() []Touch {
	n.mu.Lock()
	touched := n.untold
	n.untold = nil
	n.mu.Unlock()
	if len(touched) > maxNews {
		return []Touch{{Kind: TouchAll}}
	}
	var all []Touch
	for _, t := range touched {
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}
