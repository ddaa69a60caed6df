package web_test

import (
	"fmt"
	"testing"
	"time"
)

// Me shows what the person has done, and their settings. A choice is shown at once, and a language is that of
// the whole page from then on.
func TestBrowserMe(t *testing.T) {
	for _, look := range []struct {
		name          string
		width, height int64
		scheme        string
	}{{"phone", 390, 844, "light"}, {"desktop", 1440, 900, "dark"}} {
		s := newSite(t)
		b := newTab(t, look.width, look.height, "en", look.scheme)
		b.open(s.url, "document.querySelector('#board') && !state.busy")
		s.later(time.Minute)
		eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, eval[string](b, "state.view.round.puzzle"))))
		b.until("!state.busy && state.reply?.tone === 1")
		eval[any](b, "go('today')")
		b.tap("#to-me")
		b.shows("#strengths, .facts")
		b.shows("[data-setting=level]")
		b.picture("me-" + look.name)
		b.tap("[data-setting=level]")
		b.until("document.querySelector('#sheet[open] .column button')")
		b.picture("me-level-" + look.name)
		b.tap("#sheet .column button:nth-of-type(5)")
		b.until("document.querySelector('[data-setting=level] .faint')?.innerText === 'hard' && !document.querySelector('#sheet[open]')")
		eval[any](b, "go('play')")
		b.until("document.querySelector('.chips [aria-pressed=true]').innerText === 'Mine: hard'")
		b.tap(".chips button:nth-child(3)")
		b.until("document.querySelector('.chips [aria-pressed=true]').innerText === 'easy'")
		if links := eval[[]string](b, "[...document.querySelectorAll('#print a')].map(a => a.getAttribute('href').split('?')[1])"); len(links) != 5 || links[1] != "game=tchisla&level=2&lang=en" {
			t.Errorf("what can be printed is %q", links)
		}
		b.tap(".chips button:nth-child(1)")
		eval[any](b, "go('me')")
		b.shows("[data-setting=games]")
		b.tap("[data-setting=games]")
		b.tap("#sheet .column button:nth-of-type(2)")
		b.until("document.querySelector('#sheet .column button:nth-of-type(2)').getAttribute('aria-pressed') === 'false'")
		eval[any](b, "closeSheet()")
		b.until("!document.querySelector('[data-setting=games] .faint').innerText.includes('Tchisla')")
		b.tap("[data-setting=timezone]")
		b.tap("#sheet .column button:last-of-type")
		b.shows("#asked")
		eval[any](b, "document.getElementById('asked').value = 'Asia/Seoul'")
		b.tap("#sheet .row .main")
		b.until("!state.busy && document.querySelector('#sheet[open] .lines')?.innerText.includes('Seoul')")
		b.picture("me-zone-" + look.name)
		eval[any](b, "closeSheet()")
		b.until("document.querySelector('[data-setting=timezone] .faint').innerText === 'Asia/Seoul'")
		b.tap("[data-setting=language]")
		b.tap("#sheet .column button:nth-of-type(3)")
		b.until("document.documentElement.lang === 'zh-Hans' && document.querySelector('#to-me span').innerText === '我'")
		b.until("document.querySelector('[data-setting=level] b').innerText === '难度' && !document.querySelector('#sheet[open]')")
		b.picture("me-chinese-" + look.name)
		eval[any](b, "openSheet({ help: 'countdown' })")
		b.shows("#sheet[open] .lines")
		b.picture("help-chinese-" + look.name)
		b.reload("document.documentElement.lang === 'zh-Hans'")
	}
}

// With the switch on, Countdown is played with its thirty seconds. At the end another puzzle like it is one tap away.
func TestBrowserThirtySeconds(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url, "document.querySelector('#board') && !state.busy")
	eval[any](b, "go('play')")
	b.shows("#quick[aria-checked=true]")
	b.tap("#games button:nth-child(3)")
	b.until("state.view.match && !state.busy")
	b.picture("quick-soon")
	s.later(5 * time.Second)
	b.until("state.at === 'round' && state.view.round?.game === 'countdown' && state.view.round.ends")
	b.picture("quick-playing")
	s.later(40 * time.Second)
	b.until("state.view.match.over && state.view.round.over")
	b.shows("#next")
	b.picture("quick-over")
	b.tap("#next")
	b.until("state.view.match && !state.view.match.over")
	s.later(5 * time.Second)
	b.until("state.view.round.game === 'countdown' && !state.view.round.over")
}
