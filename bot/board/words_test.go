package board

import (
	"testing"

	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// Why somebody is not on the boards of the World is told where nobody else reads it.
func TestWhoIsCheckedReadsItAlone(t *testing.T) {
	b, _ := newBoards(t)
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	const checked = "Your place here is being checked. Until then your points count in your groups."
	const barred = "Your points count in your groups, but not here."
	for _, test := range []struct {
		check       storage.Check
		isPrivate   bool
		isEphemeral bool
		want        string
	}{
		{storage.Checked, true, false, checked},
		{storage.Checked, false, true, checked},
		{storage.Checked, false, false, ""},
		{storage.Barred, true, false, barred},
		{storage.Barred, false, true, barred},
		{storage.Barred, false, false, ""},
	} {
		act := round.Act{Community: storage.Community{Private: test.isPrivate}, Ephemeral: test.isEphemeral}
		req := &feature.Request{Say: v, Aloud: v, Act: act}
		line := b.ownLine(req, page{presence: round.Presence{Check: test.check}})
		if got := say.Plain(line); got != test.want {
			t.Errorf("check %d, private %v, ephemeral %v: %q, want %q",
				test.check, test.isPrivate, test.isEphemeral, got, test.want)
		}
	}
}
