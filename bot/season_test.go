package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
)

// A postbox keeps what is posted in a room, as it is read.
type postbox struct {
	*room
	posts []string // edits left out
}

func (b *postbox) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	if d.Message.IsZero() {
		b.posts = append(b.posts, onTerminal(d.Reply))
	}
	return b.room.Deliver(ctx, d)
}

// sets sets the clock, and does what is due.
func (b *postbox) sets(at time.Time) {
	b.t.Helper()
	b.mu.Lock()
	b.now = at
	b.mu.Unlock()
	if err := b.bot.Tick(context.Background(), b); err != nil {
		b.t.Fatal(err)
	}
}

// Whatever the zone and the hour, one post of a daily tells a group who won the month: the first
// after the winners are kept, which is at 13:00 UTC. Where a daily is due at that very moment it
// comes before them.
func TestOnePostTellsWhoWonTheMonth(t *testing.T) {
	const step = 30 * time.Minute
	for _, test := range []struct {
		name     string
		settings string
		after    string        // settings that change on 30 June, empty: none
		away     time.Duration // from noon of 1 July no process runs for so long
	}{
		{"New York at 9, 13:00 UTC", "timezone America/New_York hour 9", "", 0},
		{"New York at 10", "timezone America/New_York hour 10", "", 0},
		{"New York at 8", "timezone America/New_York hour 8", "", 0},
		{"London at 14, 13:00 UTC", "timezone Europe/London hour 14", "", 0},
		{"Shanghai at 21, 13:00 UTC", "timezone Asia/Shanghai hour 21", "", 0},
		{"Kathmandu at 18:45, 13:00 UTC", "timezone Asia/Kathmandu hour 18:45", "", 0},
		{"Kiritimati at 3, 13:00 UTC", "timezone Pacific/Kiritimati hour 3", "", 0},
		{"Kiritimati at 0", "timezone Pacific/Kiritimati hour 0", "", 0},
		{"Pago Pago at 23", "timezone Pacific/Pago_Pago hour 23", "", 0},
		{"Pago Pago at 2, 13:00 UTC", "timezone Pacific/Pago_Pago hour 2", "", 0},
		{"a zone that changes", "timezone Pacific/Kiritimati hour 9", "timezone Pacific/Pago_Pago", 0},
		{"a zone that changes back", "timezone Pacific/Pago_Pago hour 9", "timezone Pacific/Kiritimati", 0},
		{"an hour that changes", "timezone Europe/Berlin hour 9", "hour 20", 0},
		{"nobody serves for a day", "timezone Europe/Berlin hour 16", "", 26 * time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := &postbox{room: newRoom(t)}
			b.sets(time.Date(2026, time.May, 31, 20, 0, 0, 0, time.UTC))
			b.command("admin", group, "settings", test.settings+" daily on")
			b.today(171)
			// East of China it is 21 June already.
			b.today(172)
			b.sets(time.Date(2026, time.June, 20, 16, 0, 0, 0, time.UTC))
			b.solves("ann")
			b.posts = nil
			noon := time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)
			changed := test.after == ""
			for at := noon.Add(-24 * time.Hour); at.Before(noon.Add(3 * 24 * time.Hour)); at = at.Add(step) {
				if at.After(noon) && at.Before(noon.Add(test.away)) {
					continue
				}
				b.sets(at)
				if !changed {
					b.command("admin", group, "settings", test.after)
					changed = true
				}
			}
			var told int
			for _, post := range b.posts {
				told += strings.Count(post, "winners of June")
			}
			if told != 1 {
				t.Errorf("%d of %d posts tell who won June:\n%s", told, len(b.posts), strings.Join(b.posts, "\n---\n"))
			}
		})
	}
}
