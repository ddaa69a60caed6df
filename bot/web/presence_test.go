package web_test

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// here returns who is in the room, as a person sees it.
func (v *visitor) here() string {
	v.t.Helper()
	var names []string
	for _, seat := range v.look().Here {
		if seat.Me {
			seat.Name += " (me)"
		}
		names = append(names, seat.Name)
	}
	return strings.Join(names, ", ")
}

// changes returns a channel with a value for each change that a stream tells of.
func changes(t *testing.T, answer *http.Response) chan bool {
	t.Helper()
	t.Cleanup(func() { answer.Body.Close() })
	heard := make(chan bool, 100)
	go func() {
		for in := bufio.NewScanner(answer.Body); in.Scan(); {
			if in.Text() != "" {
				heard <- true
			}
		}
	}()
	return heard
}

// People in a room see who else is there, the maker first. Those who watch are told when somebody comes or
// goes. People of one name have numbers.
func TestWhoIsHere(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	if got := ann.here(); got != "Ann (me)" {
		t.Errorf("at first: %q", got)
	}
	heard := changes(t, ann.open("since="+ann.View.Version))
	guest := s.guest("", ann.Room)
	<-heard
	other := s.guest("", ann.Room)
	<-heard
	for v, want := range map[*visitor]string{
		ann:   "Ann (me), Guest, Guest 2",
		guest: "Ann, Guest (me), Guest 2",
		other: "Ann, Guest, Guest 2 (me)",
	} {
		if got := v.here(); got != want {
			t.Errorf("all three: %q, want %q", got, want)
		}
	}
	if alone := s.guest("Cy", ""); alone.here() != "" {
		t.Errorf("alone: %q", alone.here())
	}
	// The first guest's page is closed. The second one's still calls, and Ann's still watches.
	s.later(40 * time.Second)
	other.look()
	s.later(40 * time.Second)
	if got := other.here(); got != "Ann, Guest 2 (me)" {
		t.Errorf("without the first guest: %q", got)
	}
	<-heard
	// Whoever comes back comes last.
	back := s.visit(map[string]string{"network": "web", "guest": guest.Guest, "room": ann.Room, "locale": "en"})
	<-heard
	if got := back.here(); got != "Ann, Guest 2, Guest (me)" {
		t.Errorf("back again: %q", got)
	}
}

// The maker is first even if they come back last. A person who is forgotten is there no more.
func TestHereAfterReturnAndForgetting(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bo := s.guest("Bo", ann.Room)
	s.later(2 * time.Minute)
	if got := bo.here(); got != "Bo (me)" {
		t.Errorf("while the maker is away: %q", got)
	}
	again := s.visit(map[string]string{"network": "web", "guest": ann.Guest, "name": "Anna", "room": ann.Room, "maker": ann.Maker, "locale": "en"})
	if got := again.here(); got != "Anna (me), Bo" {
		t.Errorf("when the maker is back: %q", got)
	}
	for a := bo.do("command", "privacy", "text", "forget"); a.Reply != nil && len(a.Reply.Buttons) > 0; {
		a = bo.do("press", a.Reply.Buttons[0][0].Data)
	}
	if got := again.here(); got != "Anna (me)" {
		t.Errorf("when one is forgotten: %q", got)
	}
}

// Forty people are named, and the others are counted.
func TestCrowdIsHere(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	for i := range 44 {
		s.site.From = fmt.Sprintf("203.0.0.%d", i)
		s.guest(fmt.Sprintf("P%d", i), ann.Room)
	}
	view := ann.look()
	if len(view.Here) != 40 || view.HereMore != 5 || view.Here[0].Name != "Ann" || view.Here[39].Name != "P38" {
		t.Errorf("%d are named, %d are not: %+v", len(view.Here), view.HereMore, view.Here)
	}
}

// Two people cannot shorten the time of a third: not after a wrong answer of theirs, nor when one of their tabs is
// closed, nor when they have joined and their page has not called for long.
func TestNobodyIsHurried(t *testing.T) {
	for name, test := range map[string]struct {
		isJoined bool
		away     func(s *site, cem *visitor)
	}{
		"has answered wrong": {away: func(_ *site, cem *visitor) {
			cem.look()
			cem.answer("1+1")
		}},
		"has closed a tab": {away: func(s *site, cem *visitor) {
			cem.open("since=" + cem.View.Version)
			cem.open("since=" + cem.View.Version).Body.Close()
			s.later(5 * time.Second)
		}},
		"has joined and sleeps": {isJoined: true, away: func(*site, *visitor) {}},
	} {
		s := newSite(t)
		ann := s.guest("Ann", "new")
		bob := s.guest("Bob", ann.Room)
		cem := s.guest("Cem", ann.Room)
		ann.do("command", "race", "text", "2 24 easy")
		if test.isJoined {
			cem.look()
			cem.do("press", cem.View.Match.Join.Press)
		}
		bob.later(20 * time.Second)
		bob.await(1, 0)
		if test.isJoined {
			s.later(70 * time.Second)
			bob.look()
		}
		test.away(s, cem)
		ann.look()
		solution := solved(t, ann.View.Round.Puzzle)
		ann.answer(solution)
		bob.look()
		bob.answer(solution)
		if left := bob.look().Round.Ends - bob.View.Now; left < 8000 {
			t.Errorf("Cem, who %s, has %d ms left", name, left)
		}
	}
}
