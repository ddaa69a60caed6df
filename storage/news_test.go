package storage

import (
	"slices"
	"strings"
	"testing"
)

// Other processes hear of each touch once. If there are more than a notification holds, they hear that
// anything may have changed.
func TestNews(t *testing.T) {
	touches := func(count int) (all []Touch) {
		for i := range count {
			all = append(all, Touch{Kind: TouchRound, ID: int64(i + 1)})
		}
		return all
	}
	var n news
	for _, test := range []struct {
		name        string
		added, want []Touch
	}{
		{"nothing", nil, nil},
		{"two kinds", []Touch{{TouchRound, 1}, {TouchPlayer, 1}}, []Touch{{TouchRound, 1}, {TouchPlayer, 1}}},
		{"one twice", []Touch{{TouchRound, 1}, {TouchRound, 2}, {TouchRound, 1}}, touches(2)},
		{"as many as it holds", touches(300), touches(300)},
		{"more", touches(301), []Touch{{Kind: TouchAll}}},
	} {
		if isFirst := n.add(test.added); !isFirst {
			t.Errorf("%s: something was left of what was told before", test.name)
		}
		text := strings.Join(n.take(), " ")
		if got := readTouches(text); !slices.Equal(got, test.want) {
			t.Errorf("%s: heard %v", test.name, got)
		}
		if len(text) >= 8000 {
			t.Errorf("%s: %d bytes are more than a notification has", test.name, len(text))
		}
	}
}
