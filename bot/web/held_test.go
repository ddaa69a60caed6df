package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// fiveGames are links to a puzzle of each game.
var fiveGames = []string{"24:3,3,8,8", "countdown:2,3,7,8,50,75:812", "tchisla:2016%237", "letters:aaeeilnrt", "conundrum:tcuneodid"}

// On the smallest phone each game shows the goal, the tiles, the signs and the tools at once.
func TestBrowserSmallestPhone(t *testing.T) {
	s := newSite(t)
	for _, locale := range []string{"en", "zh-CN"} {
		b := newTab(t, 320, 480, locale, "light")
		for _, link := range fiveGames {
			b.open(s.url+"p/"+link, "document.querySelector('#board') && "+idle)
			b.picture("smallest-" + locale + "-" + link[:3])
			if over := eval[int](b, "document.documentElement.scrollHeight - innerHeight"); over > 0 {
				t.Errorf("%s, %s: %d pixels must be scrolled", locale, link, over)
			}
			if hidden := eval[[]string](b, hiddenParts); len(hidden) > 0 {
				t.Errorf("%s, %s: hidden: %s", locale, link, strings.Join(hidden, "\n"))
			}
			b.holds(locale + ", " + link)
		}
	}
}

// hiddenParts returns what of a puzzle is not on the screen.
const hiddenParts = `[...document.querySelectorAll("#goal, .tile, .signs button, .keypad button, #tools button, #answer")].filter(e => {
	const r = e.getBoundingClientRect();
	return r.top < 0 || r.bottom > innerHeight || r.left < 0 || r.right > innerWidth || !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
}).map(e => e.outerHTML.slice(0, 80))`

// At 200 % nothing is cut, and nothing lies over another: if the whole page is twice as large, and if its texts are.
func TestBrowserZoom(t *testing.T) {
	s := newSite(t)
	for _, size := range [][2]int64{{390, 844}, {1440, 900}} {
		for _, zoom := range []string{"page", "texts"} {
			b := newTab(t, size[0], size[1], "en", "light")
			if zoom == "page" {
				b.run(emulation.SetDeviceMetricsOverride(size[0]/2, size[1]/2, 2, false))
			} else {
				b.before(`addEventListener("DOMContentLoaded", () => document.documentElement.style.fontSize = "200%")`)
			}
			check := func(what string) {
				b.t.Helper()
				what = fmt.Sprintf("%s twice as large on %d, %s", zoom, size[0], what)
				b.picture(strings.ReplaceAll(what, " ", "-"))
				b.fits(what)
				b.holds(what)
			}
			everyGame(b, s, check)
			eval[any](b, "act({command: '24', text: '3 3 8 8'})")
			b.until(idle + " && state.view.round.puzzle === '24:3,3,8,8'")
			b.tap(joined("3/2")...)
			check("a fraction")
			eval[any](b, "submit('8/(3-8/3)')")
			b.shows("#win")
			check("a win")
			b.tap("#win .bare", "#more")
			b.until("sheet.open")
			check("more")
		}
	}
}

// Where a person's own colours are forced, what is selected and what is done can still be seen.
func TestBrowserForcedColours(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "forced-colors", Value: "active"},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}))
	differ := func(what, one, other string) {
		t.Helper()
		b.shows(one)
		b.shows(other)
		const look = "(e => { const s = getComputedStyle(e), a = getComputedStyle(e, '::after'); return [s.backgroundColor, s.borderColor, s.borderStyle, a.transform, a.backgroundColor].join() })(document.querySelector(%q))"
		if eval[string](b, fmt.Sprintf(look, one)) == eval[string](b, fmt.Sprintf(look, other)) {
			t.Errorf("%s: %s looks like %s", what, one, other)
		}
		b.picture("forced-" + strings.ReplaceAll(what, " ", "-"))
	}
	b.open(s.url+"p/24:3,3,8,8", "document.querySelector('.tile') && "+idle)
	b.tap(tile(1), sign("*"))
	differ("a tile", tile(1), tile(2))
	differ("a sign", sign("*"), sign("/"))
	b.place("play")
	differ("the place", "#to-play", "#to-me")
	differ("a level", ".chips [aria-pressed=true]", ".chips [aria-pressed=false]")
	eval[any](b, "document.querySelector('main').insertAdjacentHTML('beforeend', ['true', 'false'].map(on => `<button class=line role=switch aria-checked=${on}><i class=switch></i></button>`).join(''))")
	differ("a switch", "[aria-checked=true] .switch", "[aria-checked=false] .switch")
	// The knob can be told from the ground of the switch.
	for _, on := range []string{"true", "false"} {
		const look = "(e => { const s = getComputedStyle(e), a = getComputedStyle(e, '::after'); return a.backgroundColor === s.backgroundColor && a.borderStyle === 'none' })(document.querySelector('[aria-checked=%s] .switch'))"
		if eval[bool](b, fmt.Sprintf(look, on)) {
			t.Errorf("the knob of a switch that is %s cannot be seen", on)
		}
	}
	b.place("today")
	eval[any](b, "press(state.view.day.parts[0].press)")
	b.until(idle + " && state.view.round.daily")
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, eval[string](b, "state.view.round.puzzle"))))
	b.tap("#win .bare")
	b.place("today")
	differ("a part", ".part.right i", ".part.open i")
}

// place opens one of the four places by the bar. A low screen has no bar beside a puzzle, and Back leads to it.
func (b *tab) place(name string) {
	b.t.Helper()
	if eval[bool](b, "state.at === 'round' && getComputedStyle(places).display === 'none'") {
		b.tap("#back")
		b.until("state.at !== 'round'")
	}
	b.tap("#to-" + name)
	b.until(fmt.Sprintf("state.at === %q && document.querySelector('#to-%[1]s[aria-current=page]')", name))
}

// Whatever a name is, it breaks nothing: from right to left, of a family of emoji, or very long.
func TestBrowserNames(t *testing.T) {
	s := newSite(t)
	family := "👩‍👩‍👧‍👦"
	for _, name := range []string{"8 דניאל 3", "مريم 7 + 1", strings.Repeat(family, 64), strings.Repeat("Wolfeschlegelsteinhausenbergerdorff", 8)} {
		b := newTab(t, 320, 640, "en", "light")
		b.open(s.url+"play", "document.querySelector('.tile') && "+idle)
		short := string([]rune(name)[:3])
		check := func(what string) {
			t.Helper()
			what = short + ": " + what
			b.picture("name-" + strings.ReplaceAll(what, " ", "-"))
			b.fits(what)
			b.holds(what)
			if found := eval[[]string](b, scrambled); len(found) > 0 {
				t.Errorf("%s: %q", what, found)
			}
		}
		eval[any](b, fmt.Sprintf("openSession({name: %q, room: 'new'})", name))
		room := eval[string](b, "state.session.room")
		others := []*visitor{s.guest(name, room), s.guest("Ann", room)}
		b.place("together")
		eval[any](b, "refresh()")
		b.until("state.view.here.length === 3")
		check("the lobby")
		shown := eval[string](b, "state.session.name")
		isCut := strings.HasPrefix(name, family) && (strings.TrimRight(shown, "…") == "" || strings.ReplaceAll(strings.TrimRight(shown, "…"), family, "") != "")
		if isCut {
			t.Errorf("a family is cut: %q", shown)
		}
		b.place("me")
		check("me")
		others[0].race("2 24")
		for _, v := range others {
			v.look()
			v.answer(bestAnswer(t, v.View.Round.Puzzle))
		}
		b.until("state.view.round?.people?.length === 2 && state.at === 'round'")
		check("a race")
		eval[any](b, "act({command: 'leaderboard'})")
		b.until(idle + " && (sheet.open || state.reply)")
		if found := eval[[]string](b, strings.Replace(scrambled, `"page"`, `"sheet"`, 1)); len(found) > 0 {
			t.Errorf("%s: the board: %q", short, found)
		}
		b.fits(short + ": the board")
		b.holds(short + ": the board")
	}
}

// settles waits until an expression is true, while the tab may go to another document.
func (b *tab) settles(shown string) {
	b.t.Helper()
	var isShown bool
	for end := time.Now().Add(time.Minute); !isShown; time.Sleep(5 * time.Millisecond) {
		inPage := "Boolean(globalThis.reckon && (() => { with (reckon) { return state.begun && (" + shown + ") } })())"
		err := chromedp.Run(b.ctx, chromedp.Evaluate(inPage, &isShown))
		if time.Now().After(end) {
			b.t.Fatalf("never %s: %v\n%s", shown, err, eval[string](b, "location.href + document.body.innerText + JSON.stringify(history.state)"))
		}
	}
}

// Back and Forward lead to what was shown, and leave the site only from its first entry.
func TestBrowserHistory(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	// back goes back or forward as the buttons of a browser do, and waits for what is shown then.
	back := func(steps int, shown string) {
		t.Helper()
		eval[any](b, fmt.Sprintf("setTimeout(() => history.go(%d), 0), 0", steps))
		b.settles(shown)
	}
	reloads := func(shown string) {
		t.Helper()
		b.reload(shown)
	}
	b.open(s.url+"play", "document.querySelector('.tile') && "+idle)
	b.place("today")
	first := eval[int](b, "history.length")
	b.tap("#start")
	b.until(idle + " && state.at === 'round' && state.view.round.daily")
	part := fmt.Sprintf("state.at === 'round' && !sheet.open && document.querySelector('#board') && state.view.round.puzzle === %q", eval[string](b, "state.view.round.puzzle"))
	const today = "state.at === 'today' && !sheet.open && document.querySelector('#day')"
	b.tap("#more")
	b.until("sheet.open && history.state.sheet")
	back(-1, part)
	back(-1, today)
	back(1, part)
	reloads(part)
	back(-1, today)
	reloads(today)
	// A sheet that is closed leaves no entry behind.
	back(1, part)
	b.tap("#more")
	b.until("sheet.open")
	b.tap("#sheet .bare")
	b.until(part + " && !history.state.sheet")
	back(-1, today)
	// A reply whose button opens a puzzle: Back leads from the puzzle to where it was.
	b.place("play")
	eval[any](b, "act({command: 'archive'})")
	b.until(idle + " && sheet.open")
	back(-1, "state.at === 'play' && !sheet.open")
	b.tap("#games > :nth-child(2)")
	b.until(idle + " && state.at === 'round' && !state.view.round.daily")
	back(-1, "state.at === 'play' && document.querySelector('#games')")
	// The button of the page that leads back does the same.
	back(1, "state.at === 'round' && document.querySelector('#back')")
	b.tap("#back")
	b.until("state.at === 'play'")
	if n := eval[int](b, "history.length"); n > first+2 {
		t.Errorf("there are %d entries, at first %d", n, first)
	}
	// From a link to another one, and back.
	shows := func(id string) string {
		return fmt.Sprintf("document.querySelector('#board') && state.at === 'round' && !state.busy && state.view.round.puzzle === %q && location.pathname.includes(%q)", id, id)
	}
	b.open(s.url+"p/24:3,3,8,8", shows("24:3,3,8,8"))
	b.open(s.url+"p/24:1,5,5,5", shows("24:1,5,5,5"))
	back(-1, shows("24:3,3,8,8"))
	reloads(shows("24:3,3,8,8"))
	back(1, shows("24:1,5,5,5"))
	reloads(shows("24:1,5,5,5"))
	b.tap("#more")
	b.until("sheet.open && history.state.sheet")
	reloads(shows("24:1,5,5,5") + " && !sheet.open")
	back(-1, shows("24:1,5,5,5"))
	back(-1, shows("24:3,3,8,8"))
}

// Two tabs of one guest keep what each shows, and each has its own Back.
func TestBrowserTabsOfOneGuest(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"p/24:3,3,8,8", "document.querySelector('.tile') && "+idle)
	guest := eval[string](b, "state.session.guest")
	other := newTab(t, 390, 844, "en", "light")
	other.before(fmt.Sprintf("localStorage.setItem('reckon.guest', %q)", guest))
	other.open(s.url+"p/24:1,5,5,5", "document.querySelector('.tile') && "+idle)
	for _, c := range []struct {
		b  *tab
		id string
	}{{b, "24:3,3,8,8"}, {other, "24:1,5,5,5"}} {
		eval[any](c.b, "refresh()")
		c.b.until(fmt.Sprintf("state.at === 'round' && state.view.round.puzzle === %q", c.id))
		c.b.reload(fmt.Sprintf("state.at === 'round' && state.view.round.puzzle === %q", c.id))
	}
}

// Forty puzzles in two minutes are forty answers that count. The clocks of the site and of the page run ahead
// together, so the test need not wait.
func TestBrowserFortyPuzzles(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.before(`{ const late = setTimeout; window.setTimeout = (f, ms, ...rest) => late(f, ms > 500 && ms < 15000 ? ms / 50 : ms, ...rest); }`)
	b.open(s.url+"play", "document.querySelector('.tile') && "+idle)
	for n := range 40 {
		puzzle := eval[string](b, "state.view.round.puzzle")
		eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, puzzle)))
		s.later(3 * time.Second)
		b.until(idle + " && document.querySelector('#win #next')")
		if counted := eval[int](b, "state.view.round.mine.answers?.length || 0"); counted != 1 {
			t.Fatalf("the answer to %s counts %d times", puzzle, counted)
		}
		if n < 39 {
			eval[any](b, "document.querySelector('#next').click()")
			b.until(fmt.Sprintf(idle+" && state.view.round.puzzle !== %q", puzzle))
		}
	}
}

// An answer that was tapped offline counts once the network is back.
func TestBrowserOffline(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.before(refuseActs)
	b.open(s.url+"p/24:3,3,8,8", "document.querySelector('.tile') && "+idle)
	b.tap(joined("3/2" + "1-2")...)
	eval[any](b, "window.broken = 'offline', 0")
	b.tap(joined("4/2")...)
	b.shows("#lost")
	s.later(30 * time.Second)
	if eval[bool](b, "document.querySelector('#win') !== null") {
		t.Error("the page shows a win that the server does not know")
	}
	b.picture("offline-answer")
	eval[any](b, "window.broken = 0, dispatchEvent(new Event('online')), 0")
	b.shows(good)
	b.until("!document.querySelector('#lost') && state.view.round.mine.answers.length === 1")
}

// While an act has no answer, the page says so, also if other calls are answered. What the toast says is heard, since
// its place is there before.
func TestBrowserSaysWhatWaits(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.before(breakActs)
	b.open(s.url+"p/24:3,3,8,8", "document.querySelector('.tile') && "+idle)
	b.until("document.querySelector('#toast[role=status]')?.innerText === ''")
	b.axe("an empty toast")
	eval[any](b, "window.broken = 'act', void act({command: 'stats'})")
	b.shows("#lost")
	for range 3 {
		eval[any](b, "refresh()")
		if !eval[bool](b, "state.busy !== null && document.querySelector('#lost') !== null") {
			t.Fatal("an act waits, and the page does not say so")
		}
	}
	eval[any](b, "window.broken = '', dispatchEvent(new Event('online')), 0")
	b.until(idle + " && !document.querySelector('#lost')")
}

// A stranger solves a first puzzle by ten taps at most, and is one tap away from tomorrow's reminder after the first
// puzzle of a day. A session that is refused at first is opened by itself.
func TestBrowserStranger(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.before(`{ const real = fetch; let refusals = 2; window.fetch = async (path, options) => path === "play/session" && refusals-- > 0 ? new Response("{}", {status: 429, headers: {"Retry-After": "1"}}) : real(path, options) }`)
	b.open(s.url, "document.querySelector('.tile') && "+idle)
	b.taps = 0
	b.tap(tapsOf(t, eval[string](b, "state.view.round.puzzle"), eval[[]string](b, "state.view.round.board.tiles"))...)
	b.shows(good)
	if b.taps > 10 {
		t.Errorf("it took %d taps", b.taps)
	}
	b.tap("#win .bare", "#to-today", "#start")
	b.until(idle + " && state.view.round.daily && document.querySelector('#board')")
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, eval[string](b, "state.view.round.puzzle"))))
	eval[any](b, "void (URL.createObjectURL = blob => { window.saved = blob; return '#' })")
	b.tap("#win #remind")
	b.until("window.saved")
	if text := eval[string](b, "saved.text()"); !strings.Contains(text, "BEGIN:VEVENT") || !strings.Contains(text, "VALARM") {
		t.Errorf("the reminder is %q", text)
	}
	b.until("document.querySelector('#toast').innerText !== ''")
}

// tapsOf returns the taps that solve a puzzle of 24.
func tapsOf(t *testing.T, puzzle string, tiles []string) []string {
	t.Helper()
	var find func(left []int, values []float64, taps []string) []string
	find = func(left []int, values []float64, taps []string) []string {
		if len(left) == 1 {
			if d := values[left[0]] - 24; d < 1e-9 && d > -1e-9 {
				return taps
			}
			return nil
		}
		for _, i := range left {
			for _, j := range left {
				if i == j {
					continue
				}
				var rest []int
				for _, k := range left {
					if k != i {
						rest = append(rest, k)
					}
				}
				for _, op := range "+-*/" {
					made := append([]float64(nil), values...)
					switch op {
					case '+':
						made[j] = values[i] + values[j]
					case '-':
						made[j] = values[i] - values[j]
					case '*':
						made[j] = values[i] * values[j]
					case '/':
						if values[j] == 0 {
							continue
						}
						made[j] = values[i] / values[j]
					}
					next := append(append([]string(nil), taps...), tile(i+1), sign(string(op)), tile(j+1))
					if found := find(rest, made, next); found != nil {
						return found
					}
				}
			}
		}
		return nil
	}
	var left []int
	var values []float64
	for i, text := range tiles {
		var value float64
		if _, err := fmt.Sscan(text, &value); err != nil {
			t.Fatal(err)
		}
		left = append(left, i)
		values = append(values, value)
	}
	found := find(left, values, nil)
	if found == nil {
		t.Fatalf("%s has no solution", puzzle)
	}
	return found
}

// A hint that costs and giving up ask first, however they are asked for. No single key costs anything, and an Enter that
// is held does not go on.
func TestBrowserAsksBeforeItCosts(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('.tile') && "+idle)
	untouched := func(how string) {
		t.Helper()
		if eval[bool](b, "Boolean(state.busy || state.view.round.mine.hints || state.view.round.over || state.view.round.done || !state.view.round.giveup || state.view.round.mine.share < 100 && state.view.round.mine.share > 0)") {
			t.Fatalf("%s costs something", how)
		}
	}
	if eval[int](b, "state.view.round.hint.price") == 0 {
		t.Fatal("the hint is free")
	}
	// No key alone costs anything, in a game of each kind.
	for _, game := range []int{0, 1, 3, 4} {
		eval[any](b, fmt.Sprintf("press(state.view.deal[%d].press)", game))
		b.until(fmt.Sprintf(idle+" && state.view.round.game === state.view.deal[%d].game", game))
		for _, key := range "hHgGsSnNqQ?xXyY \b\x1b" {
			b.run(chromedp.KeyEvent(string(key)))
			untouched(fmt.Sprintf("the key %q in game %d", key, game))
			eval[any](b, "closeSheet()")
			b.until("!sheet.open && !history.state?.sheet")
		}
	}
	eval[any](b, "act({command: '24'})")
	b.until(idle + " && state.view.round.game === '24' && state.view.round.hint.price")
	puzzle := eval[string](b, "state.view.round.puzzle")
	// By tap, by key, and by a held key.
	for how, ask := range map[string]func(){
		"a tap":      func() { b.tap("#hint") },
		"a key":      func() { b.keys("h") },
		"a held key": func() { b.press("key: 'h'", "key: 'h', repeat: true", "key: 'h', repeat: true") },
	} {
		ask()
		b.until("state.sheet === 'hint' && sheet.open")
		untouched(how)
		b.press("key: 'Enter', repeat: true")
		untouched(how + " and Enter held")
		b.run(chromedp.KeyEvent("\x1b"))
		b.until("!sheet.open && !history.state?.sheet")
	}
	b.tap("#more", "#giveup")
	b.until(idle + " && sheet.open && state.sheet.buttons")
	untouched("a tap on giving up")
	eval[any](b, "closeSheet()")
	b.until("!sheet.open")
	untouched("a closed question")
	// Whoever types a calculation means it by Enter, whatever had the focus before. Enter goes on after a win, but not if
	// it is held.
	eval[any](b, "document.querySelector('#more').focus({focusVisible: true})")
	b.keys(strings.NewReplacer(" ", "", "÷", "/", "×", "*", "−", "-").Replace(bestAnswer(t, puzzle)))
	b.press("key: 'Enter'", "key: 'Enter', repeat: true")
	b.shows("#win")
	b.press("key: 'Enter', repeat: true", "key: 'Enter', repeat: true")
	if eval[bool](b, "Boolean(state.busy)") || eval[string](b, "state.view.round.puzzle") != puzzle {
		t.Error("an Enter that is held goes on")
	}
	b.press("key: 'Enter'")
	b.until(fmt.Sprintf(idle+" && state.view.round.puzzle !== %q", puzzle))
}
