package web_test

import (
	"fmt"
	"net/url"
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
	eval[any](b, fmt.Sprintf("submit(%q)", bestAnswer(t, eval[string](b, "state.view.round.puzzle"))))
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
		ann.answer(bestAnswer(t, ann.View.Round.Puzzle))
	}
	ann.ends(30 * time.Second)
	b.until("document.querySelector('#win h2')?.innerText.includes('wins!')")
	if text := eval[string](b, "document.querySelector('#win').innerText"); text == "" || eval[int](b, "document.querySelectorAll('#win .seat').length") != 1 {
		t.Errorf("the end of a race says %s", text)
	}
	b.fits("the end of a race")
	b.axe("the end of a race")
	// Somebody who shares the first place has won, too, wherever the table lists them.
	const look = "document.querySelector('#won').innerText + ' ' + document.querySelector('#won').className"
	for _, isMine := range []bool{true, false} {
		eval[any](b, fmt.Sprintf("state.view.match.table = [{name: 'Ann', rank: 1}, {name: 'Cem', rank: 1, me: %t}], changed()", isMine))
		if got := eval[string](b, look); strings.HasSuffix(got, "good") != isMine {
			t.Errorf("after a tie, in which Bob shares the first place: %t, it says %q", isMine, got)
		}
	}
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

// Where a person looks in a race, the page says in every puzzle who has answered before them, and how long is left. The
// heading keeps the room's name apart.
func TestBrowserAhead(t *testing.T) {
	s := newSite(t)
	for _, size := range [][2]int64{{390, 844}, {1280, 800}} {
		ann := s.guest("Ann", "new")
		b := newTab(t, size[0], size[1], "en", "light")
		b.joins(s.url, ann.Room, "Bob")
		ann.race("2 24 easy")
		for number := 1; number <= 2; number++ {
			if number > 1 {
				b.answers()
				ann.await(number, 30*time.Second)
			}
			ann.look()
			b.until(fmt.Sprintf("!state.busy && state.view.match?.number === %d && !state.view.match.next && document.querySelector('.how [role=status]')", number))
			if text := eval[string](b, "document.querySelector('.how').innerText"); strings.Contains(text, "has it") {
				t.Errorf("before an answer to puzzle %d it says %q", number, text)
			}
			ann.answer(bestAnswer(t, ann.View.Round.Puzzle))
			b.until("document.querySelector('.how [role=status]').innerText === '\u2068Ann\u2069 has it.' && / s left/.test(document.querySelector('.how').innerText)")
			b.inSight("who is ahead", ".how")
		}
		const place = "(e => e.checkVisibility() && e.getBoundingClientRect().top < document.querySelector('header .faint').getBoundingClientRect().bottom - 1)(document.querySelector('header .place'))"
		if eval[bool](b, place) {
			t.Errorf("at %v the room's name stands on the line of the level", size)
		}
	}
}

// While people get ready for a race, the page shows that instead of the puzzle before it, and what is shared after a
// race is how that ended.
func TestBrowserGathering(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	b := newTab(t, 390, 844, "en", "light")
	b.joins(s.url, ann.Room, "Bob")
	ann.race("1 24 easy")
	ann.look()
	b.until("!state.busy && state.view.match?.number === 1 && !state.view.match.next && state.at === 'round'")
	b.answers()
	ann.answer(bestAnswer(t, ann.View.Round.Puzzle))
	ann.ends(30 * time.Second)
	b.until("state.view.match.over && document.querySelector('#win #share')")
	eval[any](b, "void (navigator.share = async shared => { window.shared = shared })")
	b.tap("#win #share")
	b.until("window.shared?.text.startsWith('Race of 1 · 24 · easy\\nBob ') && window.shared.text.includes('Ann ') && window.shared.url === location.origin + '/r/' + state.session.room")
	b.tap("#next")
	b.until("!state.busy && state.view.match && !state.view.match.over && document.querySelector('#gathering')")
	if !eval[bool](b, "!document.querySelector('#board, #win') && document.querySelector('#gathering').innerText.includes('Ready: Bob.')") {
		t.Errorf("before a race the page shows %s", eval[string](b, "document.getElementById('page').innerText"))
	}
	b.fits("people get ready")
	b.axe("people get ready")
	ann.look()
	if ann.View.Match == nil || ann.View.Match.Join == nil || ann.View.Match.Join.Label != "I'm ready" {
		t.Fatalf("the other person sees %+v", ann.View.Match)
	}
	if text := eval[string](b, "document.querySelector('#gathering [role=timer]').innerText"); !strings.Contains(text, "when all are ready") {
		t.Errorf("Bob waits for %q", text)
	}
	ann.do("press", ann.View.Match.Join.Press)
	ann.await(1, 0)
	b.until("state.view.match.number === 1 && document.querySelector('#board')")
}

// A person who follows the link of somebody's day is greeted by the day, with the score to beat. That of a past
// day leads to its puzzles.
func TestBrowserGreeting(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('.tile') && "+idle)
	today := eval[int](b, "state.view.day.number")
	b = newTab(t, 390, 844, "en", "light")
	b.open(fmt.Sprintf("%sday/%d?score=86", s.url, today), "document.querySelector('#day #start') && "+idle)
	if text := eval[string](b, "document.querySelector('#day').innerText"); !strings.Contains(text, "A friend got 86 of 100.") || !strings.Contains(text, "No account") {
		t.Errorf("the greeting is %q", text)
	}
	b.fits("a greeting")
	b.axe("a greeting")
	b.tap("#start")
	b.until(idle + " && state.at === 'round' && document.querySelector('header').innerText.includes('1/5')")
	b.open(fmt.Sprintf("%sday/%d?score=90", s.url, today-1), "document.querySelector('#past') && "+idle)
	if text := eval[string](b, "document.querySelector('#past').innerText"); !strings.Contains(text, "A friend got 90 of 100. That day is over") {
		t.Errorf("the link of a past day says %q", text)
	}
	b.fits("the link of a past day")
	b.axe("the link of a past day")
	b.tap("#past")
	b.until("document.querySelector('#board') && " + idle)
	if number := eval[int](b, "state.view.round.daily"); number != today-1 {
		t.Errorf("the link of a past day opens a puzzle of day %d", number)
	}
}

// A link's score that nobody can have is not told.
func TestForgedScore(t *testing.T) {
	s := newSite(t)
	for _, score := range []string{"101", "-1", "1e2", "x", "<b>"} {
		if _, body := s.fetch("day/1?score=" + url.QueryEscape(score)); strings.Contains(body, `name="score"`) || strings.Contains(body, "A friend") {
			t.Errorf("the score %q is told", score)
		}
	}
	if _, body := s.fetch("day/1?score=86"); !strings.Contains(body, `content="A friend got 86 of 100. Can you beat that?"`) {
		t.Error("messengers are not told the score")
	}
}
