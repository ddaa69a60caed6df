package play

import (
	"cmp"
	"slices"
	"time"

	"reckon/storage"
)

// Figures are what a person did, on all networks where they are linked.
type Figures struct {
	storage.Totals
	Streak Streak
	Times  []Timing
	Stars  [MaxStars + 1]int // how many answers had so many, where there are stars
	Hints  [MaxHints + 1]int // how many rounds were solved with so many
	Days   []bool            // a daily was answered well: the last four weeks, today last
}

// A Timing is how long solutions took at a level of a game.
type Timing struct {
	Game         string
	Level        int
	Median, Best time.Duration
	Count        int // of how many
}

// calendarDays is how many days are shown: four weeks.
const calendarDays = 28

// Figures are those of a person as of a place's date.
func (p *Play) Figures(tx *storage.Tx, playerID int64, today int) (f Figures, err error) {
	if f.Totals, err = tx.PlayerTotals(playerID); err != nil {
		return f, err
	}
	days, err := tx.Days(playerID, maxDays)
	if err != nil {
		return f, err
	}
	f.Streak = StreakOf(days, today)
	for n := today - calendarDays + 1; n <= today; n++ {
		f.Days = append(f.Days, slices.Contains(days, n))
	}
	times, err := tx.SolveTimes(playerID)
	if err != nil {
		return f, err
	}
	f.Times = p.timings(times)
	solved, err := tx.SolvedRounds(playerID)
	for _, s := range solved {
		f.Hints[min(max(s.Hints, 0), MaxHints)]++
		f.Stars[p.starsOf(s)]++
	}
	return f, err
}

// timings sums up times by game, in the order of the games, and level.
func (p *Play) timings(all []storage.SolveTime) (out []Timing) {
	type key struct {
		game  string
		level int
	}
	took := map[key][]time.Duration{}
	for _, s := range all {
		took[key{s.Game, s.Level}] = append(took[key{s.Game, s.Level}], s.Took)
	}
	for k, d := range took {
		slices.Sort(d)
		n := len(d)
		out = append(out, Timing{k.game, k.level, (d[(n-1)/2] + d[n/2]) / 2, d[0], n})
	}
	slices.SortFunc(out, func(x, y Timing) int {
		return cmp.Or(p.sortOf(x.Game)-p.sortOf(y.Game), x.Level-y.Level)
	})
	return out
}

// starsOf is with how many stars a round was solved, as its points tell; 0 where there
// are none.
func (p *Play) starsOf(s storage.Solved) int {
	g := p.Game(s.Game)
	if g == nil || !g.Rules().Records {
		return 0
	}
	for stars := MaxStars; stars > 1; stars-- {
		if over := MaxStars - stars; s.Points >= worth(s.Level, g.Quality(1+over, 1), s.Hints) {
			return stars
		}
	}
	return 1
}

// FindMember finds the member of a community that a name means; ok is false if nobody or
// several match.
func (p *Play) FindMember(tx *storage.Tx, a Act, named func(name string) bool) (who storage.Player, ok bool, err error) {
	all, err := tx.MembersOf(a.Community.ID, a.At.Add(-BelongFor), mostMembers)
	for _, m := range all {
		if m.Name != "" && named(m.Name) {
			if ok {
				return storage.Player{}, false, err
			}
			who, ok = m, true
		}
	}
	return who, ok, err
}

// mostMembers bounds the members among which one is looked for: the latest.
const mostMembers = 1000
