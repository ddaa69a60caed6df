package show_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage/storetest"
)

// Four people in one room of the page play a show to its end. Only the person whose turn it is can choose.
func TestShowInARoom(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	ann := s.Enter("Ann", "new")
	people := []*webtest.Visitor{ann, s.Enter("Bob", ann.Room), s.Enter("Cem", ann.Room), s.Enter("Dan", ann.Room)}
	series := ann.Look().Series
	if len(series) != 1 {
		t.Fatalf("the room offers %+v", series)
	}
	if show := series[0]; show.Game != "show" || show.Label != "The show" || !slices.Equal(show.Counts, []int{5, 15}) {
		t.Fatalf("the room offers %+v", show)
	}
	ann.Do("command", "race", "text", "5 show")
	bob := people[1]
	bob.Look()
	bob.Do("press", bob.View.Match.Join.Press)
	for number := 1; number <= 5; number++ {
		var choosers []string
		for i, v := range people {
			choices := v.Look().Match.Choices
			if len(choices) == 0 {
				continue
			}
			choosers = append(choosers, fmt.Sprint(i))
			v.Do("press", choices[len(choices)-1].Press)
			if v.Look().Match.Choices != nil {
				t.Errorf("round %d: what is chosen can be chosen again", number)
			}
		}
		if got, want := strings.Join(choosers, " "), []string{"0", "1", "0", "1", ""}[number-1]; got != want {
			t.Errorf("round %d: %q can choose, want %q", number, got, want)
		}
		ann.Await(number, 0)
		webtest.Until(t, "the clock runs", func() bool { return ann.Look().Round.Ends != 0 })
		for i, v := range people[1:] {
			isFound := number == 5 && i > 0
			if isFound {
				break
			}
			v.Look()
			v.Answer(webtest.Solution(t, v.View.Round.Puzzle))
		}
		ann.Ends(34 * time.Second)
		for _, seat := range ann.Look().Round.People {
			if seat.Score != "" && !strings.HasPrefix(seat.Score, "show +") {
				t.Errorf("round %d: a score without its name: %+v", number, seat)
			}
		}
		if best := ann.View.Round.People[0]; best.Score == "" {
			t.Errorf("round %d: the best answer scores nothing: %+v", number, best)
		}
	}
	m := ann.Look().Match
	for _, seat := range m.Table {
		if want := fmt.Sprintf("show %d", seat.Points); seat.Score != want {
			t.Errorf("the table shows %q, want %q", seat.Score, want)
		}
	}
	if !m.Over || m.Kind != "show" || len(m.Table) != 3 {
		t.Fatalf("the show ends with %+v", m)
	}
	if bob, last := m.Table[0], m.Table[2]; bob.Name != "Bob" || bob.Rank != 1 || bob.Points-last.Points != 10 {
		t.Errorf("Bob found the conundrum first, and the table is %+v", m.Table)
	}
}

// The maker of a room begins a show, and chooses how many vowels there are.
func TestBrowserShow(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	b := webtest.NewTab(t, 390, 844, "en", "light")
	b.Open(s.URL+"play", "document.querySelector('#board')")
	webtest.Eval[any](b, `openSession({name: "Ann", room: "new"})`)
	b.Until("state.session.maker")
	bob := s.Enter("Bob", webtest.Eval[string](b, "state.session.room"))
	webtest.Eval[any](b, "go('together')")
	b.Until(`document.querySelector("#race")`)
	webtest.Eval[any](b, `(e => {
		e.value = "show";
		e.dispatchEvent(new Event("change", {bubbles: true}));
	})(document.querySelector("#race-game"))`)
	b.Until(`[...document.querySelectorAll("#race-count option")].map(o => o.value).join() === "5,15"`)
	b.Until(`document.querySelector("#race-count").value === "5"`)
	webtest.Eval[any](b, `document.querySelector("#race").click()`)
	b.Until("state.view.match?.kind === 'show' && document.body.innerText.includes('Ann, how many vowels?')")
	b.Fits("a show begins")
	b.Axe("a show begins")
	const choose = "[...document.querySelectorAll('button')].find(b => b.innerText === '4 vowels')"
	webtest.Eval[any](b, choose+".click()")
	b.Until("!state.busy && document.body.innerText.includes('Ann takes 4 vowels.') && !" + choose)
	bob.Await(1, 0)
	webtest.Until(t, "the clock runs", func() bool { return bob.Look().Round.Ends != 0 })
	b.Until("state.view.match.number === 1 && document.querySelector('#board')")
	bob.Look()
	bob.Answer(webtest.Solution(t, bob.View.Round.Puzzle))
	bob.Ends(34 * time.Second)
	b.Until("state.view.match.next && document.body.innerText.includes('Bob')")
	scores := webtest.Eval[[]string](b, "[...document.querySelectorAll('.seat b')].map(score => score.innerText)")
	isNameless := func(score string) bool { return !strings.HasPrefix(score, "show ") }
	if len(scores) == 0 || slices.ContainsFunc(scores, isNameless) {
		t.Errorf("the seats show the scores %q, want each with the show's name", scores)
	}
	b.Fits("after a round of a show")
	b.Axe("after a round of a show")
}

// A person who plays alone begins a show from the list of what can be played.
func TestBrowserShowAlone(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	b := webtest.NewTab(t, 390, 844, "en", "light")
	b.Open(s.URL+"play", "document.querySelector('#board') && state.begun && !state.busy")
	webtest.Eval[any](b, "go('play')")
	const row = "[...document.querySelectorAll('main .line')].find(row => row.innerText.trim() === 'The show')"
	b.Until(row)
	webtest.Eval[any](b, row+".click()")
	b.Until("state.view.match?.kind === 'show' && !state.busy")
	b.Picture("show-alone-lobby")
	b.Until("state.view.round?.game === 'letters' && state.view.match?.number === 1 && document.querySelector('#board')")
	// The puzzles of a show are rounds, as in a chat. The heading of a match has no room for the name of the page.
	if title := webtest.Eval[string](b, "document.querySelector('h1').innerText"); title != "Letters · round 1 of 5" {
		t.Errorf("the heading is %q", title)
	}
	if text := webtest.Eval[string](b, "document.body.innerText"); !strings.Contains(text, "Round 1 of 5") || strings.Contains(text, "Puzzle 1 of 5") {
		t.Errorf("beside the puzzle stands %q", text)
	}
	b.Picture("show-alone")
}
