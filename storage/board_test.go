package storage

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage/dbtest"
)

// When somebody does something, people who have lapsed and periods that have ended leave the boards. A
// person who comes back has what they had before, and what they have earned meanwhile.
func TestBoardsAreCleared(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		old := player(t, tx, "old").ID
		other := player(t, tx, "other").ID
		later := noon.AddDate(0, 0, 92)
		join := func(id int64, at time.Time) {
			if err := tx.Join(c.ID, id, at); err != nil {
				t.Fatal(err)
			}
		}
		rows := func() int { return must(Get[int](tx, "count", `SELECT COUNT(*) FROM boards`))(t) }
		join(old, noon)
		if err := setAward(tx, Award{RoundID: round(t, tx, Round{}), PlayerID: old, CommunityID: c.ID, Day: dayOf(noon), Points: 20, Solved: true, At: noon}); err != nil {
			return err
		}
		if rows() != 2*4 {
			t.Errorf("%d rows after an award, want all time, day, week and month, in all games and in one", rows())
		}
		if err := tx.SetClosedMonth(dayOf(noon)); err != nil {
			return err
		}
		join(other, later)
		if rows() != 0 || must(tx.IsMember(c.ID, old, noon.AddDate(0, 0, 1)))(t) {
			t.Errorf("%d rows are left of who has lapsed", rows())
		}
		// They solve a daily elsewhere, and are listed nowhere here.
		daily := round(t, tx, Round{Daily: 9})
		if err := setAward(tx, Award{RoundID: daily, PlayerID: old, Day: dayOf(later), Points: 7, Solved: true, At: later}); err != nil {
			return err
		}
		solvers := func() int { return must(Get[int](tx, "count", `SELECT COUNT(*) FROM solvers`))(t) }
		if solvers() != 0 || rows() != 0 {
			t.Errorf("%d solvers and %d rows where the person has lapsed", solvers(), rows())
		}
		join(old, later)
		if solvers() != 1 {
			t.Errorf("%d solvers once they are back, want 1", solvers())
		}
		since := must(Get[time.Time](tx, "find since", `SELECT since FROM members WHERE player_id = $1`, old))(t)
		if !since.Equal(noon) {
			t.Errorf("they are a member since %v", since)
		}
		want := []Standing{{PlayerID: old, Name: "Name of old", PlayerKey: "old", Points: 27, Solved: 2}}
		if diff := cmp.Diff(want, must(tx.Leaderboard(Board{CommunityID: c.ID, Day: dayOf(later)}, later, 0, 9))(t)); diff != "" {
			t.Errorf("board of all time (-want +got):\n%s", diff)
		}
		if got := must(tx.Leaderboard(Board{CommunityID: c.ID, Span: Month, Day: dayOf(later)}, later, 0, 9))(t); len(got) != 1 || got[0].Points != 7 {
			t.Errorf("on the board of a later month: %+v", got)
		}
		return nil
	})
}

// The periods are those of the calendar.
func TestSpans(t *testing.T) {
	day := func(y int, m time.Month, d int) int { return dayOf(time.Date(y, m, d, 0, 0, 0, 0, time.UTC)) }
	for _, test := range []struct {
		span             Span
		day, first, last int
	}{
		{Day, day(2026, 8, 1), day(2026, 8, 1), day(2026, 8, 1)},
		// This is a Saturday, and the next is a Monday.
		{Week, day(2026, 8, 1), day(2026, 7, 27), day(2026, 8, 2)},
		{Week, day(2026, 8, 3), day(2026, 8, 3), day(2026, 8, 9)},
		{Month, day(2026, 8, 31), day(2026, 8, 1), day(2026, 8, 31)},
		{Month, day(2028, 2, 1), day(2028, 2, 1), day(2028, 2, 29)},
		{Month, day(2026, 12, 31), day(2026, 12, 1), day(2026, 12, 31)},
	} {
		if first, last := test.span.days(test.day); first != test.first || last != test.last {
			t.Errorf("span %d of day %d is %d..%d, want %d..%d", test.span, test.day, first, last, test.first, test.last)
		}
	}
}

// Prepared statements are kept by their text, so no text may contain a day.
func TestStatementsDoNotGrowWithDays(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	prepared := func(from, to int) int {
		write(t, s, func(tx *Tx) error {
			c := community(t, tx, "1")
			p := player(t, tx, "p").ID
			own := must(tx.EnsureCommunity("test", "own", true, p, "", noon))(t)
			own.Worldwide = true
			if err := tx.SaveCommunity(own); err != nil {
				return err
			}
			for day := from; day < to; day++ {
				at := time.Unix(int64(day)*secondsOfDay, 0)
				if err := tx.Join(c.ID, p, at); err != nil {
					return err
				}
				a := Award{RoundID: round(t, tx, Round{}), PlayerID: p, CommunityID: c.ID, Day: day, Points: 20, Solved: true, At: at}
				must(tx.AddAnswer(Answer{RoundID: a.RoundID, PlayerID: p, At: at, Outcome: "right"}, &Payment{Award: a, Found: 1}))(t)
				must(tx.Leaderboard(Board{CommunityID: c.ID, Span: Week, Day: day}, at, 0, 9))(t)
				must(tx.Prune(at, 9))(t)
			}
			return nil
		})
		return len(s.queue.conn.prepared)
	}
	few := prepared(20_000, 20_002)
	if many := prepared(20_002, 20_050); many != few {
		t.Errorf("%d statements are prepared after 50 days, and %d after 2", many, few)
	}
}

// Prune deletes the World's boards of ended periods, and keeps the board of all time.
func TestPruneClearsTheWorld(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		own := must(tx.EnsureCommunity("test", "own", true, p, "", noon))(t)
		own.Worldwide = true
		award := Award{RoundID: round(t, tx, Round{}), PlayerID: p, Day: dayOf(noon), Points: 20, Solved: true, At: noon}
		later := noon.AddDate(0, 0, 40)
		if err := errors.Join(tx.SaveCommunity(own), setAward(tx, award), tx.SetClosedMonth(dayOf(later))); err != nil {
			return err
		}
		periods := func() []int {
			return must(List[int](tx, "list periods", `SELECT DISTINCT period % 4 FROM boards WHERE community_id = $1 ORDER BY 1`, World))(t)
		}
		if got := periods(); !slices.Equal(got, []int{0, 1, 2, 3}) {
			t.Fatalf("an award is on boards %v, want of all time, the day, the week and the month", got)
		}
		must(tx.Prune(later, 100))(t)
		if got := periods(); !slices.Equal(got, []int{0}) {
			t.Errorf("boards %v are left, want that of all time", got)
		}
		return nil
	})
}

// Prune deletes at most so many rows of the World's ended periods at a time, and reports that there may
// be more.
func TestPruneClearsTheWorldByBatches(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		for _, game := range []string{"24", "letters", "tchisla"} {
			err := tx.Exec("add", `
				INSERT INTO boards (community_id, player_id, game, period, points, solved, reached) VALUES ($1, $2, $3, $4, 5, 1, 1)`,
				World, p, game, Day.Period(dayOf(noon)-4))
			if err != nil {
				return err
			}
		}
		for i, want := range []int64{2, 1, 0} {
			if n := must(tx.Prune(noon, 2))(t); n != want {
				t.Errorf("batch %d has %d rows, want %d", i+1, n, want)
			}
		}
		return nil
	})
}

// The board of a month that ended is kept until the month is closed.
func TestMonthsAreKeptUntilClosed(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		p := player(t, tx, "p").ID
		award := Award{RoundID: round(t, tx, Round{}), PlayerID: p, CommunityID: c.ID, Day: dayOf(noon), Points: 20, Solved: true, At: noon}
		if err := errors.Join(tx.Join(c.ID, p, noon), setAward(tx, award), tx.SetMeta("of something else", "99999999"), tx.SetClosedMonth(dayOf(noon)-31)); err != nil {
			return err
		}
		for i, want := range []int{20, 0} {
			if err := tx.Join(c.ID, p, noon.AddDate(0, 0, 40+i)); err != nil {
				return err
			}
			got, _, err := Found(tx.StandingOf(Board{CommunityID: c.ID, Span: Month, Day: dayOf(noon)}, p))
			if err != nil {
				return err
			}
			if got.Points != want {
				t.Errorf("%d points of the month, want %d", got.Points, want)
			}
			if week, err := tx.StandingOf(Board{CommunityID: c.ID, Span: Week, Day: dayOf(noon)}, p); err != ErrNotFound {
				t.Errorf("the week that ended has %+v (%v)", week, err)
			}
			_, last := Month.days(dayOf(noon))
			if err := tx.SetClosedMonth(dayOf(noon)); err != nil {
				return err
			}
			if closed := must(tx.ClosedMonth())(t); closed != last {
				t.Errorf("the closed month ends on day %d, want %d", closed, last)
			}
		}
		return nil
	})
}

// A person who has done nothing for too long is above nobody, even before their row says that they have
// lapsed.
func TestWhoIsAwayIsAboveNobody(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		r := round(t, tx, Round{CommunityID: c.ID})
		for key, points := range map[string]int{"away": 50, "ann": 40, "bob": 10} {
			p := player(t, tx, key).ID
			if err := tx.Join(c.ID, p, noon); err != nil {
				return err
			}
			award := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: dayOf(noon), Points: points, Solved: true, At: noon}
			if err := setAward(tx, award); err != nil {
				return err
			}
		}
		since := noon.AddDate(0, -3, 0)
		err := tx.Exec("stay away", `UPDATE members SET at = $1 WHERE player_id = $2`, since.Add(-time.Hour), player(t, tx, "away").ID)
		if err != nil {
			return err
		}
		if got := must(tx.Above(Board{CommunityID: c.ID}, since, Standing{Points: 10}))(t); got != 1 {
			t.Errorf("%d are above, want 1", got)
		}
		return nil
	})
}

// Two standings share a rank only if their points, their hints and their times are equal.
func TestIsLevel(t *testing.T) {
	s := Standing{PlayerID: 1, Points: 5, Solved: 2, Hints: 1, Took: time.Minute}
	for _, test := range []struct {
		other Standing
		want  bool
	}{
		{Standing{PlayerID: 2, Points: 5, Solved: 3, Hints: 1, Took: time.Minute}, true},
		{Standing{Points: 6, Hints: 1, Took: time.Minute}, false},
		{Standing{Points: 5, Hints: 2, Took: time.Minute}, false},
		{Standing{Points: 5, Hints: 1, Took: time.Second}, false},
	} {
		if got := s.IsLevel(test.other); got != test.want {
			t.Errorf("%+v shares a rank: %v", test.other, got)
		}
	}
}

// Above does not subtract a person who has done nothing for too long but has fewer points: that person
// was not counted.
func TestWhoIsAwayBelowIsNotTakenOff(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		r := round(t, tx, Round{CommunityID: c.ID})
		since := noon.AddDate(0, -3, 0)
		for key, points := range map[string]int{"ann": 40, "level": 20, "away": 10} {
			p := player(t, tx, key).ID
			award := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: dayOf(noon), Points: points, Solved: true, At: noon}
			if err := errors.Join(tx.Join(c.ID, p, noon), setAward(tx, award)); err != nil {
				return err
			}
		}
		for _, key := range []string{"level", "away"} {
			err := tx.Exec("stay away", `UPDATE members SET at = $1 WHERE player_id = $2`, since.Add(-time.Hour), player(t, tx, key).ID)
			if err != nil {
				return err
			}
		}
		if got := must(tx.Above(Board{CommunityID: c.ID}, since, Standing{Points: 20}))(t); got != 1 {
			t.Errorf("%d are above, want 1", got)
		}
		return nil
	})
}

// A board counts one community or the World, one period and one game.
func TestEachBoardIsOfItsOwn(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := worldly(t, tx, "ann")
		bob := worldly(t, tx, "bob")
		first := community(t, tx, "first")
		second := community(t, tx, "second")
		places := map[int64]Community{first.ID: first, second.ID: second, 0: {}}
		for _, p := range []int64{ann, bob} {
			if err := errors.Join(tx.Join(second.ID, p, noon), tx.Join(first.ID, p, noon)); err != nil {
				return err
			}
		}
		const day, before = 100, 60
		// Each award of Ann's has a power of two as its points, so the points of a board show which awards are in it.
		points := 1
		for _, place := range []int64{first.ID, second.ID, 0} {
			for _, game := range []string{"24", "letters"} {
				for _, on := range []int{day, before} {
					// Bob is paid a point more than Ann each time, so he comes before her on each board.
					for i, p := range []int64{ann, bob} {
						r := round(t, tx, Round{CommunityID: places[place].ID, Game: game, Puzzle: "x", Daily: points*10 + i})
						a := Award{RoundID: r, PlayerID: p, CommunityID: place, Day: on, Points: points + i, Solved: true, At: noon}
						if err := setAward(tx, a); err != nil {
							return err
						}
					}
					points *= 2
				}
			}
		}
		// The first community has the lowest four bits, the second the next four, and dailies the four after those.
		// Of four bits, letters has those of the game letters, and older those of the earlier day.
		const (
			letters = 1<<2 + 1<<3
			older   = 1<<1 + 1<<3
			all     = 1<<4 - 1
		)
		for _, place := range []struct {
			id   int64
			mask int
		}{{first.ID, all + all<<8}, {second.ID, all<<4 + all<<8}, {World, all << 8}} {
			for _, game := range []string{"", "24", "letters"} {
				for _, span := range []Span{Ever, Day, Week, Month} {
					// Multiplied by each, a mask of four bits is repeated for both communities and for dailies.
					const each = 1 + 1<<4 + 1<<8
					mask := place.mask
					if game == "24" {
						mask &^= letters * each
					}
					if game == "letters" {
						mask &= letters * each
					}
					if span != Ever {
						mask &^= older * each
					}
					b := Board{CommunityID: place.id, Game: game, Span: span, Day: day}
					board := must(tx.Leaderboard(b, longAgo, 0, 9))(t)
					if len(board) != 2 || board[0].PlayerID != bob || board[1].PlayerID != ann || board[1].Points != mask {
						t.Errorf("%+v: the board is %+v, want Bob before Ann with %d points", b, board, mask)
						continue
					}
					if got := must(tx.StandingOf(b, ann))(t); got != board[1] {
						t.Errorf("%+v: Ann's standing is %+v, want %+v", b, got, board[1])
					}
					if above := must(tx.Above(b, longAgo, board[1]))(t); above != 1 {
						t.Errorf("%+v: %d are above Ann", b, above)
					}
				}
			}
		}
		return nil
	})
}

// Above counts at most ten thousand people.
func TestAboveCountsTenThousand(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		err := tx.Exec("fill", `
			INSERT INTO players (network, key, name, created_at)
			WITH RECURSIVE c (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < $1) SELECT 'test', 'p' || i, '', 0 FROM c`,
			10_000)
		if err != nil {
			return err
		}
		for _, place := range []int64{c.ID, World} {
			err := tx.Exec("fill", `
				INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
				SELECT CAST($1 AS BIGINT), id, '', 0, 5, 1, 1 FROM players`, place)
			if err != nil {
				return err
			}
			for points, want := range map[int]int{4: 10_000, 5: 0} {
				if got := must(tx.Above(Board{CommunityID: place}, noon, Standing{Points: points}))(t); got != want {
					t.Errorf("%d are above %d points in %d, want %d", got, points, place, want)
				}
			}
		}
		return nil
	})
}
