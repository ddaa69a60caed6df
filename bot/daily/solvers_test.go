package daily

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// The posts of a day are edited in the communities that have the day and the game, and where the
// person did something lately.
func TestWhoseDayNamesASolver(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		solver := storetest.Person(t, tx, "ann")
		number := round.Number(storetest.Noon)
		for key, change := range map[string]func(*storage.Community){
			"here":     func(*storage.Community) {},
			"long ago": func(*storage.Community) {},
			"gone":     func(c *storage.Community) { c.Active = false },
			"no day":   func(c *storage.Community) { c.Daily = false },
			"no game":  func(c *storage.Community) { c.Games = "letters" },
		} {
			c := storetest.Community(t, tx, key)
			storetest.Member(t, tx, c, "ann")
			if key == "long ago" {
				err := tx.Exec("move back", `UPDATE members SET at = $1 WHERE community_id = $2`,
					storetest.Noon.Add(-round.BelongFor-time.Second), c.ID)
				if err != nil {
					return err
				}
			}
			c.Daily = true
			change(&c)
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
		}
		game, _ := games.ByName("24")
		act := round.Act{Person: solver, At: storetest.Noon}
		if err := noteSolver(tx, act, round.Round{Game: game, Round: storage.Round{Daily: number}}); err != nil {
			return err
		}
		here, err := tx.FindCommunity("test", "here")
		if err != nil {
			return err
		}
		jobs, err := storage.List[string](tx, "list jobs", `SELECT key FROM jobs WHERE kind = $1`, solversJob)
		if want := []string{fmt.Sprintf("%d:%d", here.ID, number)}; !slices.Equal(jobs, want) {
			t.Errorf("days change by the jobs %q, want %q", jobs, want)
		}
		return err
	})
}
