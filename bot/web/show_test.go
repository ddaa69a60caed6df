package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Four people in one room of the page play a show to its end. Only the person whose turn it is can choose.
func TestShowInARoom(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	people := []*visitor{ann, s.guest("Bob", ann.Room), s.guest("Cem", ann.Room), s.guest("Dan", ann.Room)}
	series := ann.look().Series
	if len(series) != 1 || series[0].Game != "show" || series[0].Label != "The show" || fmt.Sprint(series[0].Counts) != "[5 15]" {
		t.Fatalf("the room offers %+v", series)
	}
	ann.do("command", "race", "text", "5 show")
	bob := people[1]
	bob.look()
	bob.do("press", bob.View.Match.Join.Press)
	for number := 1; number <= 5; number++ {
		var choosers []string
		for i, v := range people {
			choices := v.look().Match.Choices
			if len(choices) == 0 {
				continue
			}
			choosers = append(choosers, fmt.Sprint(i))
			v.do("press", choices[len(choices)-1].Press)
			if v.look().Match.Choices != nil {
				t.Errorf("round %d: what is chosen can be chosen again", number)
			}
		}
		if got, want := strings.Join(choosers, " "), []string{"0", "1", "0", "1", ""}[number-1]; got != want {
			t.Errorf("round %d: %q can choose, want %q", number, got, want)
		}
		ann.await(number, 0)
		until(t, "the clock runs", func() bool { return ann.look().Round.Ends != 0 })
		for i, v := range people[1:] {
			isFound := number == 5 && i > 0
			if isFound {
				break
			}
			v.look()
			v.answer(solved(t, v.View.Round.Puzzle))
		}
		ann.ends(34 * time.Second)
	}
	m := ann.look().Match
	if !m.Over || m.Kind != "show" || len(m.Table) != 3 {
		t.Fatalf("the show ends with %+v", m)
	}
	if bob, last := m.Table[0], m.Table[2]; bob.Name != "Bob" || bob.Rank != 1 || bob.Points-last.Points != 10 {
		t.Errorf("Bob found the conundrum first, and the table is %+v", m.Table)
	}
}

// The maker of a room begins a show, and chooses how many vowels there are.
func TestBrowserShow(t *testing.T) {
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play", "document.querySelector('#board')")
	eval[any](b, `openSession({name: "Ann", room: "new"})`)
	b.until("state.session.maker")
	bob := s.guest("Bob", eval[string](b, "state.session.room"))
	eval[any](b, "go('together')")
	b.shows("#race")
	eval[any](b, `(e => { e.value = "show"; e.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("#race-game"))`)
	b.until(`[...document.querySelectorAll("#race-count option")].map(o => o.value).join() === "5,15" && document.querySelector("#race-count").value === "5"`)
	b.tap("#race")
	b.until("state.view.match?.kind === 'show' && document.body.innerText.includes('Ann, how many vowels?')")
	b.fits("a show begins")
	b.axe("a show begins")
	const choose = "[...document.querySelectorAll('button')].find(b => b.innerText === '4 vowels')"
	eval[any](b, choose+".click()")
	b.until("!state.busy && document.body.innerText.includes('Ann takes 4 vowels.') && !" + choose)
	bob.await(1, 0)
	until(t, "the clock runs", func() bool { return bob.look().Round.Ends != 0 })
	b.until("state.view.match.number === 1 && document.querySelector('#board')")
	bob.look()
	bob.answer(solved(t, bob.View.Round.Puzzle))
	bob.ends(34 * time.Second)
	b.until("state.view.match.next && document.body.innerText.includes('Bob')")
	b.fits("after a round of a show")
	b.axe("after a round of a show")
}
