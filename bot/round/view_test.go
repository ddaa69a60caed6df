package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// While a race is open, a person who practises in it sees their own answer there, and nobody else does.
func TestViewHidesPracticeOfOthers(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		return MarkSeen(tx, x.act(tx, "bo").Person.ID, r.Class, 0)
	})
	if took := x.sends("bo", "1*2*3*4", time.Minute, true); took.What != Practised {
		t.Fatalf("bo, who knew it: %s", took.What)
	}
	x.sends("cy", "(1+2+3)*4", 2*time.Minute, true)
	for who, want := range map[string]int{"ann": 1, "bo": 2, "cy": 1} {
		var a Act
		x.write(func(tx *storage.Tx) error {
			a = x.act(tx, who)
			return nil
		})
		v, err := x.play.View(t.Context(), a, Pointer{RoundID: x.round})
		if err != nil {
			t.Fatal(err)
		}
		if v.Over || len(v.Places) != want {
			t.Errorf("%s sees %d places, want %d; the race is over: %t", who, len(v.Places), want, v.Over)
		}
	}
}
