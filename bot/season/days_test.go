package season

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// daily is the daily of storetest.Day, or of some days after it.
func daily(days int) round.Round {
	return round.Round{Round: storage.Round{Daily: storetest.Day + days - round.UnixDay(0)}}
}

// earn pays a person for a daily, and then keeps the day. days says how many days that is after storetest.Day. For each
// number of points there is another daily. If isLocal is true, the World does not count what they earn.
func earn(t *testing.T, tx *storage.Tx, p storage.Player, days, points int, isLocal bool) {
	t.Helper()
	earnIn(t, tx, fmt.Sprint("game for ", points), p, days, points, isLocal)
}

// earnIn does what earn does, for a daily of a given game.
func earnIn(t *testing.T, tx *storage.Tx, game string, p storage.Player, days, points int, isLocal bool) {
	t.Helper()
	r := storage.Round{
		Game:    game,
		Puzzle:  "24:2,3,4,5",
		DealtAt: storetest.Noon,
		Daily:   daily(days).Daily,
		Base:    20,
	}
	id, isThere, err := storage.Found(storage.Get[int64](tx, "find", `
		SELECT id FROM rounds WHERE daily = $1 AND game = $2`, r.Daily, r.Game))
	if err != nil {
		t.Fatal(err)
	}
	if !isThere {
		id, err = tx.AddRound(r)
		if err != nil {
			t.Fatal(err)
		}
	}
	award := storage.Award{
		RoundID:  id,
		PlayerID: p.ID,
		Day:      storetest.Day + days,
		Points:   points,
		Solved:   true,
		Local:    isLocal,
		At:       storetest.Noon,
	}
	if err := tx.SetAward(storage.Award{}, award); err != nil {
		t.Fatal(err)
	}
	if err := keepDay(tx, round.Act{Person: p}, daily(days)); err != nil {
		t.Fatal(err)
	}
}

// goWorldwide puts a person on the World's boards.
func goWorldwide(t *testing.T, tx *storage.Tx, p storage.Player) {
	t.Helper()
	err := tx.Exec("add", `
		INSERT INTO communities (network, key, private, player_id, worldwide, created_at)
		VALUES ('test', $1, 1, $2, 1, 1)`, "own:"+p.Key, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := tx.ShowInWorld(p.ID, storetest.Noon); err != nil {
		t.Fatal(err)
	}
}

// listed lists the best days of a board as "place key points on day", with the day counted from storetest.Day.
func listed(t *testing.T, tx *storage.Tx, board int64, limit int) (all []string) {
	t.Helper()
	days, err := bestDaysOf(tx, board, limit)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range days {
		all = append(all, fmt.Sprintf("%d %s %d on day %d", d.Place, d.PlayerKey, d.Points, d.Day-storetest.Day))
	}
	return all
}

// Each person has one best day: the first of their best ones. Equal days share a place.
func TestBestDays(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		bob := storetest.Member(t, tx, c, "bob")
		cat := storetest.Member(t, tx, c, "cat")
		earn(t, tx, storetest.Member(t, tx, storetest.Community(t, tx, "2"), "dan"), 0, 90, false)
		earn(t, tx, bob, 0, 20, false)
		earn(t, tx, ann, 0, 20, false)
		earn(t, tx, ann, 0, 15, false)
		earn(t, tx, ann, 1, 20, false)
		earn(t, tx, bob, 1, 20, false)
		earn(t, tx, bob, 1, 15, false)
		earn(t, tx, cat, 2, 10, false)
		earn(t, tx, cat, 3, 10, false)
		want := []string{"1 ann 35 on day 0", "1 bob 35 on day 1", "3 cat 10 on day 2"}
		if diff := cmp.Diff(want, listed(t, tx, c.ID, 9)); diff != "" {
			t.Errorf("best days (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want[:1], listed(t, tx, c.ID, 1)); diff != "" {
			t.Errorf("the best day (-want +got):\n%s", diff)
		}
		if err := tx.ForgetPlayer(bob.ID); err != nil {
			return err
		}
		want = []string{"1 ann 35 on day 0", "2 cat 10 on day 2"}
		if diff := cmp.Diff(want, listed(t, tx, c.ID, 9)); diff != "" {
			t.Errorf("without bob (-want +got):\n%s", diff)
		}
		exported, err := tx.Export(ann.ID)
		if err != nil {
			return err
		}
		rows, _ := exported[0]["best_days"].([]map[string]any)
		if len(rows) != 1 || fmt.Sprint(rows[0]["points"]) != "35" {
			t.Errorf("exported are %v", rows)
		}
		return nil
	})
}

// A community keeps no day of somebody who is off its boards, since they have long done nothing there.
func TestNoDayWhereAPersonHasLapsed(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		here := storetest.Community(t, tx, "1")
		left := storetest.Community(t, tx, "2")
		ann := storetest.Member(t, tx, here, "ann")
		storetest.Member(t, tx, left, "ann")
		err := tx.Exec("lapse", `UPDATE members SET lapsed = 1 WHERE community_id = $1`, left.ID)
		if err != nil {
			return err
		}
		earn(t, tx, ann, 0, 20, false)
		if got := listed(t, tx, here.ID, 9); len(got) != 1 {
			t.Errorf("where she plays: %v", got)
		}
		if got := listed(t, tx, left.ID, 9); len(got) != 0 {
			t.Errorf("where she has long not played: %v", got)
		}
		return nil
	})
}

// The World has the days of those who wish to be there, without what counts in their groups alone.
func TestBestDaysOfWorld(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		bob := storetest.Member(t, tx, c, "bob")
		goWorldwide(t, tx, ann)
		earn(t, tx, ann, 0, 20, false)
		earn(t, tx, ann, 0, 10, true)
		earn(t, tx, bob, 0, 20, false)
		if diff := cmp.Diff([]string{"1 ann 20 on day 0"}, listed(t, tx, storage.World, 9)); diff != "" {
			t.Errorf("in the world (-want +got):\n%s", diff)
		}
		// Linked, they are there under the first of their players, with the best day of either.
		other := storetest.Member(t, tx, c, "other")
		goWorldwide(t, tx, other)
		earn(t, tx, other, 1, 30, false)
		if err := tx.Link(ann.ID, other.ID, storetest.Noon); err != nil {
			return err
		}
		if diff := cmp.Diff([]string{"1 ann 30 on day 1"}, listed(t, tx, storage.World, 9)); diff != "" {
			t.Errorf("linked (-want +got):\n%s", diff)
		}
		// The one row is still that of a player who is no longer shown.
		err := tx.Exec("move", `
			UPDATE best_days SET player_id = $1 WHERE community_id = $2`, other.ID, storage.World)
		if err != nil {
			return err
		}
		if err := tx.ShowInWorld(other.ID, storetest.Noon); err != nil {
			return err
		}
		if diff := cmp.Diff([]string{"1 ann 30 on day 1"}, listed(t, tx, storage.World, 9)); diff != "" {
			t.Errorf("under the player who is shown now (-want +got):\n%s", diff)
		}
		if err := tx.Exec("leave", `UPDATE communities SET worldwide = 0`); err != nil {
			return err
		}
		if err := tx.ShowInWorld(other.ID, storetest.Noon); err != nil {
			return err
		}
		if got := listed(t, tx, storage.World, 9); got != nil {
			t.Errorf("after they have left it, the world has %v", got)
		}
		return nil
	})
}

// When the best day of a person becomes void, the next best one since they joined takes its place. If a person has two
// accounts in a community, one row is listed.
func TestBestDaysAfterLinking(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "1")
		first := storetest.Member(t, tx, club, "first")
		second := storetest.Member(t, tx, club, "second")
		goWorldwide(t, tx, first)
		goWorldwide(t, tx, second)
		earnIn(t, tx, "24", first, 2, 2, false)
		earnIn(t, tx, "24", second, 2, 20, false)
		earnIn(t, tx, "24", second, 1, 15, false)
		earnIn(t, tx, "24", second, 0, 16, false)
		// They came after the first of these days.
		since := storetest.Noon.AddDate(0, 0, 1).UnixMilli()
		if err := tx.Exec("join later", `UPDATE members SET since = $1`, since); err != nil {
			return err
		}
		if err := tx.Link(first.ID, second.ID, storetest.Noon); err != nil {
			return err
		}
		for _, board := range []struct {
			id   int64
			want []string
		}{
			{club.ID, []string{"1 first 15 on day 1"}},
			{storage.World, []string{"1 first 16 on day 0"}},
		} {
			if diff := cmp.Diff(board.want, listed(t, tx, board.id, 9)); diff != "" {
				t.Errorf("on board %d (-want +got):\n%s", board.id, diff)
			}
		}
		if err := tx.Unlink(second.ID, storetest.Noon); err != nil {
			return err
		}
		want := []string{"1 second 20 on day 2", "2 first 2 on day 2"}
		if diff := cmp.Diff(want, listed(t, tx, club.ID, 9)); diff != "" {
			t.Errorf("apart again (-want +got):\n%s", diff)
		}
		return nil
	})
}

// A day whose points have become void, because another account of the person had played it before, is no longer one of
// the best.
func TestBestDaysOfLinkedAccounts(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "1")
		other := storetest.Community(t, tx, "2")
		first := storetest.Member(t, tx, club, "first")
		second := storetest.Member(t, tx, other, "second")
		third := storetest.Member(t, tx, other, "third")
		goWorldwide(t, tx, second)
		earnIn(t, tx, "24", first, 0, 2, false)
		earnIn(t, tx, "24", second, 0, 20, false)
		earnIn(t, tx, "letters", third, 1, 15, false)
		for _, id := range []int64{second.ID, third.ID} {
			if err := tx.Link(first.ID, id, storetest.Noon); err != nil {
				return err
			}
		}
		for _, board := range []struct {
			id   int64
			want []string
		}{
			{storage.World, []string{"1 second 15 on day 1"}},
			{other.ID, []string{"1 second 15 on day 1"}},
			{club.ID, []string{"1 first 15 on day 1"}},
		} {
			if diff := cmp.Diff(board.want, listed(t, tx, board.id, 9)); diff != "" {
				t.Errorf("on board %d (-want +got):\n%s", board.id, diff)
			}
		}
		if err := tx.Unlink(second.ID, storetest.Noon); err != nil {
			return err
		}
		if diff := cmp.Diff([]string{"1 second 20 on day 0", "2 third 15 on day 1"}, listed(t, tx, other.ID, 9)); diff != "" {
			t.Errorf("apart again (-want +got):\n%s", diff)
		}
		return nil
	})
}

// A person whose only day in the World becomes void is not listed there any more.
func TestOnlyDayBecomesVoid(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		// The World does not count what the first account earned, but it had the day's puzzle first.
		first := storetest.Person(t, tx, "first")
		second := storetest.Person(t, tx, "second")
		other := storetest.Person(t, tx, "other")
		goWorldwide(t, tx, second)
		goWorldwide(t, tx, other)
		const isLocal = true
		earnIn(t, tx, "24", first, 0, 2, isLocal)
		earnIn(t, tx, "24", second, 0, 20, !isLocal)
		earnIn(t, tx, "24", other, 0, 9, !isLocal)
		if err := tx.Link(first.ID, second.ID, storetest.Noon); err != nil {
			return err
		}
		if diff := cmp.Diff([]string{"1 other 9 on day 0"}, listed(t, tx, storage.World, 9)); diff != "" {
			t.Errorf("the World lists (-want +got):\n%s", diff)
		}
		return nil
	})
}
