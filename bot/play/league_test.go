package play

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
)

// A week is seven dailies from Monday to Sunday, whatever its number, and is closed on Monday
// when its last daily can be answered nowhere.
func TestWeekOfLeague(t *testing.T) {
	for number := 1; number < 800; number++ {
		week := weekOf(number)
		if last := Day(week - dayZero); last.Weekday() != time.Sunday || week-dayZero < number || week-dayZero > number+6 {
			t.Fatalf("the week of #%d ends on %s, %v", number, last.Weekday(), last)
		}
		if first, _ := anywhere(closing(week).Add(-time.Hour)); first <= week-dayZero {
			t.Errorf("the week of #%d is closed while #%d is live", number, first)
		}
	}
}

// However the days that are left go, everybody ends at one of the ranks that were possible;
// and nobody can earn more in a day than is foreseen.
func TestPossibleRanks(t *testing.T) {
	p := &Play{Games: games.All()}
	property.Check(t, func(rt *rapid.T) {
		week := weekOf(rapid.IntRange(10, 400).Draw(rt, "number"))
		d := &Division{Week: week, Tier: 2}
		first := rapid.IntRange(d.First(), d.Last()+1).Draw(rt, "first that is open")
		var now, end []storage.Contender
		for i := range rapid.IntRange(1, storage.DivisionSize).Draw(rt, "people") {
			c := storage.Contender{Leaguer: storage.Leaguer{PlayerID: int64(i + 1), Week: week, Tier: 2, Division: 1}}
			then := c
			for number := d.First(); number <= d.Last(); number++ {
				day := storage.LeagueDay{Day: number + dayZero, Points: rapid.IntRange(0, p.mostOf(number)).Draw(rt, "points")}
				more := day
				if more.Points = rapid.IntRange(day.Points, p.mostOf(number)).Draw(rt, "at the end"); number < first {
					more.Points = day.Points
				}
				c.Days, then.Days = append(c.Days, day), append(then.Days, more)
			}
			now, end = append(now, c), append(end, then)
		}
		d.Rows = ranked(now, 2, 3)
		p.foresee(d, first)
		ranks := map[int64]int{}
		for _, c := range ranked(end, 2, 3) {
			ranks[c.PlayerID] = c.Rank
		}
		for _, c := range d.Rows {
			if rank := ranks[c.PlayerID]; rank < c.Best || rank > c.Worst {
				rt.Errorf("%d ends at rank %d, and %d to %d were possible", c.PlayerID, rank, c.Best, c.Worst)
			}
		}
	})
}

// No hand has more solutions than a day's most points allow for.
func TestMostSolutions(t *testing.T) {
	for _, g := range games.All() {
		if !g.Rules().Collect {
			continue
		}
		most := 0
		for a := 1; a <= 13; a++ {
			for b := a; b <= 13; b++ {
				for c := b; c <= 13; c++ {
					for d := c; d <= 13; d++ {
						puzzle, err := g.Parse(fmt.Sprintf("%d,%d,%d,%d", a, b, c, d))
						if err != nil || puzzle.Rating().Level < engine.MinLevel {
							continue
						}
						most = max(most, len(puzzle.Solve(t.Context()).All))
					}
				}
			}
		}
		if most != mostSolutions {
			t.Errorf("%s: a puzzle has %d solutions, want %d", g.Name(), most, mostSolutions)
		}
	}
}

// A week of many people is closed page by page: everybody who goes on is in one of the next
// divisions, of which the last two of a tier are of equal size.
func TestManyInLeague(t *testing.T) {
	p, store := newPlay(t)
	const people, week = 400, 20667
	now := closing(week)
	write := func(fn func(*storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *storage.Tx) error {
		r, err := tx.AddRound(storage.Round{Game: "24", Puzzle: "24:3,3,8,8", Class: "daily", Daily: week - dayZero, DealtAt: noon})
		for i := range people {
			if err != nil {
				return err
			}
			var who storage.Player
			if who, err = tx.EnsurePlayer("net", fmt.Sprint(i), fmt.Sprint(i), "", noon); err != nil {
				return err
			}
			var own storage.Community
			if own, err = tx.EnsureCommunity("net", fmt.Sprint(i), true, who.ID, "", noon); err != nil {
				return err
			}
			own.Worldwide = true
			if err = tx.SaveCommunity(own); err == nil {
				err = tx.SetAward(storage.Award{}, storage.Award{RoundID: r, PlayerID: who.ID, Day: week, Points: 1 + i*7%97, Solved: true, At: now.Add(-time.Duration(i) * time.Minute)})
			}
		}
		return err
	})
	for steps := 0; ; steps++ {
		var open storage.LeagueWeek
		write(func(tx *storage.Tx) (err error) {
			if _, err = p.advance(tx, now); err == nil {
				open, err = tx.League()
			}
			return err
		})
		if open.Week > week {
			break
		}
		if steps > 100 {
			t.Fatal("the week is never closed")
		}
	}
	write(func(tx *storage.Tx) error {
		keys, err := tx.Divisions(week+7, storage.DivisionKey{}, 1000)
		in, sizes := map[int64]bool{}, map[int][]int{}
		for _, d := range keys {
			rows, err := tx.Division(week+7, d.Tier, d.Division)
			if err != nil {
				return err
			}
			for _, c := range rows {
				in[c.PlayerID] = true
			}
			sizes[d.Tier] = append(sizes[d.Tier], len(rows))
		}
		if len(in) != people {
			t.Errorf("%d of %d people are in the next divisions", len(in), people)
		}
		for tier, all := range sizes {
			for i, n := range all {
				if n > storage.DivisionSize || n < storage.DivisionSize && i < len(all)-10 {
					t.Errorf("tier %d has divisions of %d", tier, all)
					break
				}
			}
		}
		return err
	})
}

// A division of six or more loses two, a smaller one nobody.
func TestSmallDivisionsLoseNobody(t *testing.T) {
	const week = 20667
	for people, want := range map[int]int{1: 0, leastFalling - 1: 0, leastFalling: movers, leastFalling + 1: movers} {
		var all []storage.Contender
		for i := range people {
			all = append(all, storage.Contender{
				Leaguer: storage.Leaguer{PlayerID: int64(i + 1), Week: week, Tier: 1, Division: 1},
				Days:    []storage.LeagueDay{{Day: week, Points: 10 + i}},
			})
		}
		down := 0
		for _, c := range ranked(all, 1, 2) {
			if c.Move > 0 {
				down++
			}
		}
		if down != want {
			t.Errorf("of %d people %d move down, want %d", people, down, want)
		}
	}
}

// Equal points share a rank, so nobody is passed by who can only draw level.
func TestPossibleRanksOfEqualPoints(t *testing.T) {
	p := &Play{Games: games.All()}
	d := &Division{Week: weekOf(20), Tier: 1}
	for i := range 3 {
		d.Rows = append(d.Rows, Contender{Contender: storage.Contender{
			Leaguer: storage.Leaguer{PlayerID: int64(i + 1), Week: d.Week},
			Days:    []storage.LeagueDay{{Day: d.Week, Points: 30}},
		}, Points: 30})
	}
	p.foresee(d, d.Last()+1)
	for _, c := range d.Rows {
		if c.Best != 1 || c.Worst != 1 {
			t.Errorf("%d may end at %d to %d, when all days are over", c.PlayerID, c.Best, c.Worst)
		}
	}
}

// Where no process ran for a month, the league goes on in the week that it is now: nobody is
// absent from weeks that nobody could play.
func TestLeagueSkipsWeeksWithoutABot(t *testing.T) {
	p, store := newPlay(t)
	const week = 20667
	write := func(fn func(*storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *storage.Tx) error { return tx.BeginLeague(week) })
	now := closing(week).Add(4*7*24*time.Hour + time.Hour)
	job := storage.Job{Kind: LeagueJob}
	for range 100 {
		do, err := p.KeepLeague(t.Context(), job, now)
		if err != nil {
			t.Fatal(err)
		}
		write(do)
		var open storage.LeagueWeek
		write(func(tx *storage.Tx) (err error) {
			open, err = tx.League()
			return err
		})
		if open.Week == week {
			continue
		}
		if want := week + 5*7; open.Week != want {
			t.Errorf("it goes on with the week to %d, want %d", open.Week, want)
		}
		return
	}
	t.Error("it goes on with no week")
}
