package web_test

import "testing"

// The digits of a plate in their order are joined with their neighbours alone, from left to right. The page refuses
// anything else, and says why.
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
