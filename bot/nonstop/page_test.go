package nonstop_test

import (
	"fmt"
	"strings"
	"testing"

	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage/storetest"
)

// Nonstop begins from the list of what can be played. A puzzle says which it is, not how many there could be, and
// the next one comes by itself.
func TestBrowserNonstop(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	b := webtest.NewTab(t, 390, 844, "en", "light")
	b.Open(s.URL+"play", "document.querySelector('#board') && state.begun && !state.busy")
	webtest.Eval[any](b, "go('play')")
	b.Until("[...document.querySelectorAll('main .line b')].some(row => row.innerText === '24 · nonstop')")
	b.Picture("play-kinds")
	webtest.Eval[any](b, "[...document.querySelectorAll('main .line')].find(row => row.innerText.startsWith('24 · nonstop')).click()")
	b.Until("state.view.match && state.view.match.kind === 'nonstop' && state.view.round?.title.includes('nonstop 1')")
	answer := webtest.Solution(t, webtest.Eval[string](b, "state.view.round.puzzle"))
	b.Picture("nonstop")
	if text := webtest.Eval[string](b, "document.body.innerText"); strings.Contains(text, "of 100") {
		t.Errorf("the page says how many puzzles there could be: %s", text)
	}
	webtest.Eval[any](b, fmt.Sprintf("submit(%q)", answer))
	b.Until("state.view.round?.title.includes('nonstop 2')")
	b.Picture("nonstop-2")
}
