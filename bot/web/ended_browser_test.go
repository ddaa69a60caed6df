package web_test

import (
	"testing"
	"time"
)

// When a race ends, everybody in the room sees who has won it. Another one says its rules and has its buttons once.
func TestBrowserRaceEnds(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	b := newTab(t, 1280, 800, "en", "light")
	b.open(s.url+"play?room="+ann.Room, "sheet.open")
	b.enter("#entry-name", "Bob")
	b.tap("#enter")
	b.until("!sheet.open && state.session.name === 'Bob'")
	ann.race("2 24 easy")
	for number := 1; number <= 2; number++ {
		if number > 1 {
			ann.await(number, 30*time.Second)
		}
		ann.look()
		ann.answer(solved(t, ann.View.Round.Puzzle))
	}
	ann.ends(30 * time.Second)
	b.until("document.querySelector('#win h2')?.innerText.includes('wins!')")
	if text := eval[string](b, "document.querySelector('#win').innerText"); text == "" || eval[int](b, "document.querySelectorAll('#win .seat').length") != 1 {
		t.Errorf("the end of a race says %s", text)
	}
	b.fits("the end of a race")
	b.axe("the end of a race")
	b.tap("#win .bare")
	const again = "[...document.querySelectorAll('button')].filter(b => b.innerText === 'Again').length"
	if n := eval[int](b, again); n != 1 {
		t.Errorf("there are %d buttons for another race", n)
	}
	b.tap("#next")
	b.until("!state.busy && state.view.match && !state.view.match.over")
	if n := eval[int](b, "document.body.innerText.split('The first right answer scores').length - 1"); n != 1 {
		t.Errorf("the rules stand there %d times", n)
	}
	eval[any](b, "state.view.match.stop && press(state.view.match.stop.press), 0")
	b.until("!state.busy && (!state.view.match.stop || state.view.match.over)")
	if n := eval[int](b, again); n > 1 {
		t.Errorf("once it is stopped, there are %d buttons for another race", n)
	}
}
