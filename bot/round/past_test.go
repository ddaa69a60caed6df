package round

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
)

// A person with a long past is linked and unlinked at once, and jobs go through their past, a page at a time.
// In the end all is the same as after one transaction.
func TestLongPastIsMadeInPages(t *testing.T) {
	after := map[bool][]string{}
	for _, isLong := range []bool{false, true} {
		p, store := newPlay(t)
		var ann, twin storage.Player
		write := func(fn func(tx *storage.Tx) error) {
			t.Helper()
			if err := store.Write(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		at := noon.AddDate(0, 0, 100)
		write(func(tx *storage.Tx) error {
			ann = must(tx.EnsurePlayer("net", "ann", "Ann", "", noon))(t)
			twin = must(tx.EnsurePlayer("elsewhere", "ann", "Ann", "", noon))(t)
			if isLong {
				if err := addAttempts(tx, ann.ID); err != nil {
					return err
				}
			}
			return earnBoth(t, tx, ann, twin)
		})
		write(func(tx *storage.Tx) error { return p.Link(tx, ann.ID, twin.ID, at) })
		doPast(t, p, store, at, isLong)
		after[isLong] = append(after[isLong], rowsOfPast(t, store)...)

		write(func(tx *storage.Tx) error {
			_, err := p.Unlink(tx, Act{Person: ann, At: at})
			return err
		})
		doPast(t, p, store, at, isLong)
		after[isLong] = append(after[isLong], rowsOfPast(t, store)...)
	}
	if diff := cmp.Diff(after[false], after[true]); diff != "" {
		t.Errorf("at once and in pages (-at once +in pages):\n%s", diff)
	}
}

// addAttempts gives a player a long past.
func addAttempts(tx *storage.Tx, playerID int64) error {
	err := tx.Exec("add rounds", `
		INSERT INTO rounds (game, puzzle, class, daily, dealt_at, closed_at)
		WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 400)
		SELECT 'tchisla', 'x', 'old ' || i, 10000 + i, 0, 0 FROM c`)
	if err != nil {
		return err
	}
	return tx.Exec("add attempts", `
		INSERT INTO attempts (round_id, player_id) SELECT id, $1 FROM rounds WHERE daily > 10000`, playerID)
}

// earnBoth lets two players solve the same dailies for 70 days, and be members of three groups. On even days
// the first player is faster.
func earnBoth(t *testing.T, tx *storage.Tx, ann, twin storage.Player) error {
	for i := range 3 {
		c := must(tx.EnsureCommunity("net", fmt.Sprint("group", i), false, 0, "", noon))(t)
		since := noon.AddDate(0, 0, 20*i)
		if err := errors.Join(tx.Join(c.ID, ann.ID, since), tx.Join(c.ID, twin.ID, since.AddDate(0, 0, 1))); err != nil {
			return err
		}
	}
	for day := range 70 {
		date := noon.AddDate(0, 0, day)
		number := UnixDay(Number(date))
		later := time.Hour
		if day%2 == 0 {
			later = -time.Hour
		}
		if day%5 != 0 {
			if err := earnDaily(tx, ann, number, 30, date); err != nil {
				return err
			}
		}
		if err := earnDaily(tx, twin, number, 20, date.Add(later)); err != nil {
			return err
		}
	}
	return errors.Join(SaveRated(tx, rated(ann.ID, "a")), SaveRated(tx, rated(twin.ID, "a")), SaveRated(tx, rated(twin.ID, "b")))
}

// doPast runs all jobs that go through a past. There are some if the past is long.
func doPast(t *testing.T, p *Play, store *storage.Store, now time.Time, isLong bool) {
	t.Helper()
	done := 0
	for ; done < 100; done++ {
		now = now.Add(time.Second)
		var due []storage.Job
		err := store.Write(t.Context(), func(tx *storage.Tx) error {
			var err error
			due, err = tx.ClaimJobs([]string{PastJob}, now, 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(due) == 0 {
			break
		}
		page, err := p.RemakePast(t.Context(), due[0], now)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Write(t.Context(), page); err != nil {
			t.Fatal(err)
		}
	}
	if done == 100 || (done > 4) != isLong {
		t.Errorf("long: %v, and %d jobs were done", isLong, done)
	}
}

// rowsOfPast returns the boards, awards, figures and abilities of all people.
func rowsOfPast(t *testing.T, store *storage.Store) []string {
	t.Helper()
	var all []string
	err := store.Read(t.Context(), func(tx *storage.Tx) error {
		for _, query := range []string{
			`SELECT 'board ' || community_id || ' ' || player_id || ' ' || game || ' ' || period || ' ' || points || ' ' || solved FROM boards ORDER BY 1`,
			`SELECT 'award ' || r.daily || ' ' || a.player_id || ' ' || a.points FROM awards a JOIN rounds r ON r.id = a.round_id ORDER BY 1`,
			`SELECT 'figures ' || player_id || ' ' || game || ' ' || points || ' ' || solved FROM figures ORDER BY 1`,
			`SELECT 'ability ' || player_id || ' ' || game || ' ' || value || ' ' || attempts FROM abilities ORDER BY 1`,
		} {
			rows, err := storage.List[string](tx, "list rows", query)
			if err != nil {
				return err
			}
			all = append(all, rows...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The name of a person with a long past is forgotten at once. What they have seen and typed is deleted a page
// at a time.
func TestLongPastIsForgottenInPages(t *testing.T) {
	p, store := newPlay(t)
	var ann storage.Player
	left := func() []int {
		t.Helper()
		var all []int
		err := store.Read(t.Context(), func(tx *storage.Tx) error {
			for _, query := range []string{
				`SELECT COUNT(*) FROM players WHERE key = 'ann' OR name = 'Ann'`,
				`SELECT COUNT(*) FROM seen`,
				`SELECT COUNT(*) FROM openings`,
				`SELECT COUNT(*) FROM answers WHERE text = 'I am Ann'`,
				`SELECT COUNT(*) FROM answers WHERE text = '8/(3-8/3)'`,
			} {
				all = append(all, must(storage.Get[int](tx, "count", query))(t))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	write := func(fn func(tx *storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *storage.Tx) error {
		ann = must(tx.EnsurePlayer("net", "ann", "Ann", "", noon))(t)
		return errors.Join(
			addAttempts(tx, ann.ID),
			tx.Exec("see", `INSERT INTO seen (player_id, class, round_id) SELECT $1, class, id FROM rounds`, ann.ID),
			tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) SELECT id, $1, 1 FROM rounds`, ann.ID),
			tx.Exec("answer", `
				INSERT INTO answers (round_id, player_id, at, text, outcome)
				SELECT id, $1, 1, CASE id % 2 WHEN 0 THEN 'I am Ann' ELSE '8/(3-8/3)' END, CASE id % 2 WHEN 0 THEN 'invalid' ELSE 'right' END
				FROM rounds`, ann.ID),
		)
	})
	if diff := cmp.Diff([]int{1, 400, 400, 200, 200}, left()); diff != "" {
		t.Fatalf("before (-want +got):\n%s", diff)
	}
	live, err := p.ReadLive(t.Context(), ann.ID, noon)
	if err != nil {
		t.Fatal(err)
	}
	write(func(tx *storage.Tx) error { return p.Forget(tx, Act{Person: ann, At: noon, Live: live}) })
	if got := left(); got[0] != 0 || got[1] == 0 {
		t.Errorf("they have a name and an ID: %d, and %d seen puzzles", got[0], got[1])
	}
	for n := int64(0); ; n++ {
		var due []storage.Job
		write(func(tx *storage.Tx) error {
			var err error
			due, err = tx.ClaimJobs([]string{PastJob}, noon.Add(time.Hour), 1)
			return err
		})
		if len(due) == 0 {
			break
		}
		page, err := p.RemakePast(t.Context(), due[0], noon)
		if err != nil {
			t.Fatal(err)
		}
		write(page)
		if n > 20 {
			t.Fatal("it never ends")
		}
	}
	if diff := cmp.Diff([]int{0, 0, 0, 0, 200}, left()); diff != "" {
		t.Errorf("in the end (-want +got):\n%s", diff)
	}
}
