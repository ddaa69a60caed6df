package league

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/bot/round"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A week has seven dailies, from Monday to Sunday, whatever its number. It is closed on Monday, when its
// last daily can no longer be answered anywhere.
func TestWeekOfLeague(t *testing.T) {
	for number := 1; number < 800; number++ {
		week := weekOf(number)
		last := round.Day(week.lastDaily())
		hasNumber := week.firstDaily() <= number && number <= week.lastDaily()
		if last.Weekday() != time.Sunday || !hasNumber {
			t.Fatalf("the week of #%d ends on %s, %v", number, last.Weekday(), last)
		}
		if first := round.FirstLive(week.closing().Add(-time.Hour)); first <= week.lastDaily() {
			t.Errorf("the week of #%d is closed while #%d is live", number, first)
		}
	}
}

// However the remaining days go, all people end at one of the ranks that were possible. Nobody can earn
// more on a day than was foreseen.
func TestPossibleRanks(t *testing.T) {
	property.Check(t, func(rt *rapid.T) {
		week := weekOf(rapid.IntRange(10, 400).Draw(rt, "number"))
		d := &division{week: week, tier: 2}
		first := rapid.IntRange(d.week.firstDaily(), d.week.lastDaily()+1).Draw(rt, "first that is open")
		var now, end []contender
		for i := range rapid.IntRange(1, divisionSize).Draw(rt, "people") {
			c := contender{leaguer: leaguer{PlayerID: int64(i + 1), Week: week, Tier: 2, Division: 1}}
			then := c
			for number := d.week.firstDaily(); number <= d.week.lastDaily(); number++ {
				day := leagueDay{Day: round.UnixDay(number), Points: rapid.IntRange(0, round.MostOfDay).Draw(rt, "points")}
				atEnd := day
				if number >= first {
					atEnd.Points = rapid.IntRange(day.Points, round.MostOfDay).Draw(rt, "at the end")
				}
				c.Days = append(c.Days, day)
				then.Days = append(then.Days, atEnd)
			}
			now = append(now, c)
			end = append(end, then)
		}
		d.rows = ranked(now, 2, 3)
		d.foresee(first)
		ranks := map[int64]int{}
		for _, c := range ranked(end, 2, 3) {
			ranks[c.person.PlayerID] = c.Rank
		}
		for _, r := range d.rows {
			rank := ranks[r.person.PlayerID]
			if rank < r.Best || rank > r.Worst {
				rt.Errorf("%d ends at rank %d, and %d to %d were possible", r.person.PlayerID, rank, r.Best, r.Worst)
			}
		}
	})
}

// A week with many people is closed page by page. Everybody who goes on gets into one of the next
// divisions. The last two divisions of a tier are of equal size.
func TestManyInLeague(t *testing.T) {
	store := openStore(t)
	const people = 400
	now := week(sunday).closing()
	write := func(fn func(*storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *storage.Tx) error {
		for i := range people {
			who, err := tx.EnsurePlayer("net", fmt.Sprint(i), fmt.Sprint(i), "", storetest.Noon)
			if err != nil {
				return err
			}
			points := 1 + i*7%97
			if err := earnDaily(tx, who, sunday, points, now.Add(-time.Duration(i)*time.Minute)); err != nil {
				return err
			}
		}
		return nil
	})
	for steps := 0; ; steps++ {
		var open leagueWeek
		write(func(tx *storage.Tx) (err error) {
			_, err = closeStep(tx, now)
			if err != nil {
				return err
			}
			open, err = openWeek(tx)
			return err
		})
		if open.Week > sunday {
			break
		}
		if steps > 100 {
			t.Fatal("the week is never closed")
		}
	}
	write(func(tx *storage.Tx) error {
		rows, err := contendersOf(tx, sunday+7, everyDivision()...)
		if err != nil {
			return err
		}
		isIn := map[int64]bool{}
		// sizes has the size of each division, by tier and division.
		sizes := map[int]map[int]int{}
		for _, c := range rows {
			isIn[c.PlayerID] = true
			if sizes[c.Tier] == nil {
				sizes[c.Tier] = map[int]int{}
			}
			sizes[c.Tier][c.Division]++
		}
		if len(isIn) != people || len(rows) != people {
			t.Errorf("%d of %d people are in the next divisions, %d times", len(isIn), people, len(rows))
		}
		for tier, all := range sizes {
			for division, n := range all {
				isTooLarge := n > divisionSize
				isTooSmall := n < divisionSize && division < len(all)-10
				if isTooLarge || isTooSmall {
					t.Errorf("tier %d has divisions of %v", tier, all)
					break
				}
			}
		}
		return nil
	})
}

// everyDivision has all divisions that the league of a test may have.
func everyDivision() (all []divisionKey) {
	for tier := 1; tier <= tiers; tier++ {
		for division := range 60 {
			all = append(all, divisionKey{Tier: tier, Division: division + 1})
		}
	}
	return all
}

// An earning is what a person has earned on a day: points, hints and seconds.
type earning [3]int

// people returns the people of a division of tier 2 in the week sunday. Each has earned something on one day.
func people(all ...earning) (out []contender) {
	for i, x := range all {
		c := contender{leaguer: leaguer{PlayerID: int64(i + 1), Week: sunday, Tier: 2, Division: 1}}
		if x[0] > 0 {
			c.Days = []leagueDay{{Day: sunday - 3, Points: x[0], Hints: x[1], Took: time.Duration(x[2]) * time.Second}}
		}
		out = append(out, c)
	}
	return out
}

// In a division of five or more, two people move up and two move down. If points are equal, fewer hints are
// better, and then less time. People who are equal in all three move together.
func TestMoves(t *testing.T) {
	for _, test := range []struct {
		name  string
		rows  []contender
		ranks string
		moves string
	}{
		{"four", people(earning{40}, earning{30}, earning{20}, earning{10}), "[1 2 3 4]", "[0 0 0 0]"},
		{
			"five", people(earning{50}, earning{40}, earning{30}, earning{20}, earning{10}),
			"[1 2 3 4 5]", "[-1 -1 0 1 1]",
		},
		{
			"hints", people(earning{50, 3}, earning{50, 1}, earning{50, 2}, earning{50, 4}, earning{50, 5}),
			"[3 1 2 4 5]", "[0 -1 -1 1 1]",
		},
		{
			"times", people(earning{50, 1, 9}, earning{50, 1, 8}, earning{50, 0, 10}, earning{50, 1, 7}, earning{60, 5, 99}),
			"[5 4 2 3 1]", "[1 1 -1 0 -1]",
		},
		{
			"equal at the top", people(earning{50}, earning{40}, earning{40}, earning{40}, earning{10}, earning{5}),
			"[1 2 2 2 5 6]", "[-1 -1 -1 -1 1 1]",
		},
		{
			"equal at the bottom", people(earning{50}, earning{40}, earning{30}, earning{10}, earning{10}, earning{10}),
			"[1 2 3 4 4 4]", "[-1 -1 0 1 1 1]",
		},
		{
			"nothing at the bottom", people(earning{50}, earning{40}, earning{30}, earning{}, earning{}, earning{}),
			"[1 2 3 4 4 4]", "[-1 -1 0 1 1 1]",
		},
		{
			"equal at both ends", people(earning{50}, earning{40}, earning{40}, earning{40}, earning{40}),
			"[1 2 2 2 2]", "[-1 0 0 0 0]",
		},
		{
			"all equal", people(earning{}, earning{}, earning{}, earning{}, earning{}, earning{}),
			"[1 1 1 1 1 1]", "[0 0 0 0 0 0]",
		},
		{
			"nothing earned", people(earning{50}, earning{}, earning{}, earning{}, earning{}, earning{}),
			"[1 2 2 2 2 2]", "[-1 0 0 0 0 0]",
		},
	} {
		ranks := make([]int, len(test.rows))
		moves := make([]int, len(test.rows))
		for _, r := range ranked(test.rows, 2, 3) {
			ranks[r.person.PlayerID-1] = r.Rank
			moves[r.person.PlayerID-1] = r.Move
		}
		if fmt.Sprint(ranks) != test.ranks || fmt.Sprint(moves) != test.moves {
			t.Errorf("%s: ranks %v, want %s; moves %v, want %s", test.name, ranks, test.ranks, moves, test.moves)
		}
	}
	// Nobody moves down from the lowest tier. People who rest are not counted.
	rows := people(earning{50}, earning{40}, earning{30}, earning{20}, earning{10})
	for _, c := range ranked(rows, 2, 2) {
		if c.Move > 0 {
			t.Errorf("%d moves down from the lowest tier", c.person.PlayerID)
		}
	}
	rows = people(earning{50}, earning{40}, earning{30}, earning{20}, earning{})
	rows[4].Absent = true
	for _, c := range ranked(rows, 2, 3) {
		if c.Move != 0 || c.person.Rests != (c.person.PlayerID == 5) {
			t.Errorf("%d moves by %d out of four who do not rest, or rests wrongly", c.person.PlayerID, c.Move)
		}
	}
	// A person who has earned something in the next week already does not rest.
	rows[4].Days = []leagueDay{{Day: rows[4].Week.sunday() + 1, Points: 10}}
	for _, c := range ranked(rows, 2, 3) {
		if c.person.Rests {
			t.Errorf("%d rests", c.person.PlayerID)
		}
	}
}

// What a person has earned on a day that is not over is part of what they can earn on it.
func TestPossibleRanksOnALastDay(t *testing.T) {
	week := weekOf(214)
	d := &division{week: week, tier: 2}
	const most = round.MostOfDay
	last := round.UnixDay(d.week.lastDaily())
	d.rows = ranked([]contender{
		{leaguer: leaguer{PlayerID: 1, Week: week}, Days: []leagueDay{
			{Day: last - 1, Points: most},
			{Day: last, Points: most / 2},
		}},
		{leaguer: leaguer{PlayerID: 2, Week: week}, Days: []leagueDay{{Day: last, Points: most / 2}}},
	}, 2, 3)
	d.foresee(d.week.lastDaily())
	if d.rows[0].Worst != 1 || d.rows[1].Best != 2 {
		t.Errorf("the ranks are open: %+v", d.rows)
	}
}

// If two people may end with equal points, either may end behind the other, because hints and time decide.
func TestPossibleRanksOfEqualPoints(t *testing.T) {
	week := weekOf(214)
	d := &division{week: week, tier: 2}
	last := d.week.lastDaily()
	const most = round.MostOfDay
	day := leagueDay{Day: round.UnixDay(last - 1), Points: most}
	d.rows = ranked([]contender{
		{leaguer: leaguer{PlayerID: 1, Week: week}, Days: []leagueDay{day}},
		{leaguer: leaguer{PlayerID: 2, Week: week}},
	}, 2, 3)
	d.foresee(last)
	for i, want := range [][2]int{{1, 2}, {1, 2}} {
		if c := d.rows[i]; c.Best != want[0] || c.Worst != want[1] {
			t.Errorf("row %d may end from %d to %d, want %v", i, c.Best, c.Worst, want)
		}
	}
	d.foresee(last + 1)
	d.rows = ranked([]contender{d.rows[0].person, d.rows[1].person}, 2, 3)
	d.foresee(last + 1)
	if d.rows[0].Worst != 1 || d.rows[1].Best != 2 {
		t.Errorf("the week is over, and ranks are open: %+v", d.rows)
	}
}

// Weeks in which no process ran are skipped: the open week is closed, and its people meet again in the
// current week.
func TestLeagueAfterAMonthAway(t *testing.T) {
	store := openStore(t)
	write := func(fn func(*storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	var who storage.Player
	write(func(tx *storage.Tx) (err error) {
		who, err = tx.EnsurePlayer("net", "ann", "Ann", "", storetest.Noon)
		if err != nil {
			return err
		}
		return earnDaily(tx, who, sunday, 30, week(sunday).closing().AddDate(0, 0, -3))
	})
	now := week(sunday).closing().AddDate(0, 0, 30)
	current := week(sunday + 7*5)
	if !now.Before(current.closing()) || now.Before(current.previous().closing()) {
		t.Fatal("the test is wrong about the week")
	}
	for range 10 {
		write(func(tx *storage.Tx) error { _, err := closeStep(tx, now); return err })
	}
	write(func(tx *storage.Tx) error {
		open, err := openWeek(tx)
		if err != nil {
			return err
		}
		weeks, err := weeksOf(tx, who.ID, 10)
		if err != nil {
			return err
		}
		if open.Week != current {
			t.Errorf("the week is %d, want %d", open.Week, current)
		}
		if len(weeks) != 2 || weeks[0].Week != current || weeks[1].Place != 1 {
			t.Errorf("her weeks are %+v", weeks)
		}
		// If a daily of a closed week is answered in time but read late, the answer leads to no seat.
		bob, err := tx.EnsurePlayer("net", "bob", "Bob", "", now)
		if err != nil {
			return err
		}
		if err := earnDaily(tx, bob, sunday, 20, now); err != nil {
			return err
		}
		weeks, err = weeksOf(tx, bob.ID, 10)
		if err != nil {
			return err
		}
		if len(weeks) > 0 {
			t.Errorf("a late answer led into %+v", weeks)
		}
		return nil
	})
}

// If a clock is years ahead for a while, the league goes on. A person who plays has a seat in the week in which they
// play.
func TestLeagueAfterWrongClock(t *testing.T) {
	inWeek := week(sunday).closing().AddDate(0, 0, -3)
	for name, back := range map[string]time.Time{
		"the clock is right again in the same week": inWeek.Add(time.Hour),
		"the clock is right again a month later":    inWeek.AddDate(0, 0, 30),
	} {
		t.Run(name, func(t *testing.T) {
			store := openStore(t)
			write := func(fn func(*storage.Tx) error) {
				t.Helper()
				if err := store.Write(t.Context(), fn); err != nil {
					t.Fatal(err)
				}
			}
			play := func(key string, at time.Time) []leaguer {
				var weeks []leaguer
				write(func(tx *storage.Tx) error {
					who, err := tx.EnsurePlayer("net", key, key, "", at)
					if err != nil {
						return err
					}
					day := round.UnixDay(round.Number(at))
					if err := earnDaily(tx, who, day, 30, at); err != nil {
						return err
					}
					weeks, err = weeksOf(tx, who.ID, 10)
					return err
				})
				return weeks
			}
			advanceAt := func(now time.Time) {
				for range 10 {
					write(func(tx *storage.Tx) error { _, err := closeStep(tx, now); return err })
				}
			}
			play("ann", inWeek)
			advanceAt(inWeek)
			advanceAt(inWeek.AddDate(4, 0, 0))
			advanceAt(back)
			for weeks := range 9 {
				now := back.AddDate(0, 0, 7*weeks)
				advanceAt(now)
				ours := weekOfDay(round.UnixDay(round.Number(now)))
				for _, key := range []string{"ann", fmt.Sprint("new", weeks)} {
					all := play(key, now)
					// The week that was closed by the wrong clock stays closed.
					wasClosed := ours == sunday
					if !wasClosed && (len(all) == 0 || all[0].Week != ours) {
						t.Errorf("%s: %s, who plays, has the weeks %+v, want %d", now.Format(time.DateOnly), key, all, ours)
					}
				}
			}
		})
	}
}

// However many private chats there are, a week without people is closed in one transaction.
func TestLeagueTurnsOfManyChats(t *testing.T) {
	store := openStore(t)
	write := func(fn func(*storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *storage.Tx) error {
		for i := range 300 {
			if _, err := tx.EnsureCommunity("net", fmt.Sprint(i), true, 0, "", storetest.Noon); err != nil {
				return err
			}
		}
		return begin(tx, sunday)
	})
	steps := 0
	for open := week(sunday); open == sunday; steps++ {
		write(func(tx *storage.Tx) error {
			if _, err := closeStep(tx, week(sunday).closing()); err != nil {
				return err
			}
			l, err := openWeek(tx)
			open = l.Week
			return err
		})
	}
	if steps > 1 {
		t.Errorf("%d transactions close a week of nobody", steps)
	}
}

// earnDaily pays a person who wishes to be in the World for a daily of a day.
func earnDaily(tx *storage.Tx, who storage.Player, day, points int, at time.Time) error {
	own, err := tx.EnsureCommunity("net", who.Key, true, who.ID, "", at)
	if err != nil {
		return err
	}
	own.Worldwide = true
	if err := tx.SaveCommunity(own); err != nil {
		return err
	}
	number := day - round.UnixDay(0)
	roundID, err := dailyRound(tx, number, at)
	if err != nil {
		return err
	}
	return tx.SetAward(storage.Award{}, storage.Award{
		RoundID:  roundID,
		PlayerID: who.ID,
		Day:      day,
		Points:   points,
		Solved:   true,
		At:       at,
	})
}

// dailyRound returns the round of a daily of 24, and makes it if there is none.
func dailyRound(tx *storage.Tx, number int, at time.Time) (int64, error) {
	r, isThere, err := storage.Found(round.DailyRow(tx, number, "24"))
	if err != nil || isThere {
		return r.ID, err
	}
	return tx.AddRound(storage.Round{
		Game:    "24",
		Puzzle:  "24:3,3,8,8",
		Class:   "daily",
		Daily:   number,
		DealtAt: at,
	})
}

// A day of a person with several accounts is the sum of what each has earned. It is reached when the last of them has
// earned it.
func TestDayOfSeveralAccounts(t *testing.T) {
	at := storetest.Noon
	first := leagueDay{Day: sunday, Points: 20, Hints: 1, Took: time.Minute, Reached: at.Add(time.Hour)}
	second := leagueDay{Day: sunday, Points: 5, Hints: 2, Took: time.Second, Reached: at}
	next := leagueDay{Day: sunday + 1, Points: 3, Reached: at.Add(2 * time.Hour)}
	want := []leagueDay{
		{Day: sunday, Points: 25, Hints: 3, Took: time.Minute + time.Second, Reached: at.Add(time.Hour)},
		next,
	}
	for _, days := range [][]leagueDay{{first, second, next}, {second, first, next}} {
		var c contender
		for _, d := range days {
			c.add(d)
		}
		if !slices.Equal(c.Days, want) {
			t.Errorf("of %+v come the days %+v, want %+v", days, c.Days, want)
		}
	}
}

// A person who got a seat in a division after it was closed is not among its places.
func TestNoPlaceAfterTheClose(t *testing.T) {
	rows := finalRows([]contender{
		{leaguer: leaguer{PlayerID: 1, Place: 2, Points: 10}},
		{leaguer: leaguer{PlayerID: 2}},
		{leaguer: leaguer{PlayerID: 3, Place: 1, Points: 20}},
	})
	var got []int64
	for _, r := range rows {
		got = append(got, r.person.PlayerID)
	}
	if !slices.Equal(got, []int64{3, 1}) {
		t.Errorf("the division ended with %v, want 3 and 1", got)
	}
}
