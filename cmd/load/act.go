package main

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// What people do.
const (
	deal  = "deal"
	wrong = "wrong"
	right = "right"
	// clock asks for a round that ends when its clock does.
	clock = "clock"
	// search asks for solutions that take seconds to find.
	search = "search"
)

func isAnswer(what string) bool { return what == wrong || what == right }

// tooLate is what the bot says to an answer to a puzzle that was over: a reaction to one
// that was late by a little, else a sentence.
var tooLate = []string{"😢", "That one is over."}

// An act is something that a person did, and when the bot showed the result.
type act struct {
	// key is the network's name of the act.
	key                string
	network, chat, who string
	what               string
	// text is that of an answer.
	text    string
	due, at time.Time
	told    []time.Time
	// late marks an answer to a puzzle that was over, which is not judged.
	late bool
}

func (a *act) String() string {
	fields := []string{a.at.Format("15:04:05.000"), a.network, a.chat, a.who, a.what, a.text}
	return strings.TrimSpace(strings.Join(fields, " "))
}

// A message is one that people in a chat see.
type message struct {
	// key is that of the act whose result the message shows, empty if it names none.
	key      string
	chat, id string
	text     string
	at       time.Time
	// edit marks a message that shows the result of no act.
	edit bool
}

// A record holds all acts and messages of a run. It is safe for use by many goroutines.
type record struct {
	mu       sync.Mutex
	acts     []act
	messages []message
	// watchers are called with what people see in a chat.
	watchers map[string]func(message)
}

func (r *record) add(a act) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.acts = append(r.acts, a)
}

// see notes that people see a message.
func (r *record) see(m message) {
	r.mu.Lock()
	r.messages = append(r.messages, m)
	watch := r.watchers[m.chat]
	r.mu.Unlock()
	if watch != nil {
		watch(m)
	}
}

// count returns how many messages people have seen.
func (r *record) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.messages)
}

// seen returns the messages with these words that came from a time on.
func (r *record) seen(from time.Time, words string) (some []message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.messages {
		if !m.at.Before(from) && strings.Contains(m.text, words) {
			some = append(some, m)
		}
	}
	return some
}

// since returns the acts that were due from a time on, in order, each with the times of
// the messages that show its result.
func (r *record) since(from time.Time) []*act {
	r.mu.Lock()
	messages := slices.Clone(r.messages)
	var acts []*act
	for _, a := range r.acts {
		acts = append(acts, &a)
	}
	r.mu.Unlock()
	slices.SortStableFunc(acts, func(a, b *act) int { return a.at.Compare(b.at) })
	slices.SortStableFunc(messages, func(a, b message) int { return a.at.Compare(b.at) })
	match := newMatcher(acts)
	for _, m := range messages {
		isWaitNotice := strings.Contains(m.text, "One moment:")
		if m.edit || isWaitNotice {
			continue
		}
		for _, a := range match.find(m) {
			a.told = append(a.told, m.at)
			a.late = a.late || slices.Contains(tooLate, m.text)
		}
	}
	acts = only(acts, func(a *act) bool { return !a.due.Before(from) })
	slices.SortStableFunc(acts, func(a, b *act) int { return a.due.Compare(b.due) })
	return acts
}

// A matcher finds the acts whose results a message shows. A message that names no act shows
// the wrong answers or the search that it quotes: in a group it may tell several people. Any
// other shows the oldest deal or other act in the chat that has no result; if all have one, it
// shows the newest of them again.
type matcher struct {
	byKey    map[string]*act
	byNumber map[string]*act
	waiting  map[queue][]*act
	newest   map[queue]*act
}

// A queue has the deals of a chat, or all its other acts.
type queue struct {
	chat  string
	deals bool
}

// number finds what is unique in a wrong answer or a search.
var number = regexp.MustCompile(`8\*3\+\d{7,}|\b999999\d{3}\b`)

// newMatcher makes a matcher of acts in order of time.
func newMatcher(acts []*act) *matcher {
	m := &matcher{
		byKey:    map[string]*act{},
		byNumber: map[string]*act{},
		waiting:  map[queue][]*act{},
		newest:   map[queue]*act{},
	}
	for _, a := range acts {
		m.byKey[a.key] = a
		if a.what == wrong || a.what == search {
			m.byNumber[number.FindString(a.text)] = a
			continue
		}
		q := queue{a.chat, a.what == deal}
		m.waiting[q] = append(m.waiting[q], a)
	}
	return m
}

// find returns the acts whose results a message shows. It must be called with all messages in
// order of time.
func (m *matcher) find(shown message) []*act {
	if shown.key != "" {
		return existing(m.byKey[shown.key])
	}
	var quoted []*act
	for _, n := range number.FindAllString(shown.text, -1) {
		a := m.byNumber[n]
		if a != nil && !slices.Contains(quoted, a) {
			quoted = append(quoted, a)
		}
	}
	if len(quoted) > 0 {
		return quoted
	}
	_, deals := puzzleIn(shown.text)
	q := queue{shown.chat, deals}
	waiting := m.waiting[q]
	for len(waiting) > 0 && len(waiting[0].told) > 0 {
		waiting = waiting[1:]
	}
	m.waiting[q] = waiting
	if len(waiting) > 0 && !waiting[0].at.After(shown.at) {
		m.newest[q] = waiting[0]
	}
	return existing(m.newest[q])
}

// existing returns a list of an act, which is empty if it is nil.
func existing(a *act) []*act {
	if a == nil {
		return nil
	}
	return []*act{a}
}

// tile is a number as it is shown: [3] on Telegram, `3` on Discord.
var tile = regexp.MustCompile("[\\[`](\\d+)[\\]`]")

// puzzleIn returns the ID of the puzzle of 24 that a message shows.
func puzzleIn(text string) (id string, ok bool) {
	cards, _, ok := strings.Cut(text, "make 24")
	var hand []string
	for _, m := range tile.FindAllStringSubmatch(cards, -1) {
		hand = append(hand, m[1])
	}
	return "24:" + strings.Join(hand, ","), ok && len(hand) == 4
}

func only(acts []*act, keep func(*act) bool) (some []*act) {
	for _, a := range acts {
		if keep(a) {
			some = append(some, a)
		}
	}
	return some
}

// kindOf returns those acts that are of a kind.
func kindOf(acts []*act, what string) []*act {
	return only(acts, func(a *act) bool { return a.what == what })
}

// waits returns how long people waited for the results that came, from when each act was
// due.
func waits(acts []*act) (took []time.Duration) {
	for _, a := range acts {
		if len(a.told) > 0 {
			took = append(took, a.told[0].Sub(a.due))
		}
	}
	return took
}

// replacedActs returns the acts that have no result because a later one has. When verdicts
// wait for a group, each person is shown only the last; a puzzle that waits is not shown once
// the place has a newer one.
func replacedActs(acts []*act) map[*act]bool {
	type viewer struct{ network, chat, who string }
	lastResult := map[viewer]time.Time{}
	gone := map[*act]bool{}
	for _, a := range slices.Backward(acts) {
		if a.what != wrong && a.what != deal {
			continue
		}
		v := viewer{network: a.network, chat: a.chat}
		at := a.at
		if a.what == wrong {
			v.who = a.who
		} else if len(a.told) > 0 {
			// Only their order tells which deal a message shows.
			at = slices.MaxFunc(a.told, time.Time.Compare)
		}
		if len(a.told) > 0 && lastResult[v].IsZero() {
			lastResult[v] = at
		}
		gone[a] = len(a.told) == 0 && lastResult[v].After(a.at)
	}
	return gone
}
