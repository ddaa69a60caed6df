package web_test

import (
	"fmt"
	"testing"
	"time"
)

// inSight checks that an element lies between the top of the window and the bar with the places.
func (b *tab) inSight(what, selector string) {
	b.t.Helper()
	b.shows(selector)
	place := eval[struct{ Top, Bottom, Bar float64 }](b, fmt.Sprintf(`(e => { const r = e.getBoundingClientRect(); return {
		top: r.top, bottom: r.bottom, bar: document.querySelector("#places")?.checkVisibility() ? places.getBoundingClientRect().top : innerHeight } })(document.querySelector(%q))`, selector))
	if place.Top < 0 || place.Bottom > place.Bar {
		b.t.Errorf("%s: %s is out of sight: %+v", what, selector, place)
	}
}

// phones are the windows of ordinary phones whose browser shows its bars.
var phones = [][2]int64{{390, 664}, {412, 750}, {360, 640}}

// On an ordinary phone a hint and a solution are shown where the person sees them. The next puzzle begins at its top.
func TestBrowserHintInSight(t *testing.T) {
	s := newSite(t)
	for _, size := range phones {
		b := newTab(t, size[0], size[1], "en", "light")
		b.open(s.url+"p/24:1,5,5,5", "document.querySelector('#board') && state.begun && !state.busy")
		for i := range eval[int](b, "state.view.deal.length") {
			eval[any](b, fmt.Sprintf("press(state.view.deal[%d].press)", i))
			b.until(fmt.Sprintf("!state.busy && state.view.round.game === state.view.deal[%d].game && scrollY === 0", i))
			what := fmt.Sprint(eval[string](b, "state.view.round.game"), size)
			for eval[bool](b, "Boolean(state.view.round.hint)") {
				told := eval[int](b, "state.view.round.mine.hints?.length || 0")
				eval[any](b, "act({ press: state.view.round.hint.press, round: state.view.round.token })")
				b.until(fmt.Sprintf("!state.busy && state.view.round.mine.hints?.length > %d", told))
				b.inSight(what+", a hint", "#hints p:last-child")
			}
			b.tap("#more", "#giveup")
			b.until("!state.busy && state.sheet?.buttons")
			b.tap("#sheet .wrap button")
			b.until("!state.busy && !state.view.round.giveup && !sheet.open")
			b.inSight(what+", given up", "#result p")
			b.inSight(what+", given up", "#result p:last-child")
		}
	}
}

// That the time is up is shown where the person sees it.
func TestBrowserTimeUpInSight(t *testing.T) {
	s := newSite(t)
	for _, size := range phones {
		b := newTab(t, size[0], size[1], "en", "light")
		b.open(s.url, "document.querySelector('#board') && !state.busy")
		eval[any](b, "go('play')")
		b.tap("#games button:nth-child(3)")
		b.until("state.view.match && !state.busy")
		s.later(5 * time.Second)
		b.until("state.at === 'round' && state.view.round?.ends")
		s.later(40 * time.Second)
		b.until("state.view.match.over && state.view.round.over && document.querySelector('#next')")
		b.inSight("time is up", "#result p")
	}
}

// The heading of a daily stands on one line.
func TestBrowserHeadingOfDaily(t *testing.T) {
	s := newSite(t)
	for _, locale := range []string{"en", "zh-CN"} {
		for _, width := range []int64{412, 390, 360} {
			b := newTab(t, width, 664, locale, "light")
			b.open(s.url, "document.querySelector('#board') && state.begun && !state.busy")
			eval[any](b, "go('today')")
			for i := range eval[int](b, "state.view.day.parts.length") {
				eval[any](b, fmt.Sprintf("press(state.view.day.parts[%d].press)", i))
				b.until(fmt.Sprintf("!state.busy && state.at === 'round' && state.view.round.daily && state.view.round.game === state.view.day.parts[%d].game", i))
				eval[any](b, "state.skew += 70000; changed()")
				b.until("document.querySelector('#clock')?.innerText.includes(':')")
				heading := eval[struct {
					Height, Lost float64
					Text         string
				}](b, `(e => ({ height: e.clientHeight, lost: e.scrollWidth - e.clientWidth, text: e.innerText }))(document.querySelector("header > .wide"))`)
				if heading.Height > 30 || heading.Lost > 0 {
					t.Errorf("%d %s: %+v", width, locale, heading)
				}
			}
		}
	}
}

// The keypad stays where it is while a calculation grows to a second line.
func TestBrowserKeypadStays(t *testing.T) {
	s := newSite(t)
	for _, size := range append(phones, [2]int64{320, 480}) {
		b := newTab(t, size[0], size[1], "en", "light")
		b.open(s.url+"p/tchisla:2016%237", "document.querySelector('#board') && state.begun && !state.busy")
		const top = "document.querySelector('#board').getBoundingClientRect().top"
		const lines = "(r => { r.selectNodeContents(typed); return r.getBoundingClientRect().height })(document.createRange())"
		before := eval[float64](b, top)
		b.keys("7")
		one := eval[float64](b, lines)
		for eval[float64](b, lines) < 1.5*one {
			b.keys("+7")
		}
		if after := eval[float64](b, top); after != before {
			t.Errorf("%v: the keypad moved from %v to %v", size, before, after)
		}
	}
}
