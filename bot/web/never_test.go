package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reckon/bot/chat"
	"reckon/bot/web/webtest"
	"reckon/storage"
)

// before runs a script in each document that the tab opens, before the scripts of the document.
func (b *tab) before(script string) {
	b.t.Helper()
	b.Before(script)
}

// picture saves what the tab shows as a file, if RECKON_PICTURES names a folder.
func (b *tab) picture(name string) {
	b.t.Helper()
	b.Picture(name)
}

// reload loads the page again, and waits until an expression is true there.
func (b *tab) reload(awaited string) {
	b.t.Helper()
	b.run(chromedp.Reload())
	b.until("state.begun && !state.busy && (" + awaited + ")")
}

// Whoever comes to another place sees it at once, even if a view of the place before was made later.
func TestBrowserSeesNewPlace(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.joins(s.url, s.guest("Host", "new").Room, "Quetzal")
	eval[any](b, "act({command: '24'})")
	b.until(idle + " && state.view.round && state.view.place")
	eval[any](b, "state.view.now += 3600000, openSession({room: ''})")
	if eval[bool](b, "Boolean(state.view.place || state.view.round)") {
		t.Error("outside of the room the page shows the room's puzzle")
	}
}

// breakActs is a script. With it, acts are carried out as long as window.broken is "reply", but the page gets
// no reply. If window.broken is "act", they do not reach the server.
const breakActs = `{
	const real = fetch;
	window.fetch = async (path, options) => {
		const isAct = path === "play/act";
		if (isAct && window.broken === "act") throw new TypeError("offline");
		const answer = await real(path, options);
		if (isAct && window.broken === "reply") throw new TypeError("offline");
		return answer;
	};
}`

// A person who was forgotten stays forgotten, even if the reply that says so was lost, and if the page is
// loaded again or open in another tab.
func TestBrowserForgets(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.before(breakActs)
	b.open(s.url+"play", "document.querySelector('.tile') && !state.busy")
	for _, broken := range []string{"", "reply"} {
		room := s.guest("Host", "new")
		eval[any](b, fmt.Sprintf("openSession({name: 'Quetzal', room: %q})", room.Room))
		eval[any](b, "act({command: '24'})")
		eval[any](b, "act({command: 'privacy', text: 'forget'})")
		b.until("!state.busy && (state.sheet || state.reply).buttons[0][0].data")
		eval[any](b, fmt.Sprintf("window.broken = %q, void press((state.sheet || state.reply).buttons[0][0].data)", broken))
		if broken != "" {
			b.shows("#lost")
			eval[any](b, "window.broken = '', dispatchEvent(new Event('online')), 0")
		}
		b.until("!state.busy && !state.view.round")
		const found = "JSON.stringify([localStorage, sessionStorage, state.session.name, location.href]).match(/Quetzal|room=|maker/)"
		if eval[any](b, found) != nil {
			t.Errorf("after %q: %v", broken, eval[any](b, found))
		}
		want := "Done"
		if broken != "" {
			want = "had already counted"
		}
		if text := eval[string](b, "document.querySelector('#sheet[open], #say').innerText"); !strings.Contains(text, want) {
			t.Errorf("it says %q", text)
		}
		b.picture("forgotten" + broken)
		b.reload("document.querySelector('#day')")
		if eval[any](b, found) != nil {
			t.Errorf("loaded again: %v", eval[any](b, found))
		}
		if broken != "" {
			continue
		}
		// The same in another tab.
		eval[any](b, "openSession({name: 'Quetzal'})")
		eval[any](b, "localStorage.clear(), dispatchEvent(new StorageEvent('storage', {key: 'reckon.guest', newValue: null})), 0")
		b.until("state.session.name === 'Guest'")
		if eval[any](b, found) != nil {
			t.Errorf("the other tab: %v", eval[any](b, found))
		}
	}
}

// Answers that were given without a network are sent in their order, also if the page was loaded again meanwhile. A hint
// that was asked for before them and never shown is not charged.
func TestBrowserAnswersOutliveAHint(t *testing.T) {
	for _, isLoadedAgain := range []bool{true, false} {
		s := newSite(t)
		b := newTab(t, 390, 844, "en", "light")
		b.before("window.broken = sessionStorage.getItem('broken') || '';" + breakActs)
		b.open(s.url+"play", "document.querySelector('.tile') && "+idle)
		eval[any](b, "window.broken = 'act', sessionStorage.setItem('broken', 'act')")
		puzzle := eval[string](b, "state.view.round.puzzle")
		worth := eval[int](b, "state.view.round.worth")
		b.tap("#hint", "#yes")
		b.shows("#lost")
		best := bestAnswer(t, puzzle)
		wrong := eval[string](b, "state.view.round.board.tiles[0]")
		eval[any](b, fmt.Sprintf("submit(%q), submit(%q), submit(%q), 0", wrong, best, best))
		if isLoadedAgain {
			// The sheet of the hint is closed by going back in the history, which would cancel the reload.
			b.until("!history.state?.sheet")
			b.run(chromedp.Reload())
			b.until("!state.begun && document.querySelector('#lost')")
		}
		eval[any](b, "sessionStorage.removeItem('broken'), window.broken = '', dispatchEvent(new Event('online')), 0")
		b.until(idle + " && state.view.round?.mine.answers")
		if mine := eval[chat.Mine](b, "state.view.round.mine"); mine.Hints != nil || mine.Points != worth {
			t.Errorf("loaded again %t: the answer to %s is paid %d of %d, with the hints %v", isLoadedAgain, puzzle, mine.Points, worth, mine.Hints)
		}
		var sent []string
		err := s.store.Look(t.Context(), func(tx *storage.Tx) error {
			var err error
			sent, err = storage.List[string](tx, "list answers", `SELECT text FROM answers ORDER BY id`)
			return err
		})
		if err != nil || !slices.Equal(sent, []string{wrong, best}) {
			t.Errorf("loaded again %t: sent %q, want %q and %q: %v", isLoadedAgain, sent, wrong, best, err)
		}
	}
}

// scrambled returns what stands in another order than in the document. A text from right to left is
// not looked into.
const scrambled = `(() => {
	const walk = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT), out = [];
	const block = node => { let e = node.parentElement; while (getComputedStyle(e).display.startsWith("inline")) e = e.parentElement; return e; };
	const rects = (node, from, to) => { const r = document.createRange(); r.setStart(node, from); r.setEnd(node, to); return r.getClientRects(); };
	let last = null, lastEnd = null;
	for (let node; node = walk.nextNode();) {
		if (!node.data.trim() || !node.parentElement.checkVisibility()) continue;
		const all = [...rects(node, 0, node.length)];
		if (!all.length) continue;
		if (last && block(last) === block(node) && Math.abs(all[0].top - lastEnd.top) < 5 && all[0].left < lastEnd.left) out.push(last.data + " | " + node.data);
		last = node;
		lastEnd = all.at(-1);
		if (/[\u0590-\u08ff]/.test(node.data)) continue;
		for (let i = 1, place = null; i <= node.length; i++) {
			if (!node.data[i - 1].trim()) continue;
			const [r] = rects(node, i - 1, i);
			if (place && Math.abs(r.top - place.top) < 5 && r.left < place.left) { out.push(node.data); break; }
			place = r;
		}
	}
	return out;
})()`

// Names that are written from right to left change nothing of what stands beside them: in a race, in its
// results, in tables, and on the big screen.
func TestBrowserRightToLeft(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('.tile') && !state.busy")
	eval[any](b, "openSession({name: '8 דניאל', room: 'new'})")
	room := eval[string](b, "state.session.room")
	var others []*visitor
	for _, name := range []string{"مريم", "مريم 7", "Ann"} {
		others = append(others, s.guest(name, room))
	}
	check := func(what string) {
		t.Helper()
		b.picture("names-" + strings.ReplaceAll(what, " ", "-"))
		if found := eval[[]string](b, scrambled); len(found) > 0 {
			t.Errorf("%s: %q", what, found)
		}
	}
	others[0].race("2 24")
	for _, v := range others {
		v.look()
		v.answer(bestAnswer(t, v.View.Round.Puzzle))
	}
	b.until("state.view.round && document.querySelectorAll('.seat').length >= 3")
	check("during the race")
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, others[0].View.Round.Puzzle)))
	b.until("!state.busy && state.reply")
	check("after an answer")
	others[0].ends(time.Minute)
	b.until("state.view.round.over && state.view.round.result")
	check("after the puzzle")
	b.run(chromedp.EmulateViewport(1280, 800))
	eval[any](b, "setScreen(true)")
	check("on the big screen")
	eval[any](b, "setScreen(false)")
	others[0].await(2, 0)
	others[0].ends(2 * time.Minute)
	b.until("state.view.match.over")
	check("after the race")
	eval[any](b, "act({command: 'leaderboard'})")
	b.until("!state.busy && (sheet.open || state.reply)")
	if found := eval[[]string](b, strings.Replace(scrambled, `"page"`, `"sheet"`, 1)); len(found) > 0 {
		t.Errorf("the board: %q", found)
	}
}

// The page shows each reply: one without a puzzle, on the big screen, and one with a file, which can be saved.
func TestBrowserShowsReplies(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "dark")
	b.open(s.url+"p/24:1,1,1,1", "state.begun")
	if text := eval[string](b, "sheet.open && sheet.innerText || ''"); !strings.Contains(text, "24") {
		t.Errorf("of an unsolvable puzzle it says %q", text)
	}
	b.picture("unsolvable")
	b.fits("a reply without a puzzle")
	b.axe("a reply without a puzzle")
	for _, place := range []string{"", "new"} {
		eval[any](b, fmt.Sprintf("openSession({room: %q})", place))
		eval[any](b, "act({command: 'export'})")
		b.until("!state.busy && state.sheet.file")
		eval[any](b, "void (URL.createObjectURL = blob => { window.saved = blob; return '#' })")
		b.tap("#sheet .wrap button")
		b.until("window.saved")
		if text := eval[string](b, "saved.text()"); !strings.Contains(text, "{") || eval[string](b, "saved.type") != "application/json" {
			t.Errorf("the file is %s", text)
		}
		eval[any](b, "window.saved = null")
	}
	b.picture("export")
	eval[any](b, "setScreen(true)")
	eval[any](b, "act({command: 'race', text: '5 chess'})")
	b.until("!state.busy && document.querySelector('.screen #say').innerText.includes('chess')")
	eval[any](b, "setScreen(false)")
	// The largest file is shown as soon as any other one.
	eval[any](b, "openSheet({file: {name: 'a.json.gz', type: 'application/gzip', data: btoa('x'.repeat(1e6))}})")
	b.tap("#sheet .wrap button")
	b.until("window.saved.size === 1e6 && saved.type === 'application/gzip'")
}

// The page reads a long answer for as long as parts of it come. It asks again when none has come for 15 s. In this
// test a second takes ten milliseconds.
func TestBrowserReadsSlowAnswers(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		pause, calls int
	}{
		{500, 1},
		{3000, 2},
	} {
		b := newTab(t, 390, 844, "en", "light")
		b.before(`{
			const late = setTimeout, timeout = AbortSignal.timeout.bind(AbortSignal), real = fetch
			AbortSignal.timeout = ms => timeout(ms / 100)
			window.setTimeout = (f, ms) => late(f, ms === 15000 ? 150 : ms)
			window.calls = 0
			window.fetch = async (path, options) => {
				const answer = await real(path, options)
				if (path !== "play/act" || !window.pauseOfPart || window.calls++) return answer
				const text = new Uint8Array(await answer.arrayBuffer())
				return new Response(new ReadableStream({async start(c) {
					options.signal.addEventListener("abort", () => c.error(options.signal.reason))
					for (let i = 0; i < 10; i++) {
						await new Promise(resolve => late(resolve, window.pauseOfPart / 10))
						c.enqueue(text.slice(text.length * i / 10, text.length * (i + 1) / 10))
					}
					c.close()
				}}), answer)
			}
		}`)
		b.open(s.url+"play", "state.begun")
		eval[any](b, fmt.Sprintf("window.pauseOfPart = %d", c.pause))
		eval[any](b, "act({command: 'export'})")
		b.until("!state.busy")
		if calls := eval[int](b, "calls"); calls != c.calls {
			t.Errorf("with %d ms between two parts it asks %d times", c.pause, calls)
		}
		if hasFile := eval[bool](b, "!!(state.sheet || state.reply)?.file"); hasFile != (c.calls == 1) {
			t.Errorf("with %d ms between two parts there is a file: %v", c.pause, hasFile)
		}
	}
}

// Until there is a session the page shows tiles, and says why it waits.
func TestBrowserWaits(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ locale, refusal, want string }{
		{"en", "new Response('{}', {status: 429, headers: {'Retry-After': '3'}})", "3 s"},
		{"zh-TW", "new Promise(resolve => setTimeout(() => resolve(new Response('<p>Log in to the hotel')), 2500))", "稍等"},
	} {
		b := newTab(t, 320, 480, c.locale, "light")
		b.before(`{ const real = fetch; window.fetch = async (path, options) => window.allowed ? real(path, options) : ` + c.refusal + ` }`)
		b.open(s.url+"play", "document.querySelector('#lost')")
		if text := eval[string](b, "document.querySelector('#lost').innerText"); !strings.Contains(text, c.want) {
			t.Errorf("in %s it says %q", c.locale, text)
		}
		if n := eval[int](b, "document.querySelectorAll('#page .hole').length"); n != 4 {
			t.Errorf("there are %d places for tiles", n)
		}
		b.fits("the page that waits")
		b.axe("the page that waits")
		b.picture("waits-" + c.locale)
		if c.locale == "zh-TW" {
			b.until("document.querySelector('#lost').innerText.includes('連不上')")
		}
		eval[any](b, "window.allowed = true, dispatchEvent(new Event('online')), 0")
		b.until("document.querySelector('.tile') && !document.querySelector('#lost')")
	}
}

// A page that is loaded again has the steps, the letters and the reply that it had, and sends an answer that
// had no reply yet.
func TestBrowserReloads(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.before(breakActs)
	const board = "[...document.querySelectorAll('#board > *')].map(e => e.ariaLabel || e.innerText || '').join()"
	same := func(what string) {
		t.Helper()
		before := eval[string](b, board)
		b.reload("document.querySelector('#board')")
		if after := eval[string](b, board); after != before {
			t.Errorf("%s: %s becomes %s", what, before, after)
		}
	}
	b.open(s.url+"p/24:3,3,8,8", "document.querySelector('.tile') && !state.busy")
	b.tap(joined("3/2" + "1-2")...)
	same("two steps")
	b.tap("[aria-label=Undo]")
	same("one step undone")
	eval[any](b, "move(1)")
	// The last tap is made offline, and then the phone throws the tab away.
	eval[any](b, "window.broken = 'act'")
	b.tap(joined("4/2")...)
	b.shows("#lost")
	b.reload("document.querySelector('.tile.won')")
	won := func(what string) {
		t.Helper()
		if text := eval[string](b, "document.querySelector('#say').innerText"); !strings.Contains(text, "8 ÷ (3 − 8 ÷ 3)") {
			t.Errorf("%s: it says %q", what, text)
		}
		b.shows("#next.main")
	}
	won("sent after the page was loaded again")
	said := eval[string](b, "document.querySelector('#say').innerText")
	b.reload("document.querySelector('.tile.won')")
	if again := eval[string](b, "document.querySelector('#say').innerText"); again != said {
		t.Errorf("it says %q and, loaded again, %q", said, again)
	}
	b.picture("solved-loaded-again")
	eval[any](b, "sessionStorage.clear()")
	b.reload("document.querySelector('#board')")
	won("in another tab")
	b.picture("solved-in-another-tab")
	// The reply is lost, and so is the tab.
	b.open(s.url+"p/letters:aaeeilnrt", "document.querySelector('.tile') && !state.busy")
	b.tap(append(places("aaeeilnrt", "alienate"), "[aria-label=Shuffle]")...)
	same("letters")
	eval[any](b, "window.broken = 'reply'")
	b.tap("#answer")
	b.shows("#lost")
	b.reload("state.view.round.mine.answers?.length === 1")
	// A tap on Answer counts while another act still waits for its reply.
	b.open(s.url+"p/tchisla:2016%237", "document.querySelector('#board') && !state.busy")
	b.tap(pad("(7!+7!)/(7-(7+7)/7)")...)
	same("a keypad")
	eval[any](b, "window.broken = 'act', void act({command: 'hint'})")
	b.tap("#answer", "#answer")
	eval[any](b, "window.broken = '', dispatchEvent(new Event('online')), 0")
	b.until("!state.busy && state.view.round.mine.answers?.length === 1")
	b.shows("#say.good")
}

// The pages of a school are loaded again, though all are at one address.
func TestSessionsOfOneAddress(t *testing.T) {
	s := newSite(t)
	var pupils []*visitor
	for n := range 70 {
		pupils = append(pupils, s.guest(fmt.Sprintf("Pupil %d", n), ""))
	}
	for _, v := range pupils {
		again := map[string]string{"network": "web", "guest": v.Guest, "name": v.Name, "locale": "en"}
		if status := s.call("POST", "play/session", "", again, new(webtest.Visitor)); status != http.StatusOK {
			t.Fatalf("%s comes back: %d", v.Name, status)
		}
	}
	// A false key is counted as somebody new, and a room is not found by trying.
	refused := 0
	for range 150 {
		guess := map[string]string{"network": "web", "guest": pupils[0].Guest, "room": "CDFHJK", "locale": "en"}
		if s.call("POST", "play/session", "", guess, new(webtest.Visitor)) == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 50 {
		t.Errorf("of 150 guesses only %d are refused", refused)
	}
}

// Two tabs of one guest each keep their own puzzle, also when they are loaded again. Back, keys and addresses that
// lead nowhere do not take the puzzle away.
func TestBrowserTwoTabs(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"p/24:3,3,8,8", "document.querySelector('.tile') && !state.busy")
	b.tap(joined("3/2")...)
	var other webtest.Visitor
	again := map[string]string{"network": "web", "guest": eval[string](b, "state.session.guest"), "locale": "en"}
	if status := s.call("POST", "play/session", "", again, &other); status != http.StatusOK {
		t.Fatal(status)
	}
	other.Site = s.site
	other.Do("command", "letters")
	const same = "state.view.round.puzzle === '24:3,3,8,8' && document.querySelector('#board > :nth-child(2)').ariaLabel === '8 thirds'"
	eval[any](b, "refresh()")
	b.until(same)
	b.tap("#hint")
	b.until("!state.busy && state.view.round.mine.hints && " + same)
	b.reload(same)
	b.tap("#more", "#skip")
	b.until("!state.busy && state.view.round.puzzle !== '24:3,3,8,8'")
	next := eval[string](b, "state.view.round.puzzle")
	b.reload(fmt.Sprintf("state.view.round.puzzle === %q", next))
	// Back closes a sheet, and leads nowhere else.
	const here = "!sheet.open && location.href === window.here && state.view.round.puzzle"
	eval[any](b, "window.here = location.href, 0")
	for _, leave := range []string{"history.back()", "closeSheet()"} {
		b.tap("#more")
		b.until("sheet.open && history.state?.sheet")
		eval[any](b, leave+", 0")
		b.until(here + " && !history.state?.sheet")
	}
	// A hint costs points, so that one key alone does not take it.
	b.keys("h")
	b.until("state.sheet === 'hint' && sheet.open")
	if eval[bool](b, "Boolean(state.busy || state.view.round.mine.hints)") {
		t.Error("a key takes a hint")
	}
	eval[any](b, "closeSheet()")
	b.until("!sheet.open && !history.state.sheet")
	// What is selected can be seen in the person's own colours, too.
	b.tap(tile(1))
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}))
	const colour = "getComputedStyle(document.querySelector('#board > :nth-child(%d)')).backgroundColor"
	if eval[string](b, fmt.Sprintf(colour, 1)) == eval[string](b, fmt.Sprintf(colour, 2)) {
		t.Error("in forced colours the selected tile looks like the others")
	}
	b.picture("forced")
	// Nothing is at this address, but a person who opens it can go on.
	b.open(s.url+"p/nonsense", "state.begun && !state.busy && document.querySelector('#day')")
	if text := eval[string](b, "document.querySelector('#say').innerText"); !strings.Contains(text, "nothing at this address") {
		t.Errorf("of nonsense it says %q", text)
	}
	b.picture("nothing")
}
