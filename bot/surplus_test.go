package bot_test

import (
	"strings"
	"testing"

	"reckon/bot/round"
	"reckon/storage"
)

// If the oldest round at a place is on a clock, the others can still make room for new ones.
func TestOldestGiveWayBesideAClock(t *testing.T) {
	s := newStage(t, new(strings.Builder))
	// This makes the community.
	s.says("ann", "", "/settings")
	s.says("admin", "", "/settings seconds 300")
	s.says("ann", "", "/countdown")
	for _, hand := range []string{"1 2 3 4", "2 3 4 5", "1 5 10 10", "4 6 12 12"} {
		s.says("ann", "", "/24 "+hand)
		// What is won gives way.
		s.says("bob", "", map[string]string{"1 2 3 4": "1*2*3*4", "2 3 4 5": "2*(3+4+5)"}[hand])
	}
	var open []storage.Round
	err := s.store.Read(t.Context(), func(tx *storage.Tx) error {
		c, err := tx.FindCommunity("net", "room")
		if err != nil {
			return err
		}
		open, err = round.OpenRounds(tx, c.ID, "", 20)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var puzzles []string
	for _, r := range open {
		game, _, _ := strings.Cut(r.Puzzle, ":")
		puzzles = append(puzzles, game)
	}
	if got := strings.Join(puzzles, " "); got != "countdown 24 24" || open[2].Puzzle != "24:4,6,12,12" {
		t.Errorf("open: %s; the newest is %s", got, open[len(open)-1].Puzzle)
	}
}
