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
	heard := changes(t, again.open("since="+again.look().Version))
	bo.forget()
	hears(t, heard, "one is forgotten")
	if got := again.here(); got != "Anna (me)" {
		t.Errorf("when one is forgotten: %q", got)
	}
}

// forget asks that nothing about the visitor stays.
func (v *visitor) forget() {
	v.t.Helper()
	for a := v.do("command", "privacy", "text", "forget"); a.Reply != nil && len(a.Reply.Buttons) > 0; {
		a = v.do("press", a.Reply.Buttons[0][0].Data)
	}
}

// Forty people are named, and the others are counted. The maker is always named, so all are told when they come back.
func TestCrowdIsHere(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	var others []*visitor
	for i := range 44 {
		s.site.From = fmt.Sprintf("203.0.0.%d", i)
		others = append(others, s.guest(fmt.Sprintf("P%d", i), ann.Room))
	}
	view := ann.look()
	if len(view.Here) != 40 || view.HereMore != 5 || view.Here[0].Name != "Ann" || view.Here[39].Name != "P38" {
		t.Errorf("%d are named, %d are not: %+v", len(view.Here), view.HereMore, view.Here)
	}
	s.guest("One more", ann.Room)
	if again := ann.look(); again.Version != view.Version || again.HereMore != 6 {
		t.Errorf("another one who is not named: %d are not, and the view is new: %v", again.HereMore, again.Version != view.Version)
	}
	for range 2 {
		s.later(40 * time.Second)
		for _, v := range others {
			v.look()
		}
	}
	if view := others[0].look(); view.Here[0].Name != "P0" {
		t.Errorf("when Ann has gone: %+v", view.Here)
	}
	heard := changes(t, others[0].open("since="+others[0].View.Version))
	s.visit(map[string]string{"network": "web", "guest": ann.Guest, "name": "Ann", "room": ann.Room, "maker": ann.Maker, "locale": "en"})
	hears(t, heard, "Ann is back")
}

// hears waits until a stream tells of a change.
func hears(t *testing.T, heard chan bool, what string) {
	t.Helper()
	select {
	case <-heard:
	case <-time.After(10 * time.Second):
		t.Errorf("it is not told that %s", what)
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
		solution := bestAnswer(t, ann.View.Round.Puzzle)
		ann.answer(solution)
		bob.look()
		bob.answer(solution)
		if left := bob.look().Round.Ends - bob.View.Now; left < 8000 {
			t.Errorf("Cem, who %s, has %d ms left", name, left)
		}
	}
}

// Those who watch a room are told that somebody has gone, even if only people of another room do something.
func TestLeavingIsToldFromAnotherRoom(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	s.guest("Bob", ann.Room)
	elsewhere := s.guest("Cem", "new")
	heard := changes(t, ann.open("since="+ann.look().Version))
	s.later(2 * time.Minute)
	elsewhere.look()
	hears(t, heard, "Bob has gone")
	if got := ann.here(); got != "Ann (me)" {
		t.Errorf("when Bob has gone: %q", got)
	}
}

// Who takes another name keeps their place in the list. They are there as long as a page of theirs is open.
func TestAnotherNameInARoom(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	s.guest("Cem", ann.Room)
	page := bob.open("since=" + bob.View.Version)
	s.visit(map[string]string{"network": "web", "guest": bob.Guest, "name": "Bobby", "room": ann.Room, "locale": "en"})
	if got := ann.here(); got != "Ann (me), Bobby, Cem" {
		t.Errorf("under another name: %q", got)
	}
	s.later(2 * time.Minute)
	if got := ann.here(); got != "Ann (me), Bobby" {
		t.Errorf("when only Bobby's page is open: %q", got)
	}
	page.Body.Close()
	until(t, "Bobby has gone", func() bool {
		s.later(2 * time.Minute)
		return ann.here() == "Ann (me)"
	})
}

// A page that was open when its guest was forgotten does not keep them in the room once it is closed.
func TestOldPageAfterForgetting(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	var pages []*http.Response
	for range 6 {
		pages = append(pages, bob.open("since="+bob.View.Version))
	}
	bob.forget()
	s.visit(map[string]string{"network": "web", "guest": bob.Guest, "name": "Bob", "room": ann.Room, "locale": "en"})
	if got := ann.here(); got != "Ann (me), Bob" {
		t.Errorf("when Bob is back: %q", got)
	}
	pages[0].Body.Close()
	// Nobody has more than six streams, so Bob gets another one once the server knows that the first has ended.
	alone := s.visit(map[string]string{"network": "web", "guest": bob.Guest, "locale": "en"})
	until(t, "the page is closed", func() bool {
		return s.call("GET", "play/watch?poll=1&since=none", alone.Token, nil, nil) == http.StatusOK
	})
	s.later(2 * time.Minute)
	if got := ann.here(); got != "Ann (me)" {
		t.Errorf("when Bob has gone: %q", got)
	}
	for _, page := range pages[1:] {
		page.Body.Close()
	}
}
