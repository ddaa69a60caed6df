package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// wantSums checks that scores are the sums of awards, boards the sums of scores, and the boards of the
// World the sums of dailies.
func wantSums(t interface {
	Helper()
	Errorf(string, ...any)
}, tx *Tx) {
	t.Helper()
	for what, query := range dbtest.SumChecks() {
		if n, err := Get[int](tx, "compare", query); err != nil || n != 0 {
			t.Errorf("%d rows of %s are not the sums they should be (%v)", n, what, err)
		}
	}
}

// Scores and boards are updated with each award. After each history they must be the sums of the awards.
// A history has awards of more and of fewer points, days with more rounds than count, dailies, and
// communities that become one, in pages.
func TestScoresAreSums(t *testing.T) {
	s := openTemp(t)
	keys := []string{"0", "1", "2"}
	var players, rounds []int64
	write(t, s, func(tx *Tx) error {
		for _, key := range keys {
			community(t, tx, key)
			players = append(players, player(t, tx, key).ID)
		}
		for range BestOfDay + 3 {
			rounds = append(rounds, round(t, tx, Round{Game: []string{"24", "letters"}[len(rounds)%2]}))
		}
		return nil
	})
	if dbtest.Server() {
		property.Limit(t, 20, 0)
	}
	property.Check(t, func(rt *rapid.T) {
		// The transaction is undone, so that each history begins without awards.
		undo := errors.New("undo")
		err := s.Write(t.Context(), func(tx *Tx) error {
			minute := 0
			award := func(round int64) error {
				c, err := tx.FindCommunity("test", rapid.SampledFrom(keys).Draw(rt, "community"))
				if err != nil && err != ErrNotFound {
					return err
				}
				minute++
				return setAward(tx, Award{
					RoundID: round, PlayerID: rapid.SampledFrom(players).Draw(rt, "player"), CommunityID: c.ID,
					Day: rapid.IntRange(1, 2).Draw(rt, "day"), Points: rapid.IntRange(0, 50).Draw(rt, "points"),
					Solved: rapid.Bool().Draw(rt, "solved"), At: noon.Add(time.Duration(minute) * time.Minute),
				})
			}
			for range rapid.IntRange(1, 12).Draw(rt, "steps") {
				var err error
				switch rapid.SampledFrom([]string{"award", "award", "award", "join", "join", "day", "move", "page", "page", "link", "unlink"}).Draw(rt, "step") {
				// These are more rounds than count on a day.
				case "day":
					for _, r := range rounds {
						err = errors.Join(err, award(r))
					}
				case "link":
					ids := rapid.Permutation(players).Draw(rt, "linked")
					err = tx.Link(ids[0], ids[1], time.Unix(2*secondsOfDay, 0))
				case "unlink":
					err = tx.Unlink(rapid.SampledFrom(players).Draw(rt, "unlinked"), time.Unix(2*secondsOfDay, 0))
				case "join":
					c, e := tx.FindCommunity("test", rapid.SampledFrom(keys).Draw(rt, "community"))
					if err = e; err == nil {
						err = tx.Join(c.ID, rapid.SampledFrom(players).Draw(rt, "player"), time.Unix(2*secondsOfDay, 0))
					}
					if err == ErrNotFound {
						err = nil
					}
				case "move":
					err = tx.RekeyCommunity("test", rapid.SampledFrom(keys).Draw(rt, "from"), rapid.SampledFrom([]string{"0", "1", "2", "3"}).Draw(rt, "to"), noon)
				// People play on while two communities become one.
				case "page":
					_, err = mergePages(tx, rapid.IntRange(1, 9).Draw(rt, "rows"))
				default:
					err = award(rapid.SampledFrom(rounds).Draw(rt, "round"))
				}
				if err != nil {
					return err
				}
			}
			if err := mergeAll(tx, 3); err != nil {
				return err
			}
			wantSums(rt, tx)
			return undo
		})
		if err != undo {
			rt.Fatal(err)
		}
	})
}

// An award replaces the player's earlier award for the round, but keeps its community and its day.
func TestSetAward(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		r := round(t, tx, Round{CommunityID: c.ID})
		p := player(t, tx, "p").ID
		if got := must(awardOf(tx, r, p))(t); got != (Award{RoundID: r, PlayerID: p}) {
			t.Errorf("before the first there is %+v", got)
		}
		first := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: 5, Points: 20, At: noon}
		second := Award{RoundID: r, PlayerID: p, CommunityID: other.ID, Day: 6, Points: 50, Solved: true, At: noon.Add(time.Minute)}
		for _, a := range []Award{first, second} {
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		second.CommunityID = c.ID
		second.Day = 5
		if got := must(awardOf(tx, r, p))(t); got != second {
			t.Errorf("award is %+v, want %+v", got, second)
		}
		for id, want := range map[int64]int{c.ID: 50, other.ID: 0} {
			if got := must(pointsOf(tx, id, p))(t); got != want {
				t.Errorf("%d points in community %d, want %d", got, id, want)
			}
		}
		wantSums(t, tx)
		second.Points = 10
		second.Solved = false
		if err := setAward(tx, second); err != nil {
			return err
		}
		wantSums(t, tx)
		second.Points = -1
		if err := setAward(tx, second); err == nil {
			t.Error("negative points were stored")
		}
		second.Points = 1
		second.RoundID = 99
		if err := refused(t, tx, func() error { return setAward(tx, second) }); err == nil {
			t.Error("an award for no round was stored")
		}
		return nil
	})
}

// Only the best rounds of a day count in a community, but all dailies count.
func TestBestOfDay(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p").ID
		at := noon
		award := func(community int64, points, day int) {
			at = at.Add(time.Second)
			if err := setAward(tx, Award{RoundID: round(t, tx, Round{}), PlayerID: p, CommunityID: community, Day: day, Points: points, Solved: true, At: at}); err != nil {
				t.Fatal(err)
			}
		}
		want := func(points int) {
			t.Helper()
			if got := must(pointsOf(tx, c.ID, p))(t); got != points {
				t.Errorf("%d points, want %d", got, points)
			}
		}
		for range 20 {
			award(c.ID, 10, 5)
		}
		want(200)
		// This one is worse than all that count.
		award(c.ID, 5, 5)
		want(200)
		// This one counts instead of one of them.
		award(c.ID, 30, 5)
		want(220)
		award(c.ID, 10, 6)
		want(230)
		for range BestOfDay + 1 {
			award(0, 1, 5)
		}
		want(251)
		// The sums of the game are right, too.
		wantSums(t, tx)
		return nil
	})
}

// The best twenty rounds of a day count in all games together, and the best twenty in each game. What
// others earned changes nothing.
func TestBestOfDayInEachGame(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		p := player(t, tx, "p").ID
		neighbour := player(t, tx, "neighbour").ID
		award := func(c Community, who int64, game string, day, points int) {
			t.Helper()
			a := Award{
				RoundID: round(t, tx, Round{Game: game, CommunityID: c.ID}), PlayerID: who, CommunityID: c.ID,
				Day: day, Points: points, Solved: true, At: noon,
			}
			if err := setAward(tx, a); err != nil {
				t.Fatal(err)
			}
		}
		award(c, neighbour, "letters", 5, 1000)
		award(other, p, "letters", 5, 1000)
		award(c, p, "letters", 6, 1000)
		for range 20 {
			award(c, p, "24", 5, 10)
		}
		award(c, p, "letters", 5, 7)
		type row struct {
			Game           string
			Points, Solved int
		}
		got := must(List[row](tx, "list scores", `
			SELECT game, points, solved FROM scores WHERE community_id = $1 AND player_id = $2 AND day = 5 ORDER BY game`, c.ID, p))(t)
		want := []row{{"", 200, 20}, {"24", 200, 20}, {"letters", 7, 1}}
		if !slices.Equal(got, want) {
			t.Errorf("the scores are %+v, want %+v", got, want)
		}
		wantSums(t, tx)
		return nil
	})
}

// Only the first right answer of a person to a round is counted, even if it comes after wrong ones: later
// right answers of any of their players are not. Answers of other people, and answers to other rounds,
// are counted separately.
func TestRightAnswersAreCountedOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		players := map[string]int64{"bob": player(t, tx, "bob").ID, "ann": player(t, tx, "ann").ID}
		players["anna"] = must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		if err := tx.LinkPlayers(players["ann"], players["anna"], noon); err != nil {
			return err
		}
		r := round(t, tx, Round{})
		other := round(t, tx, Round{})
		inLetters := round(t, tx, Round{Game: "letters"})
		type counts struct{ Answers, Wrong, Rights int }
		for i, answer := range []struct {
			who     string
			round   int64
			outcome string
			want    counts
		}{
			{"bob", r, "right", counts{1, 0, 1}},
			{"ann", r, "wrong", counts{1, 1, 0}},
			{"ann", r, "near", counts{2, 1, 0}},
			{"ann", r, "right", counts{3, 1, 1}},
			{"ann", r, "right", counts{4, 1, 1}},
			{"anna", r, "right", counts{1, 0, 0}},
			{"ann", other, "wrong", counts{5, 2, 1}},
			{"ann", other, "right", counts{6, 2, 2}},
			{"anna", other, "invalid", counts{2, 0, 0}},
			{"ann", inLetters, "right", counts{6, 2, 2}},
		} {
			p := players[answer.who]
			must(tx.AddAnswer(Answer{RoundID: answer.round, PlayerID: p, At: noon, Outcome: answer.outcome}, nil))(t)
			got := must(Get[counts](tx, "find figures", `
				SELECT answers, wrong, rights FROM figures WHERE player_id = $1 AND game = '24'`, p))(t)
			if got != answer.want {
				t.Errorf("after answer %d, by %s, the figures are %+v, want %+v", i, answer.who, got, answer.want)
			}
		}
		for _, hints := range []int{2, 0, 1} {
			if err := tx.SaveAttempt(Attempt{RoundID: r, PlayerID: players["ann"], Hints: 9}, hints); err != nil {
				return err
			}
		}
		if got := must(Get[int](tx, "find hints", `SELECT hints FROM figures WHERE player_id = $1 AND game = '24'`, players["ann"]))(t); got != 3 {
			t.Errorf("%d new hints are counted, want 3", got)
		}
		return nil
	})
}

// Scorers lists those who earned points with right answers to the round, and nobody else.
func TestScorers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		r := round(t, tx, Round{CommunityID: c.ID})
		for _, answer := range []struct {
			key, outcome string
			points       int
		}{{"few", "right", 5}, {"none", "right", 0}, {"wrong", "wrong", 0}, {"many", "right", 9}} {
			p := player(t, tx, answer.key).ID
			a := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: 5, Points: answer.points, Solved: true, At: noon}
			var pays *Payment
			if answer.points > 0 {
				pays = &Payment{Award: a}
			}
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p, At: noon, Outcome: answer.outcome, Points: answer.points}, pays))(t)
		}
		var got []string
		for _, row := range must(tx.Scorers(must(tx.RoundByID(r))(t)))(t) {
			got = append(got, fmt.Sprint(row.PlayerKey, " ", row.Points))
		}
		if !slices.Equal(got, []string{"many 9", "few 5"}) {
			t.Errorf("%q have earned something, want those with many and with few points", got)
		}
		return nil
	})
}

// If two people have equal points, the one who reached them first is listed first, in whatever order the
// awards were stored.
func TestLeaderboardOfEquals(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		for _, key := range []string{"later", "first"} {
			if err := tx.Join(c.ID, player(t, tx, key).ID, noon); err != nil {
				return err
			}
		}
		for _, give := range []struct {
			key     string
			minutes int
		}{{"later", 9}, {"later", 1}, {"first", 2}, {"first", 5}} {
			a := Award{RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, give.key).ID, CommunityID: c.ID, Day: 5, Points: 10, Solved: true}
			a.At = noon.Add(time.Duration(give.minutes) * time.Minute)
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		board := must(tx.Leaderboard(Board{CommunityID: c.ID}, noon, 0, 9))(t)
		if len(board) != 2 || board[0].PlayerKey != "first" {
			t.Errorf("the board is %+v, want who was first at the top", board)
		}
		// Those who reached their points at the same moment are in the order in which they came.
		if err := tx.Exec("level", `UPDATE boards SET reached = 1`); err != nil {
			return err
		}
		board = must(tx.Leaderboard(Board{CommunityID: c.ID}, noon, 0, 9))(t)
		if board[0].PlayerKey != "later" {
			t.Errorf("the board of equals is %+v", board)
		}
		return nil
	})
}

// An award that adds no points changes nothing about who reached their points first, also when the boards are
// summed up again.
func TestReachedStaysWithoutNewPoints(t *testing.T) {
	for what, extra := range map[string]Award{
		"without points": {},
		"too few":        {Points: 1},
	} {
		s := openTemp(t)
		write(t, s, func(tx *Tx) error {
			c := community(t, tx, "1")
			give := func(key string, minute int, a Award) {
				t.Helper()
				p := player(t, tx, key).ID
				if err := tx.Join(c.ID, p, noon); err != nil {
					t.Fatal(err)
				}
				a.RoundID = round(t, tx, Round{})
				a.PlayerID = p
				a.CommunityID = c.ID
				a.Day = dayOf(noon)
				a.At = noon.Add(time.Duration(minute) * time.Minute)
				if err := setAward(tx, a); err != nil {
					t.Fatal(err)
				}
			}
			for range BestOfDay {
				give("first", 1, Award{Points: 10, Solved: true})
				give("second", 2, Award{Points: 10, Solved: true})
			}
			give("first", 3, extra)
			for _, when := range []string{"at once", "summed up again"} {
				board := must(tx.Leaderboard(Board{CommunityID: c.ID}, noon, 0, 9))(t)
				if len(board) != 2 || board[0].PlayerKey != "first" || board[0].Points != board[1].Points {
					t.Errorf("an award %s, %s: the board is %+v", what, when, board)
				}
				if err := tx.showAgain(player(t, tx, "first").ID, noon); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func TestLeaderboard(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		give := func(key string, where int64, day, minute, points int, solved bool) {
			t.Helper()
			if err := setAward(tx, Award{RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, key).ID, CommunityID: where, Day: day,
				Points: points, Solved: solved, At: noon.Add(time.Duration(minute) * time.Minute)}); err != nil {
				t.Fatal(err)
			}
		}
		join := func(key string, at time.Time) {
			if err := tx.Join(c.ID, player(t, tx, key).ID, at); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range []string{"most", "two", "early", "late", "near", "none", "daily", "elsewhere", "other"} {
			join(key, noon)
		}
		join("gone", noon.Add(-100*24*time.Hour))
		give("late", c.ID, 5, 5, 50, true)
		give("none", c.ID, 5, 1, 0, true)
		give("elsewhere", other.ID, 5, 1, 500, true)
		give("early", c.ID, 5, 3, 50, true)
		give("two", c.ID, 6, 6, 25, true)
		give("two", c.ID, 6, 7, 25, true)
		give("near", c.ID, 5, 8, 5, false)
		give("most", c.ID, 4, 0, 60, true)
		give("most", c.ID, 6, 0, 40, true)
		// A daily counts, wherever it was answered.
		give("daily", 0, 5, 9, 70, true)
		give("gone", c.ID, 5, 0, 900, true)
		give("stranger", c.ID, 5, 0, 900, true)

		for _, test := range []struct {
			name       string
			since      time.Time
			span       Span
			day, limit int
			want       []string
		}{
			{"of all time", noon, Ever, 5, 10, []string{"most", "daily", "two", "early", "late", "near"}},
			{"cut off", noon, Ever, 5, 2, []string{"most", "daily"}},
			{"of one day", noon, Day, 5, 10, []string{"daily", "early", "late", "near"}},
			{"of the week from day 4", noon, Week, 8, 10, []string{"most", "daily", "two", "early", "late", "near"}},
			{"of the month", noon, Month, 20, 3, []string{"most", "daily", "two"}},
			{"of the week before", noon, Week, 3, 10, nil},
			{"of the month after", noon, Month, 31, 10, nil},
			{"with old members", noon.Add(-200 * 24 * time.Hour), Ever, 5, 1, []string{"gone"}},
		} {
			var got []string
			for _, row := range must(tx.Leaderboard(Board{CommunityID: c.ID, Span: test.span, Day: test.day}, test.since, 0, test.limit))(t) {
				got = append(got, row.PlayerKey)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("board %s (-want +got):\n%s", test.name, diff)
			}
		}
		want := Standing{PlayerID: player(t, tx, "most").ID, Name: "Name of most", PlayerKey: "most", Points: 100, Solved: 2}
		if got := must(tx.Leaderboard(Board{CommunityID: c.ID, Day: 5}, noon, 0, 1))(t)[0]; got != want {
			t.Errorf("first row is %+v, want %+v", got, want)
		}
		daily := must(tx.Leaderboard(Board{CommunityID: other.ID, Day: 5}, noon, 0, 9))(t)
		if slices.ContainsFunc(daily, func(s Standing) bool { return s.PlayerKey == "daily" }) {
			t.Error("a daily counts where the person is no member")
		}
		return nil
	})
}

// Only dailies have solvers and count in the World. Local dailies have solvers, but do not count in the
// World.
func TestSolversAndWorldLeaveOut(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "1")
		p := worldly(t, tx, "p")
		if err := tx.Join(group.ID, p, noon); err != nil {
			return err
		}
		own := must(tx.FindCommunity("test", "own p"))(t)
		enliven(t, tx, group, 5, "second", "third")
		for _, step := range []struct {
			award       Award
			wantSolvers int
			// wantWorld is how many points the person has in the World after the award.
			wantWorld int
		}{
			{Award{CommunityID: own.ID, Points: 40}, 0, 0},
			{Award{CommunityID: group.ID, Points: 20}, 0, 0},
			{Award{Points: 5}, 1, 5},
			{Award{CommunityID: group.ID, Points: 50, Local: true}, 0, 5},
			{Award{Points: 50, Local: true}, 1, 5},
			{Award{Points: 1}, 1, 6},
		} {
			a := step.award
			a.RoundID = round(t, tx, Round{})
			a.PlayerID = p
			a.Day = 5
			a.Solved = true
			a.At = noon
			if err := setAward(tx, a); err != nil {
				return err
			}
			solvers := must(Get[int](tx, "count solvers", `SELECT COUNT(*) FROM solvers WHERE round_id = $1 AND community_id = $2`, a.RoundID, group.ID))(t)
			if solvers != step.wantSolvers {
				t.Errorf("%d solvers of a round of community %d, want %d", solvers, a.CommunityID, step.wantSolvers)
			}
			got, _, err := Found(tx.StandingOf(Board{CommunityID: World}, p))
			if err != nil {
				return err
			}
			if got.Points != step.wantWorld {
				t.Errorf("%d points in the World after %d of community %d, want %d", got.Points, a.Points, a.CommunityID, step.wantWorld)
			}
		}
		// Earned returns the points of the World even if the person does not wish to be there.
		own.Worldwide = false
		if err := errors.Join(tx.SaveCommunity(own), tx.ShowInWorld(p, noon)); err != nil {
			return err
		}
		for day, want := range map[int]int{25: 6, 31: 0} {
			points, solved, err := tx.Earned(p, day)
			if err != nil || points != want || solved != 6 {
				t.Errorf("in the month of day %d: %d points, and ever solved %d (%v)", day, points, solved, err)
			}
		}
		return nil
	})
}

// worldly makes a player who wishes to be in the World.
func worldly(t *testing.T, tx *Tx, key string) int64 {
	t.Helper()
	p := player(t, tx, key).ID
	own := must(tx.EnsureCommunity("test", "own "+key, true, p, "", noon))(t)
	own.Worldwide = true
	if err := errors.Join(tx.SaveCommunity(own), tx.Join(own.ID, p, noon)); err != nil {
		t.Fatal(err)
	}
	return p
}

// enliven makes people earn a point each in a community on a day.
func enliven(t *testing.T, tx *Tx, c Community, day int, people ...string) {
	t.Helper()
	for _, key := range people {
		p := must(tx.EnsurePlayer(c.Network, key+c.Key, key, "", noon))(t).ID
		if err := errors.Join(tx.Join(c.ID, p, noon), setAward(tx, Award{
			RoundID: round(t, tx, Round{CommunityID: c.ID}), PlayerID: p, CommunityID: c.ID, Day: day, Points: 1, At: noon,
		})); err != nil {
			t.Fatal(err)
		}
	}
}

// setAward stores an award and replaces an earlier one.
func setAward(tx *Tx, a Award) error {
	before, err := awardOf(tx, a.RoundID, a.PlayerID)
	return errors.Join(err, tx.SetAward(before, a))
}

func TestAddAnswerRefuses(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		good := Answer{RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, "p").ID, At: noon, Outcome: "right"}
		for name, spoil := range map[string]func(a *Answer){
			"an unknown round":  func(a *Answer) { a.RoundID = 99 },
			"an unknown player": func(a *Answer) { a.PlayerID = 99 },
			"no time":           func(a *Answer) { a.At = time.Time{} },
			"no outcome":        func(a *Answer) { a.Outcome = "" },
		} {
			bad := good
			spoil(&bad)
			if err := refused(t, tx, func() error { _, err := tx.AddAnswer(bad, nil); return err }); err == nil {
				t.Errorf("an answer with %s was stored", name)
			}
		}
		_, err := tx.AddAnswer(good, nil)
		return err
	})
}

// Each solution that nobody had found before counts in the hunt of its day. The last one completes the
// puzzle.
func TestFoundSolutionsCount(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p").ID
		r := round(t, tx, Round{CommunityID: c.ID})
		// These solutions do not count: others found them, or the player found them elsewhere or on
		// another day.
		for _, row := range []struct {
			community, player int64
			day               int
		}{{c.ID, player(t, tx, "q").ID, 5}, {c.ID, p, 4}, {0, p, 5}} {
			err := tx.Exec("add score", `
				INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) VALUES ($1, $2, $3, 'hunt', 100, 100, 0)`,
				row.community, row.player, row.day)
			if err != nil {
				return err
			}
		}
		award := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: 5, At: noon}
		before := award
		before.At = time.Time{}
		type hunt struct{ Points, Solved int }
		for i, step := range []struct {
			found, last int
			want        hunt
		}{{1, 1, hunt{1, 1}}, {0, 0, hunt{1, 1}}, {2, 1, hunt{3, 2}}} {
			after := before
			after.At = noon
			after.Points = before.Points + 10
			answer := Answer{RoundID: r, PlayerID: p, At: noon.Add(time.Duration(i) * time.Minute), Outcome: "right"}
			must(tx.AddAnswer(answer, &Payment{Before: before, Award: after, Found: step.found, Last: step.last}))(t)
			before = after
			got := must(Get[hunt](tx, "find hunt", `
				SELECT points, solved FROM scores WHERE community_id = $1 AND player_id = $2 AND day = 5 AND game = 'hunt'`, c.ID, p))(t)
			if got != step.want {
				t.Errorf("after answer %d the hunt is %+v, want %+v", i+1, got, step.want)
			}
		}
		return nil
	})
}

// All fields of an attempt are stored, even if it replaces another.
func TestSaveAttempt(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		a := Attempt{RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, "p").ID}
		for _, change := range []func(){
			func() {},
			func() { a.Hints = 2 },
			func() { a.AskedAt = noon },
			func() { a.TookPart = true },
			func() { a.GaveUpAt = noon.Add(time.Minute) },
			func() { a.AskedAt = time.Time{} },
		} {
			change()
			if err := tx.SaveAttempt(a, 0); err != nil {
				return err
			}
			got := must(Get[Attempt](tx, "find attempt", `SELECT round_id, player_id, hints, gave_up_at, asked_at, took_part FROM attempts`))(t)
			if got != a {
				t.Errorf("stored is %+v, want %+v", got, a)
			}
		}
		return nil
	})
}

// If rounds of a day have equal points, the earlier ones count, even after two communities have become
// one.
func TestEarlierRoundsOfADayCount(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "old")
		p := player(t, tx, "p").ID
		award := func(minute int, solved bool) {
			t.Helper()
			at := noon.Add(time.Duration(minute) * time.Minute)
			err := setAward(tx, Award{
				RoundID: round(t, tx, Round{CommunityID: c.ID}), PlayerID: p, CommunityID: c.ID, Day: 5, Points: 10, Solved: solved, At: at,
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		award(99, false)
		for i := range 20 {
			award(i+1, true)
			if i == 10 {
				award(98, false)
			}
		}
		wantSolved := func(when string) {
			t.Helper()
			got := must(List[int](tx, "list solved", `SELECT solved FROM scores WHERE player_id = $1 ORDER BY game`, p))(t)
			if !slices.Equal(got, []int{20, 20}) {
				t.Errorf("%s: %v of the rounds that count are solved, in all games and in one", when, got)
			}
		}
		wantSolved("paid")
		community(t, tx, "new")
		if err := rekey(tx, "test", "old", "new"); err != nil {
			return err
		}
		wantSolved("merged")
		return nil
	})
}

// Scorers returns all the points that count for a person in the round's community: those on its board or,
// if none of their players is a member there, those that they would have there.
func TestScorersWhoAreNoMembers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		member := player(t, tx, "member").ID
		stranger := player(t, tx, "stranger").ID
		twins := map[int64]int64{}
		for p, key := range map[int64]string{member: "member", stranger: "stranger"} {
			twins[p] = must(tx.EnsurePlayer("elsewhere", key, key, "", noon))(t).ID
			if err := tx.LinkPlayers(p, twins[p], noon); err != nil {
				return err
			}
		}
		if err := tx.Join(c.ID, twins[member], noon); err != nil {
			return err
		}
		r := round(t, tx, Round{CommunityID: c.ID})
		for _, p := range []int64{member, stranger} {
			for i, a := range []Award{
				{PlayerID: p, CommunityID: c.ID, Day: 5, Points: 1},
				{PlayerID: twins[p], CommunityID: c.ID, Day: 6, Points: 2},
				{PlayerID: p, Day: 5, Points: 4},
				{PlayerID: twins[p], Day: 7, Points: 8},
				{PlayerID: p, CommunityID: other.ID, Day: 5, Points: 100},
			} {
				a.RoundID = round(t, tx, Round{Daily: int(p)*10 + i})
				a.At = noon
				if err := setAward(tx, a); err != nil {
					return err
				}
			}
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p, At: noon, Outcome: "right", Points: 1}, nil))(t)
		}
		// If there is a row on the board, its points are returned, even if they are wrong.
		err := tx.Exec("add", `UPDATE boards SET points = points + 1000 WHERE community_id = $1 AND period = 0 AND game = ''`, c.ID)
		if err != nil {
			return err
		}
		var got []string
		for _, row := range must(tx.Scorers(must(tx.RoundByID(r))(t)))(t) {
			got = append(got, fmt.Sprint(row.PlayerKey, " ", row.Points))
		}
		if !slices.Equal(got, []string{"member 1015", "stranger 15"}) {
			t.Errorf("they are %q", got)
		}
		return nil
	})
}

// If people earned equal points at a round, they are in the order of their first answers that earned
// some.
func TestScorersOfEqualPoints(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		r := round(t, tx, Round{CommunityID: c.ID})
		player(t, tx, "second")
		for _, key := range []string{"first", "second"} {
			p := player(t, tx, key).ID
			a := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: 5, Points: 5, Solved: true, At: noon}
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p, At: noon, Outcome: "right", Points: 5}, &Payment{Award: a}))(t)
		}
		// The player who was first answers again, later.
		must(tx.AddAnswer(Answer{RoundID: r, PlayerID: player(t, tx, "first").ID, At: noon, Outcome: "right", Points: 1}, nil))(t)
		near := player(t, tx, "near").ID
		must(tx.AddAnswer(Answer{RoundID: r, PlayerID: near, At: noon, Outcome: "near", Points: 2}, nil))(t)
		var got []string
		for _, row := range must(tx.Scorers(must(tx.RoundByID(r))(t)))(t) {
			got = append(got, row.PlayerKey)
		}
		if !slices.Equal(got, []string{"first", "second"}) {
			t.Errorf("they are %q", got)
		}
		return nil
	})
}

// A Local award counts only in the person's communities, but the solutions that the answer finds count in
// the World, too. They count on the day of the answer, and the award on the day of the first award. Only
// the award breaks ties.
func TestFoundOnALaterDay(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := worldly(t, tx, "p")
		c := community(t, tx, "1")
		if err := tx.Join(c.ID, p, noon); err != nil {
			return err
		}
		const first, later = 100, 101
		for i, isLocal := range []bool{true, false} {
			r := round(t, tx, Round{Daily: i + 1})
			before := Award{RoundID: r, PlayerID: p, Day: first, Points: 10, Local: isLocal, At: noon}
			if err := tx.SetAward(Award{}, before); err != nil {
				return err
			}
			better := Award{RoundID: r, PlayerID: p, Day: later, Points: 15, Solved: true, At: noon, Hints: 2, Took: time.Minute}
			answer := Answer{RoundID: r, PlayerID: p, At: noon.Add(24 * time.Hour), Outcome: "right"}
			must(tx.AddAnswer(answer, &Payment{Before: before, Award: better, Found: 3, Last: 1}))(t)
		}
		type row struct{ Points, Solved, Hints, Seconds int }
		check := func(when string) {
			t.Helper()
			for _, test := range []struct {
				place int64
				game  string
				day   int
				want  row
			}{
				{c.ID, "", first, row{30, 2, 0, 0}}, {c.ID, Hunt, first, row{}},
				{c.ID, "", later, row{}}, {c.ID, Hunt, later, row{6, 2, 0, 0}},
				{World, "", first, row{15, 1, 2, 60}}, {World, Hunt, first, row{}},
				{World, "", later, row{}}, {World, Hunt, later, row{6, 2, 0, 0}},
			} {
				got, _, err := Found(Get[row](tx, "find row", `
					SELECT points, solved, hints, took / 1000 FROM boards
					WHERE community_id = $1 AND player_id = $2 AND game = $3 AND period = $4`, test.place, p, test.game, Day.Period(test.day)))
				if err != nil || got != test.want {
					t.Errorf("%s, in %d, %q of day %d: %+v, want %+v (%v)", when, test.place, test.game, test.day, got, test.want, err)
				}
			}
		}
		check("as earned")
		if err := tx.showAgain(p, time.Unix(later*secondsOfDay, 0)); err != nil {
			return err
		}
		check("summed up again")
		return nil
	})
}

// An answer raises the sum of the player's day by what it adds to the best rounds of the day in all games, and
// not by what it adds in its own game or to the solutions found. All dailies of a day count.
func TestRaised(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p").ID
		daily := 0
		newAward := func(communityID int64, game string, points int) Award {
			t.Helper()
			r := Round{CommunityID: communityID, Game: game, Puzzle: "puzzle"}
			if communityID == 0 {
				daily++
				r.Daily = daily
			}
			return Award{RoundID: round(t, tx, r), PlayerID: p, CommunityID: communityID, Day: 5, Points: points, At: noon}
		}
		for _, place := range []int64{c.ID, 0} {
			for range BestOfDay {
				if err := setAward(tx, newAward(place, "24", 10)); err != nil {
					return err
				}
			}
		}
		few := newAward(c.ID, "letters", 4)
		more := few
		more.Points = 12
		less := few
		less.Points = 3
		unchanged := few
		unchanged.At = time.Time{}
		for _, test := range []struct {
			what    string
			payment Payment
			want    int
		}{
			{"too few points in another game", Payment{Award: few}, 0},
			{"solutions alone", Payment{Before: few, Award: unchanged, Found: 7}, 0},
			{"more points for the same round", Payment{Before: few, Award: more}, 2},
			{"the same with solutions", Payment{Before: more, Award: more, Found: 7}, 0},
			{"fewer points", Payment{Before: more, Award: less, Found: 7}, -2},
			{"many points", Payment{Award: newAward(c.ID, "24", 15)}, 5},
			{"another daily", Payment{Award: newAward(0, "24", 4)}, 4},
			{"a daily of another game", Payment{Award: newAward(0, "letters", 5), Found: 7}, 5},
		} {
			answer := Answer{RoundID: test.payment.Award.RoundID, PlayerID: p, At: noon, Outcome: "right"}
			must(tx.AddAnswer(answer, &test.payment))(t)
			if test.payment.Raised != test.want {
				t.Errorf("%s: the day is raised by %d, want %d", test.what, test.payment.Raised, test.want)
			}
		}
		return nil
	})
}
