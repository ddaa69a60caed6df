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

// Figures are those of the person who acts. Times are in the order of the games.
func (p *Play) Figures(tx *storage.Tx, a Act) (f Figures, err error) {
	today, _, err := p.Live(tx, a)
	if err != nil {
		return f, err
	}
	if f.Totals, err = tx.PlayerTotals(a.Person.ID); err != nil {
		return f, err
	}
	days, err := tx.Days(a.Person.ID, maxDays)
	if err != nil {
		return f, err
	}
	f.Streak = StreakOf(days, today)
	for n := today - calendarDays + 1; n <= today; n++ {
		f.Days = append(f.Days, slices.Contains(days, n))
	}
	took := map[Timing][]time.Duration{} // by game and level
	for _, s := range f.Totals.Times {
		level := Timing{Game: s.Game, Level: s.Level}
		took[level] = append(took[level], s.Took)
	}
	for level, d := range took {
		slices.Sort(d)
		level.Median, level.Best, level.Count = (d[(len(d)-1)/2]+d[len(d)/2])/2, d[0], len(d)
		f.Times = append(f.Times, level)
	}
	slices.SortFunc(f.Times, func(x, y Timing) int { return cmp.Or(p.sorts[x.Game]-p.sorts[y.Game], x.Level-y.Level) })
	for _, s := range f.Rounds {
		f.Hints[min(max(s.Hints, 0), MaxHints)]++
		stars := 0 // as its points tell
		if g := p.Game(s.Game); g != nil && g.Rules().Records {
			stars = MaxStars
			for stars > 1 && s.Points < worth(s.Level, g.Quality(1+MaxStars-stars, 1), s.Hints) {
				stars--
			}
		}
		f.Stars[stars]++
	}
	return f, nil
}

// A Summary is what a person has earned, on all networks where they are linked.
type Summary struct {
	Streak Streak
	// Month is the points of this month, as they count in the World.
	Month int
	// Solved is how many puzzles paid points.
	Solved int
}

// Summary returns what a person has earned by a time.
func (p *Play) Summary(tx *storage.Tx, playerID int64, at time.Time) (Summary, error) {
	today, _, err := p.Live(tx, Act{Person: storage.Player{ID: playerID}, At: at})
	if err != nil {
		return Summary{}, err
	}
	streak, err := p.Streak(tx, playerID, today)
	if err != nil {
		return Summary{}, err
	}
	month, solved, err := tx.Earned(playerID, today+dayZero)
	return Summary{Streak: streak, Month: month, Solved: solved}, err
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
