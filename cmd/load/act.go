package main

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// These are the things that people do.
const (
	deal  = "deal"
	wrong = "wrong"
	right = "right"
	// clock asks for a round on a clock.
	clock = "clock"
	// search asks for solutions that take seconds to find.
	search = "search"
)

// isAnswer reports whether an act of a kind is an answer.
func isAnswer(what string) bool { return what == wrong || what == right }

// tooLate are the beginnings of what the bot says if the puzzle was over before the answer came. If the answer
// was only a little late, the bot reacts with the emoji instead.
var tooLate = []string{"😢", "That one is over."}

// isTooLate reports whether a message tells somebody that the puzzle was over.
func isTooLate(text string) bool {
	return slices.ContainsFunc(tooLate, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

// An act is something that a person did, and when the bot showed the result.
type act struct {
	// key identifies the act on its network.
	key     string
	network string
	chat    string
	// who is the name of the person.
	who  string
	what string
	// text is the text of an answer or a search.
	text string
	// due is when the act should have been done.
	due time.Time
	// at is when the act was done.
	at time.Time
	// told are the times of the messages that show its result. It is empty in the record: since finds it.
	told []time.Time
	// said is the text of the last of these messages.
	said string
	// late means that the act is an answer to a puzzle that was over. Such an answer is not judged.
	late bool
	// gaveUp means that Discord told the person that the act had failed.
	gaveUp bool
}

func (a *act) String() string {
	fields := []string{a.at.Format("15:04:05.000"), a.network, a.chat, a.who, a.what, a.text}
	return strings.TrimSpace(strings.Join(fields, " "))
}

// A message is what people in a chat see: a new message, or a change of one.
type message struct {
	// key is the key of the act whose result the message shows; empty: the message names no act.
	key  string
	chat string
	id   string
	text string
	at   time.Time
	// edit means that the message changes an earlier one, and shows the result of no act.
	edit bool
}

// A record holds all acts and messages of a run. It is safe for use by many goroutines.
type record struct {
	mu       sync.Mutex
	acts     []act
	messages []message
	// watchers has, for each chat, the function that is called with what people see there.
	watchers map[string]func(message)
}

// add adds an act to the record.
func (r *record) add(a act) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.acts = append(r.acts, a)
}

// see adds a message to the record, and tells the chat's watcher of it.
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

// seen returns the messages that contain some words and came at a time or later.
func (r *record) seen(from time.Time, words string) []message {
	r.mu.Lock()
	defer r.mu.Unlock()
	var some []message
	for _, m := range r.messages {
		if !m.at.Before(from) && strings.Contains(m.text, words) {
			some = append(some, m)
		}
	}
	return some
}

// allActs returns the acts of the whole run, as since does.
func (r *record) allActs() []*act { return r.since(time.Time{}) }

// since returns the acts that were due at a time or later, in their order, each with the times of the
// messages that show its result.
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
		// This message asks somebody to wait. The result comes later.
		isWaitNotice := strings.Contains(m.text, "One moment:")
		if m.edit || isWaitNotice {
			continue
		}
		for _, a := range match.find(m) {
			a.told = append(a.told, m.at)
			a.said = m.text
			a.late = a.late || isTooLate(m.text)
		}
	}
	acts = only(acts, func(a *act) bool { return !a.due.Before(from) })
	slices.SortStableFunc(acts, func(a, b *act) int { return a.due.Compare(b.due) })
	return acts
}

// A matcher finds the acts whose results a message shows. It looks for them in three ways:
//
//  1. The message may name an act by its key.
//  2. The message may quote wrong answers or a search. In a group one message may quote several answers.
//  3. Otherwise results come in the order of the acts in the chat. The message shows the result of the oldest
//     act that has none. If all have one, it is another message for the act that got its result last.
//
// For the third way deals and right answers are in different queues.
type matcher struct {
	byKey    map[string]*act
	byNumber map[string]*act
	// waiting has the acts of each queue that may not have a result yet.
	waiting map[queue][]*act
	// newest is the act of each queue that got its result last.
	newest map[queue]*act
}

// A queue identifies either the deals or the other acts of a chat.
type queue struct {
	chat  string
	deals bool
}

// number matches the part of a wrong answer, or of a search, that no other act has.
var number = regexp.MustCompile(`8\*3\+\d{7,}|\b999999\d{3}\b`)

// newMatcher makes a matcher of acts, which must be in order of time.
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
		q := queue{chat: a.chat, deals: a.what == deal}
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
	_, showsPuzzle := puzzleIn(shown.text)
	q := queue{chat: shown.chat, deals: showsPuzzle}
	waiting := m.waiting[q]
	for len(waiting) > 0 && len(waiting[0].told) > 0 {
		waiting = waiting[1:]
	}
	m.waiting[q] = waiting
	// An act that was done after the message came cannot be what the message is about.
	if len(waiting) > 0 && !waiting[0].at.After(shown.at) {
		m.newest[q] = waiting[0]
	}
	return existing(m.newest[q])
}

// existing returns a list with an act, or an empty list if the act is nil.
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
	cards, _, isPuzzle := strings.Cut(text, "make 24")
	if !isPuzzle {
		return "", false
	}
	var hand []string
	for _, match := range tile.FindAllStringSubmatch(cards, -1) {
		hand = append(hand, match[1])
	}
	if len(hand) != 4 {
		return "", false
	}
	return "24:" + strings.Join(hand, ","), true
}

// only returns the acts for which keep returns true.
func only(acts []*act, keep func(*act) bool) (some []*act) {
	for _, a := range acts {
		if keep(a) {
			some = append(some, a)
		}
	}
	return some
}

// kindOf returns the acts of one kind, such as deal.
func kindOf(acts []*act, what string) []*act {
	return only(acts, func(a *act) bool { return a.what == what })
}

// waits returns how long people waited for the results that came, counted from when each act was due.
func waits(acts []*act) (took []time.Duration) {
	for _, a := range acts {
		if len(a.told) > 0 {
			took = append(took, a.told[0].Sub(a.due))
		}
	}
	return took
}

// replacedActs returns the acts that have no result because a later act of their kind has one. There are two
// such kinds. While a group must wait for verdicts, the bot keeps only the last one for each person. While a
// place must wait for a puzzle, the bot keeps only the newest one.
func replacedActs(acts []*act) map[*act]bool {
	// A viewer is a person who sees a verdict or, with an empty name, a whole place that sees a puzzle.
	type viewer struct {
		network string
		chat    string
		who     string
	}
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
			// A message may have been matched with the wrong deal, so its own time counts.
			at = slices.MaxFunc(a.told, time.Time.Compare)
		}
		if len(a.told) > 0 && lastResult[v].IsZero() {
			lastResult[v] = at
		}
		gone[a] = len(a.told) == 0 && lastResult[v].After(a.at)
	}
	return gone
}
