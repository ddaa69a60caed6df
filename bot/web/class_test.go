package web_test

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round/mode"
	"reckon/bot/web/webtest"
	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// bestAnswer returns the best known answer to a puzzle.
func bestAnswer(t *testing.T, id string) string {
	t.Helper()
	return webtest.Solution(t, id)
}

// race begins a race for everybody in the visitor's room, and waits for its first puzzle.
func (v *visitor) race(text string) {
	v.t.Helper()
	v.do("command", "race", "text", text)
	v.await(1, 0)
}

// await waits for a puzzle of a race. The puzzle before it ends after the given time.
func (v *visitor) await(number int, after time.Duration) {
	v.t.Helper()
	v.Await(number, after)
}

// ends waits until a puzzle of a race ends or, at the last puzzle, the race.
func (v *visitor) ends(after time.Duration) {
	v.t.Helper()
	v.Ends(after)
}

// results returns the table that the visitor saves.
func (v *visitor) results() [][]string {
	v.t.Helper()
	_, body := v.fetch("play/results", "Authorization", "Bearer "+v.Token)
	text, ok := strings.CutPrefix(string(body), "\ufeff")
	if !ok {
		v.t.Fatalf("no mark: %.80q", body)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		v.t.Fatal(err)
	}
	return rows
}

// Thirty pupils at one address come into one room and race, each with an open stream. Each right answer has
// its rank, even if others found the same one.
func TestClass(t *testing.T) {
	pupils := 30 / property.Step(3)
	s := newSite(t)
	teacher := s.guest("Teacher", "new")
	class := make([]*visitor, pupils)
	for i := range class {
		class[i] = s.guest(fmt.Sprintf("Pupil %02d", i+1), teacher.Room)
	}
	teacher.race("2 24 plus and minus")
	heard := make(chan time.Time, 100*pupils)
	var ended sync.WaitGroup
	for _, v := range class {
		answer := v.open("since=" + v.look().Version)
		ended.Go(func() {
			defer answer.Body.Close()
			for in := bufio.NewScanner(answer.Body); in.Scan(); {
				if in.Text() != "" {
					heard <- time.Now()
				}
			}
		})
	}
	// They answer one after the other.
	var replied, told []time.Duration
	solution := bestAnswer(t, teacher.View.Round.Puzzle)
	for _, v := range class {
		begun := time.Now()
		v.answer(solution)
		replied = append(replied, time.Since(begun))
		for range pupils {
			told = append(told, (<-heard).Sub(begun))
		}
	}
	report := func(what string, all []time.Duration) {
		slices.Sort(all)
		t.Logf("%s: %v (median), %v (99 %%), %v (last)", what, all[len(all)/2], all[len(all)*99/100], all[len(all)-1])
		if last := all[len(all)-1]; last > time.Minute {
			t.Errorf("%s: %v", what, last)
		}
	}
	report("one after the other, the reply", replied)
	report("the others are told", told)
	// They all answer at once.
	teacher.await(2, 30*time.Second)
	solution = bestAnswer(t, teacher.View.Round.Puzzle)
	replied = make([]time.Duration, pupils)
	var all sync.WaitGroup
	for i, v := range class {
		v.look()
		all.Go(func() {
			begun := time.Now()
			v.answer(solution)
			replied[i] = time.Since(begun)
		})
	}
	all.Wait()
	report("all at once, the reply", replied)
	teacher.ends(30 * time.Second)
	if n := len(teacher.View.Match.Table); n != pupils {
		t.Errorf("%d have a place", n)
	}
	rows := teacher.results()
	if len(rows) != 1+2*pupils {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows[1:] {
		if row[4] != "yes" || row[6] == "" {
			t.Errorf("%v", row)
		}
	}
	s.end()
	ended.Wait()
}

// Only the person who made the room gets the results, even after they come again or change their name. The
// results show nothing of a puzzle that is open. No cell is a formula.
func TestResults(t *testing.T) {
	s := newSite(t)
	made := struct {
		visitor
		Maker string `json:"maker"`
	}{visitor: visitor{s, &webtest.Visitor{Site: s.site}}}
	enter := func(body map[string]string, into any) {
		t.Helper()
		body["network"], body["locale"] = "web", "en"
		if status := s.call("POST", "play/session", "", body, into); status != http.StatusOK {
			t.Fatalf("no session: %d", status)
		}
	}
	enter(map[string]string{"name": "Teacher", "room": "new"}, &made)
	eve := s.guest("=HYPERLINK(1)", made.Room)
	made.race("2 24 easy")
	look := eve.look()
	eve.answer("-" + strings.ReplaceAll(strings.Join(look.Round.Board.Tiles, "-"), " ", ""))
	if rows := made.results(); len(rows) != 1 {
		t.Errorf("of an open puzzle: %v", rows)
	}
	made.await(2, 3*time.Minute)
	rows := made.results()
	want := []string{"1", "1", look.Round.Puzzle, "'=HYPERLINK(1)", "no"}
	if len(rows) != 2 || !slices.Equal(rows[1][:5], want) || !strings.HasPrefix(rows[1][5], "'-") {
		t.Errorf("%q, want %q", rows, want)
	}
	for what, c := range map[string]struct {
		body   map[string]string
		status int
	}{
		"the maker, under another name": {map[string]string{"guest": made.Guest, "maker": made.Maker, "name": "T", "room": made.Room}, http.StatusOK},
		"the maker without the proof":   {map[string]string{"guest": made.Guest, "room": made.Room}, http.StatusNotFound},
		"a pupil":                       {map[string]string{"guest": eve.Guest, "room": made.Room}, http.StatusNotFound},
		"a pupil with the proof":        {map[string]string{"guest": eve.Guest, "maker": made.Maker, "room": made.Room}, http.StatusNotFound},
		"the maker in another room":     {map[string]string{"guest": made.Guest, "maker": made.Maker, "room": "CDFHJK"}, http.StatusNotFound},
		"the maker alone":               {map[string]string{"guest": made.Guest, "maker": made.Maker}, http.StatusNotFound},
	} {
		v := visitor{s, &webtest.Visitor{Site: s.site}}
		enter(c.body, &v)
		if status := s.call("GET", "play/results", v.Token, nil, nil); status != c.status {
			t.Errorf("%s: %d, want %d", what, status, c.status)
		}
	}
}

// A network has no rooms with results, so a session of its frame gets none.
func TestNoResultsInAFrame(t *testing.T) {
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"telegram": provenThere{}})
	ann := s.visit(map[string]string{"network": "telegram", "proof": "ann"})
	if status := s.call("GET", "play/results", ann.Token, nil, nil); status != http.StatusNotFound {
		t.Errorf("status %d, want %d", status, http.StatusNotFound)
	}
}

// provenThere is a network on which everybody is who they say they are.
type provenThere struct{ chat.FrontEnd }

func (provenThere) Application() string { return "" }

func (provenThere) Prove(_ context.Context, p chat.Proof, _ time.Time) (chat.Request, error) {
	return chat.Request{
		Place:  chat.Place{Network: "telegram", Community: p.Proof, Private: true},
		Person: chat.Person{Network: "telegram", ID: p.Proof, Name: p.Proof},
	}, nil
}

// A guest who plays only in rooms is forgotten after a day. A guest who also plays alone is not.
func TestGuestsAreForgotten(t *testing.T) {
	s := newSite(t)
	made := struct {
		visitor
		Maker string `json:"maker"`
	}{visitor: visitor{s, &webtest.Visitor{Site: s.site}}}
	enter := func(body map[string]string) {
		t.Helper()
		body["network"], body["locale"] = "web", "en"
		if status := s.call("POST", "play/session", "", body, &made); status != http.StatusOK {
			t.Fatalf("no session: %d", status)
		}
	}
	enter(map[string]string{"name": "Teacher", "room": "new"})
	kim, eve := s.guest("Kim", made.Room), s.guest("Eve", "")
	eve.do("command", "24")
	eve = s.visit(map[string]string{"network": "web", "guest": eve.Guest, "name": "Eve", "room": made.Room, "locale": "en"})
	made.race("1 24 easy")
	for _, v := range []*visitor{kim, eve} {
		v.look()
		v.answer(bestAnswer(t, v.View.Round.Puzzle))
	}
	made.ends(30 * time.Second)
	names := func() (all []string) {
		for _, row := range made.results()[1:] {
			all = append(all, row[3])
		}
		slices.Sort(all)
		return all
	}
	s.later(11 * time.Hour)
	if got := names(); !slices.Equal(got, []string{"Eve", "Kim"}) {
		t.Errorf("after half a day: %q", got)
	}
	s.later(14 * time.Hour)
	enter(map[string]string{"guest": made.Guest, "maker": made.Maker, "name": "Teacher", "room": made.Room})
	until(t, "Kim is forgotten", func() bool { return !slices.Contains(names(), "Kim") })
	if got := names(); len(got) != 2 || !slices.Contains(got, "Eve") {
		t.Errorf("in the end: %q", got)
	}
}

// The short address of a room leads to it. The address of an unknown room is refused.
func TestRoomAddress(t *testing.T) {
	dbtest.OnlyFile(t)
	s := newSite(t)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for code, want := range map[string]string{"cdfhjk": "/play?room=CDFHJK", "CDFHJA": "", "CDFHJKM": "", "cdf%2Fhj": ""} {
		answer, err := client.Get(s.url + "r/" + code)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if got := answer.Header.Get("Location"); got != want {
			t.Errorf("%s leads to %q (%d)", code, got, answer.StatusCode)
		}
	}
}

// classroom fills a site with a class in a race, in which some have answered. The teacher's page is in the
// tab.
func classroom(t *testing.T, b *tab, s *site, pupils int) {
	t.Helper()
	b.open(s.url+"play", "document.querySelector('#board')")
	eval[any](b, `openSession({name: "Ms Lee", room: "new"})`)
	b.until("state.session.maker")
	room := eval[string](b, "state.session.room")
	class := make([]*visitor, pupils)
	for i := range class {
		class[i] = s.guest(fmt.Sprintf("Pupil number %d", i+1), room)
	}
	eval[any](b, "go('together')")
	b.shows("#race")
	eval[any](b, `document.querySelector("#race-level").value = state.view.deal[0].kinds[1]`)
	b.tap("#race")
	b.until("state.view.match")
	s.gathered()
	b.until("state.view.match.number === 1 && !state.view.match.next && state.view.round && !state.view.round.over")
	for i, v := range class {
		v.look()
		if i%3 < 2 {
			v.answer(bestAnswer(t, v.View.Round.Puzzle))
		}
	}
	b.until(fmt.Sprintf("state.view.round.people?.length >= %d", pupils*2/3))
}

// The page for a big screen takes no answers, and can be read from afar: nothing on it is cut off, and its
// puzzle is larger than anything else. A pupil's page shows their own rank and ten others.
func TestBrowserScreen(t *testing.T) {
	s := newSite(t)
	for _, locale := range []string{"en", "zh-CN", "zh-TW"} {
		b := newTab(t, 1920, 1080, locale, "light")
		classroom(t, b, s, 18)
		eval[any](b, "setScreen(true)")
		b.shows(".screen .tile")
		if eval[bool](b, "document.querySelectorAll('#page button:not([aria-label])').length > 0 || document.querySelector('#page input') !== null") {
			t.Error("the screen takes answers")
		}
		if size := eval[float64](b, "parseFloat(getComputedStyle(document.querySelector('.screen .tile')).fontSize)"); size < 150 {
			t.Errorf("the puzzle is %v pixels high", size)
		}
		// Who comes late finds the way in while puzzles are played.
		b.until("document.querySelector('.screen .qr')?.naturalWidth > 0 && document.querySelector('.screen .qr').getBoundingClientRect().bottom <= innerHeight")
		s.later(30 * time.Second)
		b.until("state.view.match.table?.length === 12 && document.querySelectorAll('.seat').length === 6")
		if seats := eval[int](b, "setScreen(false), document.querySelectorAll('.seat').length"); seats != 10 {
			t.Errorf("on the teacher's page the table has %d", seats)
		}
		eval[any](b, "setScreen(true)")
		b.picture("screen-" + locale)
		if wrong := eval[[]float64](b, "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"); wrong[0] > 1920 || wrong[1] > 1080 {
			t.Errorf("%s: %v is cut off", locale, wrong)
		}
		eval[any](b, "press(state.view.match.stop.press)")
		b.until("state.view.match.over && document.querySelectorAll('.seat').length === 10")
		eval[any](b, "closeSheet()")
		if bottom := eval[float64](b, "document.querySelector('#race').getBoundingClientRect().bottom"); bottom > 1080 {
			t.Errorf("%s: the next race begins at %v", locale, bottom)
		}
		if locale == "en" && !eval[bool](b, "location.search.includes('&screen') && document.querySelector('h1').innerText.includes('/r/' + state.session.room)") {
			t.Error("nobody can come in")
		}
	}
}

// A person who comes into a room without a name is asked for one.
func TestBrowserEntry(t *testing.T) {
	s := newSite(t)
	teacher := s.guest("Teacher", "new")
	b := newTab(t, 320, 568, "en", "light")
	b.open(s.url+"r/"+teacher.Room, "sheet.open && document.querySelector('#entry-name')")
	if text := eval[string](b, "sheet.innerText"); !strings.Contains(text, "forgotten after a day") {
		t.Errorf("it says %q", text)
	}
	// The text goes where the cursor is.
	b.keys("Kim")
	b.tap("#enter")
	b.until(`!sheet.open && state.session.name === "Kim" && state.session.room === "` + teacher.Room + `"`)
}

// In a room it is known who is there: a race begins once all of them are ready, and a puzzle ends once all of them have
// answered. Then the next one comes soon.
func TestNobodyIsWaitedFor(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	ann.do("command", "race", "text", "2 24 easy")
	bob.look()
	bob.do("press", bob.View.Match.Join.Press)
	if wait := bob.look().Match.Next - bob.View.Now; wait > mode.Ready.Milliseconds() {
		t.Errorf("all are ready, and the first puzzle comes in %d ms", wait)
	}
	bob.later(mode.Ready)
	bob.await(1, 0)
	ann.look()
	solution := bestAnswer(t, ann.View.Round.Puzzle)
	ann.answer(solution)
	if left := ann.look().Round.Ends - ann.View.Now; left < 9000 {
		t.Errorf("Bob has %d ms left", left)
	}
	bob.look()
	bob.answer(solution)
	bob.ends(0)
	if wait := bob.View.Match.Next - bob.View.Now; wait > mode.ShortPause.Milliseconds() {
		t.Errorf("all have answered, and the second puzzle comes in %d ms", wait)
	}
}

// As long as somebody in the room has not answered, a puzzle goes on.
func TestSomebodyIsWaitedFor(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	s.guest("Cem", ann.Room)
	ann.race("2 24 easy")
	solution := bestAnswer(t, ann.View.Round.Puzzle)
	ann.answer(solution)
	bob.look()
	bob.answer(solution)
	if left := bob.look().Round.Ends - bob.View.Now; left < 9000 {
		t.Errorf("Cem has %d ms left", left)
	}
}

// Somebody who races alone in a room ends a puzzle with their answer, and is not told that others have time left.
func TestNobodyElseIsThere(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	ann.race("2 24 easy")
	done := ann.answer(bestAnswer(t, ann.View.Round.Puzzle))
	if got := said(done.Reply); strings.Contains(got, "left") || !strings.HasPrefix(got, "You got it") {
		t.Errorf("Ann is told %q", got)
	}
}
