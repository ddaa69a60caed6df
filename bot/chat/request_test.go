package chat

import (
	"testing"
	"time"
)

// A time that happens to be a whole second is not taken for one of a network that tells no more.
func TestExact(t *testing.T) {
	noon := time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct{ at, want time.Duration }{
		{0, time.Millisecond},
		{900 * time.Microsecond, time.Millisecond},
		{time.Millisecond, time.Millisecond},
		{1500 * time.Microsecond, time.Millisecond},
		{time.Second, 1001 * time.Millisecond},
		{999 * time.Millisecond, 999 * time.Millisecond},
	} {
		if got := Exact(noon.Add(test.at)).Sub(noon); got != test.want {
			t.Errorf("%v after noon: %v, want %v", test.at, got, test.want)
		}
	}
}
