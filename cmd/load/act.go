package main

import (
	"cmp"
	"fmt"
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
)

// An act is something that a person did, and when the bot showed the result.
type act struct {
	network, chat, who string
	what               string
	text               string // of an answer
	due, at            time.Time
	told               []time.Time
}

func (a *act) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s %s", a.at.Format("15:04:05.000"), a.network, a.chat, a.who, a.what, a.text))
}

// took is how long the person waited since the act was due.
func (a *act) took() time.Duration { return a.told[0].Sub(a.due) }

// A record holds all acts of a run and finds the act that a message is about. It is safe for
// use by many goroutines.
type record struct {
	mu    sync.Mutex
	all   []*act
	keys  map[string]*act        // by the network's key
	texts map[string]*act        // wrong answers, of which no two are alike
	queue map[string][]*act      // without a result, by chat and kind, where messages name no act
	last  map[string]*act        // the one with the newest result, by chat and kind
	early map[string][]time.Time // results that came before the act was noted, by key, or chat and kind
	news  time.Time              // when the last result came
}

func newRecord() *record {
	return &record{keys: map[string]*act{}, texts: map[string]*act{}, queue: map[string][]*act{}, last: map[string]*act{}, early: map[string][]time.Time{}}
}

// add notes an act under the network's key.
func (r *record) add(key string, a *act) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kind := a.chat + " other"
	if a.what == deal || a.what == wrong {
		kind = a.chat + " " + a.what
	}
	a.told = r.early[key]
	delete(r.early, key)
	// A result older than the act belongs to the act before it, which got it twice.
	early := r.early[kind]
	for len(early) > 0 && early[0].Before(a.at) && r.last[kind] != nil {
		r.last[kind].told = append(r.last[kind].told, early[0])
		early = early[1:]
	}
	if len(a.told) == 0 && len(early) > 0 {
		a.told, early = early[:1:1], early[1:]
		r.last[kind] = a
	}
	r.early[kind] = early
	if r.all, r.keys[key] = append(r.all, a), a; len(a.told) == 0 {
		r.queue[kind] = append(r.queue[kind], a)
	}
	if a.what == wrong {
		r.texts[a.text] = a
	}
}

// tell notes that the bot showed the result of the act with this key.
func (r *record) tell(key string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.news = at
	if a := r.keys[key]; a != nil {
		a.told = append(a.told, at)
	} else {
		r.early[key] = append(r.early[key], at)
	}
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

// numbered finds a wrong answer in a message.
var numbered = regexp.MustCompile(`8\*3\+\d{7,}`)

// tellNext notes a message that shows the result of an act without naming it: of the wrong
// answer that it quotes, or else of the oldest deal or other act in the chat that has none.
func (r *record) tellNext(chat, text string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.news = at
	if a := r.texts[numbered.FindString(text)]; a != nil {
		a.told = append(a.told, at)
		return
	}
	kind := chat + " other"
	if _, ok := puzzleIn(text); ok {
		kind = chat + " " + deal
	}
	queue := r.queue[kind]
	for len(queue) > 0 && len(queue[0].told) > 0 {
		queue = queue[1:]
	}
	if len(queue) > 0 {
		r.last[kind] = queue[0]
		queue[0].told = append(queue[0].told, at)
		queue = queue[1:]
	} else {
		r.early[kind] = append(r.early[kind], at)
	}
	r.queue[kind] = queue
}

// untold counts the acts without a result, and returns when the last result came.
func (r *record) untold() (n int, news time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.all {
		if len(a.told) == 0 {
			n++
		}
	}
	return n, r.news
}

// between returns copies of the acts that were due in a time and that keep keeps, in
// order; a nil keep keeps all.
func (r *record) between(from, to time.Time, keep func(*act) bool) []*act {
	r.mu.Lock()
	defer r.mu.Unlock()
	var some []*act
	for _, a := range r.all {
		if !a.due.Before(from) && a.due.Before(to) && (keep == nil || keep(a)) {
			c := *a
			c.told = slices.Clone(a.told)
			some = append(some, &c)
		}
	}
	slices.SortStableFunc(some, func(a, b *act) int { return cmp.Compare(a.due.UnixNano(), b.due.UnixNano()) })
	return some
}

// waits returns how long people waited for the results that came.
func waits(all []*act) []time.Duration {
	var took []time.Duration
	for _, a := range all {
		if len(a.told) > 0 {
			took = append(took, a.took())
		}
	}
	return took
}

// gaveWay returns the wrong answers that have no result because a later one of the same
// person has: of the verdicts that wait for a group, each person is shown the last.
func gaveWay(all []*act) map[*act]bool {
	last, gone := map[string]time.Time{}, map[*act]bool{}
	for _, a := range slices.Backward(all) {
		who := a.network + " " + a.chat + " " + a.who
		if a.what != wrong {
			continue
		}
		if len(a.told) > 0 && last[who].IsZero() {
			last[who] = a.at
		}
		gone[a] = len(a.told) == 0 && last[who].After(a.at)
	}
	return gone
}

// silence lists the acts without a result, and echoes, those with more than one.
func silence(all []*act) (silent, echoes []string) {
	gone := gaveWay(all)
	for _, a := range all {
		switch {
		case len(a.told) == 0 && !gone[a]:
			silent = append(silent, a.String())
		case len(a.told) > 1:
			echoes = append(echoes, fmt.Sprintf("%s, %d times", a, len(a.told)))
		}
	}
	return silent, echoes
}
