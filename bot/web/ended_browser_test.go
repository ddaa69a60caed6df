package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// At a wrong address the page says what is wrong, and goes on.
func TestBrowserNowhere(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]string{
		"play?room=BCDFGH": "no room with that code",
		"r/BCDFGH":         "nothing at this address",
	} {
		b := newTab(t, 390, 844, "en", "light")
		// A stranger, and somebody who has a puzzle open.
		for range 2 {
			b.open(s.url+path, "document.querySelector('#to-today') && state.begun && !state.busy")
			if text := eval[string](b, "document.body.innerText"); !strings.Contains(text, want) {
				t.Errorf("%s says %s", path, text)
			}
			b.open(s.url+"play", "state.begun && !state.busy")
			eval[any](b, "act({command: '24'})")
			b.until("!state.busy && state.view.round")
		}
	}
}

// The card of a day is shared from its sheet as from Today, with the day's address once. If it cannot be copied, it
// is shown line by line.
func TestBrowserSharesCard(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url, "document.querySelector('#board') && !state.busy")
	eval[any](b, "press(state.view.day.parts[0].press)")
	b.until("state.view.round?.daily && !state.busy")
	eval[any](b, fmt.Sprintf("submit(%q)", solve(t, eval[string](b, "state.view.round.puzzle"))[0]))
	b.until("!state.busy && state.view.day.card")
	const tapShare = "[...document.querySelectorAll('#sheet button')].find(b => b.innerText === 'Share').click()"
	const card = "state.view.day.card + `\\n${location.origin}/day/${state.view.day.number}`"
	for _, copies := range []bool{true, false} {
		eval[any](b, fmt.Sprintf("go('today'), Object.defineProperty(navigator, 'share', {value: undefined, configurable: true}), "+
			"Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { if (!%t) throw 0; window.copied = text }}, configurable: true}), press(state.view.day.show.press)", copies))
		b.until("!state.busy && sheet.open && document.querySelector('#sheet img')")
		eval[any](b, tapShare)
		if copies {
			b.until("!sheet.open && window.copied === " + card + " && document.querySelector('#toast').innerText.includes('Copied')")
			continue
		}
		b.until("document.querySelector('#sheet pre')?.innerText === " + card)
	}
}

// When a race ends, everybody in the room sees who has won it. Another one says its rules and has its buttons once.
func TestBrowserRaceEnds(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	b := newTab(t, 1280, 800, "en", "light")
	b.joins(s.url, ann.Room, "Bob")
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
