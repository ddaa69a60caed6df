package say

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
)

// slips are texts that people type by mistake, and others that are worse.
var slips = []string{
	"", " ", "hello", "1+1", "(", ")", "((1)", "(1]", "1+", "+", "1 2", "1/0", "1/(2-2)", "-1", "√(0-1)", "√4", "2^3", "3!", "(1/2)!", "(0-3)!",
	"2^√2", "9^9^9^9", "99!!!", "1=2", "1=", "=", "1==1", strings.Repeat("(", 2000), strings.Repeat("1+", 3000) + "1", strings.Repeat("9", 5000),
	"8/(3-8/3)=25", "7/2*2", "1-2+3", "0.5", "1e3", "a b c", "\x00", "\xff\xfe", "１＋１", "zzzzzzzzz", "aeiou", "²",
}

// english speaks English.
func english(t *testing.T) Voice {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	return Voice{Printer: book.Printer("en")}
}

// TestEveryFactHasASentence judges the slips in every game, and takes every hint. Each code and each argument
// must have a sentence.
func TestEveryFactHasASentence(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range book.Languages() {
		v := Voice{Printer: book.Printer(language)}
		for _, g := range games.All() {
			for seed := uint64(0); seed < 20; seed += uint64(property.Step(4)) {
				p, err := g.New(rand.New(rand.NewPCG(seed, 1)), engine.Wish{Level: engine.Level(seed % 6), Year: 2026})
				if err != nil {
					t.Fatal(err)
				}
				checkPuzzle(t, v, g.Name(), p)
			}
			for _, slip := range slips {
				if _, err := g.Parse(slip); err != nil {
					checkFault(t, v, g.Name(), slip, engine.AsFault(err))
				}
				if _, err := g.New(rand.New(rand.NewPCG(1, 1)), engine.Wish{Text: slip}); err != nil {
					checkFault(t, v, g.Name(), slip, engine.AsFault(err))
				}
			}
		}
	}
}

func checkPuzzle(t *testing.T, v Voice, game string, p engine.Puzzle) {
	t.Helper()
	for n := 1; n <= round.MaxHints; n++ {
		h := p.Hint(n, nil)
		checkLine(t, v.Key("hint", game, h.Code), v.Line(v.Key("hint", game, h.Code), v.Facts(h.Args)))
	}
	rating := p.Rating()
	for _, reason := range rating.Reasons {
		checkLine(t, v.Key("reason", game, reason), v.Line(v.Key("reason", game, reason), nil))
	}
	if rating.Level < engine.MinLevel || rating.Level > engine.MaxLevel {
		t.Errorf("%s: level %d", p.ID(), rating.Level)
	}
	for _, slip := range slips {
		if verdict := p.Judge(slip); verdict.Outcome != engine.Right {
			checkFault(t, v, game, slip, verdict.Fault)
		}
	}
}

func checkFault(t *testing.T, v Voice, game, text string, f *engine.Fault) {
	t.Helper()
	if f == nil {
		t.Errorf("%s: %.40q is not right, and no fault says why", game, text)
		return
	}
	checkLine(t, v.Key("fault", game, f.Code), v.fault(game, text, f))
}

// checkLine fails if a line is a key or lacks an argument.
func checkLine(t *testing.T, key string, l chat.Line) {
	t.Helper()
	if text := Plain(l); text == key || strings.Contains(text, "<no value>") || strings.Contains(text, "<nil>") {
		t.Errorf("no sentence for %s: %q", key, text)
	}
}

// TestMarkStandsUnderPlace compares the room before the mark with what was counted by hand.
func TestMarkStandsUnderPlace(t *testing.T) {
	v := english(t)
	for _, tt := range []struct {
		before string
		column int
	}{
		{"", 0},
		{"8/", 2},
		{"８／", 4},
		{"根号4*", 6},
		{"8/\u200b", 2},
		{"8\u2716\ufe0f", 2},
		{"e\u0301 ", 2},
		{"8\t\n", 3},
		{strings.Repeat("1+", 50), 1 + reach},
	} {
		text := tt.before + "(3+3"
		lines := v.Explain("24", text, &engine.Fault{Code: "unclosed", At: &engine.Span{Pos: len(tt.before)}})
		piece, column := Plain(lines[0]), strings.Index(Plain(lines[1]), "^")
		if column != tt.column || !strings.HasSuffix(piece, "(3+3") {
			t.Errorf("behind %q, in %q, the mark stands in column %d, want %d", tt.before, piece, column, tt.column)
		}
	}
}

// TestSentencesStayShort judges answers of thousands of digits.
func TestSentencesStayShort(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	p, err := games.Parse("tchisla:2016#7")
	if err != nil {
		t.Fatal(err)
	}
	for _, answer := range []string{"7^7777", "√(777!)", strings.Repeat("7", 900), "7" + strings.Repeat("+7", 900), "7=7^7777"} {
		f := p.Judge(answer).Fault
		for line := range strings.Lines(Sentence(book.Printer(), "tchisla", answer, f)) {
			if n := len([]rune(line)); n > 3*longest {
				t.Errorf("%.20s is answered by %d characters: %.80s", answer, n, line)
			}
		}
	}
}

// A form that is sent without an answer is answered by a sentence.
func TestEmptyAnswer(t *testing.T) {
	v := english(t)
	for id, want := range map[string]string{
		"24:3,3,8,8":        "Type an expression, such as 2*(9-4)+6.",
		"letters:AAEEILNRT": "Type a word.",
	} {
		p, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		game, _, _ := strings.Cut(id, ":")
		for _, text := range []string{"", "  "} {
			lines := v.Explain(game, text, p.Judge(text).Fault)
			if len(lines) != 1 || Plain(lines[0]) != want {
				t.Errorf("%s, %q: it says %v, want %q", id, text, lines, want)
			}
		}
	}
}

// The end of a match says what the board has got of it where the match's own points do not tell that, and why it
// is less.
func TestPaidByAMatch(t *testing.T) {
	v := english(t)
	ann := storage.Player{ID: 1, Name: "Ann"}
	modes := mode.Modes(nil)
	for _, c := range []struct {
		kind  string
		tally round.Tally
		want  string
	}{
		{mode.Duel, round.Tally{Points: 2, Earned: 80, Paid: 80}, "On the board: Ann +80."},
		{mode.Duel, round.Tally{Points: 2, Earned: 80, Paid: 30}, "On the board: Ann +30 (only the best 20 rounds of a day count)."},
		{mode.Duel, round.Tally{Points: 2, Earned: 80}, "On the board: Ann +0 (only the best 20 rounds of a day count)."},
		{mode.Duel, round.Tally{Points: 2}, ""},
		{mode.Race, round.Tally{Points: 80, Earned: 80, Paid: 80}, ""},
		{mode.Race, round.Tally{Points: 80, Earned: 80, Paid: 30}, "On the board: Ann +30 (only the best 20 rounds of a day count)."},
		{mode.Race, round.Tally{Points: 80, Earned: 50, Paid: 50, Knew: 1}, "On the board: Ann +50 (knew one)."},
		{mode.Race, round.Tally{Points: 80, Earned: 50, Knew: 2}, "On the board: Ann +0 (knew 2, only the best 20 rounds of a day count)."},
	} {
		c.tally.Player = ann
		m := round.Match{Mode: modes.Of(c.kind, mode.Together, false), Table: []round.Tally{c.tally}}
		var got string
		for _, line := range v.paid(m) {
			got += Plain(line)
		}
		if got != c.want {
			t.Errorf("a %s with %+v says %q, want %q", c.kind, c.tally, got, c.want)
		}
	}
}

// A match's message names those who want to play. If they are many, it counts the rest.
func TestJoined(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields("Ann Bob Cat Dan Eve Fay Gil Hal Ida Joe")
	for _, c := range []struct {
		language string
		count    int
		want     string
	}{
		{"en", 1, "Racing: Ann."},
		{"en", 3, "Racing: Ann, Bob and Cat."},
		{"en", 8, "Racing: Ann, Bob, Cat, Dan, Eve, Fay, Gil and Hal."},
		{"en", 10, "Racing: Ann, Bob, Cat, Dan, Eve, Fay, Gil, Hal and 2 more."},
		{"zh-Hans", 2, "参加：Ann、Bob。"},
		{"zh-Hans", 9, "参加：Ann、Bob、Cat、Dan、Eve、Fay、Gil、Hal，还有 1 人。"},
		{"zh-Hant", 9, "參加：Ann、Bob、Cat、Dan、Eve、Fay、Gil、Hal，還有 1 人。"},
	} {
		m := round.Match{}
		m.Kind = mode.Race
		for _, name := range names[:c.count] {
			m.Joined = append(m.Joined, storage.Player{Name: name})
		}
		v := Voice{Printer: book.Printer(c.language)}
		if got := Plain(v.whoJoined(m)); got != c.want {
			t.Errorf("%d joined: %q, want %q", c.count, got, c.want)
		}
	}
}

// A match whose next puzzle is late does not say that it comes in the past.
func TestNextPuzzleIsLate(t *testing.T) {
	v := english(t)
	for wait, want := range map[time.Duration]string{
		2600 * time.Millisecond: "Puzzle 1 of 5: in 3 seconds.",
		-2 * time.Second:        "",
	} {
		m := round.Match{Wait: wait}
		m.Kind = mode.Race
		m.Length = 5
		m.NextAt = time.Unix(1, 0)
		if got := Plain(slices.Concat(v.state(m)...)); got != want {
			t.Errorf("after %v it says %q, want %q", wait, got, want)
		}
	}
}

// On the page a message may have other words, and one without them has its own.
func TestWordsOnPage(t *testing.T) {
	v := english(t)
	there := v
	there.OnPage = true
	args := With{"command": Slash("24")}
	for key, isOther := range map[string]bool{"stats.empty": true, "start.help": true, "old-button": false} {
		got := there.Phrase(key, args)
		if strings.Contains(got, "/24") || (got != v.Phrase(key, args)) != isOther {
			t.Errorf("%s: on the page it is %q, elsewhere %q", key, got, v.Phrase(key, args))
		}
	}
}

// All that tells how long somebody took cuts the time in the same way.
func TestTimesAreCut(t *testing.T) {
	v := english(t)
	for _, c := range []struct {
		took           time.Duration
		elapsed, short string
	}{
		{99 * time.Millisecond, "0 s", "1 s"},
		{4290 * time.Millisecond, "4.2 s", "4 s"},
		{12_960 * time.Millisecond, "12.9 s", "12 s"},
		{59_999 * time.Millisecond, "59.9 s", "59 s"},
		{61_600 * time.Millisecond, "1 min 1 s", "1 min 1 s"},
		{time.Hour + 119_900*time.Millisecond, "1 h 1 min", "1 h 1 min"},
	} {
		if got := v.Elapsed(c.took); got != c.elapsed {
			t.Errorf("%v is told as %q, want %q", c.took, got, c.elapsed)
		}
		if got := v.Short(c.took); got != c.short {
			t.Errorf("%v is told in few characters as %q, want %q", c.took, got, c.short)
		}
	}
}
