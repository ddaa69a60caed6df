package league

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

var large = flag.Bool("large", false, "test with 20,000 people")

// sunday is a week, and its last day: 2 August 2026, in days since 1970.
const sunday = 20667

// openStore opens a new database with the tables of the league.
func openStore(t *testing.T) *storage.Store {
	t.Helper()
	return storetest.Open(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
}

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		bob := storetest.Person(t, tx, "bob").ID
		c := storetest.Community(t, tx, "1")
		storetest.Award(t, tx, storage.Community{}, storetest.Round(t, tx, c, "class"), ann, 10)
		if err := begin(tx, sunday); err != nil {
			return err
		}
		if err := enter(tx, ann, sunday); err != nil {
			return err
		}
		if err := seat(tx, bob, sunday); err != nil {
			return err
		}
		if err := await(tx, bob, sunday+7); err != nil {
			return err
		}
		_, next := nextWeek(tx, sunday-7)
		_, read := weeksOf(tx, ann, weeksRead)
		_, people := contendersOf(tx, sunday, divisionKey{1, 1}, divisionKey{2, 1})
		_, open := openDivisions(tx, sunday, 10)
		_, why := whyUncounted(tx, ann, storetest.Day, "page")
		results := []leaguer{
			{PlayerID: ann, Place: 1, Points: 10, Next: 1},
			{PlayerID: bob, Place: 2, Next: 2, Rests: true},
		}
		return errors.Join(
			next, read, people, open, why,
			earned(tx, ann, storetest.Day),
			storeResults(tx, sunday, []divisionKey{{1, 1}}, results),
			fillTiers(tx, sunday),
			planSeats(tx, ann),
			keepSeat(tx, ann, ann),
			keepSeat(tx, bob, 0),
			giveSeat(tx, leaguer{PlayerID: ann, Week: sunday}, bob),
			dropSeat(tx, leaguer{PlayerID: bob, Week: sunday}),
		)
	})
}

// planSeats runs the statements that give people seats in the next week, and those that tell them how the last one
// ended.
func planSeats(tx *storage.Tx, ann int64) error {
	_, tier := unseated(tx, sunday, 1, 10)
	_, count := divisionCount(tx, sunday, 1)
	_, waiting := seatWaiting(tx, sunday+7, 10)
	_, result := untold(tx, ann)
	_, places := countPlaces(tx, sunday, divisionKey{1, 1})
	return errors.Join(
		tier, count, waiting, result, places,
		seatAll(tx, sunday+7, []leaguer{{PlayerID: ann, Week: sunday, Tier: 1, Division: 9}}),
		markTold(tx, ann),
	)
}

// A table of the league takes 5 ms at most if 20,000 people are in the league, each of whom has earned
// something on five days of the week.
func TestLeagueIsQuick(t *testing.T) {
	players := 300
	if *large {
		players = 20_000
	}
	s := storetest.OpenToFill(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
	storetest.Write(t, s, func(tx *storage.Tx) error {
		for _, query := range []string{
			`INSERT INTO players (network, key, name, created_at)
				WITH RECURSIVE c (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i < PLAYERS)
				SELECT 'test', 'p' || i, 'Name ' || i, 0 FROM c`,
			`INSERT INTO communities (network, key, private, created_at)
				SELECT 'test', id || '', 0, 0 FROM players WHERE id % 10 = 0`,
			`INSERT INTO rounds (game, puzzle, class, daily, dealt_at)
				SELECT g.column1, 'p', 'c', SUNDAY - d.column1 - 20453, 0 FROM (VALUES (1), (2), (3), (4), (5)) AS d
				CROSS JOIN (VALUES ('24'), ('tchisla'), ('countdown'), ('letters'), ('conundrum')) AS g`,
			`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
				SELECT r.id, p.id, 0, r.daily + 20453, 1 + (p.id * (7 + r.id)) % 30, 1, 0, 1000 * r.id
				FROM players p CROSS JOIN rounds r`,
			`INSERT INTO attempts (round_id, player_id, hints, took_part)
				SELECT round_id, player_id, player_id % 3, 1 FROM awards`,
			`INSERT INTO openings (round_id, player_id, at) SELECT round_id, player_id, at - 500 FROM awards`,
			`INSERT INTO league_weeks (week, lowest) VALUES (SUNDAY, 5)`,
			`INSERT INTO league (player_id, week, tier, division, place, points, next)
				SELECT id, SUNDAY, 1 + id % 5, 1 + id / 75, 1 + id % 15, 5 + id % 700, 1 + id % 5 FROM players`,
			`INSERT INTO league_divisions (week, tier, division, seats)
				SELECT week, tier, division, COUNT(*) FROM league GROUP BY week, tier, division`,
			`ANALYZE`,
		} {
			query = strings.NewReplacer("PLAYERS", fmt.Sprint(players), "SUNDAY", fmt.Sprint(sunday)).Replace(query)
			if err := tx.Exec("fill", query); err != nil {
				return err
			}
		}
		return nil
	})
	for name, call := range map[string]func(*storage.Tx) error{
		"a division": func(tx *storage.Tx) error {
			all, err := contendersOf(tx, sunday, divisionKey{3, 3})
			if err != nil {
				return err
			}
			if len(all) != divisionSize || len(all[0].Days) != 5 {
				t.Errorf("a division has the people %+v", all)
			}
			return nil
		},
		"one's weeks":  func(tx *storage.Tx) error { _, err := weeksOf(tx, 5, 6); return err },
		"a result":     func(tx *storage.Tx) error { _, err := untold(tx, 5); return err },
		"a page of 15": func(tx *storage.Tx) error { _, err := unseated(tx, sunday, 3, 15); return err },
		"what is open": func(tx *storage.Tx) error { _, err := openDivisions(tx, sunday, 4); return err },
		"four divisions, as they are closed": func(tx *storage.Tx) error {
			four := []divisionKey{{3, 3}, {3, 4}, {3, 5}, {3, 6}}
			_, err := contendersOf(tx, sunday, four...)
			return err
		},
	} {
		least := time.Hour
		for range 5 {
			if err := s.Read(t.Context(), func(tx *storage.Tx) error {
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

// If a page of old rows of the league is full, the next page is read.
func TestPruneGoesOnWithTheLeague(t *testing.T) {
	s := openStore(t)
	const people = 5
	const page = 2
	storetest.Write(t, s, func(tx *storage.Tx) error {
		for i := range people {
			who := storetest.Person(t, tx, fmt.Sprint(i)).ID
			err := tx.Exec("add", `
				INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 1, 1)`, who, sunday)
			if err != nil {
				return err
			}
		}
		return nil
	})
	now := time.Unix(0, 0).AddDate(0, 0, sunday).AddDate(2, 0, 0)
	for left := people; left > 0; left -= page {
		var deleted int64
		storetest.Write(t, s, func(tx *storage.Tx) (err error) {
			deleted, err = tx.Prune(now, page)
			return err
		})
		if want := int64(min(left, page)); deleted != want {
			t.Errorf("of %d rows %d are deleted, want %d", left, deleted, want)
		}
	}
}

// await makes a player wait for the divisions of a week.
func await(tx *storage.Tx, playerID int64, w week) error {
	return tx.Exec("wait", `
		INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 0, 0)`, playerID, w)
}

// addWeek adds a closed week of a person in the league. If it does not say when they reached their points, that was at
// storetest.Noon.
func addWeek(tx *storage.Tx, l leaguer) error {
	if l.Reached.IsZero() {
		l.Reached = storetest.Noon
	}
	return tx.Exec("add week", `
		INSERT INTO league (player_id, week, tier, division, place, points, reached, next, rests)
		VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8)`,
		l.PlayerID, l.Week, l.Tier, l.Place, l.Points, l.Reached, l.Next, l.Rests)
}

// If the tier above has one free seat, and two people have equal points, the one who reached them first
// gets the seat.
func TestFreeSeatIsForTheFirstOfEqualPoints(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		for i := range divisionSize - 1 {
			top := storetest.Person(t, tx, fmt.Sprint("top", i))
			l := leaguer{PlayerID: top.ID, Week: sunday, Tier: 1, Place: i + 1, Points: 90, Next: 1}
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		late := storetest.Person(t, tx, "late")
		early := storetest.Person(t, tx, "early")
		for i, who := range []storage.Player{late, early} {
			reached := storetest.Noon.Add(-time.Duration(i) * time.Hour)
			l := leaguer{PlayerID: who.ID, Week: sunday, Tier: 2, Place: 1, Points: 50, Reached: reached, Next: 2}
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		for i := range leastMoving - 2 {
			other := storetest.Person(t, tx, fmt.Sprint("other", i))
			l := leaguer{PlayerID: other.ID, Week: sunday, Tier: 2, Place: 3, Points: 10, Next: 2}
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		if err := fillTiers(tx, sunday); err != nil {
			return err
		}
		for who, want := range map[storage.Player]int{early: 1, late: 2} {
			weeks, err := weeksOf(tx, who.ID, 1)
			if err != nil {
				return err
			}
			if weeks[0].Next != want {
				t.Errorf("%s is in tier %d next, want %d", who.Key, weeks[0].Next, want)
			}
		}
		return nil
	})
}

// From a division of fewer than five people who play, nobody moves up, even if the tier above has free seats.
// People who rest, or who came after the division was closed, do not make it larger.
func TestSmallDivisionsFillNoTier(t *testing.T) {
	for _, c := range []struct {
		what            string
		plays           int
		rests, cameLate int
		want            int
	}{
		{"one", 1, 0, 0, 2},
		{"two", 2, 0, 0, 2},
		{"four", 4, 0, 0, 2},
		{"four, and one who rests", 4, 1, 0, 2},
		{"four, and one who came late", 4, 0, 1, 2},
		{"five", 5, 0, 0, 1},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			var first int64
			for i := range c.plays + c.rests + c.cameLate {
				who := storetest.Person(t, tx, fmt.Sprint(i))
				l := leaguer{PlayerID: who.ID, Week: sunday, Tier: 2, Place: i + 1, Points: 90 - i, Next: 2}
				switch {
				case i == 0:
					first = who.ID
				case i >= c.plays+c.rests:
					l.Place = 0
					l.Points = 0
					l.Next = 0
				case i >= c.plays:
					l.Points = 0
					l.Rests = true
				}
				if err := addWeek(tx, l); err != nil {
					return err
				}
			}
			if err := fillTiers(tx, sunday); err != nil {
				return err
			}
			weeks, err := weeksOf(tx, first, 1)
			if err != nil {
				return err
			}
			if weeks[0].Next != c.want {
				t.Errorf("of a division of %s, the best is in tier %d next, want %d", c.what, weeks[0].Next, c.want)
			}
			return nil
		})
	}
}

// A result is told once. A result of long ago is told only to people who rest: they have not been in the
// league since, and read why.
func TestResultOfLongAgo(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		if err := begin(tx, sunday+21); err != nil {
			return err
		}
		for _, test := range []struct {
			key   string
			week  week
			rests bool
			want  bool
		}{
			{"last week", sunday + 14, false, true},
			{"the week before last", sunday + 7, false, false},
			{"long ago", sunday, false, false},
			{"at rest since long ago", sunday, true, true},
		} {
			who := storetest.Person(t, tx, test.key)
			l := leaguer{PlayerID: who.ID, Week: test.week, Tier: 1, Place: 3, Next: 1, Rests: test.rests}
			if err := addWeek(tx, l); err != nil {
				return err
			}
			for _, want := range []bool{test.want, false} {
				_, isTold, err := newResult(tx, who.ID)
				if err != nil {
					return err
				}
				if isTold != want {
					t.Errorf("the result of %s is told: %v, want %v", test.key, isTold, want)
				}
			}
		}
		return nil
	})
}

// The divisions of a week are closed tier by tier, from the top.
func TestDivisionsToClose(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		err := tx.Exec("add divisions", `
			INSERT INTO league_divisions (week, tier, division, seats, closed)
			VALUES ($1, 2, 1, 3, 0), ($1, 1, 3, 3, 0), ($1, 1, 2, 3, 0), ($1, 1, 1, 3, 1), ($1 + 7, 1, 1, 3, 0)`, sunday)
		if err != nil {
			return err
		}
		all := []divisionKey{{1, 2}, {1, 3}, {2, 1}}
		for limit := 2; limit <= 4; limit++ {
			got, err := openDivisions(tx, sunday, limit)
			if err != nil {
				return err
			}
			if want := all[:min(limit, len(all))]; !slices.Equal(got, want) {
				t.Errorf("of at most %d: %v, want %v", limit, got, want)
			}
		}
		return nil
	})
}

// The league looks every hour whether the week is over, and at the moment when it is. If the week that is
// open is the next one by the calendar, because a clock was a little ahead, it stays open.
func TestWhenTheLeagueLooks(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		if err := begin(tx, sunday); err != nil {
			return err
		}
		for _, test := range []struct {
			before time.Duration
			want   time.Duration
		}{
			{3 * time.Hour, time.Hour},
			{10 * time.Minute, 10 * time.Minute},
			{10*24*time.Hour + 10*time.Minute, time.Hour},
		} {
			wait, err := closeStep(tx, week(sunday).closing().Add(-test.before))
			if err != nil {
				return err
			}
			if wait != test.want {
				t.Errorf("%v before the end, the league looks again in %v, want %v", test.before, wait, test.want)
			}
		}
		open, err := openWeek(tx)
		if err != nil {
			return err
		}
		if open.Week != sunday {
			t.Errorf("the open week is %d, want %d", open.Week, sunday)
		}
		return nil
	})
}

// A person comes back into the tier of their latest rest.
func TestTierOfTheLatestRest(t *testing.T) {
	l := league{Kernel: featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)}
	storetest.Write(t, l.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		if err := begin(tx, sunday); err != nil {
			return err
		}
		for w, next := range map[week]int{sunday - 7: 2, sunday - 28: 4} {
			l := leaguer{PlayerID: ann.ID, Week: w, Tier: next, Place: 9, Next: next, Rests: true}
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		own := storage.Community{Private: true, OwnerID: ann.ID}
		s, err := l.standingOf(tx, round.Act{Person: ann, Community: own, At: storetest.Noon}, false)
		if err != nil {
			return err
		}
		if s.restTier != 2 {
			t.Errorf("Ann rests in tier %d, want 2", s.restTier)
		}
		if s.division != nil || s.waits {
			t.Errorf("Ann is in the division %+v, or waits: %v", s.division, s.waits)
		}
		return nil
	})
}

// Of twenty people, ten come into each of two divisions, the best ten into the first. Those without points
// are noted as absent.
func TestLastDivisionsAreEquallyLarge(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		for i := range 20 {
			who := storetest.Person(t, tx, fmt.Sprint(i))
			l := leaguer{PlayerID: who.ID, Week: sunday, Tier: 1, Place: i + 1, Points: 19 - i, Reached: storetest.Noon, Next: 1}
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		more, err := seatTiers(tx, sunday, sunday+7, week(sunday).closing())
		if err != nil {
			return err
		}
		if !more {
			t.Error("nobody was seated")
		}
		people, err := contendersOf(tx, sunday+7, divisionKey{1, 1}, divisionKey{1, 2})
		if err != nil {
			return err
		}
		if len(people) != 20 {
			t.Errorf("%d people have seats", len(people))
		}
		for i, c := range people {
			if want := 1 + i/10; c.PlayerKey != fmt.Sprint(i) || c.Division != want {
				t.Errorf("%s is in division %d, want %d in %d", c.PlayerKey, c.Division, i, want)
			}
			if c.Absent != (i == 19) {
				t.Errorf("%s was absent: %v", c.PlayerKey, c.Absent)
			}
		}
		return nil
	})
}

// As many divisions are made as are needed: one more person than fits makes one more division.
func TestFullDivisions(t *testing.T) {
	for people, want := range map[int]int{
		1:                  1,
		divisionSize:       1,
		divisionSize + 1:   2,
		2 * divisionSize:   2,
		2*divisionSize + 1: 3,
	} {
		if got := 1 + divisionIndex(people-1, people); got != want {
			t.Errorf("%d people make %d divisions, want %d", people, got, want)
		}
	}
}

// A newcomer gets a seat in the fullest division that has room, so that few divisions are nearly empty.
func TestSeatInTheFullestDivision(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		err := tx.Exec("add divisions", `
			INSERT INTO league_divisions (week, tier, division, seats)
			VALUES ($1, 1, 1, 3), ($1, 1, 2, 9), ($1, 1, 3, $2)`, sunday, divisionSize)
		if err != nil {
			return err
		}
		if err := seat(tx, ann.ID, sunday); err != nil {
			return err
		}
		weeks, err := weeksOf(tx, ann.ID, 1)
		if err != nil {
			return err
		}
		if weeks[0].Division != 2 {
			t.Errorf("the seat is in division %d, want 2", weeks[0].Division)
		}
		return nil
	})
}

// Hints and times are those of awards, as on the boards of the World. What a person did with a puzzle after
// it was paid, such as reading hints to a further solution, counts on neither.
func TestTiesAreThoseOfTheWorld(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		id := storetest.Round(t, tx, storetest.Community(t, tx, "1"), "class")
		award := storage.Award{
			RoundID:  id,
			PlayerID: ann.ID,
			Day:      sunday,
			Points:   14,
			Solved:   true,
			At:       storetest.Noon,
			Hints:    1,
			Took:     2 * time.Minute,
		}
		own, err := tx.EnsureCommunity("net", "ann", true, ann.ID, "", storetest.Noon)
		if err != nil {
			return err
		}
		own.Worldwide = true
		if err := tx.SaveCommunity(own); err != nil {
			return err
		}
		if err := tx.SetAward(storage.Award{PlayerID: ann.ID}, award); err != nil {
			return err
		}
		if err := tx.SaveAttempt(storage.Attempt{RoundID: id, PlayerID: ann.ID, Hints: 3, TookPart: true}, 2); err != nil {
			return err
		}
		opened := storetest.Noon.Add(-5 * time.Minute)
		err = tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) VALUES ($1, $2, $3)`, id, ann.ID, opened)
		if err != nil {
			return err
		}
		days, err := daysOf(tx, sunday, map[int64]int64{ann.ID: ann.ID})
		if err != nil {
			return err
		}
		if len(days) != 1 || days[0].Hints != 1 || days[0].Took != 2*time.Minute {
			t.Errorf("the days are %+v, want one of one hint and two minutes", days)
		}
		world := storage.Board{CommunityID: storage.World, Span: storage.Ever, Day: sunday}
		rows, err := tx.Leaderboard(world, time.Time{}, 0, 10)
		if err != nil {
			return err
		}
		if len(rows) != 1 || rows[0].Hints != days[0].Hints || rows[0].Took != days[0].Took {
			t.Errorf("the World counts %+v, the league %+v", rows, days)
		}
		return nil
	})
}

// weeksPulledBack begins a week, pulls it back to the current one, and returns the weeks of a player.
func weeksPulledBack(tx *storage.Tx, player int64, begun, current week) ([]leaguer, error) {
	if err := begin(tx, begun); err != nil {
		return nil, err
	}
	if err := pullBack(tx, begun, current); err != nil {
		return nil, err
	}
	return weeksOf(tx, player, 10)
}

// Pulling back a week takes no seats of closed weeks, even if the rows of these weeks are deleted.
func TestPullBackKeepsThePast(t *testing.T) {
	const current = sunday
	const past = sunday - 7
	const begun = 22130
	store := openStore(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		for _, w := range []week{past, begun} {
			if err := seat(tx, ann.ID, w); err != nil {
				return err
			}
		}
		weeks, err := weeksPulledBack(tx, ann.ID, begun, current)
		if err != nil {
			return err
		}
		if len(weeks) != 2 || weeks[0].Week != current || weeks[1].Week != past {
			t.Errorf("her weeks are %+v, want %d and %d", weeks, current, past)
		}
		open, err := openWeek(tx)
		if err != nil {
			return err
		}
		if open.Week != current {
			t.Errorf("the week %d goes on, want %d", open.Week, current)
		}
		return nil
	})
}

// If the current week has begun and is closed already, a week that is pulled back becomes the one after it.
func TestPullBackKeepsTheClosedWeek(t *testing.T) {
	const current = sunday
	const begun = 22130
	store := openStore(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		if err := begin(tx, current); err != nil {
			return err
		}
		if err := seat(tx, ann.ID, begun); err != nil {
			return err
		}
		weeks, err := weeksPulledBack(tx, ann.ID, begun, current)
		if err != nil {
			return err
		}
		if next := week(current).next(); len(weeks) != 1 || weeks[0].Week != next {
			t.Errorf("her weeks are %+v, want %d", weeks, next)
		}
		return nil
	})
}

// The page shows a person their rank in their division, and nothing if they are in none.
func TestMe(t *testing.T) {
	k := featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
	l := league{Kernel: k}
	storetest.Write(t, l.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		bob := storetest.Person(t, tx, "bob")
		if err := begin(tx, sunday); err != nil {
			return err
		}
		for _, who := range []storage.Player{ann, storetest.Person(t, tx, "cat")} {
			err := addWeek(tx, leaguer{PlayerID: who.ID, Week: sunday, Tier: 1, Division: 1, Reached: storetest.Noon})
			if err != nil {
				return err
			}
		}
		for who, want := range map[storage.Player][]chat.BoardRank{
			ann: {{Title: "League · Division 1", Rank: 1, Of: 2}},
			bob: nil,
		} {
			own := storage.Community{Private: true, OwnerID: who.ID}
			var got chat.MeView
			act := round.Act{Person: who, Community: own, At: storetest.Noon}
			if err := l.me(k.Speak("en"), tx, act, &got); err != nil {
				return err
			}
			if !slices.Equal(got.Boards, want) {
				t.Errorf("%s is shown %+v, want %+v", who.Key, got.Boards, want)
			}
		}
		return nil
	})
}

// The page says how the last week ended for a person, as often as they look before they are told elsewhere. It says
// nothing of a week in which they were alone and stayed.
func TestLastWeekOnThePage(t *testing.T) {
	k := featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
	l := league{Kernel: k}
	storetest.Write(t, l.Store, func(tx *storage.Tx) error {
		if err := begin(tx, sunday); err != nil {
			return err
		}
		for _, test := range []struct {
			name        string
			tier, place int
			next        int
			want        string
		}{
			// A division has at least as many places as its lowest place says, so the second comes first here.
			{"second", 2, 2, 2, "Last week's league · 2nd of 2: you stay in Division 2."},
			{"first", 2, 1, 1, "Last week's league · 1st of 2: you move up to Division 1!"},
			{"alone", 3, 1, 3, ""},
		} {
			who := storetest.Person(t, tx, test.name)
			result := leaguer{
				PlayerID: who.ID,
				Week:     sunday - 7,
				Tier:     test.tier,
				Place:    test.place,
				Next:     test.next,
				Points:   10,
				Reached:  storetest.Noon,
			}
			if err := addWeek(tx, result); err != nil {
				return err
			}
			own := storage.Community{Private: true, OwnerID: who.ID}
			act := round.Act{Person: who, Community: own, At: storetest.Noon}
			for range 2 {
				lines, err := l.today(k.Speak("en"), tx, act)
				if err != nil {
					return err
				}
				var got []string
				for _, line := range lines {
					got = append(got, say.Plain(line))
				}
				if text := strings.Join(got, " / "); text != test.want {
					t.Errorf("%s reads %q, want %q", test.name, text, test.want)
				}
			}
		}
		return nil
	})
}

// The page says where a person is in their division. It names no place while they are alone there.
func TestDivisionOnThePage(t *testing.T) {
	k := featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
	l := league{Kernel: k}
	storetest.Write(t, l.Store, func(tx *storage.Tx) error {
		if err := begin(tx, sunday); err != nil {
			return err
		}
		ann := storetest.Person(t, tx, "ann")
		home := storage.Community{Private: true, OwnerID: ann.ID}
		bob := storetest.Person(t, tx, "bob")
		cat := storetest.Person(t, tx, "cat")
		for _, test := range []struct {
			comes storage.Player
			want  string
		}{
			{ann, "League: 0 points in Division 1."},
			{bob, "League: 1st of 2 in Division 1, 0 points."},
			{cat, "League: 1st of 3 in Division 1, 0 points."},
		} {
			if err := seat(tx, test.comes.ID, sunday); err != nil {
				return err
			}
			lines, err := l.today(k.Speak("en"), tx, round.Act{Person: ann, Community: home, At: storetest.Noon})
			if err != nil {
				return err
			}
			got := ""
			for _, line := range lines {
				got += say.Plain(line)
			}
			if got != test.want {
				t.Errorf("after %s has come, ann reads %q, want %q", test.comes.Key, got, test.want)
			}
		}
		return nil
	})
}

// A person who waits for a seat in the next week still has their division of this week.
func TestSeatBesideAWait(t *testing.T) {
	l := league{Kernel: featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)}
	storetest.Write(t, l.Store, func(tx *storage.Tx) error {
		if err := begin(tx, sunday); err != nil {
			return err
		}
		ann := storetest.Person(t, tx, "ann")
		bob := storetest.Person(t, tx, "bob")
		if err := seat(tx, ann.ID, sunday); err != nil {
			return err
		}
		for who, hasDivision := range map[storage.Player]bool{ann: true, bob: false} {
			err := tx.Exec("wait", `INSERT INTO league (player_id, week, tier, division) VALUES ($1, $2, 0, 0)`, who.ID, sunday+7)
			if err != nil {
				return err
			}
			home := storage.Community{Private: true, OwnerID: who.ID}
			s, err := l.standingOf(tx, round.Act{Person: who, Community: home, At: storetest.Noon}, false)
			if err != nil {
				return err
			}
			if !s.waits || (s.division != nil) != hasDivision {
				t.Errorf("%s waits %v, and is in the division %+v", who.Key, s.waits, s.division)
			}
		}
		return nil
	})
}

// A person is told something in the chat of their own account, or else in that of another one that is linked with it, if
// the bot may write there.
func TestChatOf(t *testing.T) {
	for _, test := range []struct {
		name      string
		own, twin bool
		want      string
	}{
		{"both", true, true, "own"},
		{"own", true, false, "own"},
		{"twin", false, true, "twin"},
		{"none", false, false, ""},
	} {
		l := league{Kernel: featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)}
		storetest.Write(t, l.Store, func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, "ann")
			twin := twinOf(t, tx, ann)
			for _, chat := range []struct {
				title string
				owner int64
				is    bool
			}{{"twin", twin.ID, test.twin}, {"own", ann.ID, test.own}} {
				c, err := tx.EnsureCommunity("net", "chat of "+chat.title, true, chat.owner, chat.title, storetest.Noon)
				if err != nil {
					return err
				}
				c.Active = chat.is
				if err := tx.SaveCommunity(c); err != nil {
					return err
				}
			}
			c, hasChat, err := l.chatOf(tx, ann.ID)
			if err != nil {
				return err
			}
			if c.Title != test.want || hasChat != (test.want != "") {
				t.Errorf("where the bot may write in %s, it writes in %q, want %q", test.name, c.Title, test.want)
			}
			return nil
		})
	}
}

// What a day has earned a person does not count in the World if they were a guest, or faster than any hand. They are
// told which of these it was.
func TestWhyUncounted(t *testing.T) {
	for _, test := range []struct {
		name                   string
		counted, fast, asGuest bool
		want                   reason
	}{
		{"nothing", false, false, false, ""},
		{"hasty", false, true, false, hasty},
		{"a guest", false, false, true, asGuest},
		{"both", false, true, true, hastyOrAsGuest},
		{"a guest, and one that counts", true, false, true, ""},
		{"hasty, and one that counts", true, true, false, ""},
	} {
		k := featuretest.Kernel(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
		k.Play.Guests = "page"
		number := round.Number(storetest.Noon)
		storetest.Write(t, k.Store, func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, "ann")
			guest, err := tx.EnsurePlayer("page", "g", "Ann", "", storetest.Noon)
			if err != nil {
				return err
			}
			if err := k.Play.Link(tx, ann.ID, guest.ID, storetest.Noon); err != nil {
				return err
			}
			home, err := tx.EnsureCommunity(ann.Network, "home", true, ann.ID, "", storetest.Noon)
			if err != nil {
				return err
			}
			home.Worldwide = true
			if err := tx.SaveCommunity(home); err != nil {
				return err
			}
			pay := func(is bool, game string, playerID int64, isLocal bool) {
				if !is || err != nil {
					return
				}
				var id int64
				id, err = tx.AddRound(storage.Round{
					Game:    game,
					Puzzle:  "24:3,3,8,8",
					Class:   game,
					Daily:   number,
					DealtAt: storetest.Noon,
				})
				if err != nil {
					return
				}
				err = tx.SetAward(storage.Award{}, storage.Award{
					RoundID:  id,
					PlayerID: playerID,
					Day:      round.UnixDay(number),
					Points:   20,
					Solved:   true,
					Local:    isLocal,
					At:       storetest.Noon,
				})
			}
			pay(test.counted, "countdown", ann.ID, false)
			pay(test.fast, "24", ann.ID, true)
			pay(test.asGuest, "tchisla", guest.ID, true)
			if err != nil {
				return err
			}
			l := league{Kernel: k}
			for _, who := range []storage.Player{ann, guest} {
				s, err := l.standingOf(tx, round.Act{Person: who, Community: home, At: storetest.Noon}, false)
				if err != nil {
					return err
				}
				if s.uncounted != test.want {
					t.Errorf("%s, asked by %d: %q, want %q", test.name, who.ID, s.uncounted, test.want)
				}
			}
			return nil
		})
	}
}

// The people of a closed week get their seats in the next one, whether they wait for it already or not. Each seat says
// whether its person was absent. Who has left the league since gets none.
func TestSeatsOfTheNextWeek(t *testing.T) {
	const next week = sunday + 7
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		var all []leaguer
		var want []leaguer
		for i, test := range []struct{ isAbsent, waits, hasLeft bool }{
			{isAbsent: false},
			{isAbsent: true},
			{isAbsent: false, waits: true},
			{isAbsent: true, waits: true},
			{hasLeft: true},
		} {
			l := leaguer{
				PlayerID: storetest.Person(t, tx, fmt.Sprint(i)).ID,
				Week:     sunday,
				Tier:     2 + i%2,
				Division: 4 + i/2,
				Absent:   test.isAbsent,
				Reached:  time.Unix(0, 0).UTC(),
			}
			all = append(all, l)
			if test.waits {
				// What such a row says of the week before is not known yet.
				err := tx.Exec("wait", `INSERT INTO league (player_id, week, tier, division, absent) VALUES ($1, $2, 0, 0, $3)`,
					l.PlayerID, next, !test.isAbsent)
				if err != nil {
					return err
				}
			}
			if test.hasLeft {
				continue
			}
			if err := seat(tx, l.PlayerID, sunday); err != nil {
				return err
			}
			l.Week = next
			want = append(want, l)
		}
		if err := seatAll(tx, next, all); err != nil {
			return err
		}
		got, err := storage.List[leaguer](tx, "list seats", `
			SELECT `+leaguerColumns+` FROM league l WHERE l.week = $1 ORDER BY l.player_id`, next)
		if err != nil {
			return err
		}
		if !slices.Equal(got, want) {
			t.Errorf("the seats are\n%+v, want\n%+v", got, want)
		}
		left, err := storage.Get[int](tx, "count", `SELECT COUNT(*) FROM league WHERE week = $1 AND seated = 0`, sunday)
		if left != 0 {
			t.Errorf("%d people of the closed week have no seat", left)
		}
		return err
	})
}
