package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
	"reckon/storage/storetest"
)

// tapped answers the round that the visitor sees by a number of taps, as the page does.
func (v *visitor) tapped(text string, taps int) act {
	v.t.Helper()
	v.Acts++
	body := map[string]any{
		"key": "taps-" + v.Token[:12], "press": v.View.Round.Answer.Press, "text": text, "round": v.View.Round.Token, "taps": taps,
	}
	var a act
	if status := v.call(http.MethodPost, "play/act", v.Token, body, &a); status != http.StatusOK {
		v.t.Fatalf("%s: %d", text, status)
	}
	v.View = a.View
	return a
}

// The page says by how many taps an answer was made. That number reaches the answer that is stored, in a puzzle
// of one's own, in a daily and in a race. What is no number of taps counts as none.
func TestTapsOfThePageAreStored(t *testing.T) {
	for taps, want := range map[int]int{0: 0, 7: 7, 11: 11, -3: 0} {
		s := newSite(t)
		alone := s.guest("Ann", "")
		alone.do("command", "24")
		alone.tapped(bestAnswer(t, alone.View.Round.Puzzle), taps)

		daily := s.guest("Bo", "")
		daily.do("command", "daily")
		daily.do("press", daily.View.Day.Parts[0].Press)
		daily.tapped(bestAnswer(t, daily.View.Round.Puzzle), taps)

		racer := s.guest("Cy", "new")
		racer.race("2 24")
		racer.tapped(bestAnswer(t, racer.View.Round.Puzzle), taps)

		var got []int
		err := s.store.Look(t.Context(), func(tx *storage.Tx) error {
			var err error
			got, err = storage.List[int](tx, "list taps", `SELECT taps FROM answers ORDER BY id`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 3 || got[0] != want || got[1] != want || got[2] != want {
			t.Errorf("of %d taps %v are stored", taps, got)
		}
	}
}

// The same answer after the same time is no news if it was typed. By more taps than a hand makes in that time
// it counts at home alone, and the reply says so.
func TestFastTapsOfADailyAreToldSo(t *testing.T) {
	for taps, want := range map[int]bool{0: false, 7: false, 1000: true} {
		s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
		v := s.visit(map[string]string{"network": "club", "proof": "ann"})
		v.do("command", "daily")
		v.do("press", v.View.Day.Parts[0].Press)
		s.later(20 * time.Second)
		a := v.tapped(bestAnswer(t, v.View.Round.Puzzle), taps)
		isToldSo := strings.Contains(said(a.Reply), "faster than any hand")
		if isToldSo != want || a.Reply.Tone != chat.Good {
			t.Errorf("%d taps: %s", taps, said(a.Reply))
		}
	}
}
