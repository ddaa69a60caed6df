package round

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"reckon/engine"
	"reckon/engine/games"
)

// A value that is asked for again and again is kept, however many others come.
func TestCacheKeepsWhatIsInUse(t *testing.T) {
	r := newCache[int](3)
	r.put("open", 1)
	for i := range 100 {
		r.put(fmt.Sprint("other", i), i)
		if value, ok := r.get("open"); !ok || value != 1 {
			t.Fatalf("after %d others it is %d, %t", i+1, value, ok)
		}
	}
	if n := len(r.byKey); n != 3 || r.order.Len() != n {
		t.Errorf("%d values are kept, and %d in order", n, r.order.Len())
	}
	if _, ok := r.get("other98"); !ok {
		t.Error("the one before the last is gone")
	}
	if _, ok := r.get("other96"); ok {
		t.Error("one that nobody asked for is kept")
	}
	r.put("open", 2)
	if value, _ := r.get("open"); value != 2 {
		t.Errorf("put again it is %d", value)
	}
}

// The puzzle of a round that people play, and its solution, are kept while hundreds of others come.
func TestPuzzlesInPlayAreKept(t *testing.T) {
	play, _ := newPlay(t)
	var first engine.Puzzle
	for range 100 {
		p, err := games.Parse("24:3,3,8,8")
		if err != nil {
			t.Fatal(err)
		}
		kept := play.same(p)
		play.Solve(t.Context(), kept)
		if first == nil {
			first = kept
		}
		if kept != first {
			t.Fatal("the puzzle was read anew")
		}
		if _, known := play.solver.kept.get(p.ID()); !known {
			t.Fatal("its solution is gone")
		}
		for range 20 {
			other, err := games.Parse(fmt.Sprintf("24:%d,%d,%d,%d", 1+rand.IntN(99), 1+rand.IntN(99), 1+rand.IntN(99), 1+rand.IntN(99)))
			if err != nil {
				t.Fatal(err)
			}
			play.same(other)
			play.solver.kept.put(other.ID(), keptSolution{})
		}
	}
}
