package storage

import (
	"testing"
	"time"
)

// After quick pages a page has more rows, and after a slow one fewer, within the bounds.
func TestPage(t *testing.T) {
	p := NewPage(8, 100)
	for i, step := range []struct {
		took time.Duration
		want int
	}{
		{time.Millisecond, 13}, {time.Millisecond, 20}, {6 * time.Millisecond, 20}, {9 * time.Millisecond, 10},
		{time.Second, 8}, {time.Second, 8}, {0, 13}, {0, 20}, {0, 31}, {0, 47}, {0, 71}, {0, 100}, {0, 100},
	} {
		p.took(p.rows, step.took)
		if p.rows != step.want {
			t.Errorf("step %d: %d rows, want %d", i, p.rows, step.want)
		}
	}
	rows := 0
	err := p.Do(func(n int) error {
		rows = n
		time.Sleep(10 * time.Millisecond)
		return nil
	})
	if err != nil || rows != 100 || p.rows != 50 {
		t.Errorf("%d rows, then %d, %v", rows, p.rows, err)
	}
}
