package storage

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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
		text := strings.Join(wordsOf(n.take()), " ")
		if got := readTouches(text); !slices.Equal(got, test.want) {
			t.Errorf("%s: heard %v", test.name, got)
		}
		if len(text) >= 8000 {
			t.Errorf("%s: %d bytes are more than a notification has", test.name, len(text))
		}
	}
}

// A listener records the notifications of a session. At first it fails, as often as failures says, as when the pool
// has no connection left for a while.
type listener struct {
	querier
	failures int
	tries    int
	heard    []string
}

func (x *listener) write(_ context.Context, do func(*Tx) error) error {
	x.tries++
	if x.tries <= x.failures {
		return errors.New("no connection is free")
	}
	return do(&Tx{ctx: context.Background(), q: x, write: true, server: true})
}

func (x *listener) exec(_ context.Context, _ string, args []any) (int64, error) {
	x.heard = append(x.heard, args[1].(string))
	return 1, nil
}

// If other processes cannot be told what has changed, they are told later, with what has changed since.
func TestNewsAreToldAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := &listener{failures: 3}
		s := &session{write: x.write, done: make(chan struct{})}
		s.living.Store(2)
		s.tell([]Touch{{TouchRound, 1}, {TouchPlayer, 2}})
		time.Sleep(newsAgain / 2)
		s.tell([]Touch{{TouchRound, 1}, {TouchRound, 3}})
		time.Sleep(time.Minute)
		if len(x.heard) != 1 || x.tries != 4 {
			t.Fatalf("after %d tries others have heard %q", x.tries, x.heard)
		}
		_, touched, _ := strings.Cut(x.heard[0], "touched 0 ")
		want := []Touch{{TouchRound, 1}, {TouchPlayer, 2}, {TouchRound, 3}}
		if got := readTouches(touched); !slices.Equal(got, want) {
			t.Errorf("others have heard %v, want %v", got, want)
		}

		// A process that has ended stops trying.
		x.failures = 100
		close(s.done)
		s.tell([]Touch{{TouchRound, 4}})
		time.Sleep(time.Minute)
		if x.tries != 5 {
			t.Errorf("a process that has ended tries %d times", x.tries-4)
		}
	})
}
