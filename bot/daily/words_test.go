package daily

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
)

var update = flag.Bool("update", false, "rewrite testdata/cards.txt")

// voices are those of all languages, by the language.
func voices(t *testing.T) map[string]say.Voice {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]say.Voice{}
	for _, language := range book.Languages() {
		all[language] = say.Voice{Printer: book.Printer(language)}
	}
	return all
}

// The cards of five days in every language, from a perfect day to one that was given up. That they
// look the same on all networks is tested where these are known.
func TestCards(t *testing.T) {
	days := make([]round.Achievement, 5)
	for i := range days {
		days[i] = round.Achievement{Number: 61 + i, Live: true, Streak: round.Streak{Days: 12 * i}}
		for _, g := range games.All() {
			part := round.Part{
				Game:    g,
				Answer:  &storage.Answer{Measure: i},
				Elapsed: time.Duration(i*i*i) * 40 * time.Second,
				Hints:   i % 3,
				IsBest:  i%2 == 0,
				Score:   []int{20, 19, 10, 9}[i%4],
			}
			if g.Rules().Records {
				part.Stars = i % 4
			}
			if i == 4 {
				part = round.Part{Game: g, Missed: true}
			}
			days[i].Parts = append(days[i].Parts, part)
		}
	}
	voices := voices(t)
	var cards []string
	for _, language := range []string{"en", "zh-Hans", "zh-Hant"} {
		for _, day := range days {
			cards = append(cards, strings.Join(cardText(voices[language], day), "\n"))
		}
	}
	got := strings.Join(cards, "\n\n") + "\n"
	const file = "testdata/cards.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
}

// aKey is where a sentence was forgotten: its key.
var aKey = regexp.MustCompile(`\b[a-z]+(-[a-z]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+\b`)

func checkLines(t *testing.T, what string, lines ...chat.Line) {
	t.Helper()
	for _, line := range lines {
		text := say.Plain(line)
		if aKey.MatchString(text) || strings.Contains(text, "<nil>") || strings.Contains(text, "<no value>") {
			t.Errorf("%s: %q", what, text)
		}
	}
}

// All that can be said of a day has a sentence in each language and for each game.
func TestEveryDayHasSentences(t *testing.T) {
	times := []time.Duration{0, time.Millisecond, 59 * time.Second, 62 * time.Second, 5 * time.Hour}
	for language, v := range voices(t) {
		for _, g := range games.All() {
			what := language + " " + g.Name()
			for _, elapsed := range times {
				who := round.DailySolver{
					ID:       1,
					Key:      "ann",
					Name:     "Ann",
					Measure:  3,
					OpenedAt: time.Unix(0, 0),
					SolvedAt: time.Unix(0, 0).Add(elapsed),
				}
				day := round.CommunityDay{Number: 61, Streak: 2, Games: []round.GameDay{
					{Game: g, Solvers: []round.DailySolver{who}},
					{Game: g, Solvers: []round.DailySolver{who, who}, More: 3, Best: &who},
				}}
				checkLines(t, what+" today", solvers(v, day)...)
				checkLines(t, what+" yesterday", recap(v, day)...)
				answer := &storage.Answer{Measure: 3, Outcome: "right"}
				parts := []round.Part{
					{Game: g, Answer: answer, Elapsed: elapsed, IsBest: elapsed == 0, Hints: 1},
					{Game: g, Missed: true},
					{Game: g},
				}
				card := cardText(v, round.Achievement{Number: 61, Live: true, Parts: parts, Streak: round.Streak{Days: 3}})
				checkLines(t, what+" on a card", textLines(card, chat.Plain)...)
			}
		}
	}
}

// A recap has the best first, with a crown for all who equal them, and those of whom nothing is
// known last.
func TestRecapRanks(t *testing.T) {
	g, ok := games.ByName("24")
	if !ok {
		t.Fatal("there is no 24")
	}
	begun := time.Unix(0, 0)
	solver := func(name string, seconds int) round.DailySolver {
		s := round.DailySolver{Name: name, SolvedAt: begun.Add(time.Duration(seconds) * time.Second)}
		if seconds > 0 {
			s.OpenedAt = begun
		}
		return s
	}
	day := round.CommunityDay{Games: []round.GameDay{{Game: g, Solvers: []round.DailySolver{
		solver("Unknown", 0), solver("Slow", 90), solver("Ann", 8), solver("Bob", 8), solver("Mid", 30), solver("Mid2", 31),
	}}}}
	v := voices(t)["en"]
	got := say.Plain(recap(v, day)[0])
	want := "24: 👑 Ann 8 s, 👑 Bob 8 s, Mid 30 s, Mid2 31 s, Slow 1 min 30 s and 1 more"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	day.Games[0].More = 1
	got = say.Plain(recap(v, day)[0])
	if strings.Contains(got, "👑") {
		t.Errorf("somebody unknown may be better: %q", got)
	}
}
