package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ofDaily stores a daily of a day, and an award for each player, at so many minutes after noon.
func ofDaily(t *testing.T, tx *Tx, number, day int, minutes map[int64]int) int64 {
	t.Helper()
	r := round(t, tx, Round{Daily: number})
	for p, minute := range minutes {
		a := Award{RoundID: r, PlayerID: p, Day: day, Points: number, Solved: true, At: noon.Add(time.Duration(minute) * time.Minute)}
		if err := setAward(tx, a); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// A person who joins a group is listed there under the player who joins, with what all their players have
// solved, and with their best answers. Nobody else is listed, and groups that the person has left do not
// change.
func TestWhoJoinsBringsAllPlayers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		anna := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		var groups []Community
		for _, key := range []string{"first", "second", "left"} {
			groups = append(groups, community(t, tx, key))
		}
		today := dayOf(noon)
		both := ofDaily(t, tx, 1, today, map[int64]int{ann: 2, anna: 1, bob: 3})
		other := ofDaily(t, tx, 2, today, map[int64]int{anna: 4})
		unpaid := Award{RoundID: round(t, tx, Round{Daily: 4}), PlayerID: ann, Day: today - 39, At: noon.Add(time.Hour)}
		if err := setAward(tx, unpaid); err != nil {
			return err
		}
		// Neither a round in a group nor somebody else's daily moves the thirty days in which dailies
		// count.
		ofDaily(t, tx, 3, today+30, map[int64]int{bob: 5})
		dealt := round(t, tx, Round{CommunityID: groups[0].ID})
		late := Award{RoundID: dealt, PlayerID: anna, CommunityID: groups[0].ID, Day: today + 30, Points: 40, Solved: true, At: noon}
		if err := setAward(tx, late); err != nil {
			return err
		}
		// A void award is in none of the lists.
		void := round(t, tx, Round{Daily: 5})
		if err := setAward(tx, Award{RoundID: void, PlayerID: ann, Day: today, At: noon}); err != nil {
			return err
		}
		for minute, x := range []Answer{
			9: {RoundID: both, PlayerID: ann, Measure: 2},
			0: {RoundID: both, PlayerID: ann, Measure: 3},
			1: {RoundID: both, PlayerID: anna, Measure: 2},
			2: {RoundID: both, PlayerID: bob, Measure: 1},
			3: {RoundID: other, PlayerID: anna, Measure: 5},
			4: {RoundID: other, PlayerID: bob, Measure: 4},
			5: {RoundID: void, PlayerID: ann, Measure: 1},
		} {
			if x.RoundID == 0 {
				continue
			}
			x.At = noon.Add(time.Duration(minute) * time.Minute)
			x.Outcome = "right"
			must(tx.AddAnswer(x, nil))(t)
		}
		for _, c := range groups {
			err := tx.Exec("join", `
				INSERT INTO members (community_id, player_id, at, since, lapsed) VALUES ($1, $2, $3, $3, $4)`,
				c.ID, ann, noon, c.Key == "left")
			if err != nil {
				return err
			}
		}
		err := errors.Join(
			tx.Exec("join", `INSERT INTO members (community_id, player_id, at, since) VALUES ($1, $2, $3, $3)`, groups[0].ID, bob, noon),
			tx.LinkPlayers(ann, anna, noon),
			tx.showAgain(anna, noon),
		)
		if err != nil {
			return err
		}
		type line struct {
			Group    string
			RoundID  int64
			Measure  int
			Minute   int
			PlayerID int64
		}
		minute := noon.UnixMilli() / 60_000
		got := must(List[line](tx, "list solvers", `
			SELECT c.key, s.round_id, 0, s.at / 60000 - $1, s.player_id FROM solvers s JOIN communities c ON c.id = s.community_id
			ORDER BY s.community_id, s.round_id`, minute))(t)
		want := []line{
			{"first", both, 0, 1, ann}, {"first", other, 0, 4, ann},
			{"second", both, 0, 1, ann}, {"second", other, 0, 4, ann},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("those who have solved dailies (-want +got):\n%s", diff)
		}
		got = must(List[line](tx, "list bests", `
			SELECT c.key, b.round_id, b.measure, b.at / 60000 - $1, b.player_id FROM bests b JOIN communities c ON c.id = b.community_id
			ORDER BY b.community_id, b.round_id`, minute))(t)
		want = []line{
			{"first", both, 2, 1, ann}, {"first", other, 5, 3, ann},
			{"second", both, 2, 1, ann}, {"second", other, 5, 3, ann},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the best answers (-want +got):\n%s", diff)
		}
		type row struct {
			Group                   string
			Points, Solved, Minutes int
		}
		rows := must(List[row](tx, "list boards", `
			SELECT c.key, b.points, b.solved, (b.reached - $3) / 60000 FROM boards b JOIN communities c ON c.id = b.community_id
			WHERE b.game = '' AND b.period = 0 AND b.player_id IN ($1, $2) ORDER BY b.community_id`, ann, anna, noon))(t)
		// Both players were paid for the first daily, since VoidLater was not called. The person reached
		// their points at the last daily that was paid.
		if diff := cmp.Diff([]row{{"first", 1 + 1 + 2 + 40, 4, 4}, {"second", 1 + 1 + 2, 3, 4}}, rows); diff != "" {
			t.Errorf("Ann on boards (-want +got):\n%s", diff)
		}
		return nil
	})
}

// When a person joins, the rows of those who are members already do not change, even if one of them has
// lapsed or is not listed yet.
func TestWhoJoinsListsNobodyElse(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		other := community(t, tx, "other")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		cat := player(t, tx, "cat").ID
		daily := ofDaily(t, tx, 1, dayOf(noon), map[int64]int{ann: 1, bob: 2, cat: 3})
		for _, p := range []int64{ann, bob, cat} {
			must(tx.AddAnswer(Answer{RoundID: daily, PlayerID: p, At: noon, Outcome: "right", Measure: 99 - int(p)}, nil))(t)
		}
		join := func(p int64, days int) {
			t.Helper()
			if err := tx.Join(group.ID, p, noon.AddDate(0, 0, days)); err != nil {
				t.Fatal(err)
			}
		}
		join(cat, 0)
		join(bob, 0)
		err := errors.Join(
			tx.Exec("lapse", `UPDATE members SET lapsed = 1 WHERE player_id = $1`, cat),
			tx.Exec("lapse elsewhere", `
				INSERT INTO members (community_id, player_id, at, since, lapsed) VALUES ($1, $2, $3, $3, 1)`, other.ID, bob, noon),
			tx.Exec("delete solvers", `DELETE FROM solvers`),
			tx.Exec("delete bests", `DELETE FROM bests`),
		)
		if err != nil {
			return err
		}
		// Bob does something again, and is no new member.
		join(bob, 1)
		if n := must(Get[int](tx, "count", `SELECT (SELECT COUNT(*) FROM solvers) + (SELECT COUNT(*) FROM bests)`))(t); n != 0 {
			t.Errorf("%d lines are added for a member", n)
		}
		join(ann, 1)
		solvers := must(List[int64](tx, "list solvers", `SELECT player_id FROM solvers`))(t)
		bests := must(List[int64](tx, "list bests", `SELECT player_id FROM bests`))(t)
		if !slices.Equal(solvers, []int64{ann}) || !slices.Equal(bests, []int64{ann}) {
			t.Errorf("solvers are %v, and the bests those of %v; want only %d, who has joined", solvers, bests, ann)
		}
		return nil
	})
}

// If many members have done nothing for 91 days, Join lets the hundred lapse who have done nothing for
// longest. Those who had lapsed before, and members of other groups, are not among the hundred.
func TestLapseByHundreds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		other := community(t, tx, "other")
		now := noon.AddDate(0, 0, 91)
		member := func(c Community, key string, away time.Duration, isLapsed bool) {
			t.Helper()
			p := player(t, tx, key).ID
			err := tx.Exec("join", `
				INSERT INTO members (community_id, player_id, at, since, lapsed) VALUES ($1, $2, $3, 1, $4)`,
				c.ID, p, noon.Add(-away), isLapsed)
			if err == nil && !isLapsed {
				err = tx.Exec("put on board", `
					INSERT INTO boards (community_id, player_id, game, period, points, solved, reached) VALUES ($1, $2, '', 0, 5, 1, 1)`,
					c.ID, p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		member(group, "at the limit", 0, false)
		member(group, "youngest", time.Millisecond, false)
		for i := range 100 {
			// Of these, ten at a time have been away equally long.
			member(group, fmt.Sprint(i), time.Duration(10-i/10)*time.Minute, false)
		}
		member(group, "lapsed before", 999*time.Hour, true)
		member(other, "elsewhere", 999*time.Hour, false)
		member(other, "99", 999*time.Hour, false)
		above := func(when string, want int) {
			t.Helper()
			if got := must(tx.Above(Board{CommunityID: group.ID}, noon, Standing{Points: 4}))(t); got != want {
				t.Errorf("%s: %d are above, want %d", when, got, want)
			}
		}
		// Above subtracts at most a hundred people who have done nothing for 91 days and have not lapsed
		// yet.
		above("at first", 2)
		for _, want := range [][]string{{"at the limit", "youngest"}, {"at the limit"}} {
			if err := tx.letLapse(group.ID, now); err != nil {
				return err
			}
			got := must(List[string](tx, "list members", `
				SELECT p.key FROM members m JOIN players p ON p.id = m.player_id
				WHERE m.community_id = $1 AND m.lapsed = 0 ORDER BY p.key`, group.ID))(t)
			if !slices.Equal(got, want) {
				t.Errorf("members are %q, want %q", got, want)
			}
			got = must(List[string](tx, "list board", `
				SELECT p.key FROM boards b JOIN players p ON p.id = b.player_id
				WHERE b.community_id = $1 ORDER BY p.key`, group.ID))(t)
			if !slices.Equal(got, want) {
				t.Errorf("on the board are %q, want %q", got, want)
			}
			above("once some have lapsed", 1)
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM members WHERE community_id = $1 AND lapsed = 0`: 2,
			`SELECT COUNT(*) FROM boards WHERE community_id = $1`:                 2,
		} {
			if got := must(Get[int](tx, "count", query, other.ID))(t); got != want {
				t.Errorf("of the other group: %s is %d, want %d", query, got, want)
			}
		}
		return nil
	})
}

// At somebody's first action of a day, twenty rows of periods that ended more than three days ago are
// deleted from the boards of their group.
func TestJoinClearsEndedPeriods(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		other := community(t, tx, "other")
		p := player(t, tx, "p").ID
		today := dayOf(noon)
		add := func(c int64, game string, period int) {
			t.Helper()
			err := tx.Exec("add", `
				INSERT INTO boards (community_id, player_id, game, period, points, solved, reached) VALUES ($1, $2, $3, $4, 5, 1, 1)`,
				c, p, game, period)
			if err != nil {
				t.Fatal(err)
			}
		}
		for i := range 20 {
			add(group.ID, fmt.Sprint("game ", i), Day.Period(today-4))
		}
		add(group.ID, "last", Day.Period(today-4))
		add(group.ID, "first", Day.Period(today-3))
		add(group.ID, "kept", Day.Period(today-3))
		add(group.ID, "kept", Ever.Period(today))
		add(other.ID, "elsewhere", Day.Period(today-4))
		add(World, "world", Day.Period(today-4))
		for _, action := range []struct{ hours, want int }{
			{0, 4},
			// Nothing is deleted less than a day after the first action.
			{23, 4},
			{24, 1},
		} {
			if err := tx.Join(group.ID, p, noon.Add(time.Duration(action.hours)*time.Hour)); err != nil {
				return err
			}
			got := must(Get[int](tx, "count", `SELECT COUNT(*) FROM boards WHERE community_id = $1`, group.ID))(t)
			if got != action.want {
				t.Errorf("after %d hours there are %d rows, want %d", action.hours, got, action.want)
			}
		}
		if got := must(Get[int](tx, "count", `SELECT COUNT(*) FROM boards WHERE community_id <> $1`, group.ID))(t); got != 2 {
			t.Errorf("%d rows of others are left, want 2", got)
		}
		return nil
	})
}

// A person who solves a daily is listed in the groups of all their players, under the player who is a
// member there. They are not listed in groups in which they have lapsed, in private chats, and in groups
// of others.
func TestWhoSolvesADailyIsListed(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		bob := player(t, tx, "bob").ID
		ann := worldly(t, tx, "ann")
		anna := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		first := community(t, tx, "first")
		second := community(t, tx, "second")
		left := community(t, tx, "left")
		bobs := community(t, tx, "bobs")
		err := errors.Join(
			tx.LinkPlayers(ann, anna, noon),
			tx.Join(first.ID, ann, noon),
			tx.Join(first.ID, bob, noon),
			tx.Join(second.ID, anna, noon),
			tx.Join(bobs.ID, bob, noon),
			tx.Join(left.ID, ann, noon),
			tx.Exec("lapse", `UPDATE members SET lapsed = 1 WHERE community_id = $1`, left.ID),
		)
		if err != nil {
			return err
		}
		r := round(t, tx, Round{Daily: 1})
		a := Award{RoundID: r, PlayerID: anna, Day: 5, Points: 5, At: noon}
		solved := a
		solved.Points = 9
		solved.Solved = true
		solved.At = noon.Add(time.Minute)
		more := solved
		more.Points = 10
		more.At = noon.Add(time.Hour)
		if err := errors.Join(tx.SetAward(Award{}, a), tx.SetAward(a, solved), tx.SetAward(solved, more)); err != nil {
			return err
		}
		type row struct{ CommunityID, RoundID, PlayerID, Minutes int64 }
		got := must(List[row](tx, "list solvers", `
			SELECT community_id, round_id, player_id, (at - $1) / 60000 FROM solvers ORDER BY community_id`, noon))(t)
		want := []row{{first.ID, r, ann, 1}, {second.ID, r, anna, 1}}
		if !slices.Equal(got, want) {
			t.Errorf("the solvers are %+v, want %+v", got, want)
		}
		return nil
	})
}
