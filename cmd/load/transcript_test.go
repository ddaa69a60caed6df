package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readTranscript reads the transcript of a place as the stand-ins give it.
func readTranscript(t *testing.T, name string) []entry {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []entry
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// What a person said finds what the bot said to it, and nothing else.
func TestConversation(t *testing.T) {
	for _, test := range []struct {
		file, network string
		want          []string
	}{
		{"private.json", "telegram", []string{
			"24: 103 after 30ms",
			"answer 8*3+1000001: 104 after 40ms",
			"answer 8*3+1000002: 107 108 after 2.7s", // told after what came later, and once more
			"answer 8/(3-8/3): 106 after 250ms",
			"24: nothing",
			"leaderboard: 110 after 100ms",
		}},
		{"group.json", "telegram", []string{
			"24: 2 after 20ms",
			"answer 8*3+1000003: 5 after 900ms", // two verdicts in one message
			"answer 8*3+1000004: 5 after 800ms",
			"press: alert after 100ms",
			"answer 8*3+1000005: nothing",
			"answer 75+3: 9 after 200ms", // by name
		}},
		{"channel.json", "discord", []string{
			"24: m1 after 15ms",
			"press: form after 4ms",
			"answer 1+2+3: m2 after 4ms",
			"answer 8*3+1000006: m3 after 1.5s (deferred)", // an edit of what was put off
			"24: nothing",
		}},
	} {
		var got []string
		for _, s := range conversation(test.network, readTranscript(t, test.file)) {
			got = append(got, describe(s))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.file, diff)
		}
	}
}

func describe(s *saying) string {
	text := s.kind()
	if s.answer != "" {
		text += " " + s.answer
	}
	if len(s.told) == 0 {
		return text + ": nothing"
	}
	var told []string
	for _, e := range s.told {
		switch e.Kind {
		case "answer":
			told = append(told, "alert")
		case "modal":
			told = append(told, "form")
		default:
			told = append(told, e.Msg)
		}
	}
	text += fmt.Sprintf(": %s after %v", strings.Join(told, " "), s.took())
	if s.deferred {
		text += " (deferred)"
	}
	return text
}

func TestSolve(t *testing.T) {
	for shown, solvable := range map[string]bool{
		"24\n[3] [3] [8] [8]  make 24\nvery hard":                        true,
		"embed title 24; `2` `2` `2` `10`  **make 24**\neasy":            true, // as Discord shows it
		"24\n[1] [1] [1] [1]  make 24":                                   false,
		"Countdown\n[75] [5] [7] [5] [6] [4]  make 579":                  false,
		"Use every card once, with + − × ÷ and brackets.\n{bold \"24\"}": false,
	} {
		p, err := puzzleOf(shown)
		if err == nil {
			_, err = solutionOf(p)
		}
		if (err == nil) != solvable {
			t.Errorf("%q: %v, %v", shown, p, err)
		}
	}
}

// A reaction of the bot's is an answer to the message it is on, and is once, however
// often it is set; people's own are none.
func TestReactionAnswers(t *testing.T) {
	at := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	said := conversation("telegram", []entry{
		{At: at, Who: "ann", Kind: "say", Msg: "5", Text: "/answer 1+1"},
		{At: at.Add(time.Second), Who: "bo", Kind: "react", Msg: "5", Text: "👍"},
		{At: at.Add(2 * time.Second), Who: "bot", Bot: true, Kind: "react", Msg: "5", Text: "👎"},
		{At: at.Add(3 * time.Second), Who: "bot", Bot: true, Kind: "react", Msg: "5", Text: "👎"},
	})
	if len(said) != 1 || len(said[0].told) != 1 || said[0].took() != 2*time.Second {
		t.Errorf("%+v", said)
	}
}
