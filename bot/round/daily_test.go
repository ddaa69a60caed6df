package round

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// For each person one number is live: that of their own zone, or else of the community that they came to
// first, or else of the place.
func TestLiveForAPerson(t *testing.T) {
	const shanghai, kiritimati, honolulu = "Asia/Shanghai", "Pacific/Kiritimati", "Pacific/Honolulu"
	number := Number(noon)
	for _, c := range []struct {
		what             string
		own, first, here string
		private          bool
		at               time.Time
		want             int
	}{
		{"nothing is known", "", "", "", true, noon, number},
		{"their own zone", kiritimati, "", "", true, noon, number + 1},
		{"their own zone goes before", honolulu, kiritimati, shanghai, false, noon, number},
		{"the community they came to first", "", kiritimati, honolulu, false, noon, number + 1},
		{"also in their own chat", "", kiritimati, "", true, noon, number + 1},
		{"one that has no zone", "", "UTC", kiritimati, false, noon, number},
		{"the place, for a newcomer", "", "", kiritimati, false, noon, number + 1},
		{"a date that ends early", "", "", kiritimati, false, noon.Add(-3 * time.Hour), number},
	} {
		x := newTable(t, "24:1,2,3,4", 0)
		x.at = c.at
		x.write(func(tx *storage.Tx) error {
			a := x.act(tx, "ann")
			place := func(key, zone string, private bool, since time.Time) (in storage.Community) {
				var owner int64
				if private {
					owner = a.Person.ID
				}
				in, err := tx.EnsureCommunity("net", key, private, owner, "", since)
				if err != nil {
					t.Fatal(err)
				}
				in.Zone = zone
				if zone == "UTC" {
					in.Zone = ""
				}
				if err := tx.SaveCommunity(in); err != nil {
					t.Fatal(err)
				}
				return in
			}
			own := place("ann", c.own, true, noon)
			if c.first != "" {
				if err := tx.Join(place("first", c.first, false, noon).ID, a.Person.ID, noon.AddDate(0, 0, -3)); err != nil {
					return err
				}
			}
			a.Community = own
			if !c.private {
				a.Community = place("here", c.here, false, noon)
				if err := tx.Join(a.Community.ID, a.Person.ID, noon.AddDate(0, 0, -2)); err != nil {
					return err
				}
			}
			if got, _, err := x.play.LiveDaily(tx, a); err != nil || got != c.want {
				t.Errorf("%s: #%d, want #%d (%v)", c.what, got, c.want, err)
			}
			return nil
		})
	}
}

// A daily that was begun within its day may be finished within two hours after it.
func TestDailyIsFinishedAfterItsDay(t *testing.T) {
	number := Number(noon)
	midnight := Day(number + 1)
	for _, c := range []struct {
		// begun and answered are counted from midnight.
		begun, answered time.Duration
		want            Practice
	}{
		{-time.Hour, -time.Minute, Paid},
		{-time.Hour, time.Hour, Paid},
		{-time.Hour, 2*time.Hour - 1, Paid},
		{-time.Hour, 2 * time.Hour, Archived},
		{time.Minute, time.Hour, Archived},
		{-25 * time.Hour, -25 * time.Hour, tooEarlyDay},
	} {
		x := newTable(t, "24:1,2,3,4", number)
		x.at = midnight.Add(c.begun)
		x.show("ann")
		x.at = midnight.Add(c.answered)
		if took := x.answer("ann", "1*2*3*4"); took.Practice != c.want {
			t.Errorf("begun %v after its day, answered %v: %q, want %q", c.begun, c.answered, took.Practice, c.want)
		}
	}
	// In this zone the day ends eight hours later.
	x := newTable(t, "24:1,2,3,4", number)
	x.club.Zone = "America/Los_Angeles"
	x.write(func(tx *storage.Tx) error { return tx.SaveCommunity(x.club) })
	x.at = midnight.Add(7 * time.Hour)
	x.show("ann")
	x.at = midnight.Add(9 * time.Hour)
	if took := x.answer("ann", "1*2*3*4"); took.Practice != Paid {
		t.Errorf("begun in the last hour in California, answered after it: %q", took.Practice)
	}
}

func TestStreakOf(t *testing.T) {
	// days returns the numbers of days, the newest first.
	days := func(from, to int) (all []int) {
		for n := to; n >= from; n-- {
			all = append(all, n)
		}
		return all
	}
	without := func(all []int, missed ...int) []int {
		return slices.DeleteFunc(slices.Clone(all), func(n int) bool { return slices.Contains(missed, n) })
	}
	for _, c := range []struct {
		name    string
		numbers []int
		today   int
		want    Streak
	}{
		{"nothing", nil, 5, Streak{0, 0, 0}},
		{"today", []int{5}, 5, Streak{1, 0, 1}},
		{"yesterday", []int{4}, 5, Streak{1, 0, 1}},
		{"the day before", []int{3}, 5, Streak{0, 0, 1}},
		{"three in a row", []int{5, 4, 3}, 5, Streak{3, 0, 3}},
		{"a day missed", []int{4, 3, 1}, 5, Streak{2, 0, 2}},
		{"the longest is past", []int{5, 3, 2, 1}, 5, Streak{1, 0, 3}},
		{"tomorrow's, of where the date is ahead", []int{6, 5, 4}, 5, Streak{2, 0, 2}},
		{"six days earn nothing", days(1, 6), 6, Streak{6, 0, 6}},
		{"seven days earn a freeze", days(1, 7), 7, Streak{7, 1, 7}},
		{"two are kept", days(1, 21), 21, Streak{21, 2, 21}},
		{"a missed day uses one", without(days(1, 9), 8), 9, Streak{8, 0, 8}},
		{"yesterday's is used today", days(1, 7), 9, Streak{7, 0, 7}},
		{"without one it ends", without(days(1, 11), 8, 10), 11, Streak{1, 0, 8}},
		{"two missed days use two", without(days(1, 17), 15, 16), 17, Streak{15, 0, 15}},
		{"three are too many", days(1, 14), 18, Streak{0, 0, 14}},
		{"a freeze does not outlive its streak", append([]int{20}, days(1, 7)...), 22, Streak{0, 0, 7}},
	} {
		if got := StreakOf(c.numbers, c.today); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Whatever days are answered and missed, nobody has more than two freezes, and a streak is no longer than the
// number of days answered.
func TestStreakBounds(t *testing.T) {
	property.Check(t, func(rt *rapid.T) {
		var numbers []int
		for n := 60; n > 0; n-- {
			if rapid.IntRange(0, 9).Draw(rt, "day") > 1 {
				numbers = append(numbers, n)
			}
		}
		today := rapid.IntRange(1, 60).Draw(rt, "today")
		s := StreakOf(numbers, today)
		if s.Freezes < 0 || s.Freezes > 2 || s.Days > s.Longest || s.Longest > len(numbers) || s.Days < 0 {
			rt.Errorf("%v on %d: %+v", numbers, today, s)
		}
		past := slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return n > today })
		next := StreakOf(append([]int{today + 1}, past...), today+1)
		if next.Days < 1 {
			rt.Errorf("a day answered makes a streak of %d", next.Days)
		}
	})
}

// A streak has no upper bound. The longest one is not forgotten after years.
func TestLongStreak(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	const years = 12 * 365
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person.ID
		bob := x.act(tx, "bob").Person.ID
		for _, id := range []int64{ann, bob} {
			if err := tx.Join(x.club.ID, id, x.at); err != nil {
				return err
			}
		}
		for number := 1; number <= years; number++ {
			if err := AddDay(tx, ann, number, x.at); err != nil {
				return err
			}
			// Bob has 1,000 days in a row, and from then on every third.
			if number > 1000 && number%3 != 0 {
				continue
			}
			if err := AddDay(tx, bob, number, x.at); err != nil {
				return err
			}
		}
		begun := time.Now()
		streak, err := x.play.Streak(tx, ann, years)
		if err != nil || streak.Days != years || streak.Longest != years || streak.Freezes != MaxFreezes {
			t.Errorf("twelve years in a row are %+v (%v)", streak, err)
		}
		t.Logf("read in %v", time.Since(begun))
		streak, err = x.play.Streak(tx, bob, years)
		if err != nil || streak.Longest < 1000 {
			t.Errorf("1,000 in a row and then every third are %+v (%v)", streak, err)
		}
		here, err := x.play.CommunityStreak(tx, x.club.ID, years)
		if err != nil || here != years {
			t.Errorf("twelve years of the group are %d (%v)", here, err)
		}
		return nil
	})
}

func TestWorth(t *testing.T) {
	for _, c := range []struct{ level, quality, hints, want int }{
		{5, 100, 0, 50}, {5, 100, 1, 35}, {5, 100, 2, 20}, {5, 100, 3, 5}, {5, 100, 9, 5}, {5, 20, 0, 10}, {1, 20, 3, 1}, {0, 100, 0, 10}, {9, 100, 0, 50},
		{3, 70, 0, 21}, {3, 70, 1, 14}, {1, 1, 3, 1},
	} {
		if got := worth(Base(c.level), c.quality, c.hints); got != c.want {
			t.Errorf("worth(Base(%d), %d, %d) = %d, want %d", c.level, c.quality, c.hints, got, c.want)
		}
	}
}

// Each day has puzzles of all levels, and each game has all levels in turn.
func TestDailyLevels(t *testing.T) {
	for day := range 10 {
		var games, days [engine.MaxLevel + 1]int
		for i := range int(engine.MaxLevel) {
			games[dailyLevel(day, i)]++
			days[dailyLevel(day+i, 0)]++
		}
		if want := [...]int{0, 1, 1, 1, 1, 1}; games != want || days != want {
			t.Errorf("from day %d on: %v in the games of a day, %v in the days of a game", day, games, days)
		}
	}
}

// A puzzle of a day comes again once all others of its level have come.
func TestDailiesDoNotRepeat(t *testing.T) {
	// Nothing of it is in the database.
	dbtest.OnlyFile(t)
	for index, g := range games.All() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			pools := map[engine.Level]map[string]bool{}
			for secret := range property.Cases(1, 5) {
				var past []dailyClass
				last := map[string]int{}
				for number := 1; number <= 365/property.Step(3); number++ {
					level := dailyLevel(number, index)
					puzzle, err := drawDaily([]byte{byte(secret)}, number, g, level, past)
					if err != nil {
						t.Fatal(err)
					}
					class := puzzle.Face().Class()
					if puzzle.Rating().Level != level {
						t.Errorf("#%d is %s, of level %d, not %d", number, puzzle.ID(), puzzle.Rating().Level, level)
					}
					if was := last[class]; was != 0 {
						if pools[level] == nil {
							pools[level] = pool(t, g, level)
						}
						if others := (number - was) / int(engine.MaxLevel); others < len(pools[level]) {
							t.Errorf("#%d is %s again after %d others of %d of the level", number, puzzle.ID(), others-1, len(pools[level]))
						}
					}
					last[class] = number
					past = append(past, dailyClass{Number: number, Class: class})
				}
			}
		})
	}
}

// pool returns the classes of all puzzles of a level.
func pool(t *testing.T, g engine.Game, level engine.Level) map[string]bool {
	all := map[string]bool{}
	for seed := uint64(0); ; seed++ {
		puzzle, err := g.New(rand.New(rand.NewPCG(seed, 0)), engine.Wish{Level: level, Last: func(class string) int {
			if all[class] {
				return 1
			}
			return 0
		}})
		if err != nil {
			t.Fatal(err)
		}
		class := puzzle.Face().Class()
		if all[class] {
			return all
		}
		all[class] = true
	}
}

// A daily pays on every day of a year, whatever puzzles the person has met before.
func TestDailiesPayOnTheirDays(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	g := x.play.Game("24")
	met := pool(t, g, engine.AnyLevel)
	x.write(func(tx *storage.Tx) error {
		who := x.act(tx, "ann").Person.ID
		for class := range met {
			if err := MarkSeen(tx, who, class, 0); err != nil {
				return err
			}
			if pays, err := claimPayment(tx, who, class, x.round); err != nil || !pays {
				t.Fatal(pays, err)
			}
		}
		return nil
	})
	for number := 1; number <= 365/property.Step(6); number++ {
		x.at = Day(number).Add(12 * time.Hour)
		var r Round
		x.write(func(tx *storage.Tx) (err error) {
			r, err = x.play.DailyRound(tx, number, g, x.at)
			return err
		})
		x.round = r.ID
		took := x.answer("ann", r.Puzzle.Solve(t.Context()).Best)
		if took.What != First || took.Points != DailyBase || took.Streak.Days != number {
			t.Fatalf("#%d: %s, %d points of %d, %+v", number, took.What, took.Points, DailyBase, took.Streak)
		}
	}
}

// A wishedGame notes the wishes that it gets.
type wishedGame struct {
	engine.Game
	wish *engine.Wish
}

func (w wishedGame) New(r *rand.Rand, wish engine.Wish) (engine.Puzzle, error) {
	*w.wish = wish
	return w.Game.New(r, wish)
}

// The puzzle of a day is drawn for its year, at the level that its game has on that day.
func TestWhatADailyIsDrawnFor(t *testing.T) {
	p, store := newPlay(t)
	var wish engine.Wish
	game := wishedGame{p.Games[1], &wish}
	for day, want := range map[string]engine.Wish{
		"2026-01-05": {Level: dailyLevel(5, 1), Year: 2026},
		"2027-12-31": {Level: dailyLevel(730, 1), Year: 2027},
	} {
		date, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		err = store.Write(t.Context(), func(tx *storage.Tx) error {
			_, err := p.DailyRound(tx, Number(date), game, noon)
			return err
		})
		if err != nil || wish.Level != want.Level || wish.Year != want.Year {
			t.Errorf("for %s a puzzle of level %d and the year %d is drawn (%v)", day, wish.Level, wish.Year, err)
		}
	}
}
