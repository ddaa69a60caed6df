package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/web/webtest"
	"reckon/storage/storetest"
)

// enters opens the page in a tab by the link of a person in a chat.
func (b *tab) enters(s *site, name, locale string) {
	b.t.Helper()
	in := chat.Place{Network: "club", Community: strings.ToLower(name), Private: true}
	reply, _, err := s.bot.Do(b.t.Context(), chat.Request{
		Key: "club:" + name + s.now().String(), Place: in, Person: chat.Person{Network: "club", ID: in.Community, Name: name, Role: chat.RoleAdmin},
		Input: chat.Input{Kind: chat.Command, Name: "open"}, Ephemeral: true, Locale: locale, At: s.now(), Event: []byte("{}"),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.open(s.url+"play#pass="+pass(b.t, reply), "state.begun && !state.busy")
}

// league opens the league.
func (b *tab) league() {
	b.t.Helper()
	eval[any](b, "closeSheet(), go('me')")
	b.until("!sheet.open && !state.busy")
	b.tap("#league")
}

// presses presses the last button with a label.
func (b *tab) presses(label string) {
	b.t.Helper()
	b.until(fmt.Sprintf("!state.busy && (window.found = [...document.querySelectorAll('button')].findLast(e => e.checkVisibility() && e.innerText.includes(%q)))", label))
	eval[any](b, "void found.click()")
}

// reads waits until the sheet has a text.
func (b *tab) reads(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf("sheet.open && !state.busy && sheet.innerText.includes(%q)", text))
}

// On a person's first visit, three taps lead into the league: the league, Join, and a puzzle of the day.
func TestBrowserJoin(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	b := newTab(t, 320, 640, "en", "light")
	b.enters(s, "Ann", "en")
	b.league()
	b.reads("Want to play in the league?")
	b.presses("Join")
	b.reads("You're in with your next daily.")
	b.presses("Puzzle of the day")
	b.until("state.view.round?.daily && !state.busy && !sheet.open")
	s.later(time.Minute)
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, eval[string](b, "state.view.round.puzzle"))))
	b.shows(good)
	b.league()
	b.reads("Division 1")
	if row := eval[string](b, "sheet.querySelector('tr.me').innerText"); row != "1\tAnn\t20\t1\t1" {
		t.Errorf("her row is %q", row)
	}
	b.presses("Last week")
	b.reads("You haven't finished a week")

	guest := newTab(t, 320, 640, "en", "light")
	guest.open(s.url+"play", "document.querySelector('#board') && !state.busy")
	guest.league()
	guest.reads("one person can be many guests")
	guest.fits("of a guest")
	guest.axe("of a guest")
	if eval[bool](guest, "sheet.innerText.includes('Join')") {
		t.Error("a guest may join")
	}
}

// A whole division fits on the smallest phone, in every language and both colour schemes, and everybody can
// read it: as it is now, with the ranks that move, and as the last week ended.
func TestBrowserDivision(t *testing.T) {
	webtest.OnlyBrowser(t)
	const week = 7 * 24 * time.Hour
	// division is how many people the first division has.
	const division = 15
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	// This is a Tuesday.
	s.later(s.now().Truncate(week).Add(week + 34*time.Hour).Sub(s.now()))
	names := []string{"AnnWhoseNameIsMuchTooLong"}
	// There are enough people for a second division.
	for len(names) < division+3 {
		names = append(names, fmt.Sprintf("Player%d", len(names)))
	}
	for round := range 2 {
		s.later(time.Duration(round) * week)
		for i, name := range names {
			s.site.From = fmt.Sprintf("10.0.0.%d", i)
			v := s.visit(map[string]string{"network": "club", "proof": name, "locale": "en"})
			v.Acts = 100 * round
			v.do("command", "settings", "text", "worldwide on")
			for _, part := range v.do("command", "daily").View.Day.Parts[:1+(len(names)-i)%2] {
				v.do("press", part.Press)
				s.later(time.Minute)
				v.answer(bestAnswer(t, v.View.Round.Puzzle))
			}
		}
	}
	for _, look := range []struct{ locale, scheme, last string }{
		{"en", "light", "Last week"}, {"zh-CN", "dark", "上周"}, {"zh-TW", "light", "上週"},
	} {
		b := newTab(t, 320, 640, look.locale, look.scheme)
		check := func(what string) {
			t.Helper()
			b.fits(look.locale + ", " + what)
			b.axe(look.locale + ", " + look.scheme + ", " + what)
			if eval[bool](b, "sheet.scrollWidth > sheet.clientWidth") {
				t.Errorf("%s, %s: the table is too wide", look.locale, what)
			}
		}
		s.later(time.Minute)
		b.enters(s, names[0], look.locale)
		b.league()
		b.until("!state.busy && sheet.querySelector('tr.me') && sheet.querySelectorAll('.down').length >= 2")
		check("division")
		b.presses(look.last)
		b.until(fmt.Sprintf("!state.busy && sheet.querySelectorAll('tbody tr').length === %d && sheet.querySelectorAll('th').length === 4", division))
		check("last week")
	}
}
