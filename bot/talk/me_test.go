package talk

import (
	"testing"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// The page tells a person about themselves what features have, once they are stored. It has their settings in their
// private chat alone. Their name is the one that they have on the network now.
func TestMe(t *testing.T) {
	for _, test := range []struct {
		name              string
		private, isNew    bool
		newName, wantName string
	}{
		{"alone", true, false, "Annie", "Annie"},
		{"in a group", false, false, "Annie", "Annie"},
		{"whose name the network does not give", true, false, "", "Name of ann"},
		{"new", true, true, "Annie", "Annie"},
	} {
		rounds, req := openPlace(t, test.private)
		rounds.Features = func() []feature.Feature {
			return []feature.Feature{{
				Name: "counts",
				MeView: func(_ say.Voice, _ *storage.Tx, act round.Act, out *chat.MeView) error {
					out.Solved = int(act.Person.ID)
					return nil
				},
			}}
		}
		req.Person.Name = test.newName
		if test.isNew {
			req.Act.Person.ID = 0
		}
		x := Views{Rounds: rounds, Panel: newSettings(rounds, req, func(storage.Community) {})}
		got, err := x.Me(req)
		if err != nil || got.Name != test.wantName || got.Guest {
			t.Errorf("%s: %+v (%v)", test.name, got, err)
		}
		if got.Solved != int(req.Act.Person.ID) {
			t.Errorf("%s: features have told %d", test.name, got.Solved)
		}
		if hasSettings := len(got.Settings) > 0; hasSettings != test.private {
			t.Errorf("%s: %d settings", test.name, len(got.Settings))
		}
	}
}
