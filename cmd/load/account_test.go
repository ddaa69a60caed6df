package main

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An account tells what was lost, counted twice, never told and told twice, and
// what could not be helped.
func TestSettle(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	away := gap{at.Add(10 * time.Second), at.Add(11 * time.Second)}
	answer := func(network, text string, second int, told int) *saying {
		s := &saying{entry: entry{At: at.Add(time.Duration(second) * time.Second), Chat: "place", Who: "ann", Kind: "say", Text: text}, network: network, answer: text}
		s.told = make([]entry, told)
		return s
	}
	command := func(network string, second, told int) *saying {
		s := answer(network, "/24", second, told)
		s.answer = ""
		return s
	}
	gaveWay, later := answer("telegram", "2+1", 12, 0), answer("telegram", "2+2", 13, 1)
	gaveWay.Chat, later.Chat = "S1", "S1"
	alone, after := answer("telegram", "2+3", 12, 0), answer("telegram", "2+4", 13, 1)
	alone.Chat, after.Chat = "P:ann", "P:ann"
	deferred := answer("discord", "1+8", 9, 0)
	deferred.deferred = true
	all := []*saying{
		answer("telegram", "1+1", 1, 1),  // stored and told
		answer("telegram", "1+2", 2, 1),  // told, not stored
		answer("telegram", "1+3", 3, 1),  // stored twice
		answer("telegram", "1+4", 10, 0), // stored, never told
		answer("telegram", "1+5", 10, 0), // not even stored
		answer("telegram", "1 × 6", 4, 2),
		answer("telegram", "7", 5, 1), answer("telegram", "7", 6, 1), // equal ones, each stored
		answer("discord", "1+2", 9, 0),  // died
		answer("discord", "1+3", 10, 0), // stored too late to tell
		answer("discord", "1+4", 20, 0), // nothing excuses that
		deferred,
		gaveWay, later, // among others the last verdict is told
		alone, after, // in private each is
		command("telegram", 10, 0), command("discord", 10, 0), command("discord", 20, 0), command("discord", 21, 2),
	}
	var stored []row
	for _, text := range []string{"1+1", "1+3", "1+3", "1+4", "1*6", "7", "7", "2+1", "2+2", "2+3", "2+4"} {
		stored = append(stored, row{"telegram", "Ann", text})
	}
	for _, text := range []string{"1+3", "1+8"} {
		stored = append(stored, row{"discord", "ann", text})
	}
	a := settle(all, stored, []gap{away})
	type figures struct{ Said, Told, Died, Late, GaveWay, Lost, Counted, Unjudged, Untold, Unheard, DoubledAnswers, DoubledPuzzles int }
	got := figures{
		a.said, a.told, a.died, a.late, a.gaveWay, len(a.lost), len(a.counted), len(a.unjudged), len(a.untold), len(a.unheard),
		len(a.doubled["telegram answer"]), len(a.doubled["discord 24"]),
	}
	want := figures{
		Said: 20, Told: 9, Died: 2, Late: 1, GaveWay: 1, Lost: 1, Counted: 1,
		Unjudged: 2, // on Telegram, and on Discord without an excuse
		Untold:   3, // on Telegram, there in private, and what Discord had been promised
		Unheard:  2, DoubledAnswers: 1, DoubledPuzzles: 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\nuntold: %q\nunjudged: %q", diff, a.untold, a.unjudged)
	}
}

// A crowd's answers are found again, whatever it says; no two are alike.
func TestWrongAnswers(t *testing.T) {
	var seen []string
	for n := range int64(100) {
		seen = append(seen, wrong(n))
	}
	if slices.Sort(seen); len(slices.Compact(seen)) != 100 {
		t.Error("two are alike")
	}
	for _, text := range seen {
		if !answerIs(text, "❌\n    "+text+"\n   ^ not in the hand") || answerIs(text, wrong(101)) {
			t.Errorf("%s is not found by itself", text)
		}
	}
}

func answerIs(text, reply string) bool {
	all := []*saying{{answer: text}}
	return about(all, &entry{Text: reply}) != nil
}

// Who was killed after a refusal does not know of it; who was not does.
func TestForgotten(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	refusal := func(second int) entry {
		return entry{At: at.Add(time.Duration(second) * time.Second), Bot: true, Kind: "refused", Quiet: true, Text: "sendMessage -> 429 Too Many Requests: retry after 9"}
	}
	away := []gap{{at.Add(4 * time.Second), at.Add(5 * time.Second)}}
	for _, test := range []struct {
		name       string
		transcript []entry
		want       bool
	}{
		{"killed in between", []entry{refusal(3), refusal(7)}, true},
		{"refused since", []entry{refusal(3), refusal(6), refusal(7)}, false},
		{"never refused", nil, false},
	} {
		if got := forgotten(test.transcript, at.Add(7*time.Second), away); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// What a gap excuses is bounded: what was said shortly before it or in it, and what
// was made up for shortly after it.
func TestGaps(t *testing.T) {
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	second := func(n float64) time.Time { return at.Add(time.Duration(n * float64(time.Second))) }
	gaps := []gap{{second(20), second(21)}, {second(60), second(61)}}
	for _, test := range []struct {
		second  float64
		in, new bool
	}{
		{16.9, false, false}, {17.1, true, false}, {20.5, true, true}, {21.4, true, true},
		{21.6, false, true}, {30.9, false, true}, {31.1, false, false}, {59, true, false}, {65, false, true},
	} {
		if got := in(gaps, second(test.second)); got != test.in {
			t.Errorf("second %v is in a gap: %v", test.second, got)
		}
		if got := started(gaps, second(test.second)); got != test.new {
			t.Errorf("second %v is soon after a start: %v", test.second, got)
		}
	}
}
