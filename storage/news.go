package storage

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// newsEvery is how long touches wait for further ones before other processes are told of all of
	// them. If each transaction sent a notification of its own, their commits would queue.
	newsEvery = 20 * time.Millisecond
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

// take removes all touches, and returns them as words that readTouches reads. If there are too many, it
// returns one word, which says that anything may have changed.
func (n *news) take() []string {
	n.mu.Lock()
	touched := n.untold
	n.untold = nil
	n.mu.Unlock()
	if len(touched) > maxNews {
		touched = []Touch{{Kind: TouchAll}}
	}
	var words []string
	for _, t := range touched {
		word := string(t.Kind) + strconv.FormatInt(t.ID, 10)
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// readTouches reads the touches of a notification.
func readTouches(text string) []Touch {
	var touched []Touch
	for word := range strings.FieldsSeq(text) {
		id, err := strconv.ParseInt(word[1:], 10, 64)
		if err != nil {
			continue
		}
		touched = append(touched, Touch{TouchKind(word[0]), id})
	}
	return touched
}
