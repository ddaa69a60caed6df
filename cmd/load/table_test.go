package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A brokenNetwork cannot be reached by people.
type brokenNetwork struct {
	network
}

func (brokenNetwork) act(*table, person, string, string) (string, error) {
	return "", errors.New("nobody is there")
}

// A table waits for the puzzle that was asked for last, whatever happened to the puzzles before.
func TestAwaitPuzzle(t *testing.T) {
	const (
		first  = "[3] [3] [8] [8]  make 24"
		second = "[1] [2] [3] [4]  make 24"
	)
	// People wait no longer than until the puzzle has been looked for once.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name string
		// before is what happens at the table before somebody asks for the second puzzle.
		before func(place *table)
	}{
		{
			name:   "nothing happened",
			before: func(*table) {},
		},
		{
			name: "nobody could ask",
			before: func(place *table) {
				works := place.network
				place.network = brokenNetwork{works}
				err := place.step(ctx, time.Now())
				if err == nil {
					t.Error("somebody could ask a broken network")
				}
				place.network = works
			},
		},
		{
			name: "a puzzle was shown twice",
			before: func(place *table) {
				askFor(t, place)
				place.see(message{id: "1", text: first})
				place.see(message{id: "2", text: first})
			},
		},
		{
			name: "a puzzle came when nobody waited for it any more",
			before: func(place *table) {
				askFor(t, place)
				_, err := place.awaitPuzzle(ctx)
				if err == nil {
					t.Error("a puzzle was there before it came")
				}
				place.see(message{id: "1", text: first})
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			newTable := func() *table {
				place := newTestRig(t, io.Discard).telegram.seat("place", 1)
				test.before(place)
				askFor(t, place)
				return place
			}
			id, err := newTable().awaitPuzzle(ctx)
			if err == nil {
				t.Errorf("before the second puzzle comes, it is %s", id)
			}
			place := newTable()
			place.see(message{id: "3", text: second})
			id, err = place.awaitPuzzle(ctx)
			if err != nil || id != "24:1,2,3,4" {
				t.Errorf("when the second puzzle has come, it is %s, %v", id, err)
			}
		})
	}
}

// askFor makes the person at a table ask for a puzzle.
func askFor(t *testing.T, place *table) {
	t.Helper()
	err := place.do(0, deal, "24", time.Now())
	if err != nil {
		t.Fatal(err)
	}
}

// If the bot does not start, the error has the end of its log.
func TestNotReady(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fmt.Fprint(file, strings.Repeat("a line\n", 1000), "the last line")
	g := &rig{log: file}
	got := g.notReady(1).Error()
	isWhole := strings.HasPrefix(got, "process 1 of the bot") && strings.HasSuffix(got, "\nthe last line")
	if !isWhole || len(got) > 2500 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
