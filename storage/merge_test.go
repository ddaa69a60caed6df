package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// A message under the new key may have the ID of an old one. The round of the new message is found, also after the
// job has forgotten the old ones.
func TestNewMessageWithTheIDOfAnOldOne(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "old")
		before := round(t, tx, Round{CommunityID: c.ID})
		after := round(t, tx, Round{CommunityID: c.ID})
		moved := noon.Add(time.Minute)
		err := errors.Join(
			tx.AddMessage(c.ID, "5", before, noon),
			tx.AddMessage(c.ID, "6", before, noon),
			tx.RekeyCommunity("test", "old", "new", moved),
			tx.AddMessage(c.ID, "5", after, moved),
			mergeAll(tx, 1))
		if err != nil {
			return err
		}
		if got := must(tx.RoundOfMessage(c.ID, "5"))(t); got != after {
			t.Errorf("the new message is about round %d, want %d", got, after)
		}
		if got, err := tx.RoundOfMessage(c.ID, "6"); err != ErrNotFound {
			t.Errorf("the old message is about round %d, %v", got, err)
		}
		return nil
	})
}

// rekey moves a community to another key, with all that a job does later, in small pages.
func rekey(tx *Tx, network, from, to string) error {
	return errors.Join(tx.RekeyCommunity(network, from, to, noon.Add(time.Minute)), mergeAll(tx, 3))
}

// adopt makes a channel one of a community, with all that a job does later, in small pages.
func adopt(tx *Tx, network, community, channel string) error {
	return errors.Join(tx.AdoptChannel(network, community, channel, noon), mergeAll(tx, 3))
}

// mergeAll does what jobs do when communities have moved or have taken over others, until nothing is left.
func mergeAll(tx *Tx, limit int) error {
	for {
		isLeft, err := mergePages(tx, limit)
		if err != nil || !isLeft {
			return err
		}
	}
}

// mergePages does a page for each job, and reports whether there was any.
func mergePages(tx *Tx, limit int) (bool, error) {
	keys, err := List[string](tx, "list jobs", `SELECT key FROM jobs WHERE kind = $1 ORDER BY key`, MergeJob)
	if err != nil {
		return false, err
	}
	for _, key := range keys {
		handled, err := tx.MergePage(key, noon, limit)
		if err != nil {
			return false, err
		}
		if handled > 0 {
			continue
		}
		if err := tx.DropJob(MergeJob, key); err != nil {
			return false, err
		}
	}
	return len(keys) > 0, nil
}

// A page of rows moves even if both communities have the same rows, and more of them than a page has.
func TestMergeOfTheSameRows(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		kept := community(t, tx, "kept").ID
		other := community(t, tx, "other").ID
		for number := range 7 {
			for _, id := range []int64{kept, other} {
				err := tx.Exec("share day", `INSERT INTO shared_days (community_id, number) VALUES ($1, $2)`, id, number)
				if err != nil {
					return err
				}
			}
		}
		i := slices.IndexFunc(tx.tables, func(t Table) bool { return t.Name == "shared_days" })
		for _, left := range []int{4, 1, 0} {
			if _, err := tx.mergeRows(tx.tables[i], kept, other, 3); err != nil {
				return err
			}
			if got := len(rowsWhere(t, tx, "community_id", other)["shared_days"]); got != left {
				t.Errorf("%d rows are left, want %d", got, left)
			}
		}
		if got := len(rowsWhere(t, tx, "community_id", kept)["shared_days"]); got != 7 {
			t.Errorf("the community that stays has %d rows, want 7", got)
		}
		return nil
	})
}

// A community is deleted once all of its rows have moved, and not after the first page that was short.
func TestMergeMovesEachTable(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		kept := community(t, tx, "kept").ID
		other := community(t, tx, "other").ID
		daily := round(t, tx, Round{Daily: 1})
		err := tx.Exec("add message", `INSERT INTO messages (community_id, message, round_id, at) VALUES ($1, 'm', $2, 0)`, other, daily)
		if err != nil {
			return err
		}
		err = tx.Exec("add setting", `INSERT INTO settings (community_id, key, value) VALUES ($1, 'key', '1')`, other)
		if err != nil {
			return err
		}
		var handled []int64
		for range 3 {
			handled = append(handled, must(tx.MergePage(fmt.Sprintf("%d:%d:0", kept, other), noon, 10))(t))
		}
		if !slices.Equal(handled, []int64{1, 1, 0}) {
			t.Errorf("the pages have %d rows", handled)
		}
		rows := rowsWhere(t, tx, "community_id", kept)
		if len(rows["messages"]) != 1 || len(rows["settings"]) != 1 {
			t.Errorf("the community that stays has %v", rows)
		}
		return nil
	})
}

// A job whose key names no two communities moves nothing. The rows of dailies, which belong to community 0, must never
// move to a community.
func TestMergePageOfNoTask(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		kept := community(t, tx, "kept").ID
		p := player(t, tx, "p").ID
		daily := round(t, tx, Round{Daily: 1})
		if err := setAward(tx, Award{RoundID: daily, PlayerID: p, Day: 5, Points: 7, At: noon}); err != nil {
			return err
		}
		for _, key := range []string{
			"", "words", fmt.Sprint(kept), fmt.Sprintf("%d:0", kept), fmt.Sprintf("%d:0:0:0", kept), fmt.Sprintf("%d:0:none", kept),
			fmt.Sprintf("%d:0:0", kept), fmt.Sprintf("%d:0:1", kept), fmt.Sprintf("%d:0:0", kept+99),
		} {
			if moved := must(tx.MergePage(key, noon, 10))(t); moved != 0 {
				t.Errorf("a job with the key %q has handled %d rows", key, moved)
			}
			if a := must(awardOf(tx, daily, p))(t); a.CommunityID != 0 || a.Points != 7 {
				t.Errorf("after a job with the key %q the award for a daily is %+v", key, a)
			}
		}
		return nil
	})
}

// A community that has moved to another is dropped, unless a third one of its network still moves to it.
func TestDropMerged(t *testing.T) {
	const id = 5
	for _, test := range []struct {
		name        string
		isElsewhere bool
		key         string
		isDropped   bool
	}{
		{"no other", false, "other", true},
		{"one that moves to it", false, mergedKey(id, 7), false},
		{"one of another network", true, mergedKey(id, 7), true},
		{"one that moves to another with a longer number", false, mergedKey(50, 7), true},
		{"one that moves to another with a larger number", false, mergedKey(6, id), true},
		{"one that moves to another with a smaller number", false, mergedKey(4, id), true},
	} {
		// The names of these networks come before the keys and after them.
		for _, network := range []string{"discord", "telegram"} {
			s := openTemp(t)
			write(t, s, func(tx *Tx) error {
				moved := must(tx.EnsureCommunity(network, "moved", false, 0, "", noon))(t)
				if err := tx.Exec("set ID", `UPDATE communities SET id = $1 WHERE id = $2`, id, moved.ID); err != nil {
					return err
				}
				of := network
				if test.isElsewhere {
					of = "elsewhere"
				}
				must(tx.EnsureCommunity(of, test.key, false, 0, "", noon))(t)
				isDropped := must(tx.dropMerged(network, id))(t)
				isGone := !must(Get[bool](tx, "look", `SELECT EXISTS (SELECT 1 FROM communities WHERE id = $1)`, id))(t)
				if isDropped != test.isDropped || isGone != isDropped {
					t.Errorf("%s, on %s: dropped %t, gone %t", test.name, network, isDropped, isGone)
				}
				return nil
			})
		}
	}
}
