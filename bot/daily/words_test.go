package daily

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

var update = flag.Bool("update", false, "rewrite testdata/cards.txt")

// voices has the voices of all languages, by language.
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

// These are the cards of five days in every language, from a perfect day to one that was given up. The
// tests of each network show that cards look the same there.
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

// aKey matches the key that is shown if a sentence is missing.
var aKey = regexp.MustCompile(`\b[a-z]+(-[a-z]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+\b`)

// checkLines reports lines in which a sentence or a value is missing.
func checkLines(t *testing.T, what string, lines ...chat.Line) {
	t.Helper()
	for _, line := range lines {
		text := say.Plain(line)
		if aKey.MatchString(text) || strings.Contains(text, "<nil>") || strings.Contains(text, "<no value>") {
			t.Errorf("%s: %q", what, text)
		}
	}
}

// Each language has all sentences about days, for each game.
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
					ShownAt:  time.Unix(0, 0),
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

// A recap lists the best solver first, and gives a crown to all who are as good. Solvers whose time is
// unknown come last.
func TestRecapRanks(t *testing.T) {
	g, ok := games.ByName("24")
	if !ok {
		t.Fatal("there is no 24")
	}
	begun := time.Unix(0, 0)
	solver := func(name string, seconds int) round.DailySolver {
		s := round.DailySolver{Name: name, SolvedAt: begun.Add(time.Duration(seconds) * time.Second)}
		if seconds > 0 {
			s.ShownAt = begun
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

// On a network that gives whole seconds, a time is rounded up, as where the person reads it.
func TestListedTimeIsRoundedUp(t *testing.T) {
	s := round.DailySolver{ShownAt: time.Unix(3, 700_000_000), SolvedAt: time.Unix(5, 0)}
	if got := elapsed(s); got != 2*time.Second {
		t.Errorf("listed with %v", got)
	}
	if got := elapsed(round.DailySolver{SolvedAt: time.Unix(5, 0)}); got != 0 {
		t.Errorf("a time that is not known is listed as %v", got)
	}
}

// If answers are measured, the nearest one is the best, and an exact one is better than one that is off by
// one. Solvers whose measure is unknown come last, without a figure.
func TestRecapRanksMeasures(t *testing.T) {
	g, ok := games.ByName("countdown")
	if !ok {
		t.Fatal("there is no Countdown")
	}
	solver := func(name string, measure int) round.DailySolver {
		return round.DailySolver{Name: name, Measure: measure, ShownAt: time.Unix(0, 0), SolvedAt: time.Unix(5, 0)}
	}
	for _, test := range []struct {
		solvers []round.DailySolver
		more    int
		want    string
	}{
		{
			[]round.DailySolver{solver("Unknown", -1), solver("Ann", 1), solver("Bob", 0), solver("Cat", 0)}, 0,
			"Countdown: 👑 Bob exact, 👑 Cat exact, Ann 1 away and Unknown",
		},
		{[]round.DailySolver{solver("Unknown", -1)}, 0, "Countdown: Unknown"},
		{[]round.DailySolver{solver("Ann", 3)}, 2, "Countdown: Ann 3 away and 2 more"},
		{[]round.DailySolver{solver("Ann", 3)}, round.MostMore, "Countdown: Ann 3 away and 1000 more"},
		{[]round.DailySolver{solver("Ann", 3)}, round.MostMore + 1, "Countdown: Ann 3 away and over 1000 more"},
	} {
		day := round.CommunityDay{Games: []round.GameDay{{Game: g, Solvers: test.solvers, More: test.more}}}
		got := say.Plain(recap(voices(t)["en"], day)[0])
		if !strings.HasSuffix(got, test.want) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// If a solver who is not in the list came nearest to the record, they are named after it, unless somebody in the list
// is as near.
func TestRecapNamesTheBest(t *testing.T) {
	g, ok := games.ByName("tchisla")
	if !ok {
		t.Fatal("there is no Tchisla")
	}
	ann := round.DailySolver{Name: "Ann", Measure: 5}
	for measure, want := range map[int]string{
		5: "Tchisla: Ann 5 digits and 3 more",
		4: "Tchisla: Ann 5 digits and 3 more; best: Zoe, 4 digits",
	} {
		best := round.DailySolver{Name: "Zoe", Measure: measure}
		day := round.CommunityDay{Games: []round.GameDay{{
			Game:    g,
			Solvers: []round.DailySolver{ann},
			More:    3,
			Best:    &best,
		}}}
		got := say.Plain(recap(voices(t)["en"], day)[0])
		if !strings.HasSuffix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The streak of a community is shown from its second day on.
func TestRecapTellsStreaks(t *testing.T) {
	for days, want := range map[int]string{0: "", 1: "", 2: "Streak here: 2 days in a row."} {
		got := ""
		for _, line := range recap(voices(t)["en"], round.CommunityDay{Streak: days}) {
			got += say.Plain(line)
		}
		if got != want {
			t.Errorf("a streak of %d days is told as %q, want %q", days, got, want)
		}
	}
}

// A link to a day says what it is about, and opens the first puzzle of the day. There is no day before the
// first one.
func TestPreview(t *testing.T) {
	d := daily{Kernel: feature.Kernel{
		Games: games.All(),
		Now:   func() time.Time { return round.Day(61).Add(9 * time.Hour) },
	}}
	var err error
	d.Pictures, err = feature.NewPictures(voices(t)["en"])
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := d.preview(voices(t)["en"], 0); !ok || p.Day != 61 {
		t.Errorf("today is %+v", p)
	}
	chinese := voices(t)["zh-Hans"]
	for number, want := range map[int]bool{1: true, 61: true, 62: false, 1 << 20: false} {
		p, _ := d.preview(chinese, number)
		if (p.Picture != nil) != want {
			t.Fatalf("the day %d has the picture %v", number, p.Picture)
		}
		title := fmt.Sprintf("Reckon #%d\n%s", number, chinese.Date(round.Day(number)))
		if want && !strings.Contains(p.Picture.Alt, title) {
			t.Errorf("the picture of the day %d is %s", number, p.Picture.Alt)
		}
	}
	for number, want := range map[int]bool{-1: false, 1: true, 61: true} {
		p, ok := d.preview(voices(t)["en"], number)
		if ok != want {
			t.Errorf("the day %d has a preview: %v", number, ok)
		}
		if !ok {
			continue
		}
		if want := fmt.Sprintf("v2 daily 24 %d", number); p.Open != want {
			t.Errorf("the link to day %d opens %q, want %q", number, p.Open, want)
		}
		if want := fmt.Sprintf("Daily #%d", number); !strings.HasPrefix(p.Title, want) {
			t.Errorf("the title of day %d is %q, want %q", number, p.Title, want)
		}
	}
}

// A button copies a card of up to 256 UTF-16 units, which is what the networks allow. From a card that is longer
// with its address, the button copies what stands above it. A card that is longer still is only sent by the bot.
func TestLongCardsAreNotCopied(t *testing.T) {
	d := newDaily(t, nil)
	req := request(t, d, storage.Community{Private: true}, storetest.Noon)
	const page = "https://reckon.example/"
	const address = page + "day/61?score=0"
	day := round.Achievement{Number: 61, Live: true, Parts: []round.Part{{Game: games.All()[0], Missed: true}}}
	title := cardText(req.Say, day)[0]
	most := 256 - chat.Units(title+"\n")
	for n, want := range map[int]string{
		most - chat.Units("\n"+address):     "with the address",
		most - chat.Units("\n"+address) + 1: "without it",
		most:                                "without it",
		most + 1:                            "",
	} {
		long := day
		long.Parts = slices.Repeat(day.Parts, n)
		var reply chat.Reply
		d.Links.Page = page
		d.addShareButton(req, &reply, long)
		share := reply.Buttons[0][0]
		got := ""
		switch {
		case strings.HasSuffix(share.Share, "\n"+address):
			got = "with the address"
		case share.Share != "":
			got = "without it"
		}
		if got != want || share.Prefill != "share 61" {
			t.Errorf("with %d squares the button is %+v, want it %s", n, share, want)
		}
	}
}

// The buttons of the archive turn to pages that exist: the newest day is the last to turn to.
func TestPagesOfTheArchive(t *testing.T) {
	v := voices(t)["en"]
	const newest = 30
	for from, want := range map[int]string{
		30: "v2 archive 21",
		25: "v2 archive 30, v2 archive 16",
		21: "v2 archive 30, v2 archive 12",
		10: "v2 archive 19, v2 archive 1",
		9:  "v2 archive 18",
	} {
		var data []string
		for _, b := range pageButtons(v, from, newest) {
			data = append(data, b.Data)
		}
		if got := strings.Join(data, ", "); got != want {
			t.Errorf("from day %d the buttons are %q, want %q", from, got, want)
		}
	}
}

// A recap crowns all who have the best score. Each name that it or a post says is that of a person, so that
// networks can link it.
func TestNamesInARecap(t *testing.T) {
	v := voices(t)["en"]
	g, _ := games.ByName("tchisla")
	solver := func(name string, measure int) round.DailySolver {
		return round.DailySolver{Name: name, Key: "key of " + name, Measure: measure}
	}
	best := solver("Zoe", 4)
	day := round.CommunityDay{
		Scores: []round.DayScore{
			{Name: "Ann", Key: "key of Ann", Points: 40, Grades: []round.Grade{round.Full, round.Full, round.Nothing}},
			{Name: "Bob", Key: "key of Bob", Points: 40, Grades: []round.Grade{round.Full, round.Much, round.Much}},
			{Name: "Cat", Key: "key of Cat", Points: 39, Grades: []round.Grade{round.Full, round.Much, round.Some}},
		},
		Games: []round.GameDay{{
			Game:    g,
			Solvers: []round.DailySolver{solver("Ann", 5), solver("Bob", -1)},
			More:    1,
			Best:    &best,
		}},
	}
	lines := recap(v, day)
	scores := ""
	for _, line := range lines[:4] {
		scores += say.Plain(line) + "\n"
	}
	const wantScores = "Points of the day, out of 100:\n🟩🟩⬛ 40 👑 Ann\n🟩🟨🟨 40 👑 Bob\n🟩🟨🟧 39 Cat\n"
	if scores != wantScores {
		t.Errorf("the scores are %q, want %q", scores, wantScores)
	}
	var named []string
	for _, span := range slices.Concat(append(lines, solvers(v, day)...)...) {
		if span.Person != "" {
			named = append(named, strings.TrimPrefix(span.Text, "👑 ")+", "+span.Person)
		}
	}
	var want []string
	for _, name := range strings.Fields("Ann Bob Cat Ann Bob Zoe Ann Bob") {
		want = append(want, name+", key of "+name)
	}
	if !slices.Equal(named, want) {
		t.Errorf("the names are %q, want %q", named, want)
	}
}

// A card of the live day has the person's streak, from the first day on. One of a past day has none.
func TestStreakOnACard(t *testing.T) {
	for _, test := range []struct {
		live bool
		days int
		want string
	}{
		{true, 0, "Reckon #61 · 0/100"},
		{true, 1, "Reckon #61 · 0/100 🔥 1"},
		{false, 1, "Reckon #61 · 0/100"},
	} {
		day := round.Achievement{Number: 61, Live: test.live, Streak: round.Streak{Days: test.days}}
		if got := cardText(voices(t)["en"], day)[0]; got != test.want {
			t.Errorf("%+v: the card begins with %q", test, got)
		}
	}
}
