package web_test

import "testing"

// Whoever plays alone begins a show from the list of what can be played.
func TestBrowserShowAlone(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('#board') && state.begun && !state.busy")
	eval[any](b, "go('play')")
	b.until("[...document.querySelectorAll('main .line')].some(row => row.innerText.trim() === 'The show')")
	eval[any](b, "[...document.querySelectorAll('main .line')].find(row => row.innerText.trim() === 'The show').click()")
	b.until("state.view.match?.kind === 'show' && !state.busy")
	b.picture("show-alone-lobby")
	b.until("state.view.round?.game === 'letters' && state.view.match?.number === 1")
	b.picture("show-alone")
}
