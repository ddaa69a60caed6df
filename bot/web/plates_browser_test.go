package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// The digits of a plate in its order are joined with their neighbours alone, from left to right. Anything else is
// refused, and says why.
func TestBrowserPlateInOrder(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"p/24:2.3.8.7=10", "document.querySelector('#board') && state.begun && !state.busy")
	for _, refused := range [][]string{
		{tile(1), sign("+"), tile(3)},
		{tile(3), sign("+"), tile(1)},
		{tile(2), sign("+"), tile(1)},
	} {
		b.tap(refused...)
		if text := eval[string](b, "document.querySelector('#say').innerText"); text != "Only neighbours, from left to right." {
			t.Errorf("after %q it says %q", refused, text)
		}
	}
	b.picture("plate-in-order")
	b.tap(tile(1), sign("/"), tile(2), tile(3), sign("+"), tile(4), tile(2), sign("*"), tile(4))
	b.until("!state.busy && state.view.round.mine.answers?.length")
	if text := eval[string](b, "state.view.round.mine.answers[0].text"); text != "2/3*(8+7)" {
		t.Errorf("the answer is %q", text)
	}
	b.picture("plate-won")
}

// Nonstop begins from the list of what can be played. A puzzle says which it is, not how many there could be, and
// the next one comes by itself.
func TestBrowserNonstop(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('#board') && state.begun && !state.busy")
	eval[any](b, "go('play')")
	b.until("[...document.querySelectorAll('main .line b')].some(row => row.innerText === '24 · nonstop')")
	b.picture("play-kinds")
	eval[any](b, "[...document.querySelectorAll('main .line')].find(row => row.innerText.startsWith('24 · nonstop')).click()")
	b.until("state.view.match && state.view.match.kind === 'nonstop' && state.view.round?.title.includes('nonstop 1')")
	answer := solve(t, eval[string](b, "state.view.round.puzzle"))[0]
	b.picture("nonstop")
	if text := eval[string](b, "document.body.innerText"); strings.Contains(text, "of 100") {
		t.Errorf("it says how many puzzles there could be: %s", text)
	}
	eval[any](b, fmt.Sprintf("submit(%q)", answer))
	b.until("state.view.round?.title.includes('nonstop 2')")
	b.picture("nonstop-2")
}
