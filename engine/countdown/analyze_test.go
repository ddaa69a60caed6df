package countdown

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/engine/property"
)

func TestAnalyze(t *testing.T) {
	property.Night(t)
	last := 0
	all, err := Game{}.Analyze(context.Background(), 2, func(done, total int) {
		if done <= last || total != 13243 {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	a := all.(Analysis)
	if last != a.Boards {
		t.Errorf("progress ended at %d of %d", last, a.Boards)
	}
	var boards, solvable []int
	for _, c := range a.ByLarge {
		boards = append(boards, c.Boards)
		solvable = append(solvable, c.Solvable)
	}
	type figures struct {
		Boards, Games, Solvable, Complete int
		BoardsByLarge, SolvableByLarge    []int
		Hardest                           TargetHits
		Barren                            [][]int
	}
	got := figures{a.Boards, a.Games, a.Solvable, a.Complete, boards, solvable, a.Hardest, a.Barren}
	want := figures{
		13243, 11905457, 10858746, 1226,
		[]int{2850, 5808, 3690, 840, 55},
		[]int{1963726, 4966076, 3192103, 693131, 43710},
		TargetHits{947, 9017},
		[][]int{{1, 1, 2, 2, 3, 3}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("want -, got +:\n" + diff)
	}
}

func TestAnalyzeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Game{}).Analyze(ctx, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The sweep and the search find the same targets in different ways.
func TestSweepAgreesWithSearch(t *testing.T) {
	h := hand{2, 3, 3, 7, 25, 100}
	s := newSweep()
	s.joined = map[hand]*joins{}
	for _, p := range deals(h) {
		if p.small[1] == 0 {
			j := s.join(p.large)
			s.joined[p.large] = &j
		}
	}
	made := s.board(h)
	q := newSearch(h.tiles())
	for v := minTarget; v <= maxTarget; v++ {
		if got, want := has(made[:], v), len(q.exact(v)) > 0; got != want {
			t.Errorf("%v makes %d: sweep %v, search %v", h.tiles(), v, got, want)
		}
	}
	if !slices.IsSorted(q.tiles) {
		t.Error("tiles are not sorted")
	}
}

func BenchmarkAnalyze(b *testing.B) {
	for b.Loop() {
		if _, err := (Game{}).Analyze(context.Background(), 1, nil); err != nil {
			b.Fatal(err)
		}
	}
}
