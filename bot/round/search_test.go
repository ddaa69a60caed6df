package round

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// A slow game is 24 with a solver that searches until its time is over.
type slow struct {
	engine.Game
	// started gets the ID of each puzzle whose search may take long.
	started chan string
	release chan struct{}
}

type slowPuzzle struct {
	engine.Puzzle
	slow *slow
}

func (*slow) Name() string { return "slow" }

func (s *slow) New(_ *rand.Rand, w engine.Wish) (engine.Puzzle, error) { return s.Parse(w.Text) }

func (s *slow) Parse(desc string) (engine.Puzzle, error) {
	p, err := s.Game.Parse(desc)
	if err != nil {
		return nil, err
	}
	return slowPuzzle{p, s}, nil
}

func (p slowPuzzle) ID() string { return "slow:" + p.Puzzle.ID()[len("24:"):] }

func (p slowPuzzle) Solve(ctx context.Context) engine.Solution {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= quickTime {
		return engine.Solution{}
	}
	p.slow.started <- p.ID()
	<-p.slow.release
	return engine.Solution{Solvable: true, Best: "found", All: []string{"found"}}
}

// However many processors there are, searches leave a third of the memory free.
func TestSearchesFitIntoMemory(t *testing.T) {
	for _, c := range []struct {
		processors int
		limit      int64
		want       int
	}{{1, math.MaxInt64, 1}, {2, math.MaxInt64, 1}, {64, math.MaxInt64, 2}, {64, 800 << 20, 1}, {64, 100 << 20, 1}, {8, 4 << 30, 7}, {64, 4 << 30, 9}} {
		if got := searches(c.processors, c.limit); got != c.want {
			t.Errorf("%d processors and %d bytes: %d searches, want %d", c.processors, c.limit, got, c.want)
		}
	}
}

// While searches hold all slots, answers are judged, rounds end and other puzzles are dealt at once. A person
// has one search at a time. If the solution of a round takes a search, the round ends when that search is
// done.
func TestBesideSearches(t *testing.T) {
	x := newTable(t, "24:3,3,8,8", 0)
	twentyFour, _ := games.ByName("24")
	s := &slow{Game: twentyFour, started: make(chan string), release: make(chan struct{})}
	x.play.Games = append(x.play.Games, s)
	x.play.gameNumbers[s.Name()] = len(x.play.Games)
	atOnce := func(what string, do func()) {
		t.Helper()
		done := make(chan struct{})
		go func() {
			defer close(done)
			do()
		}()
		select {
		case <-done:
		// What waits for a slot waits for SolveTime.
		case <-time.After(SolveTime - SolveTime/10):
			t.Errorf("%s waits for searches", what)
			<-done
		}
	}
	parse := func(desc string) engine.Puzzle {
		p, err := s.Parse(desc)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	person := func(i int) storage.Player { return storage.Player{Network: "net", Key: fmt.Sprint(i)} }
	slots := cap(x.play.solver.slots)
	for i := range slots {
		go x.play.Search(t.Context(), person(i), parse(fmt.Sprint("3 3 8 ", i+1)), time.Hour)
		<-s.started
	}

	var outcome Outcome
	atOnce("a right answer", func() { outcome = x.answer("ann", "8/(3-8/3)") })
	if outcome.What != First {
		t.Errorf("beside searches: %s", outcome.What)
	}
	atOnce("the end of a round", func() {
		if d, ok, err := x.play.PrepareEnd(t.Context(), x.round); !ok || err != nil || d.solving {
			t.Errorf("an end: %+v, %v", d, err)
		}
	})

	a := Act{Person: person(0), Community: x.club, At: noon}
	if _, err := x.play.Draw(t.Context(), a, s, engine.AnyLevel, "1 2 3 4"); !errors.Is(err, ErrSearching) {
		t.Errorf("a second search of a person: %v", err)
	}
	var id int64
	x.write(func(tx *storage.Tx) (err error) {
		id, err = tx.AddRound(storage.Round{CommunityID: x.club.ID, Game: "slow", Puzzle: "slow:3,3,8,8", DealtAt: noon, Lasts: time.Minute, EndsAt: noon})
		return err
	})
	end := func() (e *Ending) {
		d, _, err := x.play.PrepareEnd(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		x.write(func(tx *storage.Tx) error {
			e, err = x.play.End(tx, d, noon.Add(time.Hour))
			return err
		})
		return e
	}
	atOnce("the end of a round that takes a search", func() {
		if e := end(); e != nil {
			t.Errorf("it ended without its solution: %+v", e)
		}
	})
	// The search for that end begins when the others are done.
	go func() {
		for range s.started {
		}
	}()
	close(s.release)
	for !x.play.solver.begin("slow:3,3,8,8") {
		runtime.Gosched()
	}
	if e := end(); e == nil || e.Best.Best != "found" {
		t.Errorf("when the search is done: %+v", e)
	}
}

// When a match is stopped, its open puzzle ends with its own solution, even if another puzzle was open when
// the request was read.
func TestStopReadsAgain(t *testing.T) {
	x, m := bout(t, "24:2,3,4,5", raceOf("24"))
	var a Act
	x.write(func(tx *storage.Tx) error {
		a = x.act(tx, "ann")
		return nil
	})
	_, before, err := x.play.Running(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	x.ends(noon.Add(time.Hour))
	x.at = noon.Add(2 * time.Hour)
	x.deal(m, "24:3,3,8,8")
	err = x.store.Write(t.Context(), func(tx *storage.Tx) error {
		_, _, err := x.play.Stop(tx, a, m.ID, before)
		return err
	})
	if !errors.Is(err, storage.ErrConflict) {
		t.Errorf("with what was read before the next puzzle: %v", err)
	}
	_, now, err := x.play.Running(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		_, e, err := x.play.Stop(tx, a, m.ID, now)
		if err == nil && (e == nil || e.Best.Best != now.Solution.Best || e.Round.Puzzle.ID() != "24:3,3,8,8") {
			t.Errorf("the end shows %+v", e)
		}
		if err != nil {
			return err
		}
		// Who stops a match reads the solution of its open puzzle.
		hasSeen, err := hasSeenAll(tx, a.Person.ID, []string{parsed(t, "24:3,3,8,8").Face().Class()})
		if !hasSeen {
			t.Error("she does not count as having seen the solution")
		}
		return err
	})
}

// A match may be stopped before its first puzzle. Its open puzzle ends with it. Running returns the match that
// goes on at a place, with what the solver knows of its newest puzzle.
func TestStopAtAnyTime(t *testing.T) {
	for _, puzzles := range []int{0, 1} {
		x := &table{t: t, at: noon}
		x.play, x.store = newPlay(t)
		var m Match
		var a Act
		x.write(func(tx *storage.Tx) (err error) {
			if x.club, err = tx.EnsureCommunity("net", "club", false, 0, "", noon); err != nil {
				return err
			}
			a = x.act(tx, "ann")
			m, err = raceOf("24")(x, tx)
			return err
		})
		if puzzles > 0 {
			x.at = m.NextAt
			x.deal(m, hard)
		}
		row, due, err := x.play.Running(t.Context(), a)
		if err != nil || row.ID != m.ID || (due.Round.ID != 0) != (puzzles > 0) || (due.Solution.Best != "") != (puzzles > 0) {
			t.Errorf("%d puzzles: running is %d, %q, %v", puzzles, row.ID, due.Solution.Best, err)
		}
		a.At = x.at.Add(time.Second)
		x.write(func(tx *storage.Tx) error {
			stopped, e, err := x.play.Stop(tx, a, m.ID, due)
			if err != nil || stopped.Reason != Stopped || !stopped.EndedAt.Equal(a.At) || (e != nil) != (puzzles > 0) {
				t.Errorf("%d puzzles: %+v, ending %v, %v", puzzles, stopped.MatchRow, e, err)
			}
			if e != nil && (e.Round.Reason != Stopped || e.Best.Best == "") {
				t.Errorf("its puzzle ends: %q, %q", e.Round.Reason, e.Best.Best)
			}
			return err
		})
	}
}

// A race may be stopped by the person who asked for it or by an administrator, and a duel only by an
// administrator. Nobody can stop a match that is over, or that goes on at another place.
func TestWhoStopsAMatch(t *testing.T) {
	for _, c := range []struct {
		what   string
		begin  func(*table, *storage.Tx) (Match, error)
		who    string
		admin  bool
		change func(x *table, tx *storage.Tx, m *Match) error
		want   error
	}{
		{"a race by its asker", raceOf("24"), "ann", false, nil, nil},
		{"a race by another", raceOf("24"), "bob", false, nil, ErrNotYours},
		{"a race by an administrator", raceOf("24"), "bob", true, nil, nil},
		{"a duel by its asker", duelOf("24"), "ann", false, nil, ErrNotYours},
		{"a duel by an administrator", duelOf("24"), "cat", true, nil, nil},
		{"what is over", raceOf("24"), "ann", false, func(_ *table, tx *storage.Tx, m *Match) error {
			return endMatch(tx, &m.MatchRow, noon, Idle)
		}, ErrMatchOver},
		{"of another place", raceOf("24"), "ann", true, func(x *table, tx *storage.Tx, _ *Match) (err error) {
			x.club, err = tx.EnsureCommunity("net", "other", false, 0, "", noon)
			return err
		}, ErrMatchOver},
	} {
		x := newTable(t, "24:1,2,3,4", 0)
		x.write(func(tx *storage.Tx) error {
			m, err := c.begin(x, tx)
			if err != nil {
				return err
			}
			if c.change != nil {
				if err := c.change(x, tx, &m); err != nil {
					return err
				}
			}
			a := x.act(tx, c.who)
			a.Admin = c.admin
			if _, _, err := x.play.Stop(tx, a, m.ID, PendingEnd{}); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.what, err, c.want)
			}
			return nil
		})
	}
}

// A person has one search at a time. Somebody on another network with the same key is another person.
func TestOneSearchOfAPerson(t *testing.T) {
	x := newTable(t, hard, 0)
	s := &slow{Game: x.play.Game("24"), started: make(chan string, 9), release: make(chan struct{})}
	close(s.release)
	search := func(network, desc string) error {
		puzzle, err := s.Parse(desc)
		if err != nil {
			t.Fatal(err)
		}
		_, err = x.play.Search(t.Context(), storage.Player{Network: network, Key: "ann"}, puzzle, SolveTime)
		return err
	}
	for _, desc := range []string{"3 3 8 8", "1 2 3 4"} {
		if err := search("net", desc); err != nil {
			t.Errorf("one search after the other: %v", err)
		}
	}
	if !x.play.solver.begin("net\x00ann") {
		t.Fatal("a search goes on")
	}
	if err := search("net", "2 3 4 5"); err != ErrSearching {
		t.Errorf("a second search of ann: %v", err)
	}
	if err := search("elsewhere", "2 3 4 5"); err != nil {
		t.Errorf("a search of ann elsewhere: %v", err)
	}
}

// Hashes of different kinds are different, and so are those of different parts.
func TestHashes(t *testing.T) {
	p, _ := newPlay(t)
	if p.Hash("a", "x") == p.Hash("b", "x") || p.Hash("a", "x") == p.Hash("a", "y") || p.Hash("ab", "c") == p.Hash("a", "bc") {
		t.Error("two hashes are the same")
	}
}

// The result of a search is kept in memory, but a longer search may find something better. The result of a
// search that was cut short is not kept.
func TestWhatASearchKeeps(t *testing.T) {
	x := newTable(t, hard, 0)
	s := &slow{Game: x.play.Game("24"), started: make(chan string, 9), release: make(chan struct{})}
	close(s.release)
	broken, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		desc string
		ctx  context.Context
		want string
	}{
		{"3 3 8 8", t.Context(), "found"},
		{"1 2 3 4", broken, ""},
	} {
		puzzle, err := s.Parse(c.desc)
		if err != nil {
			t.Fatal(err)
		}
		x.play.solver.solve(c.ctx, puzzle, SolveTime)
		for most, isEnough := range map[time.Duration]bool{SolveTime: true, SolveTime + 1: false} {
			known, isFinal := x.play.solver.quick(t.Context(), puzzle, most)
			if known.Best != c.want || isFinal != (isEnough && c.want != "") {
				t.Errorf("%s: %q is kept, enough for %v: %t", c.desc, known.Best, most, isFinal)
			}
		}
	}
}
