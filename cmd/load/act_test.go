package main

import (
	"testing"
	"time"
)

// Messages find their acts by key, by the answer that they quote, or in order, also
// where a message is seen before its act is noted.
func TestRecord(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	shown := "[3] [3] [8] [8]  make 24"
	r := newRecord()
	first, second := &act{chat: "c", what: deal, at: at}, &act{chat: "c", what: deal, at: at.Add(10)}
	guess, solved := &act{chat: "c", what: wrong, text: "8*3+1000001", at: at}, &act{chat: "c", what: right, text: "8/(3-8/3)", at: at}
	r.tellNext("c", shown, at.Add(1))
	r.add("1", first)
	r.add("2", second)
	r.add("3", guess)
	r.add("4", solved)
	r.tellNext("c", "8*3+1000001 uses 1000001", at.Add(2))
	r.tellNext("c", "Right: 8/(3-8/3) = 24", at.Add(3))
	r.tellNext("c", shown, at.Add(11))
	r.tellNext("d", shown, at.Add(12))
	r.tell("3", at.Add(4))
	for i, a := range []*act{first, second, guess, solved} {
		if want := []int{1, 1, 2, 1}[i]; len(a.told) != want {
			t.Errorf("act %d was told %d times, want %d", i+1, len(a.told), want)
		}
	}
	r.tellNext("c", shown, at.Add(13)) // once more
	r.add("5", &act{chat: "c", what: deal, at: at.Add(20)})
	if n, _ := r.untold(); n != 1 || len(second.told) != 2 {
		t.Errorf("%d acts are untold, and the second deal was told %d times", n, len(second.told))
	}
}
