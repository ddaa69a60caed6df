package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/say"
)

// A playedRound is a round of a show: its puzzle, and what ann and bob answer.
type playedRound struct{ choice, puzzle, ann, bob string }

// fullShow are the rounds of a show of fifteen.
var fullShow = []playedRound{
	{"3 vowels", "letters:AAEEILNRT", "eternal", "alienate"},
	{"4 vowels", "letters:ACINOTTSU", "auctions", "cautions"},
	{"1 large", "countdown:75,50,8,7,3,2=812", "75*(8+3)-2*7", "75*(8+3)"},
	{"5 vowels", "letters:ENTERTAIN", "entertain", "intranet"},
	{"3 vowels", "letters:CEEIORSTT", "recites", "coteries"},
	{"0 large", "countdown:10,9,8,7,6,5=101", "10*9+6", "10*9+6+5"},
	{"4 vowels", "letters:AEGHINRST", "angriest", ""},
	{"5 vowels", "letters:ABDEILNOT", "notable", "tailbone"},
	{"4 large", "countdown:100,75,50,25,6,3=952", "(100+3)*75*6/50+25", "((100+6)*75*3-50)/25"},
	{"3 vowels", "letters:ACEHIMNOT", "machine", "aconite"},
	{"4 vowels", "letters:ADEGILNRS", "dealings", "readings"},
	{"5 vowels", "letters:AEIMNOPRT", "", "protein"},
	{"3 vowels", "letters:ACDEINORT", "reaction", "doctrine"},
	{"1 large", "countdown:25,6,3,8,1,9=427", "(9*6-1)*8+3", "(9*6-1)*8"},
	{"", "conundrum:CNETCRCIE", "", "eccentric"},
}

// scriptOf returns the transcript of a show that ann and bob play: she and he choose in turn.
func scriptOf(show []playedRound) string {
	lines := []string{"room club", "bob> /hello", fmt.Sprintf("ann> /race show %d", len(show)), "bob> [Join]"}
	choosers := []string{"ann", "bob"}
	for i, r := range show {
		if r.choice != "" {
			lines = append(lines, fmt.Sprintf("%s> [%s]", choosers[i%2], r.choice))
		}
		wait := "sleep 8s"
		if i == 0 {
			wait = "sleep 20s"
		}
		lines = append(lines, "deal "+r.puzzle, wait)
		if r.ann != "" {
			lines = append(lines, "ann> /answer "+r.ann)
		}
		if r.bob != "" {
			lines = append(lines, "bob> /answer "+r.bob)
		}
		lines = append(lines, "sleep 34s")
	}
	return strings.Join(append(lines, "points"), "\n")
}

// If a bot is killed and started again between all steps of a show of fifteen rounds, nothing changes.
func TestShowOutlivesTheProcess(t *testing.T) {
	features := []string{"show"}
	skipWithout(t, features)
	t.Parallel()
	said := playKilled(t, features, scriptOf(fullShow))
	for _, line := range []string{
		"after round 14\n", "🏆 Bob eccentric · show +10", "🥇 Bob 92\n", "🥈 Ann 84\n", "🏆 Bob wins the show.", "#1 Again",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("the show does not say %q:\n%s", line, said)
		}
	}
}

// If a bot is killed before each of its replies was seen, it sends them again, and the show ends in the same way.
func TestShowOutlivesLostMessages(t *testing.T) {
	features := []string{"show"}
	skipWithout(t, features)
	t.Parallel()
	checkLostMessages(t, features, scriptOf(fullShow))
}

// The page shows a person who plays a show alone how they and the ghost stand, once, and what the ghost answered when a
// round has ended.
func TestPageShowsTheGhostOfAShow(t *testing.T) {
	features := []string{"show"}
	skipWithout(t, features)
	var out strings.Builder
	s := stageWith(t, features, newDatabase(t), &out)
	view := func() chat.View {
		t.Helper()
		v, err := s.bot.View(t.Context(), s.request("ann", "{}"), true)
		if err != nil || v.Match == nil || v.Round == nil {
			t.Fatalf("the page shows %+v (%v)", v, err)
		}
		return v
	}
	says := func(lines []chat.Line, text string) bool {
		return slices.ContainsFunc(lines, func(l chat.Line) bool { return strings.Contains(say.Plain(l), text) })
	}
	s.follow("room ann private\nann> /race show\ndeal letters:AAEEILNRT\nsleep 10s\nann> retinal")
	v := view()
	if says(v.Round.Result, "Ghost") || v.Round.Seconds != 30 || v.Round.Ends == 0 {
		t.Errorf("in the first round the page shows %+v", v.Round)
	}
	s.follow("sleep 34s")
	v = view()
	if !says(v.Round.Result, "🤖 The ghost 4 letters · 15 s") {
		t.Errorf("after the first round the page does not say what the ghost answered: %+v", v.Round.Result)
	}
	seats := v.Match.Table
	if len(seats) != 2 || seats[0].Points != 7 || !seats[0].Me || seats[1].Name != "🤖 The ghost" || seats[1].Points != 0 {
		t.Errorf("the page shows the seats %+v", seats)
	}
	if says(v.Match.Lines, "Ghost") {
		t.Errorf("the page lists the people twice: %+v", v.Match.Lines)
	}
}
