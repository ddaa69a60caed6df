package play

import (
	"context"
	"testing"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// against begins a match of a person against ghosts that need ten seconds for a puzzle.
func against(t *testing.T) (x *table, m Match) {
	t.Helper()
	x = &table{t: t, at: noon}
	x.play, x.store = newPlay(t)
	x.write(func(tx *storage.Tx) (err error) {
		ann, err := tx.EnsurePlayer("net", "ann", "ann", "", noon)
		if err != nil {
			return err
		}
		if x.club, err = tx.EnsureCommunity("net", "ann", true, ann.ID, "", noon); err != nil {
			return err
		}
		m, err = x.play.Open(tx, x.act(tx, "ann"), mode.Ghost, x.play.Game("24"), engine.AnyLevel, "", 10)
		return err
	})
	return x, m
}

// meet deals a puzzle of it.
func (x *table) meet(m Match, id string) {
	x.t.Helper()
	x.at = x.at.Add(time.Minute)
	puzzle, err := games.Parse(id)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		due := NextDue{id: m.ID, drawn: &Drawn{Game: m.Game, Puzzle: puzzle, Solvable: true}, ghost: storage.Ghost{After: 10 * time.Second}}
		_, dealt, err := x.play.Next(tx, due, x.at)
		if err != nil {
			return err
		}
		x.round = dealt.ID
		_, _, err = x.play.Delivered(tx, x.club.ID, id, x.round, true, x.at)
		return err
	})
}

// pass lets the ghost answer.
func (x *table) pass() {
	x.t.Helper()
	x.at = x.at.Add(10*time.Second + Grace)
	due, _, err := x.play.PrepareEnd(context.Background(), x.round)
	if err != nil {
		x.t.Fatal(err)
	}
	x.write(func(tx *storage.Tx) error {
		_, err := x.play.End(tx, due, x.at)
		return err
	})
}

// A ghost wins a puzzle that the person has not solved in its time, which rates them, unless they
// have not said a word since the puzzle before; and one that they give up. It never stops a match
// because nobody answers, and its solution is seen.
func TestGhostWins(t *testing.T) {
	x, m := against(t)
	x.meet(m, hard)
	x.at = x.at.Add(9 * time.Second)
	if took := x.answer("ann", "8/(3-8/3)"); took.What != First || took.Points == 0 || took.Ending == nil {
		t.Errorf("in time: %+v", took)
	}
	for _, id := range []string{"24:1,2,3,4", "24:2,2,6,6", "24:5,5,5,5"} { // silent
		x.meet(m, id)
		x.pass()
	}
	x.meet(m, "24:2,3,4,5")
	x.answer("ann", "2*3+4+5")
	x.pass()
	x.meet(m, "24:1,1,3,13")
	x.giveUp("ann")

	var got []storage.Rated
	for _, r := range x.rated() {
		got = append(got, storage.Rated{Class: r.Class, Solved: r.Solved, After: r.After})
	}
	want := []struct {
		id     string
		solved bool
		after  time.Duration
	}{{hard, true, 9 * time.Second}, {"24:1,2,3,4", false, 10 * time.Second}, {"24:2,3,4,5", false, 10 * time.Second}, {"24:1,1,3,13", false, 0}}
	for i, w := range want {
		puzzle, err := games.Parse(w.id)
		if err != nil {
			t.Fatal(err)
		}
		if i >= len(got) || got[i] != (storage.Rated{Class: puzzle.Face().Class(), Solved: w.solved, After: w.after}) {
			t.Errorf("attempt %d: %+v, want %+v", i, got, w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d attempts are rated", len(got))
	}
	x.write(func(tx *storage.Tx) error {
		m, err := x.play.Match(tx, m.ID)
		if err != nil {
			return err
		}
		if m.IsOver() || m.Table[0].Player.ID != 0 || m.Table[0].Points != 5 || m.Table[1].Points != 1 {
			t.Errorf("%+v, over at %v", m.Table, m.EndedAt)
		}
		for _, b := range m.Bouts {
			if seen, err := tx.IsMet(b.Round.Class, 0, 0, m.AskerID); err != nil || !seen {
				t.Errorf("the solution of %s is not seen: %v", b.Round.Round.Puzzle, err)
			}
		}
		return nil
	})
	x.meet(m, "24:9,9,11,12")
	x.pass()
	x.write(func(tx *storage.Tx) error {
		m, err := x.play.Match(tx, m.ID)
		if err == nil && (m.Reason != Decided || m.Table[0].Points != 6) {
			t.Errorf("after six of ten it ended because %q, %+v", m.Reason, m.Table)
		}
		return err
	})
}

// What was sent before the ghost's time counts, however late it is read; what was sent after does not.
func TestGhostIsBeatenByWhatWasSentInTime(t *testing.T) {
	for after, want := range map[time.Duration]int64{10 * time.Second: 1, 10*time.Second + time.Millisecond: 0} {
		x, m := against(t)
		x.meet(m, hard)
		sent := x.at.Add(after)
		x.pass()
		x.at = sent
		x.answer("ann", "8/(3-8/3)")
		x.write(func(tx *storage.Tx) error {
			m, err := x.play.Match(tx, m.ID)
			if err != nil || len(m.Bouts[0].Places) != 1 {
				t.Fatalf("%+v, %v", m.Bouts, err)
			}
			if got := m.Bouts[0].Places[0].PlayerID; (got != 0) != (want != 0) {
				t.Errorf("sent after %v: %d wins", after, got)
			}
			return nil
		})
	}
}
