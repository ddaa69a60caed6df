package bot_test

import (
	"slices"
	"testing"
	"time"

	"reckon/bot/chat"
)

// If the bot is removed from a community and added again, its dailies come again.
func TestAddedAgain(t *testing.T) {
	r := newRoom(t)
	r.command("admin", group, "settings", "daily on hour 9")
	r.tick()
	r.ask("admin", group, chat.Input{Kind: chat.Left})
	r.pass(time.Hour)
	r.ask("admin", group, chat.Input{Kind: chat.Joined})
	r.posts = nil
	r.pass(24 * time.Hour)
	if !slices.Contains(r.posts, "room daily:1:62") {
		t.Errorf("a day later: %q", r.posts)
	}
}
