package round

import (
	"errors"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// If nobody answered in the last race at a place, nobody knows who is there. So a race waits for its whole time though
// somebody has joined.
func TestRaceAfterARaceThatNobodyAnswered(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		last, err := raceOf("24")(x, tx)
		if err != nil {
			return err
		}
		if _, _, err := x.play.Stop(tx, x.act(tx, "ann"), last.ID, PendingEnd{}); err != nil {
			return err
		}
		x.at = x.at.Add(time.Minute)
		m, err := raceOf("24")(x, tx)
		if err != nil {
			return err
		}
		x.at = x.at.Add(time.Second)
		joined, err := x.play.Join(tx, x.act(tx, "bob"), m.ID)
		if err != nil {
			return err
		}
		if len(joined.Joined) == 0 || !joined.NextAt.Equal(m.NextAt) {
			t.Errorf("the race begins at %v, want %v, with %v", joined.NextAt, m.NextAt, joined.Joined)
		}
		return nil
	})
}

// To start a race brings its first puzzle forward, and never puts it off.
func TestStartPutsNothingOff(t *testing.T) {
	for left, want := range map[time.Duration]time.Duration{
		10 * time.Second: mode.Ready,
		time.Second:      time.Second,
	} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			m, err := raceOf("24")(x, tx)
			if err != nil {
				return err
			}
			x.at = m.NextAt.Add(-left)
			started, err := x.play.Start(tx, x.act(tx, "ann"), m.ID)
			if err != nil {
				return err
			}
			if !started.NextAt.Equal(x.at.Add(want)) || started.Wait != want {
				t.Errorf("with %v left it begins in %v, and is told as %v", left, started.NextAt.Sub(x.at), started.Wait)
			}
			return nil
		})
	}
}

// A race is joined, started and stopped where it is played, and nowhere else.
func TestRaceOfAnotherChannel(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		m, err := raceOf("24")(x, tx)
		if err != nil {
			return err
		}
		elsewhere := x.act(tx, "ann")
		elsewhere.Channel = "side"
		_, joinErr := x.play.Join(tx, elsewhere, m.ID)
		_, startErr := x.play.Start(tx, elsewhere, m.ID)
		_, _, stopErr := x.play.Stop(tx, elsewhere, m.ID, PendingEnd{})
		for what, err := range map[string]error{"join": joinErr, "start": startErr, "stop": stopErr} {
			if !errors.Is(err, ErrMatchOver) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if m.MayStop(elsewhere) || !m.MayStop(x.act(tx, "ann")) {
			t.Error("it may be stopped elsewhere, or not here")
		}
		return nil
	})
}

// Where it is known who is there, a race begins as soon as all of them have joined. It does not matter who else
// has joined.
func TestRaceBeginsWhenAllWhoAreThereHaveJoined(t *testing.T) {
	for _, test := range []struct {
		present []string
		isSoon  bool
	}{
		{nil, false},
		{[]string{"bob"}, true},
		{[]string{"ann", "bob"}, true},
		{[]string{"ann", "bob", "cat"}, false},
		{[]string{"cat"}, false},
	} {
		x := newTable(t, hard, 0)
		x.write(func(tx *storage.Tx) error {
			m, err := raceOf("24")(x, tx)
			if err != nil {
				return err
			}
			if _, err := x.play.Join(tx, x.act(tx, "ann"), m.ID); err != nil {
				return err
			}
			x.at = x.at.Add(time.Second)
			act := x.act(tx, "bob")
			act.Present = test.present
			joined, err := x.play.Join(tx, act, m.ID)
			want := m.NextAt
			if test.isSoon {
				want = x.at.Add(mode.Ready)
			}
			if !joined.NextAt.Equal(want) || joined.Wait != want.Sub(x.at) {
				t.Errorf("%q are there: it begins at %v, in %v, want %v", test.present, joined.NextAt, joined.Wait, want)
			}
			return err
		})
	}
}

// Those may start a race who may stop it, until it begins.
func TestWhoMayStart(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		m, err := raceOf("24")(x, tx)
		if err != nil {
			return err
		}
		admin := x.act(tx, "bob")
		admin.Admin = true
		if !m.MayStart(x.act(tx, "ann")) || !m.MayStart(admin) || m.MayStart(x.act(tx, "bob")) {
			t.Error("others may start it than ann, who asked for it, and administrators")
		}
		return nil
	})
	x, m := bout(t, hard, raceOf("24"))
	x.write(func(tx *storage.Tx) error {
		m, err := x.play.Match(tx, m.ID)
		if m.MayStart(x.act(tx, "ann")) {
			t.Error("it may be started while it goes on")
		}
		return err
	})
}

// A puzzle of a race stays open for ten seconds after the first right answer. It ends at once if everybody who is
// known to be there has answered, unless somebody joined who is not known to be there. Then the next puzzle comes
// sooner, too.
func TestPuzzleOfARaceEndsWhenAllHaveAnswered(t *testing.T) {
	for _, test := range []struct {
		joins   string
		present []string
		isLast  bool
	}{
		{"ann", nil, false},
		{"ann", []string{"ann"}, true},
		{"ann", []string{"ann", "bob"}, true},
		{"ann", []string{"ann", "bob", "cat"}, false},
		{"cat", []string{"ann", "bob"}, false},
	} {
		x, m := bout(t, "24:2,3,4,5", func(x *table, tx *storage.Tx) (Match, error) {
			m, err := raceOf("24")(x, tx)
			if err != nil {
				return m, err
			}
			return x.play.Join(tx, x.act(tx, test.joins), m.ID)
		})
		x.sends("ann", "2*(3+4+5)", 2*time.Second, false)
		x.at = noon.Add(3 * time.Second)
		x.write(func(tx *storage.Tx) error {
			r, err := x.play.Round(tx, x.round)
			if err != nil {
				return err
			}
			act := x.act(tx, "bob")
			act.Ephemeral = true
			act.Present = test.present
			_, err = x.play.Answer(tx, act, x.play.Judge(t.Context(), r, "4*(5+3-2)"))
			return err
		})
		ends := lastMoment(noon.Add(2 * time.Second)).Add(10 * time.Second)
		pause := m.Mode.Pause
		if test.isLast {
			ends = x.at
			pause = mode.ShortPause
		}
		if at := x.job(EndJob, x.round); !at.Equal(ends.Add(Grace)) {
			t.Errorf("%s joins, %q are there: the puzzle ends at %v, want %v", test.joins, test.present, at, ends.Add(Grace))
		}
		x.ends(ends.Add(Grace))
		if next := x.matchNow(m.ID).NextAt; !next.Equal(ends.Add(Grace + pause)) {
			t.Errorf("%s joins, %q are there: the next puzzle comes at %v, want %v", test.joins, test.present, next, ends.Add(Grace+pause))
		}
	}
}
