package league

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/storage"
	"reckon/storage/storetest"
)

// daily pays a player for a daily that no other player has, and returns its round. The award says on which day.
func daily(t *testing.T, tx *storage.Tx, playerID int64, a storage.Award) int64 {
	t.Helper()
	game := fmt.Sprint("of ", playerID, " for ", a.Points)
	id, err := tx.AddRound(storage.Round{
		Game:    game,
		Puzzle:  "24:3,3,8,8",
		Class:   "c",
		Daily:   a.Day - round.UnixDay(0),
		DealtAt: storetest.Noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	a.RoundID = id
	a.PlayerID = playerID
	if a.At.IsZero() {
		a.At = storetest.Noon
	}
	if err := tx.SetAward(storage.Award{}, a); err != nil {
		t.Fatal(err)
	}
	return id
}

// twinOf makes another player of the same person.
func twinOf(t *testing.T, tx *storage.Tx, p storage.Player) storage.Player {
	t.Helper()
	twin, err := tx.EnsurePlayer("other", p.Key, "Twin of "+p.Key, "", storetest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := tx.Link(p.ID, twin.ID, storetest.Noon); err != nil {
		t.Fatal(err)
	}
	return twin
}

// inBegunLeague returns a person with some seats in a league that has begun with another person.
func inBegunLeague(t *testing.T, tx *storage.Tx, seats []leaguer) (storage.Player, error) {
	t.Helper()
	ann := storetest.Person(t, tx, "ann")
	if err := seat(tx, storetest.Person(t, tx, "other").ID, sunday); err != nil {
		return ann, err
	}
	if err := begin(tx, sunday); err != nil {
		return ann, err
	}
	for _, l := range seats {
		l.PlayerID = ann.ID
		l.Reached = storetest.Noon
		if err := addWeek(tx, l); err != nil {
			return ann, err
		}
	}
	return ann, nil
}

// The days of a division are those of its week and of the next one, with the points that count in the
// World.
func TestDaysThatCount(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		bo := storetest.Person(t, tx, "bo")
		club := storetest.Community(t, tx, "club")
		for _, award := range []storage.Award{
			{Day: sunday - 7, Points: 1},
			{Day: sunday - 6, Points: 2},
			{Day: sunday, Points: 4},
			{Day: sunday, Points: 8, At: storetest.Noon.Add(time.Hour)},
			{Day: sunday + 7, Points: 16},
			{Day: sunday + 8, Points: 32},
			{Day: sunday - 1, Points: 64, CommunityID: club.ID},
			{Day: sunday - 2, Points: 128, Local: true},
			{Day: sunday - 3, Points: 0},
			{Day: sunday - 4, Points: 1},
		} {
			daily(t, tx, ann.ID, award)
		}
		daily(t, tx, bo.ID, storage.Award{Day: sunday, Points: 256})
		days, err := daysOf(tx, sunday, map[int64]int64{ann.ID: ann.ID})
		if err != nil {
			return err
		}
		var got []string
		for _, d := range days {
			got = append(got, fmt.Sprintf("%+d: %d", d.Day-sunday, d.Points))
		}
		if want := []string{"-6: 2", "-4: 1", "+0: 12", "+7: 16"}; !slices.Equal(got, want) {
			t.Fatalf("the days are %q, want %q", got, want)
		}
		if !days[2].Reached.Equal(storetest.Noon.Add(time.Hour)) {
			t.Errorf("the points of Sunday were there at %v", days[2].Reached)
		}
		return nil
	})
}

// What several players of a person earned on a day counts as one day. Its points, hints and times are sums.
// The points were reached when the last of them were earned.
func TestDayOfSeveralPlayers(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		twin := twinOf(t, tx, ann)
		other := storetest.Person(t, tx, "other")
		if err := errorsOf(begin(tx, sunday), seat(tx, ann.ID, sunday), seat(tx, other.ID, sunday)); err != nil {
			return err
		}
		for i, who := range []storage.Player{ann, twin} {
			at := storetest.Noon.Add(-time.Duration(i) * time.Hour)
			daily(t, tx, who.ID, storage.Award{Day: sunday, Points: 10 + i, At: at, Hints: 1 + i, Took: time.Minute})
		}
		daily(t, tx, twin.ID, storage.Award{Day: sunday - 1, Points: 5})
		all, err := contendersOf(tx, sunday, divisionKey{1, 1})
		if err != nil {
			return err
		}
		if len(all) != 2 || all[0].PlayerID != ann.ID {
			t.Fatalf("the contenders are %+v", all)
		}
		if len(all[0].Days) != 2 || len(all[1].Days) != 0 {
			t.Fatalf("their days are %+v and %+v", all[0].Days, all[1].Days)
		}
		saturday, herSunday := all[0].Days[0], all[0].Days[1]
		if saturday.Day != sunday-1 || saturday.Points != 5 {
			t.Errorf("her Saturday is %+v", saturday)
		}
		if herSunday.Points != 21 || herSunday.Hints != 3 || herSunday.Took != 2*time.Minute {
			t.Errorf("her Sunday is %+v", herSunday)
		}
		if !herSunday.Reached.Equal(storetest.Noon) {
			t.Errorf("her points of Sunday are reached at %v, want %v", herSunday.Reached, storetest.Noon)
		}
		return nil
	})
}

// errorsOf returns the first error.
func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// The open week is the latest week that has begun. A week whose divisions have been made comes after it.
func TestOpenAndNextWeek(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		for _, w := range []week{sunday + 14, sunday - 7, sunday, sunday + 7} {
			if err := seat(tx, ann.ID, w); err != nil {
				return err
			}
		}
		for _, w := range []week{sunday, sunday - 7} {
			if err := begin(tx, w); err != nil {
				return err
			}
		}
		open, err := openWeek(tx)
		if err != nil || open.Week != sunday || open.Lowest != 1 {
			t.Errorf("the open week is %+v (%v)", open, err)
		}
		next, err := nextWeek(tx, sunday)
		if err != nil || next != sunday+7 {
			t.Errorf("the next week is %d (%v)", next, err)
		}
		return nil
	})
}

// seatsOf lists the seats of a person, the latest first, each with its week, its tier and its player. A week is said
// by its days from sunday, and a player by the difference of the ID to playerID: "+7 tier 0 of 1".
func seatsOf(t *testing.T, tx *storage.Tx, playerID int64) (all []string) {
	t.Helper()
	weeks, err := weeksOf(tx, playerID, 20)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range weeks {
		all = append(all, fmt.Sprintf("%+d tier %d of %d", w.Week-sunday, w.Tier, w.PlayerID-playerID))
	}
	return all
}

// A person who earns something on a day gets one seat in the week of that day. If that is the open week,
// the seat is in the lowest tier. If it is the next week, they wait. If the week is over, they get no seat.
// If they rest in the open week, they come back.
func TestSeatOfAWeek(t *testing.T) {
	for _, test := range []struct {
		name string
		has  []leaguer
		day  int
		want []string
	}{
		{"none", nil, sunday, []string{"+0 tier 1 of 0"}},
		{"the first day of the week", nil, sunday - 6, []string{"+0 tier 1 of 0"}},
		{"a day of the week before", nil, sunday - 7, nil},
		{"a day of the next week", nil, sunday + 1, []string{"+7 tier 0 of 0"}},
		{"one of that week", []leaguer{{Week: sunday, Tier: 1}}, sunday, []string{"+0 tier 1 of 0"}},
		{"one of that week, and it is the next", []leaguer{{Week: sunday, Tier: 1}}, sunday + 1, []string{"+0 tier 1 of 0"}},
		{
			"one of a week that is over", []leaguer{{Week: sunday - 7, Tier: 1}},
			sunday, []string{"+0 tier 1 of 0", "-7 tier 1 of 0"},
		},
		{
			"one to rest", []leaguer{{Week: sunday, Tier: 1, Rests: true, Next: 1}},
			sunday + 1, []string{"+7 tier 0 of 0", "+0 tier 1 of 0"},
		},
		{"one to come", []leaguer{{Week: sunday + 7, Tier: 1}}, sunday, []string{"+7 tier 1 of 0"}},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			ann, err := inBegunLeague(t, tx, test.has)
			if err != nil {
				return err
			}
			daily(t, tx, ann.ID, storage.Award{Day: test.day, Points: 1})
			for range 2 {
				if err := earned(tx, ann.ID, test.day); err != nil {
					return err
				}
			}
			if got := seatsOf(t, tx, ann.ID); !slices.Equal(got, test.want) {
				t.Errorf("%s: seats %q, want %q", test.name, got, test.want)
			}
			return nil
		})
	}
}

// Only points that count in the World lead to a seat. Points of a group, or of guests, do not.
func TestSeatForWhatCounts(t *testing.T) {
	for _, test := range []struct {
		name  string
		award storage.Award
		want  int
	}{
		{"a daily", storage.Award{Day: sunday - 6, Points: 1}, 1},
		{"the last of the week", storage.Award{Day: sunday, Points: 1}, 1},
		{"one of the week before", storage.Award{Day: sunday - 7, Points: 1}, 0},
		{"one of the week after", storage.Award{Day: sunday + 1, Points: 1}, 0},
		{"one without points", storage.Award{Day: sunday}, 0},
		{"one among guests", storage.Award{Day: sunday, Points: 1, Local: true}, 0},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, "ann")
			daily(t, tx, ann.ID, test.award)
			if err := enter(tx, ann.ID, sunday); err != nil {
				return err
			}
			if got := len(seatsOf(t, tx, ann.ID)); got != test.want {
				t.Errorf("%s: %d seats", test.name, got)
			}
			return nil
		})
	}
}

// A person who joins the World while a week is open gets a seat in it if they have earned something in it.
// If they have earned something only in the next week, they wait for that one.
func TestSeatOfAPersonWhoJoins(t *testing.T) {
	for _, test := range []struct {
		name string
		has  []leaguer
		days []int
		want []string
	}{
		{"nothing earned", nil, nil, nil},
		{"this week", nil, []int{sunday}, []string{"+0 tier 1 of 0"}},
		{"next week", nil, []int{sunday + 1}, []string{"+7 tier 0 of 0"}},
		{"this week and the next", nil, []int{sunday, sunday + 1}, []string{"+0 tier 1 of 0"}},
		{"a seat already", []leaguer{{Week: sunday, Tier: 1}}, []int{sunday + 1}, []string{"+0 tier 1 of 0"}},
		{
			"at rest", []leaguer{{Week: sunday, Tier: 1, Rests: true, Next: 1}},
			[]int{sunday + 1}, []string{"+7 tier 0 of 0", "+0 tier 1 of 0"},
		},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			ann, err := inBegunLeague(t, tx, test.has)
			if err != nil {
				return err
			}
			for i, day := range test.days {
				daily(t, tx, ann.ID, storage.Award{Day: day, Points: 1 + i})
			}
			if err := keepSeat(tx, ann.ID, ann.ID); err != nil {
				return err
			}
			if got := seatsOf(t, tx, ann.ID); !slices.Equal(got, test.want) {
				t.Errorf("%s: seats %q, want %q", test.name, got, test.want)
			}
			return nil
		})
	}
}

// If a person joins the World before there is a league, the league begins with the week of their last daily
// that counts.
func TestFirstOfAll(t *testing.T) {
	for _, test := range []struct {
		name   string
		awards []storage.Award
		want   []string
	}{
		{"nothing", nil, nil},
		{"the last of two", []storage.Award{
			{Day: sunday, Points: 1},
			{Day: sunday - 14, Points: 9},
		}, []string{"+0 tier 1 of 0"}},
		{"without what does not count", []storage.Award{
			{Day: sunday - 7, Points: 1},
			{Day: sunday + 7, Points: 0},
			{Day: sunday + 14, Points: 1, Local: true},
		}, []string{"-7 tier 1 of 0"}},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, "ann")
			for _, award := range test.awards {
				daily(t, tx, ann.ID, award)
			}
			if err := keepSeat(tx, ann.ID, ann.ID); err != nil {
				return err
			}
			if got := seatsOf(t, tx, ann.ID); !slices.Equal(got, test.want) {
				t.Errorf("%s: seats %q, want %q", test.name, got, test.want)
			}
			return nil
		})
	}
}

// If several players of one person have seats in a week, only the best one stays: a seat in a division is
// better than waiting, and a higher tier is better than a lower one. The player under whom the person is in
// the World gets the seat.
func TestOneSeatOfSeveralPlayers(t *testing.T) {
	inTier := func(tier int) []leaguer { return []leaguer{{Week: sunday, Tier: tier}} }
	for _, test := range []struct {
		name      string
		own, twin []leaguer
		// shown is which player is in the World: 0 for ann herself, 1 for her twin.
		shown int
		want  []string
	}{
		{"the higher tier is the twin's", inTier(3), inTier(2), 0, []string{"+0 tier 2 of 0"}},
		{"the higher tier is her own", inTier(2), inTier(3), 0, []string{"+0 tier 2 of 0"}},
		{"a seat is better than waiting", inTier(0), inTier(5), 0, []string{"+0 tier 5 of 0"}},
		{"only the twin has one", nil, inTier(3), 0, []string{"+0 tier 3 of 0"}},
		{"only she has one", inTier(3), nil, 0, []string{"+0 tier 3 of 0"}},
		{"the twin is in the World", inTier(3), nil, 1, []string{"+0 tier 3 of 1"}},
		{
			"one of each week",
			[]leaguer{{Week: sunday, Tier: 3}},
			[]leaguer{{Week: sunday + 7, Tier: 2}},
			0, []string{"+7 tier 2 of 0", "+0 tier 3 of 0"},
		},
		{
			"what is over",
			[]leaguer{{Week: sunday - 7, Tier: 3}, {Week: sunday, Tier: 3}},
			[]leaguer{{Week: sunday - 7, Tier: 2}, {Week: sunday, Tier: 4}},
			0, []string{"+0 tier 3 of 0", "-7 tier 3 of 0", "-7 tier 2 of 1"},
		},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, "ann")
			twin := twinOf(t, tx, ann)
			if err := begin(tx, sunday); err != nil {
				return err
			}
			for who, weeks := range map[int64][]leaguer{ann.ID: test.own, twin.ID: test.twin} {
				for _, l := range weeks {
					l.PlayerID = who
					l.Reached = storetest.Noon
					if err := addWeek(tx, l); err != nil {
						return err
					}
				}
			}
			if err := keepSeat(tx, ann.ID, ann.ID+int64(test.shown)); err != nil {
				return err
			}
			if got := seatsOf(t, tx, ann.ID); !slices.Equal(got, test.want) {
				t.Errorf("%s: seats %q, want %q", test.name, got, test.want)
			}
			return nil
		})
	}
}

// A newcomer gets a seat in the lowest tier. A person who rested gets one in the tier of their rest or, if
// there is no tier so low any more, in the lowest. If all divisions of that tier are full, a newcomer opens
// another tier while there may be more tiers, and a person who rested opens another division.
func TestTierOfASeat(t *testing.T) {
	const full = divisionSize
	for _, test := range []struct {
		name string
		// seats are how many seats the divisions of this week have. rest is the tier of the rest; 0: none.
		seats    map[divisionKey]int
		rest     int
		tier     int
		division int
	}{
		{"in an empty league", nil, 0, 1, 1},
		{"at the bottom", map[divisionKey]int{{1, 1}: 3, {2, 1}: 3}, 0, 2, 1},
		{"where the bottom is full", map[divisionKey]int{{1, 1}: 3, {2, 1}: full}, 0, 3, 1},
		{"where one seat is left", map[divisionKey]int{{1, 1}: full - 1}, 0, 1, 1},
		{"where the last tier is full", map[divisionKey]int{{tiers, 1}: full, {tiers, 2}: full}, 0, tiers, 3},
		{"after a rest", map[divisionKey]int{{1, 1}: 3, {2, 1}: 3, {3, 1}: 3}, 2, 2, 1},
		{"after a rest, where the tier is full", map[divisionKey]int{{2, 1}: full, {3, 1}: 3}, 2, 2, 2},
		{"after a rest in a tier that is gone", map[divisionKey]int{{1, 1}: 3, {2, 1}: 3}, 4, 2, 1},
		{"after a rest, in an empty league", nil, 3, 1, 1},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, "ann")
			// Divisions of another week change nothing.
			err := tx.Exec("add division", `
				INSERT INTO league_divisions (week, tier, division, seats) VALUES ($1, 4, 4, 1)`, sunday+7)
			if err != nil {
				return err
			}
			for d, n := range test.seats {
				err := tx.Exec("add division", `
					INSERT INTO league_divisions (week, tier, division, seats) VALUES ($1, $2, $3, $4)`, sunday, d.Tier, d.Division, n)
				if err != nil {
					return err
				}
			}
			if test.rest > 0 {
				for i, next := range []int{5, test.rest} {
					l := leaguer{
						PlayerID: ann.ID,
						Week:     week(sunday - 21 + 7*i),
						Tier:     1,
						Reached:  storetest.Noon,
						Next:     next,
						Rests:    true,
					}
					if err := addWeek(tx, l); err != nil {
						return err
					}
				}
			}
			if err := seat(tx, ann.ID, sunday); err != nil {
				return err
			}
			weeks, err := weeksOf(tx, ann.ID, 1)
			if err != nil {
				return err
			}
			if weeks[0].Tier != test.tier || weeks[0].Division != test.division {
				t.Errorf("%s: %d.%d, want %d.%d", test.name, weeks[0].Tier, weeks[0].Division, test.tier, test.division)
			}
			seats, err := storage.Get[int](tx, "count seats", `
				SELECT seats FROM league_divisions WHERE week = $1 AND tier = $2 AND division = $3`,
				sunday, test.tier, test.division)
			if err != nil {
				return err
			}
			if want := test.seats[divisionKey{test.tier, test.division}] + 1; seats != want {
				t.Errorf("%s: %d seats are taken, want %d", test.name, seats, want)
			}
			return nil
		})
	}
}

// A person is told the result of the latest closed week that they were not told, whichever of their players
// it was for. All earlier results then count as told.
func TestLatestResult(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		twin := twinOf(t, tx, ann)
		bo := storetest.Person(t, tx, "bo")
		for _, l := range []leaguer{
			{PlayerID: ann.ID, Week: sunday - 7, Tier: 1, Place: 3},
			{PlayerID: twin.ID, Week: sunday, Tier: 1, Place: 2},
			{PlayerID: ann.ID, Week: sunday - 14, Tier: 1, Place: 1},
			{PlayerID: ann.ID, Week: sunday + 7, Tier: 1},
			{PlayerID: bo.ID, Week: sunday, Tier: 1, Place: 4},
		} {
			l.Reached = storetest.Noon
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		got, err := untold(tx, ann.ID)
		if err != nil {
			return err
		}
		if got.Week != sunday || got.Place != 2 {
			t.Errorf("Ann's untold result is %+v, want place 2 in week %d", got, sunday)
		}
		if err := markTold(tx, ann.ID); err != nil {
			return err
		}
		if got, is, err := storage.Found(untold(tx, ann.ID)); is || err != nil {
			t.Errorf("after Ann was told, her untold result is %+v (%v)", got, err)
		}
		got, err = untold(tx, bo.ID)
		if err != nil {
			return err
		}
		if got.Place != 4 {
			t.Errorf("Bo's untold result is %+v, want place 4", got)
		}
		// The result of the open week is told when the week is closed.
		err = tx.Exec("end week", `UPDATE league SET place = 5 WHERE player_id = $1 AND week = $2`, ann.ID, sunday+7)
		if err != nil {
			return err
		}
		got, err = untold(tx, ann.ID)
		if err != nil {
			return err
		}
		if got.Week != sunday+7 {
			t.Errorf("Ann's untold result of the closed week is %+v, want week %d", got, sunday+7)
		}
		return nil
	})
}

// Free seats of a tier go to the best people of the tier below who earned something and would stay there.
// People who rest, who move already, or who are of another week do not get these seats.
func TestFillTiers(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		names := map[int64]string{}
		add := func(name string, l leaguer) error {
			who := storetest.Person(t, tx, name)
			names[who.ID] = name
			l.PlayerID = who.ID
			l.Place = 1
			if l.Week == 0 {
				l.Week = sunday
			}
			l.Reached = storetest.Noon
			return addWeek(tx, l)
		}
		for i := range divisionSize - 3 {
			if err := add(fmt.Sprint("top", i), leaguer{Tier: 1, Points: 90, Next: 1}); err != nil {
				return err
			}
		}
		err := errorsOf(
			add("rests at the top", leaguer{Tier: 1, Next: 1, Rests: true}),
			add("of another week", leaguer{Week: sunday - 7, Tier: 1, Points: 90, Next: 1}),
			add("best of another week", leaguer{Week: sunday - 7, Tier: 2, Points: 99, Next: 2}),
			add("third", leaguer{Tier: 2, Points: 10, Next: 2}),
			add("best", leaguer{Tier: 2, Points: 40, Next: 2}),
			add("fourth", leaguer{Tier: 2, Points: 9, Next: 2}),
			add("fifth", leaguer{Tier: 2, Points: 8, Next: 2}),
			add("second", leaguer{Tier: 2, Points: 30, Next: 2}),
			add("rests", leaguer{Tier: 2, Points: 50, Next: 2, Rests: true}),
			add("came down", leaguer{Tier: 1, Points: 60, Next: 2}),
			add("came up", leaguer{Tier: 3, Points: 70, Next: 2}),
			add("lowest", leaguer{Tier: 3, Points: 1, Next: 3}),
			add("without points", leaguer{Tier: 3, Points: 0, Next: 3}),
			add("without points, too", leaguer{Tier: 3, Points: 0, Next: 3}),
			add("at the end", leaguer{Tier: 3, Points: 0, Next: 3}),
		)
		if err != nil {
			return err
		}
		for range 2 {
			if err := fillTiers(tx, sunday); err != nil {
				return err
			}
		}
		got := map[string]int{}
		for id, name := range names {
			weeks, err := weeksOf(tx, id, 1)
			if err != nil {
				return err
			}
			got[name] = weeks[0].Next
		}
		for name, want := range map[string]int{
			"top0":                 1,
			"rests at the top":     1,
			"of another week":      1,
			"best of another week": 2,
			"best":                 1,
			"second":               1,
			"third":                1,
			"fourth":               2,
			"fifth":                2,
			"rests":                2,
			"came down":            2,
			"came up":              2,
			"lowest":               2,
			"without points":       3,
		} {
			if got[name] != want {
				t.Errorf("%s is in tier %d next, want %d", name, got[name], want)
			}
		}
		return nil
	})
}

// Seats of the next week are given by points, the most first. Of people with equal points, the one who
// reached them first comes first. Each person gets one seat.
func TestWhoIsUnseated(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		// The players are made in another order than that of their points.
		for i := range 7 {
			storetest.Person(t, tx, fmt.Sprint(i))
		}
		var want []int64
		for i, l := range []leaguer{
			{Points: 30, Reached: storetest.Noon.Add(time.Hour)},
			{Points: 20, Reached: storetest.Noon},
			{Points: 20, Reached: storetest.Noon.Add(time.Minute)},
			{Points: 0, Reached: storetest.Noon},
			{Points: 40, Reached: storetest.Noon, Rests: true},
			{Points: 40, Reached: storetest.Noon, Next: 2},
			{Points: 40, Reached: storetest.Noon, Week: sunday - 7},
		} {
			who := storetest.Person(t, tx, fmt.Sprint(6-i))
			l.PlayerID = who.ID
			l.Tier = 1
			if l.Next == 0 {
				l.Next = 1
			}
			if l.Week == 0 {
				l.Week = sunday
			}
			if i < 4 {
				want = append(want, who.ID)
			}
			if err := addWeek(tx, l); err != nil {
				return err
			}
		}
		for limit := 1; limit <= 5; limit++ {
			all, err := unseated(tx, sunday, 1, limit)
			if err != nil {
				return err
			}
			var got []int64
			for _, l := range all {
				got = append(got, l.PlayerID)
			}
			if !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Errorf("of at most %d: %v, want %v", limit, got, want)
			}
		}
		all, err := unseated(tx, sunday, 1, 2)
		if err != nil {
			return err
		}
		for i := range all {
			all[i].Division = 1
		}
		if err := seatAll(tx, sunday+7, all); err != nil {
			return err
		}
		left, err := unseated(tx, sunday, 1, 5)
		if err != nil {
			return err
		}
		if len(left) != 2 || left[0].PlayerID != want[2] {
			t.Errorf("then %+v are left", left)
		}
		return nil
	})
}

// People who wait for a week get seats in it, a few at a time. People who wait for another week go on
// waiting.
func TestSeatWaiting(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		var people []int64
		for i := range 3 {
			people = append(people, storetest.Person(t, tx, fmt.Sprint(i)).ID)
			err := await(tx, people[i], sunday)
			if err != nil {
				return err
			}
		}
		err := await(tx, people[0], sunday+7)
		if err != nil {
			return err
		}
		for _, want := range []int{2, 1, 0} {
			n, err := seatWaiting(tx, sunday, 2)
			if err != nil {
				return err
			}
			if n != want {
				t.Errorf("%d are seated, want %d", n, want)
			}
		}
		want := []string{"+7 tier 0 of 0", "+0 tier 1 of 0"}
		if got := seatsOf(t, tx, people[0]); !slices.Equal(got, want) {
			t.Errorf("the first has %q, want %q", got, want)
		}
		all, err := contendersOf(tx, sunday, divisionKey{1, 1})
		if err != nil {
			return err
		}
		if len(all) != 3 {
			t.Errorf("%d people have seats", len(all))
		}
		return nil
	})
}

// A week begins only when all who wait for it have seats, however many they are.
func TestWeekBeginsWithAllWhoWait(t *testing.T) {
	const many = 2*waitingPage + 1
	store := openStore(t)
	next := week(sunday).next()
	storetest.Write(t, store, func(tx *storage.Tx) error {
		if err := begin(tx, sunday); err != nil {
			return err
		}
		for i := range many {
			who := storetest.Person(t, tx, fmt.Sprint(i)).ID
			err := await(tx, who, next)
			if err != nil {
				return err
			}
		}
		return nil
	})
	hasBegun := false
	for step := 0; step < many && !hasBegun; step++ {
		storetest.Write(t, store, func(tx *storage.Tx) error {
			if _, err := closeStep(tx, week(sunday).closing()); err != nil {
				return err
			}
			open, err := openWeek(tx)
			hasBegun = open.Week == next
			return err
		})
	}
	storetest.Write(t, store, func(tx *storage.Tx) error {
		waiting, err := seatWaiting(tx, next, many)
		if err != nil {
			return err
		}
		if !hasBegun || waiting != 0 {
			t.Errorf("the week has begun: %t, while %d people wait", hasBegun, waiting)
		}
		return nil
	})
}

// A person who leaves the World leaves the league, with all their players.
func TestLeave(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		twin := twinOf(t, tx, ann)
		bo := storetest.Person(t, tx, "bo")
		for _, who := range []storage.Player{ann, twin, bo} {
			if err := seat(tx, who.ID, sunday); err != nil {
				return err
			}
		}
		if err := keepSeat(tx, twin.ID, 0); err != nil {
			return err
		}
		if got := seatsOf(t, tx, ann.ID); len(got) != 0 {
			t.Errorf("Ann still has the seats %q", got)
		}
		if got := seatsOf(t, tx, bo.ID); len(got) != 1 {
			t.Errorf("Bo has the seats %q, want one", got)
		}
		return nil
	})
}

// A closed division has as many places as its last person has, even if one of the others was forgotten, and as
// many as people if the last of them share a place.
func TestPlacesOfADivision(t *testing.T) {
	for _, test := range []struct {
		places []int
		want   int
	}{
		{[]int{1, 2, 3}, 3},
		{[]int{1, 3}, 3},
		{[]int{1, 2, 2}, 3},
	} {
		storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
			for i, place := range test.places {
				person := storetest.Person(t, tx, fmt.Sprint(i))
				l := leaguer{PlayerID: person.ID, Week: sunday, Tier: 2, Place: place, Reached: storetest.Noon}
				if err := addWeek(tx, l); err != nil {
					return err
				}
			}
			got, err := countPlaces(tx, sunday, divisionKey{2, 1})
			if err != nil {
				return err
			}
			if got != test.want {
				t.Errorf("places %v: %d, want %d", test.places, got, test.want)
			}
			return nil
		})
	}
}
