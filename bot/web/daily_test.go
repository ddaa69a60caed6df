package web_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/engine/games"
	"reckon/storage/storetest"
)

// solutionsOf returns the solutions of a puzzle, in the ways in which they may be shown.
func solutionsOf(t *testing.T, id string) []string {
	t.Helper()
	name, desc, _ := strings.Cut(id, ":")
	g, _ := games.ByName(name)
	p, err := g.Parse(desc)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Solve(t.Context())
	all := append(slices.Clone(s.All), s.Best)
	// A shorter word gives nothing away.
	if p.Face().Goal == "" {
		all = slices.DeleteFunc(all, func(word string) bool { return len(word) < len(s.Best) })
	}
	return all
}

// codes returns the texts in a reply that somebody could type as an answer.
func codes(r *chat.Reply) (out []string) {
	for _, line := range r.Text {
		for _, span := range line {
			if span.Style == chat.Code {
				out = append(out, span.Text)
			}
		}
	}
	return out
}

// A person gives up the whole day as a guest, reads all that is shown, and types it with the account that
// counts. They have read no solution. Once the day is over everywhere, the guest is shown the solution of
// each puzzle.
func TestGuestReadsNoSolutionsOfTheDay(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	guest := s.guest("Nobody", "")
	day := guest.do("command", "daily").View.Day
	if day == nil || len(day.Parts) < 5 {
		t.Fatalf("the day: %+v", day)
	}
	// The page's script and style have words of their own.
	_, blank := s.fetch("p/24:1,2,3,4")
	// presses are by puzzle.
	presses := map[string]string{}
	var puzzles []string
	for _, part := range day.Parts {
		var read []string
		// reads stores what the guest is shown, and looks for a solution in it.
		reads := func(what string, seen ...any) {
			t.Helper()
			text, err := json.Marshal(seen)
			if err != nil {
				t.Fatal(err)
			}
			plain, _ := strconv.Unquote(`"` + strings.ReplaceAll(string(text), `"`, ``) + `"`)
			for _, solution := range solutionsOf(t, puzzles[len(puzzles)-1]) {
				if strings.Contains(blank, solution) {
					continue
				}
				if strings.Contains(string(text), solution) || strings.Contains(plain, solution) {
					t.Errorf("%s of %s shows %s", what, part.Game, solution)
				}
			}
		}
		a := guest.do("press", part.Press)
		puzzles = append(puzzles, a.View.Round.Puzzle)
		presses[a.View.Round.Puzzle] = part.Press
		reads("the puzzle", a)
		for range 2 {
			s.later(2 * time.Second)
			a = guest.do("press", guest.View.Round.GiveUp.Press)
			read = append(read, codes(a.Reply)...)
			reads("giving up", a)
			if guest.View.Round.GiveUp == nil {
				break
			}
		}
		if text := said(a.Reply); !strings.Contains(text, "15 April 2026, 14:00 UTC") {
			t.Errorf("who gave up %s reads %q", part.Game, text)
		}
		if view := guest.look(); view.Round.Result == nil || !strings.Contains(plain(view.Round.Result), "14:00 UTC") {
			t.Errorf("who gave up %s sees %q", part.Game, plain(view.Round.Result))
		} else {
			reads("the view", view)
		}
		for command, text := range map[string]string{
			"solve": a.View.Round.Puzzle, "hint": "", "giveup": "", "answer": "", "daily": part.Game, "archive": "", "records": "", "export": "",
		} {
			a = guest.do("command", command, "text", text)
			read = append(read, codes(a.Reply)...)
			reads("/"+command, a)
		}
		_, desc, _ := strings.Cut(puzzles[len(puzzles)-1], ":")
		for _, path := range []string{"p/" + puzzles[len(puzzles)-1], "book/?n=" + url.QueryEscape(desc), "day/" + strconv.Itoa(day.Number)} {
			_, page := s.fetch(path)
			reads(path, page)
		}
		// The account that counts types what the guest has read.
		main := s.visit(map[string]string{"network": "club", "proof": "Main"})
		main.Acts = 100 * len(puzzles)
		main.do("press", part.Press)
		s.later(time.Minute)
		for _, text := range read {
			main.do("press", main.View.Round.Answer.Press, "text", text, "round", main.View.Round.Token)
		}
		if points := main.View.Round.Mine.Points; points != 0 {
			t.Errorf("%d points for %s", points, part.Game)
		}
	}
	s.later(s.until(time.Date(2026, time.April, 15, 14, 0, 0, 0, time.UTC)))
	again := s.visit(map[string]string{"network": "web", "guest": guest.Guest, "name": "Nobody", "locale": "en"})
	again.Acts = guest.Acts
	for _, puzzle := range puzzles {
		again.do("press", presses[puzzle])
		if text := plain(again.View.Round.Result); !slices.ContainsFunc(solutionsOf(t, puzzle), func(x string) bool { return strings.Contains(text, x) }) {
			t.Errorf("when the day is over %s ends with %q", puzzle, text)
		}
	}
}

// Who is done with the day reads how many people have played it, once they are not the only one.
func TestOthersOfTheDay(t *testing.T) {
	s := newSite(t)
	for person, want := range []string{"", "So far 2 people have played today."} {
		guest := s.guest(strconv.Itoa(person), "")
		parts := guest.do("command", "daily").View.Day.Parts
		for i, part := range parts {
			guest.do("press", part.Press)
			s.later(time.Minute)
			guest.answer(bestAnswer(t, guest.View.Round.Puzzle))
			isDone := i == len(parts)-1
			if others := guest.View.Day.Others; isDone && others != want || !isDone && others != "" {
				t.Errorf("person %d reads after %d puzzles: %q", person, i+1, others)
			}
		}
	}
}

// until returns how long it takes until a time.
func (s *site) until(t time.Time) time.Duration { return t.Sub(s.now()) }
