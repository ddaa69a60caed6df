package web_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"reckon/bot/web/webtest"
)

// plays opens a part of the live day and submits an answer, which is made of the best one.
func (b *tab) plays(part int, change func(best string) string) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf("press(state.view.day.parts[%d].press)", part))
	b.until(fmt.Sprintf("!state.busy && state.at === 'round' && state.view.round?.daily && state.view.round.game === state.view.day.parts[%d].game", part))
	answer := change(bestAnswer(b.t, eval[string](b, "state.view.round.puzzle")))
	eval[any](b, fmt.Sprintf("submit(%q)", answer))
	b.until("!state.busy && state.view.round.mine.answers")
}

// joins enters a room under a name.
func (b *tab) joins(url, room, name string) {
	b.t.Helper()
	b.open(url+"play?room="+room, "sheet.open")
	b.enter("#entry-name", name)
	b.tap("#enter")
	b.until(fmt.Sprintf("!sheet.open && state.session.name === %q", name))
}

// In a room, what a person is refused while a match is there is said.
func TestBrowserRefusalBesideMatch(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	b := newTab(t, 390, 844, "en", "light")
	b.joins(s.url, ann.Room, "Bob")
	ann.race("3 24 easy")
	b.until("state.view.match && state.view.round && !state.busy")
	eval[any](b, "go('together'), act({ command: 'race', text: '3 24' })")
	b.until("!state.busy && sheet.open && sheet.innerText.length > 20")
	if text := eval[string](b, "sheet.innerText"); strings.Contains(text, "The first right answer scores") {
		t.Errorf("instead of a refusal it says %q", text)
	}
}

// While a better answer to the last puzzle of a day can be found, the large button is that for an answer. Enter does
// not lead away.
func TestBrowserOneMainButton(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url, "document.querySelector('#board') && state.begun && !state.busy")
	const tchisla = 1
	for _, part := range []int{0, 2, 3, 4} {
		b.plays(part, func(best string) string { return best })
	}
	b.plays(tchisla, func(best string) string {
		digit := eval[string](b, "state.view.round.board.tiles[0]")
		return "(" + best + ")*" + digit + "/" + digit
	})
	b.tap("#win .bare")
	b.shows("#round #next")
	if n := eval[int](b, "document.querySelectorAll('#round .main').length"); n != 1 {
		t.Errorf("there are %d large buttons", n)
	}
	b.picture("one-main-button")
	b.press("key: 'Enter'")
	if at := eval[string](b, "state.at"); at != "round" {
		t.Errorf("Enter leads to %s", at)
	}
}

// The streak is shown with a puzzle of the live day, and with none of an earlier day.
func TestBrowserStreakOfLiveDay(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url, "document.querySelector('#board') && state.begun && !state.busy")
	best := func(best string) string { return best }
	b.plays(0, best)
	s.later(24 * time.Hour)
	eval[any](b, "refresh()")
	b.until("!state.busy && !state.view.day.parts[0].state")
	b.plays(0, best)
	if text := eval[string](b, "document.querySelector('#win').innerText"); !strings.Contains(text, "2\ndays in a row") {
		t.Errorf("the second day says %q", text)
	}
	eval[any](b, "press(state.view.day.yesterday.press)")
	b.until("!state.busy && state.view.roundDay")
	eval[any](b, "press(state.view.roundDay.parts[4].press)")
	b.until("!state.busy && state.view.roundDay && state.view.round.game === state.view.roundDay.parts[4].game")
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, eval[string](b, "state.view.round.puzzle"))))
	b.until("!state.busy && document.querySelector('#win')")
	if text := eval[string](b, "document.querySelector('#win').innerText"); strings.Contains(text, "in a row") {
		t.Errorf("a past day says %q", text)
	}
}

// Who has pressed Give up by mistake goes on with the puzzle. Who has given up sees the solution at once when they
// open the puzzle again.
func TestBrowserGivesUp(t *testing.T) {
	s := newSite(t)
	for _, size := range phones {
		b := newTab(t, size[0], size[1], "en", "light")
		b.open(s.url+"p/24:1,5,5,5", "document.querySelector('#board') && state.begun && !state.busy")
		b.tap("#more", "#giveup")
		b.until("!state.busy && sheet.open && state.sheet.buttons")
		b.presses("Keep trying")
		b.until("!state.busy && !sheet.open && state.view.round.giveup && state.view.round.puzzle === '24:1,5,5,5'")
		b.tap("#more", "#giveup")
		b.until("!state.busy && sheet.open && state.sheet.buttons")
		b.tap("#sheet .wrap button")
		b.until("!state.busy && !state.view.round.giveup && !sheet.open")
		if n := eval[int](b, "document.querySelectorAll('#result [role=status]').length"); n != 1 {
			t.Errorf("the solution is told to people who listen %d times", n)
		}
		b.until("!history.state?.sheet")
		b.reload("document.querySelector('#result p')")
		b.inSight(fmt.Sprint("given up before ", size), "#result p")
	}
}

// The tools of Tchisla stay in sight while a calculation takes two lines.
func TestBrowserToolsInSight(t *testing.T) {
	s := newSite(t)
	for _, size := range phones {
		b := newTab(t, size[0], size[1], "en", "light")
		b.open(s.url+"p/tchisla:2016%237", "document.querySelector('#board') && state.begun && !state.busy")
		b.inSight(fmt.Sprint("before the first digit ", size), "#tools")
		b.keys("7+7+7+7+7+7+7+7+7+7+7+7+7+7+7+7+7+7+7")
		b.inSight(fmt.Sprint("two lines ", size), "#tools")
	}
}

// In the heading of a puzzle, what stands beside its title is on one line.
func TestBrowserHeading(t *testing.T) {
	s := newSite(t)
	for _, locale := range []string{"en", "zh-CN", "zh-TW"} {
		b := newTab(t, 390, 844, locale, "light")
		b.open(s.url, "document.querySelector('#board') && state.begun && !state.busy")
		for i := range eval[int](b, "state.view.deal.length") {
			eval[any](b, fmt.Sprintf("act({ command: state.view.deal[%d].game })", i))
			b.until(fmt.Sprintf("!state.busy && state.at === 'round' && state.view.round.game === state.view.deal[%d].game", i))
			eval[any](b, "state.skew += 70000; changed()")
			b.until("document.querySelector('#clock')?.innerText.includes(':')")
			if high := eval[float64](b, "document.querySelector('header > .wide > .faint').getBoundingClientRect().height"); high > 26 {
				t.Errorf("%s, game %d: it is %v high", locale, i, high)
			}
		}
	}
}

// The first puzzle of a game comes with its rule, until the person closes it or plays the next one.
func TestBrowserRuleOnce(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url, "document.querySelector('#board') && state.begun && !state.busy")
	b.shows("#known")
	b.tap("#known")
	b.until("!document.querySelector('#known')")
	for i := range eval[int](b, "state.view.deal.length") {
		deal := func() {
			before := eval[string](b, "state.view.round.token")
			eval[any](b, fmt.Sprintf("press(state.view.deal[%d].press)", i))
			b.until(fmt.Sprintf("!state.busy && state.view.round.token !== %q", before))
		}
		deal()
		if isTold := eval[bool](b, "Boolean(document.querySelector('#known'))"); isTold != (i > 0) {
			t.Errorf("game %d: its rule is told: %t", i, isTold)
		}
		b.picture(fmt.Sprint("rule-", i))
		b.reload("document.querySelector('#board')")
		if isTold := eval[bool](b, "Boolean(document.querySelector('#known'))"); isTold != (i > 0) {
			t.Errorf("game %d, loaded again: its rule is told: %t", i, isTold)
		}
		deal()
		if eval[bool](b, "Boolean(document.querySelector('#known'))") {
			t.Errorf("game %d: its rule is told twice", i)
		}
	}
}

// A board stays where it is when the person begins, also while the rule of the game stands above it.
func TestBrowserBoardStays(t *testing.T) {
	s := newSite(t)
	for _, locale := range []string{"en", "zh-CN", "zh-TW"} {
		for _, size := range append(phones, [2]int64{390, 844}) {
			b := newTab(t, size[0], size[1], locale, "light")
			b.open(s.url, "document.querySelector('#board') && state.begun && !state.busy")
			for i := range eval[int](b, "state.view.deal.length") {
				if i > 0 {
					eval[any](b, fmt.Sprintf("press(state.view.deal[%d].press)", i))
					b.until(fmt.Sprintf("!state.busy && state.view.round.game === state.view.deal[%d].game", i))
				}
				what := fmt.Sprint(locale, size, ", game ", i)
				b.inSight(what, "#tools")
				const top = "document.querySelector('#board').getBoundingClientRect().top"
				before := eval[float64](b, top)
				b.tap("#board button")
				if after := eval[float64](b, top); after != before {
					t.Errorf("%s: the board moved from %v to %v", what, before, after)
				}
			}
		}
	}
}

// Without a network the page opens, and says that it waits.
func TestBrowserOpensOffline(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(webtest.Handler(s.site.Page))
	t.Cleanup(server.Close)
	b := newTab(t, 390, 844, "en", "light")
	b.open(server.URL+"/", "document.querySelector('#board') && state.begun && !state.busy")
	eval[any](b, "navigator.serviceWorker.ready.then(() => 0)")
	b.reload("navigator.serviceWorker.controller")
	b.until("window.kept || void caches.match('play', { ignoreVary: true }).then(kept => { window.kept = kept })")
	server.CloseClientConnections()
	server.Close()
	b.run(chromedp.Reload())
	b.until("!state.view && document.querySelector('#lost')?.innerText.includes('No connection')")
	b.picture("offline")
}
