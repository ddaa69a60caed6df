package storetest

import (
	"testing"
	"time"

	"reckon/storage"
)

// Noon is the time at which everything in this package happens. It has no fraction of a
// millisecond, as the schema keeps times.
var Noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// Day is the day of Noon.
const Day = 20666

// Community returns a group of the network "test".
func Community(t testing.TB, tx *storage.Tx, key string) storage.Community {
	t.Helper()
	c, err := tx.EnsureCommunity("test", key, false, 0, "Community "+key, Noon)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Person returns a person of the network "test".
func Person(t testing.TB, tx *storage.Tx, key string) storage.Player {
	t.Helper()
	p, err := tx.EnsurePlayer("test", key, "Name of "+key, "en", Noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Member returns a person of the network "test" who takes part in a community.
func Member(t testing.TB, tx *storage.Tx, c storage.Community, key string) storage.Player {
	t.Helper()
	p := Person(t, tx, key)
	if err := tx.Join(c.ID, p.ID, Noon); err != nil {
		t.Fatal(err)
	}
	return p
}

// Round deals a puzzle of 24 in a community, of a class, and returns its round.
func Round(t testing.TB, tx *storage.Tx, c storage.Community, class string) int64 {
	t.Helper()
	id, err := tx.AddRound(storage.Round{
		CommunityID: c.ID,
		Game:        "24",
		Puzzle:      "24:3,3,8,8",
		Class:       class,
		DealtAt:     Noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Award pays a player for a round of a community on Day.
func Award(t testing.TB, tx *storage.Tx, c storage.Community, roundID, playerID int64, points int) {
	t.Helper()
	award := storage.Award{
		RoundID:     roundID,
		PlayerID:    playerID,
		CommunityID: c.ID,
		Day:         Day,
		Points:      points,
		Solved:      true,
		At:          Noon,
	}
	if err := tx.SetAward(storage.Award{}, award); err != nil {
		t.Fatal(err)
	}
}
