package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// compare finds what was lost, counted twice, never told and told twice. It excuses acts on Discord
// that died with the bot.
func TestCompare(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	away := gap{at.Add(10 * time.Second), at.Add(11 * time.Second)}
	said := func(network, what, text string, second, told int) *act {
		return &act{network: network, who: "ann", what: what, text: text, at: at.Add(time.Duration(second) * time.Second), told: make([]time.Time, told)}
	}
	all := []*act{
		said("telegram", wrong, "1+1", 1, 1),                                   // stored and told
		said("telegram", wrong, "1+2", 2, 1),                                   // told, not stored
		said("telegram", wrong, "1+3", 3, 1),                                   // stored twice
		said("telegram", wrong, "1+4", 40, 0),                                  // stored, never told
		said("telegram", wrong, "1+5", 40, 0),                                  // not even stored
		said("telegram", wrong, "1 × 6", 4, 2),                                 // told twice
		said("telegram", right, "7", 5, 1), said("telegram", right, "7", 6, 1), // stored once: the second repeats it
		said("discord", wrong, "1+2", 9, 0), said("discord", wrong, "1+7", 20, 0), // one died, one was lost
		said("telegram", wrong, "1+8", 30, 0), said("telegram", wrong, "1+9", 31, 1), // the first gave way
		said("telegram", deal, "", 1, 1), said("telegram", deal, "", 2, 0), said("discord", deal, "", 8, 0),
		{network: "telegram", who: "bo", what: wrong, text: "2+2", at: at, told: make([]time.Time, 1), late: true},
		{network: "telegram", chat: "x", what: deal, at: at},
		{network: "telegram", chat: "x", what: deal, at: at, told: []time.Time{at.Add(time.Second)}},
		{network: "telegram", chat: "y", what: deal, at: at, told: []time.Time{at.Add(time.Minute)}}, // it gave way to the next
		{network: "telegram", chat: "y", what: deal, at: at.Add(time.Minute + 1)},                    // whose message was taken for its own
		{network: "telegram", chat: "z", what: deal, at: at, told: []time.Time{at.Add(time.Second)}},
		{network: "telegram", chat: "z", what: deal, at: at.Add(time.Minute)}, // it was taken and not shown
		{network: "discord", chat: "w", what: deal, at: at, gaveUp: true},     // refused, when only the person may read why
		{network: "discord", who: "ann", what: wrong, text: "2+3", at: at, gaveUp: true},
		{network: "discord", who: "ann", what: wrong, text: "2+4", at: at, gaveUp: true}, // it was not even judged
	}
	var rows []string
	for _, text := range []string{"1+1", "1+3", "1+3", "1+4", "1*6", "7", "1+8", "1+9"} {
		rows = append(rows, "telegram ann "+text)
	}
	rows = append(rows, "discord ann 2+3")
	got := compare(all, rows, []string{"telegram y ", "telegram y 7", "telegram z 8", "telegram z "}, []gap{away})
	line := func(of ...int) (lines []string) {
		for _, i := range of {
			lines = append(lines, all[i].String())
		}
		return lines
	}
	want := map[string][]string{
		died: line(8, 14), replaced: line(10, 16), over: line(15),
		lost: {line(1)[0] + `, told ""`}, counted: {"2 × " + all[2].String()}, unjudged: line(4, 9, 24), givenUp: line(22, 23), untold: line(3), undealt: line(13, 21), doubled: line(5),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
