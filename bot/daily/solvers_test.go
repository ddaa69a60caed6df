package daily

import (
	"fmt"
	"slices"
	"strings"
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
		if err != nil {
			return err
		}
		if want := []string{fmt.Sprintf("%d:%d", here.ID, number)}; !slices.Equal(jobs, want) {
			t.Errorf("days change by the jobs %q, want %q", jobs, want)
		}
		return nil
	})
}

// Where the daily post has been switched off, an older post stays as it is. The message for somebody who
// asked for the day is still edited.
func TestPostOfACommunityWithoutDailies(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		number := round.CalendarOf(c).NumberAt(storetest.Noon)
		asked := dayReply.announcement(c, number).Nonce()
		for _, nonce := range []string{asked, dayPost.announcement(c, number).Nonce()} {
			o := storage.Outgoing{Nonce: nonce, CommunityID: c.ID, Network: c.Network, Channel: "here"}
			if err := tx.NotePosted(o, "m", storetest.Noon); err != nil {
				return err
			}
		}
		job := storage.Job{Kind: solversJob, Key: fmt.Sprintf("%d:%d", c.ID, number)}
		do, err := d.showSolvers(t.Context(), job, storetest.Noon)
		if err != nil {
			return err
		}
		if err := do(tx); err != nil {
			return err
		}
		edits, err := storage.List[string](tx, "list edits", `SELECT nonce FROM outbox WHERE nonce LIKE '%:at:%'`)
		if err != nil {
			return err
		}
		if len(edits) != 1 || !strings.HasPrefix(edits[0], asked) {
			t.Errorf("these messages are edited: %q, want %q", edits, asked)
		}
		return nil
	})
}
