package storage

import (
	"sync"
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
		p.took(p.rows, p.rows, step.took)
		if p.rows != step.want {
			t.Errorf("step %d: %d rows, want %d", i, p.rows, step.want)
		}
	}
	rows := 0
	handled, err := p.Do(func(n int) (int64, error) {
		rows = n
		time.Sleep(10 * time.Millisecond)
		return int64(n), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows != 100 || handled != 100 || p.rows != 50 {
		t.Errorf("%d rows, of which %d were handled, then %d", rows, handled, p.rows)
	}
}

// A page that finds fewer rows than it may handle says nothing of how long a row takes. The next begins with
// the least number.
func TestPageAfterTheLast(t *testing.T) {
	for name, handled := range map[string]int64{"no row": 0, "some of the rows": 7} {
		p := NewPage(8, 100)
		all := func(rows int) (int64, error) { return int64(rows), nil }
		for range 10 {
			if _, err := p.Do(all); err != nil {
				t.Fatal(err)
			}
		}
		if p.rows != 100 {
			t.Fatalf("after quick pages a page has %d rows, want 100", p.rows)
		}
		for range 10 {
			if _, err := p.Do(func(int) (int64, error) { return handled, nil }); err != nil {
				t.Fatal(err)
			}
			if p.rows != 8 {
				t.Errorf("after a page with %s the next has %d rows, want 8", name, p.rows)
			}
		}
	}
}

// Many goroutines may use a Page. The race detector watches this test.
func TestConcurrentPages(t *testing.T) {
	p := NewPage(8, 100)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 10 {
				handled, err := p.Do(func(rows int) (int64, error) { return int64(rows), nil })
				if err != nil || handled < 8 || handled > 100 {
					t.Errorf("%d rows, %v", handled, err)
				}
			}
		})
	}
	all.Wait()
}
