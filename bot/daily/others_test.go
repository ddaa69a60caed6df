package daily

import (
	"strings"
	"testing"

	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
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
			t.Errorf("of %v it says %q", test.points, got)
		}
	}
	if got := othersText(v, many); !strings.HasPrefix(got, "So far 1000+ people") {
		t.Errorf("of more than are compared it says %q", got)
	}
}
