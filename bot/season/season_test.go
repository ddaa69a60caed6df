package season

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := storetest.Member(t, tx, c, "p")
		storetest.Award(t, tx, c, storetest.Round(t, tx, c, "class"), p.ID, 10)
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{storage.World, c.ID}); err != nil {
			return err
		}
		if err := setTold(tx, c.ID, storetest.Day, 100); err != nil {
			return err
		}
		if _, err := winnersOf(tx, c.ID, monthRows); err != nil {
			return err
		}
		if err := keepDay(tx, round.Act{Person: p}, round.Round{Round: storage.Round{Daily: 1}}); err != nil {
			return err
		}
		if err := keepDayOfWorld(tx, p.ID, storetest.Day); err != nil {
			return err
		}
		if err := showDayOfWorld(tx, p.ID, p.ID); err != nil {
			return err
		}
		_, err := bestDaysOf(tx, c.ID, mostDays)
		return err
	})
}

// openStore opens a new database with the table of the feature.
func openStore(t *testing.T) *storage.Store {
	t.Helper()
	return storetest.Open(t, Feature().Tables...)
}

// award pays a member of a community for a round on storetest.Day.
func award(t *testing.T, tx *storage.Tx, c storage.Community, key string, points int) {
	t.Helper()
	p := storetest.Member(t, tx, c, key)
	storetest.Award(t, tx, c, storetest.Round(t, tx, c, "class"), p.ID, points)
}

// addWinner stores a winner on a board, of the month with a day in it. days says how many days that day is
// after storetest.Day.
func addWinner(t *testing.T, tx *storage.Tx, board int64, key string, days, place, points int) {
	t.Helper()
	p := storetest.Person(t, tx, key)
	err := tx.Exec("add", `
		INSERT INTO winners (community_id, period, player_id, place, points) VALUES ($1, $2, $3, $4, $5)`,
		board, storage.Month.Period(storetest.Day+days), p.ID, place, points)
	if err != nil {
		t.Fatal(err)
	}
}

// addPoints puts a person on the board of August 2026, for all games together.
func addPoints(t *testing.T, tx *storage.Tx, board int64, key string, points, solved, reached, hints int) {
	t.Helper()
	p := storetest.Person(t, tx, key)
	err := tx.Exec("add", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached, hints, took)
		VALUES ($1, $2, '', $3, $4, $5, $6, $7, 0)`,
		board, p.ID, storage.Month.Period(storetest.Day), points, solved, reached, hints)
	if err != nil {
		t.Fatal(err)
	}
}

// If people of the World have equal points, fewer hints are better, and then less time, as on the World's
// boards.
func TestWinnersOfWorld(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		for _, x := range []struct {
			key         string
			hints, took int
		}{{"ann", 1, 5}, {"bo", 0, 9}, {"cat", 1, 4}, {"dan", 1, 5}, {"eve", 2, 0}} {
			p := storetest.Member(t, tx, c, x.key)
			err := tx.Exec("add", `
				INSERT INTO boards (community_id, player_id, game, period, points, solved, reached, hints, took)
				VALUES ($1, $2, '', $3, 50, 1, 1, $4, $5)`,
				storage.World, p.ID, storage.Month.Period(storetest.Day), x.hints, x.took)
			if err != nil {
				return err
			}
		}
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{storage.World}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, storage.World, 20)
		if err != nil {
			return err
		}
		var got []string
		for _, w := range winners {
			got = append(got, fmt.Sprintf("%d %s", w.Place, w.PlayerKey))
		}
		if diff := cmp.Diff([]string{"1 bo", "2 cat", "3 ann", "3 dan"}, got); diff != "" {
			t.Errorf("winners (-want +got):\n%s", diff)
		}
		return nil
	})
}

// The winners of a month are the people with the first three ranks. They stay as they are if winners are stored again.
// There are no winners of a day or a week.
func TestWinners(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		for key, points := range map[string]int{"ann": 50, "bo": 50, "cat": 20, "dan": 20, "eve": 10} {
			award(t, tx, c, key, points)
		}
		for _, span := range []storage.Span{storage.Day, storage.Week, storage.Month, storage.Month} {
			if err := keepWinners(tx, span, storetest.Day, []int64{c.ID}); err != nil {
				return err
			}
			if span == storage.Month {
				// These points come too late.
				award(t, tx, c, "eve", 90)
			}
		}
		winners, err := winnersOf(tx, c.ID, 20)
		if err != nil {
			return err
		}
		var got []string
		for _, w := range winners {
			got = append(got, fmt.Sprintf("%d %s %d %d", w.LastDay-storetest.Day, w.PlayerKey, w.Place, w.Points))
		}
		want := []string{"30 ann 1 50", "30 bo 1 50", "30 cat 3 20", "30 dan 3 20"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("winners (-want +got):\n%s", diff)
		}
		exported, err := tx.Export(winners[0].PlayerID)
		if err != nil {
			return err
		}
		rows, _ := exported[0]["months_won"].([]map[string]any)
		if len(rows) != 1 {
			t.Errorf("exported is %v", exported)
		}
		return nil
	})
}

// A group is told once who won a month, by a daily of the week after it.
func TestToldOnce(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		other := storetest.Community(t, tx, "2")
		addWinner(t, tx, c.ID, "ann", -20, 1, 30)
		addWinner(t, tx, c.ID, "ann", 0, 1, 50)
		addWinner(t, tx, c.ID, "bo", 0, 2, 40)
		addWinner(t, tx, other.ID, "ann", 0, 1, 50)
		// This is the first daily after August 2026.
		first := storetest.Day + 31 - round.UnixDay(0)
		own := c
		own.Private = true
		for _, step := range []struct {
			c      storage.Community
			number int
			told   int
		}{
			{own, first, 0},
			{c, first + 7, 0},
			{c, first + 6, first + 6},
			{c, first, first + 6},
		} {
			if err := tellOnce(tx, step.c, step.number); err != nil {
				return err
			}
			winners, err := winnersOf(tx, c.ID, 20)
			if err != nil {
				return err
			}
			told := []int{winners[0].Told, winners[1].Told, winners[2].Told}
			if diff := cmp.Diff([]int{step.told, step.told, 0}, told); diff != "" {
				t.Errorf("after daily %d the two of August and one of July are told by (-want +got):\n%s", step.number, diff)
			}
		}
		winners, err := winnersOf(tx, other.ID, 20)
		if err != nil {
			return err
		}
		if winners[0].Told != 0 {
			t.Errorf("another group is told by daily %d", winners[0].Told)
		}
		return nil
	})
}

// If more people share the first rank than are stored, those who solved most are stored.
func TestTooManyWinners(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		for i := range mostWinners + 1 {
			award(t, tx, c, fmt.Sprint("one", i), 50)
		}
		award(t, tx, c, "two", 20)
		award(t, tx, c, "two", 30)
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{c.ID}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, c.ID, 20)
		if err != nil {
			return err
		}
		hasTwo := slices.ContainsFunc(winners, func(w winner) bool { return w.PlayerKey == "two" && w.Place == 1 })
		if len(winners) != mostWinners || !hasTwo {
			t.Errorf("winners are %+v", winners)
		}
		return nil
	})
}

// Nobody without points wins a month. One point is enough.
func TestOnePointWins(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		addPoints(t, tx, c.ID, "ann", 1, 1, 1, 0)
		addPoints(t, tx, c.ID, "bo", 0, 1, 1, 0)
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{c.ID}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, c.ID, 20)
		if err != nil {
			return err
		}
		if len(winners) != 1 || winners[0].PlayerKey != "ann" {
			t.Errorf("winners are %+v", winners)
		}
		return nil
	})
}

// If more people of the World have equal points than are stored, those with the fewest hints are stored.
func TestTooManyWinnersOfWorld(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		for i := range mostWinners + 1 {
			addPoints(t, tx, storage.World, fmt.Sprint("player", i), 50, 2, 1, 1)
		}
		addPoints(t, tx, storage.World, "best", 50, 1, 1, 0)
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{storage.World}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, storage.World, 20)
		if err != nil {
			return err
		}
		if len(winners) != mostWinners || winners[0].PlayerKey != "best" || winners[1].Place != 2 {
			t.Errorf("winners are %+v", winners)
		}
		return nil
	})
}

// Months are listed from the latest on, and each month from its first rank on. If there are too many, the
// oldest are left out. A board does not list the winners of another board.
func TestMonthsFromTheLast(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		here := storetest.Community(t, tx, "here")
		there := storetest.Community(t, tx, "there")
		addWinner(t, tx, here.ID, "ann", -40, 1, 30)
		addWinner(t, tx, here.ID, "cat", 0, 2, 20)
		addWinner(t, tx, here.ID, "bo", 0, 1, 40)
		addWinner(t, tx, here.ID, "ann", -31, 1, 10)
		addWinner(t, tx, there.ID, "dan", 0, 1, 90)
		winners, err := winnersOf(tx, here.ID, 3)
		if err != nil {
			return err
		}
		var got []string
		for _, w := range winners {
			got = append(got, fmt.Sprintf("%s %s %d %d", firstOf(w.LastDay).Format("2006-01"), w.Name, w.Place, w.Points))
		}
		want := []string{"2026-08 Name of bo 1 40", "2026-08 Name of cat 2 20", "2026-07 Name of ann 1 10"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("winners (-want +got):\n%s", diff)
		}
		months, err := monthsOf(tx, here.ID)
		if err != nil {
			return err
		}
		got = nil
		for _, m := range months {
			got = append(got, fmt.Sprintf("%s: %d", m.first.Format("2006-01-02"), len(m.winners)))
		}
		if diff := cmp.Diff([]string{"2026-08-01: 2", "2026-07-01: 1", "2026-06-01: 1"}, got); diff != "" {
			t.Errorf("months (-want +got):\n%s", diff)
		}
		return nil
	})
}

// An export says what a person won, where and when. It also has months in the World, which is no community.
func TestExportOfMonthsWon(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		ann := storetest.Member(t, tx, club, "ann")
		addWinner(t, tx, club.ID, "ann", 0, 1, 50)
		addWinner(t, tx, storage.World, "ann", 0, 3, 70)
		addWinner(t, tx, club.ID, "bob", 0, 2, 20)
		exported, err := tx.Export(ann.ID)
		if err != nil {
			return err
		}
		rows, _ := exported[0]["months_won"].([]map[string]any)
		var got []string
		for _, row := range rows {
			won := fmt.Sprintf("%v: place %v, %v points, %v", row["title"], row["place"], row["points"], row["last_day"])
			got = append(got, won)
		}
		slices.Sort(got)
		last := fmt.Sprint(storetest.Day + 30)
		want := []string{"<nil>: place 3, 70 points, " + last, "Community club: place 1, 50 points, " + last}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("months won (-want +got):\n%s", diff)
		}
		return nil
	})
}

// If more people are equal than are stored, those who solved more are stored, and then those who reached
// their points first.
func TestWhoIsLeftOut(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		addPoints(t, tx, c.ID, "last", 50, 2, 800, 0)
		for i := range mostWinners {
			addPoints(t, tx, c.ID, fmt.Sprint("player", i), 50, 2, 100+i, 0)
		}
		addPoints(t, tx, c.ID, "late and busy", 50, 3, 900, 0)
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{c.ID}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, c.ID, 20)
		if err != nil {
			return err
		}
		var keys []string
		for _, w := range winners {
			keys = append(keys, w.PlayerKey)
		}
		for _, key := range []string{"last", fmt.Sprint("player", mostWinners-1)} {
			if slices.Contains(keys, key) {
				t.Errorf("%s is among the winners %q", key, keys)
			}
		}
		if len(keys) != mostWinners || !slices.Contains(keys, "late and busy") {
			t.Errorf("the winners are %q", keys)
		}
		return nil
	})
}

// The fourth rank wins nothing, and each month has its own winners.
func TestThreeWinAMonth(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		addWinner(t, tx, c.ID, "ann", -20, 1, 30)
		for i, key := range []string{"ann", "bo", "cat", "dan"} {
			addPoints(t, tx, c.ID, key, 50-i, 1, 1, 0)
		}
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{c.ID}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, c.ID, 20)
		if err != nil {
			return err
		}
		var got []string
		for _, w := range winners {
			got = append(got, fmt.Sprintf("%d %s", w.Place, w.PlayerKey))
		}
		if diff := cmp.Diff([]string{"1 ann", "2 bo", "3 cat", "1 ann"}, got); diff != "" {
			t.Errorf("winners (-want +got):\n%s", diff)
		}
		return nil
	})
}

// The hall of fame lists the months of a year.
func TestAYearIsListed(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		for n := range 13 {
			for place, key := range []string{"ann", "bo", "cat"} {
				addWinner(t, tx, c.ID, key, -30*n, place+1, 10)
			}
		}
		months, err := monthsOf(tx, c.ID)
		if err != nil {
			return err
		}
		if len(months) != 12 {
			t.Errorf("%d months are listed, want 12", len(months))
		}
		return nil
	})
}

// The board says when the winners will be known only if somebody on it has points in the month that is
// over.
func TestWhereWinnersAreAwaited(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		here := storetest.Community(t, tx, "here")
		there := storetest.Community(t, tx, "there")
		addPoints(t, tx, here.ID, "ann", 50, 1, 1, 0)
		if err := tx.Join(here.ID, storetest.Person(t, tx, "ann").ID, storetest.Noon.AddDate(0, 0, 30)); err != nil {
			return err
		}
		at := storetest.Noon.AddDate(0, 1, 0).Add(-3 * time.Hour)
		act := round.Act{Community: here, At: at}
		closes := round.MonthClosesAt(firstOf(storetest.Day + 31))
		for board, want := range map[int64]time.Duration{here.ID: closes.Sub(at), there.ID: 0, storage.World: 0} {
			wait, first, err := untilClosed(tx, act, board)
			if err != nil {
				return err
			}
			if wait != want || !first.Equal(firstOf(storetest.Day)) {
				t.Errorf("on board %d the winners of %v come in %v, want %v", board, first, wait, want)
			}
		}
		act.At = closes
		wait, _, err := untilClosed(tx, act, here.ID)
		if err != nil {
			return err
		}
		if wait != 0 {
			t.Errorf("when the winners are known they come in %v", wait)
		}
		return nil
	})
}

// If more people of the World have equal points and hints than are stored, the fastest of them are stored.
// A person with fewer hints is stored, however slow they were.
func TestWhoIsLeftOutOfTheWorld(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		for i := range mostWinners + 1 {
			addPoints(t, tx, storage.World, fmt.Sprint("player", i), 50, 2, 1, 1)
		}
		addPoints(t, tx, storage.World, "fast", 50, 2, 1, 1)
		addPoints(t, tx, storage.World, "without hints", 50, 2, 1, 0)
		err := tx.Exec("set times", `
			UPDATE boards SET took = CASE (SELECT key FROM players WHERE id = player_id)
				WHEN 'fast' THEN 3 WHEN 'without hints' THEN 9 ELSE 5 END`)
		if err != nil {
			return err
		}
		if err := keepWinners(tx, storage.Month, storetest.Day, []int64{storage.World}); err != nil {
			return err
		}
		winners, err := winnersOf(tx, storage.World, 20)
		if err != nil {
			return err
		}
		if len(winners) != mostWinners || winners[2].Place != 3 {
			t.Errorf("winners are %+v", winners)
		}
		if winners[0].PlayerKey != "without hints" || winners[1].PlayerKey != "fast" {
			t.Errorf("the first two are %+v", winners[:2])
		}
		return nil
	})
}

// The winners of the last month are named above the board of this month in all games, and above no other.
func TestWhereTheLastMonthIsNamed(t *testing.T) {
	v := featuretest.English(t)
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		addWinner(t, tx, c.ID, "ann", 0, 1, 50)
		addWinner(t, tx, storage.World, "bo", 0, 1, 50)
		for _, test := range []struct {
			months int
			key    feature.BoardKey
			want   string
		}{
			{1, feature.BoardKey{Period: feature.PeriodMonth}, "August 2026: 🥇 Name of ann"},
			{1, feature.BoardKey{Period: feature.PeriodMonth, World: true}, "August 2026: 🥇 Name of bo"},
			{1, feature.BoardKey{Period: feature.PeriodMonth, Game: "24"}, ""},
			{1, feature.BoardKey{Period: feature.PeriodWeek}, ""},
			{1, feature.BoardKey{Period: feature.PeriodAll}, ""},
			{2, feature.BoardKey{Period: feature.PeriodMonth}, ""},
		} {
			act := round.Act{Community: c, At: storetest.Noon.AddDate(0, test.months, 5)}
			line, err := lastMonth(v, tx, act, test.key)
			if err != nil {
				return err
			}
			if got := say.Plain(line); got != test.want {
				t.Errorf("%d months later, above %+v is %q, want %q", test.months, test.key, got, test.want)
			}
		}
		return nil
	})
}

// In a private chat without a zone the last month is that of the person's own calendar: of the group that they came to
// first.
func TestLastMonthOfAPrivateChat(t *testing.T) {
	v := featuretest.English(t)
	firstOfMonth := firstOf(storetest.Day).AddDate(0, 1, 0)
	for zone, test := range map[string]struct {
		hours int
		want  bool
	}{
		"":                   {-5, false},
		"UTC":                {1, true},
		"Pacific/Kiritimati": {-5, true},
		"Asia/Shanghai":      {-9, false},
		"Pacific/Niue":       {5, false},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			at := firstOfMonth.Add(time.Duration(test.hours) * time.Hour)
			ann := storetest.Person(t, tx, "ann")
			group := storetest.Community(t, tx, "group")
			group.Zone = zone
			if err := tx.SaveCommunity(group); err != nil {
				return err
			}
			if err := tx.Join(group.ID, ann.ID, at); err != nil {
				return err
			}
			own, err := tx.EnsureCommunity("net", "own", true, ann.ID, "", at)
			if err != nil {
				return err
			}
			addWinner(t, tx, own.ID, "ann", 0, 1, 50)
			act := round.Act{Person: ann, Community: own, At: at}
			line, err := lastMonth(v, tx, act, feature.BoardKey{Period: feature.PeriodMonth})
			if err != nil {
				return err
			}
			if isNamed := line != nil; isNamed != test.want {
				t.Errorf("by %q at %v: %q", zone, at, say.Plain(line))
			}
			month, monthErr := presentMonth(tx, act)
			if month.Equal(firstOfMonth) != test.want || monthErr != nil {
				t.Errorf("by %q at %v the month is %v", zone, at, month)
			}
			return nil
		})
	}
}

// Only the daily that tells a community who won a month has a line about it.
func TestDailyWithTheNews(t *testing.T) {
	v := featuretest.English(t)
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		addWinner(t, tx, c.ID, "ann", 0, 1, 50)
		if err := setTold(tx, c.ID, storetest.Day, 100); err != nil {
			return err
		}
		for number, want := range map[int]string{99: "", 100: "The winners of August 2026: 🥇 Name of ann", 101: ""} {
			line, err := post(v, tx, c, number)
			if err != nil {
				return err
			}
			if got := say.Plain(line); got != want {
				t.Errorf("daily %d has the line %q, want %q", number, got, want)
			}
		}
		return nil
	})
}
