package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram/telegramtest"
)

// newTestRig returns a rig whose stand-ins do not listen, and which has no bot.
func newTestRig(t *testing.T, out io.Writer) *rig {
	t.Helper()
	r := &record{watchers: map[string]func(message){}}
	g := &rig{
		report:   &report{out: out},
		record:   r,
		telegram: newTelegram(r, telegramtest.Options{}),
		discord:  newDiscord(r, discordtest.Options{}),
	}
	t.Cleanup(func() {
		g.telegram.Close()
		g.discord.Close()
	})
	return g
}

// If nobody on a network was told anything, the promise about waits is broken: nothing was measured.
func TestNobodyToldBreaksThePromise(t *testing.T) {
	var out strings.Builder
	g := newTestRig(t, &out)
	due := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	acts := []*act{
		{network: telegramName, what: deal, due: due, told: []time.Time{due.Add(time.Millisecond)}},
		{network: discordName, what: deal, due: due},
	}
	c := &steadyCmd{For: time.Second, P99: time.Second}
	c.reportWaits(g, acts, []network{g.telegram, g.discord}, nil)
	if len(g.broken) != 1 || !strings.HasPrefix(g.broken[0], "told on discord in") {
		t.Errorf("these promises are broken: %q\n%s", g.broken, out.String())
	}
}

// A storm for some places is in as many chats of Telegram, wherever else the crowd is.
func TestStormIsOnTelegram(t *testing.T) {
	g := newTestRig(t, io.Discard)
	crowd := seatCrowd(10, "storm", 10, g.telegram, g.discord)
	c := trouble{Storm: time.Second, StormPlaces: 3}
	s := c.storm(crowd, time.Time{}, time.Minute)
	for _, i := range []int{0, 2, 4} {
		chat := crowd.tables[i].chat
		if !s.chats[chat] {
			t.Errorf("the storm is not in chat %d of Telegram", i)
		}
	}
	if len(s.chats) != 3 {
		t.Errorf("the storm is in %d chats, want 3", len(s.chats))
	}
}

// One place in five is a group, on each network.
func TestCrowd(t *testing.T) {
	g := newTestRig(t, io.Discard)
	crowd := seatCrowd(10, "crowd", 100, g.telegram, g.discord)
	groups := map[string]int{}
	for _, t := range crowd.tables {
		if len(t.people) == groupSize {
			groups[t.network.name()]++
		}
	}
	if groups[telegramName] != 10 || groups[discordName] != 10 {
		t.Errorf("of 50 places on each network these are groups: %v, want 10", groups)
	}
}

// The crowd of a scenario that chooses its places leaves people the pause that the bot asks for.
func TestEnoughPlaces(t *testing.T) {
	for _, rate := range []float64{0.5, 15, 20, 40, 400} {
		places := enoughPlaces(rate)
		pace := (&crowd{rate: rate}).timeFor(places)
		if pace < leastPause {
			t.Errorf("at %v acts a second people act every %v at %d places, want %v or more", rate, pace, places, leastPause)
		}
	}
}
