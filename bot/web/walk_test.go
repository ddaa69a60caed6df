package web_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"reckon/engine/property"
)

// A walk goes through every screen of the page in one tab, and checks each.
type walk struct {
	*tab
	s *site
	// about says in which size, language and colours.
	about string
	seen  int
}

// refuseActs is a script. With it, an act is answered by the status window.broken, and nothing is answered if that is
// "offline".
const refuseActs = `{
	const real = fetch;
	window.fetch = async (path, options) => {
		if (window.broken === "offline") throw new TypeError("offline");
		if (path !== "play/act" || !window.broken) return real(path, options);
		return new Response("{}", {status: window.broken, headers: {"Retry-After": "30"}});
	};
}`

// look checks the screen that is shown: nothing is too wide, too small or cut, nothing lies over another, and axe finds
// no fault.
func (w *walk) look(screen string) {
	w.t.Helper()
	w.seen++
	what := w.about + ", " + screen
	w.picture(strings.NewReplacer(", ", "_", " ", "-", "×", "x").Replace(what))
	w.fits(what)
	w.holds(what)
	w.axe(what)
}

// holds checks that no text leaves the box in which it stands, and that no text lies over another.
func (b *tab) holds(what string) {
	b.t.Helper()
	for _, found := range eval[[]string](b, cutTexts) {
		b.t.Errorf("%s: %s", what, found)
	}
}

// cutTexts returns the texts that leave their box, and those that lie over others.
const cutTexts = `(() => {
	const out = [], all = [];
	const root = sheet.open ? sheet : document.getElementById("page");
	const layer = e => e.closest("#places, #lost, #toast, #win, .flying, dialog") || document.body;
	const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	for (let node; node = walk.nextNode();) {
		const e = node.parentElement;
		if (!node.data.trim() || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || e.closest("pre, select, option")) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		const style = getComputedStyle(e), lead = Math.max(0, (parseFloat(style.lineHeight) || 0) - parseFloat(style.fontSize)) / 2;
		const box = e.closest("button, a.line, .card, .fact, .tile, #day, #win, dialog, .part");
		const b = box?.getBoundingClientRect();
		for (const r of range.getClientRects()) {
			if (r.width < 1) continue;
			// The letters themselves are about as high as the size of the font.
			const size = parseFloat(style.fontSize), middle = (r.top + r.bottom) / 2;
			const t = {left: r.left, right: r.right, top: middle - size * 0.36, bottom: middle + size * 0.36, text: node.data.trim(), e, layer: layer(e)};
			if (b && (t.left < b.left - 1 || t.right > b.right + 1 || t.top < b.top - 1 || t.bottom > b.bottom + 1) && !(box.scrollHeight > box.clientHeight + 1 && t.bottom > b.bottom))
				out.push("cut: " + t.text.slice(0, 40) + " in " + box.outerHTML.slice(0, 60) + [t.left - b.left, b.right - t.right, t.top - b.top, b.bottom - t.bottom].map(Math.round));
			all.push(t);
		}
	}
	for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) {
		const a = all[i], b = all[j];
		if (a.layer !== b.layer) continue;
		if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) out.push("over another: " + a.text.slice(0, 40) + " | " + b.text.slice(0, 40));
	}
	return out;
})()`

// idle is true once the page waits for nothing.
const idle = "state.begun && !state.busy && !state.queued.length"

// answers sends a right answer to the puzzle that is shown.
func (b *tab) answers() {
	b.t.Helper()
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(b.t, eval[string](b, "state.view.round.puzzle"))))
	b.until(idle + " && state.view.round.mine.answers")
}

// closeSheet closes the sheet.
func (w *walk) closeSheet() {
	w.t.Helper()
	eval[any](w.tab, "closeSheet()")
	w.until("!sheet.open && !history.state?.sheet")
}

// today plays a day.
func (w *walk) today() {
	w.open(w.s.url+"play", "document.querySelector('.tile') && "+idle)
	w.place("today")
	w.look("today empty")
	for part := range 5 {
		if part == 2 {
			w.place("today")
			w.look("today half done")
		}
		if part == 0 || part == 2 {
			w.tap("#start")
		} else {
			w.tap("#next")
		}
		w.until(idle + fmt.Sprintf(" && state.at === 'round' && state.view.round.game === state.view.day.parts[%d].game", part))
		w.answers()
		w.shows("#win")
		if part == 0 {
			w.look("a win in a day")
		}
		eval[any](w.tab, "document.querySelector('#win [aria-label]').blur()")
		if part == 1 {
			w.tap("#win .bare")
		}
	}
	w.look("the last win of a day")
	w.tap("#win #next")
	w.until(idle + " && sheet.open && document.querySelector('#sheet img') && state.view.day.done")
	w.look("the card of the day")
	w.closeSheet()
	w.until("state.at === 'today'")
	w.look("today done")
	w.tap("#start")
	w.until(idle + " && sheet.open")
	w.closeSheet()
}

// games plays each game.
func (w *walk) games() {
	for _, g := range []struct{ name, link, half, wrong string }{
		{"24", "24:3,3,8,8", "tap", ""},
		{"countdown", "countdown:2,3,7,8,50,75:812", "tap", "50*8"},
		{"tchisla", "tchisla:2016%237", "7*7", "7*7"},
		{"letters", "letters:aaeeilnrt", "a", "zzz"},
		{"conundrum", "conundrum:tcuneodid", "d", "tcuneodid"},
	} {
		w.open(w.s.url+"p/"+g.link, "document.querySelector('#board') && "+idle)
		w.look(g.name + " at the start")
		if g.half == "tap" {
			w.tap(joined("3/2")...)
		} else {
			w.keys(g.half)
		}
		w.until("board.innerText !== ''")
		w.look(g.name + " half way")
		if g.wrong == "" {
			w.tap(joined("2*1" + "1*4")...)
			w.shows("#say.bad")
		} else {
			eval[any](w.tab, fmt.Sprintf("submit(%q)", g.wrong))
			w.until(idle + " && (state.reply || state.notice)")
		}
		w.look(g.name + " wrong")
		w.answers()
		w.shows("#win")
		w.look(g.name + " won")
		w.tap("#win .bare")
		w.look(g.name + " won, and the sheet closed")
	}
}

// givesUp gives up a puzzle of each game.
func (w *walk) givesUp() {
	w.open(w.s.url+"p/24:1,5,5,5", "document.querySelector('#board') && "+idle)
	for i := range eval[int](w.tab, "state.view.deal.length") {
		eval[any](w.tab, fmt.Sprintf("press(state.view.deal[%d].press)", i))
		w.until(fmt.Sprintf(idle+" && state.view.round.game === state.view.deal[%d].game", i))
		game := eval[string](w.tab, "state.view.round.game")
		w.tap("#more")
		w.until("sheet.open")
		if i == 0 {
			w.look("more")
		}
		w.tap("#giveup")
		w.until(idle + " && sheet.open && state.sheet.buttons")
		if i == 0 {
			w.look("giving up")
		}
		w.tap("#sheet .wrap button")
		w.until(idle + " && !state.view.round.giveup")
		w.look(game + " given up")
		w.closeSheet()
	}
}

// sheets opens each sheet.
func (w *walk) sheets() {
	w.place("play")
	w.tap("#games > :first-child")
	w.until(idle + " && state.at === 'round' && state.view.round.hint.price")
	w.tap("#hint")
	w.until("state.sheet === 'hint' && sheet.open")
	w.look("a hint that costs")
	w.tap("#yes")
	w.until(idle + " && !sheet.open && state.view.round.mine.hints")
	w.look("a hint")
	eval[any](w.tab, "openSheet('keys')")
	w.until("sheet.open")
	w.look("the keys")
	w.closeSheet()
	w.place("play")
	w.look("play")
	w.place("me")
	w.until("document.querySelector('#me') && performance.getEntriesByType('resource').some(e => e.name.endsWith('play/me') && e.responseEnd)")
	w.look("me")
	for _, command := range []string{"stats", "league", "leaderboard", "records", "privacy", "link", "archive", "help", "settings", "export"} {
		eval[any](w.tab, fmt.Sprintf("act({command: %q})", command))
		w.until(idle + " && (sheet.open || state.reply)")
		w.look("reply to " + command)
		w.closeSheet()
	}
	eval[any](w.tab, "openSheet({help: state.view.deal[0].game})")
	w.until("sheet.open")
	w.look("help of a game")
	w.closeSheet()
}

// together meets others in a room, and races with them.
func (w *walk) together() {
	w.place("together")
	w.look("together without a room")
	eval[any](w.tab, "openSession({name: 'Ms Lee', room: 'new'})")
	w.until("state.session.maker && state.view.here")
	w.look("a room")
	room := eval[string](w.tab, "state.session.room")
	var class []*visitor
	for _, name := range []string{"Ann", "מרים 7", strings.Repeat("👩‍👩‍👧‍👦", 4), "Maximiliane Wolfeschlegelsteinha"} {
		class = append(class, w.s.guest(name, room))
	}
	eval[any](w.tab, "refresh()")
	w.until("state.view.here.length === 5")
	w.look("a room with people")
	w.tap("#race")
	w.until(idle + " && state.view.match")
	w.look("a race that begins")
	w.s.gathered()
	w.until("state.view.match.number === 1 && !state.view.match.next && state.view.round && !state.view.round.over && state.at === 'round'")
	for _, v := range class[:3] {
		v.look()
		v.answer(bestAnswer(w.t, v.View.Round.Puzzle))
	}
	w.until("state.view.round.people?.length >= 3")
	w.look("a race")
	w.answers()
	w.look("a race, won")
	eval[any](w.tab, "setScreen(true)")
	w.shows(".screen")
	w.look("the big screen")
	eval[any](w.tab, "setScreen(false)")
	class[0].ends(2 * time.Minute)
	w.until("state.view.round.over")
	w.look("a puzzle of a race that is over")
	eval[any](w.tab, "press(state.view.match.stop.press)")
	w.until(idle + " && state.view.match.over")
	w.closeSheet()
	if text := eval[string](w.tab, "[...document.querySelectorAll('#win .seat')].map(e => e.innerText).join()"); strings.Count(text, "Ann") != 1 || !strings.Contains(text, "3") {
		w.t.Errorf("%s: the end of a race says %s", w.about, text)
	}
	w.look("a race that is over")
	if others := eval[int](w.tab, "[...document.querySelectorAll('aside .card')][0].innerText.split('Ann').length - 1"); others != 1 {
		w.t.Errorf("%s: the card of a race names Ann %d times", w.about, others)
	}
	eval[any](w.tab, "openSession({room: ''})")
	w.until("!state.session.room")
}

// troubles shows what goes wrong.
func (w *walk) troubles() {
	w.open(w.s.url+"p/24:2,3,5,12", "document.querySelector('#board') && "+idle)
	for _, broken := range []string{"'offline'", "429"} {
		eval[any](w.tab, "window.broken = "+broken+", void act({command: 'stats'})")
		w.shows("#lost")
		w.look("broken " + strings.Trim(broken, "'"))
		eval[any](w.tab, "window.broken = 0, dispatchEvent(new Event('online')), 0")
		w.until(idle + " && !document.querySelector('#lost')")
		w.closeSheet()
	}
	eval[any](w.tab, "window.broken = 400, act({command: 'stats'})")
	w.until(idle + " && document.querySelector('#say.bad')")
	w.look("refused")
	eval[any](w.tab, "window.broken = 0, 0")
	w.open(w.s.url+"p/nonsense", idle+" && document.querySelector('#day')")
	w.look("not found")
	eval[any](w.tab, "act({command: 'privacy', text: 'forget'})")
	w.until(idle + " && (state.sheet || state.reply).buttons[0][0].data")
	w.look("to be forgotten")
	eval[any](w.tab, "press((state.sheet || state.reply).buttons[0][0].data)")
	w.until(idle + " && !state.view.round && (state.sheet || state.notice)")
	w.look("forgotten")
}

// goes goes through all screens, in a tab that is closed after that.
func goes(t *testing.T, s *site, width, height int64, locale, scheme string) {
	about := fmt.Sprintf("%d×%d, %s, %s", width, height, locale, scheme)
	t.Run(about, func(t *testing.T) { walkThrough(t, s, about, width, height, locale, scheme) })
}

func walkThrough(t *testing.T, s *site, about string, width, height int64, locale, scheme string) {
	b := newTab(t, width, height, locale, scheme)
	b.before(refuseActs)
	w := &walk{tab: b, s: s, about: about}
	for _, screens := range []func(){w.today, w.games, w.givesUp, w.sheets, w.together, w.troubles} {
		screens()
	}
	t.Logf("%s: %d screens", about, w.seen)
}

// Every screen of the page can be used on a phone and on a desktop.
func TestBrowserWalk(t *testing.T) {
	s := newSite(t)
	goes(t, s, 390, 844, "en", "light")
	goes(t, s, 1440, 900, "zh-CN", "dark")
	if os.Getenv("RECKON_TEST_AXE") == "" {
		t.Skip("NO AXE, SO THE PAGE IS NOT CHECKED FOR PEOPLE WHO SEE BADLY: npm install axe-core, RECKON_TEST_AXE=node_modules/axe-core/axe.min.js")
	}
}

// Every screen of the page can be used in every size, language and colour.
func TestBrowserWalkAtNight(t *testing.T) {
	property.Night(t)
	s := newSite(t)
	for _, size := range [][2]int64{{320, 480}, {390, 844}, {768, 1024}, {1024, 768}, {1440, 900}} {
		for _, locale := range []string{"en", "zh-CN", "zh-TW"} {
			for _, scheme := range []string{"light", "dark"} {
				goes(t, s, size[0], size[1], locale, scheme)
			}
		}
	}
}
