package daily

import (
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

// The page says how many people have played a day and, if they are not too few, how well half of them did.
func TestOthersText(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	many := make([]int, round.MostCompared+5)
	for _, test := range []struct {
		points []int
		want   string
	}{
		{nil, ""},
		{[]int{80}, ""},
		{[]int{10, 80}, "So far 2 people have played today."},
		{[]int{10, 20, 80, 90}, "So far 4 people have played today."},
		{[]int{10, 20, 30, 80, 90}, "So far 5 people have played today. Half of them have 30 points or more."},
		{[]int{10, 20, 30, 80, 90, 100}, "So far 6 people have played today. Half of them have 80 points or more."},
	} {
		if got := othersText(v, test.points); got != test.want {
			t.Errorf("%v: %q, want %q", test.points, got, test.want)
		}
	}
	if got := othersText(v, many); !strings.HasPrefix(got, "So far 1000+ people") {
		t.Errorf("more points than are compared: %q", got)
	}
}

// What people have earned with a day is remembered for a while, for that day alone.
func TestPointsOfTwoDays(t *testing.T) {
	d := newDaily(t, nil)
	remembered := new(others)
	earn := func(who string, number, points int) {
		t.Helper()
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			person := storetest.Person(t, tx, who)
			r, err := d.Play.DailyRound(tx, number, d.Play.Game("24"), storetest.Noon)
			if err != nil {
				return err
			}
			storetest.Award(t, tx, storage.Community{}, r.ID, person.ID, points)
			return nil
		})
	}
	wants := func(what string, number int, after time.Duration, want ...int) {
		t.Helper()
		got, err := remembered.pointsOf(t.Context(), d.Store, number, storetest.Noon.Add(after))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	wants("before anybody has played", 61, 0)
	earn("ann", 61, 30)
	earn("ann", 62, 20)
	wants("a moment later", 61, comparedFor/2)
	wants("another day", 62, comparedFor/2, 20)
	wants("the first day again", 61, comparedFor/2, 30)
	earn("bob", 61, 40)
	wants("just before it is forgotten", 61, comparedFor*3/2-1, 30)
	wants("when it is forgotten", 61, comparedFor*3/2, 30, 40)
}
