package ghost_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage/storetest"
)

// A person who is alone on the page plays against a ghost. The page says whose time it is, but not how long
// it is, and later that the ghost was first.
func TestGhostOnPage(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	ann := s.Enter("Ann", "")
	solo := ann.Look().Solo
	if len(solo) != 1 || solo[0].Label != "Play a ghost" || solo[0].Press != "v2 ghost 0 24 0" {
		t.Errorf("alone ann can play %+v", solo)
	}
	ann.Do("command", "ghost", "text", "24 easy")
	for _, solves := range []bool{true, false, false} {
		s.Later(5 * time.Second)
		awaitPuzzle(t, ann)
		r := ann.View.Round
		m := ann.View.Match
		if r.Ends != 0 || r.Seconds != 0 {
			t.Errorf("the clock ends at %d, after %d s", r.Ends, r.Seconds)
		}
		var names []string
		for _, seat := range m.Table {
			names = append(names, seat.Name)
		}
		slices.Sort(names)
		if want := []string{"Ann", "🤖 Ghost"}; !slices.Equal(names, want) {
			t.Errorf("the table has %q, want %q", names, want)
		}
		if text := fmt.Sprint(m.Lines); !strings.Contains(text, "🤖 Ghost") {
			t.Errorf("the match: %s", text)
		}
		want := "The ghost was first"
		if solves {
			want = "Ann"
			ann.Answer(webtest.Solution(t, r.Puzzle))
		} else {
			s.Later(3 * time.Minute)
		}
		webtest.Until(t, "the puzzle is over", func() bool { v := ann.Look(); return v.Round != nil && v.Round.Over })
		if text := fmt.Sprint(ann.View.Round.Result); !strings.Contains(text, want) {
			t.Errorf("the puzzle ended: %s", text)
		}
	}
	m := ann.Look().Match
	if m == nil || !m.Over || m.Again == nil {
		t.Fatalf("the match: %+v", m)
	}
	if text := fmt.Sprint(m.Lines); !strings.Contains(text, "The ghost wins ") {
		t.Errorf("the match ended: %s", text)
	}

	// Until the rematch has its first puzzle, the end of the last one stays.
	v := ann.Do("press", m.Again.Press).View
	if v.Match == nil || v.Match.Over || v.Match.Number != 0 {
		t.Errorf("the rematch: %+v", v.Match)
	}
	if v.Round == nil || !strings.Contains(fmt.Sprint(v.Round.Result), "The ghost was first") {
		t.Errorf("beside the rematch stands %+v", v.Round)
	}
}

// awaitPuzzle waits until a puzzle of the match has come that the person can answer.
func awaitPuzzle(t *testing.T, p *webtest.Visitor) {
	t.Helper()
	webtest.Until(t, "a puzzle comes", func() bool {
		v := p.Look()
		if v.Match == nil || v.Round == nil || v.Match.Next != 0 {
			return false
		}
		hasBegun := v.Round.Begun != 0
		return hasBegun && !v.Round.Over && v.Round.Answer != nil
	})
}

// A person who stops the match while they lead has not won it.
func TestStoppedGhostOnPage(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	ann := s.Enter("Ann", "")
	ann.Do("command", "ghost", "text", "24 easy")
	s.Later(5 * time.Second)
	awaitPuzzle(t, ann)
	ann.Answer(webtest.Solution(t, ann.View.Round.Puzzle))
	webtest.Until(t, "the puzzle is over", func() bool { v := ann.Look(); return v.Round != nil && v.Round.Over })
	ann.Do("command", "stop")
	m := ann.Look().Match
	if m == nil || !m.Over || len(m.Table) != 2 {
		t.Fatalf("the match: %+v", m)
	}
	if text := fmt.Sprint(m.Lines); !strings.Contains(text, "Nobody won") {
		t.Errorf("the match ended: %s", text)
	}
	for _, seat := range m.Table {
		if seat.Rank != 0 {
			t.Errorf("%s has rank %d", seat.Name, seat.Rank)
		}
	}
}
