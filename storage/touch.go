package storage

import (
	"strconv"
	"strings"
)

// A Touch says that something has changed that people may be looking at, such as a round.
type Touch struct {
	Kind TouchKind
	// ID is the row number of what has changed.
	ID int64
}

// A TouchKind is what a Touch is about.
type TouchKind byte

const (
	TouchRound     TouchKind = 'r'
	TouchCommunity TouchKind = 'c'
	TouchPlayer    TouchKind = 'p'
	// TouchAll says that anything may have changed.
	TouchAll TouchKind = 'a'
)

// wordsOf returns touches as words that readTouches reads.
func wordsOf(touched []Touch) []string {
	var words []string
	for _, t := range touched {
		words = append(words, string(t.Kind)+strconv.FormatInt(t.ID, 10))
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
