package stats

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/card"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/bot/say"
	"reckon/engine/games"
)

// The table has all figures with their names, in a fixed order. The picture has those that people compare.
func TestAllFigures(t *testing.T) {
	s, v := newStats(t)
	g, _ := games.ByName("24")
	f := figures{
		totals: totals{
			Points: 112,
			Right:  9,
			Wrong:  3,
			Hints:  4,
			Solved: 7,
			ByGame: []gameTotal{{Game: "24", Points: 94}, {Game: "chess", Points: 18}},
		},
		streak: round.Streak{Days: 5, Longest: 8, Freezes: 1},
		timings: []timing{
			{game: "24", level: 2, median: 14 * time.Second, best: 4 * time.Second, count: 3},
			{game: "letters", level: 4, median: 9 * time.Second, best: 9 * time.Second, count: 1},
		},
		days:   []bool{true, false, true},
		stars:  [round.MaxStars + 1]int{7, 1, 2, 3},
		hinted: [round.MaxHints + 1]int{7, 3, 2, 1},
		paces:  []pace{{game: g, least: 0.804, most: 0.996}},
		duel:   round.DuelRating{Puzzles: round.DuelShownFrom, Duelist: rating.Duelist{Rating: 1522.6}},
	}
	want := [][]string{
		{"points overall", "112"},
		{"puzzles solved", "9"},
		{"hints", "4"},
		{"daily streak, days", "5"},
		{"longest streak, days", "8"},
		{"freezes kept", "1"},
		{"Good days", "2 of 3 days"},
		{"time", "usual (best)"},
		{"24, easy", "14 s (4 s)"},
		// The picture has the rows above, too.
		{"duel rating", "1523"},
		{"solved without points", "2"},
		{"wrong answers", "3"},
		{"points in 24", "94"},
		// This game no longer exists.
		{"points in chess", "18"},
		{"time", "usual (best)"},
		{"Letters, hard", "9 s (9 s)"},
		{"solved with ★★★", "3"},
		{"solved with ★★", "2"},
		{"solved with ★", "1"},
		{"solved with 1 hint", "3"},
		{"solved with 2 hints", "2"},
		{"solved with 3 hints", "1"},
		{"24 vs expert", "80 to 100%"},
	}
	table := words{Voice: v, play: s.Play}.table(f, mostSolved(f.timings))
	if diff := cmp.Diff(want, table.Rows); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	// Beside the picture the rows begin after these.
	if table.Pictured != 9 {
		t.Errorf("the picture has %d rows of the table, want 9", table.Pictured)
	}
	wantOnCard := []card.Figure{
		{Label: "points overall", Value: "112"},
		{Label: "puzzles solved", Value: "9"},
		{Label: "hints", Value: "4"},
		{Label: "days in a row", Value: "5"},
		{Label: "most in a row", Value: "8"},
		{Label: "freezes kept", Value: "1"},
	}
	if diff := cmp.Diff(wantOnCard, cardFigures(v, f)); diff != "" {
		t.Errorf("figures of the picture (-want +got):\n%s", diff)
	}
}

// In every language the picture has room for the names of its figures, three in a row. If a name were cut, a longer one
// would look the same.
func TestNamesOfFiguresFit(t *testing.T) {
	s, _ := newStats(t)
	painter, err := card.NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	draw := func(label string) string {
		figure := card.Figure{Label: label, Value: "1"}
		picture, err := painter.Draw(card.Light, card.Stats{Figures: []card.Figure{figure, figure, figure}})
		if err != nil {
			t.Fatal(err)
		}
		return string(picture.PNG)
	}
	f := figures{
		totals: totals{Points: 112, Right: 9, Hints: 4},
		streak: round.Streak{Days: 5, Longest: 8, Freezes: 1},
	}
	for _, tag := range []string{"en", "zh-Hans", "zh-Hant"} {
		for _, figure := range cardFigures(s.Speak(tag), f) {
			if draw(figure.Label) == draw(figure.Label+"i") {
				t.Errorf("%s: %q is cut", tag, figure.Label)
			}
		}
	}
}

// If a person has only points, in one game, the table shows no zeros, and no row for the game.
func TestFewFigures(t *testing.T) {
	s, v := newStats(t)
	f := figures{
		totals: totals{ByGame: []gameTotal{{Game: "24"}}},
		duel:   round.DuelRating{Puzzles: round.DuelShownFrom - 1},
	}
	rows := words{Voice: v, play: s.Play}.table(f, "").Rows
	if diff := cmp.Diff([][]string{{"points overall", "0"}}, rows); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]card.Figure{{Label: "points overall", Value: "0"}}, cardFigures(v, f)); diff != "" {
		t.Errorf("figures of the picture (-want +got):\n%s", diff)
	}
}

// The longest streak is shown once it is longer than the present one.
func TestLongestStreak(t *testing.T) {
	s, v := newStats(t)
	for longest, isShown := range map[int]bool{5: false, 6: true} {
		f := figures{streak: round.Streak{Days: 5, Longest: longest}}
		rows := words{Voice: v, play: s.Play}.table(f, "").Rows
		tiles := cardFigures(v, f)
		most := 2
		if isShown {
			most = 3
		}
		if len(rows) != most || len(tiles) != most {
			t.Errorf("the longest streak of %d days: %v, %v", longest, rows, tiles)
		}
	}
}

// A person is told what they are slow at, and what they were slow at before.
func TestSkillsInWords(t *testing.T) {
	s, v := newStats(t)
	g, _ := games.ByName("24")
	skill := func(code string, value, before float64) round.SkillFigure {
		return round.SkillFigure{Game: g, Before: before, Skill: rating.Skill{Code: code, Value: value, Attempts: 20}}
	}
	var got []string
	for _, line := range (words{Voice: v, play: s.Play}).skills([]round.SkillFigure{
		skill("addition-last", 0.7, 0),
		skill("fraction", 0.5, 0),
		skill("division", 0.1, 0.4),
		skill("above", -0.1, 0.6),
		skill("division-last", 0.1, 0),
	}) {
		got = append(got, say.Plain(line))
	}
	want := []string{
		"Slow at: adding last (+101% time, 20 puzzles), fractions (+65% time, 20 puzzles)",
		"Better at: dividing (+49% → +11% time), going above 24 (+82% → -10% time)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("skills (-want +got):\n%s", diff)
	}
}

// Times are summed up by game, in the order of the games, and by level, the easiest first. A sum has the
// best time and the median: the middle time, or the mean of the two in the middle.
func TestTimings(t *testing.T) {
	s, _ := newStats(t)
	var times []solveTime
	for _, x := range []struct {
		game    string
		level   int
		seconds []int
	}{{"tchisla", 1, []int{7}}, {"24", 3, []int{9, 5, 8, 4}}, {"24", 1, []int{30, 10, 20}}} {
		for _, n := range x.seconds {
			times = append(times, solveTime{Game: x.game, Level: x.level, Took: time.Duration(n) * time.Second})
		}
	}
	want := []timing{
		{game: "24", level: 1, median: 20 * time.Second, best: 10 * time.Second, count: 3},
		{game: "24", level: 3, median: 6500 * time.Millisecond, best: 4 * time.Second, count: 4},
		{game: "tchisla", level: 1, median: 7 * time.Second, best: 7 * time.Second, count: 1},
	}
	got := s.timingsOf(times)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(timing{})); diff != "" {
		t.Errorf("timings (-want +got):\n%s", diff)
	}
	if game := mostSolved(got); game != "24" {
		t.Errorf("most times are of %q", game)
	}
}

// The picture has the times of the game with the most solve times, and of no other game. If two games have
// the same number, it has those of the first.
func TestTimesOfOneGame(t *testing.T) {
	_, v := newStats(t)
	timings := []timing{
		{game: "24", level: 1, count: 2},
		{game: "24", level: 2, count: 1, median: 8 * time.Second, best: 3 * time.Second},
		{game: "tchisla", level: 1, count: 3},
	}
	if game := mostSolved(timings); game != "24" {
		t.Errorf("of two games with three times each, the most solved is %q", game)
	}
	if game := mostSolved(nil); game != "" {
		t.Errorf("without times, the most solved game is %q", game)
	}
	g, _ := games.ByName("24")
	times := cardTimes(v, g, timings)
	if len(times.Levels) != 2 {
		t.Fatalf("the levels are %+v, want 2", times.Levels)
	}
	want := card.Time{Label: "easy", Median: 8, Best: 3, Text: "8 s (3 s)"}
	if diff := cmp.Diff(want, times.Levels[1]); diff != "" {
		t.Errorf("times of a level (-want +got):\n%s", diff)
	}
}

// Stars are those of the game's answers. A game without records has none, nor has a game that no longer
// exists.
func TestStars(t *testing.T) {
	s, _ := newStats(t)
	for _, test := range []struct {
		round paidRound
		stars int
	}{
		{paidRound{Game: "tchisla", Base: 30, Points: 30}, 3},
		{paidRound{Game: "tchisla", Base: 40, Points: 30}, 2},
		// This is the base of the level.
		{paidRound{Game: "tchisla", Level: 3, Points: round.Base(3)}, 3},
		{paidRound{Game: "24", Base: 30, Points: 30}, 0},
		{paidRound{Game: "chess", Base: 30, Points: 30}, 0},
	} {
		if stars := s.starsOf(test.round); stars != test.stars {
			t.Errorf("%+v has %d stars, want %d", test.round, stars, test.stars)
		}
	}
}
