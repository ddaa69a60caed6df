package bot_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/engine/games"
)

// If a person sends thirty right answers in a minute in their private chat, all are judged, and each gets its
// verdict.
func TestPaceInPrivate(t *testing.T) {
	var out strings.Builder
	s := newStage(t, &out)
	s.pace = time.Second
	s.follow("room ann private")
	g, _ := games.ByName("24")
	for range 30 {
		out.Reset()
		s.follow("ann> /24")
		tiles := regexp.MustCompile(`\[(\d+)\]`).FindAllStringSubmatch(out.String(), -1)
		var hand []string
		for _, tile := range tiles {
			hand = append(hand, tile[1])
		}
		p, err := g.Parse(strings.Join(hand, " "))
		if err != nil {
			t.Fatalf("%v:\n%s", err, out.String())
		}
		out.Reset()
		s.follow("ann> " + p.Solve(t.Context()).Best)
		if !strings.Contains(out.String(), "Right: ") {
			t.Errorf("an answer is not told:\n%s", out.String())
		}
	}
}

// If a person in a group sends too many answers, none of them is dropped without a word: the person is told
// how long to wait, and after that an answer counts.
func TestPaceInGroup(t *testing.T) {
	var out strings.Builder
	s := newStage(t, &out)
	s.pace = 100 * time.Millisecond
	s.follow("deal 24:3,3,8,8\nann> /24")
	for range 19 {
		s.follow("ann> 3*8*8/3")
	}
	out.Reset()
	s.follow("ann> 8/(3-8/3)\nann> 8/(3-8/3)\nann> /answer 8/(3-8/3)")
	if n := strings.Count(out.String(), "You can go on in "); n != 3 {
		t.Errorf("%d of 3 early answers are told so:\n%s", n, out.String())
	}
	out.Reset()
	s.follow("sleep 2s\nann> 8/(3-8/3)")
	if !strings.Contains(out.String(), "got it") {
		t.Errorf("after the wait:\n%s", out.String())
	}
}

// A reply that says how long to wait is dropped after some seconds, since it would be wrong then. The reply to
// an answer waits longer.
func TestWarningEnds(t *testing.T) {
	var out strings.Builder
	s := newStage(t, &out)
	s.pace = 100 * time.Millisecond
	s.follow("deal 24:3,3,8,8\nann> /24")
	for range 19 {
		s.follow("ann> /hint")
	}
	for _, test := range []struct {
		text string
		most time.Duration
	}{
		{"/help", tell.Pause.UsefulFor()},
		{"/answer 8/(3-8/3)", time.Minute},
	} {
		s.events++
		r := s.request("ann", test.text)
		d, err := s.bot.ReplyTo(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		said := say.Plain(d.Reply.Text[0])
		if left := d.Until.Sub(s.now); left != test.most || !strings.Contains(said, "You can go on in ") {
			t.Errorf("%s: told %q for %v, want %v", test.text, said, left, test.most)
		}
	}
}
