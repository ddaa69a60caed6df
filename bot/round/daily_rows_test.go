package round

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
	"reckon/storage/storetest"
)

func TestDaily(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		if _, err := DailyPuzzle(tx, 1, "24"); err != storage.ErrNotFound {
			t.Errorf("a daily not chosen: %v", err)
		}
		for _, puzzle := range []string{"24:3,3,8,8", "24:1,2,3,4"} {
			if err := AddDaily(tx, 1, "24", puzzle, "class of "+puzzle); err != nil {
				return err
			}
		}
		if got := must(DailyPuzzle(tx, 1, "24"))(t); got != "24:3,3,8,8" {
			t.Errorf("the daily was changed to %s", got)
		}
		for _, test := range []struct {
			class       string
			first, last int
			want        bool
		}{
			{"class of 24:3,3,8,8", 1, 1, true}, {"class of 24:3,3,8,8", 0, 2, true}, {"class of 24:3,3,8,8", 2, 9, false},
			{"class of 24:3,3,8,8", -3, 0, false}, {"class of 24:1,2,3,4", 1, 1, false},
		} {
			if got := must(isDailyClass(tx, test.class, test.first, test.last))(t); got != test.want {
				t.Errorf("%s is one of a daily from %d to %d: %t", test.class, test.first, test.last, got)
			}
		}
		return nil
	})
}

func TestDailyRoundIsOne(t *testing.T) {
	s := openTemp(t)
	daily := storage.Round{Game: "24", Puzzle: "24:3,3,8,8", Daily: 1, DealtAt: storetest.Noon}
	var id int64
	write(t, s, func(tx *storage.Tx) error {
		if _, err := DailyRow(tx, 1, "24"); err != storage.ErrNotFound {
			t.Errorf("no round yet: %v", err)
		}
		id = must(tx.AddRound(daily))(t)
		return nil
	})
	wantRefused(t, s, "a second round of the same daily", func(tx *storage.Tx) error {
		_, err := tx.AddRound(daily)
		return err
	})
	write(t, s, func(tx *storage.Tx) error {
		in := daily
		in.CommunityID = community(t, tx, "1").ID
		must(tx.AddRound(in))(t)
		if got := must(DailyRow(tx, 1, "24"))(t).ID; got != id {
			t.Errorf("round of the daily is %d, want %d", got, id)
		}
		return nil
	})
}

// The solvers are the members of a community who solved the daily, wherever they did.
func TestDailySolvers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, other := community(t, tx, "1"), community(t, tx, "2")
		r := round(t, tx, storage.Round{Daily: 1})
		earlier := round(t, tx, storage.Round{Daily: 2})
		award := func(round int64, key string, minute int, solved bool) {
			if err := setAward(tx, storage.Award{RoundID: round, PlayerID: player(t, tx, key).ID, Day: 1, Points: 10, Solved: solved,
				At: storetest.Noon.Add(time.Duration(minute) * time.Minute)}); err != nil {
				t.Fatal(err)
			}
		}
		award(r, "ann", 2, true)
		award(r, "bo", 1, true)
		// An answer of cy came near.
		award(r, "cy", 0, false)
		// dee belongs to another community.
		award(r, "dee", 0, true)
		award(earlier, "eve", 0, true)
		for _, key := range []string{"ann", "bo", "cy", "eve"} {
			if err := tx.Join(c.ID, player(t, tx, key).ID, storetest.Noon); err != nil {
				return err
			}
		}
		if err := tx.Join(other.ID, player(t, tx, "dee").ID, storetest.Noon); err != nil {
			return err
		}
		names := func(c storage.Community, limit int) (all []string) {
			some, _, err := dailySolvers(tx, r, c.ID, limit)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range some {
				all = append(all, p.Key)
			}
			return all
		}
		for _, test := range []struct {
			c     storage.Community
			limit int
			want  []string
		}{{c, 9, []string{"bo", "ann"}}, {c, 1, []string{"bo"}}, {other, 9, []string{"dee"}}} {
			if diff := cmp.Diff(test.want, names(test.c, test.limit)); diff != "" {
				t.Errorf("solvers in %s (-want +got):\n%s", test.c.Key, diff)
			}
		}
		for limit, want := range map[int]int{1: 1, 2: 0, 3: 0} {
			if _, more, err := dailySolvers(tx, r, c.ID, limit); err != nil || more != want {
				t.Errorf("beside the first %d there are %d more, want %d (%v)", limit, more, want, err)
			}
		}
		return nil
	})
}

// However many people solve a daily, those beyond the ones that are listed are counted up to MostMore + 1.
func TestManySolvers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "club")
		r := storetest.Round(t, tx, c, "many")
		solve := func(playerID int64) {
			t.Helper()
			err := tx.Exec("add solver", `
				INSERT INTO solvers (community_id, round_id, at, player_id) VALUES ($1, $2, $3, $4)`, c.ID, r, playerID, playerID)
			if err != nil {
				t.Fatal(err)
			}
		}
		solve(player(t, tx, "ann").ID)
		for i := range MostMore + 2 {
			id, err := tx.Insert("add player", `INSERT INTO players (network, name, created_at) VALUES ('test', '', 0)`)
			if err != nil {
				return err
			}
			solve(id)
			isCounted := i == 1 || i >= MostMore-1
			if !isCounted {
				continue
			}
			want := min(i+1, MostMore+1)
			if _, more, err := dailySolvers(tx, r, c.ID, 1); err != nil || more != want {
				t.Errorf("besides one there are %d more, want %d (%v)", more, want, err)
			}
		}
		return nil
	})
}

func TestDays(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		// One day is stored twice.
		for _, number := range []int{3, 1, 3, 7} {
			if err := AddDay(tx, ann, number, storetest.Noon); err != nil {
				return err
			}
		}
		if err := AddDay(tx, bo, 9, storetest.Noon); err != nil {
			return err
		}
		for limit, want := range map[int][]int{9: {7, 3, 1}, 2: {7, 3}} {
			if diff := cmp.Diff(want, must(Days(tx, ann, limit))(t)); diff != "" {
				t.Errorf("days (-want +got):\n%s", diff)
			}
		}
		return nil
	})
}

// A day counts for the communities in which the person did something lately, and stays theirs.
func TestCommunityDays(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		here, there := community(t, tx, "1"), community(t, tx, "2")
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		for _, c := range []storage.Community{here, there} {
			if err := tx.Join(c.ID, ann, storetest.Noon.Add(-48*time.Hour)); err != nil {
				return err
			}
		}
		if err := tx.Join(here.ID, bo, storetest.Noon); err != nil {
			return err
		}
		for _, d := range []struct {
			player int64
			number int
		}{{ann, 3}, {bo, 4}, {ann, 4}, {bo, 5}} {
			if err := AddDay(tx, d.player, d.number, storetest.Noon.Add(-time.Hour)); err != nil {
				return err
			}
		}
		// ann was there too long ago.
		for c, want := range map[storage.Community][]int{here: {5, 4}, there: nil} {
			if diff := cmp.Diff(want, must(communityDays(tx, c.ID, 9))(t)); diff != "" {
				t.Errorf("days of %s (-want +got):\n%s", c.Key, diff)
			}
		}
		if err := AddDay(tx, ann, 2, storetest.Noon.Add(-72*time.Hour)); err != nil {
			return err
		}
		private := must(tx.EnsureCommunity("test", "bo", true, bo, "", storetest.Noon))(t)
		if err := tx.Join(private.ID, bo, storetest.Noon); err != nil {
			return err
		}
		if err := AddDay(tx, bo, 6, storetest.Noon.Add(-time.Hour)); err != nil {
			return err
		}
		if got := must(communityDays(tx, private.ID, 9))(t); got != nil {
			t.Errorf("a private chat has the days %v", got)
		}
		if err := storetest.Rekey(tx, "test", here.Key, there.Key); err != nil {
			return err
		}
		if diff := cmp.Diff([]int{6, 5, 4, 2}, must(communityDays(tx, here.ID, 9))(t)); diff != "" {
			t.Errorf("days after a merge (-want +got):\n%s", diff)
		}
		return nil
	})
}

// The first time that a person was shown a puzzle counts and, of several equal answers, the earliest.
func TestOpeningsAndBestSolver(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, r := community(t, tx, "1"), round(t, tx, storage.Round{Daily: 1})
		if _, err := bestSolver(tx, r, c.ID); err != storage.ErrNotFound {
			t.Errorf("the best of none: %v", err)
		}
		for n, x := range []struct {
			key     string
			measure int
		}{{"ann", 5}, {"bo", 4}, {"cy", 4}} {
			who, at := player(t, tx, x.key).ID, storetest.Noon.Add(time.Duration(n)*time.Minute)
			if err := tx.Join(c.ID, who, storetest.Noon); err != nil {
				return err
			}
			for _, opened := range []time.Duration{8 * time.Second, time.Second} {
				if err := addOpening(tx, r, who, at.Add(-opened)); err != nil {
					return err
				}
			}
			must(tx.AddAnswer(storage.Answer{RoundID: r, PlayerID: who, At: at, Outcome: "right", Measure: x.measure}, nil))(t)
			if err := addBest(tx, r, who, x.measure, at); err != nil {
				return err
			}
			if err := setAward(tx, storage.Award{RoundID: r, PlayerID: who, Day: 1, Points: 10, Solved: true, At: at}); err != nil {
				return err
			}
		}
		best := must(bestSolver(tx, r, c.ID))(t)
		if best.Key != "bo" || best.Measure != 4 || best.SolvedAt.Sub(best.ShownAt) != 8*time.Second {
			t.Errorf("the best is %+v", best)
		}
		for limit, want := range map[int]int{2: 1, 3: 0, 4: 0} {
			if all, more, err := dailySolvers(tx, r, c.ID, limit); err != nil || more != want || len(all) != min(limit, 3) {
				t.Errorf("%d solvers and %d more, want %d of 3 (%v)", len(all), more, limit, err)
			}
		}
		other := community(t, tx, "2")
		// These two have solved it before.
		for _, key := range []string{"ann", "cy"} {
			if err := tx.Join(other.ID, player(t, tx, key).ID, storetest.Noon); err != nil {
				return err
			}
		}
		if best := must(bestSolver(tx, r, other.ID))(t); best.Key != "cy" || best.Measure != 4 {
			t.Errorf("where they come later the best is %+v", best)
		}
		if err := tx.ForgetPlayer(best.ID); err != nil {
			return err
		}
		if f := must(FindFacts(tx, r, best.ID, IgnoreLocks, storetest.Noon, NoAnswers))(t); !f.ShownAt.IsZero() {
			t.Errorf("an opening of a forgotten player: %v", f.ShownAt)
		}
		if _, err := bestSolver(tx, r, c.ID); err != storage.ErrNotFound {
			t.Errorf("the best is a forgotten player: %v", err)
		}
		if err := storetest.Rekey(tx, "test", c.Key, other.Key); err != nil {
			return err
		}
		if err := addBest(tx, r, player(t, tx, "ann").ID, 3, storetest.Noon); err != nil {
			return err
		}
		best = must(bestSolver(tx, r, c.ID))(t)
		if best.Key != "ann" || best.Measure != 3 {
			t.Errorf("after a merge and a better answer the best is %+v", best)
		}
		return nil
	})
}

// A day has the scores of its solvers in a community, the most points first. A day from before points were a
// score has none.
func TestScoresOfADay(t *testing.T) {
	for base, want := range map[int][]string{DailyBase: {"bo 20", "ann 12"}, 0: nil} {
		s := openTemp(t)
		write(t, s, func(tx *storage.Tx) error {
			c, other := community(t, tx, "1"), community(t, tx, "2")
			for key, in := range map[string]storage.Community{"ann": c, "bo": c, "cy": c, "dee": other} {
				if err := tx.Join(in.ID, player(t, tx, key).ID, storetest.Noon); err != nil {
					return err
				}
			}
			day := round(t, tx, storage.Round{Daily: 5, Base: base})
			before := round(t, tx, storage.Round{Daily: 4, Base: DailyBase})
			for _, a := range []struct {
				key    string
				round  int64
				number int
				points int
				solved bool
			}{
				{"ann", day, 5, 12, true}, {"bo", day, 5, 20, true}, {"cy", day, 5, 7, false}, {"dee", day, 5, 20, true},
				{"ann", before, 4, 20, true},
			} {
				award := storage.Award{
					RoundID: a.round, PlayerID: player(t, tx, a.key).ID, Day: UnixDay(a.number), Points: a.points, Solved: a.solved,
					At: storetest.Noon,
				}
				if err := setAward(tx, award); err != nil {
					return err
				}
			}
			for limit, wanted := range map[int][]string{9: want, 1: want[:min(1, len(want))]} {
				var got []string
				for _, x := range must(dayScores(tx, c.ID, 5, limit))(t) {
					got = append(got, fmt.Sprint(x.Key, " ", x.Points))
				}
				if !slices.Equal(got, wanted) {
					t.Errorf("base %d: the first %d are %q, want %q", base, limit, got, wanted)
				}
			}
			return nil
		})
	}
}

// The points of a day are those of each person, with all their players and puzzles. Another day's are not among them,
// nor are those of a community's own round.
func TestPointsOfDay(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		hand := round(t, tx, storage.Round{Daily: 5})
		word := round(t, tx, storage.Round{Daily: 5, Game: "letters", Puzzle: "letters:AEIOURSTN"})
		before := round(t, tx, storage.Round{Daily: 4})
		own := round(t, tx, storage.Round{CommunityID: c.ID, Puzzle: "24:1,2,3,4"})
		if got := must(PointsOfDay(tx, 6))(t); len(got) > 0 {
			t.Errorf("of a day without puzzles: %v", got)
		}
		for _, a := range []struct {
			key    string
			round  int64
			day    int
			points int
		}{
			{"ann", hand, 5, 12}, {"ann", word, 5, 20}, {"bo", word, 5, 7}, {"cy", before, 4, 20}, {"dee", own, 5, 50},
		} {
			award := storage.Award{RoundID: a.round, PlayerID: player(t, tx, a.key).ID, Day: UnixDay(a.day), Points: a.points, At: storetest.Noon}
			if err := setAward(tx, award); err != nil {
				return err
			}
		}
		if got := must(PointsOfDay(tx, 5))(t); !slices.Equal(got, []int{7, 32}) {
			t.Errorf("the points are %v", got)
		}
		return nil
	})
}

// A person who left a community is not its best solver.
func TestLapsedMembersAreNotTheBest(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, r := community(t, tx, "1"), round(t, tx, storage.Round{Daily: 1})
		ann := player(t, tx, "ann").ID
		if err := tx.Join(c.ID, ann, storetest.Noon); err != nil {
			return err
		}
		if err := tx.Exec("lapse", `UPDATE members SET lapsed = 1 WHERE player_id = $1`, ann); err != nil {
			return err
		}
		if err := addBest(tx, r, ann, 3, storetest.Noon); err != nil {
			return err
		}
		if best, err := bestSolver(tx, r, c.ID); err != storage.ErrNotFound {
			t.Errorf("the best is %+v, %v", best, err)
		}
		return nil
	})
}

// openingsOf returns the openings of a player from a daily on, including that daily.
func TestOpeningsFromADailyOn(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann := player(t, tx, "ann").ID
		for _, number := range []int{4, 5, 6} {
			if err := addOpening(tx, round(t, tx, storage.Round{Daily: number}), ann, storetest.Noon); err != nil {
				return err
			}
		}
		var got []int
		for _, o := range must(openingsOf(tx, ann, 5))(t) {
			got = append(got, o.Number)
		}
		slices.Sort(got)
		if !slices.Equal(got, []int{5, 6}) {
			t.Errorf("openings of the dailies %v", got)
		}
		return nil
	})
}

// A forgotten person is named neither among the solvers of a daily nor with a score.
func TestForgottenSolversAreNotNamed(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, r := community(t, tx, "1"), round(t, tx, storage.Round{Daily: 1, Base: DailyBase})
		ann := player(t, tx, "ann").ID
		award := storage.Award{RoundID: r, PlayerID: ann, Day: UnixDay(1), Points: 20, Solved: true, At: storetest.Noon}
		if err := errors.Join(tx.Join(c.ID, ann, storetest.Noon), setAward(tx, award)); err != nil {
			return err
		}
		for _, want := range []int{1, 0} {
			solvers, _, err := dailySolvers(tx, r, c.ID, 9)
			if err != nil {
				return err
			}
			scores, err := dayScores(tx, c.ID, 1, 9)
			if err != nil {
				return err
			}
			if len(solvers) != want || len(scores) != want {
				t.Errorf("%d solvers and %d scores, want %d", len(solvers), len(scores), want)
			}
			if err := tx.ForgetName(ann); err != nil {
				return err
			}
		}
		return nil
	})
}

// If there are more people than dayScores compares, only those who were the first to solve a daily of the day
// have a score, however late they solved another one.
func TestScoresOfTheFirstSolvers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		r, later := round(t, tx, storage.Round{Daily: 1, Base: DailyBase}), round(t, tx, storage.Round{Daily: 1, Base: DailyBase, Game: "tchisla", Puzzle: "tchisla:49#7"})
		first := player(t, tx, "first").ID
		const many = `WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 501) `
		err := errors.Join(
			tx.Exec("add players", `INSERT INTO players (network, key, name, created_at) `+many+`SELECT 'test', 'p' || i, '', 0 FROM c`),
			tx.Exec("add solvers", `INSERT INTO solvers (community_id, round_id, at, player_id)
				SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), 100 + id, id FROM players`, c.ID, r),
			tx.Exec("solve early", `UPDATE solvers SET at = 1 WHERE player_id = $1`, first),
			tx.Exec("solve late", `INSERT INTO solvers (community_id, round_id, at, player_id) VALUES ($1, $2, 9999, $3)`, c.ID, later, first),
			tx.Exec("solve the other", `INSERT INTO solvers (community_id, round_id, at, player_id)
				SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), 2, MAX(id) FROM players`, c.ID, later),
			tx.Exec("add scores", `INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
				SELECT 0, id, CAST($1 AS BIGINT), '', 20, 1, 100 + id FROM players`, UnixDay(1)),
			tx.Exec("score most", `UPDATE scores SET points = 40 WHERE player_id = $1`, first),
		)
		if err != nil {
			return err
		}
		all := must(dayScores(tx, c.ID, 1, 600))(t)
		if len(all) != 500 || all[0].ID != first {
			t.Errorf("%d people are compared, the best is %+v", len(all), all[0])
		}
		// Others may have a better score than some of those.
		if place := must(new(Play).DayPlace(tx, c, 1, first))(t); place != (DayPlace{}) {
			t.Errorf("among so many people the best has the place %+v", place)
		}
		return nil
	})
}
