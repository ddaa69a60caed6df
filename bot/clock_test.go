package bot_test

import (
	"strings"
	"testing"
	"time"
)

// The bot's clock may jump back or ahead while people play. Each daily comes once, a round ends once, and a
// right answer is paid.
func TestClockIsSet(t *testing.T) {
	for name, step := range map[string]time.Duration{"back": -time.Hour, "a little back": -5 * time.Second, "on": time.Hour} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.today(61)
			r.command("admin", group, "settings", "daily on hour 9")
			r.tick()
			r.command("ann", group, "countdown", "100 50 9 3 2 1 953")
			r.pass(time.Second)
			r.pass(step)
			r.solves("ann")
			// These are two hours and a half.
			for range 200 {
				r.pass(45 * time.Second)
			}
			var dailies, ends int
			for _, p := range r.posts {
				if strings.HasPrefix(p, "room daily:") && !strings.Contains(p, "edit") {
					dailies++
				}
				if strings.HasPrefix(p, "room end:") {
					ends++
				}
			}
			if dailies != 1 || ends != 1 {
				t.Errorf("%d dailies and %d ends, want one of each: %q", dailies, ends, r.posts)
			}
			board := onTerminal(r.command("ann", group, "leaderboard", ""))
			if !strings.Contains(board, "▸ ann       20") {
				t.Errorf("ann was not paid:\n%s", board)
			}
		})
	}
}
