package round

import (
	"slices"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// Each hour, and when its day is over everywhere, the job checks whether a puzzle is over.
func TestNextCheck(t *testing.T) {
	for until, want := range map[time.Duration]time.Duration{
		30 * time.Minute: 30 * time.Minute,
		2 * time.Hour:    time.Hour,
	} {
		if got := nextCheck(Barrier{Class: "class", Until: noon.Add(until)}, noon); !got.Equal(noon.Add(want)) {
			t.Errorf("a day that is over in %v is looked at in %v", until, got.Sub(noon))
		}
	}
	if got := nextCheck(Barrier{Class: "class"}, noon); !got.Equal(noon.Add(time.Hour)) {
		t.Errorf("a round that is open is looked at in %v", got.Sub(noon))
	}
}

// A person waits for a puzzle that is in play, and is told once when it is over. If they may see its solution
// now, they do not wait.
func TestWaitForAPuzzle(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error { return tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, noon) })
	wait := func(who string) (waits bool) {
		x.write(func(tx *storage.Tx) (err error) {
			a := x.act(tx, who)
			if who == "bo" {
				a.Community = community(t, tx, "elsewhere")
			}
			a.Channel = "side"
			waits, err = x.play.Wait(tx, a, parsed(t, hard))
			return err
		})
		return waits
	}
	if wait("bo") {
		t.Error("bo, who plays nowhere, waits")
	}
	if !wait("ann") {
		t.Fatal("ann does not wait")
	}
	const id = 1
	if at := x.job(WaitJob, id); !at.Equal(noon.Add(time.Hour)) {
		t.Errorf("it is looked at again at %v", at)
	}
	ended := func(at time.Time) (w *Wait) {
		x.write(func(tx *storage.Tx) (err error) {
			w, err = x.play.EndWait(tx, id, at)
			return err
		})
		return w
	}
	x.at = noon.Add(waitEvery)
	if w := ended(x.at); w != nil || !x.job(WaitJob, id).Equal(x.at.Add(waitEvery)) {
		t.Errorf("while it is open: %+v, again at %v", w, x.job(WaitJob, id))
	}
	x.at = x.at.Add(time.Minute)
	x.sends("cy", "8/(3-8/3)", x.at.Sub(noon), true)
	if at := x.job(WaitJob, id); !at.Equal(x.at) {
		t.Errorf("when it is over, it is looked at again at %v, want %v", at, x.at)
	}
	w := ended(x.at)
	if w == nil || w.Channel != "side" || w.CommunityID != x.club.ID || w.Puzzle != hard || !x.job(WaitJob, id).IsZero() {
		t.Errorf("ann is told: %+v", w)
	}
	if w := ended(x.at); w != nil {
		t.Errorf("ann is told twice: %+v", w)
	}
}

// The end of a puzzle shows no solution while a member of the place plays it in another group. Who asks there to be
// told when it is over waits for the same, though they don't play it themselves.
func TestWaitForAMember(t *testing.T) {
	for _, isLinked := range []bool{false, true} {
		x := newTable(t, hard, 0)
		var den storage.Community
		var id int64
		x.write(func(tx *storage.Tx) error {
			den = community(t, tx, "den")
			inDen := x.act(tx, "ann").Person
			if isLinked {
				inDen = x.elsewhere(tx, "ann")
				if err := x.play.Link(tx, x.act(tx, "ann").Person.ID, inDen.ID, noon); err != nil {
					return err
				}
			}
			if err := tx.Join(x.club.ID, x.act(tx, "ann").Person.ID, noon); err != nil {
				return err
			}
			if err := tx.Join(den.ID, inDen.ID, noon); err != nil {
				return err
			}
			a := x.act(tx, "bo")
			a.Community = den
			waits, err := x.play.Wait(tx, a, parsed(t, hard))
			if err != nil {
				return err
			}
			if !waits {
				t.Errorf("linked %t: bo does not wait for ann", isLinked)
				return nil
			}
			ids, err := waitsFor(tx, parsed(t, hard).Face().Class())
			if err == nil {
				id = ids[0]
			}
			return err
		})
		if id == 0 {
			continue
		}
		ended := func(at time.Time) (w *Wait) {
			x.write(func(tx *storage.Tx) (err error) {
				w, err = x.play.EndWait(tx, id, at)
				return err
			})
			return w
		}
		if w := ended(noon.Add(waitEvery)); w != nil {
			t.Errorf("linked %t: while ann plays, bo is told: %+v", isLinked, w)
		}
		x.sends("ann", hardSolution, waitEvery, true)
		if w := ended(noon.Add(waitEvery)); w == nil || w.CommunityID != den.ID {
			t.Errorf("linked %t: when it is over, bo is told: %+v", isLinked, w)
		}
	}
}

// When a round of a custom puzzle ends, or one that somebody plays alone, nobody is told: people do not wait
// for those. Another round of the puzzle may still be open.
func TestWhatWakesAWait(t *testing.T) {
	for what, c := range map[string]struct {
		r    storage.Round
		want time.Time
	}{
		"a race":            {storage.Round{Class: "class"}, noon},
		"typed numbers":     {storage.Round{Class: "class", Custom: true}, time.Time{}},
		"another class":     {storage.Round{Class: "other"}, time.Time{}},
		"played by oneself": {storage.Round{Class: "class", Daily: 1}, time.Time{}},
	} {
		x := newTable(t, hard, 0)
		var id int64
		x.write(func(tx *storage.Tx) (err error) {
			id, err = saveWait(tx, Wait{PlayerID: x.act(tx, "ann").Person.ID, CommunityID: x.club.ID, Puzzle: hard, Class: "class"}, noon)
			if err != nil {
				return err
			}
			isAlone := c.r.Daily != 0
			return wakeWaits(tx, Round{Round: c.r, Mode: mode.Mode{Shared: !isAlone}}, noon)
		})
		if at := x.job(WaitJob, id); !at.Equal(c.want) {
			t.Errorf("%s: it is looked at at %v", what, at)
		}
	}
}

// A person who asks twice is told once, at the place where they asked last.
func TestWaitIsForTheLastPlace(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		first, second := community(t, tx, "first").ID, community(t, tx, "second").ID
		w := Wait{PlayerID: ann, CommunityID: first, Channel: "a", Puzzle: hard, Class: "x"}
		id := must(saveWait(tx, w, noon))(t)
		again := must(saveWait(tx, Wait{PlayerID: ann, CommunityID: second, Channel: "b", Puzzle: hard, Class: "y"}, noon))(t)
		other := must(saveWait(tx, Wait{PlayerID: bo, CommunityID: first, Puzzle: hard, Class: "y"}, noon))(t)
		if id != again || other == id {
			t.Errorf("rows %d and %d, another's %d", id, again, other)
		}
		if got := must(waitOf(tx, id))(t); got.CommunityID != second || got.Channel != "b" || got.Class != "y" || got.PlayerID != ann {
			t.Errorf("stored: %+v", got)
		}
		if got := must(waitsFor(tx, "y"))(t); !slices.Equal(got, []int64{id, other}) {
			t.Errorf("waiting for y: %v", got)
		}
		if err := setWaitClass(tx, id, "z"); err != nil {
			return err
		}
		if err := deleteWait(tx, other); err != nil {
			return err
		}
		if got := must(waitsFor(tx, "z"))(t); !slices.Equal(got, []int64{id}) || len(must(waitsFor(tx, "y"))(t)) != 0 {
			t.Errorf("waiting for z: %v", got)
		}
		return nil
	})
}

// A wait is for the class that is in play now. When a round of that class ends, the job runs.
func TestWaitIsForWhatIsInPlay(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		if err := tx.Join(x.club.ID, ann, noon); err != nil {
			return err
		}
		id, err := saveWait(tx, Wait{PlayerID: ann, CommunityID: x.club.ID, Puzzle: hard, Class: "earlier"}, noon)
		if err != nil {
			return err
		}
		if w, err := x.play.EndWait(tx, id, noon); w != nil || err != nil {
			t.Errorf("while it is open: %+v, %v", w, err)
		}
		w, err := waitOf(tx, id)
		if want := parsed(t, hard).Face().Class(); w.Class != want {
			t.Errorf("it waits for %q, want %q", w.Class, want)
		}
		return err
	})
}

// A person who waits for a daily is told when its day is over everywhere.
func TestWaitForADaily(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	over := SolutionsFrom(Number(noon))
	x.at = over.Add(-30 * time.Minute)
	x.write(func(tx *storage.Tx) error {
		if err := AddDaily(tx, Number(noon), "24", hard, parsed(t, hard).Face().Class()); err != nil {
			return err
		}
		waits, err := x.play.Wait(tx, x.act(tx, "ann"), parsed(t, hard))
		if !waits {
			t.Error("ann does not wait")
		}
		return err
	})
	if at := x.job(WaitJob, 1); !at.Equal(over) {
		t.Errorf("it is looked at %v, want %v", at, over)
	}
}
