package web_test

import "testing"

// A game that is the last level of another one is no game of its own under Play, but a row beside the games. If the
// other one is not dealt, it is a game like others.
func TestBrowserLastLevels(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url, "document.querySelector('#board') && !state.busy")
	eval[any](b, "go('play')")
	b.shows("#games button")
	const titles = "[...document.querySelectorAll('#games b')].map(b => b.innerText).join()"
	if got := eval[string](b, titles); got != "24,Tchisla,Countdown,Letters" {
		t.Errorf("the games are %s", got)
	}
	if got := eval[string](b, "document.querySelector('[data-last=conundrum] b').innerText"); got != "Letters · Conundrum" {
		t.Errorf("the row is %q", got)
	}
	b.tap("[data-last=conundrum]")
	b.until("!state.busy && state.view.round.puzzle.startsWith('conundrum:')")
	eval[any](b, "press('v2 set games 24,conundrum')")
	b.until("!state.busy && state.view.deal.length === 2")
	eval[any](b, "closeSheet()")
	eval[any](b, "go('play')")
	b.until(titles + " === '24,Conundrum'")
	if eval[bool](b, "Boolean(document.querySelector('[data-last]'))") {
		t.Error("there is a row for a last level of a game that is not dealt")
	}
}
