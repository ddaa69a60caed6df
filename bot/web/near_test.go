package web_test

import "testing"

// wonTitle is what the sheet says about an answer, in JavaScript.
const wonTitle = "document.querySelector('#won')?.innerText"

// A near answer to Countdown says how near it is, and a better one may be tried for.
func TestBrowserNear(t *testing.T) {
	s := newSite(t)
	for lang, want := range map[string]string{"en": "3 away", "zh-CN": "差 3"} {
		b := newTab(t, 390, 844, lang, "light")
		b.open(s.url+"p/countdown:2,3,7,8,50,75:812", "state.begun && document.querySelector('#board')")
		// (50+8)*7*2 is the solution; that less 3 is 3 away.
		b.tap(joined("5+4" + "4*3" + "3*1" + "1-2")...)
		b.tap("#answer")
		b.shows("#win #better")
		if title := eval[string](b, wonTitle); title != want {
			t.Errorf("%s: 809 for 812 is %q", lang, title)
		}
		b.until("document.querySelector('#win .calculation').innerText.endsWith('= 809')")
		b.until("document.querySelectorAll('#won.good, #board .won').length === 0")
		b.tap("#better")
		b.until("!document.querySelector('#win') && document.querySelector('#answer')")
		b.tap("[aria-label=" + eval[string](b, "state.words.undo") + "]")
		b.shows("#answer:not([aria-disabled])")
		b.tap("#answer")
		b.shows("#won.good")
		b.until("!document.querySelector('#better')")
	}
}

// The answer returns also if a near answer is closed by its cross, and if a step is made while its sheet is open.
func TestBrowserNearThenStep(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 1440, 900, "en", "light")
	b.open(s.url+"p/countdown:2,3,7,8,50,75:812", "state.begun && document.querySelector('#board')")
	near := joined("5+4" + "4*3" + "3*1" + "1-2")
	b.tap(near...)
	b.tap("#answer")
	b.shows("#win")
	eval[any](b, "move(-1)")
	b.shows("#answer:not([aria-disabled])")
	b.keys("(50+8)*7*2\r")
	b.shows("#won.good")
}

// An answer to Tchisla says how many digits and stars it has. What is right but not the best is not hailed as right.
func TestBrowserStars(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"p/tchisla:49%237", "state.begun && document.querySelector('#board')")
	b.keys("7*7+7-7\r")
	b.shows("#better")
	if title := eval[string](b, wonTitle); title != "4 digits ★☆☆" {
		t.Errorf("the sheet says %q", title)
	}
	b.tap("#better")
	b.keys("\x1b" + "7*7\r")
	b.until(wonTitle + " === 'Right!'")
}

// Whoever solves a puzzle by taps goes on by Enter.
func TestBrowserEnterAfterTaps(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 1440, 900, "en", "light")
	b.open(s.url+"p/24:1,2,3,4", "state.begun && document.querySelector('#board')")
	b.tap(joined("1*2" + "2*3" + "3*4")...)
	b.shows("#win #next")
	b.keys("\r")
	b.until("state.view.round.puzzle !== '24:1,2,3,4'")
}

// What is wrong with a calculation is said once, and the calculation is printed like others.
func TestBrowserFaultOnce(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"p/tchisla:2016%237", "state.begun && document.querySelector('#board')")
	b.keys("77*7+\r")
	b.shows("#say.bad")
	b.until("document.querySelector('main').innerText.match(/missing/g)?.length === 1")
	b.until("!document.querySelector('#say pre') && !document.querySelector('main').innerText.match(/\\^ a|77\\*/)")
}
