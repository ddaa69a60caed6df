package round

import (
	"testing"
	"time"

	"reckon/storage"
)

// Some networks give times in whole seconds. Of two answers in the same second, the one that was read first
// came first.
func TestRepeatedInOneSecond(t *testing.T) {
	x := newTable(t, "tchisla:49#7", 0)
	x.sends("ann", "7*7", time.Minute, true)
	if took := x.sends("bo", "7*7", time.Minute, true); took.What != Known {
		t.Errorf("bo repeats what ann said in the same second: %s", took.What)
	}
	x.closes()
	if ann, bo := x.awardOf("ann"), x.awardOf("bo"); ann.Points != 50 || bo.Points != 0 {
		t.Errorf("ann is paid %d, bo %d", ann.Points, bo.Points)
	}
}

// Two linked players are one person: what one of them has earned by a day, the other cannot earn again.
func TestLinkedPlayersEarnADayOnce(t *testing.T) {
	x := newTable(t, "tchisla:49#7", Number(noon))
	if took := x.answer("ann", "7*√(7*7)"); took.Points != 30 {
		t.Fatalf("one digit more pays %d, want 30", took.Points)
	}
	x.write(func(tx *storage.Tx) error {
		return x.play.Link(tx, x.act(tx, "ann").Person.ID, x.elsewhere(tx, "ann").ID, x.at)
	})
	x.write(func(tx *storage.Tx) error {
		a := x.act(tx, "ann")
		a.Person = x.elsewhere(tx, "ann")
		r, err := x.play.Round(tx, x.round)
		if err != nil {
			return err
		}
		took, err := x.play.Answer(tx, a, x.play.Judge(t.Context(), r, "7*7"))
		if took.Points != 20 {
			t.Errorf("the best answer pays their other player %d, want the 20 that are left of 50", took.Points)
		}
		return err
	})
}

// elsewhere returns the player that a person has on another network.
func (x *table) elsewhere(tx *storage.Tx, who string) storage.Player {
	x.t.Helper()
	p, err := tx.EnsurePlayer("elsewhere", who, who, "", x.at)
	if err != nil {
		x.t.Fatal(err)
	}
	return p
}

// A person who repeats a solution that was given away earns nothing, but may still be paid for another
// solution.
func TestRepeatingWhatIsGivenAwayLeavesTheOthers(t *testing.T) {
	x := newTable(t, "24:2,3,4,5", 0)
	x.at = noon.Add(30 * time.Second)
	x.giveUp("bo")
	if took := x.sends("bo", "2*(3+4+5)", 40*time.Second, true); took.What != Muted {
		t.Fatalf("bo, who gave up: %s", took.What)
	}
	if took := x.sends("cy", "2*(3+4+5)", 50*time.Second, true); took.Practice != Spoilt || took.Points != 0 {
		t.Errorf("cy repeats it: practice %q, %d points", took.Practice, took.Points)
	}
	if took := x.sends("cy", "4*(5+3-2)", time.Minute, true); took.What != First || took.Points != 50 {
		t.Errorf("cy finds another one: %s, practice %q, %d points", took.What, took.Practice, took.Points)
	}
}

// The person is told that a daily does not count in the World if their first answer came sooner than a hand can
// give it. It is told once, and not of a dealt puzzle, which never counts there.
func TestHastyDailyIsTold(t *testing.T) {
	const quick, slow = 200 * time.Millisecond, 20 * time.Second
	for _, c := range []struct {
		daily  int
		first  time.Duration
		second time.Duration
		told   [2]bool
	}{
		{Number(noon), quick, slow, [2]bool{true, false}},
		{Number(noon), quick, quick, [2]bool{true, false}},
		{Number(noon), slow, slow, [2]bool{}},
		{0, quick, slow, [2]bool{}},
	} {
		x := newTable(t, "24:2,3,4,5", c.daily)
		x.show("ann")
		for i, text := range []string{"2*(3+4+5)", "4*(5+3-2)"} {
			after := []time.Duration{c.first, c.second}[i]
			took := x.sends("ann", text, after, false)
			if took.NotInWorld != c.told[i] || took.Points == 0 {
				t.Errorf("daily %d, answer %d after %v: %d points, told %t", c.daily, i+1, after, took.Points, took.NotInWorld)
			}
		}
		isLocal := c.first == quick
		if a := x.awardOf("ann"); a.Local != isLocal {
			t.Errorf("daily %d after %v: %+v", c.daily, c.first, a)
		}
	}
}

// A hasty answer pays in its community, but is not counted as a found solution, which would count in the
// World, and teaches no rating.
func TestHastyAnswerCountsInItsCommunityAlone(t *testing.T) {
	for after, want := range map[time.Duration]struct{ found, rated int }{
		200 * time.Millisecond: {found: 0, rated: 0},
		20 * time.Second:       {found: 1, rated: 1},
	} {
		x := newTable(t, hard, 0)
		x.at = noon.Add(after)
		if took := x.answer("ann", "8/(3-8/3)"); took.Points != 50 {
			t.Errorf("after %v it pays %d", after, took.Points)
		}
		if a := x.awardOf("ann"); a.Local != (want.found == 0) {
			t.Errorf("after %v: %+v", after, a)
		}
		if got := len(x.rated()); got != want.rated {
			t.Errorf("after %v %d attempts are rated, want %d", after, got, want.rated)
		}
		x.write(func(tx *storage.Tx) error {
			ann := x.act(tx, "ann").Person.ID
			if err := tx.Join(x.club.ID, ann, x.at); err != nil {
				return err
			}
			board := storage.Board{CommunityID: x.club.ID, Game: storage.Hunt}
			standing, _, err := storage.Found(tx.StandingOf(board, ann))
			if standing.Points != want.found {
				t.Errorf("after %v the hunt counts %d solutions, want %d", after, standing.Points, want.found)
			}
			return err
		})
	}
}
