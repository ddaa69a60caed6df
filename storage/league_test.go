package storage

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Any table of the league takes 5 ms at most with 20,000 people in it, who have each earned
// something on five days of the week.
func TestLeagueIsQuick(t *testing.T) {
	players := 300
	if *large {
		players = 20_000
	}
	s := openTemp(t)
	if s.server != nil {
		s.server.within = longestMove
	}
	write(t, s, func(tx *Tx) error {
		for _, query := range []string{
			`INSERT INTO players (network, key, name, created_at) WITH RECURSIVE c (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < PLAYERS)
				SELECT 'test', 'p' || i, 'Name ' || i, 0 FROM c`,
			`INSERT INTO communities (network, key, private, created_at) SELECT 'test', id || '', 0, 0 FROM players WHERE id % 10 = 0`,
			`INSERT INTO rounds (game, puzzle, class, daily, dealt_at)
				SELECT g.column1, 'p', 'c', SUNDAY - d.column1 - 20453, 0 FROM (VALUES (1), (2), (3), (4), (5)) AS d
				CROSS JOIN (VALUES ('24'), ('tchisla'), ('countdown'), ('letters'), ('conundrum')) AS g`,
			`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
				SELECT r.id, p.id, 0, r.daily + 20453, 1 + (p.id * (7 + r.id)) % 30, 1, 0, 1000 * r.id FROM players p CROSS JOIN rounds r`,
			`INSERT INTO attempts (round_id, player_id, hints, took_part) SELECT round_id, player_id, player_id % 3, 1 FROM awards`,
			`INSERT INTO openings (round_id, player_id, at) SELECT round_id, player_id, at - 500 FROM awards`,
			`INSERT INTO league_weeks (week, lowest) VALUES (SUNDAY, 5)`,
			`INSERT INTO league (player_id, week, tier, division, place, points, next)
				SELECT id, SUNDAY, 1 + id % 5, 1 + id / 75, 1 + id % 15, 5 + id % 700, 1 + id % 5 FROM players`,
			`INSERT INTO league_divisions (week, tier, division, seats) SELECT week, tier, division, COUNT(*) FROM league GROUP BY week, tier, division`,
			`ANALYZE`,
		} {
			query = strings.NewReplacer("PLAYERS", fmt.Sprint(players), "SUNDAY", fmt.Sprint(sunday)).Replace(query)
			if _, err := tx.exec("fill", query); err != nil {
				return err
			}
		}
		return nil
	})
	for name, call := range map[string]func(*Tx) error{
		"a division": func(tx *Tx) error {
			all, err := tx.Contenders(sunday, DivisionKey{3, 3})
			if err == nil && (len(all) != DivisionSize || len(all[0].Days) != 5) {
				t.Errorf("a division has %d people, of %d days", len(all), len(all[0].Days))
			}
			return err
		},
		"one's weeks":  func(tx *Tx) error { _, err := tx.Weeks(5, 6); return err },
		"a result":     func(tx *Tx) error { _, err := tx.Untold(5); return err },
		"a page of 15": func(tx *Tx) error { _, err := tx.Unseated(sunday, 3, 15); return err },
		"what is open": func(tx *Tx) error { _, err := tx.OpenDivisions(sunday, 4); return err },
		"four divisions, as they are closed": func(tx *Tx) error {
			_, err := tx.Contenders(sunday, DivisionKey{3, 3}, DivisionKey{3, 4}, DivisionKey{3, 5}, DivisionKey{3, 6})
			return err
		},
	} {
		least := time.Hour
		for range 5 {
			if err := s.Read(t.Context(), func(tx *Tx) error {
				began := time.Now()
				err := call(tx)
				least = min(least, time.Since(began))
				return err
			}); err != nil {
				t.Fatal(name, err)
			}
		}
		t.Logf("%s of %d: %v", name, players, least.Round(time.Microsecond))
		if *large && least > 5*time.Millisecond && !strings.HasPrefix(name, "four") {
			t.Errorf("%s takes %v", name, least)
		}
	}
}

// A page of old rows of the league that is full asks for the next.
func TestPruneGoesOnWithTheLeague(t *testing.T) {
	s := openTemp(t)
	const people, page = 5, 2
	write(t, s, func(tx *Tx) error {
		for i := range people {
			who := player(t, tx, fmt.Sprint(i)).ID
			if err := tx.Exec("add", `INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 1, 1)`, who, sunday); err != nil {
				return err
			}
		}
		return nil
	})
	now := time.Unix(0, 0).AddDate(0, 0, sunday).AddDate(2, 0, 0)
	for left := people; left > 0; left -= page {
		var most int64
		write(t, s, func(tx *Tx) (err error) {
			most, err = tx.Prune(now, page)
			return err
		})
		if want := int64(min(left, page)); most != want {
			t.Errorf("of %d rows %d are deleted, want %d", left, most, want)
		}
	}
}
