package storage

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// newsEvery is how long touches wait for others that go to the other processes with
	// them: a notification in each transaction would make their commits queue.
	newsEvery = 20 * time.Millisecond
	// maxNews is how many touches a notification holds, which has 8000 bytes at most.
	maxNews = 300
)

// news are the touches that other processes have not heard of yet.
type news struct {
	mu     sync.Mutex
	untold []Touch
}

// add adds touches, and reports whether they are the first.
func (n *news) add(all []Touch) (first bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	first = len(n.untold) == 0
	n.untold = append(n.untold, all...)
	return first
}

// take takes all touches, as words that readTouches reads.
func (n *news) take() (words []string) {
	n.mu.Lock()
	all := n.untold
	n.untold = nil
	n.mu.Unlock()
	if len(all) > maxNews {
		all = []Touch{{Kind: TouchAll}}
	}
	for _, t := range all {
		if word := string(t.Kind) + strconv.FormatInt(t.ID, 10); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// readTouches reads the touches of a notification.
func readTouches(text string) (all []Touch) {
	for _, word := range strings.Fields(text) {
		if id, err := strconv.ParseInt(word[1:], 10, 64); err == nil {
			all = append(all, Touch{TouchKind(word[0]), id})
		}
	}
	return all
}
