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
