package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// compare finds the fate of each act from what is stored and when the bot was away.
func TestCompare(t *testing.T) {
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	second := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	away := []gap{{from: second(10), to: second(11)}}
	told := []time.Time{second(1)}
	const (
		answer = "telegram ann 1+1"
		place  = "telegram x "
	)
	for _, test := range []struct {
		name string
		acts []act
		// answers and rounds are rows of the database.
		answers []string
		rounds  []string
		gaps    []gap
		// want has the indexes of the acts with each fate.
		want map[string][]int
	}{
		{
			name:    "stored and told",
			acts:    []act{{what: wrong, text: "1+1", told: told}},
			answers: []string{answer},
		},
		{
			name:    "stored in another form",
			acts:    []act{{what: wrong, text: "1 × 6", told: told}},
			answers: []string{"telegram ann 1*6"},
		},
		{
			name: "told and not stored",
			acts: []act{{what: wrong, text: "1+1", told: told}},
			want: map[string][]int{lost: {0}},
		},
		{
			name: "right answers that were confirmed and not stored",
			acts: []act{
				{what: right, text: "1+1", told: told, said: "✅ Right: 1+1 = 2. +10."},
				{what: right, text: "1+2", told: told, said: "Right, a new solution: 1+2 = 3. +5."},
				{what: right, text: "1+3", told: told, said: "✅ <b>ann</b> got it: 1+3 = 4."},
			},
			want: map[string][]int{lost: {0, 1, 2}},
		},
		{
			name:    "stored twice",
			acts:    []act{{what: wrong, text: "1+1", told: told}},
			answers: []string{answer, answer},
			want:    map[string][]int{counted: {0}},
		},
		{
			name:    "stored and never told",
			acts:    []act{{what: wrong, text: "1+1"}},
			answers: []string{answer},
			want:    map[string][]int{untold: {0}},
		},
		{
			name: "neither stored nor told",
			acts: []act{{what: wrong, text: "1+1"}},
			want: map[string][]int{unjudged: {0}},
		},
		{
			name: "neither stored nor told on Telegram, in a gap",
			acts: []act{{what: wrong, text: "1+1", at: second(10)}},
			gaps: away,
			want: map[string][]int{unjudged: {0}},
		},
		{
			name:    "told twice",
			acts:    []act{{what: wrong, text: "1+1", told: []time.Time{second(1), second(2)}}},
			answers: []string{answer},
			want:    map[string][]int{doubled: {0}},
		},
		{
			name: "a right answer that repeats another",
			acts: []act{
				{what: right, text: "1+1", told: told, said: "Right: 1+1 = 2. +10."},
				{what: right, text: "1+1", told: told, said: "1+1 is right, but you had it already."},
			},
			answers: []string{answer},
		},
		{
			name: "the same answer told once and stored once",
			acts: []act{
				{what: right, text: "1+1"},
				{what: right, text: "1+1", told: told},
			},
			answers: []string{answer},
			want:    map[string][]int{unjudged: {0}},
		},
		{
			name: "on Discord, shortly before, in and after a gap, and at other times",
			acts: []act{
				{network: discordName, what: wrong, text: "1+1", at: second(6)},
				{network: discordName, what: wrong, text: "1+2", at: second(8)},
				{network: discordName, what: deal, at: second(10)},
				{network: discordName, what: wrong, text: "1+3", at: second(11)},
				{network: discordName, what: wrong, text: "1+4", at: second(12)},
			},
			gaps: away,
			want: map[string][]int{
				died:     {1, 2, 3},
				unjudged: {0, 4},
			},
		},
		{
			name: "a verdict that gave way to a later one",
			acts: []act{
				{what: wrong, text: "1+1", at: second(0)},
				{what: wrong, text: "1+2", at: second(1), told: told},
			},
			answers: []string{answer, "telegram ann 1+2"},
			want:    map[string][]int{replaced: {0}},
		},
		{
			name: "a puzzle that gave way to a later one",
			acts: []act{
				{what: deal, at: second(0)},
				{what: deal, at: second(0), told: told},
			},
			want: map[string][]int{replaced: {0}},
		},
		{
			name: "a puzzle that gave way, and whose act was matched with the message of the later one",
			acts: []act{
				{what: deal, at: second(0), told: []time.Time{second(60)}},
				{what: deal, at: second(59)},
			},
			rounds: []string{place, place + "7"},
		},
		{
			name: "a puzzle that was not shown after one that was",
			acts: []act{
				{what: deal, at: second(0), told: told},
				{what: deal, at: second(60)},
			},
			rounds: []string{place + "8", place},
			want:   map[string][]int{undealt: {1}},
		},
		{
			name: "a puzzle without a round",
			acts: []act{{what: deal}},
			want: map[string][]int{undealt: {0}},
		},
		{
			name: "an answer to a puzzle that was over",
			acts: []act{{what: wrong, text: "1+1", told: told, late: true}},
			want: map[string][]int{over: {0}},
		},
		{
			name: "given up by Discord: a deal, an answer, and one that was not judged",
			acts: []act{
				{network: discordName, what: deal, gaveUp: true},
				{network: discordName, what: wrong, text: "1+1", gaveUp: true},
				{network: discordName, what: wrong, text: "1+2", gaveUp: true},
			},
			answers: []string{"discord ann 1+1"},
			want: map[string][]int{
				givenUp:  {0, 1},
				unjudged: {2},
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var acts []*act
			for _, a := range test.acts {
				if a.network == "" {
					a.network = telegramName
				}
				a.chat = "x"
				a.who = "ann"
				acts = append(acts, &a)
			}
			want := map[string][]string{}
			for fate, indexes := range test.want {
				for _, i := range indexes {
					want[fate] = append(want[fate], lineOf(fate, acts[i]))
				}
			}
			got := compare(acts, test.answers, test.rounds, test.gaps)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// lineOf returns the line of a list of compare.
func lineOf(fate string, a *act) string {
	switch fate {
	case lost:
		return fmt.Sprintf("%s, told %q", a, a.said)
	case counted:
		return "2 × " + a.String()
	}
	return a.String()
}
