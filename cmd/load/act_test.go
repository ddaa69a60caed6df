package main

import (
	"testing"
	"time"
)

// A message is matched with its act by the key, by the answer that it quotes, or by the order in the chat.
func TestRecord(t *testing.T) {
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	second := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	const puzzle = "[3] [3] [8] [8]  make 24"
	var r record

	// A message may be noted before its act.
	r.see(message{at: second(1), chat: "c", text: puzzle})
	for _, a := range []act{
		{at: second(0), key: "deal", what: deal},
		{at: second(0), key: "quoted alone", what: wrong, text: "8*3+1000001"},
		{at: second(0), key: "quoted first", what: wrong, text: "8*3+1000006"},
		{at: second(0), key: "quoted second", what: wrong, text: "8*3+1000007"},
		{at: second(0), key: "right", what: right, text: "8/(3-8/3)"},
		{at: second(10), key: "deal shown twice", what: deal},
		{at: second(20), key: "deal not shown", what: deal},
	} {
		a.chat = "c"
		r.add(a)
	}
	for _, m := range []message{
		{at: second(2), chat: "c", text: "8*3+1000001 uses 1000001"},
		{at: second(3), chat: "c", text: "Ann: 8*3+1000006, Bo: 8*3+1000007 uses 1000007"},
		{at: second(4), chat: "c", text: "Right: 8/(3-8/3) = 24"},
		{at: second(5), chat: "c", key: "quoted alone"},
		{at: second(11), chat: "c", text: puzzle},
		{at: second(12), chat: "another", text: puzzle},
		{at: second(13), chat: "c", text: puzzle},
		// An edit shows the result of no act.
		{at: second(21), chat: "c", text: puzzle, edit: true},
	} {
		r.see(m)
	}

	want := map[string]int{
		"deal":             1,
		"quoted alone":     2,
		"quoted first":     1,
		"quoted second":    1,
		"right":            1,
		"deal shown twice": 2,
		"deal not shown":   0,
	}
	acts := r.allActs()
	if len(acts) != len(want) {
		t.Errorf("there are %d acts, want %d", len(acts), len(want))
	}
	for _, a := range acts {
		if len(a.told) != want[a.key] {
			t.Errorf("%s: told %d times, want %d", a.key, len(a.told), want[a.key])
		}
	}
}
