package round

import (
	"testing"
	"time"
)

// It is looked each hour whether a puzzle is over, and when its day is over everywhere.
func TestNextLook(t *testing.T) {
	for until, want := range map[time.Duration]time.Duration{
		30 * time.Minute: 30 * time.Minute,
		2 * time.Hour:    time.Hour,
	} {
		if got := nextLook(Barrier{Class: "class", Until: noon.Add(until)}, noon); !got.Equal(noon.Add(want)) {
			t.Errorf("a day that is over in %v is looked at in %v", until, got.Sub(noon))
		}
	}
	if got := nextLook(Barrier{Class: "class"}, noon); !got.Equal(noon.Add(time.Hour)) {
		t.Errorf("a round that is open is looked at in %v", got.Sub(noon))
	}
}
