package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"reckon/bot/play"
)

// What people do.
const (
	deal  = "deal"
	wrong = "wrong"
	right = "right"
	// What goes on beside searches, which delay nobody else.
	search = "search"
	clock  = "clock"
	try    = "answer in a duel"
	form   = "form" // and whatever else a button does
	help   = "help"
)

func isAnswer(what string) bool { return what == wrong || what == right || what == try }

// tooLate is what the bot says to an answer to a puzzle that was over: a reaction to one
// that was late by a little, else a sentence.
var tooLate = []string{"😢", "That one is over."}

// An act is something that a person did, and when the bot showed the result.
type act struct {
	key                string // the network's
	network, chat, who string
	what               string
	text               string // of an answer
	due, at            time.Time
	told               []time.Time
	late               bool // an answer to a puzzle that was over, which is not judged
}

func (a *act) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s %s", a.at.Format("15:04:05.000"), a.network, a.chat, a.who, a.what, a.text))
}

// A message is one that people in a chat see.
type message struct {
	key      string // of the act whose result it shows, "" if it names none
	chat, id string
	text     string
	at       time.Time
	edit     bool              // it shows the result of no act
	buttons  map[string]string // their data, by the first word on them
}

// A record holds all acts and messages of a run. It is safe for use by many goroutines.
type record struct {
	mu       sync.Mutex
	all      []act
	messages []message
	shows    map[string]func(message) // by chat: called with what people see there
}

func (r *record) add(a act) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, a)
}

// see notes that people see a message.
func (r *record) see(m message) {
	r.mu.Lock()
	r.messages = append(r.messages, m)
	shows := r.shows[m.chat]
	r.mu.Unlock()
	if shows != nil {
		shows(m)
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

// numbered finds a wrong answer in a message, or the number of a search.
var numbered = regexp.MustCompile(`8\*3\+\d{7,}|\b(123\d{3}|999999\d{3})\b`)

// since returns the acts that were due from a time on, in order, each with the times of
// the messages that show its result. A message that names no act shows that of the wrong
// answer that it quotes, or else of the oldest deal or other act in the chat that has
// none; where all have one, the newest got it once more.
func (r *record) since(from time.Time) []*act {
	r.mu.Lock()
	messages := slices.Clone(r.messages)
	var all []*act
	for _, a := range r.all {
		all = append(all, &a)
	}
	r.mu.Unlock()
	slices.SortStableFunc(all, func(a, b *act) int { return a.at.Compare(b.at) })
	slices.SortStableFunc(messages, func(a, b message) int { return a.at.Compare(b.at) })
	keys, texts, waiting, newest := map[string]*act{}, map[string]*act{}, map[string][]*act{}, map[string]*act{}
	kind := func(chat string, deals bool) string { return fmt.Sprint(chat, deals) }
	for _, a := range all {
		if keys[a.key] = a; a.what == wrong || a.what == search {
			texts[numbered.FindString(a.text)] = a
		} else {
			k := kind(a.chat, a.what == deal)
			waiting[k] = append(waiting[k], a)
		}
	}
	for _, m := range messages {
		if m.edit || strings.Contains(m.text, "One moment:") { // the bot waits for its database
			continue
		}
		a := keys[m.key]
		if m.key == "" {
			a = texts[numbered.FindString(m.text)]
		}
		if m.key == "" && a == nil {
			_, deals := puzzleIn(m.text)
			k := kind(m.chat, deals)
			queue := waiting[k]
			for len(queue) > 0 && len(queue[0].told) > 0 {
				queue = queue[1:]
			}
			if waiting[k] = queue; len(queue) > 0 && !queue[0].at.After(m.at) {
				newest[k] = queue[0]
			}
			a = newest[k]
		}
		if a != nil {
			a.told = append(a.told, m.at)
			a.late = a.late || slices.Contains(tooLate, m.text)
		}
	}
	all = only(all, func(a *act) bool { return !a.due.Before(from) })
	slices.SortStableFunc(all, func(a, b *act) int { return a.due.Compare(b.due) })
	return all
}

func only(all []*act, keep func(*act) bool) (some []*act) {
	for _, a := range all {
		if keep(a) {
			some = append(some, a)
		}
	}
	return some
}

// kindOf returns those acts that are of a kind.
func kindOf(all []*act, what string) []*act {
	return only(all, func(a *act) bool { return a.what == what })
}

// waits returns how long people waited for the results that came, from when each act was
// due.
func waits(all []*act) (took []time.Duration) {
	for _, a := range all {
		if len(a.told) > 0 {
			took = append(took, a.told[0].Sub(a.due))
		}
	}
	return took
}

// late returns how long after each round's clock people were told that it was over. The
// clock lasts from when the round was asked for; an end is of one round.
func late(rounds []*act, ends []message, lasts time.Duration) (all []time.Duration) {
	taken := map[int]bool{}
	for _, a := range rounds {
		i := slices.IndexFunc(ends, func(m message) bool { return m.chat == a.chat && m.at.After(a.at.Add(lasts)) })
		if i >= 0 && !taken[i] {
			taken[i] = true
			all = append(all, ends[i].at.Sub(a.at.Add(lasts+play.Grace)))
		}
	}
	return all
}

// gaveWay returns the acts that have no result because a later one has. Of the verdicts
// that wait for a group, each person is shown the last; a puzzle that waits is not shown
// when the place has a newer one.
func gaveWay(all []*act) map[*act]bool {
	last, gone := map[string]time.Time{}, map[*act]bool{}
	for _, a := range slices.Backward(all) {
		who, at := a.network+" "+a.chat, a.at
		switch {
		case a.what == wrong:
			who += " " + a.who
		case a.what != deal:
			continue
		case len(a.told) > 0: // which deal a message shows is told by its order alone
			at = slices.MaxFunc(a.told, time.Time.Compare)
		}
		if len(a.told) > 0 && last[who].IsZero() {
			last[who] = at
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
