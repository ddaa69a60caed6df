package talk

import (
	"testing"

	"reckon/bot/button"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/engine/games"
)

// A button turns the page of help, and a command shows one anew.
func TestHelpTurnsItsPage(t *testing.T) {
	h := Help{
		Play:     &round.Play{Games: games.All()},
		Features: func() []feature.Feature { return nil },
	}
	for _, act := range []string{"", button.ActHelp} {
		req := newRequest(t, false)
		req.Args = map[string]string{"topic": TopicScoring}
		req.Button.Act = act
		plan, err := h.Page(req)
		if err != nil {
			t.Fatal(err)
		}
		result, err := plan(nil)
		if err != nil || result.Reply.Edit != (act != "") {
			t.Errorf("%q: edits %t (%v)", act, result.Reply.Edit, err)
		}
	}
}
