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
