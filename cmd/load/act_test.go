package main

import (
	"testing"
	"time"
)

// A message is matched with its act by the key, by the answer that it quotes, or by the order. It does
// not matter which of the two was noted first. An edit is matched with no act.
func TestRecord(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	cards := "[3] [3] [8] [8]  make 24"
	var r record
	see := func(key, chat, text string, after time.Duration) {
		r.see(message{key: key, chat: chat, text: text, at: at.Add(after)})
	}
	see("", "c", cards, 1)
	for key, a := range map[string]act{
		"1": {what: deal},
		"2": {what: deal, at: at.Add(10)},
		"3": {what: wrong, text: "8*3+1000001"},
		"4": {what: right, text: "8/(3-8/3)"},
		"5": {what: deal, at: at.Add(20)},
		"6": {what: wrong, text: "8*3+1000006"},
		"7": {what: wrong, text: "8*3+1000007"},
	} {
		a.key, a.chat = key, "c"
		if a.at.IsZero() {
			a.at = at
		}
		r.add(a)
	}
	see("", "c", "8*3+1000001 uses 1000001", 2)
	see("", "c", "Right: 8/(3-8/3) = 24", 3)
	see("", "c", "Ann: 8*3+1000006, Bo: 8*3+1000007 uses 1000007", 3)
	see("", "c", cards, 11)
	see("", "d", cards, 12)
	see("3", "c", "", 4)
	// The same message comes once more.
	see("", "c", cards, 13)
	r.see(message{chat: "c", text: cards, at: at.Add(21), edit: true})
	want := map[string]int{"1": 1, "2": 2, "3": 2, "4": 1, "5": 0, "6": 1, "7": 1}
	for _, a := range r.since(time.Time{}) {
		if len(a.told) != want[a.key] {
			t.Errorf("act %s was told %d times, want %d", a.key, len(a.told), want[a.key])
		}
	}
}
